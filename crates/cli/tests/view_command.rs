//! `drystone view` without a window: files, refusals, exit codes.

#[path = "common/command.rs"]
mod command;

use command::{Folder, stderr};
use image::AnimationDecoder;
use image::codecs::gif::GifDecoder;
use std::io::BufReader;

/// Set where pictures must be possible, else a machine without a driver skips.
const REQUIRED: &str = "DRYSTONE_PICTURES_REQUIRED";

fn possible() -> bool {
    match drystone_cli::viewer::Studio::check() {
        Ok(()) => true,
        Err(why) if std::env::var_os(REQUIRED).is_some() => panic!("{why}"),
        Err(why) => {
            println!("skipped, there are no pictures here: {why}");
            false
        }
    }
}

/// A recording of twenty steps.
fn recording(folder: &Folder) -> String {
    let out = folder.file("run.jsonl");
    let scene = "scenarios/stack2.toml";
    stderr(&["run", scene, "--seconds", "0.2", "--record", &out], 0);
    out
}

#[test]
fn what_would_be_lost_or_mean_nothing_is_refused() {
    let folder = Folder::new("view_refused");
    let file = recording(&folder);
    let before = std::fs::read(&file).expect("written");
    let png = folder.file("a.png");
    let refused = |args: &[&str], words: &str| {
        let said = stderr(args, 2);
        assert!(said.contains(words) && said.contains("remedy:"), "{said}");
    };
    refused(
        &["view", &file, "--screenshot", &file],
        "would overwrite what is viewed",
    );
    refused(
        &["view", &file, "--gif", &file],
        "would overwrite what is viewed",
    );
    refused(
        &["view", &file, "--screenshot", &png, "--gif", &png],
        "would overwrite the other",
    );
    let scene = "scenarios/stack2.toml";
    refused(
        &["run", scene, "--record", &png, "--gif", &png],
        "would overwrite the other",
    );
    refused(
        &["view", &file, "--screenshot", &png, "--fps", "5"],
        "--fps means nothing",
    );
    refused(&["run", scene, "--size", "64x64"], "--size means nothing");
    refused(
        &["view", &file, "--gif", &png, "--speed", "1e-9"],
        "at most 100000",
    );
    refused(
        &["view", &file, "--screenshot", &png, "--at", "7"],
        "from 0 s to 0.2 s",
    );
    refused(
        &["view", &file, "--screenshot", &png, "--size", "9x9"],
        "9 pixels",
    );
    let above = [
        "view",
        &file,
        "--screenshot",
        &png,
        "--eye",
        "0,0,9",
        "--target",
        "0,0,0",
    ];
    refused(&above, "straight above");
    assert_eq!(folder.names(), ["run.jsonl"]);
    assert_eq!(std::fs::read(&file).expect("still there"), before);
}

#[test]
fn an_animation_is_whole_and_in_time() {
    if !possible() {
        return;
    }
    let folder = Folder::new("view_animation");
    let file = recording(&folder);
    let (gif, frames) = (folder.file("a.gif"), folder.file("frames"));
    let small = ["--size", "64x48", "--fps", "20", "--speed", "0.5"];
    let args = [
        &["view", &file, "--gif", &gif, "--frames", &frames],
        &small[..],
    ]
    .concat();
    let out = command::command(&args)
        .env_remove("XDG_RUNTIME_DIR")
        .output();
    let out = out.expect("the program runs");
    let said = command::text(&out.stderr);
    assert!(out.status.success(), "{said}");
    assert!(!said.contains("XDG_RUNTIME_DIR"), "{said}");
    let video = format!("video: ffmpeg -framerate 20 -i {frames}/frame_%05d.png -pix_fmt");
    assert!(said.contains(&video), "{said}");
    // 0.2 s at half the speed and 20 pictures a second: one every 0.025 s, and the first
    let opened = std::fs::File::open(&gif).expect("written");
    let decoder = GifDecoder::new(BufReader::new(opened)).expect("a GIF");
    let pictures = decoder.into_frames().collect_frames().expect("whole");
    assert_eq!(pictures.len(), 9);
    for picture in &pictures {
        assert_eq!(picture.delay().numer_denom_ms(), (50, 1));
        assert_eq!(picture.buffer().dimensions(), (64, 48));
    }
    assert_eq!(std::fs::read_dir(&frames).expect("a folder").count(), 9);
    let said = stderr(&args, 2);
    assert!(said.contains("has pictures already"), "{said}");
}

