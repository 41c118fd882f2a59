//! Charts of recordings: what they show is what physics says, and no number that matters is lost
//! on the way.

use drystone::recording::{Frame, FrameContact, FrameStatus};
use drystone::scene::Scene;
use drystone::step::Simulator;
use drystone::world::Input;
use drystone_cli::export::{Charts, KeyFigures};
use drystone_plot::{Content, Panel, Plot, Series, Style};

const G: f64 = 9.81;
const H: f64 = 0.01;

/// Frames of a run, given to the charts one by one.
fn simulate(scene: &Scene) -> (Vec<Plot>, KeyFigures) {
    draw(scene, Charts::new(scene, "test"))
}

fn draw(scene: &Scene, mut charts: Charts) -> (Vec<Plot>, KeyFigures) {
    let mut simulator = Simulator::new(scene.model.clone());
    let mut state = scene.initial.clone();
    let mut input = Input::hold(&scene.model, &state);
    charts.add(&Frame::start(scene.time(0), &state));
    for index in 0..scene.settings.steps {
        scene.input_at(index, &state, &mut input);
        let step = simulator.step(&state, &input, scene.settings.relaxation);
        let step = step.expect("a good input");
        let end = scene.time(index + 1);
        charts.add(&Frame::after(index as u64 + 1, end, &step));
        state = step.state;
    }
    (charts.plots(), charts.key_figures())
}

fn panels<'a>(plots: &'a [Plot], stem: &str) -> &'a [Panel] {
    let plot = plots.iter().find(|plot| plot.stem == stem);
    match &plot.expect("a chart of that name").content {
        Content::Panels { panels, axis } => {
            assert_eq!(axis, "time, s");
            panels
        }
        _ => panic!("{stem} has no panels"),
    }
}

fn points<'a>(panel: &'a Panel, name: &str) -> &'a [(f64, f64)] {
    let found = panel.series.iter().find(|series| series.name == name);
    let names: Vec<&str> = panel.series.iter().map(|s| s.name.as_str()).collect();
    &found
        .unwrap_or_else(|| panic!("{name} is not in {names:?}"))
        .points
}

fn assert_near(found: f64, want: f64, tolerance: f64, what: &str) {
    let off = (found - want).abs();
    assert!(
        off <= tolerance,
        "{what}: {found}, not {want} (off {off:e})"
    );
}

const GROUND: &str = r#"
[simulation]
time_step = 0.01
duration = 0.5
relaxation = 1e-6
[shape.ground.halfspace]
normal = [0, 0, 1]
[[body]]
name = "ground"
fixed = true
shape = "ground"
"#;

/// A scene on the ground.
fn scene(bodies: &str) -> Scene {
    Scene::parse(&format!("{GROUND}{bodies}"), "test").expect("a good scene")
}

/// A frame of `scene` after a step that took `iterations` on `rung`.
fn frame(scene: &Scene, index: u64, (rung, iterations): (&str, usize), solved: bool) -> Frame {
    Frame {
        step: index,
        status: Some(FrameStatus {
            leads: Vec::new(),
            halved: false,
            solved,
            advanced: true,
            rung: rung.into(),
            needed_ladder: rung != "Base",
            iterations,
        }),
        ..Frame::start(index as f64 * H, &scene.initial)
    }
}

const BALL: &str = r#"
[shape.ball.sphere]
radius = 0.1
[[body]]
name = "ball"
shape = "ball"
mass = 2
position = [1, 0, 3]
velocity = [1, 0, 4]
angular_velocity = [0, 5, 0]
"#;

/// A thrown ball: every number of its flight is known.
#[test]
fn a_free_flight_keeps_its_energy_and_loses_m_g_t_of_momentum() {
    let (plots, figures) = simulate(&scene(BALL));
    let (m, spin) = (2.0, 0.4 * 2.0 * 0.1 * 0.1 * 5.0);
    let start = m * G * 3.0 + 0.5 * m * (1.0 + 16.0) + 0.5 * spin * 5.0;
    let energy = &panels(&plots, "energy")[0];
    assert_eq!(energy.axis, "energy, J");
    assert_eq!(points(energy, "total").len(), 51);
    let [linear, angular] = panels(&plots, "momentum") else {
        panic!("two panels");
    };
    for k in 0..=50 {
        let t = k as f64 * H;
        let (vz, z) = (4.0 - G * t, 3.0 + 4.0 * t - 0.5 * G * t * t);
        let kinetic = 0.5 * m * (1.0 + vz * vz) + 0.5 * spin * 5.0;
        // r x p has only a component along y, like the spin
        let turn = m * (z * 1.0 - (1.0 + t) * vz) + spin;
        for (panel, name, want) in [
            (energy, "total", start),
            (energy, "kinetic", kinetic),
            (energy, "potential", m * G * z),
            (linear, "", m * (1.0 + vz * vz).sqrt()),
            (angular, "", turn.abs()),
        ] {
            let (time, found) = points(panel, name)[k];
            assert_near(time, t, 1e-12, "time");
            let what = format!("{name} of {} at {t}", panel.axis);
            assert_near(found, want, 1e-9 * start, &what);
        }
    }
    for energy in figures.energy {
        assert_near(energy.total(), start, 1e-9 * start, "key figure");
    }
    assert_eq!(figures.max_normal_force, 0.0);
}

