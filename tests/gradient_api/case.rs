//! Situations with contact that is neither flat nor aligned, one step before it happens.

use crate::common::scenes::*;
use drystone::math::{Rot, Vec3};
use drystone::shape::{Capsule, CircularCone, HalfSpace, Placed, Polytope, Shape, Sphere};
use drystone::step::{Simulator, Step};
use drystone::world::*;
use std::sync::Arc;

/// A model, a state and an input whose step is looked at.
pub struct Case {
    pub name: &'static str,
    pub model: Arc<Model>,
    pub state: State,
    pub input: Input,
}

impl Case {
    /// The step, solved down to rounding.
    pub fn step(&self, rho: f64) -> Step {
        self.step_with(&mut Simulator::precise(self.model.clone()), rho)
    }

    pub fn step_with(&self, simulator: &mut Simulator, rho: f64) -> Step {
        let step = simulator.step(&self.state, &self.input, rho).unwrap();
        assert!(step.status.solved, "{}: {:?}", self.name, step.status);
        step
    }

    /// Runs until each pair of `pairs` carries an impulse, and stays before that step.
    pub fn until(mut self, pairs: &[(&str, &str)]) -> Self {
        let index = |name: &str| self.model.body_index(name).unwrap();
        let pairs: Vec<_> = pairs.iter().map(|(a, b)| (index(a), index(b))).collect();
        let unit = self.model.units.velocity;
        let mut simulator = Simulator::new(self.model.clone());
        for _ in 0..300 {
            let step = self.step_with(&mut simulator, 1e-4);
            let pushes = |&(a, b): &(usize, usize)| {
                step.contacts.iter().any(|c| {
                    (c.first.body, c.second.body) == (a.min(b), a.max(b))
                        && c.normal_impulse > 0.02 * unit
                })
            };
            if pairs.iter().all(pushes) {
                return self;
            }
            for (i, command) in self.input.commands.iter_mut().enumerate() {
                // Prescribed bodies go on at their speed.
                let (from, to) = (&self.state.bodies[i], &step.state.bodies[i]);
                command.position += to.position - from.position;
                command.rotation = from.rotation.rotation_to(&to.rotation) * command.rotation;
            }
            self.state = step.state;
        }
        panic!("{}: the pairs never touch at once", self.name);
    }
}

/// A part away from the origin of its body, turned, with both kinds of friction.
pub fn rough(shape: Shape, offset: [f64; 3], turn: [f64; 3]) -> PartSpec {
    let placed = Placed {
        shape,
        offset: offset.into(),
        rotation: Rot::from_scaled_axis(turn.into()),
    };
    PartSpec::new("part", placed, 0.6).torsional_friction(0.01)
}

pub fn body(name: &str, motion: Motion, parts: Vec<PartSpec>) -> BodySpec {
    let mut spec = BodySpec::new(name, motion).density(900.0);
    spec.parts = parts;
    spec
}

/// A slightly tilted floor whose plane is placed in its body.
pub fn floor() -> BodySpec {
    let normal = Vec3::new(0.1, -0.05, 1.0).normalize();
    let shape = Shape::HalfSpace(HalfSpace::new(normal, 0.01).unwrap());
    let mut part = rough(shape, [0.02, 0.01, -0.01], [0.03, 0.02, 0.0]);
    part.friction = 0.4;
    part.torsional_friction = 0.02.into();
    body("floor", Motion::Fixed, vec![part])
}

pub fn cone() -> Shape {
    Shape::CircularCone(CircularCone::new(0.2, 0.5).unwrap())
}

pub fn capsule() -> Shape {
    Shape::Capsule(Capsule::new(0.05, 0.15).unwrap())
}

pub fn sphere(radius: f64) -> Shape {
    Shape::Sphere(Sphere::new(radius).unwrap())
}

pub fn builder() -> ModelBuilder {
    Model::builder().length(0.1).body(floor())
}

/// A state with a body somewhere, turned and moving; SI.
pub fn at(x: [f64; 3], turn: [f64; 3], v: [f64; 3], w: [f64; 3]) -> BodyState {
    BodyState {
        position: x.into(),
        rotation: Rot::from_scaled_axis(turn.into()),
        velocity: v.into(),
        angular_velocity: w.into(),
    }
}

fn new(name: &'static str, builder: ModelBuilder, bodies: Vec<BodyState>) -> Case {
    let model = Arc::new(builder.build().unwrap());
    let state = State {
        bodies,
        ..State::default()
    };
    let mut input = Input::hold(&model, &state);
    for (i, wrench) in input.wrenches.iter_mut().enumerate() {
        let f = 0.3 + i as f64;
        wrench.force = Vec3::new(0.2 * f, -0.1 * f, 0.3 * f);
        wrench.torque = Vec3::new(-0.01, 0.02, 0.01) * f;
    }
    Case {
        name,
        model,
        state,
        input,
    }
}

