//! How the attempts of the ladder differ.

use crate::dynamics::Start;
use crate::ipm::Settings;
use crate::math::{Mask, Real};
use crate::step::Rung;
use crate::step::island::Island;
use crate::step::slot::Worlds;
use crate::world::{ContactModel, Model};

/// First attempts follow the central path where their steps are shorter than this. Not those of a lone
/// body: round the fold at the mouth of a hole the path ends where a peg rests on the mouth (3 of 10 pegs at 10 Hz, 1 of 40 at 50 Hz), while
/// rung F takes it in.
const CONTINUATION: f64 = 0.5;

/// Complementarity at which the first attempt at a collision starts. Impulses are of order 1
/// there; from the start of bodies at rest the steps are bounded by friction cones that are far too
/// small, all the way (single drops at 10 Hz: without this 526 of 54,000 first attempts fail, with it 58; at 17 Hz
/// 62 and 7 of 90,000; 20 bodies that fall on each other: 29 and 13 of 1,500).
const COLLISION: f64 = 0.1;

/// How the first attempts of worlds start: as of bodies at rest on each other where nothing is set.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct First<R: Real = f64> {
    /// At [`COLLISION`].
    pub colliding: R::Mask,
    /// Where free flight takes the body, past the walls around it: leaning pegs above their hole, which
    /// may also end on its edge. All or none.
    pub flying: R::Mask,
}

/// How one attempt is made.
pub(super) struct Attempt<R: Real = f64> {
    /// Complementarity at the start.
    pub c0: R,
    /// Whether the very first attempt too solves the collision problems anew, at c0 (the same in all worlds
    /// that do), instead of starting from the prediction.
    pub anew: R::Mask,
    /// Velocities at the start.
    pub velocities: Start,
    /// Whether the slip row is not that of the model.
    pub other_row: bool,
    /// Of the main loop.
    pub settings: Settings,
}

impl<R: Real> Attempt<R> {
    /// The same from free flight.
    fn in_flight(self) -> Self {
        Self {
            c0: R::of(1e-5),
            anew: R::Mask::of(true),
            velocities: Start::FreeFlight,
            ..self
        }
    }
}

/// Settings of the first attempt at relaxation `rho`; the bilevel models keep those they were compared with.
pub fn settings(model: &Model, rho: f64, precise: bool) -> Settings {
    let searching = Settings {
        line_search: true,
        boundary_fraction: Settings::CAREFUL,
        ..Settings::default()
    };
    match model.contact_model {
        ContactModel::SingleLevel => Settings::default().precise(precise),
        ContactModel::Bilevel | ContactModel::BilevelSoft => searching.precise(precise),
        // The published tolerances: 0.1 rho, and products of at most 1.1 rho (here 2 rho, and not 0).
        ContactModel::BilevelAsPublished => Settings {
            residual: 0.1 * rho,
            centrality: 1.0,
            polish: 0,
            ..searching
        },
    }
}

/// Settings with which a point of other units is followed down to relaxation `rho`.
pub fn finishing(model: &Model, rho: f64, precise: bool) -> Settings {
    Settings {
        boundary_fraction: Settings::CAREFUL,
        continuation: CONTINUATION,
        max_iterations: 100,
        ..settings(model, rho, precise)
    }
}

/// Complementarity at which an attempt starts: that of bodies at rest, whose impulse h over the
/// pairs of a body is the slack of each of them. With 1e-2 at every `h` (units of time) a box on a
/// plane takes 5.5 iterations at 500 Hz and 4.7 at 200 Hz, so 4.1 and 4.0; where steps are long,
/// 1e-2 is the better one. A box on tiles, 9 pairs, is lifted by its neighbours' rounded edges at
/// 1e-2, which is a branch that ends before rho: every first attempt failed, so none.
fn start_of_rest<R: Worlds>(island: &Island<R>, rho: f64) -> f64 {
    let impulse = island.step_length() / island.pairs_per_body().max(1.0);
    (impulse * impulse).max(rho).min(1e-2)
}

/// The attempt of a rung; `first` says how the first one starts.
pub(super) fn attempt<R: Worlds>(
    model: &Model,
    island: &Island<R>,
    rung: Rung,
    rho: f64,
    (precise, first): (bool, First<R>),
) -> Attempt<R> {
    let mut settings = settings(model, rho, precise);
    // An iteration less is worth nothing on a rung, room to the boundary is.
    if rung > Rung::Base {
        settings.boundary_fraction = Settings::CAREFUL;
    }
    let patient = |max_iterations: usize| Settings {
        continuation: CONTINUATION,
        max_iterations,
        ..settings
    };
    let base = Attempt {
        c0: R::of(start_of_rest(island, rho)),
        anew: R::Mask::of(false),
        velocities: Start::State,
        other_row: false,
        settings,
    };
    match rung {
        Rung::S => Attempt {
            settings: Settings {
                max_iterations: 60,
                staged: true,
                ..settings
            },
            ..base
        },
        Rung::P => Attempt {
            settings: Settings {
                max_iterations: 100,
                continuation: f64::INFINITY,
                ..settings
            },
            ..base
        },
        // Where the first attempt was this one, it is the ordinary one's turn.
        Rung::F if !first.flying.any() => base.in_flight(),
        Rung::R1 => Attempt {
            c0: R::of(0.1),
            settings: Settings {
                max_iterations: 50,
                corrector: false,
                boundary_fraction: [0.99; 2],
                rotation_limit: 0.1,
                ..settings
            },
            ..base
        },
        Rung::R3 => Attempt {
            other_row: true,
            settings: patient(100),
            ..base
        },
        Rung::R2 => Attempt {
            c0: R::of(1.0),
            settings: patient(300),
            ..base
        },
        Rung::R4 => Attempt {
            c0: R::of(1.0),
            other_row: true,
            settings: patient(300),
            ..base
        },
        Rung::Base if first.flying.any() => base.in_flight(),
        Rung::Base if model.contact_model == ContactModel::SingleLevel => Attempt {
            c0: R::choose(first.colliding, R::of(COLLISION), base.c0),
            anew: first.colliding,
            settings: if island.is_lone() {
                settings
            } else {
                patient(60)
            },
            ..base
        },
        Rung::Base | Rung::F | Rung::U | Rung::R5 | Rung::R6 => base,
    }
}
