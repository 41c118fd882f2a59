//! A body has queries and a soft signed distance for contact models that need clouds.

use super::query_tree::QueryTree;
use super::skin::{Query, Skin, Soft, SoftField};
use super::soft_planes::{SoftPlanes, SoftPolyhedra};
use super::soft_samples::{STEEPEST, Samples};
use crate::math::{Mat3, Vec3};

/// The temperature of a soft distance, in squares of the spacing, of bodies with sharp edges.
const TEMPERATURE: f64 = 0.25;

/// The bulge of faces near edges is less than this, in spacings.
const BULGE: f64 = 0.5;

/// A body as a cloud of oriented patches, or a half-space; lengths are those of its maker.
#[derive(Debug, Clone)]
pub enum SoftSurface {
    /// All points y with normal . y <= offset.
    HalfSpace {
        /// The outward unit normal.
        normal: Vec3,
        /// The distance of the plane from the origin along the normal.
        offset: f64,
    },
    /// A closed surface as a cloud of patches.
    Cloud(Box<Cloud>),
    /// Convex polyhedra, whose distance is known without a cloud.
    Polyhedra(Box<Polyhedra>),
}

/// Convex polyhedra: points where forces act, and the planes of their faces.
#[derive(Debug, Clone)]
pub struct Polyhedra {
    skin: Skin,
    tree: QueryTree,
    area: f64,
    field: SoftPolyhedra,
}

/// A closed surface: points where forces act, and the distance to it.
#[derive(Debug, Clone)]
pub struct Cloud {
    skin: Skin,
    tree: QueryTree,
    field: SoftField,
    samples: Samples,
    area: f64,
}

impl SoftSurface {
    /// Returns a half-space.
    pub fn half_space(normal: Vec3, offset: f64) -> Self {
        Self::HalfSpace { normal, offset }
    }

    /// Returns the surface of a skin at a `temperature` of the soft distance, in squares of the spacing (0.25 unless given), which is
    /// `calibrated` to vanish at all queries or not; `None` of an empty skin.
    pub fn cloud(skin: Skin, temperature: Option<f64>, calibrated: bool) -> Option<Self> {
        let epsilon = temperature.unwrap_or(TEMPERATURE) * skin.spacing * skin.spacing;
        let field = match calibrated {
            true => SoftField::calibrated(&skin, epsilon)?,
            false => SoftField::new(&skin, epsilon)?,
        };
        let points: Vec<Vec3> = skin.patches.iter().map(|patch| patch.point).collect();
        Some(Self::Cloud(Box::new(Cloud {
            samples: Samples::new(&points, skin.spacing, |y| field.value(y)),
            area: skin.area(),
            tree: QueryTree::new(&skin.queries),
            skin,
            field,
        })))
    }

    /// Returns the surface of polyhedra with a skin and these planes.
    pub fn polyhedra(skin: Skin, planes: Vec<SoftPlanes>) -> Self {
        Self::Polyhedra(Box::new(Polyhedra {
            area: skin.area(),
            tree: QueryTree::new(&skin.queries),
            skin,
            field: SoftPolyhedra::new(planes),
        }))
    }

    /// Returns the distance between the patches; 0 of a half-space, which has none.
    pub fn spacing(&self) -> f64 {
        match self {
            Self::HalfSpace { .. } => 0.0,
            Self::Cloud(cloud) => cloud.skin.spacing,
            Self::Polyhedra(polyhedra) => polyhedra.skin.spacing,
        }
    }

    /// Returns the points where forces act; none of a half-space.
    pub fn queries(&self) -> &[Query] {
        match self {
            Self::HalfSpace { .. } => &[],
            Self::Cloud(cloud) => &cloud.skin.queries,
            Self::Polyhedra(polyhedra) => &polyhedra.skin.queries,
        }
    }

    /// Calls `visit` with index, point and radius of balls about the queries, from large to small ones. It returns whether queries
    /// of the ball other than its centre matter.
    pub fn visit_queries(&self, visit: impl FnMut(usize, &Vec3, f64) -> bool) {
        match self {
            Self::HalfSpace { .. } => {}
            Self::Cloud(cloud) => cloud.tree.visit(visit),
            Self::Polyhedra(polyhedra) => polyhedra.tree.visit(visit),
        }
    }

    /// Returns the area of the surface; infinite for a half-space.
    pub fn area(&self) -> f64 {
        match self {
            Self::HalfSpace { .. } => f64::INFINITY,
            Self::Cloud(cloud) => cloud.area,
            Self::Polyhedra(polyhedra) => polyhedra.area,
        }
    }

    /// Returns whether the distances at all points within `radius` of a point are certainly more than `reach`.
    pub fn is_beyond(&self, y: &Vec3, radius: f64, reach: f64) -> bool {
        match self {
            Self::HalfSpace { normal, offset } => normal.dot(y) - offset > reach + radius,
            Self::Polyhedra(polyhedra) => polyhedra.field.is_beyond(y, reach + radius),
            // The soft distance may be less than the distance to the box by the bulge of faces near edges.
            Self::Cloud(cloud) => {
                let bulge = BULGE * cloud.skin.spacing;
                cloud.field.beyond(y, (reach + bulge).max(0.0) + radius)
                    || cloud.samples.least(y) - STEEPEST * radius > reach
            }
        }
    }

    /// Returns the soft signed distance at a point alone.
    pub fn value(&self, y: &Vec3) -> f64 {
        match self {
            Self::HalfSpace { normal, offset } => normal.dot(y) - offset,
            Self::Cloud(cloud) => cloud.field.value(y),
            Self::Polyhedra(polyhedra) => polyhedra.field.value(y),
        }
    }

    /// Returns the soft signed distance at a point, with its derivatives.
    pub fn at(&self, y: &Vec3) -> Soft {
        match self {
            Self::HalfSpace { normal, offset } => Soft {
                value: normal.dot(y) - offset,
                gradient: *normal,
                hessian: Mat3::zeros(),
            },
            Self::Cloud(cloud) => cloud.field.at(y),
            Self::Polyhedra(polyhedra) => polyhedra.field.at(y),
        }
    }

    /// Calls `visit` with weight, place and normal of the patches near a point, whose weights have the sum 1. Returns the
    /// temperature of the weights, the square of a length. A half-space is one patch.
    ///
    /// # Panics
    /// Polyhedra have no patches; models that need them make a cloud of them.
    pub fn visit_patches(&self, y: &Vec3, mut visit: impl FnMut(f64, &Vec3, &Vec3)) -> f64 {
        match self {
            Self::HalfSpace { normal, offset } => {
                visit(1.0, &(normal * *offset), normal);
                1.0
            }
            Self::Polyhedra(_) => unreachable!("a cloud is made of them where patches are needed"),
            Self::Cloud(cloud) => {
                let patches = &cloud.skin.patches;
                cloud.field.patches_near(y, |i, weight| {
                    visit(weight, &patches[i].point, &patches[i].normal)
                });
                cloud.field.temperature()
            }
        }
    }
}

impl Soft {
    /// Returns the distance in axes that `turn` turns its own into.
    pub fn turned(&self, turn: &Mat3) -> Self {
        Self {
            value: self.value,
            gradient: turn * self.gradient,
            hessian: turn * self.hessian * turn.transpose(),
        }
    }
}
