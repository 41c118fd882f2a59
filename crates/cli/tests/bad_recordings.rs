//! Files that are no recordings, and recordings that were damaged: every command says what is wrong
//! and what to do, exits with 3 and writes nothing.

#[path = "common/command.rs"]
mod command;

use command::{Folder, drystone, stderr, text};
use drystone_cli::replay::Replay;

/// Commands that read the file called RECORDING and would write OUT.
const COMMANDS: [&[&str]; 4] = [
    &["view", "RECORDING", "--screenshot", "OUT.png"],
    &["plot", "RECORDING", "--out", "OUT"],
    &["export", "RECORDING", "--csv", "-"],
    &[
        "export",
        "RECORDING",
        "--glb",
        "OUT.glb",
        "--csv",
        "OUT.csv",
    ],
];

/// Gives the file to every command; all must refuse it with `words`.
fn assert_refused(folder: &Folder, file: &str, words: &str) {
    let before = folder.names();
    // a scene may be viewed
    let viewed = cfg!(feature = "viewer") && !file.ends_with(".toml");
    let reads = |command: &&&[&str]| viewed || command[0] != "view";
    for command in COMMANDS.iter().filter(reads) {
        let out = folder.file("out");
        let args = command.iter().map(|arg| match *arg {
            "RECORDING" => file.to_string(),
            arg => arg.replace("OUT", &out),
        });
        let args: Vec<String> = args.collect();
        let found = drystone(&args.iter().map(String::as_str).collect::<Vec<_>>());
        let said = text(&found.stderr);
        assert_eq!(found.status.code(), Some(3), "{args:?}: {said}");
        assert!(said.contains(words), "`{words}` in {said}");
        assert!(
            said.contains("remedy:") && !said.contains("panicked"),
            "{said}"
        );
        assert!(said.lines().count() < 10 && said.len() < 2000, "{said}");
        assert!(found.stdout.is_empty(), "{}", text(&found.stdout));
        assert_eq!(folder.names(), before, "{said}");
    }
}

/// A recording of eleven frames, the later ones with contacts.
fn good(folder: &Folder) -> String {
    let out = folder.file("good.jsonl");
    let scene = "scenarios/pinch_and_lift.toml";
    stderr(&["run", scene, "--seconds", "0.1", "--record", &out], 0);
    let recording = std::fs::read_to_string(&out).expect("written");
    assert_eq!(recording.lines().count(), 12);
    assert!(
        recording
            .lines()
            .nth(5)
            .is_some_and(|line| line.contains("\"first\""))
    );
    recording
}

