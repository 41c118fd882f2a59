//! Small meshes, the files that hold them, and a folder for these files.

use drystone::Vec3;
use drystone::shape::mesh::TriangleMesh;
use std::f64::consts::TAU;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder that is gone with its value.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("drystone-mesh-{}-{count}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn write(&self, name: &str, content: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, content).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A tetrahedron with its right angle at the origin and coordinates that are exact in single precision.
pub fn tetrahedron() -> TriangleMesh {
    let points = [
        [0.0, 0.0, 0.0],
        [0.5, 0.0, 0.0],
        [0.0, 0.25, 0.0],
        [0.0, 0.0, 0.75],
    ];
    TriangleMesh {
        points: points.map(Vec3::from).to_vec(),
        triangles: vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
    }
}

/// A box with one corner at the origin.
pub fn brick(x: f64, y: f64, z: f64) -> TriangleMesh {
    let corner = |i: usize| {
        let at = |bit: usize, size: f64| if i & bit == 0 { 0.0 } else { size };
        Vec3::new(at(1, x), at(2, y), at(4, z))
    };
    let quads = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
    ];
    let halves = |[a, b, c, d]: [u32; 4]| [[a, b, c], [a, c, d]];
    TriangleMesh {
        points: (0..8).map(corner).collect(),
        triangles: quads.into_iter().flat_map(halves).collect(),
    }
}

/// A closed profile (radius, height), counter-clockwise with the radius to the right, turned about z. Points with
/// radius 0 are on the axis.
pub fn revolved(profile: &[[f64; 2]], sides: u32) -> TriangleMesh {
    let mut mesh = TriangleMesh::default();
    let mut rings = Vec::new();
    for &[r, z] in profile {
        let first = mesh.points.len() as u32;
        let count = if r == 0.0 { 1 } else { sides };
        for k in 0..count {
            let angle = TAU * f64::from(k) / f64::from(sides);
            mesh.points
                .push(Vec3::new(r * angle.cos(), r * angle.sin(), z));
        }
        rings.push((first, count));
    }
    for i in 0..rings.len() {
        let (low, high) = (rings[i], rings[(i + 1) % rings.len()]);
        let at = |(first, count): (u32, u32), k: u32| first + k % count;
        for k in 0..sides {
            let quad = [at(low, k), at(low, k + 1), at(high, k + 1), at(high, k)];
            for [a, b, c] in [[quad[0], quad[1], quad[2]], [quad[0], quad[2], quad[3]]] {
                if a != b && b != c && c != a {
                    mesh.triangles.push([a, b, c]);
                }
            }
        }
    }
    mesh
}

/// A mug without a handle: outer radius 40 mm, wall 4 mm, height 100 mm.
pub fn mug() -> TriangleMesh {
    let profile = [
        [0.0, 0.0],
        [0.04, 0.0],
        [0.04, 0.1],
        [0.036, 0.1],
        [0.036, 0.005],
        [0.0, 0.005],
    ];
    revolved(&profile, 48)
}

/// A torus about z: its tube of radius `tube` goes around at radius `ring`.
pub fn torus(ring: f64, tube: f64) -> TriangleMesh {
    let at = |k: i32| {
        let angle = TAU * f64::from(k) / 24.0;
        [ring + tube * angle.cos(), tube * angle.sin()]
    };
    revolved(&(0..24).map(at).collect::<Vec<_>>(), 48)
}

/// A ball of radius `radius` as rings.
pub fn ball(radius: f64) -> TriangleMesh {
    let at = |k: i32| {
        let angle = TAU * f64::from(k) / 48.0;
        [radius * angle.sin(), -radius * angle.cos()]
    };
    let mut profile: Vec<[f64; 2]> = (1..24).map(at).collect();
    profile.insert(0, [0.0, -radius]);
    profile.push([0.0, radius]);
    revolved(&profile, 48)
}

/// A bowl: half a hollow ball of radius 80 mm, wall 6 mm, its rim at z = 0.
pub fn bowl(sides: u32) -> TriangleMesh {
    let arc = |r: f64, k: f64| {
        let angle = TAU / 4.0 * (k / 12.0 - 1.0);
        [r * angle.cos(), r * angle.sin()]
    };
    let outer = (1..=12).map(|k| arc(0.08, f64::from(k)));
    let inner = (1..=12).rev().map(|k| arc(0.074, f64::from(k)));
    let mut profile = vec![[0.0, -0.08]];
    profile.extend(outer);
    profile.extend(inner);
    profile.push([0.0, -0.074]);
    revolved(&profile, sides)
}

pub fn binary_stl(mesh: &TriangleMesh) -> Vec<u8> {
    let mut bytes = vec![b' '; 80];
    bytes.extend((mesh.triangles.len() as u32).to_le_bytes());
    for triangle in &mesh.triangles {
        bytes.extend([0; 12]);
        for c in triangle
            .iter()
            .flat_map(|&i| mesh.points[i as usize].iter())
        {
            bytes.extend((*c as f32).to_le_bytes());
        }
        bytes.extend([0; 2]);
    }
    bytes
}

pub fn ascii_stl(mesh: &TriangleMesh) -> Vec<u8> {
    let mut text = String::from("solid part\n");
    for triangle in &mesh.triangles {
        text += "facet normal 0 0 0\nouter loop\n";
        for p in triangle.map(|i| mesh.points[i as usize]) {
            writeln!(text, "vertex {} {} {}", p.x, p.y, p.z).unwrap();
        }
        text += "endloop\nendfacet\n";
    }
    (text + "endsolid part\n").into_bytes()
}

pub fn obj(mesh: &TriangleMesh) -> Vec<u8> {
    let mut text = String::new();
    for p in &mesh.points {
        writeln!(text, "v {} {} {}", p.x, p.y, p.z).unwrap();
    }
    for [a, b, c] in &mesh.triangles {
        writeln!(text, "f {} {} {}", a + 1, b + 1, c + 1).unwrap();
    }
    text.into_bytes()
}

/// A Collada file with the points as they are; `asset` and `transforms` are written into it.
pub fn dae(mesh: &TriangleMesh, asset: &str, transforms: &str) -> String {
    let count = mesh.points.len();
    let positions: Vec<String> = mesh.points.iter().map(numbers).collect();
    // an index of a normal follows each index of a position
    let indices = mesh.triangles.iter().flatten();
    let indices: Vec<String> = indices.map(|i| format!("{i} 0")).collect();
    format!(
        r##"<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset>{asset}</asset>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="pa" count="{}">{}</float_array>
<technique_common><accessor source="#pa" count="{count}" stride="3"/></technique_common></source>
<source id="n"><float_array id="na" count="3">0 0 1</float_array>
<technique_common><accessor source="#na" count="1" stride="3"/></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="{}"><input semantic="VERTEX" source="#v" offset="0"/>
<input semantic="NORMAL" source="#n" offset="1"/><p>{}</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="outer">{transforms}
<instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>"##,
        3 * count,
        positions.join(" "),
        mesh.triangles.len(),
        indices.join(" "),
    )
}

fn numbers(p: &Vec3) -> String {
    format!("{} {} {}", p.x, p.y, p.z)
}

pub fn load(path: &Path) -> TriangleMesh {
    TriangleMesh::load(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}
