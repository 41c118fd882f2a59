//! Exports read back: animated glTF by another reader, rows of CSV by their columns.

#[path = "common/command.rs"]
mod command;

use command::{Folder, drystone, stderr, text};
use drystone::export::{Glb, Survey};
use drystone::math::{Rot, Vec3};
use drystone::recording::{Frame, Header, Recorder, Recording};
use drystone::replay::Replay;
use drystone::scene::Scene;
use gltf::animation::util::ReadOutputs;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::process::Stdio;

/// A recording of a scenario.
fn run(folder: &Folder, name: &str) -> String {
    let (scene, out) = (format!("scenarios/{name}.toml"), folder.file("run.jsonl"));
    stderr(&["run", &scene, "--seconds", "1.5", "--record", &out], 0);
    out
}

/// A recording with the frames that `change` makes of the initial state.
fn record(
    folder: &Folder,
    scene: &str,
    frames: usize,
    change: impl Fn(usize, &mut Frame),
) -> String {
    let out = folder.file("made.jsonl");
    let scene = Scene::parse(scene, "scene").expect("valid");
    let header = Header::new(&scene.model, 1e-6, scene.resolved());
    let mut recorder = Recorder::open(&out, &header).expect("a temporary file");
    for i in 0..frames {
        let mut frame = Frame::start(scene.time(i), &scene.initial);
        frame.step = i as u64;
        change(i, &mut frame);
        recorder.append(&frame).expect("written");
    }
    out
}

/// A ball above the ground.
const BALL: &str = drystone::scene::MINIMAL_SCENE;

/// A pose, world of glTF.
type Pose = (Vec3, Rot);

/// A glTF file that another reader finds valid.
struct Read {
    document: gltf::Document,
    blob: Vec<u8>,
}

impl Read {
    fn new(path: &str) -> Self {
        let bytes = std::fs::read(path).expect("it was written");
        let gltf::Gltf { document, blob } = gltf::Gltf::from_slice(&bytes).expect("valid glTF");
        let blob = blob.expect("a binary chunk");
        assert_eq!(
            document.buffers().next().map(|b| b.length()),
            Some(blob.len())
        );
        Self { document, blob }
    }

    /// The one root and its children.
    fn root(&self) -> gltf::Node<'_> {
        let scene = self.document.default_scene().expect("a scene");
        let mut roots = scene.nodes();
        let root = roots.next().expect("a root");
        assert!(roots.next().is_none());
        root
    }

    fn times(&self) -> Vec<f32> {
        let run = self.document.animations().next().expect("an animation");
        assert_eq!(run.name(), Some("run"));
        let channel = run.channels().next().expect("a channel");
        let input = channel.sampler().input();
        let number = |value: Option<gltf::json::Value>| value.expect("bounds")[0].as_f64();
        let times: Vec<f32> = (channel
            .reader(|_| Some(&self.blob))
            .read_inputs()
            .expect("times"))
        .collect();
        assert_eq!(number(input.min()), Some(f64::from(times[0])));
        assert_eq!(number(input.max()), times.last().map(|&t| f64::from(t)));
        assert!(times.is_sorted_by(|a, b| a < b));
        times
    }

    /// Poses of the nodes below the root by name: those at rest, those of the animation.
    fn poses(&self) -> BTreeMap<String, (Pose, Vec<Pose>)> {
        let pose = |node: &gltf::Node| {
            let (x, q, scale) = node.transform().decomposed();
            assert_eq!(scale, [1.0; 3]);
            (vector(x), rotation(q))
        };
        let world = pose(&self.root());
        let below = |(x, q): Pose| (world.0 + world.1 * x, world.1 * q);
        let mut moves: BTreeMap<usize, (Vec<Vec3>, Vec<Rot>)> = BTreeMap::new();
        for channel in self.document.animations().flat_map(|run| run.channels()) {
            let entry = moves.entry(channel.target().node().index()).or_default();
            let reader = channel.reader(|_| Some(&self.blob));
            match reader.read_outputs().expect("numbers") {
                ReadOutputs::Translations(list) => entry.0 = list.map(vector).collect(),
                ReadOutputs::Rotations(list) => {
                    let numbers: Vec<[f32; 4]> = list.into_f32().collect();
                    for pair in numbers.windows(2) {
                        let dot: f32 = pair[0].iter().zip(&pair[1]).map(|(a, b)| a * b).sum();
                        assert!(dot > 0.0, "the short way from {pair:?}");
                    }
                    entry.1 = numbers.into_iter().map(rotation).collect();
                }
                _ => panic!("nothing else moves"),
            }
        }
        let child = |node: gltf::Node| {
            let (x, q) = moves.remove(&node.index()).unwrap_or_default();
            assert_eq!(x.len(), q.len());
            let moving = x.into_iter().zip(q).map(below).collect();
            (
                node.name().expect("a name").to_string(),
                (below(pose(&node)), moving),
            )
        };
        self.root().children().map(child).collect()
    }
}

