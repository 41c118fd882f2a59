//! The studies in their reduced form: pass lines, killed and continued, on any number of threads,
//! failing steps that can be looked at again.

use drystone::scene::Scene;
use drystone::shape::Shape;
use drystone::step::Simulator;
use drystone::world::Input;
use drystone_lab::drop::{DropReport, Dropped, Drops, Row, Run, Tier};
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

/// The reduced study is a part of the whole one, under the same names: it can be continued.
#[test]
fn the_reduced_drops_are_some_of_all() {
    let names = |quick: bool| {
        let drops = Drops {
            quick,
            failures: None,
        };
        let runs = drops.runs();
        let names = runs.iter().map(|run| run.name());
        names.collect::<std::collections::BTreeSet<String>>()
    };
    let (quick, full) = (names(true), names(false));
    assert!(quick.is_subset(&full));
    assert!(2 * quick.len() < full.len() / 10);
    // 3,600 in the plane per method; in space 21,600, and a quarter of that for the baseline.
    let [plane, space] = Tier::ALL.map(|tier| tier.methods().len());
    assert_eq!((plane, space), (5, 2));
    assert_eq!(full.len(), 5 * 3_600 + 21_600 + 21_600 / 4);
}

/// What the source of the published drops says of its body, its floor and its starts.
#[test]
fn the_planar_drops_are_those_that_were_published() {
    let mut lowest: f64 = f64::INFINITY;
    for start in 0..100 {
        let run = Run {
            method: Method::SingleLevelPaper,
            dropped: Dropped::Figure,
            hertz: 50,
            rho: 1e-5,
            start,
        };
        let scene = Scene::parse(&run.scene(), "drop").unwrap_or_else(|e| panic!("{e}"));
        let (model, body) = (&scene.model, &scene.model.bodies[1]);
        assert_eq!(
            (scene.settings.steps, scene.settings.relaxation),
            (75, 1e-5)
        );
        assert_eq!((body.mass, body.inertia[(1, 1)]), (1.0, 0.2));
        assert!((model.units.length * model.units.velocity - 1.0).abs() < 1e-12);
        let pairs = body.parts[0].friction * model.bodies[0].parts[0].friction;
        assert!((pairs.sqrt() - 0.2).abs() < 1e-12);
        let Shape::Polytope(figure) = &body.parts[0].placed.shape else {
            panic!("a polytope")
        };
        let at = &scene.initial.bodies[1];
        assert_eq!(body.parts[0].placed.offset.norm(), 0.0);
        for (k, (x, z)) in [
            (1.0, 0.2),
            (0.0, 1.0),
            (-1.0, -0.3),
            (0.0, -1.0),
            (0.8, -0.8),
        ]
        .into_iter()
        .enumerate()
        {
            let length = f64::hypot(x, z);
            assert!((figure.offsets[k] - 0.4 / length).abs() < 1e-15);
            assert!((figure.normals[k].x - x / length).abs() < 1e-15);
        }
        assert!((f64::sqrt(0.5)..1.5).contains(&at.position.z));
        assert_eq!((at.position.x, at.position.y), (0.0, 0.0));
        assert!(at.velocity.x.abs() <= 1.0 && (-2.0..=0.0).contains(&at.velocity.z));
        let spin = at.angular_velocity;
        assert!(spin.y.abs() <= 1.0 && spin.x == 0.0 && spin.z == 0.0);
        let corners = figure.vertices.iter();
        let heights = corners.map(|corner| (at.position + at.rotation * corner).z);
        lowest = heights.fold(lowest, f64::min);
    }
    assert!((0.0..0.3).contains(&lowest), "{lowest} m above the floor");
}
