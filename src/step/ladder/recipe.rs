//! The recipes of the ladder, from top to bottom (docs/formulation.md, section 4, step 5).

use super::settings::{
    careful, first, follow_all_the_way, patient, small_rotations, staged, thinned, thinned_slowly,
};
use crate::dynamics::Start;
use crate::ipm::Settings;
use crate::math::{Mask, Real};
use crate::step::Rung;
use crate::step::island::Island;
use crate::step::slot::Worlds;
use crate::world::Model;
use Applies::{Always, Path};
use Origin::{ByApproach, Complementarity, FreeFlight, Rest};
use SlipRows::{Other, Own};

/// The first attempt at a collision starts at this complementarity, where impulses are of order 1
/// (decision D16).
const COLLISION: f64 = 0.1;

/// An attempt from free flight starts at this complementarity.
const FLIGHT: f64 = 1e-5;

/// Mechanisms that are clear of all that they could touch start at this complementarity (decisions D82, D86).
const CLEAR: f64 = 1e-5;

/// Where an attempt starts.
#[derive(Debug, Clone, Copy)]
pub enum Origin {
    /// The attempt starts as bodies at rest on each other do.
    Rest,
    /// The attempt starts by the [`Approach`] of the bodies: at [`COLLISION`], at [`CLEAR`], or else as bodies at rest.
    ByApproach,
    /// The attempt starts from the velocities of free flight.
    FreeFlight,
    /// The attempt starts at this complementarity.
    Complementarity(f64),
}

/// The slip rows of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SlipRows {
    /// The rows are those of the model.
    Own,
    /// The rows have the other arm: implicit for lagged, lagged for implicit.
    Other,
}

/// The islands to which a recipe applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Applies {
    /// The recipe applies to every island.
    Always,
    /// The recipe applies to islands whose attempts may follow the central path.
    Path,
}

/// An `Approach` says what the bodies of an island do at the prediction, world by world; they rest on each other where neither holds.
#[derive(Debug, Clone, Copy, Default)]
pub struct Approach<M> {
    /// The worlds in which bodies collide.
    pub colliding: M,
    /// The worlds in which a mechanism is clear of all that it could touch.
    pub clear: M,
}

/// One attempt of the ladder.
#[derive(Debug, Clone, Copy)]
pub struct Recipe {
    /// The name in reports.
    pub rung: Rung,
    /// The start.
    pub origin: Origin,
    /// The slip rows.
    pub rows: SlipRows,
    /// The settings of the main loop.
    pub settings: fn(&Context, Settings) -> Settings,
    /// The islands to which the recipe applies.
    pub applies: Applies,
}

/// The quantities that the settings of a recipe depend on.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// The model.
    pub model: &'a Model,
    /// Whether the island is one body among fixed ones.
    pub is_lone: bool,
}

const fn recipe(
    rung: Rung,
    origin: Origin,
    rows: SlipRows,
    settings: fn(&Context, Settings) -> Settings,
    applies: Applies,
) -> Recipe {
    Recipe {
        rung,
        origin,
        rows,
        settings,
        applies,
    }
}

/// The ladder of an island. Where a contact jams, with lagged directions of slip the path may end in unbounded
/// impulses at some complementarity above rho; the other slip row has no such end there (decision D24).
#[rustfmt::skip]
pub const ORDINARY: &[Recipe] = &[
    //     name                        start                 rows   settings            applies
    recipe(Rung::Base,                 ByApproach,           Own,   first,              Always),
    recipe(Rung::FreeFlight,           FreeFlight,           Own,   careful,            Always),
    recipe(Rung::CentralPath,          Rest,                 Own,   follow_all_the_way, Path),
    recipe(Rung::SmallRotations,       Complementarity(0.1), Own,   small_rotations,    Always),
    recipe(Rung::OtherSlipRow,         Rest,                 Other, patient,            Always),
    recipe(Rung::FarStart,             Complementarity(1.0), Own,   patient,            Always),
    recipe(Rung::OtherSlipRowFarStart, Complementarity(1.0), Other, patient,            Always),
];

/// The attempts at an island whose friction drives bodies with the lagged slip row (decision D88).
#[rustfmt::skip]
pub const DRIVEN: &[Recipe] = &[
    recipe(Rung::SlipAtContact,        ByApproach,           Other, first,              Always),
    recipe(Rung::SlipAtContact,        FreeFlight,           Other, careful,            Always),
    recipe(Rung::SlipAtContact,        Rest,                 Other, follow_all_the_way, Path),
];

/// The ladder of a lone body among walls that it may fly past: the first two attempts of [`ORDINARY`] change
/// places (decision D22).
#[rustfmt::skip]
pub const FLYING: &[Recipe] = &[
    recipe(Rung::FreeFlight,           FreeFlight,           Own,   unchanged,          Always),
    recipe(Rung::Base,                 Rest,                 Own,   careful,            Always),
    recipe(Rung::CentralPath,          Rest,                 Own,   follow_all_the_way, Path),
    recipe(Rung::SmallRotations,       Complementarity(0.1), Own,   small_rotations,    Always),
    recipe(Rung::OtherSlipRow,         Rest,                 Other, patient,            Always),
    recipe(Rung::FarStart,             Complementarity(1.0), Own,   patient,            Always),
    recipe(Rung::OtherSlipRowFarStart, Complementarity(1.0), Other, patient,            Always),
];

