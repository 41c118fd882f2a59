//! The tangent of a pair against central differences.

use super::{MODELS, ball};
use crate::common::derivative::check_derivative;
use crate::common::scenes::cuboid;
use drystone::contact::{Block, Geometry, PairBlock, PairSetup, SoftSetup};
use drystone::math::{Kinematics, Mat3, Pose, Rot, Vec3};
use drystone::shape::{Placed, Rows, Shape, SoftSurface};
use drystone::world::ContactModel;
use rand::{Rng, SeedableRng, rngs::StdRng};

/// The step, units of the model.
pub const H: f64 = 0.1;

/// Two bodies near each other, and what their pair reads.
pub struct Case {
    pub model: ContactModel,
    rows: [Rows; 2],
    pub surfaces: [SoftSurface; 2],
    pub bodies: [Kinematics; 2],
    pub setup: PairSetup,
    pub rho: f64,
}

fn surface(model: ContactModel, shape: &Shape) -> SoftSurface {
    let refined = model == ContactModel::SoftMinimum;
    match shape {
        Shape::HalfSpace(plane) => SoftSurface::half_space(plane.normal, plane.offset),
        _ => SoftSurface::cloud(shape.skin(0.5), None, refined).expect("a surface"),
    }
}

impl Case {
    pub fn new(model: ContactModel, shapes: [&Shape; 2], rho: f64, seed: u64) -> Self {
        let mut random = StdRng::seed_from_u64(seed);
        let mut any = |scale: f64| Vec3::from_fn(|_, _| random.random_range(-1.0..1.0)) * scale;
        let mut body = |height: f64| Kinematics {
            pose: Pose {
                x: Vec3::z() * height + any(0.1),
                r: *Rot::new(any(0.1)).to_rotation_matrix().matrix(),
            },
            start: Vec3::zeros(),
            v: any(0.5),
            omega: any(0.5),
            domega_dphi: Mat3::identity() + Mat3::from_columns(&[any(0.1), any(0.1), any(0.1)]),
            h: H,
        };
        Self {
            model,
            rows: shapes.map(|shape| Placed::at_origin(shape.clone()).rows()),
            surfaces: shapes.map(|shape| surface(model, shape)),
            bodies: [body(1.95), body(0.0)],
            setup: PairSetup {
                mu: 0.5,
                mass: 1.3,
                soft: SoftSetup {
                    weight: 1.0,
                    dissipation_velocity: 0.3,
                    stiction_velocity: 0.1,
                    ..SoftSetup::default()
                },
                ..PairSetup::default()
            },
            rho,
        }
    }

    pub fn sides(&self) -> [Geometry<'_>; 2] {
        [0, 1].map(|s| Geometry {
            rows: &self.rows[s],
            soft: Some(&self.surfaces[s]),
            hull: None,
        })
    }

    /// The wrenches when the bodies move by `amount` along column `k` of velocity and phi.
    fn moved(&self, k: usize, amount: f64) -> Vec<f64> {
        let mut bodies = self.bodies;
        let body = &mut bodies[k / 6];
        let mut along = Vec3::zeros();
        along[k % 3] = amount;
        if k % 6 < 3 {
            body.v += along;
            body.pose.x += along * H;
        } else {
            body.pose.r = Rot::new(along * H).to_rotation_matrix().matrix() * body.pose.r;
            body.omega += body.domega_dphi * along;
        }
        self.wrenches(&bodies)
    }

    pub fn wrenches(&self, bodies: &[Kinematics; 2]) -> Vec<f64> {
        let mut block = <PairBlock as Block<f64>>::new(self.model, true);
        let bodies = [&bodies[0], &bodies[1]];
        block.predict(&self.setup, self.sides(), bodies, false);
        block.evaluate(self.sides(), bodies, self.rho);
        let both = [0, 1].map(|side| block.wrench(side));
        both.iter()
            .flat_map(|(force, torque)| [force.x, force.y, force.z, torque.x, torque.y, torque.z])
            .collect()
    }

    fn check(&self, name: &str) {
        let mut block = <PairBlock as Block<f64>>::new(self.model, true);
        let bodies = [&self.bodies[0], &self.bodies[1]];
        block.predict(&self.setup, self.sides(), bodies, false);
        block.evaluate(self.sides(), bodies, self.rho);
        let mut tangent = vec![vec![0.0; 12]; 12];
        block.condense(self.sides(), bodies, self.rho, |row, columns, _| {
            tangent[row].copy_from_slice(columns)
        });
        assert!(block.wrench(0).0.norm() > 1e-3, "{name}: nothing pushes");
        for k in 0..12 {
            let column: Vec<f64> = tangent.iter().map(|row| row[k]).collect();
            check_derivative(
                &format!("{name}, column {k}"),
                |x| self.moved(k, x),
                0.0,
                &column,
                1e-6,
            );
        }
    }
}

#[test]
fn the_tangent_of_a_pair_is_that_of_central_differences() {
    let (cube, ball) = (cuboid(1.0, 1.0, 1.0), ball(1.0));
    for model in MODELS {
        for (name, shapes) in [
            ("cubes", [&cube, &cube]),
            ("ball and cube", [&ball, &cube]),
            ("balls", [&ball, &ball]),
        ] {
            for seed in 0..4 {
                Case::new(model, shapes, 1e-2, seed).check(&format!("{model:?}, {name}, {seed}"));
            }
        }
    }
}

#[test]
fn forces_and_torques_of_a_pair_sum_to_nothing() {
    let (cube, ball) = (cuboid(1.0, 1.0, 1.0), ball(1.0));
    for model in MODELS {
        for shapes in [[&cube, &cube], [&ball, &cube]] {
            let case = Case::new(model, shapes, 1e-2, 7);
            let w = case.wrenches(&case.bodies);
            let at = |k: usize| Vec3::new(w[k], w[k + 1], w[k + 2]);
            let [a, b] = [0, 1].map(|s| case.bodies[s].pose.x);
            assert!((at(0) + at(6)).norm() < 1e-13);
            assert!((at(3) + at(9) + a.cross(&at(0)) + b.cross(&at(6))).norm() < 1e-12);
        }
    }
}
