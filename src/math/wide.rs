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
    match V3::try_new() {
        Some(v3) => v3.vectorize(Work(work)),
        None => narrow(work),
    }
}

/// Does `work`.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub fn vectorized<T>(work: impl FnOnce() -> T) -> T {
    work()
}

/// Does `work` on numbers of one world or of several side by side, which are compiled for wide registers alone.
///
/// # Panics
/// The numbers are those of several worlds, on a machine on which worlds do not go side by side ([`worlds_go_abreast`]).
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub fn vectorized_lanes<R: Real, T>(work: impl FnOnce() -> T) -> T {
    match V3::try_new() {
        Some(v3) => v3.vectorize(Work(work)),
        None => {
            // As a constant it keeps what is not reached from being compiled.
            if const { R::LANES == 1 } {
                narrow(work)
            } else {
                no_wide_registers()
            }
        }
    }
}

/// Does `work`.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub fn vectorized_lanes<R: Real, T>(work: impl FnOnce() -> T) -> T {
    work()
}

/// Does `work` of a few operations: what a call costs pays for several worlds side by side only.
///
/// # Panics
/// As [`vectorized_lanes`].
#[inline(always)]
pub fn vectorized_worlds<R: Real, T>(work: impl FnOnce() -> T) -> T {
    if const { R::LANES == 1 } {
        work()
    } else {
        vectorized_lanes::<R, T>(work)
    }
}

/// Returns whether several worlds go side by side: on a processor of this family without wide registers they would gain little,
/// and everything would be compiled once more for them.
pub fn worlds_go_abreast() -> bool {
    #[cfg(target_arch = "x86_64")]
    return V3::try_new().is_some();
    #[cfg(not(target_arch = "x86_64"))]
    return true;
}

#[cfg(target_arch = "x86_64")]
struct Work<F>(F);

#[cfg(target_arch = "x86_64")]
impl<T, F: FnOnce() -> T> NullaryFnOnce for Work<F> {
    type Output = T;
    #[inline(always)]
    fn call(self) -> T {
        (self.0)()
    }
}

/// Does `work` without wide registers. It stands apart from its callers, each of which would be compiled with a copy of it.
#[cfg(target_arch = "x86_64")]
#[cold]
#[inline(never)]
fn narrow<T>(work: impl FnOnce() -> T) -> T {
    work()
}

#[cfg(target_arch = "x86_64")]
#[cold]
#[inline(never)]
fn no_wide_registers() -> ! {
    unreachable!("worlds go side by side where the processor has AVX2")
}
