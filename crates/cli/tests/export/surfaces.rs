//! Meshes and colours of the bodies.

use crate::common::command::{Folder, stderr};
use crate::export::made::{BALL, record, run};
use crate::export::read::{Read, vector};
use drystone::math::Vec3;

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
