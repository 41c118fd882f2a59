//! Scenes of several files: the same as in one, with mistakes at their places.

use drystone::scene::Scene;
use std::fs;
use std::path::{Path, PathBuf};

/// A folder that goes away.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("drystone-include-{name}-{}", std::process::id()));
        fs::create_dir_all(path.join("parts")).unwrap();
        Self(path)
    }

    fn write(&self, name: &str, text: &str) -> &Path {
        fs::write(self.0.join(name), text).unwrap();
        &self.0
    }

    fn load(&self) -> Result<Scene, String> {
        Scene::load(self.0.join("scene.toml")).map_err(|e| e.to_string())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

const FLOOR: &str =
    "[[body]]\nname = \"floor\"\nfixed = true\nshape = { halfspace = { normal = [0, 0, 1] } }\n";
const BALL: &str = "[shape.ball.sphere]\nradius = 0.1\n[[body]]\nname = \"ball\"\nshape = \"ball\"\nposition = [0, 0, 1]\n";
/// A tetrahedron as OBJ.
const MESH: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

#[test]
fn files_are_put_together() {
    let folder = Folder::new("together");
    folder.write("parts/solid.obj", MESH);
    folder.write("parts/floor.toml", FLOOR);
    let solid = "[shape.solid.polytope]\nmesh = \"solid.obj\"\n[[body]]\nname = \"solid\"\nshape = \"solid\"\nposition = [3, 0, 1]\n";
    folder.write(
        "parts/solid.toml",
        &format!("include = \"floor.toml\"\n[defaults]\ndensity = 500\n{solid}"),
    );
    folder.write(
        "scene.toml",
        &format!("include = [\"parts/solid.toml\"]\n[simulation]\ntime_step = 0.02\n{BALL}"),
    );
    let scene = folder.load().unwrap_or_else(|e| panic!("{e}"));
    let names: Vec<_> = scene
        .model
        .bodies
        .iter()
        .map(|body| body.name.as_str())
        .collect();
    assert_eq!(names, ["ball", "solid", "floor"]);
    assert!((scene.model.bodies[1].mass - 500.0 / 6.0).abs() < 1e-9);
    // what it resolves to is one file
    let again = Scene::parse(&scene.portable(), "one.toml").unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(again.model.fingerprint(), scene.model.fingerprint());
    assert!(!scene.resolved().contains("include"));
}

/// Files of robots in an included file are relative to that file.
#[test]
fn robots_of_included_files_are_found() {
    let folder = Folder::new("robots");
    let robot = "<robot name=\"r\"><link name=\"base\"/><link name=\"arm\"><inertial><mass value=\"1\"/>\
                 <inertia ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial></link>\
                 <joint name=\"j\" type=\"continuous\"><parent link=\"base\"/><child link=\"arm\"/><axis xyz=\"0 0 1\"/></joint></robot>";
    folder.write("parts/r.urdf", robot);
    folder.write("parts/rules.srdf", "<robot name=\"r\"/>");
    folder.write(
        "parts/robot.toml",
        "[[robot]]\nfile = \"r.urdf\"\nsrdf = \"rules.srdf\"\n",
    );
    folder.write(
        "scene.toml",
        &format!("include = \"parts/robot.toml\"\n{BALL}"),
    );
    let scene = folder.load().unwrap_or_else(|e| panic!("{e}"));
    assert!(scene.model.body_index("arm").is_some());
}

#[test]
fn groups_and_copies_reach_over_files() {
    let folder = Folder::new("groups");
    folder.write(
        "floor.toml",
        &FLOOR.replace("fixed", "group = \"world\"\nfixed"),
    );
    let repeat = "[[repeat]]\nbody = \"ball\"\ncount = 2\noffset = [1, 0, 0]\n[[no_contact]]\nbetween = [\"world\", \"ball_1\"]\n";
    folder.write(
        "scene.toml",
        &format!("include = \"floor.toml\"\n{BALL}{repeat}"),
    );
    let scene = folder.load().unwrap_or_else(|e| panic!("{e}"));
    assert!(scene.model.may_touch(0, 2) && !scene.model.may_touch(1, 2));
}

#[test]
fn mistakes_are_at_their_places() {
    let folder = Folder::new("mistakes");
    folder.write("scene.toml", &format!("include = \"more.toml\"\n{BALL}"));
    let more = |text: &str| {
        folder.write("more.toml", text);
        folder.load().expect_err(text)
    };
    for (text, place, words) in [
        (
            "[[body]]\nname = \"b\"\nmas = 1\n",
            "more.toml:3:1",
            "did you mean \"mass\"?",
        ),
        (
            "[[body]]\nname = \"b\"\nshape = \"bal\"\n",
            "more.toml:3:",
            "did you mean \"ball\"?",
        ),
        ("[shape.c.sphere]\nradius = -1\n", "more.toml:2:", "shape.c"),
        (
            "[shape.ball.sphere]\nradius = 1\n",
            "more.toml:1:",
            "has that name already",
        ),
        (
            "\n[simulation]\nseed = 3\n",
            "more.toml:2:",
            "belongs to the file that includes",
        ),
        ("[[body]]\nname = \"ball\"\n", "toml:", "\"ball\""),
        (
            "include = \"scene.toml\"\n",
            "more.toml:1:",
            "includes itself",
        ),
        ("include = \"none.toml\"\n", "more.toml:1:", "cannot read"),
        (
            "include = 3\n",
            "more.toml:1:",
            "the name of a file or a list",
        ),
    ] {
        let error = more(text);
        assert!(
            error.contains(place) && error.contains(words),
            "{text}: {error}"
        );
    }
    folder.write("scene.toml", "include = \"scene.toml\"\n");
    assert!(
        folder
            .load()
            .expect_err("a circle")
            .contains("includes itself")
    );
}
