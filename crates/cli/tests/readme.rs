//! README and pages tell the truth: their commands run, their scenes load, their blocks of Rust
//! compile, their links lead somewhere, and what they print is what the program prints.

mod commands;
mod markdown;
mod snippets;

use crate::common::command;
use command::{drystone, text};
use commands::Desk;
use drystone::scene::Scene;
use drystone::step::{Rung, Simulator};
use drystone::world::Input;
use markdown::{Page, book, page, root, written};
use std::path::Path;

/// The README has at most so many words, blocks of code included.
const MOST_WORDS: usize = 1000;

/// Fails with all complaints at once.
fn assert_none(complaints: &[String]) {
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

/// Lines of a run that do not depend on the machine.
fn lasting(lines: &str) -> Vec<String> {
    let lines = lines.lines().map(|line| line.trim_end().to_string());
    lines.filter(|line| !line.starts_with("time")).collect()
}

#[test]
fn the_first_command_prints_what_the_readme_shows() {
    let readme = page("README.md").text;
    let (_, after) = readme
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

#[test]
fn the_readme_is_a_page_and_begins_with_a_command() {
    let readme = page("README.md").text;
    let words = readme.split_whitespace().count();
    assert!(words <= MOST_WORDS, "{words} words");
    let first = readme.lines().skip(1).find(|line| !line.is_empty());
    let first = first.expect("a line");
    assert!(first.starts_with("    cargo run --release -- "), "{first}");
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
fn spheres_part_as_the_pages_say() {
    let words = page("docs/accuracy.md").words();
    let [coarse, soft, fine] =
        [(1e-2, 1e-6), (1e-2, 1e-3), (1e-3, 1e-6)].map(|(h, rho)| parting(h, rho));
    let said = format!(
        "collide at 2 m/s part at {coarse:.1} % of it at h = 10 ms and rho = 1e-6, at {soft:.1} % at 1e-3, and at \
         {fine:.1} % at h = 1 ms and 1e-6"
    );
    assert!(words.contains(&said), "no page says: {said}");
}

#[test]
fn the_commands_of_the_pages_run() {
    let mut tried = 0;
    let mut complaints = Vec::new();
    // the peers are a package of their own, with a program of its own
    let pages = written().into_iter();
    for page in pages.filter(|page| page.name != "docs/peers.md") {
        let desk = Desk::new(&page);
        for (examples, run) in [
            (commands::in_blocks(&page), true),
            (commands::in_sentences(&page), false),
        ] {
            tried += examples.len();
            let failures = examples.iter().filter_map(|e| desk.try_out(e, run));
            complaints.extend(failures.map(|why| format!("{}: {why}", page.name)));
        }
    }
    assert_none(&complaints);
    assert!(tried > 60, "{tried}");
}

#[test]
fn the_scenes_of_the_pages_load() {
    let mut loaded = 0;
    for page in written() {
        let blocks = page.blocks().into_iter();
        for block in blocks.filter(|block| block.language == "toml") {
            Scene::parse(&block.text(), &page.name).unwrap_or_else(|e| panic!("{e}"));
            loaded += 1;
        }
    }
    assert!(loaded >= 2, "{loaded}");
}

#[test]
fn the_scene_format_has_the_defaults() {
    let blocks = page("docs/scenes.md").blocks();
    let whole = blocks.iter().rfind(|block| block.language == "toml");
    let whole = whole.expect("a scene").text();
    let (simulation, rest) = whole.split_once("\n\n").expect("several tables");
    assert!(simulation.starts_with("[simulation]"), "{simulation}");
    let resolved = |text: &str| {
        let scene = Scene::parse(text, "scenes.md").unwrap_or_else(|e| panic!("{e}"));
        scene.resolved()
    };
    assert_eq!(resolved(&whole), resolved(rest));
}

#[test]
fn the_blocks_of_rust_are_compiled() {
    let trimmed =
        |text: &str| -> Vec<String> { text.lines().map(|line| line.trim().to_string()).collect() };
    let compiled = trimmed(snippets::TEXT);
    let mut found = 0;
    for page in written() {
        let blocks = page.blocks().into_iter();
        for block in blocks.filter(|block| block.language == "rust") {
            let lines = trimmed(&block.text());
            let same = compiled.windows(lines.len()).any(|part| part == lines);
            assert!(same, "{}: not in snippets.rs:\n{}", page.name, block.text());
            found += 1;
        }
    }
    assert!(found >= 3, "{found}");
}

/// A file that a link of a page leads to, and the anchor, if there is one.
fn resolve(page: &Page, link: &str) -> (String, Option<String>) {
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let folder = page.name.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in file.split('/') {
        match part {
            "" | "." => (),
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let path = match file {
        "" => page.name.clone(),
        _ => parts.join("/"),
    };
    (path, (!anchor.is_empty()).then(|| anchor.to_string()))
}

#[test]
fn links_lead_somewhere() {
    let mut complaints = Vec::new();
    let mut followed = 0;
    let own = ["README.md", "CONTRIBUTING.md", "docs/SUMMARY.md"].map(page);
    for page in own.into_iter().chain(book()) {
        for link in page.links() {
            if link.contains("://") {
                continue;
            }
            followed += 1;
            let (path, anchor) = resolve(&page, link);
            // a book has nothing but its pages
            let outside = page.name.starts_with("docs/") && !path.starts_with("docs/");
            let there = !outside && root().join(&path).exists();
            let anchored = anchor.is_none_or(|anchor| {
                there && path.ends_with(".md") && {
                    let anchors = self::page(&path).anchors();
                    anchors.contains(&anchor)
                }
            });
            if !there || !anchored {
                complaints.push(format!("{}: {link}", page.name));
            }
        }
    }
    assert_none(&complaints);
    assert!(followed > 60, "{followed}");
}

#[test]
fn files_named_in_the_pages_exist() {
    let starts = [
        "src/",
        "tests/",
        "examples/",
        "benches/",
        "scenarios/",
        "docs/",
        "crates/",
    ];
    let mut complaints = Vec::new();
    for page in written() {
        for code in page.inline_code() {
            let path = code.split_whitespace().next().unwrap_or("");
            let named = starts.iter().any(|start| path.starts_with(start));
            if named && !commands::exists(path) {
                complaints.push(format!("{}: {code}", page.name));
            }
        }
    }
    assert_none(&complaints);
}

#[test]
fn pages_begin_with_the_task_that_they_solve() {
    for page in written() {
        let mut lines = page.text.lines().filter(|line| !line.is_empty());
        let first = lines.nth(1).expect("a title and a sentence");
        let own = page.name == "README.md";
        assert!(
            own || first.starts_with("This page is for whoever "),
            "{}: {first}",
            page.name
        );
    }
}

/// Numbers of decisions in a text: `D1`, `D17`.
fn decisions_in(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    let numbered = |word: &&str| {
        let number = word.strip_prefix('D');
        number.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    };
    words.filter(numbered).map(str::to_string).collect()
}

/// Texts of all files of Rust in a folder of the repository.
fn sources(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(std::fs::read_to_string(path).expect("UTF-8"));
        }
    }
}

#[test]
fn decisions_that_are_cited_exist() {
    let decisions = page("docs/decisions.md");
    let headings = decisions.text.lines().filter(|line| {
        let line = line.trim_start_matches(['#', '*', ' ']);
        line.starts_with('D')
    });
    let known: Vec<String> = headings
        .filter_map(|line| decisions_in(line).into_iter().next())
        .collect();
    let mut texts: Vec<String> = written().into_iter().map(|page| page.text).collect();
    for folder in ["src", "crates", "tests", "examples", "benches"] {
        sources(&root().join(folder), &mut texts);
    }
    let cited = texts.iter().flat_map(|text| decisions_in(text));
    let unknown: Vec<String> = cited.filter(|number| !known.contains(number)).collect();
    assert_none(&unknown);
    assert!(known.len() > 20, "{known:?}");
}

#[test]
fn the_summary_lists_every_page_once() {
    let summary = page("docs/SUMMARY.md");
    let mut listed: Vec<String> = summary
        .links()
        .iter()
        .map(|link| format!("docs/{link}"))
        .collect();
    listed.sort();
    let mut pages: Vec<String> = book().into_iter().map(|page| page.name).collect();
    pages.sort();
    assert_eq!(listed, pages);
}

/// Long flags in what `--help` of a command prints.
fn flags(command: &[&str]) -> Vec<String> {
    let help = drystone(&[command, &["--help"]].concat());
    let help = text(&help.stdout);
    let words = help.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
    let mut flags: Vec<String> = words
        .filter(|word| word.starts_with("--") && word.len() > 2)
        .map(str::to_string)
        .collect();
    flags.sort();
    flags.dedup();
    flags
}

#[test]
fn every_flag_is_on_a_page() {
    let pages: String = book().into_iter().map(|page| page.text).collect();
    let mut complaints = Vec::new();
    let commands = ["run", "check", "gradient", "plan", "view", "plot", "export"];
    let commands = commands.map(|name| vec![name]).into_iter();
    for command in commands.chain([vec!["study", "drop"]]) {
        for flag in flags(&command) {
            let known = ["--help", "--version"].contains(&&*flag);
            if !known && !pages.contains(&flag) {
                complaints.push(format!("{}: {flag}", command.join(" ")));
            }
        }
    }
    assert_none(&complaints);
}

#[test]
fn every_key_of_the_report_is_on_its_page() {
    let reports = page("docs/command-line.md").text;
    let out = drystone(&[
        "run",
        "scenarios/box_drop.toml",
        "--seconds",
        "0.1",
        "--json",
    ]);
    let json: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
    let keys = json.as_object().expect("an object").keys();
    let missing = keys.filter(|key| !reports.contains(&**key));
    assert_none(&missing.cloned().collect::<Vec<_>>());
}

#[test]
fn every_rung_is_in_the_glossary() {
    let glossary = page("docs/glossary.md").text;
    let (_, ladder) = glossary
        .split_once("## Rungs of the ladder")
        .expect("the ladder");
    for rung in Rung::ALL {
        let row = |line: &str| {
            let cells = line.split('|').map(|cell| cell.trim().trim_matches('`'));
            cells.skip(1).take(2).any(|cell| cell == rung.name())
        };
        assert!(ladder.lines().any(row), "{}", rung.name());
    }
}

/// The checks above would find what they look for.
#[test]
fn the_checks_see() {
    let text = "# A `b` c\n\n    drystone run x.toml --json   # why\n\n```toml\na = 1\n```\n\n[x](y.md#z) `src/a.rs`\n";
    let page = Page {
        name: "docs/x.md".to_string(),
        text: text.to_string(),
    };
    let blocks = page.blocks();
    assert_eq!(blocks.len(), 2);
    assert_eq!(blocks[1].text(), "a = 1");
    assert_eq!(
        commands::in_blocks(&page)[0].line,
        "drystone run x.toml --json"
    );
    assert_eq!(page.anchors(), ["a-b-c"]);
    assert_eq!(page.links(), ["y.md#z"]);
    let (path, anchor) = resolve(&page, "../y.md#z");
    assert_eq!((&*path, anchor.as_deref()), ("y.md", Some("z")));
    assert!(!commands::exists("src/nothing.rs"));
    assert!(commands::exists("scenarios/*.toml"));
    assert!(page.inline_code().contains(&"src/a.rs"));
}
