//! What is drawn of bodies: visuals of scenes and robots, and the colours of mesh files.

use drystone::math::{Rot, Vec3};
use drystone::scene::{Scene, VisualGeometry};
use drystone::shape::mesh::TriangleMesh;
use std::path::{Path, PathBuf};

/// A body whose centre of mass is 0.1 m above the origin of its shape frame.
const BODY: &str = r#"
    [shape.block.box]
    half_extents = [0.1, 0.1, 0.1]
    [shape.pair.bundle]
    parts = [
        { shape = "block", position = [0.3, 0, 0], quat_wxyz = [1, 0, 0, 0] },
        { shape = "block", position = [-0.3, 0, 0], quat_wxyz = [1, 0, 0, 0] },
    ]
    [[body]]
    name = "tall"
    shape = "block"
    mass = 1
    inertia = [0.01, 0.01, 0.01]
    centre_of_mass = [0, 0, 0.1]
    [[body.visual]]
"#;

fn scene(visual: &str) -> drystone::Result<Scene> {
    Scene::parse(&format!("{BODY}{visual}"), "folder/tall.toml")
}

fn refusal(visual: &str) -> String {
    scene(visual).expect_err("refused").to_string()
}

#[test]
fn a_shape_is_placed_in_the_centre_of_mass_frame_part_by_part() {
    let scene = scene(
        "shape = \"pair\"\nposition = [0, 0, 1]\nquat_wxyz = [0.7071067811865476, 0, 0, 0.7071067811865476]",
    );
    let visuals = scene.expect("valid").visuals;
    assert_eq!(visuals.len(), 2);
    for (visual, side) in visuals.iter().zip([0.3, -0.3]) {
        assert_eq!((visual.body, visual.colour), (0, None));
        let VisualGeometry::Shape(placed) = &visual.geometry else {
            panic!("{visual:?}");
        };
        assert!((placed.offset - Vec3::new(0.0, side, 0.9)).norm() < 1e-12);
        let quarter = Rot::from_axis_angle(&Vec3::z_axis(), std::f64::consts::FRAC_PI_2);
        assert!(placed.rotation.angle_to(&quarter) < 1e-7);
    }
}

#[test]
fn a_mesh_is_named_and_not_read() {
    let scene = scene("mesh = \"gone.dae\"\nscale = [1, -1, 2]\ncolor = [1, 0.5, 0, 0.25]");
    let scene = scene.expect("valid");
    let [visual] = &scene.visuals[..] else {
        panic!("{:?}", scene.visuals);
    };
    assert_eq!(visual.colour, Some([1.0, 0.5, 0.0, 0.25]));
    let VisualGeometry::Mesh(mesh) = &visual.geometry else {
        panic!("{visual:?}");
    };
    assert_eq!(mesh.file, Path::new("folder/gone.dae"));
    assert_eq!(mesh.factors, [1.0, -1.0, 2.0]);
    assert!((mesh.offset - Vec3::new(0.0, 0.0, -0.1)).norm() < 1e-15);
    let portable = Scene::parse(&scene.portable(), "elsewhere/copy.toml").expect("valid");
    let VisualGeometry::Mesh(copy) = &portable.visuals[0].geometry else {
        panic!("{:?}", portable.visuals);
    };
    assert!(copy.file.is_absolute() && copy.file.ends_with("folder/gone.dae"));
}

#[test]
fn mistakes_are_named() {
    let cases = [
        ("", "body.tall.visual[0].shape: a visual of nothing"),
        ("shape = \"blok\"", "no shape \"blok\""),
        (
            "shape = \"block\"\nmesh = \"a.stl\"",
            "either a shape or a mesh",
        ),
        (
            "shape = \"block\"\nscale = [1, 1, 1]",
            "only a mesh has a scale",
        ),
        (
            "mesh = \"a.stl\"\nscale = [1, 0, 1]",
            "body.tall.visual[0].scale: a factor is zero",
        ),
        (
            "shape = \"block\"\ncolor = [1, 2, 0, 1]",
            "body.tall.visual[0].color",
        ),
        (
            "shape = \"block\"\nquat_wxyz = [2, 0, 0, 0]",
            "body.tall.visual[0].quat_wxyz",
        ),
    ];
    for (visual, words) in cases {
        let said = refusal(visual);
        assert!(said.contains(words), "{visual}: {said}");
    }
}

