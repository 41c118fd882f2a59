//! The house rules: a room uses rooms on lower floors only, heavy crates enter through one door,
//! files stay short, nothing is left half done.

mod house {
    pub mod functions;
    mod suites;
}

use house::functions::functions;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Floor of every room; rooms on one floor are strangers to each other. A package without rooms of its own
/// is one room.
const FLOORS: [(&str, u32); 24] = [
    ("error", 0),
    ("math", 0),
    ("linalg", 1),
    ("plot", 0),
    ("shape", 1),
    ("ipm", 1),
    ("joint", 1),
    ("world", 2),
    ("contact", 3),
    ("dynamics", 3),
    ("broad_phase", 3),
    ("proof", 3),
    ("step", 4),
    ("scene", 5),
    ("recording", 5),
    ("planner", 6),
    ("replay", 6),
    ("export", 7),
    ("viewer", 7),
    ("lab", 7),
    ("command", 8),
    ("main", 9),
    ("python", 9),
    ("lib", 9),
];

/// Folders of the packages, and whether their files and folders are rooms.
const PACKAGES: [(&str, bool); 6] = [
    ("src", true),
    ("crates/cli/src", true),
    ("crates/lab/src", false),
    ("crates/planner/src", false),
    ("crates/plot/src", false),
    ("python/src", false),
];

/// Crates and the rooms that may name them.
const DOORS: [(&str, &[&str]); 18] = [
    ("faer", &["linalg"]),
    ("toml", &["scene"]),
    ("clap", &["command"]),
    ("indicatif", &["command"]),
    ("image", &["viewer"]),
    ("kiss3d", &["viewer"]),
    ("csv", &["lab", "export"]),
    ("gltf_json", &["export"]),
    ("plotters", &["plot"]),
    ("parry3d_f64", &["broad_phase", "shape"]),
    ("rayon", &["step"]),
    ("roxmltree", &["scene", "shape"]),
    ("pulp", &["math"]),
    ("rustix", &["viewer"]),
    ("sprs", &["step"]),
    ("stl_io", &["shape"]),
    ("tobj", &["shape"]),
    (
        "serde",
        &[
            "shape",
            "world",
            "recording",
            "scene",
            "planner",
            "lab",
            "command",
        ],
    ),
];

/// Texts that do not belong into a source file.
const FORBIDDEN: [&str; 4] = [".unwrap()", "todo!", "unimplemented!", "dbg!("];

/// Lines of a file of the library and of any other.
const MAX_LINES: [usize; 2] = [300, 500];

/// Lines of a function, from its first to its last brace.
const FUNCTION_LINES: usize = 60;

/// Arguments of a function besides `self`.
const ARGUMENTS: usize = 6;

/// Functions beside the library that are longer: none may be added, and one that has become short leaves.
const LONG: [(&str, &str); 4] = [
    ("crates/cli/src/command/run.rs", "run"),
    ("crates/cli/src/command/study.rs", "study"),
    ("crates/lab/src/audit/impact_scene.rs", "new"),
    ("crates/lab/src/audit/scenes.rs", "examine_scene"),
];

/// Functions of Python whose arguments are keywords, and may be more.
const KEYWORDS: [(&str, &str); 5] = [
    ("python/src/batch/mod.rs", "linearize"),
    ("python/src/model/load.rs", "load"),
    ("python/src/model/load.rs", "parse"),
    ("python/src/plan.rs", "plan"),
    ("python/src/simulator.rs", "linearize"),
];

/// Beginnings of documentation sentences that lean on the sentence or the item before them.
const FRAGMENTS: [&str; 14] = [
    "The same ",
    "The same.",
    "Of ",
    "As [`",
    "As `",
    "That of ",
    "Those of ",
    "Those that ",
    "With ",
    "Without ",
    "Like ",
    "From ",
    "And ",
    "Its ",
];

/// Verbs and auxiliaries that make a sentence of such a beginning.
const VERBS: [&str; 24] = [
    "is", "are", "has", "have", "does", "do", "can", "may", "must", "holds", "gives", "takes",
    "goes", "go", "makes", "keeps", "needs", "gets", "ends", "starts", "counts", "lies", "follows",
    "stays",
];

