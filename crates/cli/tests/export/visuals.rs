//! Visuals take the place of shapes.

use crate::common::command::{Folder, stderr};
use crate::export::made::{record, run};
use crate::export::read::Read;

/// The numbers of meshes and their colours, of the node of a body.
fn colours(read: &Read, body: &str) -> Vec<[f32; 4]> {
    let mut nodes = read.root().children();
    let node = nodes.find(|node| node.name() == Some(body));
    let mesh = node.expect("a node").mesh().expect("a mesh");
    let primitives = mesh.primitives();
    let colour = |p: gltf::Primitive| p.material().pbr_metallic_roughness().base_color_factor();
    primitives.map(colour).collect()
}

#[test]
fn a_robot_is_exported_by_its_visuals() {
    let folder = Folder::new("export_visuals");
    let (recording, glb) = (run(&folder, "robot_arm"), folder.file("run.glb"));
    let said = stderr(&["export", &recording, "--glb", &glb], 0);
    assert!(!said.contains("note"), "{said}");
    let read = Read::new(&glb);
    // dark, then orange: sRGB 0.95 is 89 % of the light
    let hand = colours(&read, "hand");
    assert_eq!(hand.len(), 2);
    assert!((hand[1][0] - 0.890).abs() < 0.001, "{hand:?}");
    assert_eq!(colours(&read, "table").len(), 1);
}

/// A block that is drawn as a file of triangles, half of it seen through.
const SIGN: &str = r#"
    [shape.block.box]
    half_extents = [0.1, 0.1, 0.1]
    [[body]]
    name = "sign"
    shape = "block"
    [[body.visual]]
    mesh = "FILE"
    color = [1, 0, 0, 0.5]
"#;

#[test]
fn a_mesh_is_exported_and_a_missing_one_is_a_note() {
    let folder = Folder::new("export_mesh");
    let file = folder.with("sign.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    let recording = record(&folder, &SIGN.replace("FILE", &file), 2, |_, _| ());
    let glb = folder.file("sign.glb");
    stderr(&["export", &recording, "--glb", &glb], 0);
    assert_eq!(colours(&Read::new(&glb), "sign"), [[1.0, 0.0, 0.0, 0.5]]);
    std::fs::remove_file(&file).expect("it was written");
    let said = stderr(&["export", &recording, "--glb", &glb], 0);
    assert!(
        said.contains("note: ") && said.contains("sign.obj"),
        "{said}"
    );
    let [[red, _, _, opacity]] = colours(&Read::new(&glb), "sign")[..] else {
        panic!("one box");
    };
    assert!(red < 0.9 && opacity == 1.0, "the colour of the body");
}
