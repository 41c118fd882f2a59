//! Derivatives of runs with impacts, spin and weights shared by two fingers: see `rates.rs`.

use crate::oracle_dynamics::cases;
use crate::oracle_dynamics::track::{Compared, Direction, Track};
use drystone::math::{Rot, Vec3};
use drystone::world::{MassSpec, Model};
use drystone_lab::physics::oracles::bodies::*;
use drystone_lab::physics::oracles::{Run, top};

/// Relaxation 1e-9, the smallest of a derivative.
#[test]
fn bodies_that_collide_go_on_together() {
    let all = cases("inelastic_collision");
    let mut compared = Compared::default();
    for case in &all {
        let placed = case.shape().unwrap();
        let [m1, m2] = case.get(["m1", "m2"]).unwrap();
        let [v1, v2] = ["v1", "v2"].map(|v| case.vector(v).unwrap());
        let body = |name: &str, mass| {
            shaped(
                free(
                    name,
                    &sphere(1.0).unwrap(),
                    mass,
                    case.number("mu").unwrap(),
                ),
                placed.clone(),
            )
        };
        let builder = Model::builder()
            .gravity(case.gravity().unwrap())
            .body(body("first", m1))
            .body(body("second", m2));
        let reach = placed.support_value(&Vec3::x());
        let closing = (v1 - v2).x;
        let mut run = Run::new(builder, 0.5 * reach / closing, 1e-9).unwrap();
        run.place(
            1,
            Vec3::x() * (2.0 * reach + case.number("gap").unwrap()),
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
        let (radius, v0) = (case.number("radius").unwrap(), case.number("v0").unwrap());
        let masses = case.numbers("masses").unwrap();
        let mut builder = Model::builder().gravity(case.gravity().unwrap());
        for (i, &mass) in masses.iter().enumerate() {
            let name = format!("ball {i}");
            builder = builder.body(free(
                &name,
                &sphere(radius).unwrap(),
                mass,
                case.number("mu").unwrap(),
            ));
        }
        let mut run = Run::new(builder, h, 1e-9).unwrap();
        let mut x = 0.0;
        for i in 0..masses.len() {
            run.place(i, Vec3::x() * x, Rot::identity());
            let gap = if i == 0 { "gap_to_first" } else { "row_gap" };
            x += 2.0 * radius + case.number(gap).unwrap();
        }
        run.push(0, Vec3::x() * v0, Vec3::zeros());
        let total: f64 = masses.iter().sum();
        let last = masses.len() as f64 * case.number("row_gap").unwrap()
            + case.number("gap_to_first").unwrap();
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
    let mut compared = Compared::default();
    for case in &all {
        let (n, h) = case.steps(case.number("duration").unwrap(), 1e-3);
        let run = top(case, h).unwrap();
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
            if stop.is_none() && w1 < 0.5 * case.number("omega0").unwrap() {
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
        let (n, h) = case.steps(case.number("duration").unwrap(), 2e-3);
        let [mass, radius, length] = case.get(["mass", "radius", "length"]).unwrap();
        let [tip, mu] = case.get(["finger_radius", "mu"]).unwrap();
        let finger = |name: &str| {
            let placed = capsule(tip, 4.0 * radius, Vec3::y()).unwrap();
            shaped(fixed(name, &placed.shape, mu), placed)
        };
        let placed = capsule(radius, length, Vec3::x()).unwrap();
        let own = own_mass(&placed.shape).unwrap();
        let own = own.placed(&placed.rotation, &Vec3::zeros());
        let centre = Vec3::x() * case.number("com_x").unwrap();
        let mut beam = shaped(free("beam", &placed.shape, mass, mu), placed);
        beam.mass = MassSpec::Full(mass, centre, own.inertia * (mass / own.volume));
        let builder = Model::builder()
            .gravity(case.gravity().unwrap())
            .body(finger("left"))
            .body(finger("right"))
            .body(beam);
        let mut run = Run::new(builder, h, 1e-6).unwrap();
        for (i, x) in case.numbers("finger_x").unwrap().into_iter().enumerate() {
            run.place(i, Vec3::new(x, 0.0, -radius - tip), Rot::identity());
        }
        run.start_half_step_early();
        let direction: Direction = &[("beam.position.x", 1.0), ("beam.part.position[0]", -1.0)];
        let mut track = Track::new(run, true, &[direction]);
        let mut forces = [0.0; 2];
        let mut averaged = 0.0;
        for k in 0..n {
            let (gradient, before) = track.advance();
            if k as f64 * h < case.number("duration").unwrap() - 0.2 {
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
