//! Derivatives of whole runs (the records' `gradients`): those of the steps, chained.
//!
//! The reference's derivatives are those of the continuous motion with rigid contact. A run at step
//! `h` and relaxation `rho` differs by terms of first order in `h`, as its values do, and by the
//! softness of contact; every test states its tolerance, relative to the reference's number.

use crate::oracle::{numbers, text};
use crate::oracle_dynamics::cases;
use crate::oracle_dynamics::track::{Compared, Direction, Track};
use drystone::math::{Rot, Vec3};
use drystone::shape::{Cylinder, Shape};
use drystone::world::Model;
use drystone_lab::physics::oracles::Run;
use drystone_lab::physics::oracles::bodies::*;
use nalgebra::DVector;

/// Kinds with derivatives in the reference.
const KINDS: [&str; 9] = [
    "free_fall",
    "sphere_slip_then_roll",
    "block_on_incline",
    "block_slides_to_stop",
    "inelastic_collision",
    "cylinder_on_incline",
    "torsional_stop",
    "capsule_on_two_fingers",
    "newtons_cradle_inelastic",
];

#[test]
fn every_record_with_derivatives_is_of_a_kind_that_is_tested() {
    for case in crate::oracle_dynamics::all() {
        if !case.gradients.is_null() {
            let kind = case.kind.as_str();
            assert!(KINDS.contains(&kind), "{kind}: no test of its derivatives");
        }
    }
}

/// Exact: half a step early the nodes lie on the parabola.
#[test]
fn free_fall() {
    let all = cases("free_fall");
    let mut compared = Compared::default();
    for case in &all {
        let seconds = case.number("duration").unwrap();
        let (n, h) = (50, seconds / 50.0);
        let stone = free(
            "stone",
            &sphere(0.1).unwrap(),
            case.number("mass").unwrap(),
            0.0,
        );
        let builder = Model::builder()
            .gravity(case.gravity().unwrap())
            .body(stone);
        let mut run = Run::new(builder, h, 1e-6).unwrap();
        run.push(0, case.vector("velocity").unwrap(), Vec3::zeros());
        run.start_half_step_early();
        let names = ["x", "y", "z"];
        let [speeds, pulls] =
            ["stone.velocity", "gravity"].map(|what| names.map(|axis| format!("{what}.{axis}")));
        let along_v: Vec<Vec<_>> = speeds.iter().map(|v| vec![(v.as_str(), 1.0)]).collect();
        // The half step back depends on gravity.
        let along_g = pulls.iter().zip(&speeds);
        let along_g = along_g.map(|(g, v)| vec![(g.as_str(), 1.0), (v.as_str(), -0.5 * h)]);
        let all: Vec<Vec<_>> = along_v.into_iter().chain(along_g).collect();
        let directions: Vec<Direction> = all.iter().map(Vec::as_slice).collect();
        let mut track = Track::new(run, false, &directions);
        (0..n).for_each(|_| drop(track.advance()));
        let rates = track.rates("stone.position");
        assert_eq!(text(&case.gradients["dxT_dv0"]), "T * identity");
        assert_eq!(text(&case.gradients["dxT_dg"]), "T^2/2 (continuous)");
        compared.entry(case, "T", seconds, 1e-12, 0.0);
        for i in 0..3 {
            for j in 0..3 {
                let one = f64::from(i == j);
                let (v, g) = (rates[(i, j)], rates[(i, 3 + j)]);
                compared.near(case, "dxT_dv0", one * seconds, v, 1e-12);
                compared.near(case, "dxT_dg", one * 0.5 * seconds * seconds, g, 1e-12);
            }
        }
    }
    compared.settle(&all);
}

