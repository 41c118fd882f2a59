//! The body that lies under a point of the picture.

use crate::replay::Look;
use drystone::math::Vec3;
use drystone::world::{Body, BodyState, Model, Motion, State};

/// Index of the first body that the ray from `origin` (world, m) in `direction` meets, drawn by its collision shapes or not, and the
/// point where it does, world, m. What is fixed and has no visuals is like glass, and met only when nothing else is.
pub fn pick(
    model: &Model,
    (looks, collisions): (&[Look], bool),
    state: &State,
    ray: [&Vec3; 2],
) -> Option<(usize, Vec3)> {
    let met = |body: &Body, look: &Look, at| {
        let is_drawn_by_parts = collisions || look.visuals.is_empty();
        let glass = body.motion == Motion::Fixed && is_drawn_by_parts;
        Some((glass, distance(look, collisions, at, ray)?))
    };
    let bodies = model
        .bodies
        .iter()
        .zip(looks)
        .zip(&state.bodies)
        .enumerate();
    let hits = bodies.filter_map(|(i, ((body, look), at))| Some((i, met(body, look, at)?)));
    let nearest = hits.min_by(|(_, a), (_, b)| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let [origin, direction] = ray;
    nearest.map(|(body, (_, way))| (body, origin + direction * way))
}

/// How far along the ray a body is met, in lengths of its direction.
fn distance(
    look: &Look,
    collisions: bool,
    at: &BodyState,
    [origin, direction]: [&Vec3; 2],
) -> Option<f64> {
    let start = at
        .rotation
        .inverse_transform_vector(&(origin - at.position));
    let along = at.rotation.inverse_transform_vector(direction);
    let surfaces = look.drawn(collisions);
    let met = surfaces.iter().flat_map(|(surface, _)| {
        let corners = |t: &[usize; 3]| t.map(|k| surface.points[k]);
        let triangles = surface.triangles.iter().map(corners);
        triangles.filter_map(|triangle| meet(&triangle, &start, &along))
    });
    met.min_by(f64::total_cmp)
}

/// How far along a ray meets a triangle: the solution of start + t along = a + u ab + v ac.
fn meet([a, b, c]: &[Vec3; 3], start: &Vec3, along: &Vec3) -> Option<f64> {
    let (ab, ac, from) = (b - a, c - a, start - a);
    let normal = ab.cross(&ac);
    let speed = -normal.dot(along);
    let turn = from.cross(along);
    let (u, v) = (ac.dot(&turn) / speed, -ab.dot(&turn) / speed);
    let t = normal.dot(&from) / speed;
    let inside = u >= 0.0 && v >= 0.0 && u + v <= 1.0 && t > 0.0;
    inside.then_some(t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ray_meets_a_triangle_inside_only() {
        let triangle = [Vec3::zeros(), Vec3::x(), Vec3::y()];
        let down = -2.0 * Vec3::z();
        let from = |x: f64, y: f64| Vec3::new(x, y, 1.0);
        let met = meet(&triangle, &from(0.2, 0.3), &down).expect("inside");
        assert!((met - 0.5).abs() < 1e-15);
        for (x, y) in [(-0.1, 0.3), (0.3, -0.1), (0.6, 0.6)] {
            assert_eq!(meet(&triangle, &from(x, y), &down), None);
        }
        assert_eq!(meet(&triangle, &from(0.2, 0.3), &-down), None);
        assert_eq!(meet(&triangle, &from(0.2, 0.3), &Vec3::x()), None);
    }
}
