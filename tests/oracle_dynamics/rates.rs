//! Derivatives of whole runs (the records' `gradients`): those of the steps, chained.
//!
//! The reference's derivatives are those of the continuous motion with rigid contact. A run at step
//! `h` and relaxation `rho` differs by terms of first order in `h`, as its values do, and by the
//! softness of contact; every test states its tolerance, relative to the reference's number.

use crate::case::{Case, cases};
use crate::oracle::{Reader, number, numbers, text};
use crate::run::{Run, along, capsule, plane, shaped, sphere, weighing};
use crate::scenes::{cuboid, fixed, free};
use drystone::math::{Mat3, Rot, Vec3};
use drystone::shape::{Cylinder, Shape};
use drystone::step::{Gradient, Wrt};
use drystone::world::{MassSpec, Model};
use nalgebra::{DMatrix, DVector};
use std::collections::BTreeSet;

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
    let data = crate::oracle::load("dynamics.json");
    for case in crate::oracle::list(&data["cases"]) {
        if !case["gradients"].is_null() {
            let kind = text(&case["kind"]);
            assert!(KINDS.contains(&kind), "{kind}: no test of its derivatives");
        }
    }
}

/// A run and the derivative of its state along some directions: changes of the initial state
/// together with changes of parameters.
struct Track {
    run: Run,
    wrt: Wrt,
    /// 2 nv x directions.
    state: DMatrix<f64>,
    /// Parameters x directions.
    parameters: DMatrix<f64>,
}

