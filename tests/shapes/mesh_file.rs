//! Meshes from OBJ and STL files.

use crate::shapes::parameter::cube_corner;
use drystone::math::Vec3;
use drystone::shape::Polytope;
use std::path::PathBuf;

struct TemporaryFile(PathBuf);

impl TemporaryFile {
    fn new(name: &str, content: &[u8]) -> Self {
        let path = std::env::temp_dir().join(format!("drystone-{}-{name}", std::process::id()));
        std::fs::write(&path, content).unwrap();
        Self(path)
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Triangles of the cube with corners 0.5 +- 0.5 and then shifted.
fn cube_triangles(shift: &Vec3) -> Vec<[Vec3; 3]> {
    let quads = [
        [0, 1, 3, 2],
        [4, 6, 7, 5],
        [0, 4, 5, 1],
        [2, 3, 7, 6],
        [0, 2, 6, 4],
        [1, 5, 7, 3],
    ];
    let at = |i: usize| cube_corner(i) + shift;
    quads
        .iter()
        .flat_map(|q| {
            [
                [at(q[0]), at(q[1]), at(q[2])],
                [at(q[0]), at(q[2]), at(q[3])],
            ]
        })
        .collect()
}

fn obj(shift: &Vec3) -> Vec<u8> {
    let mut text = String::from("# a cube\nmtllib none.mtl\n");
    for i in 0..8 {
        let v = cube_corner(i) + shift;
        text += &format!("v {} {} {}\n", v.x, v.y, v.z);
    }
    text += "f 1 2 4 3\nf 5 7 8 6\nf 1 5 6 2\nf 3 4 8 7\nf 1 3 7 5\nf 2 6 8 4\n";
    text.into_bytes()
}

fn ascii_stl(shift: &Vec3) -> Vec<u8> {
    let mut text = String::from("solid cube\n");
    for t in cube_triangles(shift) {
        text += "facet normal 0 0 0\nouter loop\n";
        for v in t {
            text += &format!("vertex {} {} {}\n", v.x, v.y, v.z);
        }
        text += "endloop\nendfacet\n";
    }
    (text + "endsolid cube\n").into_bytes()
}

fn binary_stl(shift: &Vec3, header: &str) -> Vec<u8> {
    let triangles = cube_triangles(shift);
    let mut bytes = header.as_bytes().to_vec();
    bytes.resize(80, b' ');
    bytes.extend((triangles.len() as u32).to_le_bytes());
    for t in triangles {
        bytes.extend([0; 12]);
        for c in t.iter().flat_map(|v| v.iter()) {
            bytes.extend((*c as f32).to_le_bytes());
        }
        bytes.extend([0; 2]);
    }
    bytes
}

#[test]
fn a_cube_is_read_from_obj_and_from_both_kinds_of_stl() {
    let inside = Vec3::new(0.25, 0.125, 0.0);
    let away = Vec3::new(3.0, 0.0, -2.5);
    type Writer = fn(&Vec3) -> Vec<u8>;
    let writers: [(&str, Writer); 4] = [
        ("cube.obj", obj),
        ("ascii.stl", ascii_stl),
        ("binary.stl", |s| binary_stl(s, "cube")),
        ("solid.STL", |s| binary_stl(s, "solid cube")),
    ];
    for (name, write) in writers {
        let file = TemporaryFile::new(name, &write(&inside));
        let (cube, shift) = Polytope::from_mesh_file(&file.0).unwrap();
        assert_eq!((cube.normals.len(), cube.vertices.len()), (6, 8), "{name}");
        assert_eq!(
            shift,
            Vec3::zeros(),
            "the origin is inside: {name} stays where it is"
        );
        assert!(cube.vertices.contains(&(cube_corner(0) + inside)), "{name}");
        let file = TemporaryFile::new(name, &write(&away));
        let (cube, shift) = Polytope::from_mesh_file(&file.0).unwrap();
        assert!((shift - away).norm() < 1e-14, "{name}");
        assert!(
            cube.offsets.iter().all(|b| (b - 0.5).abs() < 1e-14),
            "{name}"
        );
    }
}

#[test]
fn files_that_are_no_mesh_are_refused() {
    let refuse = |name: &str, content: &[u8]| {
        let file = TemporaryFile::new(name, content);
        let error = Polytope::from_mesh_file(&file.0).expect_err(name);
        error.to_string()
    };
    assert!(refuse("cube.ply", b"ply").contains("not an .obj or .stl"));
    assert!(refuse("empty.obj", b"").contains("no faces"));
    refuse("bad.obj", b"v 1 2 x\nf 1 1 1\n");
    refuse("index.obj", b"v 1 2 3\nf 1 2 9\n");
    refuse("empty.stl", b"");
    refuse("short.stl", &binary_stl(&Vec3::zeros(), "cube")[..200]);
    refuse("huge-count.stl", &[255; 100]);
    refuse("words.stl", b"solid and then nothing that makes sense");
    refuse("nan.stl", b"solid a\nfacet normal 0 0 1\nouter loop\nvertex nan 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid");
    assert!(Polytope::from_mesh_file("there/is/no.stl").is_err());
}
