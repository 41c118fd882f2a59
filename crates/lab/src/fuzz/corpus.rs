//! The inputs that are damaged: whole ones of every kind, and the words they are made of.

use super::Target;
use super::mutate::{Words, damage, reseal};
use crate::Dice;
use crate::soak::random_scene;
use drystone::recording::{Checkpoint, Frame, Header, OLDEST_FORMAT};
use drystone::scene::Scene;
use drystone::step::{Simulator, Step};
use drystone::world::Input;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// Scenes of `scenarios/` that are built in a moment; the others have shapes whose mass is an integral.
const SCENES: [&str; 10] = [
    include_str!("../../../../scenarios/box_drop.toml"),
    include_str!("../../../../scenarios/bundle_drop.toml"),
    include_str!("../../../../scenarios/cone_drop.toml"),
    include_str!("../../../../scenarios/incline_stick.toml"),
    include_str!("../../../../scenarios/peg_in_hole.toml"),
    include_str!("../../../../scenarios/pinch_and_lift.toml"),
    include_str!("../../../../scenarios/plan_push_planar.toml"),
    include_str!("../../../../scenarios/polytope_drop.toml"),
    include_str!("../../../../scenarios/push.toml"),
    include_str!("../../../../scenarios/spin_down.toml"),
];
/// Robots of links, joints, shapes and masses; each is in the corpus this many times.
const ROBOTS: [&str; 2] = [
    include_str!("../../../../tests/robots/arm.urdf"),
    include_str!("../../../../tests/robots_mjcf/walker.xml"),
];
const TIMES: usize = 6;
/// Random scenes beside them.
const RANDOM: u64 = 12;
/// Most damages of an input.
const MOST: usize = 8;
/// Numbers and pieces that break parsers.
const WORDS: [&str; 34] = [
    "nan",
    "-inf",
    "inf",
    "1e999",
    "-1e308",
    "5e-324",
    "-0.0",
    "0",
    "-1",
    "1e-30",
    "1e30",
    "99999999999999999999",
    "9223372036854775807",
    "0x7f",
    "true",
    "\"\"",
    "[]",
    "{}",
    "[[[[[[[[",
    "}}",
    "'''",
    "\"\"\"",
    "\u{0}",
    "\u{feff}",
    "ö",
    "#",
    "=",
    ",",
    "\n",
    "\r\n",
    "[[body]]\n",
    "null",
    "..",
    "\\",
];

/// Whole inputs and their words.
pub(super) struct Corpus {
    whole: Vec<(Target, Vec<u8>)>,
    words: Words,
}

impl Corpus {
    /// The corpus, made once.
    pub(super) fn get() -> &'static Self {
        static CORPUS: OnceLock<Corpus> = OnceLock::new();
        CORPUS.get_or_init(Self::new)
    }

    fn new() -> Self {
        let texts = SCENES.map(String::from).into_iter();
        let texts: Vec<String> = texts.chain((0..RANDOM).map(random_scene)).collect();
        let mut whole = Vec::new();
        for text in &texts {
            whole.push((Target::Scene, text.clone().into_bytes()));
        }
        for robot in ROBOTS {
            whole.extend(vec![(Target::Robot, robot.into()); TIMES]);
        }
        for text in texts.iter().take(6) {
            let [recording, json, bytes] = outcomes(text);
            whole.push((Target::Recording, recording));
            whole.push((Target::Checkpoint, json));
            whole.push((Target::Checkpoint, bytes));
        }
        let mut words: BTreeSet<Vec<u8>> = WORDS.map(|word| word.into()).into_iter().collect();
        for (target, input) in &whole {
            if *target != Target::Recording {
                let split = input.split(|b| !(b.is_ascii_alphanumeric() || b"_.-".contains(b)));
                words.extend(split.filter(|word| word.len() < 30).map(<[u8]>::to_vec));
            }
        }
        let text = |word: &[u8]| std::str::from_utf8(word).unwrap_or("").to_string();
        let number = |word: &Vec<u8>| text(word).parse::<f64>().is_ok();
        let (numbers, names) = words.into_iter().partition(number);
        Self {
            whole,
            words: Words { numbers, names },
        }
    }

    /// A damaged input.
    pub(super) fn input(&self, dice: &mut Dice) -> (Target, Vec<u8>) {
        let (target, whole) = dice.pick(&self.whole);
        let mut input = whole.clone();
        // mostly a little, so that what is read in the end is looked at, too
        for times in 0..MOST {
            if times > 0 && dice.chance(0.5) {
                break;
            }
            let (_, other) = dice.pick(&self.whole);
            damage(&mut input, other, &self.words, dice);
        }
        if *target == Target::Checkpoint && dice.chance(0.5) {
            reseal(&mut input);
        }
        (*target, input)
    }
}

/// The recording of a few steps, and the checkpoint after them in both forms.
fn outcomes(text: &str) -> [Vec<u8>; 3] {
    let scene = Scene::parse(text, "corpus").expect("the scenes of the corpus are valid");
    let rho = scene.settings.relaxation;
    let mut simulator = Simulator::new(scene.model.clone());
    let mut input = Input::hold(&scene.model, &scene.initial);
    let (mut state, mut step) = (scene.initial.clone(), Step::default());
    let mut lines = vec![
        // Without hashes, which would refuse every damaged frame before it is looked at.
        line(&Header {
            format: OLDEST_FORMAT,
            ..Header::new(&scene.model, rho, scene.portable())
        }),
        line(&Frame::start(scene.time(0), &state)),
    ];
    for index in 0..4 {
        scene.input_at(index, &state, &mut input);
        let done = simulator.step_into(&state, &input, rho, &mut step);
        done.expect("a valid scene can be stepped");
        lines.push(line(&Frame::after(
            index as u64 + 1,
            scene.time(index + 1),
            &step,
        )));
        state.clone_from(&step.state);
    }
    let bodies = scene.model.bodies.iter();
    let checkpoint = Checkpoint {
        step: 4,
        time_step: scene.model.time_step,
        rho,
        model: scene.model.fingerprint(),
        inputs: scene.input_fingerprint(),
        bodies: bodies.map(|body| body.name.clone()).collect(),
        state,
    };
    let json = checkpoint.to_json().expect("a finite state");
    let bytes = checkpoint.to_bytes().expect("a finite state");
    [lines.concat(), json.into_bytes(), bytes]
}

fn line(of: &impl serde::Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(of).expect("numbers, text and lists only");
    line.push(b'\n');
    line
}
