//! Models in several files.

use drystone::scene::Scene;
use std::path::PathBuf;

/// Writes files into a folder of its own and reads the first one.
fn files(name: &str, files: &[(&str, &str)]) -> drystone::Result<Scene> {
    let folder: PathBuf =
        std::env::temp_dir().join(format!("drystone-mjcf-{name}-{}", std::process::id()));
    for (file, text) in files {
        let path = folder.join(file);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    Scene::load(folder.join(files[0].0))
}

const MAIN: &str = r#"<mujoco><include file="parts/ball.xml"/><worldbody><include file="parts/body.xml"/></worldbody></mujoco>"#;
const BALL: &str = r#"<mujoco><default><geom size="0.1" mass="2"/></default></mujoco>"#;
const BODY: &str = "<mujocoinclude>\n<body name=\"b\"><freejoint/><geom/></body></mujocoinclude>";

#[test]
fn included_elements_stand_in_the_place_of_the_include() {
    let scene = files(
        "include",
        &[
            ("m.xml", MAIN),
            ("parts/ball.xml", BALL),
            ("parts/body.xml", BODY),
        ],
    );
    let scene = scene.expect("a model");
    assert_eq!(scene.model.bodies[1].mass, 2.0);
}

#[test]
fn mistakes_have_the_place_in_the_included_file() {
    let bad = BODY.replace("<geom/>", "<geom size=\"x\"/>");
    let error = files(
        "place",
        &[
            ("m.xml", MAIN),
            ("parts/ball.xml", BALL),
            ("parts/body.xml", &bad),
        ],
    );
    let error = error.expect_err("no number");
    let place = error.place.as_ref().expect("a place");
    assert!(
        place.file.ends_with("parts/body.xml") && place.line == 2,
        "{error}"
    );
}

#[test]
fn files_that_are_missing_outside_or_included_twice_are_refused() {
    let one = |file: &str| format!("<mujoco><include file=\"{file}\"/></mujoco>");
    let error = files("missing", &[("m.xml", &one("none.xml"))]).expect_err("no file");
    assert!(error.why.contains("no file"), "{error}");
    let error = files("outside", &[("m.xml", &one("../../../../../etc/hostname"))]);
    let error = error.expect_err("outside");
    assert!(
        error.why.contains("outside") || error.why.contains("no file"),
        "{error}"
    );
    let error = files(
        "circle",
        &[("m.xml", &one("n.xml")), ("n.xml", &one("n.xml"))],
    );
    let error = error.expect_err("a circle");
    assert!(
        error.why.contains("n.xml is included a second time"),
        "{error}"
    );
}

#[test]
fn meshes_are_in_the_folder_of_meshes() {
    let stl = "solid t
facet normal 0 0 -1\nouter loop\nvertex 0 0 0\nvertex 0 1 0\nvertex 1 0 0\nendloop\nendfacet
facet normal 0 -1 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 0 1\nendloop\nendfacet
facet normal -1 0 0\nouter loop\nvertex 0 0 0\nvertex 0 0 1\nvertex 0 1 0\nendloop\nendfacet
facet normal 1 1 1\nouter loop\nvertex 1 0 0\nvertex 0 1 0\nvertex 0 0 1\nendloop\nendfacet
endsolid t\n";
    let main = r#"<mujoco><compiler meshdir="meshes" strippath="true"/><asset><mesh file="away/t.stl" scale="0.1 0.1 0.1"/></asset>
        <worldbody><body name="b"><freejoint/><geom type="mesh" mesh="t"/></body></worldbody></mujoco>"#;
    let scene = files("meshes", &[("m.xml", main), ("meshes/t.stl", stl)]).expect("a model");
    assert!((scene.model.bodies[1].mass - 1.0 / 6.0).abs() < 1e-9);
    let exact = main.replace("scale=", "inertia=\"exact\" scale=");
    let scene = files("exact", &[("m.xml", &exact), ("meshes/t.stl", stl)]).expect("a model");
    assert!((scene.model.bodies[1].mass - 1.0 / 6.0).abs() < 1e-9);
}
