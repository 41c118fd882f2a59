//! Collisions without rebound.

use super::bodies::{fixed, free, plane, shaped, sphere};
use super::{Ledger, Record, Run};
use drystone::error::Result;
use drystone::math::{Rot, Vec3};
use drystone::world::Model;

/// Relaxation of frictionless collisions: bodies that have met push each other apart by
/// gamma = rho / s at a gap s, which ends in a speed of about V sqrt(rho / h) (h in model units)
/// however hard they met. 1e-10 is the smallest admissible.
const RHO: f64 = 1e-10;

/// Own comparison of a head-on collision, m/s.
pub const PARTING: &str = "speed of parting 10 steps later: 5 V sqrt(rho / h)";

/// Relaxation 1e-10: the common velocity is read when the approach has ended; later the bodies
/// part with V sqrt(rho / h) (see [`RHO`]), which is checked too. A step takes the bodies through
/// half of one of them at most, else they would pass through each other.
pub fn inelastic_collision(record: &Record, ledger: &mut Ledger) -> Result<()> {
    let placed = record.shape()?;
    let [m1, m2] = record.get(["m1", "m2"])?;
    let (v1, v2) = (record.vector("v1")?, record.vector("v2")?);
    let mu = record.number("mu")?;
    let body = |name: &str, mass| shaped(free(name, &placed.shape, mass, mu), placed.clone());
    let builder = Model::builder()
        .gravity(record.gravity()?)
        .body(body("first", m1))
        .body(body("second", m2));
    let reach = placed.support_value(&Vec3::x());
    let closing = (v1 - v2).x;
    let h = 0.5 * reach / closing;
    let mut run = record.run(builder, h, RHO)?;
    let gap = record.number("gap")?;
    run.place(1, Vec3::x() * (2.0 * reach + gap), Rot::identity());
    run.push(0, v1, Vec3::zeros());
    run.push(1, v2, Vec3::zeros());
    let before = run.kinetic_energy();
    let speeds = |run: &Run| [0, 1].map(|i| run.body(i).velocity.x);
    let parting = |run: &Run| run.body(1).velocity.x - run.body(0).velocity.x;
    while parting(&run) < -1e-6 * closing {
        run.advance()?;
        let late = run.time > gap / closing + 5.0 * h;
        record.ensure(!late, "no impact")?;
    }
    let right = record.expected_number("common velocity x")?;
    let [a, b] = speeds(&run);
    let worst = if (a - right).abs() > (b - right).abs() {
        a
    } else {
        b
    };
    ledger.near("common velocity x", &[worst])?;
    run.advance_by(10)?;
    let units = run.model.units;
    let law = units.velocity * (RHO / (h / units.time)).sqrt();
    ledger.at_most(PARTING, parting(&run), 5.0 * law);
    ledger.near("total momentum", run.momentum().as_slice())?;
    ledger.near("energy lost", &[before - run.kinetic_energy()])?;
    Ok(())
}

/// Relaxation 1e-10: see [`RHO`].
pub fn inelastic_collision_oblique(record: &Record, ledger: &mut Ledger) -> Result<()> {
    record.ensure(record.text("shape")? == "spheres", "not spheres")?;
    let h = record.time_step(5e-4);
    ledger.at_step(h);
    let body = |name: &str, r: &str, m: &str| {
        let [radius, mass, mu] = record.get([r, m, "mu"])?;
        Ok(free(name, &sphere(radius)?, mass, mu))
    };
    let builder = Model::builder()
        .gravity(record.gravity()?)
        .body(body("first", "r1", "m1")?)
        .body(body("second", "r2", "m2")?);
    let mut run = record.run(builder, h, RHO)?;
    let early = 50.0 * h;
    for (i, v) in ["v1", "v2"].into_iter().enumerate() {
        let v = record.vector(v)?;
        let at = record.vector("x2_minus_x1_at_contact")? * i as f64;
        run.place(i, at - v * early, Rot::identity());
        run.push(i, v, Vec3::zeros());
    }
    while run.time < early + 10.0 * h {
        run.advance()?;
    }
    ledger.near("v1_after", run.body(0).velocity.as_slice())?;
    ledger.near("v2_after", run.body(1).velocity.as_slice())?;
    ledger.near("total momentum", run.momentum().as_slice())?;
    Ok(())
}

