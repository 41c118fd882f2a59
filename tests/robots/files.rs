//! Files of a robot: meshes in packages, an SRDF beside it, and what leads out of the folders.

use super::words;
use drystone::scene::Scene;
use std::path::{Path, PathBuf};

/// Returns an empty folder for a test.
pub fn folder(name: &str) -> PathBuf {
    let name = format!("drystone-robots-{}-{name}", std::process::id());
    let path = std::env::temp_dir().join(name);
    std::fs::remove_dir_all(&path).ok();
    std::fs::create_dir_all(&path).expect("a folder");
    path
}

const TETRAHEDRON: &str =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

/// Writes a robot with one mesh into `package/urdf`, and the mesh into `package/meshes`.
fn package(name: &str, mesh: &str) -> PathBuf {
    let root = folder(name).join("rock");
    std::fs::create_dir_all(root.join("urdf")).expect("a folder");
    std::fs::create_dir_all(root.join("meshes")).expect("a folder");
    std::fs::write(root.join("meshes/stone.obj"), TETRAHEDRON).expect("a file");
    let text = format!(
        "<robot name=\"rock\"><link name=\"stone\">\n<collision><geometry><mesh filename=\"{mesh}\" \
         scale=\"0.1 0.1 0.1\"/></geometry></collision>\n</link></robot>"
    );
    let file = root.join("urdf/rock.urdf");
    std::fs::write(&file, text).expect("a file");
    file
}

fn load(file: &Path) -> drystone::Result<Scene> {
    Scene::load(file)
}

#[test]
fn meshes_are_found_in_packages_and_beside_the_robot() {
    for (name, mesh) in [
        ("pack1", "package://rock/meshes/stone.obj"),
        ("pack2", "package:///rock/meshes/stone.obj"),
        ("pack3", "../meshes/stone.obj"),
    ] {
        let scene = load(&package(name, mesh)).expect(mesh);
        assert_eq!(scene.model.bodies[0].parts.len(), 1, "{mesh}");
    }
    let file = package("pack4", "x");
    let whole = file.with_file_name("../meshes/stone.obj");
    let text = std::fs::read_to_string(&file).expect("a file");
    let named = format!("file://{}", whole.display());
    std::fs::write(&file, text.replace("\"x\"", &format!("\"{named}\""))).expect("a file");
    assert!(load(&file).is_ok(), "{named}");
}

#[test]
fn files_out_of_the_folders_of_a_robot_are_refused() {
    for (name, mesh, why) in [
        (
            "out1",
            "package://rock/../secret.obj",
            "leads out of its package",
        ),
        (
            "out2",
            "package://../rock/meshes/stone.obj",
            "leads out of its package",
        ),
        (
            "out3",
            "../../secret.obj",
            "outside of the folders of the robot",
        ),
        ("out4", "http://rock/stone.obj", "http:// is not read"),
        (
            "out5",
            "package://pebble/stone.obj",
            "no file stone.obj of a package pebble",
        ),
        ("out6", "../meshes/none.obj", "no file"),
    ] {
        let file = package(name, mesh);
        let root = file.ancestors().nth(3).expect("a folder");
        std::fs::write(root.join("secret.obj"), TETRAHEDRON).expect("a file");
        let error = load(&file).expect_err(mesh);
        assert!(error.why.contains(why), "{mesh}: {error}");
        assert_eq!(
            error.place.as_ref().map(|place| place.line),
            Some(2),
            "{error}"
        );
    }
}

#[cfg(unix)]
#[test]
fn links_of_the_file_system_that_lead_out_or_round_are_refused() {
    let file = package("link", "package://rock/meshes/link.obj");
    let meshes = file.ancestors().nth(2).expect("a folder").join("meshes");
    let outside = meshes
        .ancestors()
        .nth(2)
        .expect("a folder")
        .join("secret.obj");
    std::fs::write(&outside, TETRAHEDRON).expect("a file");
    std::os::unix::fs::symlink(&outside, meshes.join("link.obj")).expect("a link");
    let error = load(&file).expect_err("a link");
    assert!(
        error.why.contains("a link that leads out of its package"),
        "{error}"
    );
    std::fs::remove_file(meshes.join("link.obj")).expect("the link");
    std::os::unix::fs::symlink(meshes.join("link.obj"), meshes.join("link.obj")).expect("a link");
    let error = load(&file).expect_err("a link to itself");
    assert!(
        error
            .why
            .contains("link.obj is a link that leads nowhere or in a circle"),
        "{error}"
    );
}

const TWO: &str = r#"<robot name="two">
  <link name="a"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="b"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial>
    <collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="c"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial>
    <collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <joint name="ab" type="prismatic"><parent link="a"/><child link="b"/><origin xyz="0.3 0 0"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
  <joint name="bc" type="prismatic"><parent link="b"/><child link="c"/><origin xyz="DISTANCE 0 0"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
</robot>"#;

#[test]
fn an_srdf_beside_the_robot_keeps_links_from_touching() {
    let folder = folder("srdf");
    let file = folder.join("two.urdf");
    std::fs::write(&file, TWO.replace("DISTANCE", "0.3")).expect("a file");
    let scene = load(&file).expect("a robot");
    assert!(scene.model.may_touch(0, 2) && !scene.model.may_touch(0, 1));
    let srdf =
        r#"<robot name="two"><disable_collisions link1="c" link2="a" reason="Never"/></robot>"#;
    std::fs::write(folder.join("two.srdf"), srdf).expect("a file");
    let scene = load(&file).expect("a robot");
    assert!(!scene.model.may_touch(0, 2));
}

#[test]
fn links_that_overlap_at_the_start_do_not_touch_and_are_listed() {
    let folder = folder("overlap");
    let file = folder.join("two.urdf");
    // The third ball is 0.15 from the first one, to which no joint joins it.
    std::fs::write(&file, TWO.replace("DISTANCE", "-0.15")).expect("a file");
    let scene = load(&file).expect("a robot");
    assert!(!scene.model.may_touch(0, 2));
    let said = words(&scene);
    assert!(
        said.iter()
            .any(|word| word.ends_with("never touch each other: a and c")),
        "{said:?}"
    );
}

#[cfg(unix)]
#[test]
fn relative_paths_lead_to_the_same_meshes() {
    let file = package("relative", "../meshes/stone.obj");
    let here = std::env::current_dir().expect("a folder");
    let up = "../".repeat(here.components().count() - 1);
    let relative = Path::new(&up).join(file.strip_prefix("/").expect("an absolute path"));
    assert!(load(&relative).is_ok(), "{}", relative.display());
    let scene = format!("[[robot]]\nfile = \"{}\"\n", relative.display());
    assert!(Scene::parse(&scene, "scene.toml").is_ok());
}

#[test]
fn links_whose_middles_coincide_do_not_touch_either() {
    let folder = folder("coincide");
    let file = folder.join("two.urdf");
    std::fs::write(&file, TWO.replace("DISTANCE", "-0.3")).expect("a file");
    let scene = load(&file).expect("a robot");
    assert!(!scene.model.may_touch(0, 2));
}
