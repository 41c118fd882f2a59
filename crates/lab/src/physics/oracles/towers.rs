//! Planks that lean over the edge of a table: they stand or fall by a thousandth of their length.

use super::bodies::{cuboid, fixed, free};
use super::{Ledger, Record, Run};
use drystone::error::Result;
use drystone::math::{Rot, Vec3};
use drystone::world::Model;

/// Planks above a table (x <= edge, z <= 0), the lowest first.
fn tower(record: &Record, centres: &[f64], h: f64, rho: f64) -> Result<Run> {
    let [length, width, thickness] = record.get(["length", "width", "thickness"])?;
    let (mass, mu) = (record.number("mass")?, record.number("mu")?);
    let plank = cuboid(0.5 * length, 0.5 * width, 0.5 * thickness)?;
    let table = Vec3::new(2.0 * length, 2.0 * length, length);
    let mut builder = Model::builder().gravity(record.gravity()?).body(fixed(
        "table",
        &cuboid(table.x, table.y, table.z)?,
        mu,
    ));
    for i in 0..centres.len() {
        builder = builder.body(free(&format!("plank {}", i + 1), &plank, mass, mu));
    }
    let mut run = record.run(builder, h, rho)?;
    let corner = Vec3::new(record.number("table_edge_x")? - table.x, 0.0, -table.z);
    run.place(0, corner, Rot::identity());
    for (i, &x) in centres.iter().enumerate() {
        let z = (i as f64 + 0.5) * thickness;
        run.place(i + 1, Vec3::new(x, 0.0, z), Rot::identity());
    }
    run.start_half_step_early();
    Ok(run)
}

/// Tilt about y, rad: positive over the edge.
fn tilt(run: &Run, i: usize) -> f64 {
    run.body(i).rotation.scaled_axis().y
}

fn largest_tilt(run: &Run) -> f64 {
    (1..run.state.bodies.len()).fold(0.0, |m: f64, i| m.max(tilt(run, i).abs()))
}

/// Edge beyond the common centre of mass of the planks above a support, top first.
fn margins(record: &Record, top_first: &[f64]) -> Result<Vec<f64>> {
    let half = 0.5 * record.number("length")?;
    let supports = top_first[1..].iter().map(|x| x + half);
    let edges = supports.chain([record.number("table_edge_x")?]);
    let mut sum = 0.0;
    let above = top_first.iter().enumerate().map(|(k, x)| {
        sum += x;
        sum / (k + 1) as f64
    });
    let above: Vec<f64> = above.collect();
    let margins = edges.zip(above).map(|(edge, centre)| edge - centre);
    Ok(margins.collect())
}

/// Relaxation 1e-9: the margins are 1e-3 of the half-length, and the contact point must come
/// within them of the edge; it stays off it by rho / |push| times the share of the edge's row.
pub fn book_stacking(record: &Record, ledger: &mut Ledger) -> Result<()> {
    let top_first = record.numbers("centre_x_top_first")?;
    ledger.near(
        "margins (support edge minus COM of the planks above), top first",
        &margins(record, &top_first)?,
    )?;
    let overhangs = record.numbers("overhangs_top_first")?;
    ledger.near("total overhang", &[overhangs.iter().sum()])?;
    let lowest_first: Vec<f64> = top_first.iter().rev().copied().collect();
    let all = record.number("planks")? as usize == lowest_first.len();
    record.ensure(all, "not as many planks as centres")?;
    let (n, h) = record.steps(record.number("duration")?, 5e-3);
    let mut run = tower(record, &lowest_first, h, 1e-9)?;
    let start = run.state.clone();
    let mut speed: f64 = 0.0;
    for k in 0..n {
        run.advance()?;
        if 2 * k > n {
            let speeds = run.state.bodies.iter().map(|at| at.velocity.norm());
            speed = speeds.fold(speed, f64::max);
        }
    }
    let pairs = start.bodies.iter().zip(&run.state.bodies);
    let moved = pairs.map(|(a, b)| (a.position - b.position).norm());
    let moved = moved.fold(0.0, f64::max);
    ledger.same("stands", largest_tilt(&run) < 0.01)?;
    let fallen = "largest plank tilt at duration is more than (rad)";
    if record.expects(fallen) {
        ledger.above(fallen, largest_tilt(&run))?;
    } else {
        ledger.near("max speed after settling", &[speed])?;
        ledger.near("max displacement at duration", &[moved])?;
    }
    Ok(())
}

/// Relaxation 1e-10: as for the books; the softness of the edge also adds to the first accelerations
/// of a fall (1 % at 1e-9).
pub fn stack_on_table_edge(record: &Record, ledger: &mut Ledger) -> Result<()> {
    let centres = record.numbers("centre_x_bottom_first")?;
    let all = record.number("planks")? as usize == centres.len();
    record.ensure(all, "not as many planks as centres")?;
    let beyond = centres.iter().sum::<f64>() / centres.len() as f64;
    let beyond = beyond - record.number("table_edge_x")?;
    ledger.near("COM beyond the edge", &[beyond])?;
    let (n, h) = record.steps(record.number("duration")?, 1e-3);
    ledger.at_step(h);
    let mut run = tower(record, &centres, h, 1e-10)?;
    let mut reached = f64::NAN;
    let mut early = 0.0;
    for _ in 0..n {
        run.advance()?;
        early += run.early_acceleration(1);
        if reached.is_nan() && tilt(&run, 1) >= 0.1 {
            reached = run.time;
        }
    }
    ledger.same("stands", largest_tilt(&run) < 0.01)?;
    // A stack that stands rocks for 0.05 s in the softness of the edge, by 1e-6 rad: its
    // acceleration is that of the whole run.
    if largest_tilt(&run) < 0.01 {
        early = run.body(1).angular_velocity_world().y / run.time;
    }
    let name = "initial angular acceleration if it stays one body";
    ledger.near(name, &[early])?;
    let name = "time to reach 0.1 rad as one body";
    if record.expects(name) {
        ledger.near(name, &[reached])?;
    }
    Ok(())
}
