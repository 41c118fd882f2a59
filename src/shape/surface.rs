//! The surface of a shape as triangles, made from its support function: what is drawn is what is
//! simulated.

use super::{Placed, Shape, hull};
use crate::math::Vec3;

/// Triangles with a normal at every corner.
#[derive(Debug, Clone, PartialEq)]
pub struct Surface {
    /// Corners, m.
    pub points: Vec<Vec3>,
    /// Unit outward normals for shading, one per point; a point on an edge is there once per side.
    pub normals: Vec<Vec3>,
    /// Indices of points, counter-clockwise seen from outside.
    pub triangles: Vec<[usize; 3]>,
}

impl Placed {
    /// The surface in the enclosing frame; empty for a half-space, which has no end.
    pub fn surface(&self) -> Surface {
        let mut surface = self.shape.surface();
        for point in &mut surface.points {
            *point = self.rotation * *point + self.offset;
        }
        for normal in &mut surface.normals {
            *normal = self.rotation * *normal;
        }
        surface
    }
}

impl Shape {
    /// The surface in the frame of the shape; empty for a half-space.
    pub fn surface(&self) -> Surface {
        let mut out = Surface {
            points: Vec::new(),
            normals: Vec::new(),
            triangles: Vec::new(),
        };
        let mut cloud = Vec::new();
        for i in 0..=16 {
            let (z, r) = (std::f64::consts::PI * f64::from(i) / 16.0).sin_cos();
            for k in 0..32 {
                let (s, c) = (std::f64::consts::TAU * f64::from(k) / 32.0).sin_cos();
                cloud.extend(self.support(&Vec3::new(z * c, z * s, r)));
            }
        }
        let Ok(hull) = hull::hull(&cloud, usize::MAX) else {
            return out;
        };
        for face in &hull.faces {
            let first = out.points.len();
            for &corner in &face.corners {
                out.points.push(cloud[hull.vertices[corner]]);
                out.normals.push(face.normal);
            }
            for k in 2..face.corners.len() {
                out.triangles.push([first, first + k - 1, first + k]);
            }
        }
        out
    }
}
