//! Joints in listings, tables and charts of the command line.

use crate::common::command;
use command::{Folder, drystone, text};
use drystone::recording::Recording;
use drystone::scene::Scene;

const DOOR: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/door.toml");
const STEWART: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/stewart.toml");

#[test]
fn check_lists_joints_with_their_coordinates() {
    let out = drystone(&["check", DOOR, STEWART]);
    let said = text(&out.stdout);
    for line in [
        "joint hinge: revolute, door on the world; hinge in rad from 0 to 1.6, spring, damping, friction, armature",
        "joint ground1: universal, sleeve1 on the world; ground1.0 in rad; ground1.1 in rad",
        "joint leg1: prismatic, rod1 on sleeve1; leg1 in m from -0.1 to 0.2, position motor",
        "joint ball1: spherical, rod1 on platform\n",
    ] {
        assert!(said.contains(line), "no {line} in\n{said}");
    }
}

#[test]
fn rows_and_charts_have_joint_coordinates() {
    let folder = Folder::new("joints");
    for (scene, columns) in [
        (DOOR, ["hinge.position_rad", "hinge.velocity_rad_per_s"]),
        (
            STEWART,
            ["ground1.0.position_rad", "ground1.0.velocity_rad_per_s"],
        ),
    ] {
        let (record, csv) = (folder.file("run.jsonl"), folder.file("run.csv"));
        let charts = folder.file("charts");
        let args = [
            "run",
            scene,
            "--seconds",
            "0.1",
            "--quiet",
            "--record",
            &record,
        ];
        assert!(drystone(&args).status.success());
        assert!(
            drystone(&["export", &record, "--csv", &csv])
                .status
                .success()
        );
        let frames = Recording::read(&record).expect("whole").frames;
        let scene = Scene::load(scene).expect("valid");
        let mut rows = csv::Reader::from_path(&csv).expect("written");
        let header = rows.headers().expect("names").clone();
        let places = columns.map(|name| {
            let place = header.iter().position(|column| column == name);
            place.unwrap_or_else(|| panic!("no column {name} in {header:?}"))
        });
        let count = scene.model.bodies.len();
        for (k, row) in rows.records().enumerate() {
            let (row, state) = (row.expect("a row"), frames[k / count].state());
            let wanted = [
                state.joint_positions(&scene.model)[0],
                state.joint_velocities(&scene.model)[0],
            ];
            for (place, wanted) in places.into_iter().zip(wanted) {
                let found: f64 = row[place].parse().expect("a number");
                assert_eq!(found.to_bits(), wanted.to_bits());
            }
        }
        assert!(
            drystone(&["plot", &record, "--out", &charts])
                .status
                .success()
        );
        let chart = std::fs::read_to_string(format!("{charts}/joints.svg")).expect("drawn");
        assert!(chart.contains("position, rad") && chart.contains("velocity, rad/s"));
    }
}
