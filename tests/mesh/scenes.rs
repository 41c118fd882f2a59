//! Meshes of scenes: keys, errors, reports, bundles and sums.

use crate::mesh::makers::{Folder, binary_stl, bowl, brick, mug, obj};
use crate::mesh::solids::ball;
use drystone::shape::Shape;
use drystone::{Result, Scene, Vec3};

fn scene(folder: &Folder, shapes: &str) -> Result<Scene> {
    let text = format!(
        "{shapes}\n[[body]]\nname = \"thing\"\nshape = \"thing\"\n[simulation]\ngravity = [0, 0, 0]\n"
    );
    Scene::parse(&text, &folder.0.join("scene.toml").display().to_string())
}

/// The error of a mesh with some keys.
fn refuse(folder: &Folder, keys: &str) -> String {
    let text = format!("[shape.thing.mesh]\n{keys}\n");
    scene(folder, &text).expect_err(keys).to_string()
}

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("brick.stl", &binary_stl(&brick(0.5, 0.25, 1.0)));
    folder.write("mug.obj", &obj(&mug()));
    let mut open = brick(0.5, 0.25, 1.0);
    open.triangles.pop();
    folder.write("open.stl", &binary_stl(&open));
    let mut inside_out = brick(0.5, 0.25, 1.0);
    inside_out.triangles.iter_mut().for_each(|t| t.swap(0, 1));
    folder.write("inside_out.stl", &binary_stl(&inside_out));
    folder.write("ball.obj", &obj(&ball(2000)));
    folder.write("bowl.obj", &obj(&bowl(48)));
    folder
}

#[test]
fn a_convex_mesh_is_one_part_in_the_frame_of_its_file() {
    let folder = folder();
    for (keys, scale) in [
        ("", [1.0, 1.0, 1.0]),
        ("scale = 2", [2.0, 2.0, 2.0]),
        ("scale = 0.5", [0.5, 0.5, 0.5]),
        ("scale = [1, -2, 0.5]", [1.0, -2.0, 0.5]),
    ] {
        let text = format!("[shape.thing.mesh]\nfile = \"brick.stl\"\n{keys}\n");
        let scene = scene(&folder, &text).unwrap_or_else(|e| panic!("{e}"));
        assert!(scene.warnings.is_empty(), "{:?}", scene.warnings);
        let body = &scene.model.bodies[0];
        let [part] = body.parts.as_slice() else {
            panic!("{keys}")
        };
        assert!(matches!(part.placed.shape, Shape::Polytope(_)));
        let volume: f64 = scale.iter().product::<f64>().abs() * 0.125;
        assert!((body.mass - 1000.0 * volume).abs() < 1e-9, "{keys}");
        let scale = Vec3::from(scale);
        let middle = Vec3::new(0.25, 0.125, 0.5).component_mul(&scale);
        // the body starts with its shape frame at the origin
        let at = scene.initial.bodies[0].position;
        assert!((at - middle).norm() < 1e-9 + 1e-3, "{keys}: {at}");
        let report = scene.meshes["thing"];
        assert_eq!(
            (report.parts, report.faces_before, report.faces_after),
            (1, 6, 6)
        );
        assert!((report.volume_ratio.unwrap() - 1.0).abs() < 1e-12);
        // it can be written and read again
        let again = Scene::parse(&scene.portable(), "elsewhere.toml").unwrap();
        assert_eq!(again.model.bodies[0].parts[0].placed, part.placed);
    }
}

