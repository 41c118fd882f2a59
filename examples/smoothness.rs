//! How far a fingertip is felt, and what the relaxation rho does about it.
//!
//! A fingertip stands beside a 10 cm box that rests on the ground (scenarios/push.toml). For every
//! distance from 30 mm to 0.5 mm of overlap and every rho: how does the velocity of the box after
//! one step depend on the commanded place of the fingertip, d v_x / d x_command in 1/s? At small
//! rho that is a switch: nothing before the touch, 1 / time step = 100 1/s after it. At large rho
//! it is a ramp that a planner can climb from afar.
//!
//! Up to rho = 1e-4 a pair farther apart than 0.3 L (here 15 mm) is left out of the step, and the
//! derivative is exactly 0 there (`-` in the table, the end of the curve in the picture); at 1e-3 the
//! margin is 1.26 L, from 3e-3 on 2 L (docs/formulation.md, section 4).
//!
//! Writes a picture, by default target/smoothness.svg; the first argument names another file.
//! Run with `cargo run --release --example smoothness`.

use drystone::scene::Scene;
use drystone::step::{Simulator, Wrt};
use drystone::world::Input;
use std::fmt::Write;
use std::process::ExitCode;

const RHOS: [f64; 6] = [1e-6, 1e-5, 1e-4, 1e-3, 3e-3, 1e-2];
const SMOOTH: usize = 4; // 3e-3
const HARD: usize = 0; // 1e-6
/// Distances of the table, mm; the picture has nine more between any two.
const TABLE: [f64; 15] = [
    30.0, 20.0, 15.0, 14.0, 10.0, 7.0, 5.0, 3.0, 2.0, 1.0, 0.5, 0.2, 0.0, -0.2, -0.5,
];
const FINER: usize = 10;

/// A distance, mm, and the derivative at every rho, 1/s.
type Row = (f64, Vec<f64>);

fn main() -> drystone::Result<ExitCode> {
    let rows = derivatives()?;
    println!("d(box velocity x)/d(finger command x), 1/s, at the relaxation rho\n");
    print!("distance mm");
    RHOS.iter().for_each(|rho| print!("{rho:>11.0e}"));
    println!();
    for (distance, row) in rows.iter().step_by(FINER) {
        print!("{distance:11.1}");
        for value in row {
            match *value {
                0.0 => print!("{:>11}", "-"),
                value => print!("{value:11.2e}"),
            }
        }
        println!();
    }

    let path = std::env::args().nth(1);
    let path = path.unwrap_or_else(|| "target/smoothness.svg".into());
    match std::fs::write(&path, picture(&rows)) {
        Ok(()) => println!("\nwrote {path}\n"),
        Err(e) => {
            eprintln!("cannot write {path}: {e}");
            return Ok(ExitCode::FAILURE);
        }
    }

    let at_10_mm = &rows.iter().find(|row| row.0 == 10.0).expect("in TABLE").1;
    let falls = |pair: &[Row]| pair[0].1[SMOOTH] < pair[1].1[SMOOTH];
    let growth = rows.windows(2).filter(|pair| falls(pair)).count();
    let (smooth, hard) = (at_10_mm[SMOOTH], at_10_mm[HARD]);
    let checks = [
        (
            rows.iter()
                .flat_map(|row| &row.1)
                .all(|value| *value >= 0.0)
                && smooth > 0.0,
            format!("sign: never negative; {smooth:.4} 1/s at 10 mm and rho 3e-3"),
        ),
        (
            growth == rows.len() - 1,
            format!(
                "grows as the gap closes at rho 3e-3: {growth} of {} times",
                rows.len() - 1
            ),
        ),
        (
            hard < 1e-6 && at_10_mm.windows(2).all(|pair| pair[0] < pair[1]),
            format!("tends to 0 with rho at 10 mm: {hard:.2e} 1/s at rho 1e-6"),
        ),
    ];
    for (good, text) in &checks {
        println!("{:6} {text}", if *good { "OK" } else { "FAILED" });
    }
    Ok(ExitCode::from(u8::from(!checks.iter().all(|c| c.0))))
}