fn vector(x: [f32; 3]) -> Vec3 {
    Vec3::from(x.map(f64::from))
}

/// Of four numbers x y z w, which must have norm 1.
fn rotation(q: [f32; 4]) -> Rot {
    let [x, y, z, w] = q.map(f64::from);
    let norm = (x * x + y * y + z * z + w * w).sqrt();
    assert!((norm - 1.0).abs() < 1e-6, "norm {norm}");
    Rot::new_unchecked(nalgebra::Quaternion::new(w, x, y, z))
}

/// What is up is y in glTF, and what is north is -z.
fn y_up(v: Vec3) -> Vec3 {
    Vec3::new(v.x, v.z, -v.y)
}

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
fn every_body_has_a_surface_that_faces_outwards() {
    let folder = Folder::new("export_surface");
    let (recording, glb) = (run(&folder, "all_shapes"), folder.file("run.glb"));
    stderr(&["export", &recording, "--glb", &glb], 0);
    let read = Read::new(&glb);
    for node in read.root().children() {
        let mesh = node.mesh().expect("a mesh");
        assert_eq!(mesh.name(), node.name());
        for primitive in mesh.primitives() {
            let reader = primitive.reader(|_| Some(&read.blob));
            let points: Vec<Vec3> = reader
                .read_positions()
                .expect("points")
                .map(vector)
                .collect();
            let normals: Vec<Vec3> = reader
                .read_normals()
                .expect("normals")
                .map(vector)
                .collect();
            let corners: Vec<usize> = (reader
                .read_indices()
                .expect("corners")
                .into_u32()
                .map(|i| i as usize))
            .collect();
            assert!(corners.len() >= 12 && points.len() == normals.len());
            let middle = points.iter().sum::<Vec3>() / points.len() as f64;
            for corner in corners.chunks(3) {
                let [a, b, c] = [points[corner[0]], points[corner[1]], points[corner[2]]];
                let normal = (b - a).cross(&(c - a)).normalize();
                // parts are convex
                assert!(
                    normal.dot(&(a - middle)) > 0.0,
                    "{:?} is inside out",
                    node.name()
                );
                for &i in corner {
                    assert!(
                        normals[i].dot(&normal) > 0.5 && (normals[i].norm() - 1.0).abs() < 1e-5
                    );
                }
            }
            let bounds = primitive.bounding_box();
            for k in 0..3 {
                let along = points.iter().map(|p| p[k] as f32);
                assert_eq!(along.clone().reduce(f32::min), Some(bounds.min[k]));
                assert_eq!(along.reduce(f32::max), Some(bounds.max[k]));
            }
        }
    }
}

