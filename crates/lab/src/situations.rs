//! The situations of a pair: states and inputs, made with the simulator and checked against what
//! they are called.

use super::pairs::TOP;
use super::{Moment, Pair};
use drystone::error::Result;
use drystone::math::Vec3;
use drystone::step::{Contact, Simulator, Step};
use drystone::world::{Input, Model, State};
use std::sync::Arc;

/// A body rests when it is slower than this plus rho (units of velocity): what sticks creeps.
const AT_REST: f64 = 1e-4;
/// Steps after which a body has come to rest or will not.
const STEPS_TO_REST: usize = 50;
/// Steps after which one that does not is taken as it is.
const STEPS_TO_TOUCH: usize = 3;
/// A contact counts when it carries this share of the weight.
const LOADED: f64 = 0.05;

/// The situation of the body on top.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Situation {
    /// In flight, a unit of length away.
    Free,
    /// 10 mm away, about to hit.
    BeforeTouch,
    /// At rest; on a curved support that it would leave: at its first touch.
    Resting,
    /// Sliding fast.
    Sliding,
    /// Pushed sideways by less than friction holds.
    Sticking,
    /// Rolling, or turning about the corner it stands on.
    Rolling,
    /// Turning about the normal.
    Spinning,
}

impl Situation {
    /// All of them.
    pub const ALL: [Situation; 7] = [
        Situation::Free,
        Situation::BeforeTouch,
        Situation::Resting,
        Situation::Sliding,
        Situation::Sticking,
        Situation::Rolling,
        Situation::Spinning,
    ];

    /// Name in the names of cases.
    pub fn name(self) -> &'static str {
        match self {
            Situation::Free => "free",
            Situation::BeforeTouch => "before touch",
            Situation::Resting => "resting",
            Situation::Sliding => "sliding",
            Situation::Sticking => "sticking",
            Situation::Rolling => "rolling",
            Situation::Spinning => "spinning",
        }
    }

    fn has_torsion(self) -> bool {
        !matches!(self, Situation::BeforeTouch | Situation::Rolling)
    }
}

/// A pair in a situation: where a derivative is taken.
pub struct Scene {
    /// The moment that the step starts from.
    pub moment: Moment,
    /// Why the state is not what its situation says; empty when it is.
    pub doubt: String,
}

impl Scene {
    /// `pair` in `situation` at relaxation `rho`.
    ///
    /// # Errors
    /// None with the pairs of the study and a good `rho`.
    pub fn new(pair: Pair, situation: Situation, rho: f64) -> Result<Scene> {
        let model = Arc::new(pair.model(situation.has_torsion())?);
        let mut maker = Maker {
            pair,
            rho,
            simulator: Simulator::new(model.clone()),
            model,
        };
        let (state, input) = maker.make(situation)?;
        let doubt = maker.doubt(situation, &state, &input)?;
        Ok(Scene {
            moment: Moment {
                model: maker.model,
                state,
                input,
            },
            doubt,
        })
    }
}

struct Maker {
    pair: Pair,
    rho: f64,
    model: Arc<Model>,
    simulator: Simulator,
}

impl Maker {
    fn make(&mut self, situation: Situation) -> Result<(State, Input)> {
        let (length, velocity) = (self.model.units.length, self.model.units.velocity);
        let up = self.pair.up();
        let along = up.cross(&Vec3::new(0.3, 1.0, 0.2)).normalize();
        let mut state = match situation {
            Situation::Free => self.above(length),
            Situation::BeforeTouch => self.above(0.01),
            Situation::Rolling => self.rolling()?,
            _ => self.resting()?,
        };
        let top = &mut state.bodies[TOP];
        match situation {
            Situation::Free => {
                top.velocity = along * (0.4 * velocity) - up * (0.1 * velocity);
                top.angular_velocity = Vec3::new(1.3, -0.8, 1.1);
            }
            Situation::BeforeTouch => {
                top.velocity = along * 0.15 - up * 0.6;
                top.angular_velocity = Vec3::new(0.5, -0.3, 0.7);
            }
            Situation::Sliding => top.velocity += along * 0.9,
            Situation::Spinning => {
                top.angular_velocity += top.rotation.inverse_transform_vector(&(up * 8.0));
            }
            Situation::Resting | Situation::Sticking | Situation::Rolling => {}
        }
        let mut input = Input::hold(&self.model, &state);
        if situation == Situation::Sticking {
            input.wrenches[TOP].force = along * (0.15 * self.weight());
        }
        Ok((state, input))
    }

    /// In flight, `gap` m above the support.
    fn above(&self, gap: f64) -> State {
        let side = self.pair.first.resting_side();
        let side = side + Vec3::new(0.11, -0.07, 0.05);
        self.pair.placed(&self.model, &side.normalize(), gap)
    }