fn derivatives() -> drystone::Result<Vec<Row>> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/push.toml");
    let scene = Scene::load(file)?;
    let model = &scene.model;
    let finger = model.body_index("finger").expect("in the scene");
    let row = model.tangent("box.velocity.x")?;
    let column = model.input("finger.command.position.x")?;

    let mut simulator = Simulator::new(model.clone());
    let rho = scene.settings.relaxation;
    let mut state = scene.initial.clone();
    state.bodies[finger].position.x = -1.0;
    for _ in 0..20 {
        let input = Input::hold(model, &state);
        state = simulator.step(&state, &input, rho)?.state; // the box comes to rest
    }

    let wrt = Wrt {
        inputs: true,
        ..Wrt::default()
    };
    let between = |pair: &[f64]| {
        let (from, to) = (pair[0], pair[1]);
        (0..FINER).map(move |k| from + (to - from) * k as f64 / FINER as f64)
    };
    let last = TABLE[TABLE.len() - 1];
    let distances = TABLE.windows(2).flat_map(between).chain([last]);
    let derivative = |distance: f64| {
        state.bodies[finger].position.x = -0.06 - 1e-3 * distance; // half the box, tip radius
        let input = Input::hold(model, &state);
        let step = simulator.step(&state, &input, rho)?;
        let found = simulator.gradients(&step, &RHOS, &wrt)?;
        let values = found.iter().map(|gradient| gradient.b()[(row, column)]);
        Ok((distance, values.collect()))
    };
    distances.map(derivative).collect()
}

/// An SVG of the curves; distance as log(distance + 1 mm), so that an overlap has a place.
fn picture(rows: &[Row]) -> String {
    const COLOURS: [&str; 6] = [
        "#440154", "#414487", "#2a788e", "#22a884", "#7ad151", "#e8a200",
    ];
    let x = |mm: f64| 640.0 - 570.0 * ((mm + 1.0) / 0.5).ln() / (31.0_f64 / 0.5).ln();
    let y = |value: f64| 40.0 + 360.0 * (2.0 - value.log10()) / 11.0; // 1e2 to 1e-9
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"780\" height=\"470\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"70\" y=\"22\">How a 10 cm box feels a fingertip: d(box velocity)/d(finger command), 1/s</text>\n\
         <text x=\"355\" y=\"450\" text-anchor=\"middle\">distance, mm (closing to the right)</text>\n",
    );
    let mut add = |text: String| writeln!(svg, "{text}").expect("a string grows");
    for mm in [30.0, 20.0, 10.0, 5.0, 2.0, 1.0, 0.5, 0.0, -0.5] {
        let x = x(mm);
        add(format!(
            "<path d=\"M{x:.1} 40V400\" stroke=\"#ddd\"/>\n<text x=\"{x:.1}\" y=\"420\" text-anchor=\"middle\">{mm}</text>"
        ));
    }
    for power in -9..=2 {
        let y = y(10.0_f64.powi(power));
        add(format!(
            "<path d=\"M70 {y:.1}H640\" stroke=\"#ddd\"/>\n<text x=\"62\" y=\"{:.1}\" text-anchor=\"end\">1e{power}</text>",
            y + 4.0
        ));
    }
    for (i, (rho, colour)) in RHOS.iter().zip(COLOURS).enumerate() {
        let seen = rows.iter().filter(|row| row.1[i] > 0.0);
        let points: Vec<String> = seen
            .map(|row| format!("{:.1},{:.1}", x(row.0), y(row.1[i])))
            .collect();
        add(format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            points.join(" ")
        ));
        let at = 60 + 20 * (RHOS.len() - i);
        add(format!(
            "<path d=\"M655 {at}h25\" stroke=\"{colour}\" stroke-width=\"2\"/>\n<text x=\"686\" y=\"{}\">rho {rho:.0e}</text>",
            at + 4
        ));
    }
    svg + "</svg>\n"
}