struct Source {
    path: PathBuf,
    room: String,
    text: String,
}

impl Source {
    /// Lines of code with their numbers: without comments, without the unit tests at the end, `use`
    /// statements in one piece.
    fn code(&self) -> Vec<(usize, String)> {
        let lines: Vec<&str> = self.text.lines().collect();
        let mut out: Vec<(usize, String)> = Vec::new();
        let mut open = false;
        for (i, line) in lines.iter().enumerate() {
            let next = lines.get(i + 1).unwrap_or(&"");
            if *line == "#[cfg(test)]" && next.starts_with("mod ") && next.ends_with('{') {
                break;
            }
            let line = line.split("//").next().unwrap_or("").trim();
            match out.last_mut() {
                Some((_, statement)) if open => statement.push_str(line),
                _ => out.push((i + 1, line.to_string())),
            }
            let starts = line.starts_with("use ") || line.starts_with("pub use ");
            open = (open || starts) && !line.ends_with(';');
        }
        out
    }

    /// A file of unit tests only.
    fn is_test(&self) -> bool {
        let name = self.path.file_stem().unwrap_or_default();
        name.to_string_lossy().ends_with("tests")
    }

    fn in_library(&self) -> bool {
        self.path.starts_with("src")
    }

    fn at(&self, line: usize, what: &str) -> String {
        format!("{}:{line}: {what}\n", self.path.display())
    }
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = Vec::new();
    for (folder, has_rooms) in PACKAGES {
        let mut found = Vec::new();
        collect(&root.join(folder), &mut found);
        sources.extend(found.into_iter().map(|path| {
            let inside = path.strip_prefix(root.join(folder)).expect("inside");
            let first = inside.iter().next().expect("a file name");
            let name = folder.rsplit('/').nth(1).filter(|_| !has_rooms);
            let room = Path::new(name.map_or(first, |name| name.as_ref())).file_stem();
            Source {
                room: room.expect("a name").to_string_lossy().into_owned(),
                text: std::fs::read_to_string(&path).expect("readable"),
                path: path
                    .strip_prefix(root)
                    .expect("inside the workspace")
                    .into(),
            }
        }));
    }
    sources
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut paths: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// Rooms named after `crate::` or `drystone::` anywhere in a line, grouped imports included; `lab` for
/// `drystone_lab`, and so on.
fn rooms_used(line: &str) -> Vec<String> {
    let mut rooms = Vec::new();
    for start in ["crate::", "drystone::"] {
        for (at, _) in line.match_indices(start) {
            let rest = &line[at + start.len()..];
            let group = rest.strip_prefix('{').and_then(|r| r.split_once('}'));
            let names: Vec<&str> = match group {
                Some((inside, _)) => inside.split(',').collect(),
                None => vec![rest],
            };
            rooms.extend(names.into_iter().map(first_word));
        }
    }
    let packages = line.match_indices("drystone_");
    rooms.extend(packages.map(|(at, start)| first_word(&line[at + start.len()..])));
    rooms
}

fn first_word(text: &str) -> String {
    let mut words = text
        .trim()
        .split(|c: char| !c.is_alphanumeric() && c != '_');
    words.next().unwrap_or_default().to_string()
}

fn assert_clean(complaints: &str) {
    assert!(complaints.is_empty(), "\n{complaints}");
}

#[test]
fn a_room_uses_lower_floors_only() {
    let floors: BTreeMap<&str, u32> = FLOORS.into_iter().collect();
    let mut complaints = String::new();
    for source in sources().iter().filter(|source| !source.is_test()) {
        let Some(&own) = floors.get(source.room.as_str()) else {
            complaints += &source.at(1, &format!("room `{}` has no floor", source.room));
            continue;
        };
        for (number, line) in source.code() {
            for used in rooms_used(&line) {
                let Some(&floor) = floors.get(used.as_str()) else {
                    continue;
                };
                if used != source.room && floor >= own {
                    let what = format!("`{}` (floor {own}) uses `{used}` ({floor})", source.room);
                    complaints += &source.at(number, &what);
                }
            }
        }
    }
    assert_clean(&complaints);
}

#[test]
fn heavy_crates_enter_through_their_doors() {
    let mut complaints = String::new();
    for source in sources() {
        for (number, line) in source.code() {
            for (name, doors) in DOORS {
                let path = format!("{name}::");
                let named = line.match_indices(&path).any(|(at, _)| {
                    let before = line[..at].chars().next_back();
                    !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':')
                });
                if named && !doors.contains(&source.room.as_str()) {
                    let what = format!("`{name}` may be named in {doors:?} only");
                    complaints += &source.at(number, &what);
                }
            }
        }
    }
    assert_clean(&complaints);
}

