//! The condensed Newton direction satisfies the full linearised system, row by row: equality rows
//! against central differences of the residuals along the direction, complementarity rows exactly.

use drystone::contact::{Block, PairStart, SingleLevel};
use drystone::dynamics::Start;
use drystone::ipm::Problem;
use drystone::math::{Rot, Vec3};
use drystone::shape::{Capsule, Cuboid, HalfSpace, Minkowski, Placed, Shape, Sphere};
use drystone::step::{Active, Interval, Island, PairSlot, Workspace};
use drystone::world::*;

fn shapes() -> Vec<(&'static str, Shape)> {
    let cuboid = Shape::Cuboid(Cuboid::new(Vec3::new(0.5, 0.4, 0.3)).unwrap());
    let sphere = Shape::Sphere(Sphere::new(0.2).unwrap());
    let capsule = Shape::Capsule(Capsule::new(0.3, 0.5).unwrap());
    let sum = Minkowski::new(
        Placed::at_origin(cuboid.clone()),
        Placed {
            shape: capsule.clone(),
            offset: Vec3::new(0.05, 0.0, 0.1),
            rotation: Rot::from_euler_angles(0.3, 0.2, 0.1),
        },
    );
    vec![
        ("box", cuboid),
        ("sphere", sphere),
        ("capsule", capsule),
        ("sum", Shape::Minkowski(Box::new(sum.unwrap()))),
    ]
}

fn spec(name: &str, shape: &Shape, motion: Motion) -> BodySpec {
    let inertia = drystone::math::Mat3::new(0.11, 0.01, 0.0, 0.01, 0.14, -0.02, 0.0, -0.02, 0.17);
    BodySpec::new(name, motion)
        .mass_spec(MassSpec::Full(1.3, Vec3::new(0.02, -0.01, 0.03), inertia))
        .shape(shape.clone())
        .friction(0.6)
        .torsional_friction(0.05)
}

/// Returns two bodies above each other and a floor; the upper one is driven.
fn scene(shape: &Shape, law: FrictionLaw, point: FrictionPoint, plane: bool) -> (Model, State) {
    let floor = if plane {
        Shape::HalfSpace(HalfSpace::new(Vec3::z(), 0.0).unwrap())
    } else {
        Shape::Cuboid(Cuboid::new(Vec3::new(3.0, 3.0, 1.0)).unwrap())
    };
    let drive = Drive {
        stiffness: Vec3::new(300.0, 200.0, 400.0),
        damping: 20.0,
        rotational_stiffness: Vec3::new(30.0, 20.0, 40.0),
        rotational_damping: 2.0,
    };
    let model = Model::builder()
        .time_step(0.05)
        .length(0.4)
        .friction_law(law)
        .friction_point(point)
        .body(spec("floor", &floor, Motion::Fixed))
        .body(spec("low", shape, Motion::Free))
        .body(spec("high", shape, Motion::Driven(drive)))
        .build()
        .unwrap();
    let z0 = if plane { 0.0 } else { -1.0 };
    let at = |x, y, z, q, v, w| BodyState {
        position: Vec3::new(x, y, z),
        rotation: q,
        velocity: v,
        angular_velocity: w,
    };
    let q1 = Rot::from_euler_angles(0.2, -0.1, 0.4);
    let q2 = Rot::from_euler_angles(-0.3, 0.2, 0.9);
    let mut state = State::default();
    state
        .bodies
        .push(BodyState::at_rest(Vec3::new(0.0, 0.0, z0), Rot::identity()));
    let (v1, w1) = (Vec3::new(0.3, -0.2, -0.4), Vec3::new(1.0, 0.5, -2.0));
    state.bodies.push(at(0.02, 0.03, 0.5, q1, v1, w1));
    let (v2, w2) = (Vec3::new(-0.4, 0.1, -1.0), Vec3::new(-0.5, 2.0, 1.0));
    state.bodies.push(at(0.0, 0.0, 1.2, q2, v2, w2));
    (model, state)
}

fn single_level(slot: &PairSlot) -> &SingleLevel {
    slot.block.single_level().expect("the model of the test")
}

/// All equality rows at the current iterate, with names.
fn rows(island: &Island, bodies: &[usize], model: &Model) -> Vec<(String, f64)> {
    let mut out = Vec::new();
    for &i in bodies {
        for (k, r) in island.body(i).residual.iter().enumerate() {
            out.push((format!("{} row {k}", model.bodies[i].name), *r));
        }
    }
    for block in island.pairs().map(single_level) {
        let (e_p, e_a) = block.collision.stationarity();
        e_p.iter().for_each(|v| out.push(("E_p".into(), *v)));
        out.push(("E_a".into(), e_a));
        for side in &block.collision.sides {
            side.cone
                .residuals()
                .iter()
                .for_each(|v| out.push(("S_col".into(), *v)));
            side.stationarity()
                .iter()
                .for_each(|v| out.push(("E_eps".into(), *v)));
        }
        for (k, v) in block.law.residuals().iter().enumerate() {
            out.push((
                format!(
                    "law row {k} ({})",
                    drystone::contact::Law::<f64>::row_name(k)
                ),
                *v,
            ));
        }
    }
    out
}