#[test]
fn a_sliding_block_gains_what_friction_leaves_of_its_weight() {
    let path = format!(
        "{}/../../scenarios/incline_slide.toml",
        env!("CARGO_MANIFEST_DIR")
    );
    let (plots, _) = simulate(&Scene::load(path).expect("a good scene"));
    let (sin, cos) = (0.5, 0.75f64.sqrt());
    let forces = &panels(&plots, "impulses")[0];
    let momentum = points(&panels(&plots, "momentum")[0], "");
    // 0.1 s is time enough for friction to be that of sliding
    for k in 10..100 {
        let gain = momentum[k + 1].1 - momentum[k].1;
        let want = G * (sin - 0.2 * cos) * H;
        assert_near(gain, want, 1e-3 * want, "gain of momentum in a step");
    }
    for (name, want) in [
        ("normal, sum", G * cos),
        ("friction, sum of sizes", 0.2 * G * cos),
    ] {
        let points = points(forces, name);
        assert_eq!(points.len(), 100, "one per step, none for the start");
        for (time, found) in &points[10..] {
            assert_near(*found, want, 1e-3 * want, &format!("{name} at {time}"));
        }
    }
}

const TOWER: &str = r#"
[shape.cube.box]
half_extents = [0.1, 0.1, 0.1]
[[body]]
name = "low"
shape = "cube"
mass = 3
position = [0, 0, 0.1]
[[body]]
name = "high"
shape = "cube"
mass = 2
position = [0, 0, 0.3]
"#;

#[test]
fn resting_bodies_are_carried_with_their_weight() {
    let (plots, figures) = simulate(&scene(TOWER));
    let [all, pairs] = panels(&plots, "impulses") else {
        panic!("two panels");
    };
    for (panel, name, want) in [
        (all, "normal, sum", (3.0 + 2.0 + 2.0) * G),
        (all, "normal, largest contact", 5.0 * G),
        (pairs, "ground - low", 5.0 * G),
        (pairs, "low - high", 2.0 * G),
    ] {
        let (time, found) = *points(panel, name).last().expect("points");
        assert_near(time, 0.5, 1e-12, "time");
        assert_near(found, want, 1e-3 * want, name);
    }
    let names: Vec<&str> = pairs.series.iter().map(|s| s.name.as_str()).collect();
    assert_eq!(names, ["ground - low", "low - high"], "most loaded first");
    assert_near(figures.max_normal_force, 5.0 * G, 0.5, "peak");
}

fn contact([first, second]: [usize; 2], impulse: [f64; 3]) -> FrameContact {
    FrameContact {
        first: [first, 0],
        second: [second, 0],
        point: [0.0; 3],
        normal: [0.0, 0.0, 1.0],
        gap: 0.0,
        impulse,
        torsional_impulse: 0.0,
        patch_radius: 0.0,
        patch: None,
        sticking: true,
    }
}

#[test]
fn forces_are_impulses_by_the_step_and_a_pair_has_none_before_it_meets() {
    let scene = scene(TOWER);
    let mut charts = Charts::new(&scene, "test");
    charts.add(&Frame::start(0.0, &scene.initial));
    for index in 1..=4 {
        let mut frame = frame(&scene, index, ("Base", 1), true);
        let late = contact([1, 2], [0.03, 0.04, 0.1]);
        let twice = contact([0, 1], [0.0, 0.0, 0.2]);
        frame.contacts = match index {
            2 => vec![late, twice.clone(), twice],
            _ => vec![twice],
        };
        charts.add(&frame);
    }
    let plots = charts.plots();
    let [all, pairs] = panels(&plots, "impulses") else {
        panic!("two panels");
    };
    for (panel, name, want) in [
        (all, "normal, sum", [20.0, 50.0, 20.0, 20.0]),
        (all, "normal, largest contact", [20.0; 4]),
        (all, "friction, sum of sizes", [0.0, 5.0, 0.0, 0.0]),
        (pairs, "ground - low", [20.0, 40.0, 20.0, 20.0]),
        (pairs, "low - high", [0.0, 10.0, 0.0, 0.0]),
    ] {
        let points = points(panel, name);
        assert_eq!(points.len(), 4, "{name}");
        for ((time, found), (k, want)) in points.iter().zip(want.into_iter().enumerate()) {
            assert_near(*time, (k + 1) as f64 * H, 1e-12, "time");
            assert_near(*found, want, 1e-9, name);
        }
    }
    assert_near(charts.key_figures().max_normal_force, 20.0, 1e-9, "peak");
}

