//! Dense and block-sparse linear systems; the only door through which a linear-algebra crate enters.

mod block_lu;
mod condition;
mod small;

pub use block_lu::{BlockLu, BlockPlace, Edge, Entry, NodeId};
pub use condition::inverse_norm_1;
pub use small::Ldl4;