/// Relaxation 1e-8, as for the values. A sphere that rolls still slips a little, which the longest
/// run (3 s) adds up to 3e-4 per m of radius.
#[test]
fn a_sliding_sphere_slips_and_then_rolls() {
    let all = cases("sphere_slip_then_roll");
    let mut compared = Compared::default();
    for case in &all {
        let (n, h) = case.steps(case.number("duration").unwrap(), 1e-3);
        let (mass, radius) = (case.number("mass").unwrap(), case.number("radius").unwrap());
        let (mu, inertia) = (case.number("mu").unwrap(), case.number("inertia").unwrap());
        let ball = free("ball", &sphere(radius).unwrap(), mass, mu);
        let builder = Model::builder()
            .gravity(case.gravity().unwrap())
            .body(fixed("floor", &plane(Vec3::z()).unwrap(), mu))
            .body(weighing(ball, mass, Vec3::zeros(), [inertia; 3]));
        let mut run = Run::new(builder, h, 1e-8).unwrap();
        run.place(1, Vec3::z() * radius, Rot::identity());
        let spin = Vec3::y() * case.number("omega0").unwrap();
        run.push(1, Vec3::x() * case.number("v0").unwrap(), spin);
        run.start_half_step_early();
        // The inertia is a multiple of m R^2.
        let grows = 2.0 * inertia / radius;
        let directions: [Direction; 4] = [
            &[("ball.velocity.x", 1.0)],
            &[("ball.angular_velocity.y", 1.0)],
            &[
                ("ball.part.shape.radius", 1.0),
                ("ball.position.z", 1.0),
                ("ball.inertia.xx", grows),
                ("ball.inertia.yy", grows),
                ("ball.inertia.zz", grows),
            ],
            &[("ball.part.friction", 1.0), ("floor.part.friction", 1.0)],
        ];
        let order: Vec<&str> = crate::oracle::list(&case.gradients["order"])
            .iter()
            .map(text)
            .collect();
        assert_eq!(order, ["v0", "omega0", "radius", "mu"]);
        compared.skip(case, "order", "names");
        let mut track = Track::new(run, false, &directions);
        (0..n).for_each(|_| drop(track.advance()));
        let rates = track.rates_along("ball.velocity", &Vec3::x());
        for (theirs, ours) in numbers(&case.gradients["dv_final"]).into_iter().zip(&rates) {
            compared.near(case, "dv_final", theirs, *ours, 5e-4);
        }
        compared.entry(case, "exact_dv_final_dv0", rates[0], 1e-4, 0.0);
        compared.entry(case, "exact_dv_final_domega0", rates[1], 1e-4, 0.0);
    }
    compared.settle(&all);
}

/// Run of something on a slope: (dv/dt, dx) along the slope and their derivatives along the
/// directions; `turn` is the direction in which the slope gets steeper, about `axis`.
struct Slid {
    acceleration: DVector<f64>,
    displacement: DVector<f64>,
}

fn slide(mut track: Track, n: usize, body: &str, down: Vec3, steeper: Vec3, turn: usize) -> Slid {
    let k = track.state.ncols();
    let mut middle = DVector::zeros(k);
    let (velocity, position) = (format!("{body}.velocity"), format!("{body}.position"));
    let speed = |track: &Track| {
        let mut rates = track.rates_along(&velocity, &down);
        rates[turn] += track.run.body(1).velocity.dot(&steeper);
        rates
    };
    for step in 0..n {
        track.advance();
        if step + 1 == n / 2 {
            middle = speed(&track);
        }
    }
    Slid {
        acceleration: (speed(&track) - middle) / ((n - n / 2) as f64 * track.run.h),
        displacement: track.rates_along(&position, &down),
    }
}

/// Relaxation 1e-9, the smallest of a derivative. Worst where mu is 2 % below tan(slope): the block
/// starts softly, and that depends on mu (3e-3 of dx/dmu).
#[test]
fn a_block_on_a_slope_slides_or_sticks() {
    let all = cases("block_on_incline");
    let mut compared = Compared::default();
    for case in &all {
        let (mu, slope) = (
            case.number("mu").unwrap(),
            case.number("slope_angle").unwrap(),
        );
        let (n, h) = case.steps(case.number("duration").unwrap(), 1e-3);
        let half = case.vector("size").unwrap() * 0.5;
        let yaw = Rot::from_axis_angle(&Vec3::z_axis(), case.number("slope_yaw").unwrap());
        let turn = yaw * Rot::from_axis_angle(&Vec3::y_axis(), slope);
        let [down, normal] = [Vec3::x(), Vec3::z()].map(|e| turn * e);
        let block = cuboid(half.x, half.y, half.z).unwrap();
        let builder = Model::builder()
            .gravity(case.gravity().unwrap())
            .body(fixed("slope", &plane(normal).unwrap(), mu))
            .body(free("block", &block, case.number("mass").unwrap(), mu));
        let mut run = Run::new(builder, h, 1e-9).unwrap();
        run.place(1, normal * half.z, turn);
        run.start_half_step_early();
        let axis = yaw * Vec3::y();
        let moved = axis.cross(&(normal * half.z));
        let steeper = [
            ("slope.part.rotation[0]", axis.x),
            ("slope.part.rotation[1]", axis.y),
            ("slope.part.rotation[2]", axis.z),
            ("block.position.x", moved.x),
            ("block.position.y", moved.y),
            ("block.position.z", moved.z),
            ("block.rotation.y", 1.0),
        ];
        let rougher = [("block.part.friction", 1.0), ("slope.part.friction", 1.0)];
        let mut directions: Vec<Direction> = vec![&steeper];
        if mu > 0.0 {
            directions.push(&rougher);
        }
        let track = Track::new(run, false, &directions);
        let slid = slide(track, n, "block", down, axis.cross(&down), 0);
        compared.entry(case, "da_dtheta", slid.acceleration[0], 1e-3, 9.81);
        if mu > 0.0 {
            compared.entry(case, "da_dmu", slid.acceleration[1], 1e-3, 9.81);
            compared.entry(case, "dx_dmu", slid.displacement[1], 5e-3, 1.0);
        } else {
            let why = "mu = 0: the rows of friction are left out";
            compared.skip(case, "da_dmu", why);
            compared.skip(case, "dx_dmu", why);
        }
    }
    compared.settle(&all);
}

