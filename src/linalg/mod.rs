//! Dense and block-sparse linear systems; the only door through which a linear-algebra crate enters.

mod block_lu;
mod small;

pub use block_lu::BlockLu;
pub use small::{Cholesky4, lu_factor, lu_solve};
