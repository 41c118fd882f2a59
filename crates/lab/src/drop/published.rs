//! What the published planar drops gave, recomputed from the data files that came with SL: 6 step
//! sizes x 6 relaxations x 100 starts.

use crate::Method;

/// Figures of one method in the published drops.
#[derive(Debug, Clone, Copy)]
pub struct Published {
    /// Which method.
    pub name: &'static str,
    /// Steps per second, and mean iterations of a step by relaxation.
    pub iterations: [(u32, [f64; 6]); 2],
    /// The rest in words.
    pub remarks: &'static str,
}

const SINGLE_LEVEL: Published = Published {
    name: "single level",
    iterations: [
        (10, [8.2, 9.3, 10.0, 10.8, 12.4, 13.9]),
        (100, [8.9, 10.5, 11.8, 12.6, 13.9, 15.6]),
    ],
    remarks: "1 of 3,600 drops failed (SL's text: 4); mean over drops of the largest \
              violation 1 - alpha (about 0.4 m each): 1.65e-3 to 1.83e-3 at rho 1e-3, else 0",
};

const BILEVEL: Published = Published {
    name: "bilevel",
    iterations: [
        (10, [15.4, 15.0, 16.1, 16.5, 17.6, 19.1]),
        (100, [8.7, 10.5, 11.1, 11.7, 13.3, 14.9]),
    ],
    remarks: "68 % of the drops failed, 87 to 90 % at 10 Hz, 49 to 57 % at 100 Hz; mean over drops of \
              the largest violation 1 - alpha: 0.13 to 0.15 at 10 Hz, about 1e-3 at 100 Hz. \
              A step that failed was taken as it stood there, here only with the method as \
              published; with the others the ladder goes on",
};

impl Published {
    /// Returns the published figures of `method`.
    pub fn of(method: Method) -> Self {
        match method {
            Method::SingleLevel | Method::SingleLevelPaper => SINGLE_LEVEL,
            Method::Bilevel | Method::BilevelSoft | Method::BilevelAsPublished => BILEVEL,
        }
    }
}
