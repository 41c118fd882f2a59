//! The published momenta of two squares (committed data of the paper's authors; two digits), to be
//! printed beside ours. Rows are step rates, columns relaxations, as in [`RATES`] and [`RHOS`].

use super::{RATES, RHOS};
use crate::Method;

/// Linear (kg m/s) and angular (kg m^2/s) momentum at a step rate and a relaxation; nothing for
/// cells that were not published.
pub(super) fn momentum(method: Method, rate: u32, rho: f64) -> Option<[f64; 2]> {
    let i = RATES.iter().position(|&r| r == rate)?;
    let j = RHOS.iter().position(|r| r.total_cmp(&rho).is_eq())?;
    Some(match method {
        Method::SingleLevel | Method::SingleLevelPaper => {
            [LINEAR_SINGLE_LEVEL[i][j], ANGULAR_SINGLE_LEVEL[i][j]]
        }
        Method::Bilevel | Method::BilevelSoft | Method::BilevelAsPublished => {
            [LINEAR_BILEVEL[i][j], ANGULAR_BILEVEL[i][j]]
        }
    })
}

const LINEAR_SINGLE_LEVEL: [[f64; 6]; 6] = [
    [9.1e-4, 6.8e-5, 6.5e-6, 6.4e-7, 6.4e-9, 6.4e-11],
    [2.3e-3, 1.8e-4, 1.7e-5, 1.7e-6, 1.7e-8, 1.7e-10],
    [4.2e-3, 3.0e-4, 2.7e-5, 2.7e-6, 2.7e-8, 2.7e-10],
    [1.1e-2, 6.1e-4, 5.0e-5, 4.8e-6, 4.8e-8, 4.8e-10],
    [2.5e-2, 1.0e-3, 7.5e-5, 6.9e-6, 7.0e-8, 6.9e-10],
    [6.2e-2, 2.2e-3, 1.2e-4, 1.0e-5, 1.0e-7, 1.0e-9],
];
const LINEAR_BILEVEL: [[f64; 6]; 6] = [
    [2.2e-1, 1.7e-1, 1.7e-1, 1.3e-1, 1.4e-1, 1.3e-1],
    [4.1e-2, 3.1e-2, 2.8e-2, 3.9e-2, 3.0e-2, 2.2e-2],
    [2.0e-2, 1.1e-2, 6.8e-3, 4.1e-3, 2.5e-3, 2.2e-4],
    [1.0e-2, 1.4e-3, 2.0e-4, 2.2e-4, 2.3e-4, 2.3e-4],
    [1.6e-2, 7.1e-4, 3.1e-4, 3.5e-4, 3.6e-4, 3.5e-4],
    [3.9e-2, 1.3e-3, 3.3e-4, 3.4e-4, 3.6e-4, 3.6e-4],
];
const ANGULAR_SINGLE_LEVEL: [[f64; 6]; 6] = [
    [1.1e-3, 8.5e-5, 8.1e-6, 8.0e-7, 8.0e-9, 8.0e-11],
    [1.5e-3, 9.6e-5, 8.2e-6, 8.0e-7, 8.0e-9, 8.0e-11],
    [1.9e-3, 1.1e-4, 8.4e-6, 8.0e-7, 8.0e-9, 8.0e-11],
    [2.5e-3, 1.4e-4, 9.0e-6, 8.1e-7, 8.0e-9, 8.0e-11],
    [3.1e-3, 1.7e-4, 9.7e-6, 8.2e-7, 8.0e-9, 8.0e-11],
    [4.8e-3, 2.5e-4, 1.1e-5, 8.5e-7, 8.0e-9, 8.0e-11],
];
const ANGULAR_BILEVEL: [[f64; 6]; 6] = [
    [7.0e-2, 2.7e-2, 3.8e-2, 1.9e-2, 2.0e-2, 2.3e-2],
    [7.5e-3, 5.8e-3, 4.7e-3, 9.9e-3, 5.5e-3, 6.1e-3],
    [2.9e-3, 1.7e-3, 1.0e-3, 7.1e-4, 5.8e-4, 1.5e-4],
    [1.1e-3, 3.0e-4, 1.5e-4, 1.5e-4, 1.5e-4, 1.5e-4],
    [2.4e-4, 2.4e-4, 2.4e-4, 2.4e-4, 2.4e-4, 2.4e-4],
    [3.7e-4, 2.9e-4, 2.8e-4, 2.6e-4, 2.6e-4, 2.7e-4],
];