#[test]
fn sizes_places_and_colours_are_those_of_the_scene() {
    let folder = Folder::new("export_sizes");
    let scene = BALL.replace("radius = 0.1", "radius = 0.25");
    let (recording, glb) = (
        record(&folder, &scene, 3, |_, _| ()),
        folder.file("ball.glb"),
    );
    stderr(&["export", &recording, "--glb", &glb], 0);
    let read = Read::new(&glb);
    let node = |name| {
        (read
            .root()
            .children()
            .find(|node| node.name() == Some(name)))
        .expect("a node")
    };
    let primitive =
        |name| (node(name).mesh().expect("a mesh").primitives().next()).expect("a part");
    let ball = primitive("ball").bounding_box();
    for k in 0..3 {
        assert!((ball.max[k] - 0.25).abs() < 0.005 && (ball.min[k] + 0.25).abs() < 0.005);
    }
    // the ground is a square at height 0 around the ball, and its normal is up
    let ground = primitive("floor");
    let reader = ground.reader(|_| Some(&read.blob));
    assert!(
        reader
            .read_normals()
            .expect("normals")
            .all(|n| n == [0.0, 0.0, 1.0])
    );
    let bounds = ground.bounding_box();
    assert!(bounds.min[2] == 0.0 && bounds.max[2] == 0.0 && bounds.max[0] > 0.5);
    let colours = ["floor", "ball"].map(|name| {
        let pbr = primitive(name).material().pbr_metallic_roughness();
        assert_eq!(
            (pbr.metallic_factor(), pbr.base_color_factor()[3]),
            (0.0, 1.0)
        );
        pbr.base_color_factor()
    });
    // sRGB 0.62 is 34.2 % of the light
    assert!((colours[0][0] - 0.342).abs() < 0.001, "{colours:?}");
    assert_ne!(colours[0], colours[1]);
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
    let hammer = std::fs::read_to_string("scenarios/bundle_drop.toml").expect("a scenario");
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
fn a_long_recording_needs_no_memory() {
    let folder = Folder::new("export_memory");
    let body = |i: usize| {
        format!("\n[[body]]\nname = \"b{i}\"\nshape = \"ball\"\nposition = [{i}, 1, 1]\n")
    };
    let scene = BALL.to_string() + &(0..30).map(body).collect::<String>();
    let recording = record(&folder, &scene, 1, |_, _| ());
    let mut text = std::fs::read_to_string(&recording).expect("written");
    let frame = text.lines().last().expect("a frame").to_string();
    for i in 1..40_000 {
        text += &frame.replace("\"time\":0.0", &format!("\"time\":{}", 0.25 * f64::from(i)));
        text += "\n";
    }
    let recording = folder.with("long.jsonl", &text);
    drop(text);
    let glb = folder.file("long.glb");
    let mut command = command::command(&["export", &recording, "--glb", &glb, "--csv", "-"]);
    let mut child = command
        .stdout(Stdio::null())
        .spawn()
        .expect("the binary runs");
    let mut peak = None;
    while child.try_wait().expect("a child").is_none() {
        peak = memory(child.id()).or(peak);
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    assert!(child.wait().expect("it ended").success());
    let length = |path: &str| std::fs::metadata(path).expect("written").len();
    assert_eq!(Read::new(&glb).times().len(), 40_000);
    let Some(peak) = peak else {
        println!("skipped: this system does not tell the memory of a process");
        return;
    };
    let bound = 16 << 20;
    assert!(bound < length(&glb) / 2 && bound < length(&recording) / 2);
    assert!(peak < bound, "{peak} bytes");
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
    assert!(said.contains("must be in order"), "{said}");
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

#[test]
fn a_reader_that_stops_early_ends_the_rows_quietly() {
    let folder = Folder::new("export_closed");
    let recording = record(&folder, BALL, 20_000, |i, frame| frame.time = i as f64);
    let glb = folder.file("whole.glb");
    for both in [false, true] {
        let mut args = vec!["export", &recording, "--csv", "-"];
        args.extend(both.then_some(["--glb", &glb]).iter().flatten());
        let mut command = command::command(&args);
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