/// 24 bodies have 276 pairs: too many to keep a line of each.
#[test]
fn many_pairs_are_drawn_together_only() {
    let ball = |k: usize| {
        let at = format!("position = [{k}, 0, 1]");
        format!("[[body]]\nname = \"ball{k}\"\nshape = \"ball\"\nmass = 1\n{at}\n")
    };
    let balls: String = (1..24).map(ball).collect();
    let scene = scene(&format!("[shape.ball.sphere]\nradius = 0.1\n{balls}"));
    let mut charts = Charts::new(&scene, "test");
    let mut frame = frame(&scene, 1, ("Base", 1), true);
    let pairs = (0..24).flat_map(|a| (a + 1..24).map(move |b| [a, b]));
    let far = |pair| FrameContact {
        gap: 1.0,
        ..contact(pair, [0.0, 0.0, 0.01])
    };
    frame.contacts = pairs.map(far).collect();
    charts.add(&frame);
    let plots = charts.plots();
    let [all] = panels(&plots, "impulses") else {
        panic!("one panel");
    };
    assert!(
        all.heading.contains("more than 256 pairs"),
        "{}",
        all.heading
    );
    assert_near(points(all, "normal, sum")[0].1, 276.0, 1e-9, "sum");
}

/// Cubes of 0.2 m whose centres are 0.199 m apart.
#[test]
fn overlap_is_measured_and_what_touches_nothing_is_on_the_floor() {
    let scene = scene(TOWER);
    let mut charts = Charts::new(&scene, "test");
    for index in 1..=3 {
        let mut frame = frame(&scene, index, ("Base", 1), true);
        if index == 2 {
            frame.bodies[2][2] -= 1e-3;
            frame.contacts = vec![contact([1, 2], [0.0; 3])];
        }
        charts.add(&frame);
    }
    let plots = charts.plots();
    let panel = &panels(&plots, "penetration")[0];
    assert!(panel.logarithmic);
    let depths: Vec<f64> = points(panel, "").iter().map(|p| p.1).collect();
    assert_eq!((depths[0], depths[2]), (1e-9, 1e-9));
    assert_near(depths[1], 1e-3, 1e-9, "depth");
    assert!(
        panel.heading.starts_with("deepest 1.0e-3 m at 0.02 s"),
        "{}",
        panel.heading
    );
    assert_near(
        charts.key_figures().max_penetration,
        1e-3,
        1e-9,
        "key figure",
    );
}

fn times(series: &Series) -> Vec<i64> {
    let times = series.points.iter();
    times.map(|p| (p.0 / H).round() as i64).collect()
}

#[test]
fn rungs_are_dots_and_unsolved_steps_are_crosses_on_the_iterations() {
    let scene = scene(BALL);
    let mut charts = Charts::new(&scene, "test");
    charts.add(&Frame::start(0.0, &scene.initial));
    for index in 1..=200 {
        let (how, solved) = match index {
            50 | 60 => (("Staged", 30), true),
            70 => (("Relaxed", 90), false),
            80 => (("of the future", 20), true),
            _ => (("Base", 4), true),
        };
        charts.add(&frame(&scene, index, how, solved));
    }
    let plots = charts.plots();
    let series = &panels(&plots, "iterations")[0].series;
    let drawn: Vec<_> = series.iter().map(|s| (s.name.as_str(), s.style)).collect();
    let dots = Style::Dots;
    assert_eq!(
        drawn,
        [
            ("all steps", Style::Line),
            ("rung Staged: 2 steps", dots),
            ("rung Relaxed: 1 step", dots),
            ("rung other: 1 step", dots),
            ("unsolved: 1 step", Style::Crosses),
        ]
    );
    assert_eq!(times(&series[0]), (1..=200).collect::<Vec<_>>());
    assert_eq!(
        [&series[1], &series[4]].map(times),
        [vec![50, 60], vec![70]]
    );
    assert_eq!(series[4].points[0].1, 90.0, "on the line");
    let figures = charts.key_figures();
    assert_eq!((figures.steps, figures.unsolved_steps), (200, 1));
    let ladder: Vec<_> = figures.ladder.into_iter().collect();
    let want = [("Relaxed", 1), ("Staged", 2), ("other", 1)];
    assert_eq!(ladder, want.map(|(rung, steps)| (rung.to_string(), steps)));
    // 196 steps of 4, then 20, 30, 30, 90: the 198th of 200 in order is one of the 30s
    assert_eq!(figures.iterations.mean, (196.0 * 4.0 + 170.0) / 200.0);
    assert_eq!(figures.iterations.p99, 30.0);
    assert_eq!(figures.iterations.max, 90.0);
}

