//! A body of any form, by its closed surface of triangles.

use super::mass::Moments;
use super::mesh::TriangleMesh;
use super::skin::Skin;
use super::{MassProperties, Placed, Surface};
use crate::error::{Error, Result};
use crate::math::{Rot, Vec3};
use parry3d_f64::math::Vector;
use parry3d_f64::query::{PointQuery, Ray, RayCast};
use parry3d_f64::shape::{TriMesh, TriMeshFlags};

/// Rays into a solid start this deep below its surface, in its extent.
const SKIN: f64 = 1e-6;
/// The part of the surface that counts as thin.
const THIN: f64 = 0.05;

/// A `Solid` is what a closed surface of triangles encloses; it need not be convex. Models that take convex parts only cannot use it.
#[derive(Clone)]
pub struct Solid {
    mesh: TriangleMesh,
    /// The tree holds the same triangles, with normals of edges and corners.
    tree: TriMesh,
    /// The distance between the patches of its cloud, m, if it is given.
    spacing: Option<f64>,
}

impl std::fmt::Debug for Solid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Solid({:?})", self.mesh)
    }
}

impl PartialEq for Solid {
    fn eq(&self, other: &Self) -> bool {
        self.mesh == other.mesh
    }
}

impl Solid {
    /// Makes a solid of a mesh.
    ///
    /// # Errors
    /// The mesh is not closed, is inside out, or has numbers that are not finite.
    pub fn new(mesh: TriangleMesh) -> Result<Self> {
        let fix = "export it as one closed surface";
        mesh.check()?;
        if !mesh.is_closed() {
            let why = "the mesh is not closed: it has edges of one triangle only";
            return Err(Error::value("", why, fix));
        }
        let volume = mesh.volume();
        if volume <= 0.0 {
            let why = format!("the mesh is inside out: its signed volume is {volume:.4e} m^3");
            return Err(Error::value("", why, "turn its triangles round"));
        }
        let points = mesh.points.iter().map(|p| Vector::new(p.x, p.y, p.z));
        let flags = TriMeshFlags::ORIENTED | TriMeshFlags::MERGE_DUPLICATE_VERTICES;
        let tree = TriMesh::with_flags(points.collect(), mesh.triangles.clone(), flags);
        let tree =
            tree.map_err(|e| Error::value("", format!("no tree of its triangles: {e}"), fix))?;
        let spacing = None;
        Ok(Self {
            mesh,
            tree,
            spacing,
        })
    }

    /// Sets the distance between the patches of its cloud, m.
    #[must_use]
    pub fn with_spacing(mut self, metres: f64) -> Self {
        self.spacing = Some(metres);
        self
    }

    /// Returns the distance between the patches of its cloud, m, if it is given.
    pub fn spacing(&self) -> Option<f64> {
        self.spacing
    }

    /// Returns the triangles.
    pub fn mesh(&self) -> &TriangleMesh {
        &self.mesh
    }

    /// Returns volume, centre and inertia, by the divergence theorem.
    pub fn mass_properties(&self) -> MassProperties {
        let first = self.mesh.points[0];
        let mut moments = Moments::default();
        for t in &self.mesh.triangles {
            let [a, b, c] = t.map(|i| self.mesh.points[i as usize] - first);
            moments.add_tetrahedron(&a, &b, &c);
        }
        moments.moved(&first).properties(0.0)
    }

    /// Returns the distance of a point from the surface, m; negative inside.
    pub fn distance(&self, y: &Vec3) -> f64 {
        let point = Vector::new(y.x, y.y, y.z);
        let nearest = self.tree.project_local_point(point, false);
        let distance = (nearest.point - point).length();
        if nearest.is_inside {
            -distance
        } else {
            distance
        }
    }

    /// Returns the surface to be drawn: every triangle has corners of its own.
    pub fn surface(&self) -> Surface {
        let mut out = Surface::default();
        for t in &self.mesh.triangles {
            let corners = t.map(|i| self.mesh.points[i as usize]);
            let [a, b, c] = &corners;
            let Some(normal) = (b - a).cross(&(c - a)).try_normalize(0.0) else {
                continue;
            };
            let first = out.points.len();
            out.points.extend(corners);
            out.normals.extend([normal; 3]);
            out.triangles.push([first, first + 1, first + 2]);
        }
        out
    }

    /// Returns the longest edge of the box around it, m.
    pub fn extent(&self) -> f64 {
        let first = self.mesh.points[0];
        let box_of = |(low, high): (Vec3, Vec3), p: &Vec3| (low.inf(p), high.sup(p));
        let (low, high) = self.mesh.points.iter().fold((first, first), box_of);
        (high - low).max()
    }

