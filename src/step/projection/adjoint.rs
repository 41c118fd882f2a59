//! The transpose of the projection's derivative: weights of the velocities after the projection become weights of the state
//! before it, by one transposed solve.

use super::rates::{ProjectionRates, StateRows};
use crate::math::lanes::Lanes;
use crate::math::{Variation, Vec3};
use crate::world::Model;

/// Weights that were pulled back through a projection.
#[derive(Debug, Clone, Default)]
pub struct PulledProjection {
    /// The weights of the right sides.
    pub sides: Vec<f64>,
    /// The weights of the mean rates of the coordinates of all joints, per SI unit.
    pub rates: Vec<f64>,
}

impl ProjectionRates {
    /// Pulls the weights of the next states of the members (12 each, in the order in which `weights` gives and `set` takes them) back to
    /// before the projection.
    pub fn pull(
        &self,
        model: &Model,
        weights: impl Fn(usize) -> [f64; 12],
        mut set: impl FnMut(usize, [f64; 12]),
    ) -> PulledProjection {
        let p = &self.projection;
        let mut sides = vec![0.0; p.lu.dimension()];
        for &i in &p.members {
            let own = weights(i);
            let spin = self.projected().bodies[i].rotation * Vec3::new(own[9], own[10], own[11]);
            let start = self.start_of(i);
            for (k, &freedom) in model.bodies[i].freedoms().iter().enumerate() {
                sides[start + k] = match freedom {
                    0..3 => own[6 + freedom],
                    _ => spin[freedom - 3],
                };
            }
        }
        p.lu.solve_transposed(&mut sides);
        let mut rates = vec![0.0; model.joint_coordinate_count()];
        for (j, joint) in model.joints.iter().enumerate() {
            for (k, axis) in joint.axes.iter().enumerate() {
                if p.has(j) && axis.armature != 0.0 {
                    let mut rhs = vec![Lanes::<1>::ZERO; sides.len()];
                    self.add_rate(model, (j, k), Lanes([1.0]), &mut rhs);
                    rates[joint.first + k] = pulled(&rhs, &sides).0[0];
                }
            }
        }
        let units: StateRows<12> = std::array::from_fn(|k| {
            let mut row = Lanes::ZERO;
            row.0[k] = 1.0;
            row
        });
        let mut rhs = vec![Lanes::<12>::ZERO; sides.len()];
        for &i in &p.members {
            let own = weights(i);
            let motion = self.motion(i, &units);
            rhs.fill(Lanes::ZERO);
            self.add_moved(model, i, &motion, &mut rhs);
            let mut out = pulled(&rhs, &sides).0;
            let turned = self.turned_weights(i, &own, &motion);
            for k in 0..6 {
                out[k] += own[k] + turned.0[k];
            }
            set(i, out);
        }
        PulledProjection { sides, rates }
    }

    /// Adds what the motion of one body does, with all others at rest.
    pub fn add_moved<const N: usize>(
        &self,
        model: &Model,
        i: usize,
        motion: &Variation<N>,
        rhs: &mut [Lanes<N>],
    ) {
        if self.projection.members.contains(&i) {
            self.add_body(model, i, motion, rhs);
        }
        let (still, none) = (Variation::NONE, [Lanes::ZERO; 3]);
        for (j, joint) in model.joints.iter().enumerate() {
            let sides = model.sides(j);
            if sides.contains(&Some(i)) {
                let motions = sides.map(|body| if body == Some(i) { motion } else { &still });
                let drates = &none[..joint.coordinate_count()];
                self.add_joint(model, j, motions, drates, rhs);
            }
        }
    }

    /// Returns the weights of a body's rotation through the frame of its angular velocity.
    fn turned_weights(&self, i: usize, weights: &[f64; 12], motion: &Variation<12>) -> Lanes<12> {
        let at = &self.projected().bodies[i];
        let spin = at.rotation * Vec3::new(weights[9], weights[10], weights[11]);
        // spin . (omega x turn) = turn . (spin x omega)
        let along = spin.cross(&at.angular_velocity_world());
        crate::math::lanes::dot(&along, &motion.dtheta)
    }
}

/// Returns the sum of the rows times their weights.
pub fn pulled<const N: usize>(rows: &[Lanes<N>], weights: &[f64]) -> Lanes<N> {
    let rows = rows.iter().zip(weights);
    rows.fold(Lanes::ZERO, |sum, (row, weight)| sum + *row * *weight)
}
