//! Certificates: proofs that no two convex parts crossed in continuous time during the steps of a run (`src/proof`), in a file.
//!
//! Not here: the check of a certificate, which shares no code with this (`crates/cli/examples/check_certificate.py`).

mod certifier;
mod summary;
mod writer;

pub use crate::proof::{Piece, Unproven};
pub use certifier::{Certifier, StepProofs};
pub use summary::{CertificateSummary, SmallestClearance};
pub use writer::CertificateWriter;