    /// Returns half of how thick it is where it is thin, m: a twentieth of its surface is over less.
    pub fn half_thickness(&self) -> f64 {
        let mut found: Vec<(f64, f64)> = Vec::new();
        let below = SKIN * self.extent();
        for t in &self.mesh.triangles {
            let [a, b, c] = t.map(|i| self.mesh.points[i as usize]);
            let across = (b - a).cross(&(c - a));
            let Some(inward) = (-across).try_normalize(0.0) else {
                continue;
            };
            let from = (a + b + c) / 3.0 + inward * below;
            let ray = Ray::new(vector(&from), vector(&inward));
            if let Some(way) = self.tree.cast_local_ray(&ray, f64::MAX, false) {
                found.push((0.5 * way, across.norm()));
            }
        }
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        let thin = THIN * found.iter().map(|(_, area)| area).sum::<f64>();
        let mut area = 0.0;
        let first = found.iter().find(|(_, own)| {
            area += own;
            area >= thin
        });
        first.map_or(0.0, |(half, _)| *half)
    }

    /// Returns whether the way from one point straight to another crosses the surface.
    pub fn is_crossed(&self, from: &Vec3, to: &Vec3) -> bool {
        let ray = Ray::new(vector(from), vector(&(to - from)));
        self.tree.cast_local_ray(&ray, 1.0, false).is_some()
    }

    /// Returns the solid in an enclosing frame.
    ///
    /// # Errors
    /// Its points there are not finite.
    /// See [`Self::new`].
    pub fn placed(&self, rotation: &Rot, offset: &Vec3) -> Result<Self> {
        let points = self.mesh.points.iter().map(|p| rotation * p + offset);
        let placed = Self::new(TriangleMesh {
            points: points.collect(),
            triangles: self.mesh.triangles.clone(),
        })?;
        let spacing = self.spacing;
        Ok(Self { spacing, ..placed })
    }

    /// Returns the skin with cells of at most about `spacing` (m).
    ///
    /// # Errors
    /// No triangle has an area.
    /// See [`Self::new`].
    pub fn skin(&self, spacing: f64) -> Result<Skin> {
        Skin::of_mesh(&self.mesh, spacing)
    }

    /// Returns the convex hull with at most `max_faces` faces, which stands for the solid where a convex shape is needed.
    ///
    /// # Errors
    /// The hull has too many faces to start from.
    pub fn hull(&self, max_faces: usize) -> Result<Placed> {
        Ok(self.mesh.convex_hull(max_faces)?.placed)
    }
}

fn vector(v: &Vec3) -> Vector {
    Vector::new(v.x, v.y, v.z)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Shape;

    /// A tube of square cross section, closed to a ring: inner half-width 1, outer 2, half-height 0.5.
    fn ring() -> TriangleMesh {
        let square = |half: f64, z: f64| {
            [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)]
                .map(|(x, y)| Vec3::new(x * half, y * half, z))
        };
        let loops = [
            square(2.0, -0.5),
            square(2.0, 0.5),
            square(1.0, 0.5),
            square(1.0, -0.5),
        ];
        let mut triangles = Vec::new();
        for l in 0..4u32 {
            for k in 0..4u32 {
                let at = |l: u32, k: u32| 4 * (l % 4) + k % 4;
                let [a, b, c, d] = [at(l, k), at(l, k + 1), at(l + 1, k + 1), at(l + 1, k)];
                triangles.extend([[a, b, c], [a, c, d]]);
            }
        }
        TriangleMesh {
            points: loops.concat(),
            triangles,
        }
    }

    #[test]
    fn a_ring_has_a_hole_and_the_mass_of_two_boxes_apart() {
        let ring = Solid::new(ring()).expect("a solid");
        assert!((ring.distance(&Vec3::zeros()) - 1.0).abs() < 1e-12);
        assert!((ring.distance(&Vec3::new(1.5, 0.0, 0.0)) + 0.5).abs() < 1e-12);
        assert!((ring.distance(&Vec3::new(3.0, 0.0, 0.0)) - 1.0).abs() < 1e-12);
        assert!((ring.half_thickness() - 0.5).abs() < 1e-5);
        let [above, below] = [1.0, -1.0].map(|z| Vec3::new(0.2, 0.1, z));
        assert!(!ring.is_crossed(&above, &below));
        let aside = Vec3::new(1.5, 0.0, 0.0);
        assert!(ring.is_crossed(&(above + aside), &(below + aside)));
        let own = ring.mass_properties();
        let of = |half: f64| {
            Shape::cuboid([half, half, 0.5])
                .expect("a box")
                .mass_properties()
                .expect("bounded")
        };
        let (outer, inner) = (of(2.0), of(1.0));
        assert!((own.volume - (outer.volume - inner.volume)).abs() < 1e-12);
        assert!(own.centre.norm() < 1e-12);
        assert!((own.inertia - (outer.inertia - inner.inertia)).norm() < 1e-11);
    }

    #[test]
    fn open_and_inverted_meshes_are_refused() {
        let mut open = ring();
        open.triangles.pop();
        assert!(
            Solid::new(open)
                .expect_err("open")
                .why
                .contains("not closed")
        );
        let mut inverted = ring();
        inverted.triangles.iter_mut().for_each(|t| t.swap(1, 2));
        assert!(
            Solid::new(inverted)
                .expect_err("inverted")
                .why
                .contains("inside out")
        );
    }
}
