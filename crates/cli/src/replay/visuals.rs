//! The visuals of a scene as coloured surfaces, which are drawn in the place of the shapes of bodies.

use super::shading::shade;
use drystone::error::Result;
use drystone::math::{Rot, Vec3};
use drystone::scene::{Scene, Visual, VisualGeometry, VisualMesh};
use drystone::shape::Surface;
use drystone::shape::mesh::TriangleMesh;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Colours of visuals without one, by body.
const GREYS: [[f64; 3]; 4] = [
    [0.76, 0.77, 0.79],
    [0.58, 0.60, 0.63],
    [0.84, 0.84, 0.82],
    [0.67, 0.68, 0.70],
];

/// A surface in one colour.
#[derive(Debug, Clone)]
pub struct Painted {
    /// The surface in a frame of its own, m; several may share one.
    pub surface: Arc<Surface>,
    /// Where that frame lies in the centre-of-mass frame of the body, m.
    pub offset: Vec3,
    /// How it is turned in that frame.
    pub rotation: Rot,
    /// Red, green, blue (sRGB) and opacity, from 0 to 1.
    pub colour: [f32; 4],
}

impl Painted {
    /// Returns the surface in the centre-of-mass frame of the body, m.
    pub fn in_body(&self) -> Surface {
        let points = self.surface.points.iter();
        let normals = self.surface.normals.iter();
        Surface {
            points: points.map(|p| self.offset + self.rotation * p).collect(),
            normals: normals.map(|n| self.rotation * n).collect(),
            triangles: self.surface.triangles.clone(),
        }
    }
}

/// The visuals of a scene, ready to be drawn.
#[derive(Debug, Clone, Default)]
pub struct Visuals {
    /// One list per body; it is empty where the shape of the body is drawn.
    pub bodies: Vec<Vec<Painted>>,
    /// The colours (red, green, blue) of bodies that have one of their own; none where this is shorter.
    pub colours: Vec<Option<[f32; 3]>>,
    /// The files that cannot be read, in words.
    pub notes: Vec<String>,
}

impl Visuals {
    /// Loads the visuals of a scene, every file once. A body of which a file cannot be read is drawn by its shape, if it has one.
    pub fn load(scene: &Scene) -> Self {
        let mut shelf = Shelf::default();
        let mut lost = BTreeSet::new();
        let mut bodies = vec![Vec::new(); scene.model.bodies.len()];
        for visual in &scene.visuals {
            match shelf.painted(visual) {
                Some(painted) => bodies[visual.body].extend(painted),
                None => drop(lost.insert(visual.body)),
            }
        }
        for body in lost {
            if !scene.model.bodies[body].parts.is_empty() {
                bodies[body].clear();
            }
        }
        Self {
            bodies,
            colours: (scene.colours.iter())
                .map(|own| own.map(|colour| colour.map(|c| c as f32)))
                .collect(),
            notes: shelf.notes,
        }
    }

    /// Returns the points of the visuals of a body that are farthest out in many directions, in its centre-of-mass frame, m; none
    /// without visuals.
    pub fn outermost(&self, body: usize) -> Vec<Vec3> {
        let signs = || [-1.0, 0.0, 1.0];
        let all = signs().into_iter().flat_map(|x| signs().map(|y| (x, y)));
        let all = all.flat_map(|(x, y)| signs().map(|z| Vec3::new(x, y, z)));
        let directions: Vec<Vec3> = all.filter(|d| *d != Vec3::zeros()).collect();
        let of_one = |painted: &Painted| {
            let points = &painted.surface.points;
            let along = |d: &Vec3| {
                let farther = |a: &&Vec3, b: &&Vec3| a.dot(d).total_cmp(&b.dot(d));
                let point = points.iter().max_by(farther)?;
                Some(painted.offset + painted.rotation * point)
            };
            directions.iter().filter_map(along).collect::<Vec<_>>()
        };
        self.bodies[body].iter().flat_map(of_one).collect()
    }
}

/// Surfaces of a file, by colour.
type Pieces = Vec<(Option<[f64; 4]>, Arc<Surface>)>;

/// The files that were read.
#[derive(Default)]
struct Shelf {
    /// By file and factors; nothing for one that cannot be read.
    files: BTreeMap<(PathBuf, [u64; 3]), Option<Pieces>>,
    notes: Vec<String>,
}

impl Shelf {
    /// Returns the surfaces of a visual; nothing when its file cannot be read.
    fn painted(&mut self, visual: &Visual) -> Option<Vec<Painted>> {
        let [r, g, b] = GREYS[visual.body % GREYS.len()];
        let paint = |own: Option<[f64; 4]>| {
            let colour = visual.colour.or(own).unwrap_or([r, g, b, 1.0]);
            colour.map(|c| c as f32)
        };
        match &visual.geometry {
            VisualGeometry::Shape(placed) => Some(vec![Painted {
                surface: Arc::new(placed.shape.surface()),
                offset: placed.offset,
                rotation: placed.rotation,
                colour: paint(None),
            }]),
            VisualGeometry::Mesh(mesh) => {
                let pieces = self.pieces(mesh)?.iter();
                let painted = pieces.map(|(colour, surface)| Painted {
                    surface: surface.clone(),
                    offset: mesh.offset,
                    rotation: mesh.rotation,
                    colour: paint(*colour),
                });
                Some(painted.collect())
            }
        }
    }

    /// Returns the surfaces of a mesh file, read at most once; nothing when it cannot be read, of which a note is made.
    fn pieces(&mut self, mesh: &VisualMesh) -> Option<&Pieces> {
        let key = (mesh.file.clone(), mesh.factors.map(f64::to_bits));
        if !self.files.contains_key(&key) {
            let read = read(&mesh.file, mesh.factors);
            let pieces = read.map_err(|e| {
                let note = format!("{}; the shapes of bodies are drawn in its place", e.why);
                if !self.notes.contains(&note) {
                    self.notes.push(note);
                }
            });
            self.files.insert(key.clone(), pieces.ok());
        }
        self.files[&key].as_ref()
    }
}

fn read(file: &Path, factors: [f64; 3]) -> Result<Pieces> {
    let pieces = TriangleMesh::load_coloured(file)?.into_iter();
    let shaded = pieces.map(|(colour, mesh)| (colour, Arc::new(shade(&mesh.scaled(factors)))));
    Ok(shaded.collect())
}