/// Ten times as many frames as there are buckets: a single step that is unlike the others is seen.
#[test]
fn one_bad_step_of_twenty_thousand_is_in_the_charts() {
    let scene = scene(TOWER);
    let mut charts = Charts::new(&scene, "test");
    let bad = 12_345;
    for index in 0..20_000 {
        let mut frame = frame(&scene, index, ("Base", 5), true);
        if index == bad {
            frame = self::frame(&scene, index, ("Relaxed", 200), false);
            frame.bodies[2][2] -= 1e-3;
            frame.bodies[2][9] = 7.0;
            // the start is half a step early: nothing but the upper cube moves
            frame.bodies[1][9] = 0.0;
            frame.contacts = vec![contact([1, 2], [0.0, 0.0, 0.5])];
        }
        charts.add(&frame);
    }
    let plots = charts.plots();
    for (stem, name, want) in [
        // in contact: m v and m v^2 / 2 of the upper cube
        ("energy", "kinetic", 49.0),
        ("momentum", "", 14.0),
        ("penetration", "", 1e-3),
        ("iterations", "all steps", 200.0),
        ("iterations", "unsolved: 1 step", 200.0),
        ("impulses", "normal, sum", 50.0),
    ] {
        let points = points(&panels(&plots, stem)[0], name);
        assert!(points.len() < 5000, "{stem} has {} points", points.len());
        let top = points.iter().max_by(|a, b| a.1.total_cmp(&b.1));
        let &(time, found) = top.expect("points");
        assert_near(time, bad as f64 * H, 1e-9, stem);
        assert_near(found, want, 1e-6 * want, stem);
    }
    let bytes: usize = plots.iter().map(|plot| plot.svg().len()).sum();
    assert!(bytes < 1_000_000, "{bytes} bytes of SVG");
}

/// Whatever the bodies are called.
#[test]
fn names_of_bodies_cannot_break_the_picture() {
    let long = format!("{}\\u0007", "<&\\\"".repeat(500));
    let tower = TOWER.replace("name = \"high\"", &format!("name = \"{long}\""));
    let (plots, _) = simulate(&scene(&tower));
    let svg = plots.last().expect("impulses").svg();
    assert!(svg.contains("low - &lt;&amp;"), "escaped");
    assert!(!svg.contains('\u{7}'));
    let width = svg
        .split("width=\"")
        .nth(1)
        .and_then(|s| s.split('"').next());
    let width: f64 = width.and_then(|w| w.parse().ok()).expect("a width");
    assert!(width < 1500.0, "{width}");
}

/// A motor that holds a link level exerts its weight times its lever; the spring of a driven body carries its weight and what pulls it
/// aside. The signs are those of the force on the body.
#[test]
fn efforts_are_what_holds_weights() {
    let scene = Scene::parse(
        r#"
[simulation]
duration = 4.0
[shape.rod.capsule]
radius = 0.02
length = 0.4
[[body]]
name = "link"
shape = "rod"
mass = 2
rpy_deg = [0, 90, 0]
position = [0.2, 0, 0]
[[joint]]
name = "hinge"
type = "revolute"
child = "link"
anchor = [0, 0, 0]
axis = [0, 1, 0]
motor = { type = "position", stiffness = 40000, damping = 400 }
[[body]]
name = "hand"
shape = "rod"
mass = 3
position = [2, 0, 0]
driven = { stiffness = 1000, rotational_stiffness = 10 }
[[wrench]]
body = "hand"
force = [4, 0, 0]
"#,
        "test",
    )
    .expect("a good scene");
    let names = ["hinge.effort", "hand.effort.x", "hand.effort.z"].map(String::from);
    let charts = Charts::new(&scene, "test").showing(&names).expect("known");
    let (plots, _) = draw(&scene, charts);
    let panels = panels(&plots, "states");
    let units: Vec<&str> = panels.iter().map(|panel| panel.axis.as_str()).collect();
    assert_eq!(units, ["N m", "N"]);
    let last = |panel: &Panel, name: &str| points(panel, name).last().expect("points").1;
    // About y, from z to x: a positive turn lowers the link, and the motor turns it up.
    assert_near(last(&panels[0], &names[0]), -2.0 * G * 0.2, 0.01, "hinge");
    assert_near(last(&panels[1], &names[1]), -4.0, 1e-3, "sideways");
    assert_near(last(&panels[1], &names[2]), 3.0 * G, 1e-3, "upwards");
    // No step led to the start.
    assert_eq!(points(&panels[0], &names[0]).len(), scene.settings.steps);
}
