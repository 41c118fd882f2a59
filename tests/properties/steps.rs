//! A step in another frame, order or unit is the same step.

use super::any_shape::*;
use super::config;
use drystone::math::{Rot, Vec3};
use drystone::shape::*;
use drystone::step::Simulator;
use drystone::world::*;
use proptest::prelude::*;
use std::sync::Arc;

const RHO: f64 = 1e-6;
/// Relative to sizes of 0.1 to 1 m and speeds of some m/s.
const TOLERANCE: f64 = 1e-8;

/// Two stones that have fallen on a slab and on each other.
#[derive(Debug, Clone)]
struct World {
    specs: Vec<BodySpec>,
    gravity: Vec3,
    time_step: f64,
    state: State,
}

fn body(name: &str, motion: Motion, parts: &[Placed]) -> BodySpec {
    let part = |placed: &Placed| PartSpec::new("part", placed.clone(), 0.4);
    let mut spec = BodySpec::new(name, motion).mass(2.0);
    spec.parts = parts.iter().map(part).collect();
    spec
}

impl World {
    fn fallen(stones: [Vec<Placed>; 2], turns: [Rot; 2], steps: usize) -> Self {
        let slab = Shape::Cuboid(Cuboid::new(Vec3::new(3.0, 3.0, 0.5)).unwrap());
        let radius = |parts: &[Placed]| -> f64 {
            let reach = parts
                .iter()
                .map(|p| p.offset.norm() + p.shape.bounding_radius());
            reach.fold(0.0, f64::max)
        };
        let heights = stones.each_ref().map(|parts| radius(parts));
        let at = |z: f64, turn| BodyState::at_rest(Vec3::new(0.01 * z, 0.0, z), turn);
        let mut world = Self {
            specs: vec![
                body("slab", Motion::Fixed, &[Placed::at_origin(slab)]),
                body("low", Motion::Free, &stones[0]),
                body("high", Motion::Free, &stones[1]),
            ],
            gravity: Vec3::new(0.3, -0.2, -9.7),
            time_step: 1.0 / 64.0,
            state: State {
                bodies: vec![
                    at(-0.5, Rot::identity()),
                    at(heights[0], turns[0]),
                    at(2.0 * heights[0] + heights[1], turns[1]),
                ],
                ..State::default()
            },
        };
        world.state = world.run(steps, Simulator::new);
        world
    }

    fn model(&self) -> Arc<Model> {
        let builder = Model::builder()
            .gravity(self.gravity)
            .time_step(self.time_step);
        let specs = self.specs.iter().cloned();
        Arc::new(
            specs
                .fold(builder, |builder, spec| builder.body(spec))
                .build()
                .unwrap(),
        )
    }

    fn run(&self, steps: usize, simulator: fn(Arc<Model>) -> Simulator) -> State {
        let model = self.model();
        let mut simulator = simulator(model.clone());
        let mut state = self.state.clone();
        for _ in 0..steps {
            let input = Input::hold(&model, &state);
            let step = simulator.step(&state, &input, RHO).unwrap();
            assert!(step.status.solved, "{}", step.status.explain(RHO));
            state = step.state;
        }
        state
    }

    /// The next state, down to rounding.
    fn next(&self) -> State {
        self.run(1, Simulator::precise)
    }

    /// The same world seen from elsewhere.
    fn moved(&self, turn: &Rot, shift: &Vec3) -> Self {
        Self {
            gravity: turn * self.gravity,
            state: moved(&self.state, turn, shift),
            ..self.clone()
        }
    }

    /// The same world with its bodies listed from the last.
    fn reversed(&self) -> Self {
        let mut out = self.clone();
        out.specs.reverse();
        out.state.bodies.reverse();
        out
    }

    /// Lengths times 4, times times 2, masses times 8: accelerations stay.
    fn larger(&self) -> Self {
        let mut out = self.clone();
        out.time_step *= 2.0;
        for spec in &mut out.specs {
            spec.mass = MassSpec::Mass(16.0);
            for part in &mut spec.parts {
                part.placed.offset *= 4.0;
                part.placed.shape = larger(&part.placed.shape);
            }
        }
        out.state = larger_state(&self.state);
        out
    }
}

fn moved(state: &State, turn: &Rot, shift: &Vec3) -> State {
    let bodies = state.bodies.iter().map(|at| BodyState {
        position: turn * at.position + shift,
        rotation: turn * at.rotation,
        velocity: turn * at.velocity,
        angular_velocity: at.angular_velocity,
    });
    State {
        bodies: bodies.collect(),
        ..State::default()
    }
}

