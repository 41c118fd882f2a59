//! Ordered pairs of primitives: the first moves, the second is its support.
//!
//! The support is a prescribed body, held in place by its command, so that the columns of its pose
//! and of its command are part of the study.

use super::Primitive;
use drystone::error::Result;
use drystone::math::{Rot, Vec3};
use drystone::shape::penetration;
use drystone::world::{Body, BodySpec, BodyState, Model, PartSpec, State};

/// Index of the support in the model.
pub const SUPPORT: usize = 0;
/// Index of the body that moves.
pub const TOP: usize = 1;

/// Length of a step, s.
const TIME_STEP: f64 = 0.02;
/// Size of the supports, times that of the bodies on them.
const SUPPORT_SCALE: f64 = 2.6;

/// Which primitive is on top of which.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    /// The free body.
    pub first: Primitive,
    /// The prescribed one below it.
    pub second: Primitive,
}

impl Pair {
    /// All ordered pairs.
    pub fn all() -> Vec<Pair> {
        let seconds = || Primitive::MOVING.into_iter().chain([Primitive::HalfSpace]);
        let with = |first| seconds().map(move |second| Pair { first, second });
        Primitive::MOVING.into_iter().flat_map(with).collect()
    }

    /// E.g. `cone on cuboid`.
    pub fn name(self) -> String {
        format!("{} on {}", self.first.name(), self.second.name())
    }

    /// The two bodies: about 1 kg, friction about 0.5, torsional friction where it is wanted.
    ///
    /// # Errors
    /// None that the sizes of the study give.
    pub fn model(self, torsional: bool) -> Result<Model> {
        let body = |name: &str, primitive: Primitive, scale: f64, top: bool| -> Result<BodySpec> {
            let mut spec = match top {
                true => Body::free(name),
                false => Body::prescribed(name),
            };
            for (part, placed) in ["a", "b"].into_iter().zip(primitive.parts(scale)?) {
                spec = spec.part(PartSpec::new(part, placed, 0.0));
            }
            Ok(spec
                .mass(1.1)
                .friction(if top { 0.45 } else { 0.6 })
                .torsional_friction(if torsional { 0.012 } else { 0.0 }))
        };
        Model::builder()
            .time_step(TIME_STEP)
            .body(body("support", self.second, SUPPORT_SCALE, false)?)
            .body(body("top", self.first, 1.0, true)?)
            .build()
    }

    /// Pose of the support: the side that others rest on is up, a little off where friction holds.
    fn support(self) -> BodyState {
        let up = Rot::rotation_between(&self.second.resting_side(), &Vec3::z());
        let up = up.unwrap_or_else(|| Rot::new(Vec3::x() * std::f64::consts::PI));
        let firm = self.first.rests_firmly() && self.second.rests_firmly();
        let lean = if firm {
            Vec3::new(0.02, -0.03, 0.0)
        } else {
            Vec3::zeros()
        };
        let turn = Rot::new(lean) * Rot::new(Vec3::z() * 0.3) * up;
        BodyState::at_rest(Vec3::new(0.21, -0.13, 0.08), turn)
    }

    /// The direction away from the support, world.
    pub fn up(self) -> Vec3 {
        self.support().rotation * self.second.resting_side()
    }

    /// Both at rest, the side of the first with outward normal `side` (shape frame) towards the
    /// support, `gap` m apart (by support functions, not by the solver).
    pub fn placed(self, model: &Model, side: &Vec3, gap: f64) -> State {
        let (support, up) = (self.support(), self.up());
        let down = Rot::rotation_between(side, &-Vec3::z())
            .unwrap_or_else(|| Rot::new(Vec3::x() * std::f64::consts::PI));
        let lean = Rot::rotation_between(&Vec3::z(), &up).unwrap_or_else(Rot::identity);
        let turn = lean * Rot::new(Vec3::z() * 0.9) * down;
        let aside = lean * Vec3::new(0.011, -0.007, 0.0);
        let centre = support.position + aside + up;
        let mut state = State {
            bodies: vec![support, BodyState::at_rest(centre, turn)],
            ..State::default()
        };
        for _ in 0..60 {
            let missing = gap - self.gap(model, &state);
            state.bodies[TOP].position += up * missing;
            if missing.abs() < 1e-9 {
                break;
            }
        }
        state
    }

    /// Distance of the two bodies, m; minus the depth when they overlap.
    pub fn gap(self, model: &Model, state: &State) -> f64 {
        let pose = |i: usize| (state.bodies[i].position, state.bodies[i].rotation);
        let mut depth = f64::NEG_INFINITY;
        for first in &model.bodies[TOP].parts {
            for second in &model.bodies[SUPPORT].parts {
                let (a, b) = (&first.placed, &second.placed);
                depth = depth.max(penetration(a, &pose(TOP), b, &pose(SUPPORT), &-self.up()));
            }
        }
        -depth
    }
}