#[test]
fn what_is_not_convex_needs_a_word() {
    let folder = folder();
    let error = refuse(&folder, "file = \"mug.obj\"");
    assert!(
        error.contains("shape.thing.mesh.file: the mesh is not convex"),
        "{error}"
    );
    assert!(
        error.contains("1.1553e-4") && error.contains("5.0122e-4"),
        "both volumes: {error}"
    );
    assert!(
        error.contains("decompose = {}") && error.contains("hull = true"),
        "{error}"
    );
    let error = refuse(&folder, "file = \"open.stl\"");
    assert!(
        error.contains("3 open edges") && error.contains("hull = true"),
        "{error}"
    );
    let error = refuse(&folder, "file = \"inside_out.stl\"");
    assert!(
        error.contains("inside out") && error.contains("hull = true"),
        "{error}"
    );
    for file in ["open.stl", "inside_out.stl"] {
        for word in ["hull = true", "decompose = {}"] {
            let text = format!("[shape.thing.mesh]\nfile = \"{file}\"\n{word}\n");
            let scene = scene(&folder, &text).unwrap_or_else(|e| panic!("{e}"));
            // an open box that is filled from outside is hollow
            let hollow = file == "open.stl" && word == "decompose = {}";
            let mass = scene.model.bodies[0].mass;
            let full = (mass - 125.0).abs() < 1e-6;
            assert!(full != hollow && mass < 126.0, "{file}, {word}: {mass}");
            assert_eq!(scene.meshes["thing"].volume_ratio, None);
        }
    }
}

#[test]
fn mistakes_name_their_key() {
    let folder = folder();
    for (keys, words) in [
        ("file = \"no.stl\"", "shape.thing.mesh.file: "),
        (
            "file = \"brick.stl\"\nscale = 0",
            "shape.thing.mesh.scale[0]: must not be 0",
        ),
        (
            "file = \"brick.stl\"\nscale = [1, nan, 1]",
            "shape.thing.mesh.scale[1]: not a finite",
        ),
        ("file = \"brick.stl\"\nscale = [1, 1]", "scale"),
        (
            "file = \"brick.stl\"\nscale = \"big\"",
            "a number or a list of 3 numbers",
        ),
        (
            "file = \"brick.stl\"\nmax_faces = 3",
            "shape.thing.mesh.max_faces: must be from 4 to 2000",
        ),
        (
            "file = \"brick.stl\"\nhull = true\ndecompose = {}",
            "shape.thing.mesh.hull: ",
        ),
        (
            "file = \"mug.obj\"\ndecompose = { concavity = 2 }",
            "shape.thing.mesh.decompose.concavity: ",
        ),
        (
            "file = \"mug.obj\"\ndecompose = { max_parts = 300 }",
            "shape.thing.mesh.decompose.max_parts: ",
        ),
        ("file = \"mug.obj\"\ndecompose = { parts = 3 }", "parts"),
        ("max_faces = 8", "file"),
    ] {
        let error = refuse(&folder, keys);
        assert!(error.contains(words), "{keys}: {error}");
        assert!(error.contains("remedy"), "{keys}: {error}");
    }
}

#[test]
fn a_rough_hull_brings_a_warning() {
    let folder = folder();
    for (max_faces, warnings) in [(6, 1), (32, 1), (200, 0)] {
        let text = format!(
            "[shape.thing.mesh]\nfile = \"ball.obj\"\nhull = true\nmax_faces = {max_faces}\n"
        );
        let scene = scene(&folder, &text).unwrap_or_else(|e| panic!("{e}"));
        let report = scene.meshes["thing"];
        println!("{max_faces}: {report:?}");
        assert_eq!(
            scene.warnings.len(),
            warnings,
            "{max_faces}: {:?}",
            scene.warnings
        );
        assert_eq!(warnings > 0, report.relative_distance > 0.05);
        for warning in &scene.warnings {
            assert_eq!(warning.field, "shape.thing.mesh.max_faces");
        }
    }
}

