//! One solid, all formats.

use crate::mesh::makers::{Folder, ascii_stl, binary_stl, brick, dae, load, obj, tetrahedron};
use drystone::Vec3;
use drystone::shape::Polytope;
use drystone::shape::mesh::{TriangleMesh, examine};

/// The corners of every triangle, in an order that does not depend on the file.
fn soup(mesh: &TriangleMesh) -> Vec<[Vec3; 3]> {
    let grid = |p: &Vec3| p.map(|c| (c * 1e6).round() as i64);
    let order = |a: &Vec3, b: &Vec3| grid(a).as_slice().cmp(grid(b).as_slice());
    let mut all: Vec<[Vec3; 3]> = (mesh.triangles.iter())
        .map(|t| {
            let corners = t.map(|i| mesh.points[i as usize]);
            let first = (0..3).min_by(|&i, &j| order(&corners[i], &corners[j]));
            let first = first.unwrap();
            [0, 1, 2].map(|k| corners[(first + k) % 3])
        })
        .collect();
    all.sort_by(|a, b| {
        let pairs = a.iter().zip(b).map(|(p, q)| order(p, q));
        pairs.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
    });
    all
}

fn assert_same(mesh: &TriangleMesh, wanted: &TriangleMesh, what: &str) {
    let (found, wanted) = (soup(mesh), soup(wanted));
    assert_eq!(found.len(), wanted.len(), "{what}");
    for (a, b) in found.iter().flatten().zip(wanted.iter().flatten()) {
        assert!((a - b).norm() < 1e-12, "{what}: {a} and {b}");
    }
}

#[test]
fn every_format_gives_the_same_solid() {
    let folder = Folder::new();
    for solid in [tetrahedron(), brick(0.5, 0.25, 1.0)] {
        let files = [
            ("binary.stl", binary_stl(&solid)),
            ("ascii.STL", ascii_stl(&solid)),
            ("solid.obj", obj(&solid)),
            (
                "solid.dae",
                dae(&solid, "<up_axis>Z_UP</up_axis>", "").into_bytes(),
            ),
        ];
        for (name, content) in files {
            let mesh = load(&folder.write(name, &content));
            assert_same(&mesh, &solid, name);
            assert_eq!(
                mesh.points.len(),
                solid.points.len(),
                "{name}: points are welded"
            );
            assert!(mesh.is_closed(), "{name}");
            assert!((mesh.volume() - solid.volume()).abs() < 1e-15, "{name}");
        }
    }
    assert!((tetrahedron().volume() - 0.5 * 0.25 * 0.75 / 6.0).abs() < 1e-16);
    assert!((brick(0.5, 0.25, 1.0).volume() - 0.125).abs() < 1e-16);
}

/// The points of a solid in centimetres with y up, before a node turns it by 90 degrees about z of the file, doubles
/// its x, and moves it.
fn in_centimetres(solid: &TriangleMesh) -> TriangleMesh {
    let backwards = |p: &Vec3| {
        // z up to y up, metres to centimetres
        let q = Vec3::new(p.x, p.z, -p.y) * 100.0;
        // the node: move, turn, scale, in this order from outside
        let q = q - Vec3::new(10.0, -20.0, 30.0);
        let q = Vec3::new(q.y, -q.x, q.z);
        Vec3::new(q.x / 2.0, q.y, q.z)
    };
    TriangleMesh {
        points: solid.points.iter().map(backwards).collect(),
        ..solid.clone()
    }
}

#[test]
fn a_collada_file_has_a_unit_an_upward_axis_and_transforms_of_nodes() {
    let folder = Folder::new();
    let asset = r#"<unit name="centimeter" meter="0.01"/><up_axis>Y_UP</up_axis>"#;
    let transforms =
        "<translate>10 -20 30</translate><rotate>0 0 1 90</rotate><scale>2 1 1</scale>";
    let matrix = "<matrix>0 -1 0 10  2 0 0 -20  0 0 1 30  0 0 0 1</matrix>";
    for solid in [tetrahedron(), brick(0.5, 0.25, 1.0)] {
        for written in [transforms, matrix] {
            let text = dae(&in_centimetres(&solid), asset, written);
            let path = folder.write("node.dae", text.as_bytes());
            assert_same(&load(&path), &solid, written);
            // two nodes, one in the other
            let nested = text.replace(
                "<instance_geometry url=\"#g\"/></node>",
                "<node><instance_geometry url=\"#g\"/></node></node>",
            );
            assert_ne!(nested, text);
            assert_same(
                &load(&folder.write("nested.dae", nested.as_bytes())),
                &solid,
                "nested",
            );
        }
    }
}