    fn weight(&self) -> f64 {
        self.model.bodies[TOP].mass * self.model.gravity.norm()
    }

    fn step(&mut self, state: &State) -> Result<Step> {
        let input = Input::hold(&self.model, state);
        self.simulator.step(state, &input, self.rho)
    }

    fn speed(&self, state: &State) -> f64 {
        let (top, units) = (&state.bodies[TOP], &self.model.units);
        (top.velocity.norm() / units.velocity).max(top.angular_velocity.norm() * units.time)
    }

    /// At the height at which the support carries the weight from the first step on.
    fn seated(&mut self, side: &Vec3) -> Result<State> {
        let state = self.pair.placed(&self.model, side, 0.0);
        let (length, up) = (self.model.units.length, self.pair.up());
        let wanted = self.weight() * self.model.time_step * up.z;
        let (mut low, mut high) = (-0.02 * length, 2.0 * length);
        let lifted = |rise: f64| {
            let mut state = state.clone();
            state.bodies[TOP].position += up * rise;
            state
        };
        for _ in 0..30 {
            let middle = 0.5 * (low + high);
            if self.support_impulse(&lifted(middle))? > wanted {
                low = middle;
            } else {
                high = middle;
            }
        }
        Ok(lifted(high))
    }

    /// Returns the upward impulse of the support within a step, N s.
    fn support_impulse(&mut self, state: &State) -> Result<f64> {
        let up = self.pair.up();
        let step = self.step(state)?;
        Ok(step.contacts.iter().map(|c| c.impulse.dot(&up).abs()).sum())
    }

    fn resting(&mut self) -> Result<State> {
        let seated = self.seated(&self.pair.first.resting_side())?;
        let (mut state, mut touching) = (seated.clone(), seated);
        for k in 0..STEPS_TO_REST {
            state = self.step(&state)?.state;
            if k + 1 == STEPS_TO_TOUCH {
                touching.clone_from(&state);
            }
        }
        if self.speed(&state) <= AT_REST + self.rho {
            return Ok(state);
        }
        Ok(touching)
    }

    /// Turning about the point it stands on.
    fn rolling(&mut self) -> Result<State> {
        let (side, axis) = self.pair.first.rolling_side();
        let mut state = self.seated(&side)?;
        let contacts = self.step(&state)?.contacts;
        let carrying = |c: &Contact| c.normal_impulse;
        let best = contacts
            .iter()
            .max_by(|a, b| carrying(a).total_cmp(&carrying(b)));
        let rate = 0.3 / self.model.units.time;
        let top = &mut state.bodies[TOP];
        top.angular_velocity = axis * rate;
        if let Some(contact) = best {
            let arm = top.position - contact.point;
            top.velocity = top.angular_velocity_world().cross(&arm);
        }
        Ok(state)
    }

    /// Why the state is not what it should be.
    fn doubt(&mut self, situation: Situation, state: &State, input: &Input) -> Result<String> {
        let step = self.simulator.step(state, input, self.rho)?;
        if !step.status.solved {
            return Ok("not solved".into());
        }
        let bound = LOADED * self.weight() * self.model.time_step;
        let loaded = step.contacts.iter().filter(|c| c.normal_impulse > bound);
        let loaded: Vec<_> = loaded.collect();
        let fast =
            |c: &&Contact, share: f64| c.slip_velocity.norm() > share * self.model.units.velocity;
        let slides = |c: &&Contact| fast(c, 0.1) && self.friction_used(c) > 0.9;
        let rest = self.speed(state) <= AT_REST + self.rho;
        let doubt = match situation {
            Situation::Free if self.rho < 1e-3 && !loaded.is_empty() => "touches",
            Situation::Free => "",
            _ if loaded.is_empty() => "no contact carries",
            Situation::BeforeTouch => "",
            Situation::Resting if !rest => "touching, not at rest",
            Situation::Sliding if !loaded.iter().all(slides) => "does not slide",
            // Judged by force alone: at a large relaxation what friction holds creeps fast.
            Situation::Sticking if loaded.iter().any(|c| self.friction_used(c) > 0.99) => "slides",
            Situation::Rolling if !loaded.iter().any(|c| !fast(c, 0.1)) => "slips",
            Situation::Spinning if loaded.iter().all(|c| c.torsional_impulse == 0.0) => {
                "no torsional friction"
            }
            _ => "",
        };
        Ok(doubt.into())
    }

    /// Share of the friction bound that is used.
    fn friction_used(&self, contact: &Contact) -> f64 {
        let parts = [contact.first, contact.second];
        let [a, b] = parts.map(|id| &self.model.bodies[id.body].parts[id.part]);
        let normal = contact.normal * contact.impulse.dot(&contact.normal);
        (contact.impulse - normal).norm() / (self.model.friction(a, b) * contact.normal_impulse)
    }
}