/// A change: (name of a tangent or parameter, rate).
type Direction<'a> = &'a [(&'a str, f64)];

impl Track {
    fn new(run: Run, contacts: bool, directions: &[Direction]) -> Self {
        let model = &run.model;
        let tangents: Vec<String> = model.tangents().into_iter().map(|t| t.name).collect();
        let mut state = DMatrix::zeros(tangents.len(), directions.len());
        let mut wrt = Wrt {
            state: true,
            contacts,
            ..Wrt::default()
        };
        let mut entries = Vec::new();
        for (j, direction) in directions.iter().enumerate() {
            for &(name, rate) in *direction {
                if let Some(i) = tangents.iter().position(|t| t == name) {
                    state[(i, j)] += rate;
                    continue;
                }
                let known = wrt.parameters.iter().position(|p| p.name == name);
                let i = known.unwrap_or_else(|| {
                    let found = model.parameter(name);
                    wrt.parameters.push(found.unwrap_or_else(|e| panic!("{e}")));
                    wrt.parameters.len() - 1
                });
                entries.push((i, j, rate));
            }
        }
        let mut parameters = DMatrix::zeros(wrt.parameters.len(), directions.len());
        for (i, j, rate) in entries {
            parameters[(i, j)] += rate;
        }
        Self {
            run,
            wrt,
            state,
            parameters,
        }
    }

    /// One step; returns its derivative and the directions at its start.
    fn advance(&mut self) -> (Gradient, DMatrix<f64>) {
        self.run.advance();
        let gradient = self.run.gradient(&self.wrt);
        let next = gradient.a() * &self.state + gradient.parameters() * &self.parameters;
        let before = std::mem::replace(&mut self.state, next);
        (gradient, before)
    }

    /// Change of three tangents of a body along all directions, 3 x directions.
    fn rates(&self, name: &str) -> DMatrix<f64> {
        let tangents = self.run.model.tangents();
        let first = tangents.iter().position(|t| t.name == format!("{name}.x"));
        self.state.rows(first.expect("a tangent"), 3).into_owned()
    }

    /// The same along a fixed axis.
    fn rates_along(&self, name: &str, axis: &Vec3) -> DVector<f64> {
        (axis.transpose() * self.rates(name)).transpose()
    }
}

/// What was compared of each record, and the misses.
#[derive(Default)]
struct Compared {
    seen: BTreeSet<(String, String)>,
    misses: Vec<String>,
}

impl Compared {
    fn near(&mut self, case: &Case, name: &str, theirs: f64, ours: f64, tolerance: f64) {
        let error = (ours - theirs).abs();
        let bad = error.is_nan() || error > tolerance;
        let mark = if bad { "  MISS" } else { "" };
        let row = format!(
            "{:26} {name:22} {theirs:12.6} {ours:12.6}  error {error:8.1e} of {tolerance:8.1e}{mark}",
            case.id
        );
        println!("{row}");
        self.seen.insert((case.id.clone(), name.into()));
        if bad {
            self.misses.push(row);
        }
    }

    /// A number of the record; the tolerance is relative to it, and to `scale` where it is small.
    fn entry(&mut self, case: &Case, name: &str, ours: f64, relative: f64, scale: f64) {
        let theirs = number(&case.gradients[name]);
        self.near(case, name, theirs, ours, relative * theirs.abs().max(scale));
    }

    fn skip(&mut self, case: &Case, name: &str, why: &str) {
        println!("{:26} {name:22} skipped: {why}", case.id);
        self.seen.insert((case.id.clone(), name.into()));
    }

    /// Every derivative of the records has been compared or skipped.
    fn settle(self, cases: &[Case]) {
        for case in cases {
            for (name, _) in case.gradients.as_object().expect("derivatives") {
                let key = (case.id.clone(), name.clone());
                assert!(self.seen.contains(&key), "{}: {name} left out", case.id);
            }
        }
        assert!(self.misses.is_empty(), "{}", self.misses.join("\n"));
    }
}

/// Exact: half a step early the nodes lie on the parabola.
#[test]
fn free_fall() {
    let all = cases("free_fall");
    let mut compared = Compared::default();
    for case in &all {
        let seconds = case.number("duration");
        let (n, h) = (50, seconds / 50.0);
        let stone = free("stone", &sphere(0.1), case.number("mass"), 0.0);
        let builder = Model::builder().gravity(case.gravity()).body(stone);
        let mut run = Run::new(builder, h, 1e-6);
        run.push(0, case.vector("velocity"), Vec3::zeros());
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
        let (n, h) = case.steps(case.number("duration"), 1e-3);
        let (mass, radius) = (case.number("mass"), case.number("radius"));
        let (mu, inertia) = (case.number("mu"), case.number("inertia"));
        let ball = free("ball", &sphere(radius), mass, mu);
        let builder = Model::builder()
            .gravity(case.gravity())
            .body(fixed("floor", &plane(Vec3::z()), mu))
            .body(weighing(ball, mass, Vec3::zeros(), [inertia; 3]));
        let mut run = Run::new(builder, h, 1e-8);
        run.place(1, Vec3::z() * radius, Rot::identity());
        let spin = Vec3::y() * case.number("omega0");
        run.push(1, Vec3::x() * case.number("v0"), spin);
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
        let (mu, slope) = (case.number("mu"), case.number("slope_angle"));
        let (n, h) = case.steps(case.number("duration"), 1e-3);
        let half = case.vector("size") * 0.5;
        let yaw = Rot::from_axis_angle(&Vec3::z_axis(), case.number("slope_yaw"));
        let turn = yaw * Rot::from_axis_angle(&Vec3::y_axis(), slope);
        let [down, normal] = [Vec3::x(), Vec3::z()].map(|e| turn * e);
        let block = cuboid(half.x, half.y, half.z);
        let builder = Model::builder()
            .gravity(case.gravity())
            .body(fixed("slope", &plane(normal), mu))
            .body(free("block", &block, case.number("mass"), mu));
        let mut run = Run::new(builder, h, 1e-9);
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
        let (n, h) = case.steps(case.number("duration"), 1e-3);
        let (mass, radius) = (case.number("mass"), case.number("radius"));
        let (length, axial) = (case.number("length"), case.number("axial_inertia"));
        let (mu, slope) = (case.number("mu"), case.number("slope_angle"));
        let turn = Rot::from_axis_angle(&Vec3::y_axis(), slope);
        let [down, normal] = [Vec3::x(), Vec3::z()].map(|e| turn * e);
        let shape = Shape::Cylinder(Cylinder::new(radius, length).unwrap());
        let across = 0.5 * axial + mass * length * length / 12.0;
        let roller = shaped(free("roller", &shape, mass, mu), along(shape, Vec3::y()));
        let builder = Model::builder()
            .gravity(case.gravity())
            .body(fixed("slope", &plane(normal), mu))
            .body(weighing(
                roller,
                mass,
                Vec3::zeros(),
                [across, axial, across],
            ));
        let mut run = Run::new(builder, h, 1e-9);
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
        let (n, h) = case.steps(case.number("duration"), 1e-3);
        let half = case.vector("size") * 0.5;
        let mu = case.number("mu");
        let block = cuboid(half.x, half.y, half.z);
        let builder = Model::builder()
            .gravity(case.gravity())
            .body(fixed("floor", &plane(Vec3::z()), mu))
            .body(free("block", &block, case.number("mass"), mu));
        let mut run = Run::new(builder, h, 1e-7);
        run.place(1, Vec3::z() * half.z, Rot::identity());
        let yaw = case.number("direction_yaw");
        let direction = Vec3::new(yaw.cos(), yaw.sin(), 0.0);
        run.push(1, direction * case.number("v0"), Vec3::zeros());
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

/// Relaxation 1e-9, the smallest of a derivative.
#[test]
fn bodies_that_collide_go_on_together() {
    let all = cases("inelastic_collision");
    let reader = Reader::new();
    let mut compared = Compared::default();
    for case in &all {
        let placed = reader.shape(&case.params["shape"]);
        let [m1, m2] = ["m1", "m2"].map(|m| case.number(m));
        let [v1, v2] = ["v1", "v2"].map(|v| case.vector(v));
        let body = |name: &str, mass| {
            shaped(
                free(name, &sphere(1.0), mass, case.number("mu")),
                placed.clone(),
            )
        };
        let builder = Model::builder()
            .gravity(case.gravity())
            .body(body("first", m1))
            .body(body("second", m2));
        let reach = placed.support_value(&Vec3::x());
        let closing = (v1 - v2).x;
        let mut run = Run::new(builder, 0.5 * reach / closing, 1e-9);
        run.place(
            1,
            Vec3::x() * (2.0 * reach + case.number("gap")),
            Rot::identity(),
        );
        run.push(0, v1, Vec3::zeros());
        run.push(1, v2, Vec3::zeros());
        let directions: [Direction; 4] = [
            &[("first.mass", 1.0)],
            &[("second.mass", 1.0)],
            &[("first.velocity.x", 1.0)],
            &[("second.velocity.x", 1.0)],
        ];
        let mut track = Track::new(run, false, &directions);
        let parting = |run: &Run| run.body(1).velocity.x - run.body(0).velocity.x;
        while parting(&track.run) < -1e-6 * closing {
            track.advance();
        }
        for body in ["first", "second"] {
            let rates = track.rates_along(&format!("{body}.velocity"), &Vec3::x());
            for (k, name) in ["dV_dm1", "dV_dm2", "dV_dv1", "dV_dv2"].iter().enumerate() {
                compared.entry(case, name, rates[k], 1e-6, 0.1);
            }
        }
    }
    compared.settle(&all);
}

/// Relaxation 1e-9, as above; a step of 0.01 s.
#[test]
fn the_balls_of_a_cradle_end_with_one_velocity() {
    let all = cases("newtons_cradle_inelastic");
    let mut compared = Compared::default();
    for case in &all {
        let h = 0.01;
        let (radius, v0) = (case.number("radius"), case.number("v0"));
        let masses = case.numbers("masses");
        let mut builder = Model::builder().gravity(case.gravity());
        for (i, &mass) in masses.iter().enumerate() {
            let name = format!("ball {i}");
            builder = builder.body(free(&name, &sphere(radius), mass, case.number("mu")));
        }
        let mut run = Run::new(builder, h, 1e-9);
        let mut x = 0.0;
        for i in 0..masses.len() {
            run.place(i, Vec3::x() * x, Rot::identity());
            let gap = if i == 0 { "gap_to_first" } else { "row_gap" };
            x += 2.0 * radius + case.number(gap);
        }
        run.push(0, Vec3::x() * v0, Vec3::zeros());
        let total: f64 = masses.iter().sum();
        let last = masses.len() as f64 * case.number("row_gap") + case.number("gap_to_first");
        let seconds = last / (masses[0] * v0 / total) + 5.0 * h;
        let mut track = Track::new(run, false, &[&[("ball 0.velocity.x", 1.0)]]);
        while track.run.time < seconds {
            track.advance();
        }
        for i in 0..masses.len() {
            let rates = track.rates_along(&format!("ball {i}.velocity"), &Vec3::x());
            compared.entry(case, "dV_dv0", rates[0], 1e-6, 0.0);
        }
    }
    compared.settle(&all);
}

/// Relaxation 1e-8, as for the values. The time of the stop is that at which the spin of half-way
/// would end.
#[test]
fn torsional_friction_stops_a_spin() {
    let all = cases("torsional_stop");
    let reader = Reader::new();
    let mut compared = Compared::default();
    for case in &all {
        let (n, h) = case.steps(case.number("duration"), 1e-3);
        let (mass, mu) = (case.number("mass"), case.number("mu"));
        let shape = &case.params["shape"];
        let mut placed = reader.shape(shape);
        if text(&shape["type"]) == "cylinder" {
            placed = along(placed.shape, Vec3::z());
        }
        let mut floor = fixed("floor", &plane(Vec3::z()), mu);
        let mut top = shaped(free("top", &placed.shape, mass, mu), placed.clone());
        floor.parts[0].torsional_friction = case.number("mu_torsion");
        top.parts[0].torsional_friction = case.number("mu_torsion");
        let own = placed.shape.mass_properties().unwrap();
        let mut inertia: Mat3 = own.inertia * (mass / own.volume);
        inertia[(2, 2)] = case.number("inertia_zz");
        top.mass = MassSpec::Full(mass, Vec3::zeros(), inertia);
        let builder = Model::builder()
            .gravity(case.gravity())
            .body(floor)
            .body(top);
        let mut run = Run::new(builder, h, 1e-8);
        let height = placed.support_value(&Vec3::z());
        run.place(1, Vec3::z() * height, Rot::identity());
        run.push(1, Vec3::zeros(), Vec3::z() * case.number("omega0"));
        run.start_half_step_early();
        let directions: [Direction; 2] = [
            &[("top.angular_velocity.z", 1.0)],
            &[
                ("top.part.torsional_friction", 1.0),
                ("floor.part.torsional_friction", 1.0),
            ],
        ];
        let mut track = Track::new(run, false, &directions);
        let spin = |track: &Track| {
            let rates = track.rates_along("top.angular_velocity", &Vec3::z());
            (track.run.body(1).angular_velocity.z, rates)
        };
        let mut stop = None;
        for _ in 0..n {
            let (w0, dw0) = spin(&track);
            track.advance();
            let (w1, dw1) = spin(&track);
            if stop.is_none() && w1 < 0.5 * case.number("omega0") {
                let lost = w0 - w1;
                stop = Some((&dw1 * lost - (dw0 - &dw1) * w1) * (h / (lost * lost)));
            }
        }
        let stop = stop.expect("it slows down");
        let angle = track.rates_along("top.rotation", &Vec3::z());
        compared.entry(case, "dt_dw0", stop[0], 2e-4, 0.0);
        compared.entry(case, "dt_dmu_t", stop[1], 2e-4, 0.0);
        compared.entry(case, "dangle_dw0", angle[0], 2e-4, 0.0);
    }
    compared.settle(&all);
}

/// Relaxation 1e-6, as for the values. The centre of mass moves ahead, the capsule stays: its
/// part goes back in the frame of the centre.
#[test]
fn two_fingers_share_the_weight_by_the_lever_rule() {
    let all = cases("capsule_on_two_fingers");
    let mut compared = Compared::default();
    for case in &all {
        let (n, h) = case.steps(case.number("duration"), 2e-3);
        let [mass, radius, length] = ["mass", "radius", "length"].map(|k| case.number(k));
        let [tip, mu] = ["finger_radius", "mu"].map(|k| case.number(k));
        let finger = |name: &str| {
            let placed = capsule(tip, 4.0 * radius, Vec3::y());
            shaped(fixed(name, &placed.shape, mu), placed)
        };
        let placed = capsule(radius, length, Vec3::x());
        let own = placed.shape.mass_properties().unwrap();
        let own = own.placed(&placed.rotation, &Vec3::zeros());
        let centre = Vec3::x() * case.number("com_x");
        let mut beam = shaped(free("beam", &placed.shape, mass, mu), placed);
        beam.mass = MassSpec::Full(mass, centre, own.inertia * (mass / own.volume));
        let builder = Model::builder()
            .gravity(case.gravity())
            .body(finger("left"))
            .body(finger("right"))
            .body(beam);
        let mut run = Run::new(builder, h, 1e-6);
        for (i, x) in case.numbers("finger_x").into_iter().enumerate() {
            run.place(i, Vec3::new(x, 0.0, -radius - tip), Rot::identity());
        }
        run.start_half_step_early();
        let direction: Direction = &[("beam.position.x", 1.0), ("beam.part.position[0]", -1.0)];
        let mut track = Track::new(run, true, &[direction]);
        let mut forces = [0.0; 2];
        let mut averaged = 0.0;
        for k in 0..n {
            let (gradient, before) = track.advance();
            if k as f64 * h < case.number("duration") - 0.2 {
                continue;
            }
            averaged += h;
            for (index, contact) in gradient.contacts.iter().enumerate() {
                let own = gradient.contact(index);
                let rates = own.state * &before + own.parameters * &track.parameters;
                forces[contact.first.body] += rates[(9, 0)];
            }
        }
        compared.entry(case, "dN1_dcom", forces[0] / averaged, 1e-4, 0.0);
        compared.entry(case, "dN2_dcom", forces[1] / averaged, 1e-4, 0.0);
    }
    compared.settle(&all);
}
