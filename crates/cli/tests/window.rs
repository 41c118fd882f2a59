//! The window on a virtual display: it opens, steps, answers keys and the mouse, and closes.

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The folder of the workspace.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Set where a window must be possible, else a machine without the programs skips.
const REQUIRED: &str = "DRYSTONE_PICTURES_REQUIRED";

/// A virtual display that is gone with the test.
struct Display {
    server: Child,
    name: String,
    /// One window at a time: two at once are slow without a graphics card.
    _turn: MutexGuard<'static, ()>,
}

impl Display {
    fn open() -> Option<Self> {
        static TURN: Mutex<()> = Mutex::new(());
        static NEXT: AtomicU32 = AtomicU32::new(0);
        // a test that failed has left nothing half done
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!(":{}", 1000 + 10 * (std::process::id() % 3000) + number);
        let mut server = Command::new("Xvfb");
        server.args([&name, "-screen", "0", "1400x900x24"]);
        // else it starts anew, and refuses who comes meanwhile, when xdotool leaves as its last client
        server.arg("-noreset");
        let server = server.stderr(Stdio::null()).spawn().ok()?;
        let display = Self {
            server,
            name,
            _turn: turn,
        };
        let there = || display.xdotool(&["getmouselocation"]).is_some();
        within(20.0, there).then_some(display)
    }

