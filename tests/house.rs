//! The house rules: a room uses rooms on lower floors only, heavy crates enter through one door,
//! files stay short, nothing is left half done.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Floor of every room; rooms on one floor are strangers to each other.
const FLOORS: [(&str, u32); 21] = [
    ("error", 0),
    ("math", 0),
    ("linalg", 1),
    ("plot", 0),
    ("shape", 1),
    ("ipm", 1),
    ("world", 2),
    ("contact", 3),
    ("dynamics", 3),
    ("broad_phase", 3),
    ("step", 4),
    ("scene", 5),
    ("recording", 5),
    ("planner", 6),
    ("replay", 6),
    ("export", 7),
    ("viewer", 7),
    ("study", 7),
    ("cli", 8),
    ("main", 8),
    ("lib", 9),
];

/// Crates and the rooms that may name them.
const DOORS: [(&str, &[&str]); 13] = [
    ("faer", &["linalg"]),
    ("toml", &["scene"]),
    ("clap", &["cli", "main"]),
    ("indicatif", &["cli"]),
    ("image", &["viewer"]),
    ("kiss3d", &["viewer"]),
    ("csv", &["study", "export"]),
    ("gltf_json", &["export"]),
    ("plotters", &["plot"]),
    ("parry3d_f64", &["broad_phase"]),
    ("rayon", &["step"]),
    ("pulp", &["math"]),
    (
        "serde",
        &[
            "shape",
            "world",
            "recording",
            "scene",
            "planner",
            "study",
            "cli",
        ],
    ),
];

/// What does not belong into a source file.
const FORBIDDEN: [&str; 4] = [".unwrap()", "todo!", "unimplemented!", "dbg!("];

const MAX_LINES: usize = 500;

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

    fn at(&self, line: usize, what: &str) -> String {
        format!("{}:{line}: {what}\n", self.path.display())
    }
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    collect(&root.join("src"), &mut found);
    let sources = found.into_iter().map(|path| {
        let inside = path.strip_prefix(root.join("src")).expect("inside src");
        let first = inside.iter().next().expect("a file name");
        let room = Path::new(first).file_stem().expect("a name");
        Source {
            room: room.to_string_lossy().into_owned(),
            text: std::fs::read_to_string(&path).expect("readable"),
            path: path.strip_prefix(root).expect("inside the package").into(),
        }
    });
    sources.collect()
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

/// Rooms named after `crate::` or `drystone::` anywhere in a line, grouped imports included.
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
            for name in names {
                let letters = name
                    .trim()
                    .split(|c: char| !c.is_alphanumeric() && c != '_');
                rooms.extend(letters.take(1).map(str::to_string));
            }
        }
    }
    rooms
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
    let elsewhere = |source: &Source| !["shape", "study"].contains(&source.room.as_str());
    for source in sources().iter().filter(|s| elsewhere(s) && !s.is_test()) {
        for (number, line) in source.code() {
            for (at, start) in line.match_indices("Shape::") {
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
        if lines > MAX_LINES {
            complaints += &source.at(lines, &format!("more than {MAX_LINES} lines"));
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
    assert!(sources().len() > 30);
}

/// The peers are a crate of their own, whose lock file nobody else looks at.
#[test]
fn the_lock_file_of_the_peers_knows_what_we_need() {
    let own = |lock: &str| -> Vec<String> {
        let entry = lock
            .split("[[package]]")
            .find(|entry| entry.contains("name = \"drystone\""));
        let lines = entry.expect("we are in it").lines();
        let needs = lines.filter(|line| line.starts_with(" \""));
        let name = |line: &str| line.split(['"', ' ']).nth(2).map(str::to_string);
        needs.filter_map(name).collect()
    };
    let theirs = own(include_str!("../benches/peers/Cargo.lock"));
    let manifest = include_str!("../Cargo.toml");
    let (_, after) = manifest.split_once("[dependencies]").expect("a table");
    let (table, _) = after.split_once("\n[").expect("further tables");
    let needed: Vec<&str> = table
        .lines()
        .filter(|line| !line.starts_with('#') && !line.contains("optional = true"))
        .filter_map(|line| Some(line.split_once(" =")?.0))
        .collect();
    assert!(needed.len() > 10, "{needed:?}");
    for name in needed {
        let known = theirs.iter().any(|other| other == name);
        assert!(known, "{name}: run cargo metadata in benches/peers");
    }
}