/// s.z of every cone block, with what its change along the direction must be: rho_b minus itself in
/// an orthant row, so also in its sum over a cone (the linearised rows are exact there).
fn products(island: &Island) -> Vec<(f64, f64)> {
    let mut out = Vec::new();
    for cone in island.pairs().map(single_level).flat_map(|b| b.cones()) {
        let product = |range: std::ops::Range<usize>| -> f64 {
            let rows = cone.s()[range.clone()].iter().zip(&cone.z()[range]);
            rows.map(|(s, z)| s * z).sum()
        };
        let orthant = (0..cone.orthant()).map(|i| i..i + 1);
        let socs = cone.socs().iter().map(|soc| soc.rows());
        out.extend(
            orthant
                .chain(socs)
                .map(|range| (product(range), cone.factor)),
        );
    }
    out
}

/// The tangents in closed form are those of the plain formula.
fn check_columns(island: &Island) {
    for slot in island.pairs() {
        let bodies = slot.candidate.bodies.map(|i| &island.body(i).kinematics);
        let [plain, fast] = single_level(slot).clone().both_tangents(bodies);
        for k in 0..plain.len() + 2 {
            let largest = plain.iter().fold(0.0_f64, |m, row| m.max(row[k].abs()));
            for (row, (plain, fast)) in plain.iter().zip(&fast).enumerate() {
                let apart = (plain[k] - fast[k]).abs();
                assert!(apart <= 1e-10 * largest, "row {row}, column {k}: {apart:e}");
            }
        }
    }
}

#[test]
fn the_condensed_direction_solves_the_full_system() {
    let rho = 1e-4;
    let mut checked = 0;
    for (name, shape) in shapes() {
        for law in [FrictionLaw::Cone, FrictionLaw::Pyramid] {
            for point in [FrictionPoint::Lagged, FrictionPoint::Implicit] {
                for plane in [true, false] {
                    let (model, state) = scene(&shape, law, point, plane);
                    let model = std::sync::Arc::new(model);
                    let input = Input::hold(&model, &state);
                    let mut work = Workspace::default();
                    work.lay_out(
                        &model,
                        &[(&state, &input)],
                        Interval::whole(model.time_step),
                        1e-2,
                        Active::ALL,
                    );
                    assert_eq!(work.island_count(), 1);
                    assert!(work.slots().count() >= 2, "{name}");
                    checked += check_island(&model, &mut work, point, rho);
                }
            }
        }
    }
    assert!(checked > 2500, "{checked} rows were compared");
}

fn check_island(model: &Model, work: &mut Workspace, point: FrictionPoint, rho: f64) -> usize {
    let mut island = work.island(model, 0);
    let members = island.members().to_vec();
    island.start(Start::State, 1e-2, |slot, bodies| {
        let start = PairStart {
            c0: 1e-2,
            rho,
            load: 0.0,
            bodies: Some(slot.candidate.bodies.map(|i| &bodies[i].kinematics)),
            point,
            wedged: false,
            restart: None,
        };
        slot.block.start(&slot.setup, start)
    });
    // Walk off the start so that no residual is accidentally zero.
    island.evaluate(1e-3);
    for _ in 0..3 {
        assert!(island.predict(rho, false));
        let longest = island.combine(0.0, false);
        island.advance(0.4 * longest.min(1.0), 1e-3);
    }
    assert!(island.predict(rho, false));
    let longest = island.combine(0.0, false).min(1.0);
    let before = rows(&island, &members, model);
    check_columns(&island);
    let products_before = products(&island);
    let eps = 1e-5 * longest;
    island.advance(eps, 1e-3);
    let (ahead, products_ahead) = (rows(&island, &members, model), products(&island));
    island.advance(-2.0 * eps, 1e-3);
    let (behind, products_behind) = (rows(&island, &members, model), products(&island));
    for ((row, now), (ahead, behind)) in before.iter().zip(ahead.iter().zip(&behind)) {
        let slope = (ahead.1 - behind.1) / (2.0 * eps);
        let scale = 1.0 + now.abs() + (ahead.1 - behind.1).abs();
        assert!(
            (slope + now).abs() < 2e-6 * scale,
            "{row}: residual {now:.6e}, its change along the direction {slope:.6e}"
        );
    }
    let around = products_ahead.iter().zip(&products_behind);
    for ((now, factor), (ahead, behind)) in products_before.iter().zip(around) {
        let slope = (ahead.0 - behind.0) / (2.0 * eps);
        let wanted = rho * factor - now;
        assert!(
            (slope - wanted).abs() < 1e-6 * (1.0 + now.abs()),
            "product {now:.6e} changes by {slope:.6e} instead of {wanted:.6e}"
        );
    }
    before.len() + products_before.len()
}
