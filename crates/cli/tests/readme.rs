//! The README tells the truth: what it prints is what the command prints.

#[path = "common/command.rs"]
mod command;

use command::{drystone, text};
use drystone::scene::Scene;
use drystone::step::Simulator;
use drystone::world::Input;

const README: &str = include_str!("../../../README.md");

/// Lines of a run that do not depend on the machine.
fn lasting(lines: &str) -> Vec<String> {
    let lines = lines.lines().map(|line| line.trim_end().to_string());
    lines.filter(|line| !line.starts_with("time")).collect()
}

#[test]
fn the_first_command_prints_what_the_readme_shows() {
    let (_, after) = README
        .split_once("on the ground and prints\n\n")
        .expect("the first command");
    let block = after
        .lines()
        .take_while(|line| line.is_empty() || line.starts_with("    "));
    let block: Vec<&str> = block
        .map(|line| line.strip_prefix("    ").unwrap_or(line))
        .collect();
    let shown = lasting(block.join("\n").trim_end());
    assert!(shown.len() > 12, "{shown:?}");
    let out = drystone(&["run", "scenarios/box_drop.toml"]);
    assert_eq!(
        lasting(text(&out.stdout).trim_end()),
        shown,
        "change the README"
    );
}

/// Two free spheres of 1 kg and 10 cm in empty space that collide head on at 2 m/s: the speed at which they
/// part, in percent.
fn parting(h: f64, rho: f64) -> f64 {
    let ball = |name: &str, x: f64, speed: f64| {
        format!(
            "[[body]]\nname = \"{name}\"\nshape = \"ball\"\nmass = 1\nposition = [{x}, 0, 0]\n\
             velocity = [{speed}, 0, 0]\n"
        )
    };
    let text = format!(
        "[simulation]\ntime_step = {h}\ngravity = [0, 0, 0]\n[shape.ball.sphere]\nradius = 0.1\n{}{}",
        ball("first", -0.5, 1.0),
        ball("second", 0.5, -1.0)
    );
    let scene = Scene::parse(&text, "spheres").unwrap_or_else(|e| panic!("{e}"));
    let mut simulator = Simulator::new(scene.model.clone());
    let input = Input::hold(&scene.model, &scene.initial);
    let mut state = scene.initial.clone();
    for _ in 0..(3.0 / h) as usize {
        let step = simulator.step(&state, &input, rho).expect("usable");
        assert!(step.status.solved, "{}", step.status.reason);
        state = step.state;
    }
    50.0 * (state.bodies[1].velocity.x - state.bodies[0].velocity.x)
}

#[test]
fn spheres_part_as_the_readme_says() {
    let words = README.split_whitespace().collect::<Vec<_>>().join(" ");
    let [coarse, soft, fine] =
        [(1e-2, 1e-6), (1e-2, 1e-3), (1e-3, 1e-6)].map(|(h, rho)| parting(h, rho));
    let said = format!(
        "collide at 2 m/s part at {coarse:.1} % of it at h = 10 ms and rho = 1e-6, at {soft:.1} % at 1e-3, and at \
         {fine:.1} % at h = 1 ms and 1e-6"
    );
    assert!(words.contains(&said), "the README does not say: {said}");
}