#[test]
fn parts_of_a_mesh_are_those_of_a_bundle() {
    let folder = folder();
    let mesh = "[shape.mug.mesh]\nfile = \"mug.obj\"\ndecompose = { max_parts = 8 }\n";
    let alone = mesh.replace("shape.mug", "shape.thing");
    let alone = scene(&folder, &alone).unwrap_or_else(|e| panic!("{e}"));
    let parts = &alone.model.bodies[0].parts;
    assert!(parts.len() > 1 && parts.len() <= 8);
    let bundle = "[shape.thing.bundle]\nparts = [{ shape = \"mug\", position = [0, 0, 1], \
                  material = \"ice\" }, \"peg\"]\n[shape.peg.sphere]\nradius = 0.01\n\
                  [material.ice]\nfriction = 0.01\n";
    let both = scene(&folder, &format!("{mesh}{bundle}")).unwrap_or_else(|e| panic!("{e}"));
    let together = &both.model.bodies[0].parts;
    assert_eq!(together.len(), parts.len() + 1);
    assert!(together[0].friction < 0.02 && together[parts.len()].friction > 0.4);
    assert_eq!(both.meshes.len(), 1);
    let sum =
        "[shape.thing.minkowski]\nof = [\"mug\", \"peg\"]\n[shape.peg.sphere]\nradius = 0.01\n";
    let error = scene(&folder, &format!("{mesh}{sum}"))
        .unwrap_err()
        .to_string();
    assert!(error.contains("shape.thing.minkowski.of[0]"), "{error}");
    let mesh = "[shape.mug.mesh]\nfile = \"mug.obj\"\nhull = true\n";
    let padded = scene(&folder, &format!("{mesh}{sum}"));
    assert!(padded.is_ok(), "{:?}", padded.err());
}

#[test]
fn a_packed_scene_needs_no_files() {
    let folder = folder();
    let text = "[shape.thing.mesh]\nfile = \"brick.stl\"\n[shape.again.mesh]\nfile = \"brick.stl\"\nscale = 2\n\
                [shape.mug.mesh]\nfile = \"mug.obj\"\ndecompose = {}\n\
                [[body]]\nname = \"mug\"\nshape = \"mug\"\nposition = [3, 0, 0]\n\
                [[body]]\nname = \"twice\"\nshape = \"again\"\nposition = [6, 0, 0]\n";
    let first = scene(&folder, text).unwrap_or_else(|e| panic!("{e}"));
    let packed = first.packed();
    let names: Vec<_> = packed.files.keys().map(String::as_str).collect();
    assert_eq!(names.len(), 2, "{names:?}");
    drop(folder);
    let elsewhere = Folder::new();
    for (name, bytes) in &packed.files {
        elsewhere.write(name, bytes);
    }
    let name = elsewhere.0.join("scene.toml").display().to_string();
    let again = Scene::parse(&packed.text, &name).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(again.model.fingerprint(), first.model.fingerprint());
    assert_eq!(again.initial.hash(), first.initial.hash());
    assert_eq!(again.packed(), packed);
}

/// `[shape.NAME.polytope]` takes no hull of a mesh in silence either.
#[test]
fn a_polytope_says_what_it_does_with_a_mesh_that_is_not_convex() {
    let folder = folder();
    let text = |keys: &str| format!("[shape.thing.polytope]\nmesh = \"mug.obj\"\n{keys}");
    let error = scene(&folder, &text("")).unwrap_err().to_string();
    for words in [
        "shape.thing.polytope.mesh",
        "not convex",
        "hull = true",
        "decompose",
    ] {
        assert!(error.contains(words), "{error}");
    }
    let taken = scene(&folder, &text("hull = true\n"));
    assert!(taken.is_ok(), "{:?}", taken.err());
    let padded = "[shape.thing.padded_polytope]\nradius = 0.001\nmesh = \"mug.obj\"\n";
    let error = scene(&folder, padded).unwrap_err().to_string();
    assert!(error.contains("not convex"), "{error}");
    let idle = "[shape.thing.polytope]\nnormals = []\noffsets = []\nhull = true\n";
    let error = scene(&folder, idle).unwrap_err().to_string();
    assert!(error.contains("shape.thing.polytope.hull"), "{error}");
}
