//! peg
