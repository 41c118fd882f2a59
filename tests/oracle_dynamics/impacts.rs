//! Collisions without rebound.

use crate::case::{Case, Ledger, cases, flat};
use crate::oracle::{Reader, vec3};
use crate::run::{Run, plane, shaped, sphere};
use crate::scenes::{fixed, free};
use drystone::math::{Rot, Vec3};
use drystone::world::Model;

/// Relaxation of frictionless collisions: bodies that have met push each other apart by
/// gamma = rho / s at a gap s, which ends in a speed of about V sqrt(rho / h) (h in model units)
/// however hard they met. 1e-10 is the smallest admissible.
const RHO: f64 = 1e-10;

/// Relaxation 1e-10: the common velocity is read when the approach has ended; later the bodies
/// part with V sqrt(rho / h) (see [`RHO`]), which is checked too. A step takes the bodies through
/// half of one of them at most, else they would pass through each other.
#[test]
fn two_bodies_that_collide_head_on_go_on_together() {
    let all = cases("inelastic_collision");
    let reader = Reader::new();
    let mut ledger = Ledger::new();
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
        let h = 0.5 * reach / closing;
        let mut run = Run::new(builder, h, RHO);
        let gap = case.number("gap");
        run.place(1, Vec3::x() * (2.0 * reach + gap), Rot::identity());
        run.push(0, v1, Vec3::zeros());
        run.push(1, v2, Vec3::zeros());
        let before = run.kinetic_energy();
        let speeds = |run: &Run| [0, 1].map(|i| run.body(i).velocity.x);
        let parting = |run: &Run| run.body(1).velocity.x - run.body(0).velocity.x;
        while parting(&run) < -1e-6 * closing {
            run.advance();
            assert!(run.time < gap / closing + 5.0 * h, "{}: no impact", case.id);
        }
        let right = flat(case.expected("common velocity x"))[0];
        let [a, b] = speeds(&run);
        let worst = if (a - right).abs() > (b - right).abs() {
            a
        } else {
            b
        };
        ledger.near(case, "common velocity x", &[worst]);
        (0..10).for_each(|_| run.advance());
        let units = run.model.units;
        let law = units.velocity * (RHO / (h / units.time)).sqrt();
        println!(
            "{}: 10 steps later they part with {:.1e} m/s",
            case.id,
            parting(&run)
        );
        assert!(parting(&run) < 5.0 * law, "{}: {law:e}", case.id);
        ledger.near(case, "total momentum", run.momentum().as_slice());
        ledger.near(case, "energy lost", &[before - run.kinetic_energy()]);
    }
    ledger.settle(&all);
}

/// Relaxation 1e-10: see [`RHO`].
#[test]
fn frictionless_spheres_that_meet_off_centre_keep_their_tangential_speed() {
    let all = cases("inelastic_collision_oblique");
    let mut ledger = Ledger::new();
    for case in &all {
        assert_eq!(crate::oracle::text(&case.params["shape"]), "spheres");
        let h = case.time_step(5e-4);
        ledger.at_step(h);
        let body = |name: &str, r: &str, m: &str| {
            free(
                name,
                &sphere(case.number(r)),
                case.number(m),
                case.number("mu"),
            )
        };
        let builder = Model::builder()
            .gravity(case.gravity())
            .body(body("first", "r1", "m1"))
            .body(body("second", "r2", "m2"));
        let mut run = Run::new(builder, h, RHO);
        let early = 50.0 * h;
        for (i, v) in ["v1", "v2"].into_iter().enumerate() {
            let v = case.vector(v);
            let at = case.vector("x2_minus_x1_at_contact") * i as f64;
            run.place(i, at - v * early, Rot::identity());
            run.push(i, v, Vec3::zeros());
        }
        while run.time < early + 10.0 * h {
            run.advance();
        }
        ledger.near(case, "v1_after", run.body(0).velocity.as_slice());
        ledger.near(case, "v2_after", run.body(1).velocity.as_slice());
        ledger.near(case, "total momentum", run.momentum().as_slice());
    }
    ledger.settle(&all);
}

/// Relaxation 1e-10 and a step of 0.01 s: see [`RHO`].
#[test]
fn the_balls_of_an_inelastic_cradle_end_with_one_velocity() {
    let all = cases("newtons_cradle_inelastic");
    let mut ledger = Ledger::new();
    for case in &all {
        assert_eq!(case.number("restitution"), 0.0);
        let h = 0.01;
        let (radius, v0) = (case.number("radius"), case.number("v0"));
        let masses = case.numbers("masses");
        let mut builder = Model::builder().gravity(case.gravity());
        for (i, &mass) in masses.iter().enumerate() {
            let ball = free(
                &format!("ball {i}"),
                &sphere(radius),
                mass,
                case.number("mu"),
            );
            builder = builder.body(ball);
        }
        let mut run = Run::new(builder, h, RHO);
        let mut x = 0.0;
        for i in 0..masses.len() {
            run.place(i, Vec3::x() * x, Rot::identity());
            let gap = if i == 0 { "gap_to_first" } else { "row_gap" };
            x += 2.0 * radius + case.number(gap);
        }
        run.push(0, Vec3::x() * v0, Vec3::zeros());
        // The slowest motion before the last ball is met is that of all others together.
        let total: f64 = masses.iter().sum();
        let last = masses.len() as f64 * case.number("row_gap") + case.number("gap_to_first");
        let seconds = last / (masses[0] * v0 / total) + 5.0 * h;
        while run.time < seconds {
            run.advance();
        }
        let common = flat(case.expected("final common velocity"))[0];
        let speeds = run.state.bodies.iter().map(|at| at.velocity.x);
        let worst = speeds.max_by(|a, b| (a - common).abs().total_cmp(&(b - common).abs()));
        ledger.near(case, "final common velocity", &[worst.unwrap()]);
        ledger.near(case, "total momentum", &[run.momentum().x]);
        ledger.near(case, "kinetic energy after", &[run.kinetic_energy()]);
    }
    ledger.settle(&all);
}

fn first_push(run: &Run, case: &Case) -> bool {
    let falling = case.number("mass") * run.body(1).velocity.z.abs().max(0.1);
    let contact = run.contact(0, 1);
    contact.is_some_and(|c| c.normal_impulse > 0.5 * falling)
}

/// Relaxation 1e-6: the ball hovers by rho L (1 / (h sqrt(g / L)) - 2), 1e-4 of its radius.
#[test]
fn a_ball_drops_and_stays() {
    let all = cases("drop_and_rest");
    let mut ledger = Ledger::new();
    for case in &all {
        let (n, h) = case.steps(case.number("duration"), 1e-3);
        ledger.at_step(h);
        let radius = case.number("radius");
        let builder = Model::builder()
            .gravity(case.gravity())
            .body(fixed("floor", &plane(Vec3::z()), 0.0))
            .body(free("ball", &sphere(radius), case.number("mass"), 0.0));
        let mut run = Run::new(builder, h, 1e-6);
        let height = radius + case.number("drop_height_of_lowest_point");
        run.place(1, Vec3::z() * height, Rot::identity());
        run.start_half_step_early();
        let mut impact = f64::NAN;
        for _ in 0..n {
            run.advance();
            if impact.is_nan() && first_push(&run, case) {
                impact = run.time;
            }
        }
        ledger.near(case, "impact time", &[impact]);
        let at = run.body(1);
        assert_eq!(vec3(case.expected("final velocity")), Vec3::zeros());
        ledger.near(case, "final velocity", at.velocity.as_slice());
        ledger.near(case, "final centre height", &[at.position.z]);
    }
    ledger.settle(&all);
}
