//! The same bits: on any number of threads, saved and restored in the middle, in another process,
//! with gradients asked for or not, and from one version to the next (`tests/hashes.txt`).

use drystone::recording::Checkpoint;
use drystone::scene::Scene;
use drystone::step::{Simulator, Step, Wrt};
use drystone::world::{Input, State};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

fn hashes() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hashes.txt")
}

/// What to do when a hash has changed.
const REMEDY: &str = "If that is meant, say why in CHANGELOG.md (\"hashes of trajectories changed\") and \
                      write the file anew:\n    cargo test --test suite determinism::write_the_hashes -- --ignored";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios")
}

fn load(name: &str) -> Scene {
    Scene::load(folder().join(name)).unwrap_or_else(|e| panic!("{e}"))
}

/// Names of all scenes, sorted.
fn names() -> Vec<String> {
    let entries = std::fs::read_dir(folder()).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = names.map(|name| name.display().to_string()).collect();
    names.retain(|name| name.ends_with(".toml"));
    names.sort();
    assert!(names.len() >= 22, "{names:?}");
    names
}

/// The hashes of the file: scene, hash.
fn kept() -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(hashes()).expect("readable");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let pairs = lines.map(|line| line.split_once("  ").expect("HASH  SCENE"));
    pairs
        .map(|(hash, name)| (name.to_string(), hash.to_string()))
        .collect()
}

/// A run that may be interrupted.
struct Run<'a> {
    scene: &'a Scene,
    simulator: Simulator,
    state: State,
    input: Input,
    step: Step,
}

impl<'a> Run<'a> {
    fn new(scene: &'a Scene, state: State, threads: usize) -> Self {
        let threads = NonZeroUsize::new(threads).expect("a thread");
        Self {
            simulator: Simulator::with_threads(scene.model.clone(), threads).expect("few threads"),
            input: Input::hold(&scene.model, &state),
            step: Step::default(),
            scene,
            state,
        }
    }

    fn step(&mut self, index: usize) {
        self.scene.input_at(index, &self.state, &mut self.input);
        let rho = self.scene.settings.relaxation;
        let done = self
            .simulator
            .step_into(&self.state, &self.input, rho, &mut self.step);
        done.unwrap_or_else(|e| panic!("{e}"));
        self.state.clone_from(&self.step.state);
    }
}

fn uninterrupted(scene: &Scene) -> String {
    let mut run = Run::new(scene, scene.initial.clone(), 1);
    (0..scene.settings.steps).for_each(|index| run.step(index));
    format!("{:016x}", run.state.hash())
}

#[test]
fn every_scene_ends_in_its_hash() {
    let kept = kept();
    let mut complaints = String::new();
    for name in names() {
        let found = uninterrupted(&load(&name));
        match kept.get(&name) {
            Some(hash) if *hash == found => {}
            Some(hash) => complaints += &format!("{name}: {hash} became {found}\n"),
            None => complaints += &format!("{name}: {found} is not in tests/hashes.txt\n"),
        }
    }
    let gone = kept.keys().filter(|name| !names().contains(name));
    gone.for_each(|name| complaints += &format!("{name}: there is no such scene\n"));
    assert!(complaints.is_empty(), "\n{complaints}\n{REMEDY}");
}

#[test]
#[ignore = "writes tests/hashes.txt"]
fn write_the_hashes() {
    let mut out = String::from(
        "# State hash at the end of every scene of scenarios/ (drystone run SCENE). Written by\n\
         # cargo test --test suite determinism::write_the_hashes -- --ignored\n\
         # Whoever changes a line says why in CHANGELOG.md.\n",
    );
    for name in names() {
        out += &format!("{}  {name}\n", uninterrupted(&load(&name)));
    }
    std::fs::write(hashes(), out).expect("writable");
}

/// Four threads, gradients in between, and from the middle on another simulator that knows only
/// what was written down.
#[test]
fn threads_gradients_and_interruptions_change_no_bit() {
    let kept = kept();
    for name in names() {
        let scene = load(&name);
        let steps = scene.settings.steps;
        let mut run = Run::new(&scene, scene.initial.clone(), 4);
        for index in 0..steps {
            if index == steps / 2 {
                let saved = saved(&scene, index, &run.state);
                run = Run::new(&scene, saved, 2);
            }
            run.step(index);
            if index % 25 == 3 {
                let asked = run
                    .simulator
                    .gradient(&run.step, 1e-4, &Wrt::state_and_inputs());
                let gradient = asked.unwrap_or_else(|e| panic!("{name}: {e}"));
                assert!(gradient.a().iter().all(|entry| entry.is_finite()), "{name}");
            }
        }
        let found = format!("{:016x}", run.state.hash());
        assert_eq!(kept.get(&name), Some(&found), "{name}");
    }
}