/// Relaxation 1e-10 and a step of 0.01 s: see [`RHO`].
pub fn newtons_cradle_inelastic(record: &Record, ledger: &mut Ledger) -> Result<()> {
    record.ensure(record.number("restitution")? == 0.0, "the balls rebound")?;
    let h = 0.01;
    let (radius, v0) = (record.number("radius")?, record.number("v0")?);
    let masses = record.numbers("masses")?;
    let mut builder = Model::builder().gravity(record.gravity()?);
    for (i, &mass) in masses.iter().enumerate() {
        let ball = free(
            &format!("ball {i}"),
            &sphere(radius)?,
            mass,
            record.number("mu")?,
        );
        builder = builder.body(ball);
    }
    let mut run = record.run(builder, h, RHO)?;
    let mut x = 0.0;
    for i in 0..masses.len() {
        run.place(i, Vec3::x() * x, Rot::identity());
        let gap = if i == 0 { "gap_to_first" } else { "row_gap" };
        x += 2.0 * radius + record.number(gap)?;
    }
    run.push(0, Vec3::x() * v0, Vec3::zeros());
    // The slowest motion before the last ball is met is that of all others together.
    let total: f64 = masses.iter().sum();
    let last = masses.len() as f64 * record.number("row_gap")? + record.number("gap_to_first")?;
    let seconds = last / (masses[0] * v0 / total) + 5.0 * h;
    while run.time < seconds {
        run.advance()?;
    }
    let common = record.expected_number("final common velocity")?;
    let speeds = run.state.bodies.iter().map(|at| at.velocity.x);
    let worst = speeds.max_by(|a, b| (a - common).abs().total_cmp(&(b - common).abs()));
    ledger.near("final common velocity", &[worst.unwrap_or(f64::NAN)])?;
    ledger.near("total momentum", &[run.momentum().x])?;
    ledger.near("kinetic energy after", &[run.kinetic_energy()])?;
    Ok(())
}

fn first_push(run: &Run, mass: f64) -> bool {
    let falling = mass * run.body(1).velocity.z.abs().max(0.1);
    let contact = run.contact(0, 1);
    contact.is_some_and(|c| c.normal_impulse > 0.5 * falling)
}

/// Relaxation 1e-6: the ball hovers by rho L (1 / (h sqrt(g / L)) - 2), 1e-4 of its radius.
pub fn drop_and_rest(record: &Record, ledger: &mut Ledger) -> Result<()> {
    let (n, h) = record.steps(record.number("duration")?, 1e-3);
    ledger.at_step(h);
    let [radius, mass] = record.get(["radius", "mass"])?;
    let builder = Model::builder()
        .gravity(record.gravity()?)
        .body(fixed("floor", &plane(Vec3::z())?, 0.0))
        .body(free("ball", &sphere(radius)?, mass, 0.0));
    let mut run = record.run(builder, h, 1e-6)?;
    let height = radius + record.number("drop_height_of_lowest_point")?;
    run.place(1, Vec3::z() * height, Rot::identity());
    run.start_half_step_early();
    let mut impact = f64::NAN;
    for _ in 0..n {
        run.advance()?;
        if impact.is_nan() && first_push(&run, mass) {
            impact = run.time;
        }
    }
    ledger.near("impact time", &[impact])?;
    let at = run.body(1);
    let rest = record.expected_numbers("final velocity")? == [0.0; 3];
    record.ensure(rest, "the ball does not come to rest")?;
    ledger.near("final velocity", at.velocity.as_slice())?;
    ledger.near("final centre height", &[at.position.z])?;
    Ok(())
}