fn origin() -> BodyState {
    BodyState::at_rest(Vec3::zeros(), Rot::identity())
}

fn falling() -> BodyState {
    at(
        [0.03, -0.02, 0.3],
        [0.4, 0.7, -0.3],
        [0.4, -0.2, -0.8],
        [1.0, -2.0, 1.5],
    )
}

/// A box, a cone or a capsule that falls on the floor.
pub fn on_the_floor(
    name: &'static str,
    shape: Shape,
    with: impl Fn(ModelBuilder) -> ModelBuilder,
) -> Case {
    let part = rough(shape, [0.02, -0.01, 0.03], [0.2, -0.1, 0.3]);
    let builder = with(builder()).body(body("stone", Motion::Free, vec![part]));
    new(name, builder, vec![origin(), falling()]).until(&[("floor", "stone")])
}

/// A box with rounded edges.
pub fn padded() -> Shape {
    let corners = |x: f64, y: f64, z: f64| {
        let sign = |bit: i32, i: i32| if i & bit == 0 { 1.0 } else { -1.0 };
        let corner = |i| Vec3::new(x * sign(1, i), y * sign(2, i), z * sign(4, i));
        (0..8).map(corner).collect::<Vec<_>>()
    };
    let core = Polytope::from_vertices(&corners(0.1, 0.07, 0.04)).unwrap();
    Shape::padded(core, 0.02).unwrap()
}

/// A body that lies on a face, an edge or a line of its own, turned by `own`, and slides and spins there: friction
/// acts on the patch. It is tilted a little, so that nothing about it is even.
pub fn lying(name: &'static str, shape: Shape, own: [f64; 3]) -> Case {
    let part =
        rough(shape.clone(), [0.0; 3], [0.0; 3]).torsional_friction(TorsionalFriction::Patch);
    let mut floor = floor();
    floor.parts[0].torsional_friction = TorsionalFriction::Patch;
    let ground = &floor.parts[0].placed;
    let normal = ground.rotation * ground.shape.plane_normal().expect("the floor is a plane");
    let height = ground.support_value(&normal)
        + shape.support_value(
            &Rot::from_scaled_axis(own.into()).inverse_transform_vector(&-Vec3::z()),
        );
    let builder = Model::builder().length(0.1).body(floor);
    let builder = builder.body(body("stone", Motion::Free, vec![part]));
    let upright = Rot::rotation_between(&Vec3::z(), &normal).unwrap();
    let tilt = Rot::from_scaled_axis(Vec3::new(3e-4, -2e-4, 0.0));
    let turn = upright * tilt * Rot::from_scaled_axis(Vec3::z() * 0.4);
    let rotation = turn * Rot::from_scaled_axis(own.into());
    let along = tilt * Vec3::new(0.3, -0.2, 0.0);
    let mut state = BodyState::at_rest(normal * height, rotation);
    state.velocity = upright * along;
    state.angular_velocity = rotation.inverse() * (normal * 3.0);
    new(name, builder, vec![origin(), state]).until(&[("floor", "stone")])
}

/// A box that lands on a box that rocks on the floor.
pub fn stack() -> Case {
    stack_with("stack", |builder| builder)
}

/// The stack in another model.
pub fn stack_with(name: &'static str, with: impl Fn(ModelBuilder) -> ModelBuilder) -> Case {
    let part = |x, y, z| vec![rough(cuboid(x, y, z), [0.01, 0.0, -0.02], [0.1, 0.0, 0.2])];
    let builder = with(builder())
        .body(body("lower", Motion::Free, part(0.12, 0.1, 0.08)))
        .body(body("upper", Motion::Free, part(0.07, 0.08, 0.09)));
    let upper = at(
        [0.05, 0.02, 0.46],
        [0.5, -0.6, 0.2],
        [-0.1, 0.2, -1.0],
        [1.0, 0.5, -1.0],
    );
    let lower = at(
        [0.02, 0.01, 0.2],
        [0.3, 0.2, 0.1],
        [0.1, 0.1, -0.5],
        [0.5, -0.4, 0.2],
    );
    new(name, builder, vec![origin(), lower, upper])
        .until(&[("floor", "lower"), ("lower", "upper")])
}

pub fn drive() -> Drive {
    Drive {
        stiffness: Vec3::new(800.0, 700.0, 900.0),
        damping: 20.0,
        rotational_stiffness: Vec3::new(4.0, 3.0, 5.0),
        rotational_damping: 0.3,
    }
}

