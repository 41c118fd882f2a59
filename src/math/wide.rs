//! Registers of 256 bits where the machine has them: four numbers take one operation instead of two,
//! those of four worlds side by side or four columns of one. Results do not depend on it: every
//! operation rounds as it does alone, and none are fused. The program itself is built for the least
//! that the processor family has.

use super::Real;
#[cfg(target_arch = "x86_64")]
use pulp::{NullaryFnOnce, x86::V3};

/// Does `work`, compiled for AVX2 where that can be used; what is not inlined into it does without.
/// The wider AVX-512 is no use for four numbers.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub fn vectorized<T>(work: impl FnOnce() -> T) -> T {
    struct Work<F>(F);
    impl<T, F: FnOnce() -> T> NullaryFnOnce for Work<F> {
        type Output = T;
        #[inline(always)]
        fn call(self) -> T {
            (self.0)()
        }
    }
    match V3::try_new() {
        Some(v3) => v3.vectorize(Work(work)),
        None => work(),
    }
}

/// Does `work`.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub fn vectorized<T>(work: impl FnOnce() -> T) -> T {
    work()
}

/// Does `work` of a few operations: what a call costs pays for several worlds side by side only.
#[inline(always)]
pub fn vectorized_worlds<R: Real, T>(work: impl FnOnce() -> T) -> T {
    match R::LANES {
        1 => work(),
        _ => vectorized(work),
    }
}