    /// What xdotool says; `None` when it fails or is not there.
    fn xdotool(&self, args: &[&str]) -> Option<String> {
        let mut tool = Command::new("xdotool");
        let out = tool.args(args).env("DISPLAY", &self.name).output().ok()?;
        let text = String::from_utf8_lossy(&out.stdout).trim().to_string();
        out.status.success().then_some(text)
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        // it may be gone already
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn within(seconds: f64, mut done: impl FnMut() -> bool) -> bool {
    let started = Instant::now();
    while started.elapsed().as_secs_f64() < seconds {
        if done() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    false
}

/// Does something in a window on `what` and returns the last line that the program says.
fn watch(display: &Display, args: &[&str], act: impl FnOnce(&dyn Fn(&[&str]))) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_drystone"));
    let program = program
        .current_dir(ROOT)
        .args(args)
        .env("DISPLAY", &display.name);
    let program = program.env_remove("WAYLAND_DISPLAY").stderr(Stdio::piped());
    let mut child = program.spawn().expect("it is built");
    let window = || display.xdotool(&["search", "--name", "drystone"]);
    if !within(60.0, || window().is_some_and(|id| !id.is_empty())) {
        // it may have ended by itself
        let _ = child.kill();
        let out = child.wait_with_output().expect("it was started");
        panic!("no window: {}", String::from_utf8_lossy(&out.stderr));
    }
    std::thread::sleep(Duration::from_secs(3));
    let id = window().unwrap_or_default();
    display.xdotool(&["windowfocus", &id]);
    act(&|args| {
        display.xdotool(args).expect("the display listens");
        std::thread::sleep(Duration::from_millis(700));
    });
    display.xdotool(&["key", "q"]).expect("the display listens");
    let ended = within(30.0, || matches!(child.try_wait(), Ok(Some(_))));
    if !ended {
        child.kill().expect("it runs");
    }
    let status = child.wait().expect("it was started");
    let mut text = String::new();
    let said = child.stderr.take().expect("piped");
    std::io::BufReader::new(said)
        .read_to_string(&mut text)
        .expect("text");
    assert!(ended, "it does not close: {text}");
    assert!(status.success(), "{status}: {text}");
    assert!(!text.contains("panicked"), "{text}");
    text.lines().last().unwrap_or_default().to_string()
}

#[test]
fn it_opens_steps_answers_and_closes() {
    let Some(display) = Display::open() else {
        let why = "Xvfb and xdotool are not there";
        assert!(std::env::var_os(REQUIRED).is_none(), "{why}");
        println!("skipped: {why}");
        return;
    };
    // paused at once, back to the start, six steps
    let said = watch(&display, &["view", "scenarios/box_drop.toml"], |xdotool| {
        xdotool(&["key", "space"]);
        xdotool(&["key", "r"]);
        for _ in 0..6 {
            xdotool(&["key", "Right"]);
        }
        for key in [
            "h", "t", "g", "n", "x", "c", "f", "p", "v", "m", "b", "o", "u", "i", "k", "a", "Tab",
            "comma", "Up", "Down", "l",
        ] {
            xdotool(&["key", key]);
        }
        xdotool(&["mousemove", "640", "400", "click", "1"]);
        xdotool(&["mousedown", "1", "mousemove", "700", "430", "mouseup", "1"]);
        xdotool(&["key", "Left"]);
    });
    assert!(said.starts_with("closed at step 5 of"), "{said}");
    // a recording: to its end by the timeline, back by a key
    let file = std::env::temp_dir().join(format!("drystone_window_{}.jsonl", std::process::id()));
    let path = file.display().to_string();
    let mut run = Command::new(env!("CARGO_BIN_EXE_drystone"));
    let run = run.current_dir(ROOT).args([
        "run",
        "scenarios/stack2.toml",
        "--seconds",
        "0.5",
        "--record",
        &path,
    ]);
    assert!(run.output().expect("it is built").status.success());
    let said = watch(&display, &["view", &path], |xdotool| {
        xdotool(&["mousemove", "1270", "792", "click", "1"]);
        xdotool(&["key", "Prior"]);
    });
    std::fs::remove_file(&file).expect("it was written");
    let step: u32 = said
        .strip_prefix("closed at step ")
        .and_then(|rest| rest.split(' ').next()?.parse().ok())
        .unwrap_or_else(|| panic!("{said}"));
    assert!((38..=40).contains(&step), "{said}");
}

#[test]
fn sliders_move_a_robot_beyond_the_end_of_its_scene() {
    let Some(display) = Display::open() else {
        assert!(std::env::var_os(REQUIRED).is_none(), "no Xvfb, no xdotool");
        return;
    };
    // A scene of five steps, so that a slow picture reaches its end, too.
    let robots = format!("{ROOT}/scenarios/robots/arm.urdf");
    let text = include_str!("../../../scenarios/robot_arm.toml");
    let text = text.replace("duration = 2.0", "duration = 0.05");
    let text = text.replace("\"robots/arm.urdf\"", &format!("{robots:?}"));
    let file = std::env::temp_dir().join(format!("drystone_window_{}.toml", std::process::id()));
    std::fs::write(&file, text).expect("a file");
    let path = file.display().to_string();
    // to the end; then the first slider is dragged, and a key moves the second one
    let said = watch(&display, &["view", &path], |xdotool| {
        std::thread::sleep(Duration::from_secs(3));
        xdotool(&["key", "End"]);
        xdotool(&["mousemove", "1085", "45", "mousedown", "1"]);
        xdotool(&["mousemove", "1150", "45"]);
        xdotool(&["mouseup", "1"]);
        xdotool(&["key", "Tab", "key", "period"]);
    });
    std::fs::remove_file(&file).expect("it was written");
    assert!(said.contains("motors moved by hand"), "{said}");
    let step = said
        .split(' ')
        .nth(3)
        .and_then(|step| step.parse::<u32>().ok());
    assert!(step.is_some_and(|step| step > 5), "{said}");
}

/// The mouse pulls a body, which is part of the recording, and the recording gives the same bits when it is repeated.
#[test]
fn a_body_that_the_mouse_pulls_is_recorded_and_repeated() {
    let Some(display) = Display::open() else {
        assert!(std::env::var_os(REQUIRED).is_none(), "no Xvfb, no xdotool");
        return;
    };
    let file = std::env::temp_dir().join(format!("drystone_pull_{}.jsonl", std::process::id()));
    let path = file.display().to_string();
    let args = ["view", "scenarios/stack2.toml", "--record", &path];
    let said = watch(&display, &args, |xdotool| {
        // a body in the middle of the picture, pulled to the right while single steps are taken, and set free
        xdotool(&["key", "space"]);
        xdotool(&["mousemove", "640", "400"]);
        xdotool(&["keydown", "ctrl"]);
        xdotool(&["mousedown", "1"]);
        xdotool(&["mousemove", "760", "300"]);
        for _ in 0..3 {
            xdotool(&["key", "Next"]);
            xdotool(&["key", "Right"]);
        }
        xdotool(&["mouseup", "1"]);
        xdotool(&["keyup", "ctrl"]);
        xdotool(&["key", "space"]);
    });
    assert!(said.contains("bodies pulled by hand"), "{said}");
    let text = std::fs::read_to_string(&file).expect("it was recorded");
    assert!(text.contains("\"pulls\""), "{said}");
    let mut verify = Command::new(env!("CARGO_BIN_EXE_drystone"));
    let out = verify
        .args(["verify", &path])
        .output()
        .expect("it is built");
    let words = String::from_utf8_lossy(&out.stdout).into_owned();
    std::fs::remove_file(&file).expect("it was written");
    assert!(out.status.success(), "{words}");
    assert!(
        words.contains("the same bits") && words.contains("by hand"),
        "{words}"
    );
}
