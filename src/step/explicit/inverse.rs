//! Inverse dynamics at a state: the wrenches that give bodies their accelerations there (SM eq. 24), in closed form.

use super::body_at::BodyAt;
use super::{EULER, Points};
use crate::error::{Error, Result};
use crate::math::{Rot, Vec3};
use crate::step::active::Active;
use crate::step::contacts::read_contacts;
use crate::step::simulator::Task;
use crate::step::{Inverse, Simulator};
use crate::world::{Input, State, Wrench};
use std::sync::Arc;

/// The acceleration of a body.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Acceleration {
    /// The acceleration of the centre of mass, world, m/s^2.
    pub linear: Vec3,
    /// The angular acceleration, body frame, rad/s^2.
    pub angular: Vec3,
}

impl Simulator {
    /// Returns the wrenches that, besides those of `input`, give the bodies `accelerations` (one per body; those of fixed and prescribed bodies
    /// are not read) in `state` at relaxation `rho` (dimensionless, 1e-10 to 0.1). Contact forces are those at `state`, which soft-minimum
    /// models give in closed form (SM eq. 24); `contacts` has them as impulses over a step. Prescribed bodies go to their commands.
    ///
    /// # Errors
    /// The arguments are not those of a step, the model is not a soft-minimum model, or it has joints.
    pub fn inverse_of_accelerations(
        &mut self,
        state: &State,
        accelerations: &[Acceleration],
        input: &Input,
        rho: f64,
    ) -> Result<Inverse> {
        self.check(state, input, rho)?;
        self.check_accelerations(accelerations)?;
        let model = Arc::clone(&self.model);
        let task = Task::whole(&model, state, input, rho);
        let mut points = Points::new(self.begin_stages(&task));
        points.evaluate(&model, &mut self.work, EULER[0], rho);
        let mut out = Inverse::default();
        let units = &model.units;
        for (i, (body, wanted)) in model.bodies.iter().zip(accelerations).enumerate() {
            let setup = &self.work.body(i).setup;
            let mut wrench = Wrench {
                force: Vec3::zeros(),
                torque: Vec3::zeros(),
            };
            if body.is_moving() {
                let at = BodyAt::new(setup, points.at[i], &points.impulses[i]);
                let turn: Rot = points.at[i].rotation();
                let own = turn.inverse_transform_vector(&(at.torque_impulse() * units.velocity));
                let spin = points.at[i].w / units.time;
                let gyroscopic = spin.cross(&(body.inertia * spin));
                let h = model.time_step;
                let force = wanted.linear * body.mass - at.impulse() * (units.velocity / h);
                let torque = body.inertia * wanted.angular + gyroscopic - own * (units.length / h);
                let torque = turn * torque;
                for &k in body.freedoms() {
                    match k {
                        0..3 => wrench.force[k] = force[k],
                        _ => wrench.torque[k - 3] = torque[k - 3],
                    }
                }
            }
            out.wrenches.push(wrench);
        }
        read_contacts(&model, &self.work, 0, Active::ALL, &mut out.contacts);
        Ok(out)
    }

    fn check_accelerations(&self, accelerations: &[Acceleration]) -> Result<()> {
        let model = &self.model;
        let count = model.bodies.len();
        if accelerations.len() != count {
            let why = format!(
                "{} entries for a model of {count} bodies",
                accelerations.len()
            );
            let fix = "give one entry per body of the model";
            return Err(Error::value("accelerations", why, fix));
        }
        if !model.contact_model.uses_clouds() {
            let name = model.contact_model.name();
            let why =
                format!("the forces of the contact model {name} do not follow from a state alone");
            let fix = "explain the motion of a step with Simulator::inverse, or use contact_model soft_minimum";
            return Err(Error::value("contact_model", why, fix));
        }
        if let Some(joint) = model.joints.first() {
            let why = format!(
                "what holds joint {} does not follow from accelerations of bodies",
                joint.name
            );
            let fix = "explain the motion of a step with Simulator::inverse";
            return Err(Error::value("joints", why, fix));
        }
        Ok(())
    }
}