/// Whoever matches on primitives has to change with every new one. Studies build bodies of some;
/// half-spaces are known everywhere, as they have no end.
#[test]
fn primitives_are_named_in_their_own_room_only() {
    let mut complaints = String::new();
    let elsewhere = |source: &Source| !["shape", "lab"].contains(&source.room.as_str());
    for source in sources().iter().filter(|s| elsewhere(s) && !s.is_test()) {
        for (number, line) in source.code() {
            for (at, start) in line.match_indices("Shape::") {
                // Other types may end in this word.
                if line[..at].ends_with(|c: char| c.is_alphanumeric()) {
                    continue;
                }
                let rest = &line[at + start.len()..];
                let name = rest.split(|c: char| !c.is_alphanumeric()).next();
                let arm = name.filter(|n| n.starts_with(char::is_uppercase) && *n != "HalfSpace");
                if let Some(name) = arm {
                    complaints += &source.at(number, &format!("names `Shape::{name}`"));
                }
            }
        }
    }
    assert_clean(&complaints);
}

#[test]
fn files_are_short() {
    let mut complaints = String::new();
    for source in sources() {
        let lines = source.text.lines().count();
        let most = MAX_LINES[usize::from(!source.in_library())];
        if lines > most {
            complaints += &source.at(lines, &format!("more than {most} lines"));
        }
    }
    assert_clean(&complaints);
}

#[test]
fn functions_are_short() {
    let mut complaints = String::new();
    let mut long = BTreeSet::from(LONG.map(|(path, name)| format!("{path}: `{name}`")));
    for source in sources() {
        let path = source.path.display();
        for function in functions(&source.text) {
            let (name, lines) = (&function.name, function.lines);
            if lines > FUNCTION_LINES && !long.remove(&format!("{path}: `{name}`")) {
                let what = format!("`{name}` has {lines} lines, not {FUNCTION_LINES}");
                complaints += &source.at(function.line, &what);
            }
            let keywords = KEYWORDS.contains(&(path.to_string().as_str(), name.as_str()));
            if function.arguments > ARGUMENTS && !keywords {
                let what = format!("`{name}` has more than {ARGUMENTS} arguments");
                complaints += &source.at(function.line, &what);
            }
        }
    }
    for function in long {
        complaints += &format!("{function} is short now: it leaves the list\n");
    }
    assert_clean(&complaints);
}

/// Whether a documentation sentence begins like a fragment and has no verb.
fn is_fragment(sentence: &str) -> bool {
    let begins = FRAGMENTS.iter().any(|start| sentence.starts_with(start));
    let mut words = sentence.split(|c: char| !c.is_alphanumeric() && c != '\'');
    begins && !words.any(|word| VERBS.contains(&word))
}

/// The first sentence of every documentation comment with its line number.
fn first_sentences(text: &str) -> Vec<(usize, String)> {
    let doc = |line: &str| {
        let line = line.trim_start();
        line.strip_prefix("/// ").map(str::to_string)
    };
    let lines: Vec<&str> = text.lines().collect();
    let mut out = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let first = i == 0 || !lines[i - 1].trim_start().starts_with("///");
        if let Some(begin) = doc(line).filter(|_| first) {
            let rest = lines[i + 1..].iter().map_while(|line| doc(line));
            let all: Vec<String> = std::iter::once(begin).chain(rest).collect();
            let all = all.join(" ");
            let end = all.find(". ").map_or(all.len(), |end| end + 1);
            out.push((i + 1, all[..end].to_string()));
        }
    }
    out
}

