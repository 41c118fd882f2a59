//! Planks that lean over the edge of a table: they stand or fall by a thousandth of their length.

use crate::case::{Case, Ledger, cases};
use crate::run::Run;
use crate::scenes::{cuboid, fixed, free};
use drystone::math::{Rot, Vec3};
use drystone::world::Model;

/// Planks above a table (x <= edge, z <= 0), the lowest first.
fn tower(case: &Case, centres: &[f64], h: f64, rho: f64) -> Run {
    let [length, width, thickness] = ["length", "width", "thickness"].map(|k| case.number(k));
    let (mass, mu) = (case.number("mass"), case.number("mu"));
    let plank = cuboid(0.5 * length, 0.5 * width, 0.5 * thickness);
    let table = Vec3::new(2.0 * length, 2.0 * length, length);
    let mut builder = Model::builder().gravity(case.gravity()).body(fixed(
        "table",
        &cuboid(table.x, table.y, table.z),
        mu,
    ));
    for i in 0..centres.len() {
        builder = builder.body(free(&format!("plank {}", i + 1), &plank, mass, mu));
    }
    let mut run = Run::new(builder, h, rho);
    let corner = Vec3::new(case.number("table_edge_x") - table.x, 0.0, -table.z);
    run.place(0, corner, Rot::identity());
    for (i, &x) in centres.iter().enumerate() {
        let z = (i as f64 + 0.5) * thickness;
        run.place(i + 1, Vec3::new(x, 0.0, z), Rot::identity());
    }
    run.start_half_step_early();
    run
}

/// Tilt about y, rad: positive over the edge.
fn tilt(run: &Run, i: usize) -> f64 {
    run.body(i).rotation.scaled_axis().y
}

fn largest_tilt(run: &Run) -> f64 {
    (1..run.state.bodies.len()).fold(0.0, |m: f64, i| m.max(tilt(run, i).abs()))
}

/// Edge beyond the common centre of mass of the planks above a support, top first.
fn margins(case: &Case, top_first: &[f64]) -> Vec<f64> {
    let half = 0.5 * case.number("length");
    let supports = top_first[1..].iter().map(|x| x + half);
    let edges = supports.chain([case.number("table_edge_x")]);
    let mut sum = 0.0;
    let above = top_first.iter().enumerate().map(|(k, x)| {
        sum += x;
        sum / (k + 1) as f64
    });
    let above: Vec<f64> = above.collect();
    edges
        .zip(above)
        .map(|(edge, centre)| edge - centre)
        .collect()
}

/// Relaxation 1e-9: the margins are 1e-3 of the half-length, and the contact point must come
/// within them of the edge; it stays off it by rho / |push| times the share of the edge's row.
#[test]
fn books_stand_out_over_the_edge_as_far_as_the_harmonic_series() {
    let all = cases("book_stacking");
    let mut ledger = Ledger::new();
    for case in &all {
        let top_first = case.numbers("centre_x_top_first");
        ledger.near(
            case,
            "margins (support edge minus COM of the planks above), top first",
            &margins(case, &top_first),
        );
        let overhangs = case.numbers("overhangs_top_first");
        ledger.near(case, "total overhang", &[overhangs.iter().sum()]);
        let lowest_first: Vec<f64> = top_first.iter().rev().copied().collect();
        assert_eq!(case.number("planks") as usize, lowest_first.len());
        let (n, h) = case.steps(case.number("duration"), 5e-3);
        let mut run = tower(case, &lowest_first, h, 1e-9);
        let start = run.state.clone();
        let mut speed: f64 = 0.0;
        for k in 0..n {
            run.advance();
            if 2 * k > n {
                let speeds = run.state.bodies.iter().map(|at| at.velocity.norm());
                speed = speeds.fold(speed, f64::max);
            }
        }
        let pairs = start.bodies.iter().zip(&run.state.bodies);
        let moved = pairs.map(|(a, b)| (a.position - b.position).norm());
        let moved = moved.fold(0.0, f64::max);
        println!(
            "{}: tilt {:.1e}, moved {moved:.1e} m",
            case.id,
            largest_tilt(&run)
        );
        ledger.same(case, "stands", largest_tilt(&run) < 0.01);
        let fallen = "largest plank tilt at duration is more than (rad)";
        if case.expects(fallen) {
            ledger.above(case, fallen, largest_tilt(&run));
        } else {
            ledger.near(case, "max speed after settling", &[speed]);
            ledger.near(case, "max displacement at duration", &[moved]);
        }
    }
    ledger.settle(&all);
}

/// Relaxation 1e-10: as for the books; the softness of the edge also adds to the first accelerations
/// of a fall (1 % at 1e-9).
#[test]
fn a_stack_tips_over_the_edge_as_one_body() {
    let all = cases("stack_on_table_edge");
    let mut ledger = Ledger::new();
    for case in &all {
        let centres = case.numbers("centre_x_bottom_first");
        assert_eq!(case.number("planks") as usize, centres.len());
        let beyond = centres.iter().sum::<f64>() / centres.len() as f64;
        let beyond = beyond - case.number("table_edge_x");
        ledger.near(case, "COM beyond the edge", &[beyond]);
        let (n, h) = case.steps(case.number("duration"), 1e-3);
        ledger.at_step(h);
        let mut run = tower(case, &centres, h, 1e-10);
        let mut reached = f64::NAN;
        let mut early = 0.0;
        for _ in 0..n {
            run.advance();
            early += run.early_acceleration(1);
            if reached.is_nan() && tilt(&run, 1) >= 0.1 {
                reached = run.time;
            }
        }
        println!("{}: tilt {:.1e}", case.id, largest_tilt(&run));
        ledger.same(case, "stands", largest_tilt(&run) < 0.01);
        // A stack that stands rocks for 0.05 s in the softness of the edge, by 1e-6 rad: its
        // acceleration is that of the whole run.
        if largest_tilt(&run) < 0.01 {
            early = run.body(1).angular_velocity_world().y / run.time;
        }
        let name = "initial angular acceleration if it stays one body";
        ledger.near(case, name, &[early]);
        let name = "time to reach 0.1 rad as one body";
        if case.expects(name) {
            ledger.near(case, name, &[reached]);
        }
    }
    ledger.settle(&all);
}
