//! Long recordings, large numbers, wrong use.

use crate::common::command::{Folder, command, stderr};
use crate::export::made::{BALL, record};
use crate::export::read::Read;
use drystone_cli::export::{Glb, Survey};
use drystone_cli::replay::{Replay, Visuals};
use std::num::NonZeroUsize;
use std::process::Stdio;

#[test]
fn a_long_recording_needs_no_memory() {
    let folder = Folder::new("export_memory");
    let body = |i: usize| {
        format!("\n[[body]]\nname = \"b{i}\"\nshape = \"ball\"\nposition = [{i}, 1, 1]\n")
    };
    let scene = BALL.to_string() + &(0..30).map(body).collect::<String>();
    let short = record(&folder, &scene, 1, |_, _| ());
    let mut text = std::fs::read_to_string(&short).expect("written");
    // Frames that are made up have no hashes: as recordings of format 1 have none.
    text = text.replace("\"format\":2", "\"format\":1");
    let frame = text.lines().last().expect("a frame").to_string();
    for i in 1..40_000 {
        text += &frame.replace("\"time\":0.0", &format!("\"time\":{}", 0.25 * f64::from(i)));
        text += "\n";
    }
    let long = folder.with("long.jsonl", &text);
    drop(text);
    let glb = folder.file("long.glb");
    let peaks = [&short, &long].map(|recording| peak(recording, &glb));
    let length = |path: &str| std::fs::metadata(path).expect("written").len();
    assert_eq!(Read::new(&glb).times().len(), 40_000);
    let [Some(least), Some(peak)] = peaks else {
        println!("skipped: this system does not tell the memory of a process");
        return;
    };
    let bound = 8 << 20;
    assert!(bound < length(&glb) / 4 && bound < length(&long) / 4);
    assert!(peak < least + bound, "{peak} bytes, {least} for one frame");
}

/// Largest memory of an export of `recording`, bytes; `None` where the system does not tell.
fn peak(recording: &str, glb: &str) -> Option<u64> {
    let mut command = command(&["export", recording, "--glb", glb, "--csv", "-", "--quiet"]);
    let child = command.stdout(Stdio::null()).spawn();
    let mut child = child.expect("the binary runs");
    let mut peak = None;
    while child.try_wait().expect("a child").is_none() {
        peak = memory(child.id()).or(peak);
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    assert!(child.wait().expect("it ended").success());
    peak
}

/// Largest memory of a process so far, bytes.
fn memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes << 10)
}

#[test]
fn a_file_beyond_four_gigabytes_is_refused_before_it_is_begun() {
    let folder = Folder::new("export_large");
    let recording = record(&folder, BALL, 2, |_, _| ());
    let (replay, frames) = Replay::open(&recording).expect("a recording");
    let once = NonZeroUsize::MIN;
    let survey = Survey::of(&replay, frames, once, |_| ()).expect("two frames");
    // 32 bytes a frame: 4 of time, 12 of position, 16 of rotation
    let glb = folder.path().join("large.glb");
    let of = |frames, every| {
        let every = NonZeroUsize::new(every).expect("positive");
        Glb::create(
            &glb,
            &replay,
            &Survey {
                frames,
                every,
                ..survey.clone()
            },
            &Visuals::load(&replay.scene),
        )
    };
    let error = of(200_000_000, 1).expect_err("6.4 GB").to_string();
    assert!(
        error.contains("6.0 GiB") && error.contains("--every 2"),
        "{error}"
    );
    assert!(folder.names() == ["made.jsonl"], "{:?}", folder.names());
    of(200_000_000, 2).expect("3.2 GB");
    assert!(folder.names() == ["made.jsonl"], "dropped before its end");
}

#[test]
fn numbers_beyond_those_of_gltf_are_refused() {
    let folder = Folder::new("export_times");
    let glb = folder.file("times.glb");
    let times = |last: f64| {
        record(&folder, BALL, 3, |i, frame| {
            frame.time = [0.0, 1000.0, last][i]
        })
    };
    let recording = times(1000.00001);
    let said = stderr(&["export", &recording, "--glb", &glb], 3);
    assert!(
        said.contains("32 bit") && said.contains("--every N"),
        "{said}"
    );
    stderr(&["export", &recording, "--glb", &glb, "--every", "2"], 0);
    std::fs::remove_file(&glb).expect("written");
    let said = stderr(&["export", &times(999.0), "--glb", &glb], 3);
    assert!(said.contains("is not after"), "{said}");
    let far = record(&folder, BALL, 3, |i, frame| {
        frame.time = i as f64;
        frame.bodies[1][2] = 1e39;
    });
    let said = stderr(&["export", &far, "--glb", &glb], 3);
    assert!(said.contains("32 bit numbers of glTF"), "{said}");
    assert_eq!(folder.names(), ["made.jsonl"]);
}

#[test]
fn wrong_use_is_refused_and_nothing_is_lost() {
    let folder = Folder::new("export_usage");
    let recording = record(&folder, BALL, 3, |_, _| ());
    let before = std::fs::read(&recording).expect("written");
    let around = format!("{}/../{}", folder.path().display(), {
        let name = folder.path().file_name().expect("a name");
        format!("{}/made.jsonl", name.display())
    });
    let (same, missing) = (folder.file("same"), folder.file("no/such/folder.glb"));
    let inside = folder.path().display().to_string();
    for (args, code, word) in [
        (vec![], 2, "--glb <FILE>|--csv <FILE>"),
        (vec!["--glb", &recording], 2, "overwrite the recording"),
        (vec!["--csv", &around], 2, "overwrite the recording"),
        (
            vec!["--glb", &same, "--csv", &same],
            2,
            "overwrite the other file",
        ),
        (vec!["--glb", &same, "--every", "0"], 2, "--every"),
        (vec!["--glb", &missing], 3, "cannot write"),
        (vec!["--csv", &missing], 3, "cannot write"),
        (vec!["--glb", &inside], 3, "cannot write"),
        (vec!["--csv", &inside], 3, "cannot write"),
    ] {
        let said = stderr(&[vec!["export", &recording], args].concat(), code);
        assert!(said.contains(word), "{word} in {said}");
        assert!(!said.contains("panicked"), "{said}");
    }
    assert_eq!(folder.names(), ["made.jsonl"]);
    assert_eq!(std::fs::read(&recording).expect("there"), before);
}