/// The crowd with a ball and a bundle on the floor that turn too far for one solve: they go in halves and
/// quarters, the others at once.
pub fn spinning_beside() -> Case {
    let mut case = crowd();
    case.name = "beside";
    for (name, turn) in [("ball", 2.3), ("bundle", 1.2)] {
        let body = case.model.body_index(name).unwrap();
        let spin = &mut case.state.bodies[body].angular_velocity;
        *spin *= turn / case.model.time_step / spin.norm();
    }
    case
}

/// A box between a fixed wall, a prescribed paddle and a driven finger; a ball in the air; and a
/// bundle (two boxes and a ball) on the floor far away: three islands.
pub fn crowd() -> Case {
    let wall = rough(cuboid(0.05, 0.2, 0.2), [0.0, 0.02, 0.01], [0.1, 0.05, -0.1]);
    let paddle = rough(cuboid(0.2, 0.2, 0.03), [0.01, 0.0, 0.0], [0.0, 0.1, 0.0]);
    let bundle = vec![
        rough(cuboid(0.1, 0.03, 0.04), [0.0, 0.0, 0.0], [0.1, 0.0, 0.0]),
        rough(cuboid(0.03, 0.1, 0.04), [0.05, 0.0, 0.02], [0.0, 0.2, 0.0]),
        rough(sphere(0.05), [-0.04, 0.03, -0.05], [0.0, 0.0, 0.0]),
    ];
    let stone = rough(cuboid(0.08, 0.1, 0.09), [0.0, 0.01, 0.0], [0.3, 0.2, 0.1]);
    let builder = builder()
        .body(body("wall", Motion::Fixed, vec![wall]))
        .body(body("stone", Motion::Free, vec![stone]))
        .body(body("paddle", Motion::Prescribed, vec![paddle]))
        .body(body(
            "finger",
            Motion::Driven(drive()),
            vec![rough(capsule(), [0.0, 0.0, 0.01], [0.0, 0.3, 0.0])],
        ))
        .body(body(
            "ball",
            Motion::Free,
            vec![rough(sphere(0.06), [0.0; 3], [0.0; 3])],
        ))
        .body(body("bundle", Motion::Free, bundle));
    let states = vec![
        origin(),
        at([-0.2, 0.0, 0.6], [0.05, -0.1, 0.1], [0.0; 3], [0.0; 3]),
        at(
            [-0.02, 0.0, 0.62],
            [0.3, 0.2, 0.4],
            [-0.3, 0.1, -0.2],
            [0.5, -1.0, 0.4],
        ),
        at([0.0, 0.0, 0.42], [0.1, 0.05, 0.0], [0.0; 3], [0.0; 3]),
        at(
            [0.17, 0.0, 0.62],
            [0.1, 0.2, 0.3],
            [-0.2, 0.0, 0.1],
            [0.3, 0.2, -0.4],
        ),
        at(
            [0.5, 2.0, 1.5],
            [0.1, 0.2, 0.3],
            [0.1, 0.2, 0.3],
            [3.0, 2.0, -4.0],
        ),
        at(
            [2.0, 0.0, 0.1],
            [0.2, -0.3, 0.1],
            [0.2, 0.1, -0.3],
            [1.0, 0.7, -0.5],
        ),
    ];
    let mut case = new("crowd", builder, states);
    let paddle = &mut case.input.commands[3];
    paddle.position += Vec3::new(0.001, 0.0005, 0.004);
    paddle.rotation *= Rot::from_scaled_axis(Vec3::new(0.01, -0.02, 0.03));
    let finger = &mut case.input.commands[4];
    finger.position += Vec3::new(-0.06, 0.01, 0.0);
    finger.rotation *= Rot::from_scaled_axis(Vec3::new(0.2, 0.1, -0.3));
    finger.velocity = Vec3::new(-0.1, 0.05, 0.02);
    finger.angular_velocity = Vec3::new(0.2, -0.1, 0.3);
    case.until(&[
        ("stone", "wall"),
        ("stone", "paddle"),
        ("stone", "finger"),
        ("bundle", "floor"),
    ])
}

/// Two planar bodies, one driven, that meet on the floor.
pub fn planar() -> Case {
    planar_with("planar", |builder| builder)
}

