//! Blocks that slide or stick.

use crate::case::{Case, Ledger, cases};
use crate::run::{Run, plane, rho_for_creep};
use crate::scenes::{cuboid, fixed, free};
use drystone::math::{Rot, Vec3};
use drystone::world::Model;

/// Half of the three numbers `size`.
fn half_size(case: &Case) -> Vec3 {
    case.vector("size") * 0.5
}

/// Relaxation: a block that sticks creeps by rho L tan / (h cos (mu^2 - tan^2)), with mu close to
/// tan 100 times rho L / h and more; a block that starts to slide runs ahead by as much. rho is
/// chosen so that this is a fiftieth of the tolerance of one that sticks.
#[test]
fn a_block_on_a_slope_slides_or_sticks_by_coulombs_law() {
    let all = cases("block_on_incline");
    let mut ledger = Ledger::new();
    for case in &all {
        let (mu, slope) = (case.number("mu"), case.number("slope_angle"));
        let seconds = case.number("duration");
        let (n, h) = case.steps(seconds, 1e-3);
        ledger.at_step(h);
        let half = half_size(case);
        let length = half.product().cbrt();
        let rho = rho_for_creep(slope, mu, length, h, 4e-6 / seconds);
        // The block's x axis points downhill, its z axis along the normal.
        let turn = Rot::from_axis_angle(&Vec3::z_axis(), case.number("slope_yaw"))
            * Rot::from_axis_angle(&Vec3::y_axis(), slope);
        let [down, aside, normal] = [Vec3::x(), Vec3::y(), Vec3::z()].map(|e| turn * e);
        let block = cuboid(half.x, half.y, half.z);
        let builder = Model::builder()
            .gravity(case.gravity())
            .body(fixed("slope", &plane(normal), mu))
            .body(free("block", &block, case.number("mass"), mu));
        let mut run = Run::new(builder, h, rho);
        let start = normal * half.z;
        run.place(1, start, turn);
        run.start_half_step_early();
        let mut middle = 0.0;
        for k in 0..n {
            run.advance();
            if k + 1 == n / 2 {
                middle = run.body(1).velocity.dot(&down);
            }
        }
        let at = run.body(1);
        let moved = at.position - start;
        let gained = at.velocity.dot(&down) - middle;
        let acceleration = gained / ((n - n / 2) as f64 * h);
        println!("{}: rho {rho:.0e}", case.id);
        ledger.same(case, "slides", !run.sticks(0, 1));
        ledger.near(case, "downhill acceleration", &[acceleration]);
        ledger.near(case, "downhill displacement(T)", &[moved.dot(&down)]);
        ledger.near(case, "sideways displacement(T)", &[moved.dot(&aside)]);
        let angle = turn.angle_to(&at.rotation);
        ledger.near(case, "rotation angle(T)", &[angle]);
    }
    ledger.settle(&all);
}

/// Relaxation 1e-7: friction is short of mu gamma by about rho / u, u the sliding speed; in the
/// last step before rest u is about mu g h, so rho must be well below (mu g h / V)^2 = 1e-5.
#[test]
fn a_sliding_block_stops_after_v_squared_over_two_mu_g() {
    let all = cases("block_slides_to_stop");
    let mut ledger = Ledger::new();
    for case in &all {
        let (n, h) = case.steps(case.number("duration"), 1e-3);
        ledger.at_step(h);
        let half = half_size(case);
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
        let mut stop = f64::NAN;
        for _ in 0..n {
            run.advance();
            if stop.is_nan() && run.sticks(0, 1) {
                stop = run.time;
            }
        }
        let distance = run.body(1).position.dot(&direction);
        ledger.near(case, "stop time", &[stop]);
        ledger.near(case, "stop distance", &[distance]);
    }
    ledger.settle(&all);
}
