//! Rows of CSV against the frames; which frames are kept.

use crate::common::command::{Folder, command, drystone, read, stderr, text};
use crate::export::made::{BALL, record, run};
use crate::export::read::Read;
use drystone::math::{Rot, Vec3};
use drystone::recording::Recording;
use std::process::Stdio;

#[test]
fn every_nth_frame_and_the_last_are_kept() {
    let folder = Folder::new("export_every");
    let recording = record(&folder, BALL, 10, |i, frame| frame.time = i as f64);
    let (glb, csv) = (folder.file("few.glb"), folder.file("few.csv"));
    for (every, kept) in [
        ("4", vec![0, 4, 8, 9]),
        ("3", vec![0, 3, 6, 9]),
        ("99", vec![0, 9]),
    ] {
        stderr(
            &[
                "export", &recording, "--glb", &glb, "--csv", &csv, "--every", every,
            ],
            0,
        );
        let times: Vec<u64> = Read::new(&glb).times().iter().map(|&t| t as u64).collect();
        assert_eq!(times, kept);
        let mut rows = csv::Reader::from_path(&csv).expect("it was written");
        let steps = rows
            .records()
            .map(|row| row.expect("a row")[0].parse::<u64>());
        let mut steps: Vec<u64> = steps.map(|step| step.expect("a step")).collect();
        steps.dedup();
        assert_eq!(steps, kept);
    }
}

#[test]
fn the_rows_are_the_frames_bit_for_bit() {
    let folder = Folder::new("export_rows");
    let hammer = read("scenarios/bundle_drop.toml");
    let hammer = hammer.replace("name = \"hammer\"", "name = \"hammer, \\\"big\\\"\"");
    let awkward = [
        0.1 + 0.2,
        1e-300,
        -0.0,
        1.0 / 3.0,
        5e-324,
        1.7e308,
        -2f64.powi(60) - 1.0,
    ];
    let recording = record(&folder, &hammer, 7, |i, frame| {
        let turn = Rot::from_scaled_axis(Vec3::new(0.7, i as f64, -0.3));
        let body = &mut frame.bodies[1];
        body[..3].copy_from_slice(&[0.1, 1.0 / 7.0, i as f64 / 3.0]);
        body[3..7].copy_from_slice(&drystone::math::wxyz(&turn));
        body[7..].iter_mut().for_each(|x| *x = awkward[i]);
    });
    let csv = folder.file("rows.csv");
    let said = stderr(&["export", &recording, "--csv", &csv], 0);
    assert!(said.contains("7 of 7 frames"), "{said}");
    let stdout = drystone(&["export", &recording, "--csv", "-"]).stdout;
    assert_eq!(
        text(&stdout),
        std::fs::read_to_string(&csv).expect("written")
    );
    check_rows(&csv, &recording, "hammer, \"big\"");

    // with iterations, rungs and solved steps
    let recording = run(&folder, "bundle_drop");
    stderr(&["export", &recording, "--csv", &csv], 0);
    check_rows(&csv, &recording, "hammer");
}

/// Every row, by the names of its columns.
fn check_rows(csv: &str, recording: &str, name: &str) {
    let recording = Recording::read(recording).expect("whole");
    let mut rows = csv::Reader::from_path(csv).expect("written");
    let columns = rows.headers().expect("names").clone();
    let rows: Vec<csv::StringRecord> = rows.records().map(|row| row.expect("a row")).collect();
    assert_eq!(rows.len(), 2 * recording.frames.len());
    let [x, y, z] = recording.header.centres_of_mass[1];
    let centre = Vec3::new(x, y, z);
    assert!(centre.norm() > 0.05, "the head is heavy");
    for (k, row) in rows.iter().enumerate() {
        let (frame, body) = (&recording.frames[k / 2], k % 2);
        let cell = |column: &str| {
            let at = columns.iter().position(|name| name == column);
            &row[at.unwrap_or_else(|| panic!("no column {column}"))]
        };
        let number = |column: &str| cell(column).parse::<f64>().expect("a number");
        assert_eq!(cell("body"), if body == 1 { name } else { "ground" });
        assert_eq!(cell("step"), frame.step.to_string());
        assert_eq!(number("time_s").to_bits(), frame.time.to_bits());
        let names = "com_x_m com_y_m com_z_m qw qx qy qz vx_m_per_s vy_m_per_s vz_m_per_s \
                     wx_rad_per_s wy_rad_per_s wz_rad_per_s";
        for (column, want) in names.split_whitespace().zip(frame.bodies[body]) {
            assert_eq!(number(column).to_bits(), want.to_bits(), "{column}");
        }
        if body == 1 {
            // x = com - R c, with R c = c + 2 w (u x c) + 2 u x (u x c) of a quaternion (w, u)
            let u = Vec3::new(number("qx"), number("qy"), number("qz"));
            let turned =
                centre + 2.0 * (number("qw") * u.cross(&centre) + u.cross(&u.cross(&centre)));
            let com = Vec3::new(number("com_x_m"), number("com_y_m"), number("com_z_m"));
            let shape = Vec3::new(number("x_m"), number("y_m"), number("z_m"));
            assert!((shape - (com - turned)).norm() < 1e-14, "{shape} of {com}");
        }
        let status = frame.status.as_ref();
        let text = |value: Option<String>| value.unwrap_or_default();
        assert_eq!(
            cell("iterations"),
            text(status.map(|s| s.iterations.to_string()))
        );
        assert_eq!(cell("rung"), text(status.map(|s| s.rung.clone())));
        assert_eq!(cell("solved"), text(status.map(|s| s.solved.to_string())));
    }
}

#[test]
fn a_reader_that_stops_early_ends_the_rows_quietly() {
    let folder = Folder::new("export_closed");
    let recording = record(&folder, BALL, 20_000, |i, frame| frame.time = i as f64);
    let glb = folder.file("whole.glb");
    for both in [false, true] {
        let mut args = vec!["export", &recording, "--csv", "-"];
        args.extend(both.then_some(["--glb", &glb]).iter().flatten());
        let mut command = command(&args);
        let child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut child = child.expect("the binary runs");
        drop(child.stdout.take());
        let out = child.wait_with_output().expect("it ends");
        assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
        assert_eq!(text(&out.stderr).contains("wrote"), both);
    }
    assert_eq!(Read::new(&glb).times().len(), 20_000);
}