/// The planar bodies in another model.
pub fn planar_with(name: &'static str, with: impl Fn(ModelBuilder) -> ModelBuilder) -> Case {
    let shape = |name, motion, shape| {
        let mut body = body(
            name,
            motion,
            vec![rough(shape, [0.02, 0.0, 0.01], [0.0, 0.3, 0.0])],
        );
        body.plane = Some(Plane::Xz);
        body
    };
    let builder = with(builder())
        .body(shape("first", Motion::Free, cuboid(0.1, 0.08, 0.06)))
        .body(shape("second", Motion::Driven(drive()), capsule()));
    let first = at(
        [0.0, 0.0, 0.25],
        [0.0, 0.4, 0.0],
        [0.2, 0.0, -0.5],
        [0.0, 2.0, 0.0],
    );
    let second = at(
        [0.2, 0.0, 0.3],
        [0.0, -0.3, 0.0],
        [-0.6, 0.0, 0.0],
        [0.0, -1.0, 0.0],
    );
    let mut case = new(name, builder, vec![origin(), first, second]);
    let command = &mut case.input.commands[2];
    command.position.x -= 0.15;
    command.rotation *= Rot::from_scaled_axis(Vec3::new(0.0, 0.3, 0.0));
    case.until(&[("first", "floor"), ("first", "second")])
}

/// A box on the floor that a driven finger pushes off its centre; both are quasi-dynamic.
pub fn pushing() -> Case {
    let part = rough(cuboid(0.1, 0.08, 0.06), [0.02, -0.01, 0.0], [0.0; 3]);
    let tip = rough(sphere(0.03), [0.0; 3], [0.0; 3]);
    let builder = builder()
        .body(body("stone", Motion::Free, vec![part]).quasi_dynamic())
        .body(body("finger", Motion::Driven(drive()), vec![tip]).quasi_dynamic());
    let stone = at(
        [0.0, 0.0, 0.15],
        [0.1, 0.2, 0.3],
        [0.5, 0.4, 0.3],
        [2.0, 1.0, 3.0],
    );
    let finger = at([0.25, 0.03, 0.12], [0.0; 3], [0.1, 0.2, 0.3], [0.3; 3]);
    let mut case = new("pushing", builder, vec![origin(), stone, finger]);
    case.input.commands[2].position.x -= 0.012;
    case.until(&[("stone", "floor"), ("stone", "finger")])
}

/// A box that hits the floor while it turns by `turn` rad in the step, on a paddle that turns too.
pub fn spinning(name: &'static str, turn: f64) -> Case {
    let stone = rough(cuboid(0.08, 0.1, 0.09), [0.01, 0.01, 0.0], [0.3, 0.2, 0.1]);
    let paddle = rough(cuboid(0.2, 0.2, 0.03), [0.01, 0.0, 0.0], [0.0, 0.1, 0.0]);
    let builder = builder()
        .body(body("stone", Motion::Free, vec![stone]))
        .body(body("paddle", Motion::Prescribed, vec![paddle]));
    let spin = Vec3::new(0.5, 0.3, 0.8).normalize() * (turn / 0.01);
    let stone = at(
        [0.0, 0.0, 0.75],
        [0.2, 0.1, 0.4],
        [0.1, 0.2, -1.0],
        spin.into(),
    );
    let paddle = at([0.0, 0.0, 0.42], [0.1, 0.05, 0.0], [0.0; 3], [0.0; 3]);
    let mut case = new(name, builder, vec![origin(), stone, paddle]);
    let command = &mut case.input.commands[2];
    command.position += Vec3::new(0.001, 0.0005, 0.002);
    command.rotation *= Rot::from_scaled_axis(Vec3::new(0.05, -0.02, 0.04));
    case.until(&[("stone", "paddle")])
}

/// A polytope whose corners are all equally far: where H is capped by its bounding radius, moving a
/// face is a kink.
pub fn regular() -> Case {
    on_the_floor("regular", truncated_cube(0.08), |b| b.length(0.07))
}

/// All of them.
pub fn all() -> Vec<Case> {
    vec![
        on_the_floor("box", cuboid(0.1, 0.08, 0.06), |b| b),
        pushing(),
        on_the_floor("cone", cone(), |b| b),
        on_the_floor("capsule", capsule(), |b| b),
        on_the_floor("pyramid", cuboid(0.1, 0.08, 0.06), |b| {
            b.friction_law(FrictionLaw::Pyramid)
        }),
        on_the_floor("implicit", cuboid(0.1, 0.08, 0.06), |b| {
            b.friction_point(FrictionPoint::Implicit)
        }),
        lying("face", cuboid(0.1, 0.08, 0.06), [0.0; 3]),
        lying("edge", cuboid(0.1, 0.08, 0.06), [0.7, 0.0, 0.0]),
        lying("line", capsule(), [std::f64::consts::FRAC_PI_2, 0.0, 0.0]),
        lying("prism", padded(), [0.0, 0.0, 0.0]),
        stack(),
        crowd(),
        planar(),
        spinning("halved", 1.4),
        spinning("quartered", 2.6),
    ]
}