/// Relaxation 1e-9.
#[test]
fn a_cylinder_on_a_slope_rolls_or_slips() {
    let all = cases("cylinder_on_incline");
    let mut compared = Compared::default();
    for case in &all {
        let (n, h) = case.steps(case.number("duration").unwrap(), 1e-3);
        let (mass, radius) = (case.number("mass").unwrap(), case.number("radius").unwrap());
        let (length, axial) = (
            case.number("length").unwrap(),
            case.number("axial_inertia").unwrap(),
        );
        let (mu, slope) = (
            case.number("mu").unwrap(),
            case.number("slope_angle").unwrap(),
        );
        let turn = Rot::from_axis_angle(&Vec3::y_axis(), slope);
        let [down, normal] = [Vec3::x(), Vec3::z()].map(|e| turn * e);
        let shape = Shape::Cylinder(Cylinder::new(radius, length).unwrap());
        let across = 0.5 * axial + mass * length * length / 12.0;
        let roller = shaped(
            free("roller", &shape, mass, mu),
            along(shape, Vec3::y()).unwrap(),
        );
        let builder = Model::builder()
            .gravity(case.gravity().unwrap())
            .body(fixed("slope", &plane(normal).unwrap(), mu))
            .body(weighing(
                roller,
                mass,
                Vec3::zeros(),
                [across, axial, across],
            ));
        let mut run = Run::new(builder, h, 1e-9).unwrap();
        run.place(1, normal * radius, Rot::identity());
        run.start_half_step_early();
        let moved = Vec3::y().cross(&(normal * radius));
        let directions: [Direction; 2] = [
            &[
                ("slope.part.rotation[1]", 1.0),
                ("roller.position.x", moved.x),
                ("roller.position.z", moved.z),
            ],
            &[("roller.part.friction", 1.0), ("slope.part.friction", 1.0)],
        ];
        let track = Track::new(run, false, &directions);
        let slid = slide(track, n, "roller", down, Vec3::y().cross(&down), 0);
        compared.entry(case, "da_dtheta", slid.acceleration[0], 1e-3, 9.81);
        compared.entry(case, "da_dmu", slid.acceleration[1], 1e-3, 9.81);
    }
    compared.settle(&all);
}

/// Relaxation 1e-7, as for the values; of first order in h / T.
#[test]
fn a_sliding_block_stops() {
    let all = cases("block_slides_to_stop");
    let mut compared = Compared::default();
    for case in &all {
        let (n, h) = case.steps(case.number("duration").unwrap(), 1e-3);
        let half = case.vector("size").unwrap() * 0.5;
        let mu = case.number("mu").unwrap();
        let block = cuboid(half.x, half.y, half.z).unwrap();
        let builder = Model::builder()
            .gravity(case.gravity().unwrap())
            .body(fixed("floor", &plane(Vec3::z()).unwrap(), mu))
            .body(free("block", &block, case.number("mass").unwrap(), mu));
        let mut run = Run::new(builder, h, 1e-7).unwrap();
        run.place(1, Vec3::z() * half.z, Rot::identity());
        let yaw = case.number("direction_yaw").unwrap();
        let direction = Vec3::new(yaw.cos(), yaw.sin(), 0.0);
        run.push(1, direction * case.number("v0").unwrap(), Vec3::zeros());
        run.start_half_step_early();
        let directions: [Direction; 2] = [
            &[
                ("block.velocity.x", direction.x),
                ("block.velocity.y", direction.y),
            ],
            &[("block.part.friction", 1.0), ("floor.part.friction", 1.0)],
        ];
        let mut track = Track::new(run, false, &directions);
        (0..n).for_each(|_| drop(track.advance()));
        let rates = track.rates_along("block.position", &direction);
        compared.entry(case, "dx_dv0", rates[0], 2e-3, 0.0);
        compared.entry(case, "dx_dmu", rates[1], 2e-3, 0.0);
    }
    compared.settle(&all);
}