/// The ladder of an island with masses in contact that differ much.
#[rustfmt::skip]
pub const HEAVY: &[Recipe] = &[
    recipe(Rung::Staged,               Rest,                 Own,   staged,             Always),
    recipe(Rung::FreeFlight,           FreeFlight,           Own,   careful,            Always),
    recipe(Rung::CentralPath,          Rest,                 Own,   follow_all_the_way, Path),
    recipe(Rung::Base,                 ByApproach,           Own,   first,              Always),
    recipe(Rung::SmallRotations,       Complementarity(0.1), Own,   small_rotations,    Always),
    recipe(Rung::OtherSlipRow,         Rest,                 Other, patient,            Always),
    recipe(Rung::FarStart,             Complementarity(1.0), Own,   patient,            Always),
    recipe(Rung::OtherSlipRowFarStart, Complementarity(1.0), Other, patient,            Always),
];

/// The ladder of a model whose attempts start where bodies stand: where bodies turn by much while they touch, a layer of contact that is
/// thin lets them turn by little at a time, and one that becomes thinner lets them (decision D68).
#[rustfmt::skip]
pub const STANDING: &[Recipe] = &[
    recipe(Rung::Base,                 Rest,                 Own,   unchanged,          Always),
    recipe(Rung::Staged,               Rest,                 Own,   thinned,            Always),
    recipe(Rung::FarStart,             Rest,                 Own,   thinned_slowly,     Always),
];

/// The attempts at each larger relaxation of [`Rung::Relaxed`].
#[rustfmt::skip]
pub const RELAXED: &[Recipe] = &[
    recipe(Rung::Base,                 ByApproach,           Own,   first,              Always),
    recipe(Rung::SmallRotations,       Complementarity(0.1), Own,   small_rotations,    Always),
    recipe(Rung::Staged,               Rest,                 Own,   staged,             Always),
];

impl Recipe {
    /// Returns whether the recipe applies to islands of a model.
    pub fn applies_to(&self, model: &Model) -> bool {
        self.applies == Always || model.contact_model.follows_path()
    }
}

/// Keeps the settings of the model.
fn unchanged(_context: &Context, settings: Settings) -> Settings {
    settings
}

/// How one attempt is made.
pub struct Attempt<R: Real = f64> {
    /// The relaxation of the solution.
    pub rho: f64,
    /// The complementarity at the start.
    pub c0: R,
    /// Whether the very first attempt too solves the collision problems anew, at c0 (the same in all worlds
    /// that do), instead of starting from the prediction.
    pub anew: R::Mask,
    /// The velocities at the start.
    pub velocities: Start,
    /// The slip rows.
    pub rows: SlipRows,
    /// Whether the collision rows are relaxed for the inscribed radii instead of for H.
    pub wedged: bool,
    /// The settings of the main loop.
    pub settings: Settings,
}

impl<R: Worlds> Attempt<R> {
    /// Prepares the attempt of a recipe at relaxation `rho`, with the `settings` of the model.
    pub fn new(
        recipe: &Recipe,
        model: &Model,
        island: &Island<R>,
        rho: f64,
        settings: Settings,
        approach: Approach<R::Mask>,
    ) -> Self {
        let rest = || R::of(start_of_rest(island, rho));
        let none = R::Mask::of(false);
        let (c0, anew) = match recipe.origin {
            Rest => (rest(), none),
            ByApproach => {
                let Approach { colliding, clear } = approach;
                let calm = R::choose(clear, R::of(rho.max(CLEAR)), rest());
                let c0 = R::choose(colliding, R::of(COLLISION), calm);
                (c0, colliding.or(clear))
            }
            FreeFlight => (R::of(FLIGHT), R::Mask::of(true)),
            Complementarity(c0) => (R::of(c0), none),
        };
        let context = Context {
            model,
            is_lone: island.is_lone(),
        };
        Self {
            rho,
            c0,
            anew,
            velocities: match recipe.origin {
                _ if model.contact_model.starts_where_bodies_stand() => Start::Standing,
                FreeFlight => Start::FreeFlight,
                _ => Start::State,
            },
            rows: recipe.rows,
            wedged: false,
            settings: (recipe.settings)(&context, settings),
        }
    }
}

/// Returns the complementarity at which an attempt starts: that of bodies at rest, whose impulse h over the
/// pairs of a body is the slack of each of them, and at most 1e-2 (decision D15); without pairs at most [`CLEAR`].
fn start_of_rest<R: Worlds>(island: &Island<R>, rho: f64) -> f64 {
    let pairs = island.pairs_per_body();
    let impulse = island.step_length() / pairs.max(1.0);
    let most = match pairs == 0.0 {
        true => rho.max(CLEAR),
        false => 1e-2,
    };
    (impulse * impulse).max(rho).min(most)
}
