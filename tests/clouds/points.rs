//! Bodies of oriented points: files of them, what is wrong with files, and bodies that rest at the right height.

use super::{GROUND, run};
use crate::mesh::makers::Folder;
use drystone::Scene;
use drystone::math::Vec3;
use drystone::shape::OrientedPoint;
use std::f64::consts::PI;
use std::fmt::Write;

/// Positions and normals of a ball of radius 100 mm, ten points across.
fn ball() -> Vec<[Vec3; 2]> {
    let golden = PI * (3.0 - 5f64.sqrt());
    let point = |i: u32| {
        let z = 1.0 - f64::from(2 * i + 1) / 314.0;
        let (r, a) = ((1.0 - z * z).sqrt(), golden * f64::from(i));
        let normal = Vec3::new(r * a.cos(), r * a.sin(), z);
        [normal * 0.1, normal]
    };
    (0..314).map(point).collect()
}

/// Positions and normals of a cube of half-size 100 mm, ten points along an edge.
fn cube() -> Vec<[Vec3; 2]> {
    let place = |i: usize| 0.02 * i as f64 - 0.09;
    let point = |axis: usize, side: f64, i: usize, j: usize| {
        let (mut position, mut normal) = (Vec3::zeros(), Vec3::zeros());
        normal[axis] = side;
        position[axis] = 0.1 * side;
        position[(axis + 1) % 3] = place(i);
        position[(axis + 2) % 3] = place(j);
        [position, normal]
    };
    let squares = (0..100).flat_map(|k| (0..6).map(move |face| (face, k / 10, k % 10)));
    let side = |face: usize| if face < 3 { -1.0 } else { 1.0 };
    squares
        .map(|(face, i, j)| point(face % 3, side(face), i, j))
        .collect()
}

fn rows(points: &[[Vec3; 2]]) -> String {
    let mut text = String::from("# x y z nx ny nz\n\n");
    for [p, n] in points {
        writeln!(text, "{} {} {}, {};{} {}", p.x, p.y, p.z, n.x, n.y, n.z).expect("a string");
    }
    text
}

/// A PLY file with a property that nobody needs, and faces that are not read.
fn ply(points: &[[Vec3; 2]], format: &str, body: &[u8]) -> Vec<u8> {
    let mut text = format!(
        "ply\nformat {format} 1.0\ncomment a scan\nelement vertex {}\n",
        points.len()
    );
    for name in ["x", "y", "z"] {
        text += &format!("property float64 {name}\n");
    }
    text += "property uchar quality\n";
    for name in ["nx", "ny", "nz"] {
        text += &format!("property float {name}\n");
    }
    text += "element face 1\nproperty list uchar int vertex_indices\nend_header\n";
    let mut bytes = text.into_bytes();
    bytes.extend(body);
    bytes
}

fn ascii_ply(points: &[[Vec3; 2]]) -> Vec<u8> {
    let mut body = String::new();
    for [p, n] in points {
        writeln!(
            body,
            "{} {} {} 7 {} {} {}",
            p.x, p.y, p.z, n.x as f32, n.y as f32, n.z as f32
        )
        .expect("a string");
    }
    ply(points, "ascii", (body + "3 0 1 2\n").as_bytes())
}

fn binary_ply(points: &[[Vec3; 2]]) -> Vec<u8> {
    let mut body = Vec::new();
    for [p, n] in points {
        p.iter().for_each(|x| body.extend(x.to_le_bytes()));
        body.push(10);
        n.iter()
            .for_each(|x| body.extend((*x as f32).to_le_bytes()));
    }
    body.extend([3, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]);
    ply(points, "binary_little_endian", &body)
}

/// A body of points under a contact model.
fn parse(folder: &Folder, model: &str, file: &str, keys: &str) -> drystone::Result<Scene> {
    parse_shape(
        folder,
        model,
        &format!("cloud = {{ file = \"{file}\" }}"),
        keys,
    )
}

/// A body of a shape under a contact model.
fn parse_shape(folder: &Folder, model: &str, shape: &str, keys: &str) -> drystone::Result<Scene> {
    let text = format!(
        "[simulation]\ncontact_model = \"{model}\"\n{GROUND}[[body]]\nname = \"scan\"\nshape = {{ {shape} }}\n{keys}\n"
    );
    let name = folder.0.join("scene.toml").display().to_string();
    Scene::parse(&text, &name)
}

#[test]
fn every_format_gives_the_same_points() {
    let folder = Folder::new();
    let points = ball();
    for (name, content, exact) in [
        ("a.xyz", rows(&points).into_bytes(), 0.0),
        ("a.csv", rows(&points).into_bytes(), 0.0),
        ("a.ply", ascii_ply(&points), 1e-7),
        ("b.PLY", binary_ply(&points), 1e-7),
    ] {
        let read = OrientedPoint::load(&folder.write(name, &content)).expect(name);
        assert_eq!(read.len(), points.len(), "{name}");
        for (own, [position, normal]) in read.iter().zip(&points) {
            assert_eq!(own.position, *position, "{name}");
            assert!((own.normal - normal).norm() <= exact, "{name}");
            assert_eq!(own.area, None);
        }
    }
    let path = folder.write("c.txt", b"0 0 1 0 0 1 0.25 # with its area\n");
    let read = OrientedPoint::load(&path).expect("a point");
    assert_eq!(read[0].area, Some(0.25));
}

