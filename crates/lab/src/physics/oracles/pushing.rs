//! A box pushed at some height: it stays, slides or tips.

use super::bodies::{cuboid, fixed, free, plane};
use super::{Ledger, Record, Run};
use drystone::error::Result;
use drystone::math::{Rot, Vec3};
use drystone::world::Model;

/// The motion of the box: m, rad, m/s^2, rad/s^2, m.
struct Pushed {
    displacement: f64,
    tilt: f64,
    acceleration: f64,
    early: f64,
    pivot_slip: f64,
}

fn push(record: &Record, n: usize, h: f64, rho: f64) -> Result<Pushed> {
    let [width, height, depth] = record.get(["width", "height", "depth"])?;
    let mu = record.number("mu")?;
    let block = cuboid(0.5 * width, 0.5 * depth, 0.5 * height)?;
    let builder = Model::builder()
        .gravity(record.gravity()?)
        .body(fixed("floor", &plane(Vec3::z())?, mu))
        .body(free("block", &block, record.number("mass")?, mu));
    let mut run = record.run(builder, h, rho)?;
    let start = Vec3::z() * (0.5 * height);
    run.place(1, start, Rot::identity());
    run.start_half_step_early();
    let handle = Vec3::new(
        -0.5 * width,
        0.0,
        record.number("push_height")? - 0.5 * height,
    );
    let toe = Vec3::new(0.5 * width, 0.0, -0.5 * height);
    let foot = |run: &Run| run.body(1).position + run.body(1).rotation * toe;
    let before = foot(&run);
    let mut out = Pushed {
        displacement: f64::NAN,
        tilt: f64::NAN,
        acceleration: f64::NAN,
        early: 0.0,
        pivot_slip: 0.0,
    };
    let mut middle = 0.0;
    for k in 0..n {
        run.clear_wrenches();
        // A force at a material point: it turns with the body.
        let at = *run.body(1);
        let force = Vec3::x() * (record.number("force")? * run.share(0.0, f64::INFINITY));
        let point = at.position + at.rotation * handle;
        run.input.add_force_at(1, &at, force, point);
        run.advance()?;
        if k + 1 == n / 2 {
            middle = run.body(1).velocity.x;
        }
        out.early += run.early_acceleration(1);
        out.pivot_slip = out.pivot_slip.max((foot(&run) - before).x.abs());
    }
    let at = run.body(1);
    out.displacement = (at.position - start).x;
    out.tilt = at.rotation.scaled_axis().y;
    out.acceleration = (at.velocity.x - middle) / ((n - n / 2) as f64 * h);
    Ok(out)
}

/// Relaxation 1e-9: the force is within 5 % of the limits of sliding and tipping. Creep is that
/// of a block on a slope of tan = F / (m g); the point of contact stops short of the edge by
/// about rho / |push|, which takes part of the lever arm away.
pub fn block_pushed_tip_or_slide(record: &Record, ledger: &mut Ledger) -> Result<()> {
    let (n, h) = record.steps(record.number("duration")?, 1e-3);
    ledger.at_step(h);
    let weight = record.number("mass")? * record.number("gravity")?;
    let [width, height] = record.get(["width", "height"])?;
    let slides = record.number("mu")? * weight;
    let tips = weight * 0.5 * width / record.number("push_height")?;
    ledger.derived("F_slide", slides)?;
    ledger.derived("F_tip", tips)?;
    let out = push(record, n, h, 1e-9)?;
    let mode = if out.tilt > 1e-3 {
        "tip"
    } else if out.pivot_slip > 1e-3 {
        "slide"
    } else {
        "static"
    };
    ledger.same("mode", mode)?;
    let tilt = [out.tilt];
    let values = [
        ("displacement(T)", [out.displacement]),
        ("acceleration", [out.acceleration]),
        ("tilt(T)", tilt),
        ("initial angular acceleration", [out.early]),
    ];
    for (name, value) in values {
        if record.expects(name) {
            ledger.near(name, &value)?;
        }
    }
    let firm = "pivot does not slip during [0,T]";
    if record.expects(firm) {
        ledger.same(firm, out.pivot_slip < 1e-4 * height)?;
    }
    Ok(())
}
