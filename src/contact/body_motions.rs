//! The motions of the two bodies of a pair as columns, and wrenches that are linear in them.

use crate::math::lanes::Lanes;
use crate::math::{Kinematics, Variation, Vec3};

/// The motions of two bodies as columns: for either body position, rotation, velocity and angular velocity.
pub const COLUMNS: usize = 24;
/// Twelve rows over the motions of two bodies: force and torque about the centre on the first, then on the second.
pub type Rows12 = nalgebra::SMatrix<f64, 12, COLUMNS>;

/// A motion of a body.
#[derive(Debug, Clone, Copy)]
pub enum Motion {
    /// The position moves.
    Position,
    /// The body turns, by a world rotation vector.
    Rotation,
    /// The velocity changes.
    Velocity,
    /// The angular velocity changes, world.
    Spin,
}

/// Returns the first column of a motion of body `side`.
pub const fn column(side: usize, motion: Motion) -> usize {
    12 * side + 3 * motion as usize
}

/// Calls `visit` with every row of `wrenches` over velocity and phi of the moving bodies, times `factor`, and with its right sides: h phi is
/// the world rotation of a pose, and `constants` are those of the right side AFFINE.
pub fn visit_rows(
    wrenches: &Rows12,
    constants: &[f64; 12],
    bodies: [&Kinematics; 2],
    factor: f64,
    mut visit: impl FnMut(usize, &[f64], [f64; 2]),
) {
    let count = if bodies[1].h > 0.0 { 2 } else { 1 };
    for row in 0..6 * count {
        let mut columns = [0.0; 12];
        for side in 0..count {
            let of = |motion: Motion| {
                let first = column(side, motion);
                Vec3::from_fn(|k, _| wrenches[(row, first + k)])
            };
            let body = bodies[side];
            let velocity = of(Motion::Position) * body.h + of(Motion::Velocity);
            let phi = of(Motion::Rotation) * body.h + body.domega_dphi.tr_mul(&of(Motion::Spin));
            for k in 0..3 {
                columns[6 * side + k] = velocity[k] * factor;
                columns[6 * side + 3 + k] = phi[k] * factor;
            }
        }
        visit(row, &columns[..6 * count], [constants[row] * factor, 0.0]);
    }
}

/// Returns a row, or an entry of rows, along motions of the two bodies.
#[inline(always)]
pub fn along<const N: usize>(entry: impl Fn(usize) -> f64, motion: [&Variation<N>; 2]) -> Lanes<N> {
    let mut out = Lanes::ZERO;
    for (side, motion) in motion.into_iter().enumerate() {
        for (k, lanes) in [&motion.dx, &motion.dtheta, &motion.dv, &motion.domega]
            .into_iter()
            .enumerate()
        {
            for (i, lanes) in lanes.iter().enumerate() {
                out = out + *lanes * entry(12 * side + 3 * k + i);
            }
        }
    }
    out
}
