//! Poses of the animation against those of the recording.

use crate::common::command::{Folder, stderr};
use crate::export::made::{BALL, record, run};
use crate::export::read::{Pose, Read, y_up};
use drystone::math::{Rot, Vec3};
use drystone::recording::{Frame, Recording};

fn assert_pose(found: &Pose, frame: &Frame, body: usize) {
    let at = &frame.state().bodies[body];
    let size = 1.0 + at.position.norm();
    let off = (found.0 - y_up(at.position)).norm();
    assert!(
        off < 1e-6 * size,
        "body {body} at {} s: {off} m off",
        frame.time
    );
    for axis in [Vec3::x(), Vec3::y(), Vec3::z()] {
        let off = (found.1 * axis - y_up(at.rotation * axis)).norm();
        assert!(off < 1e-6, "body {body} at {} s: {off} turned", frame.time);
    }
}

/// Compares every pose of every body; how many moved.
fn compare(glb: &str, recording: &str) -> usize {
    let recording = Recording::read(recording).expect("whole");
    let read = Read::new(glb);
    let times: Vec<f64> = read.times().into_iter().map(f64::from).collect();
    assert_eq!(times.len(), recording.frames.len());
    let start = recording.frames[0].time;
    for (time, frame) in times.iter().zip(&recording.frames) {
        assert!((time - (frame.time - start)).abs() < 1e-6 * (1.0 + frame.time));
    }
    let poses = read.poses();
    assert_eq!(poses.len(), recording.header.bodies.len());
    let mut moved = 0;
    for (i, name) in recording.header.bodies.iter().enumerate() {
        let (rest, moving) = &poses[name];
        assert_pose(rest, &recording.frames[0], i);
        if moving.is_empty() {
            recording
                .frames
                .iter()
                .for_each(|frame| assert_pose(rest, frame, i));
            continue;
        }
        moved += 1;
        assert_eq!(moving.len(), recording.frames.len());
        for (pose, frame) in moving.iter().zip(&recording.frames) {
            assert_pose(pose, frame, i);
        }
    }
    moved
}

#[test]
fn every_pose_of_the_glb_is_that_of_the_recording() {
    // moving bodies: the heap; the box and two driven fingers
    for (name, moving) in [("all_shapes", 13), ("pinch_and_lift", 3)] {
        let folder = Folder::new(&format!("export_{name}"));
        let (recording, glb) = (run(&folder, name), folder.file("run.glb"));
        let said = stderr(&["export", &recording, "--glb", &glb], 0);
        assert!(
            said.contains("wrote") && said.contains("151 of 151 frames"),
            "{said}"
        );
        assert_eq!(compare(&glb, &recording), moving);
        assert_eq!(folder.names(), ["run.glb", "run.jsonl"]);
    }
}

#[test]
fn quaternions_go_the_short_way_and_time_begins_at_zero() {
    let folder = Folder::new("export_spin");
    let recording = record(&folder, BALL, 100, |i, frame| {
        frame.time = 1000.0 + 0.5 * i as f64;
        let turn = Rot::from_scaled_axis(Vec3::new(0.3, -0.4, 1.2) * i as f64);
        let sign = if i % 3 == 0 { -1.0 } else { 1.0 };
        frame.bodies[1][3..7].copy_from_slice(&drystone::math::wxyz(&turn).map(|q| sign * q));
        frame.bodies[1][0] = -1e3 * i as f64;
    });
    let glb = folder.file("spin.glb");
    stderr(&["export", &recording, "--glb", &glb], 0);
    assert_eq!(compare(&glb, &recording), 1);
    let times = Read::new(&glb).times();
    assert_eq!((times[0], times[99]), (0.0, 49.5));
}

#[test]
fn a_still_scene_and_a_single_frame_are_valid() {
    let folder = Folder::new("export_still");
    let glb = folder.file("still.glb");
    let still = BALL.replace("name = \"ball\"", "name = \"ball\"\nfixed = true");
    let recording = record(&folder, &still, 4, |_, _| ());
    stderr(&["export", &recording, "--glb", &glb], 0);
    let read = Read::new(&glb);
    assert_eq!(
        (read.document.animations().len(), read.poses().len()),
        (0, 2)
    );
    let recording = record(&folder, BALL, 1, |_, _| ());
    stderr(&["export", &recording, "--glb", &glb], 0);
    assert_eq!(compare(&glb, &recording), 1);
}