/// There and back, in both forms.
fn saved(scene: &Scene, index: usize, state: &State) -> State {
    let bodies = scene.model.bodies.iter();
    let checkpoint = Checkpoint {
        step: index as u64,
        time_step: scene.model.time_step,
        rho: scene.settings.relaxation,
        model: scene.model.fingerprint(),
        inputs: scene.input_fingerprint(),
        bodies: bodies.map(|body| body.name.clone()).collect(),
        state: state.clone(),
    };
    let json = checkpoint.to_json().expect("finite");
    let again = Checkpoint::parse(json.as_bytes(), "JSON").expect("whole");
    let bytes = again.to_bytes().expect("finite");
    let again = Checkpoint::parse(&bytes, "bytes").expect("whole");
    again.fits(&scene.model).expect("the same model");
    again.state
}

/// Two towers, told apart by their names, in the order of `letters`: `f` is the floor, `a` the next
/// stone of one tower, `b` of the other.
fn towers(letters: &str) -> Scene {
    let mut scene = String::from(
        "[simulation]\nduration = 0.5\n[shape.ground.halfspace]\nnormal = [0, 0, 1]\n\
         [shape.a.box]\nhalf_extents = [0.1, 0.08, 0.05]\n[shape.b.cylinder]\nradius = 0.1\nlength = 0.12\n",
    );
    let mut heights = BTreeMap::new();
    for letter in letters.chars() {
        let storey = heights.entry(letter).or_insert(0);
        scene += &match letter {
            'f' => "[[body]]\nname = \"floor\"\nfixed = true\nshape = \"ground\"\n".to_string(),
            _ => {
                let x = if letter == 'a' { 0.0 } else { 3.0 };
                let (aside, z) = (0.01 * f64::from(*storey), 0.09 + 0.16 * f64::from(*storey));
                format!(
                    "[[body]]\nname = \"{letter}{storey}\"\nshape = \"{letter}\"\n\
                     position = [{x:?}, {aside:?}, {z:?}]\nvelocity = [0.1, 0, 0]\n"
                )
            }
        };
        *storey += 1;
    }
    Scene::parse(&scene, "towers").unwrap_or_else(|e| panic!("{e}\n{scene}"))
}

/// Where every body is at the end, by name.
fn ends(letters: &str) -> BTreeMap<String, [f64; 13]> {
    let scene = towers(letters);
    let mut run = Run::new(&scene, scene.initial.clone(), 1);
    for index in 0..scene.settings.steps {
        run.step(index);
        assert!(run.step.status.solved, "{letters}, step {index}");
    }
    let bodies = scene.model.bodies.iter().zip(&run.state.bodies);
    bodies
        .map(|(body, at)| (body.name.clone(), at.numbers()))
        .collect()
}

/// Bodies listed in another order: the same bits as long as those that touch each other keep their
/// order among themselves.
#[test]
fn the_order_of_bodies_that_do_not_touch_changes_no_bit() {
    let first = ends("faaabbb");
    assert_eq!(first.len(), 7);
    for letters in ["fbbbaaa", "fababab", "fbaabab"] {
        assert_eq!(ends(letters), first, "{letters}");
    }
}

/// Where it is changed within a tower, sums are taken in another order: the last digits differ, and no
/// more than that.
#[test]
fn the_order_of_bodies_that_touch_changes_the_last_digits_only() {
    let scene = towers("faaa");
    let mut turned = towers("faaa");
    // the same model with its stones listed from above
    let text = turned.resolved();
    let parts: Vec<&str> = text.split("[[body]]").collect();
    let reversed = [&parts[..2], &[parts[4], parts[3], parts[2]]]
        .concat()
        .join("[[body]]");
    turned = Scene::parse(&reversed, "reversed").unwrap_or_else(|e| panic!("{e}"));
    let [mut one, mut other] =
        [&scene, &turned].map(|scene| Run::new(scene, scene.initial.clone(), 1));
    let mut same = true;
    for index in 0..scene.settings.steps {
        one.step(index);
        other.step(index);
        for i in 1..4 {
            let (a, b) = (&one.state.bodies[i], &other.state.bodies[4 - i]);
            same &= a == b;
            let pairs = a.numbers().into_iter().zip(b.numbers());
            let off = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(off < 1e-9, "step {index}: {off:e}");
        }
    }
    assert!(
        !same,
        "the order does not matter any more: say so in docs/batches.md"
    );
}
