//! Random scenes run, and bad ones are refused where they are bad.

use drystone::scene::{Overrides, Scene};
use drystone::step::Simulator;
use drystone::world::Input;
use drystone_lab::soak::random_scene;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Steps of a run.
const STEPS: usize = 40;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(20_261_122),
        ..ProptestConfig::default()
    }
}

/// Where the numbers of a scene are: line (from 1), bytes.
fn numbers(text: &str) -> Vec<(usize, std::ops::Range<usize>)> {
    let mut out = Vec::new();
    let mut start = 0;
    for (i, line) in text.split_inclusive('\n').enumerate() {
        let mut quoted = line.starts_with('#');
        let mut from = None;
        for (k, c) in line.char_indices() {
            quoted ^= c == '"';
            let part = c.is_ascii_digit() || "+-.e".contains(c) && from.is_some() || c == '-';
            match (part && !quoted, from) {
                (true, None) => from = Some(k),
                (false, Some(at)) if line[at..k].parse::<f64>().is_ok() => {
                    // digits inside of a name belong to it
                    let before = line[..at].chars().next_back();
                    if !before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
                        out.push((i + 1, start + at..start + k));
                    }
                    from = None;
                }
                (false, _) => from = None,
                _ => {}
            }
        }
        start += line.len();
    }
    out
}

#[test]
fn numbers_are_found() {
    let text = "# 1\n[shape.stone0.box]\na = [1.0, -2e-5, { t = 3 }]\nb = \"7\"\nc = 4\n";
    let found: Vec<&str> = numbers(text).into_iter().map(|(_, at)| &text[at]).collect();
    assert_eq!(found, ["1.0", "-2e-5", "3", "4"]);
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn valid_scenes_run(seed in any::<u64>()) {
        let text = random_scene(seed);
        let scene = Scene::parse(&text, "random");
        let scene = scene.unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        let mut simulator = Simulator::new(scene.model.clone());
        let mut state = scene.initial.clone();
        let mut input = Input::hold(&scene.model, &state);
        for index in 0..STEPS.min(scene.settings.steps) {
            scene.input_at(index, &state, &mut input);
            let step = simulator.step(&state, &input, scene.settings.relaxation);
            let step = step.unwrap_or_else(|e| panic!("seed {seed}: {e}"));
            let why = step.status.explain(scene.settings.relaxation);
            prop_assert!(step.status.solved, "seed {seed}, step {index} {why}");
            state = step.state;
        }
        let finite = state.bodies.iter().flat_map(|body| body.numbers()).all(f64::is_finite);
        prop_assert!(finite, "seed {seed}");
    }
}

proptest! {
    #![proptest_config(config(1500))]

    /// There is no number of a scene that may be something else.
    #[test]
    fn a_number_that_is_none_is_refused_on_its_line(
        seed in 0..1000u64,
        which in any::<prop::sample::Index>(),
        bad in prop::sample::select(vec!["nan", "inf", "-inf", "\"1\"", "true", "[]"]),
    ) {
        let text = random_scene(seed);
        let all = numbers(&text);
        let (line, at) = all[which.index(all.len())].clone();
        let broken = [&text[..at.start], bad, &text[at.end..]].concat();
        let error = Scene::parse(&broken, "broken").expect_err(&broken);
        prop_assert!(!error.field.is_empty() && !error.why.is_empty() && !error.fix.is_empty());
        let place = error.place.clone().expect("a place");
        prop_assert_eq!(place.line, line, "{}", error);
    }

    /// What is written with every default filled in is the same scene.
    #[test]
    fn a_resolved_scene_is_the_scene(seed in any::<u64>()) {
        let scene = Scene::parse(&random_scene(seed), "random").expect("valid");
        let again = Scene::parse(&scene.resolved(), "again").expect("valid");
        prop_assert_eq!(scene.model.fingerprint(), again.model.fingerprint());
        prop_assert_eq!(scene.input_fingerprint(), again.input_fingerprint());
        prop_assert_eq!(scene.initial, again.initial);
        prop_assert_eq!(scene.settings, again.settings);
    }
}

/// Limits of files: each is named in the error, and found before anything large is made.
#[test]
fn what_is_too_large_is_refused_by_its_limit() {
    let body = "[[body]]\nname = \"b\"\nshape = \"s\"\n";
    let cases = [
        (body.repeat(10_001), "10000"),
        (format!("a = {}", "[".repeat(33)), "32"),
        (format!("a = [{}]", "1,".repeat(100_001)), "100000"),
        (
            format!("a = [{}]", "[1,2,3,4,5,6,7,8,9,0,1,2],".repeat(99_000)),
            "1000000",
        ),
        (format!("a = 1{}", "\n".repeat(1_000_001)), "1000000"),
        ("#".repeat((64 << 20) + 1), "64 MiB"),
    ];
    for (text, limit) in cases {
        let error = Scene::read_with(text.as_bytes(), "large", &Overrides::default());
        let error = error.expect_err(limit);
        assert!(
            error.why.contains(limit) && !error.fix.is_empty(),
            "{error}"
        );
    }
}