/// Bodies with a density of 1000 kg/m^3 are let go where they touch the plane, and end where a ball and a box do.
#[test]
fn bodies_of_points_rest_at_their_height() {
    let folder = Folder::new();
    folder.write("ball.xyz", rows(&ball()).as_bytes());
    folder.write("cube.ply", &binary_ply(&cube()));
    let bodies = [
        ("ball.xyz", "sphere = { radius = 0.1 }", PI * 4.0 / 3.0),
        ("cube.ply", "box = { half_extents = [0.1, 0.1, 0.1] }", 8.0),
    ];
    for model in ["single_level", "soft_minimum"] {
        for (file, shape, mass) in bodies {
            let points = format!("cloud = {{ file = \"{file}\" }}");
            let [own, exact] = [points.as_str(), shape].map(|shape| {
                let keys = "density = 1000\nposition = [0, 0, 0.1]";
                let scene = parse_shape(&folder, model, shape, keys);
                let scene = scene.unwrap_or_else(|error| panic!("{error}"));
                let body = &scene.model.bodies[1];
                let last = &run(&scene, 1e-6, 100, |_, _| {}).bodies[1];
                let at = body.shape_from_centre(&last.position, &last.rotation);
                (at, body.mass)
            });
            println!(
                "{model}, {file}: {:?}, {:?}",
                own.0.as_slice(),
                exact.0.as_slice()
            );
            assert!((own.1 / mass - 1.0).abs() < 0.02, "{file}: {} kg", own.1);
            // the middle of a facet of 10 mm is up to 7^2 / 200 mm deep, and a ball rolls onto it
            let high = own.0.z - exact.0.z;
            assert!(high.abs() < 3e-4, "{model}, {file}: {high} m");
            assert!(own.0.xy().norm() < 0.01, "{model}, {file}: {:?}", own.0);
        }
    }
}

/// Every mistake names the file, the line, the field, the reason and a remedy.
#[test]
fn malformed_points_are_refused_with_a_remedy() {
    let folder = Folder::new();
    let good = rows(&ball());
    let text = String::from_utf8(ascii_ply(&ball())).expect("text");
    let cases = [
        (
            "a.xyz",
            good.replace("# x", "1 2 3 # x"),
            "a.xyz:1: 3 numbers: the normals nx ny nz are missing",
        ),
        (
            "b.xyz",
            format!("{good}1 2 3 0 0\n"),
            "b.xyz:317: 5 numbers: the normals",
        ),
        (
            "c.xyz",
            format!("{good}1 2 3 0 0 1 1\n"),
            "c.xyz:317: 7 numbers, and 6 in the first line",
        ),
        (
            "d.xyz",
            format!("{good}1 2 3 0 0 up\n"),
            "d.xyz:317: nz is no number: \"up\"",
        ),
        (
            "e.xyz",
            format!("{good}1 2 3 0 0 1.1\n"),
            "e.xyz:317: nx, ny, nz have the length 1.1, not 1",
        ),
        (
            "f.xyz",
            format!("{good}nan 2 3 0 0 1\n"),
            "f.xyz:317: x, y, z = (NaN, 2, 3) are not finite",
        ),
        (
            "g.xyz",
            "0 0 1 0 0 1 -2\n".into(),
            "g.xyz:1: area must be finite and > 0, got -2",
        ),
        ("h.xyz", "0 0 1 0 0 1\n".into(), "1 points; at least 4"),
        ("i.xyz", String::new(), "0 points; at least 4"),
        ("a.ply", text.replace("ply\n", "pla\n"), "not a PLY file"),
        (
            "b.ply",
            text.replace("float nz", "float up"),
            "the vertices have no normal nz",
        ),
        (
            "c.ply",
            text.replace("ascii", "binary_big_endian"),
            "c.ply:2: the format is binary_big_endian",
        ),
        (
            "d.ply",
            text.replace("uchar quality", "list uchar int of"),
            "d.ply:8: a property of a vertex is one number",
        ),
        (
            "e.ply",
            text.replace("vertex 314", "vertex 316"),
            "nx is no number: \"\"",
        ),
        (
            "f.ply",
            text.replace("vertex 314", "vertex 400")
                .replace("3 0 1 2\n", ""),
            "the file ends after 314 of 400 vertices",
        ),
        (
            "g.ply",
            text.replace("end_header", "end"),
            "not a line of a header: end",
        ),
        (
            "h.ply",
            text.split_inclusive('\n').take(6).collect(),
            "the file ends within its header",
        ),
        (
            "i.ply",
            text.replace("vertex 314", "vertex 2000000"),
            "the limit of 1000000 points",
        ),
    ];
    for (name, content, words) in cases {
        folder.write(name, content.as_bytes());
        let error = parse(&folder, "single_level", name, "").expect_err(name);
        let message = error.to_string();
        println!("{message}\n");
        assert!(message.contains(words), "{name}: {words}\n{message}");
        assert!(
            error.field.ends_with("cloud.file"),
            "{name}: {}",
            error.field
        );
        assert!(!error.fix.is_empty() && error.place.is_some(), "{name}");
    }
    let half = good.lines().take(200).collect::<Vec<_>>().join("\n");
    folder.write("half.xyz", half.as_bytes());
    let error = parse(&folder, "soft_minimum", "half.xyz", "").expect_err("a hole");
    assert!(error.why.contains("what is missing faces ("), "{error}");
}

/// A scene that is packed takes its points along.
#[test]
fn packed_scenes_have_their_points() {
    let folder = Folder::new();
    folder.write("ball.xyz", rows(&ball()).as_bytes());
    let scene = parse(&folder, "single_level", "ball.xyz", "").expect("a scene");
    let packed = scene.packed();
    let other = Folder::new();
    for (name, content) in &packed.files {
        other.write(name, content);
    }
    let name = other.0.join("scene.toml").display().to_string();
    let again = Scene::parse(&packed.text, &name).expect("the same scene");
    assert_eq!(again.model.bodies[1].mass, scene.model.bodies[1].mass);
}
