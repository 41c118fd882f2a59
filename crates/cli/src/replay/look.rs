//! The look of bodies: surfaces made from their shapes, colours, and visuals in the place of the shapes.

use super::{Extent, Painted, Visuals};
use drystone::math::{Vec3, tangents};
use drystone::shape::{Shape, Surface};
use drystone::world::{Model, Motion, Part, State};
use std::borrow::Cow;

/// Sides of the square that stands for a half-space, in radii of the extent.
const GROUND: f64 = 6.0;
/// Colour of what never moves.
const STONE: [f32; 3] = [0.62, 0.62, 0.60];
/// Colours of bodies, told apart by everybody (after Okabe and Ito).
const COLOURS: [[f32; 3]; 8] = [
    [0.00, 0.45, 0.70],
    [0.84, 0.37, 0.00],
    [0.00, 0.62, 0.45],
    [0.80, 0.47, 0.65],
    [0.90, 0.62, 0.00],
    [0.34, 0.71, 0.91],
    [0.55, 0.34, 0.64],
    [0.74, 0.74, 0.13],
];

/// How a body is drawn.
#[derive(Debug, Clone)]
pub struct Look {
    /// Red, green and blue (sRGB), 0 to 1.
    pub colour: [f32; 3],
    /// One surface per part, in the centre-of-mass frame, m.
    pub parts: Vec<Surface>,
    /// These are drawn in the place of the parts, if there are any.
    pub visuals: Vec<Painted>,
}

impl Look {
    /// Returns the surfaces that are drawn, in the centre-of-mass frame, m, with red, green, blue and opacity: visuals if there are
    /// any and `collisions` are not wanted, else parts.
    pub fn drawn(&self, collisions: bool) -> Vec<(Cow<'_, Surface>, [f32; 4])> {
        if !collisions && !self.visuals.is_empty() {
            let visuals = self.visuals.iter();
            return visuals
                .map(|painted| (Cow::Owned(painted.in_body()), painted.colour))
                .collect();
        }
        let [r, g, b] = self.colour;
        let parts = self.parts.iter();
        parts
            .map(|surface| (Cow::Borrowed(surface), [r, g, b, 1.0]))
            .collect()
    }
}

/// The looks of all bodies; half-spaces become squares below and around the `extent`, where the
/// bodies are in `state` (those that have half-spaces are fixed).
pub fn looks(model: &Model, state: &State, extent: &Extent, visuals: &Visuals) -> Vec<Look> {
    let mut colours = COLOURS.into_iter().cycle();
    let bodies = model.bodies.iter().zip(&state.bodies).enumerate();
    let looks = bodies.zip(&visuals.bodies).map(|((i, (body, at)), own)| {
        let fixed = body.motion == Motion::Fixed;
        let usual = if fixed { None } else { colours.next() };
        let colour = visuals.colours.get(i).copied().flatten().or(usual);
        let surface = |part: &Part| match &part.placed.shape {
            Shape::HalfSpace(plane) => {
                let placed = &part.placed;
                let normal = placed.rotation * plane.normal;
                let foot = placed.offset + normal * plane.offset;
                let centre = extent.centre() - at.position;
                let centre = at.rotation.inverse_transform_vector(&centre);
                let centre = centre - normal * normal.dot(&(centre - foot));
                square(centre, normal, GROUND * extent.radius())
            }
            _ => part.surface(),
        };
        Look {
            colour: colour.unwrap_or(STONE),
            parts: body.parts.iter().map(surface).collect(),
            visuals: own.clone(),
        }
    });
    looks.collect()
}

fn square(centre: Vec3, normal: Vec3, half: f64) -> Surface {
    let (t1, t2) = tangents(&normal);
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    Surface {
        points: corners
            .map(|(a, b)| centre + (t1 * a + t2 * b) * half)
            .into(),
        normals: vec![normal; 4],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
    }
}