#[test]
fn a_disk_that_is_full_is_told() {
    if !possible() || !std::path::Path::new("/dev/full").exists() {
        return;
    }
    let folder = Folder::new("view_full");
    let file = recording(&folder);
    for option in ["--screenshot", "--gif"] {
        let said = stderr(&["view", &file, option, "/dev/full", "--size", "32x32"], 3);
        assert!(
            said.contains("cannot write") && !said.contains("wrote"),
            "{said}"
        );
    }
}

/// As `kill -9` leaves it: the last line is half a frame.
#[test]
fn a_recording_that_was_cut_off_is_seen_to_its_last_whole_frame() {
    if !possible() {
        return;
    }
    let folder = Folder::new("view_cut");
    let text = std::fs::read_to_string(recording(&folder)).expect("written");
    let cut = folder.with("cut.jsonl", &text[..text.len() - 100]);
    let png = folder.file("last.png");
    let said = stderr(&["view", &cut, "--screenshot", &png, "--size", "64x48"], 0);
    // twenty-one frames of 0.01 s from 0 on, the last one cut
    assert!(
        said.contains("the last line is cut off: 20 whole frames"),
        "{said}"
    );
    assert!(said.contains("last.png (0.1900 s)"), "{said}");
    assert!(folder.names().contains(&"last.png".to_string()));
}

/// A body that stays in the middle, and an eye that goes around it; what was meant otherwise is refused.
#[test]
fn the_eye_moves_as_it_is_told() {
    let folder = Folder::new("view_camera");
    let file = recording(&folder);
    let png = folder.file("a.png");
    let said = stderr(
        &["view", &file, "--screenshot", &png, "--follow", "cube"],
        2,
    );
    assert!(said.contains("name one of ground, cube1, cube2"), "{said}");
    let said = stderr(&["run", "scenarios/stack2.toml", "--camera", "orbit"], 2);
    assert!(said.contains("--camera means nothing"), "{said}");
    let said = stderr(&["view", &file, "--record", &png], 2);
    assert!(said.contains("nothing is simulated"), "{said}");
    if !possible() {
        return;
    }
    let frames = folder.file("around");
    let args = [
        "view", &file, "--frames", &frames, "--fps", "20", "--size", "64x48",
    ];
    stderr(
        &[
            &args[..],
            &[
                "--follow", "cube2", "--camera", "orbit", "--show", "nothing",
            ],
        ]
        .concat(),
        0,
    );
    let picture = |k: usize| {
        let name = format!("{frames}/frame_{k:05}.png");
        image::open(name).expect("a picture").into_rgb8()
    };
    // cube 2 is orange: in the middle of all pictures; what is around it differs, and comes back after a turn
    for k in 0..5 {
        let [red, _, blue] = picture(k).get_pixel(32, 24).0;
        assert!(red > blue + 60, "picture {k}");
    }
    let differ = |a: usize, b: usize| {
        let (a, b) = (picture(a), picture(b));
        let pairs = a.pixels().zip(b.pixels());
        pairs
            .filter(|(a, b)| a.0.iter().zip(b.0).any(|(a, b)| a.abs_diff(b) > 8))
            .count()
    };
    assert!(differ(0, 2) > 500, "{}", differ(0, 2));
    assert!(differ(0, 4) < 50, "{}", differ(0, 4));
}

/// Without Vulkan there is OpenGL at most, which may draw nothing but lines: then there is no picture.
#[test]
fn a_picture_without_bodies_is_refused() {
    let folder = Folder::new("view_without_vulkan");
    let file = recording(&folder);
    let png = folder.file("a.png");
    let out = std::process::Command::new(env!("CARGO_BIN_EXE_drystone"))
        .args(["view", &file, "--screenshot", &png, "--show", "contacts"])
        .env("VK_ICD_FILENAMES", "/nonexistent")
        .env("VK_DRIVER_FILES", "/nonexistent")
        .output()
        .expect("the program runs");
    let said = String::from_utf8_lossy(&out.stderr);
    if out.status.code() == Some(0) {
        // bodies are shaded, so there are many colours; lines have few
        let picture = image::open(&png).expect("a picture").into_rgb8();
        let colours: std::collections::HashSet<_> = picture.pixels().map(|pixel| pixel.0).collect();
        assert!(colours.len() > 100, "{} colours", colours.len());
        return;
    }
    assert!(!std::path::Path::new(&png).exists(), "{said}");
    assert!(said.contains("mesa-vulkan-drivers"), "{said}");
}