#[test]
fn x_up_points_up_and_mirrored_nodes_keep_their_outside() {
    let folder = Folder::new();
    let solid = tetrahedron();
    let sideways = TriangleMesh {
        points: solid
            .points
            .iter()
            .map(|p| Vec3::new(p.z, -p.x, -p.y))
            .collect(),
        ..solid.clone()
    };
    let text = dae(&sideways, "<up_axis>X_UP</up_axis>", "");
    assert_same(
        &load(&folder.write("x.dae", text.as_bytes())),
        &solid,
        "X_UP",
    );
    let text = dae(&solid, "<up_axis>Z_UP</up_axis>", "<scale>1 1 -1</scale>");
    let mirrored = load(&folder.write("mirror.dae", text.as_bytes()));
    assert_same(&mirrored, &solid.scaled([1.0, 1.0, -1.0]), "mirrored");
    assert!(mirrored.volume() > 0.0);
}

#[test]
fn polygons_and_instances_of_nodes_are_read() {
    let folder = Folder::new();
    let solid = brick(0.5, 0.25, 1.0);
    let text = dae(&solid, "<up_axis>Z_UP</up_axis>", "");
    let (before, after) = text.split_once("<triangles").unwrap();
    let (_, after) = after.split_once("</triangles>").unwrap();
    let quads = "0 2 3 1 4 5 7 6 0 1 5 4 2 6 7 3 0 4 6 2 1 3 7 5";
    let polylist = format!(
        "{before}<polylist count=\"6\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>\
         <vcount>4 4 4 4 4 4</vcount><p>{quads}</p></polylist>{after}"
    );
    assert_same(
        &load(&folder.write("poly.dae", polylist.as_bytes())),
        &solid,
        "polylist",
    );
    let instances = polylist.replace(
        "</node></visual_scene>",
        "</node><node><translate>2 0 0</translate><instance_node url=\"#outer\"/></node></visual_scene>",
    );
    let twice = load(&folder.write("twice.dae", instances.as_bytes()));
    assert_eq!(twice.triangles.len(), 24);
    assert!((twice.volume() - 0.25).abs() < 1e-15);
    let cycle = polylist.replace(
        "<instance_geometry",
        "<instance_node url=\"#outer\"/><instance_geometry",
    );
    let error = TriangleMesh::load(&folder.write("cycle.dae", cycle.as_bytes())).unwrap_err();
    assert!(error.to_string().contains("nested deeper"), "{error}");
}

#[test]
fn a_polytope_is_read_from_collada() {
    let folder = Folder::new();
    let text = dae(&brick(0.5, 0.25, 1.0), "<up_axis>Z_UP</up_axis>", "");
    let (polytope, shift) =
        Polytope::from_mesh_file(folder.write("a.dae", text.as_bytes())).unwrap();
    assert_eq!((polytope.normals.len(), polytope.vertices.len()), (6, 8));
    assert!((shift - Vec3::new(0.25, 0.125, 0.5)).norm() < 1e-15);
}

#[test]
fn a_mesh_knows_whether_it_is_closed_and_which_side_is_outside() {
    let solid = brick(0.5, 0.25, 1.0);
    let facts = examine(&solid).unwrap();
    assert!(facts.closed && facts.open_edges == 0);
    assert!((facts.volume - facts.hull_volume).abs() < 1e-15);
    let mut open = solid.clone();
    open.triangles.pop();
    let facts = examine(&open).unwrap();
    assert!(!facts.closed && facts.open_edges == 3);
    let mirrored = solid.scaled([-2.0, 1.0, 1.0]);
    assert!((mirrored.volume() - 0.25).abs() < 1e-15);
    let mut inside_out = solid.clone();
    inside_out.triangles.iter_mut().for_each(|t| t.swap(0, 1));
    assert!((examine(&inside_out).unwrap().volume + 0.125).abs() < 1e-15);
    // points that coincide are one, and both zeros are one number
    let apart = TriangleMesh {
        points: (solid.triangles.iter().flatten())
            .map(|&i| solid.points[i as usize])
            .map(|p| p.map(|c| if c == 0.0 { -c } else { c }))
            .collect(),
        triangles: (0..12).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect(),
    };
    assert!(apart.is_closed());
}