#[test]
fn files_that_are_no_recordings() {
    let folder = Folder::new("bad_files");
    let inside = folder.path().display().to_string();
    assert_refused(
        &folder,
        &folder.file("missing.jsonl"),
        "cannot read: No such file",
    );
    assert_refused(&folder, &inside, "cannot read: Is a directory");
    let random: Vec<u8> = (0..100_000u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    let cases: [(&str, &[u8], &str); 7] = [
        ("empty.jsonl", b"", "the file is empty"),
        ("blank.jsonl", b"\n\n\n", "the file is empty"),
        ("random.jsonl", &random, "not a header"),
        ("zeros.jsonl", &[0; 5000], "not a header"),
        (
            "other.jsonl",
            b"{\"hello\": 1}\n{\"hello\": 2}\n",
            "not a header: missing field",
        ),
        ("list.jsonl", b"[1, 2, 3]\n", "not a header"),
        (
            "kind.jsonl",
            b"{\"recording\":\"another\",\"format\":1}\n",
            "a recording of \"another\"",
        ),
    ];
    for (name, content, words) in cases {
        assert_refused(&folder, &folder.with(name, content), words);
    }
}

#[test]
fn a_scene_is_taken_for_a_recording() {
    let folder = Folder::new("bad_scene");
    let words = "this is a scene, not a recording";
    assert_refused(&folder, "scenarios/stack10.toml", words);
    let said = stderr(&["export", "scenarios/stack10.toml", "--csv", "-"], 3);
    assert!(
        said.contains("drystone run scenarios/stack10.toml --record FILE"),
        "{said}"
    );
    // one that cannot be found is not a scene
    assert_refused(&folder, "scenarios/no_such.toml", "cannot read");
}

#[test]
fn headers_that_cannot_be_used() {
    let folder = Folder::new("bad_headers");
    let recording = good(&folder);
    let (header, frames) = recording.split_once('\n').expect("lines");
    let cases = [
        (
            "\"format\":2",
            "\"format\":3",
            "format 3; this version of drystone reads formats 1 to 2",
        ),
        ("\"format\":2", "\"format\":-1", "not a header"),
        (
            "\"drystone\"",
            "\"limestone\"",
            "a recording of \"limestone\", not of drystone",
        ),
        (
            "\"bodies\":[\"ground\"",
            "\"bodies\":[\"floor\"",
            "are not those of its header",
        ),
        (
            "\"bodies\":[\"ground\",",
            "\"bodies\":[",
            "are not those of its header",
        ),
        ("\"bodies\":", "\"people\":", "missing field `bodies`"),
        ("radius = 0.02", "radius = -0.02", "shape.tip.sphere.radius"),
        ("[simulation]", "[simulation", "scene of"),
        (
            "\"time_step\":0.01",
            "\"time_step\":null",
            "invalid type: null",
        ),
    ];
    for (old, new, words) in cases {
        assert!(header.contains(old), "{old} in {header}");
        let changed = header.replacen(old, new, 1) + "\n" + frames;
        assert_refused(&folder, &folder.with("changed.jsonl", changed), words);
    }
    // killed while the header was written, and just after it
    for length in [1, 20, header.len() / 2, header.len() - 1] {
        let cut = folder.with("cut.jsonl", &header[..length]);
        assert_refused(&folder, &cut, "not a header: EOF");
    }
    let first = frames.lines().next().expect("a frame");
    let cut = format!("{header}\n{}", &first[..first.len() / 2]);
    for start in [header.to_string(), format!("{header}\n"), cut] {
        assert_refused(&folder, &folder.with("cut.jsonl", start), "without a frame");
    }
}

/// Replaces the first `old` of frame `index`.
fn damage(recording: &str, index: usize, old: &str, new: &str) -> String {
    let mut lines: Vec<String> = recording.lines().map(String::from).collect();
    assert!(
        lines[1 + index].contains(old),
        "{old} in {}",
        lines[1 + index]
    );
    lines[1 + index] = lines[1 + index].replacen(old, new, 1);
    lines.join("\n") + "\n"
}

#[test]
fn damaged_frames_are_named_by_their_line() {
    let folder = Folder::new("bad_frames");
    let recording = good(&folder);
    let bodies = "\"bodies\":[[0.0,0.0,0.0,1.0,";
    let body = |numbers: &str| bodies.replace("[0.0,0.0,0.0,1.0,", numbers);
    let cases = [
        ("\"step\":", "\"stop\":", "missing field `step`"),
        ("\"time\":", "\"time\":x", "expected value"),
        ("{", "", "expected struct Frame"),
        (bodies, &body("[NaN,0.0,0.0,1.0,"), "expected value"),
        (
            bodies,
            &body("[null,0.0,0.0,1.0,"),
            "invalid type: null, expected f64",
        ),
        (bodies, &body("[1e999,0.0,0.0,1.0,"), "number out of range"),
        (bodies, &body("[0.0,0.0,1.0,"), "invalid length 12"),
        (
            bodies,
            &body("[0.0,0.0,0.0,1.00001,"),
            "quaternion of body 0 has norm 1.00001",
        ),
        (
            bodies,
            &body("[0.0,0.0,0.0,0.0,"),
            "quaternion of body 0 has norm 0",
        ),
        (
            bodies,
            &body("[0.0,0.0,0.0,1e200,"),
            "quaternion of body 0 has norm inf",
        ),
        (
            "]],\"contacts\"",
            "],[0,0,0,1,0,0,0,0,0,0,0,0,0]],\"contacts\"",
            "frame of 5 bodies in a recording of 4",
        ),
        (
            "\"first\":[0,0]",
            "\"first\":[0,1]",
            "contact of body 0, part 1",
        ),
        (
            "\"first\":[0,0]",
            "\"first\":[9,0]",
            "contact of body 9, part 0",
        ),
        ("\"first\":[0,0]", "\"first\":[-1,0]", "invalid value"),
    ];
    for (old, new, words) in cases {
        for index in [5, 10] {
            let bad = folder.with("bad.jsonl", damage(&recording, index, old, new));
            assert_refused(&folder, &bad, words);
            assert_refused(&folder, &bad, &format!("bad.jsonl:{}:", index + 2));
        }
    }
    let lines: Vec<&str> = recording.lines().collect();
    for extra in ["", "\u{0}\u{0}", lines[0], &lines[3][..40]] {
        let mut lines = lines.clone();
        lines.insert(4, extra);
        assert_refused(
            &folder,
            &folder.with("bad.jsonl", lines.join("\n")),
            "bad.jsonl:5:",
        );
    }
}

#[test]
fn a_recording_cut_off_anywhere_is_exported_to_its_last_whole_frame() {
    let folder = Folder::new("bad_cut");
    let recording = good(&folder);
    let starts: Vec<usize> = recording
        .match_indices('\n')
        .map(|(at, _)| at + 1)
        .collect();
    let whole = starts[8];
    for (length, frames, cut) in [
        (whole, 8, false),
        (whole + 1, 8, true),
        (whole + 200, 8, true),
        // all but the end of the line, which says nothing
        (starts[9] - 1, 9, false),
        (starts[1] + 1, 1, true),
    ] {
        let file = folder.with("cut.jsonl", &recording[..length]);
        let out = drystone(&["export", &file, "--csv", "-"]);
        assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
        let rows = text(&out.stdout);
        assert_eq!(rows.lines().count(), 1 + 4 * frames, "{length}");
        let note = match cut {
            true => "the last line is cut off".to_string(),
            false => format!("it ends after {} of 10 steps", frames - 1),
        };
        for note in [note, format!(": {frames} whole frames")] {
            let said = text(&out.stderr);
            assert!(said.contains(&note), "{note} in {said}");
        }
        let glb = folder.file("cut.glb");
        let said = stderr(&["export", &file, "--glb", &glb], 0);
        assert!(
            said.contains(&format!("{frames} of {frames} frames")),
            "{said}"
        );
    }
}

#[test]
fn an_opened_recording_has_a_frame() {
    let folder = Folder::new("bad_open");
    let recording = good(&folder);
    let (_, mut frames) = Replay::open(folder.file("good.jsonl")).expect("whole");
    let first = frames.next().expect("a frame").expect("not damaged");
    assert_eq!((first.step, frames.count()), (0, 10), "none was lost");
    let header = recording.lines().next().expect("a header");
    let error = Replay::open(folder.with("header.jsonl", header)).expect_err("no frame");
    assert!(
        error
            .to_string()
            .contains("header.jsonl: a recording without a frame"),
        "{error}"
    );
}