#[test]
fn a_documentation_sentence_stands_alone() {
    let mut complaints = String::new();
    for source in sources() {
        for (number, sentence) in first_sentences(&source.text) {
            if is_fragment(&sentence) {
                complaints += &source.at(number, &format!("no sentence: {sentence}"));
            }
        }
    }
    assert_clean(&complaints);
}

#[test]
fn nothing_is_left_half_done() {
    let mut complaints = String::new();
    for source in sources().iter().filter(|source| !source.is_test()) {
        for (number, line) in source.code() {
            for word in FORBIDDEN.iter().filter(|word| line.contains(**word)) {
                complaints += &source.at(number, &format!("`{word}`"));
            }
        }
        if !source.text.starts_with("//!") {
            complaints += &source.at(1, "does not begin with what it is for");
        }
    }
    assert_clean(&complaints);
}

/// Who depends on the library builds neither the program's command line nor its charts, exports and pictures.
#[test]
fn the_library_needs_no_crate_of_the_program() {
    let manifest = include_str!("../Cargo.toml");
    let (_, after) = manifest.split_once("\n[dependencies]").expect("a table");
    let table = after.split("\n[").next().unwrap_or_default();
    for name in [
        "clap",
        "indicatif",
        "csv",
        "plotters",
        "gltf",
        "kiss3d",
        "image",
    ] {
        assert!(!table.contains(name), "{name}");
    }
    // what scenes and meshes need comes with their feature
    for name in ["roxmltree", "toml", "stl_io", "tobj"] {
        let optional = format!("\n{name} = {{ workspace = true, optional = true }}");
        assert!(table.contains(&optional), "{name}");
    }
}

/// The checks above would find what they look for.
#[test]
fn the_checks_see() {
    assert_eq!(rooms_used("use crate::step::Step;"), ["step"]);
    assert_eq!(
        rooms_used("use crate::{step::Step, world::Model};"),
        ["step", "world"]
    );
    assert_eq!(
        rooms_used("let x = drystone::scene::Scene::load(path);"),
        ["scene"]
    );
    assert_eq!(rooms_used("use drystone_lab::Report;"), ["lab"]);
    for (folder, _) in PACKAGES {
        let inside = |source: &&Source| source.path.starts_with(folder);
        assert!(sources().iter().filter(inside).count() > 5, "{folder}");
    }
    assert!(is_fragment("The same of every number."));
    assert!(is_fragment("As [`Self::gradient`]."));
    assert!(!is_fragment("The same rows are read twice."));
    let text =
        "/// Of nothing yet.\nfn a() {}\n/// Sums the rows\n/// of both. Then more.\nfn b() {}";
    let found: Vec<_> = first_sentences(text).into_iter().map(|(_, s)| s).collect();
    assert_eq!(found, ["Of nothing yet.", "Sums the rows of both."]);
}

/// The peers are a crate of their own, whose lock file nobody else looks at.
#[test]
fn the_lock_file_of_the_peers_knows_what_we_need() {
    let lock = include_str!("../benches/peers/Cargo.lock");
    for (package, manifest) in [
        ("drystone", include_str!("../Cargo.toml")),
        ("drystone-lab", include_str!("../crates/lab/Cargo.toml")),
        (
            "drystone-planner",
            include_str!("../crates/planner/Cargo.toml"),
        ),
        ("drystone-plot", include_str!("../crates/plot/Cargo.toml")),
    ] {
        let name = format!("name = \"{package}\"\n");
        let entry = lock.split("[[package]]").find(|e| e.contains(&name));
        let lines = entry.expect("we are in it").lines();
        let needs = lines.filter(|line| line.starts_with(" \""));
        let known: Vec<&str> = needs
            .filter_map(|line| line.split(['"', ' ']).nth(2))
            .collect();
        let (_, after) = manifest.split_once("\n[dependencies]").expect("a table");
        let table = after.split("\n[").next().unwrap_or_default();
        let needed = table.lines().filter_map(|line| {
            let (name, _) = line.split_once(['.', ' '])?;
            (name != "#").then_some(name)
        });
        let needed: Vec<&str> = needed.collect();
        assert!(!needed.is_empty(), "{package}");
        for name in needed {
            let remedy = "run cargo metadata in benches/peers";
            assert!(known.contains(&name), "{package}, {name}: {remedy}");
        }
    }
}