#[test]
fn the_arm_is_drawn_in_its_own_colours() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/robot_arm.toml");
    let scene = Scene::load(path).expect("valid");
    let hand = scene.model.body_index("hand").expect("a hand");
    let of_hand = scene.visuals.iter().filter(|visual| visual.body == hand);
    let colours: Vec<_> = of_hand
        .map(|visual| visual.colour.expect("a colour"))
        .collect();
    assert_eq!(colours, [[0.2, 0.22, 0.26, 1.0], [0.95, 0.47, 0.1, 1.0]]);
}

#[test]
fn a_colour_of_a_robot_that_is_none_is_left_out_and_said() {
    let robot = r#"<robot name="r"><link name="a"><visual><geometry><sphere radius="1"/></geometry>
        <material name="m"><color rgba="255 0 0 1"/></material></visual></link></robot>"#;
    let scene = Scene::parse(robot, "r.urdf").expect("valid");
    assert_eq!(scene.visuals[0].colour, None);
    let said = |words: &str| scene.warnings.iter().any(|w| w.to_string().contains(words));
    assert!(said("colour"), "{:?}", scene.warnings);
}

/// Two triangles of one geometry: the first is red by its material, the second has a texture.
const COLLADA: &str = r##"<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><up_axis>Z_UP</up_axis></asset>
<library_effects>
<effect id="re"><profile_COMMON><technique sid="c"><phong><diffuse><color>0.8 0.1 0 1</color></diffuse></phong></technique></profile_COMMON></effect>
<effect id="te"><profile_COMMON><technique sid="c"><lambert><diffuse><texture texture="t" texcoord="u"/></diffuse></lambert></technique></profile_COMMON></effect>
</library_effects>
<library_materials><material id="red"><instance_effect url="#re"/></material>
<material id="wood"><instance_effect url="#te"/></material></library_materials>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="pa" count="12">0 0 0 1 0 0 0 1 0 0 0 1</float_array>
<technique_common><accessor source="#pa" count="4" stride="3"/></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="1" material="first"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
<triangles count="2" material="second"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 3 3 3 1</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node><instance_geometry url="#g"><bind_material><technique_common>
<instance_material symbol="first" target="#red"/><instance_material symbol="second" target="#wood"/>
</technique_common></bind_material></instance_geometry></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>"##;

#[test]
fn collada_files_have_the_colours_of_their_materials() {
    let file = File::new("colours.dae", COLLADA);
    let pieces = TriangleMesh::load_coloured(&file.0).expect("valid");
    let colours: Vec<_> = pieces.iter().map(|(colour, _)| *colour).collect();
    assert_eq!(colours, [Some([0.8, 0.1, 0.0, 1.0]), None]);
    // the triangle with a corner twice is left out, as it is where the whole mesh is read
    assert!(
        pieces
            .iter()
            .all(|(_, mesh)| mesh.points.len() == 3 && mesh.triangles.len() == 1)
    );
    assert_eq!(pieces[1].1.points[2], Vec3::z());
    let whole = TriangleMesh::load(&file.0).expect("valid");
    assert_eq!((whole.points.len(), whole.triangles.len()), (4, 2));
}

#[test]
fn a_mesh_without_colours_is_one_piece() {
    let obj = File::new("plain.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    let pieces = TriangleMesh::load_coloured(&obj.0).expect("valid");
    assert_eq!(pieces.len(), 1);
    assert_eq!(
        pieces[0],
        (None, TriangleMesh::load(&obj.0).expect("valid"))
    );
    let gone = TriangleMesh::load_coloured(Path::new("gone.stl")).expect_err("missing");
    assert!(gone.to_string().contains("gone.stl"), "{gone}");
}

/// A file that is gone with the test.
struct File(PathBuf);

impl File {
    fn new(name: &str, text: &str) -> Self {
        let path = std::env::temp_dir().join(format!("drystone_{}_{name}", std::process::id()));
        std::fs::write(&path, text).expect("a temporary file");
        Self(path)
    }
}

impl Drop for File {
    fn drop(&mut self) {
        // it may be gone already
        let _ = std::fs::remove_file(&self.0);
    }
}