fn larger_state(state: &State) -> State {
    let bodies = state.bodies.iter().map(|at| BodyState {
        position: at.position * 4.0,
        rotation: at.rotation,
        velocity: at.velocity * 2.0,
        angular_velocity: at.angular_velocity / 2.0,
    });
    State {
        bodies: bodies.collect(),
        ..State::default()
    }
}

fn larger(shape: &Shape) -> Shape {
    let polytope = |from: &Polytope| {
        let corners: Vec<Vec3> = from.vertices.iter().map(|v| v * 4.0).collect();
        Polytope::from_vertices(&corners).unwrap()
    };
    match shape {
        Shape::Cuboid(s) => Shape::Cuboid(Cuboid::new(s.half_extents * 4.0).unwrap()),
        Shape::Sphere(s) => Shape::Sphere(Sphere::new(s.radius * 4.0).unwrap()),
        Shape::Ellipsoid(s) => Shape::Ellipsoid(Ellipsoid::new(s.semi_axes * 4.0).unwrap()),
        Shape::Capsule(s) => Shape::Capsule(Capsule::new(s.radius * 4.0, s.length * 4.0).unwrap()),
        Shape::TaperedCapsule(s) => {
            let radii = s.radii.map(|radius| radius * 4.0);
            Shape::TaperedCapsule(TaperedCapsule::new(radii, s.length * 4.0).unwrap())
        }
        Shape::Cylinder(s) => {
            let mut cylinder = Cylinder::new(s.radius * 4.0, s.length * 4.0).unwrap();
            cylinder.form = s.form;
            Shape::Cylinder(cylinder)
        }
        Shape::CircularCone(s) => {
            Shape::CircularCone(CircularCone::new(s.height * 4.0, s.half_angle).unwrap())
        }
        Shape::Polytope(s) => Shape::Polytope(polytope(s)),
        Shape::PaddedPolytope(s) => {
            Shape::PaddedPolytope(PaddedPolytope::new(polytope(&s.core), s.radius * 4.0).unwrap())
        }
        Shape::HalfSpace(_) | Shape::PointHull(_) | Shape::Minkowski(_) => {
            unreachable!("not among the stones")
        }
    }
}

fn off(one: &State, other: &State) -> f64 {
    let numbers = |state: &State| -> Vec<f64> {
        // q and -q are one attitude
        let sign = |at: &BodyState, numbers: [f64; 13]| {
            let mut numbers = numbers;
            let largest = at.rotation.coords.iamax();
            if at.rotation.coords[largest] < 0.0 {
                numbers[3..7].iter_mut().for_each(|q| *q = -*q);
            }
            numbers
        };
        state
            .bodies
            .iter()
            .flat_map(|at| sign(at, at.numbers()))
            .collect()
    };
    let pairs = numbers(one).into_iter().zip(numbers(other));
    pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

fn stone() -> impl Strategy<Value = Vec<Placed>> {
    let single = primitive().prop_map(|shape| vec![Placed::at_origin(shape)]);
    let at = |x: f64| {
        move |shape| Placed {
            offset: Vec3::new(x, 0.1, -0.05),
            ..Placed::at_origin(shape)
        }
    };
    let three = [
        primitive().prop_map(at(-0.7)).boxed(),
        primitive().prop_map(at(0.0)).boxed(),
        primitive().prop_map(at(0.7)).boxed(),
    ];
    prop_oneof![2 => single, 1 => three.prop_map(|parts| parts.to_vec())]
}

fn world() -> impl Strategy<Value = World> {
    ([stone(), stone()], [rotation(), rotation()], 5..60usize)
        .prop_map(|(stones, turns, steps)| World::fallen(stones, turns, steps))
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn a_moved_world_moves_alike(world in world(), turn in rotation(), shift in vector(2.0)) {
        let (one, other) = (moved(&world.next(), &turn, &shift), world.moved(&turn, &shift).next());
        prop_assert!(off(&one, &other) < TOLERANCE, "{:e}", off(&one, &other));
    }

    #[test]
    fn first_and_second_are_alike(world in world()) {
        let mut other = world.reversed().next();
        other.bodies.reverse();
        prop_assert!(off(&world.next(), &other) < TOLERANCE, "{:e}", off(&world.next(), &other));
    }

    #[test]
    fn parts_may_come_in_any_order(world in world()) {
        let mut other = world.clone();
        other.specs.iter_mut().for_each(|spec| spec.parts.reverse());
        prop_assert!(off(&world.next(), &other.next()) < TOLERANCE, "{:e}", off(&world.next(), &other.next()));
    }

    #[test]
    fn units_change_the_last_digits_only(world in world()) {
        let (one, other) = (larger_state(&world.next()), world.larger().next());
        prop_assert!(off(&one, &other) < 1e-12, "{:e}", off(&one, &other));
    }
}
