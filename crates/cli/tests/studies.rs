//! The studies in their reduced form: pass lines, killed and continued, on any number of threads,
//! failing steps that can be looked at again.

use drystone::scene::Scene;
use drystone::step::Simulator;
use drystone::world::Input;
use drystone_lab::drop::{DropReport, Dropped, Drops, Row, Run};
use drystone_lab::{Campaign, Method, Report};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

/// An empty folder.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("studies")
            .join(name);
        // what the last tests left, if they have run before
        let _ = std::fs::remove_dir_all(&path);
        Self(path)
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }
}

fn command(args: &[&str], folder: &Folder) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_drystone"));
    command.arg("study").args(args).arg("--out").arg(&folder.0);
    command
}

fn study(args: &[&str], folder: &Folder) -> Output {
    command(args, folder).output().expect("the binary runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// The reduced study of drops, carried out once for all tests.
struct Whole {
    folder: Folder,
    report: Value,
    rows: Vec<Row>,
}

fn whole() -> &'static Whole {
    static WHOLE: OnceLock<Whole> = OnceLock::new();
    WHOLE.get_or_init(|| {
        let folder = Folder::new("whole");
        let out = study(&["drop", "--quick", "--threads", "2", "--json"], &folder);
        assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
        assert!(text(&out.stderr).starts_with("pass line met: "));
        let report: Value = serde_json::from_slice(&out.stdout).expect("JSON");
        let rows = serde_json::from_value(report["rows"].clone()).expect("rows");
        Whole {
            folder,
            report,
            rows,
        }
    })
}

#[test]
fn the_reduced_drops_pass() {
    let Whole { report, rows, .. } = whole();
    assert_eq!(report["pass"], true);
    let report = DropReport::of(rows);
    assert!(report.missed().is_empty(), "{report}");
    for part in &report.parts {
        let method = Method::ALL.into_iter().find(|m| m.name() == part.method);
        let method = method.expect("a method");
        let bodies = if method.is_baseline() {
            1
        } else {
            part.tier.bodies().len()
        };
        let starts = part.tier.starts(method, true) as usize * bodies;
        for (hertz, cells) in part.hertz.iter().zip(&part.cells) {
            for (rho, cell) in part.rhos.iter().zip(cells) {
                let place = format!("{}, {hertz} Hz, rho {rho:e}", part.method);
                assert_eq!(cell.runs, starts, "{place}");
                if !method.is_baseline() {
                    assert_eq!(cell.steps, starts * (3 * *hertz as usize / 2), "{place}");
                    sinks_by_a_few_rho(&place, cell.worst_penetration, *rho);
                }
            }
        }
    }
}

/// A body that is stopped within one step sinks by about 2 rho L, L about half a metre; on a face
/// more than on a corner.
fn sinks_by_a_few_rho(place: &str, depth: f64, rho: f64) {
    let length = 0.5;
    assert!(depth > 0.1 * rho * length, "{place}: {depth} m");
    assert!(depth < 8.0 * rho * length, "{place}: {depth} m");
}

/// However the work is shared, wherever it was killed: the same bytes.
#[test]
fn a_study_that_was_killed_goes_on_and_ends_the_same() {
    let (whole, killed) = (&whole().folder, Folder::new("killed"));
    let mut child = command(&["drop", "--quick", "--threads", "1"], &killed)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs");
    let journal = killed.0.join("drop.csv");
    let written = || std::fs::metadata(&journal).map_or(0, |about| about.len());
    let started = std::time::Instant::now();
    while written() < 35_000 && started.elapsed().as_secs() < 60 {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    child.kill().expect("it runs or has just ended");
    child.wait().expect("it ends");
    // The line that was written when it was killed: all but its end is there.
    let rows = killed.read("drop.csv");
    let cut = rows[..30_000].rfind(",false\n").expect("some rows") + ",false".len();
    std::fs::write(&journal, &rows[..cut]).expect("writable");
    let left = rows[..cut].lines().count() - 2;

    let out = study(&["drop", "--quick"], &killed);
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    let said = text(&out.stderr);
    let all = whole.read("drop.csv").lines().count() - 1;
    let going_on = format!("going on: {left} of {all} runs were done before");
    assert!(said.contains(&going_on), "{going_on}: {said}");
    let mut names: Vec<_> = std::fs::read_dir(&whole.0).expect("a folder").collect();
    names.retain(|entry| entry.as_ref().is_ok_and(|e| e.path().is_file()));
    assert!(names.len() >= 8, "a CSV, a page, six pictures: {names:?}");
    for entry in names {
        let name = entry.expect("an entry").file_name();
        let name = name.to_string_lossy();
        assert!(whole.read(&name) == killed.read(&name), "{name} differs");
    }
}

#[test]
fn a_journal_of_something_else_is_refused_and_left_alone() {
    let folder = Folder::new("refused");
    let rows = whole().folder.read("drop.csv");
    let journal = folder.0.join("drop.csv");
    std::fs::create_dir_all(&folder.0).expect("a temporary folder");
    let last = rows.lines().last().expect("rows");
    let more = format!("{rows}{}\n", last.replace("start ", "start 99"));
    let (head, first) = rows.split_once('\n').expect("a line");
    let otherwise = first.replacen(",15,", ",14,", 1);
    for (journal_text, words) in [
        (more, "which this study does not have"),
        (format!("{head}\n{otherwise}"), "rows of another version"),
        (
            "name,figure\na,1\n".to_string(),
            "not the rows of this study",
        ),
    ] {
        std::fs::write(&journal, &journal_text).expect("writable");
        let out = study(&["drop", "--quick"], &folder);
        assert_eq!(out.status.code(), Some(3), "{words}");
        let said = text(&out.stderr);
        assert!(
            said.contains(words) && said.contains("another folder"),
            "{said}"
        );
        assert!(folder.read("drop.csv") == journal_text, "{words}: changed");
    }
}

/// Run 7 of the bundle at 10 Hz is one of the few of the full study that needs the ladder.
#[test]
fn every_first_attempt_that_failed_in_space_can_be_run_again() {
    let folder = Folder::new("failures").0;
    let drops = Drops {
        quick: false,
        failures: Some(folder.clone()),
    };
    let run = Run {
        method: Method::SingleLevel,
        dropped: Dropped::Bundle,
        hertz: 10,
        rho: 1e-6,
        start: 7,
    };
    let row = drops.carry_out(&run).expect("a row");
    assert!(row.base_failures > 0, "choose another start");
    let files = std::fs::read_dir(folder).expect("a folder");
    let files: Vec<PathBuf> = files.map(|file| file.expect("an entry").path()).collect();
    assert_eq!(files.len(), row.base_failures);
    for path in files {
        let iterations = repeat(&path);
        let comment = std::fs::read_to_string(&path).expect("readable");
        let said = format!(", {iterations} iterations.");
        assert!(comment.contains(&said), "{}: {said}", path.display());
    }
}

/// Makes the step of a saved scene; its iterations.
fn repeat(path: &Path) -> usize {
    let scene = Scene::load(path).unwrap_or_else(|e| panic!("{e}"));
    let input = Input::hold(&scene.model, &scene.initial);
    let mut simulator = Simulator::new(scene.model.clone());
    let rho = scene.settings.relaxation;
    let step = simulator.step(&scene.initial, &input, rho).expect("valid");
    assert!(step.status.needed_ladder, "{}", path.display());
    step.status.iterations
}

#[test]
fn quick_and_full_exclude_each_other() {
    let folder = Folder::new("usage");
    for args in [
        &["drop", "--quick", "--full"][..],
        &["gradients", "--quick", "--full"],
        &["drop", "--quick", "--threads", "0"],
        &["flight", "--quick"],
    ] {
        assert_eq!(study(args, &folder).status.code(), Some(2), "{args:?}");
    }
}
