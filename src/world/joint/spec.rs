//! A joint as the builder of a model receives it.

use super::{JointAxis, JointKind};
use crate::math::{Rot, Vec3, shortest_turn_to};

/// A joint as the builder receives it: [`JointSpec::new`] starts one.
///
/// The anchor and the axes are given in the shape frame of the parent (in the world without a parent). The frame of the joint on
/// the child is the one that coincides with it where the bodies start, so that the coordinates are zero there,
/// unless [`Self::at_child`] gives it.
///
/// # Example
///
/// ```
/// use drystone::shape::Shape;
/// use drystone::world::{Body, JointAxis, JointKind, JointSpec};
/// use drystone::{Model, Vec3};
///
/// let rod = Body::free("rod").shape(Shape::cuboid([0.02, 0.02, 0.5])).at([0.0, 0.0, -0.5]);
/// let pivot = JointSpec::new("pivot", JointKind::Revolute, "rod")
///     .axis(Vec3::y())
///     .along(JointAxis::default().damping(0.1));
/// let (model, _) = Model::builder().body(rod).joint(pivot).build_with_start()?;
/// assert_eq!(model.joints[0].coordinate_count(), 1);
/// # Ok::<(), drystone::Error>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct JointSpec {
    /// The unique name.
    pub name: String,
    /// The kind.
    pub kind: JointKind,
    /// The name of the parent; `None` for the world.
    pub parent: Option<String>,
    /// The name of the child.
    pub child: String,
    /// The origin of the joint in the parent's shape frame, m.
    pub anchor: Vec3,
    /// The orientation of the joint in the parent's shape frame: z is the axis; a universal joint turns about x, then y.
    pub rotation: Rot,
    /// The frame of the joint in the child's shape frame, if it is not the one where the bodies start.
    pub child_frame: Option<(Vec3, Rot)>,
    /// The limits, springs, friction and motors along the coordinates, in the order of [`JointKind::coordinates`].
    pub axes: Vec<JointAxis>,
    /// Whether the two bodies may touch each other.
    pub collide: bool,
    /// The leader that its coordinate follows, and the coefficients.
    pub(super) mimic: Option<(String, [f64; 5])>,
    /// The first problem of what was asked for.
    pub(super) problem: Option<&'static str>,
}

impl JointSpec {
    /// Returns a joint between the world and `child` at the origin, with its axis along z.
    pub fn new(name: impl Into<String>, kind: JointKind, child: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            kind,
            parent: None,
            child: child.into(),
            anchor: Vec3::zeros(),
            rotation: Rot::identity(),
            child_frame: None,
            axes: Vec::new(),
            collide: false,
            mimic: None,
            problem: None,
        }
    }

    /// Sets the parent.
    #[must_use]
    pub fn parent(mut self, name: impl Into<String>) -> Self {
        self.parent = Some(name.into());
        self
    }

    /// Sets the origin of the joint in the parent's shape frame, m.
    #[must_use]
    pub fn anchor(mut self, point: Vec3) -> Self {
        self.anchor = point;
        self
    }

    /// Sets the axis (z of the joint's frame) in the parent's shape frame; x and y follow from the shortest rotation that brings z
    /// there (about x where it is -z).
    #[must_use]
    pub fn axis(mut self, axis: Vec3) -> Self {
        let unit = axis
            .try_normalize(1e-12)
            .filter(|z| z.iter().all(|v| v.is_finite()));
        match unit {
            Some(z) => self.rotation = shortest_turn_to(&z),
            None => self.problem = Some("an axis has no direction"),
        }
        self
    }

    /// Sets the two axes of a universal joint in the parent's shape frame: the first turns with the parent, the second with the
    /// child.
    #[must_use]
    pub fn axes(self, first: Vec3, second: Vec3) -> Self {
        self.frame(first.cross(&second), first)
    }

    /// Sets z, and x as far as it is normal to z.
    fn frame(mut self, z: Vec3, x: Vec3) -> Self {
        let z = z.try_normalize(1e-12);
        let x = z.and_then(|z| (x - z * z.dot(&x)).try_normalize(1e-12));
        match (z, x) {
            (Some(z), Some(x)) if z.iter().chain(&x).all(|v| v.is_finite()) => {
                let axes = nalgebra::Matrix3::from_columns(&[x, z.cross(&x), z]);
                let rotation = nalgebra::Rotation3::from_matrix_unchecked(axes);
                self.rotation = Rot::from_rotation_matrix(&rotation);
            }
            _ => self.problem = Some("an axis has no direction"),
        }
        self
    }

    /// Sets the frame of the joint in the child's shape frame: its origin (m) and orientation.
    #[must_use]
    pub fn at_child(mut self, point: Vec3, rotation: Rot) -> Self {
        self.child_frame = Some((point, rotation));
        self
    }

    /// Adds what acts along the next coordinate of the joint.
    #[must_use]
    pub fn along(mut self, axis: JointAxis) -> Self {
        self.axes.push(axis);
        self
    }

    /// Makes the only coordinate of the joint follow the one of `leader`: sum of c_k leader^k with the coefficients c_0 to c_4, SI units.
    #[must_use]
    pub fn mimic(mut self, leader: impl Into<String>, polynomial: [f64; 5]) -> Self {
        self.mimic = Some((leader.into(), polynomial));
        self
    }

    /// Lets the two bodies touch each other.
    #[must_use]
    pub fn collide(mut self) -> Self {
        self.collide = true;
        self
    }
}
