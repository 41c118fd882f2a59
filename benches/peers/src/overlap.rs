//! How deep boxes are in each other and in the ground, from their geometry alone.
//!
//! Depth of a corner under the plane; between two boxes the least overlap over the fifteen
//! directions of the separating axis theorem (faces of both, edges across edges), which is the
//! shortest way to part them.

use crate::scene::{Brick, Fixed, Node, Scene};
use drystone::math::{Rot, Vec3};

/// A box in a place.
#[derive(Debug, Clone, Copy)]
pub struct Placed {
    /// Half-extents, m.
    pub half: Vec3,
    /// Of the centre, m.
    pub position: Vec3,
    /// Box to world.
    pub rotation: Rot,
}

impl Placed {
    /// A brick at a node.
    pub fn new(brick: &Brick, at: &Node) -> Self {
        Self {
            half: brick.half,
            position: at.position,
            rotation: at.rotation,
        }
    }

    fn axes(&self) -> [Vec3; 3] {
        [Vec3::x(), Vec3::y(), Vec3::z()].map(|axis| self.rotation * axis)
    }

    /// Half the width along a unit vector, m.
    fn reach(&self, axes: &[Vec3; 3], direction: &Vec3) -> f64 {
        (0..3)
            .map(|k| self.half[k] * axes[k].dot(direction).abs())
            .sum()
    }
}

/// Shortest way by which two boxes that overlap come apart, m; negative (and no distance) when a
/// direction parts them.
pub fn depth(a: &Placed, b: &Placed) -> f64 {
    let between = b.position - a.position;
    let (of_a, of_b) = (a.axes(), b.axes());
    let along = |direction: &Vec3| {
        a.reach(&of_a, direction) + b.reach(&of_b, direction) - between.dot(direction).abs()
    };
    let faces = of_a.iter().chain(&of_b).map(along);
    let edges = of_a.iter().flat_map(|p| of_b.iter().map(|q| p.cross(q)));
    // Edges that are parallel give no direction of their own.
    let edges = edges.filter_map(|cross| cross.try_normalize(1e-6));
    let least = faces.fold(f64::INFINITY, f64::min);
    edges.fold(least, |least, direction| least.min(along(&direction)))
}

/// Deepest overlap of any two bodies of a scene, m; 0 when nothing overlaps, infinite when a number
/// is not finite.
pub fn deepest(scene: &Scene, nodes: &[Node]) -> f64 {
    let finite = |at: &Node| at.position.iter().all(|x| x.is_finite());
    if !nodes.iter().all(finite) {
        return f64::INFINITY;
    }
    let places = scene.bricks.iter().zip(nodes);
    let places: Vec<Placed> = places.map(|(brick, at)| Placed::new(brick, at)).collect();
    let mut deepest: f64 = 0.0;
    for (i, place) in places.iter().enumerate() {
        for fixed in &scene.fixed {
            deepest = deepest.max(match fixed {
                Fixed::Ground => -scene.bricks[i].bottom(&nodes[i]),
                Fixed::Block { half, position } => {
                    let block = Placed {
                        half: *half,
                        position: *position,
                        rotation: Rot::identity(),
                    };
                    near(place, &block)
                }
            });
        }
        for other in &places[i + 1..] {
            deepest = deepest.max(near(place, other));
        }
    }
    deepest
}

/// [`depth`] unless the balls around the boxes are apart.
fn near(a: &Placed, b: &Placed) -> f64 {
    let reach = a.half.norm() + b.half.norm();
    if (a.position - b.position).norm_squared() >= reach * reach {
        return 0.0;
    }
    depth(a, b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use drystone::math::Dice;
    use drystone::shape::{Cuboid, Placed as Part, Shape, penetration};
    use std::f64::consts::{FRAC_PI_4, SQRT_2};

    fn placed(position: [f64; 3], turn: [f64; 3]) -> Placed {
        Placed {
            half: Vec3::new(0.1, 0.2, 0.3),
            position: Vec3::from(position),
            rotation: Rot::new(Vec3::from(turn)),
        }
    }

    #[test]
    fn faces_overlap_by_what_they_were_moved() {
        let a = placed([0.0; 3], [0.0; 3]);
        assert!((depth(&a, &placed([0.19, 0.05, 0.0], [0.0; 3])) - 0.01).abs() < 1e-15);
        assert!((depth(&a, &placed([0.0, 0.05, -0.58], [0.0; 3])) - 0.02).abs() < 1e-15);
        assert!(depth(&a, &placed([0.201, 0.0, 0.0], [0.0; 3])) < 0.0);
    }

    /// Two unit cubes, edges at right angles: one turned about x by 45 degrees lies on another
    /// turned about y; their edges touch when the centres are 2 sqrt(2) half-sizes apart.
    #[test]
    fn crossed_edges_overlap_by_what_they_were_lowered() {
        let cube = |z: f64, turn: Vec3| Placed {
            half: Vec3::repeat(1.0),
            position: Vec3::z() * z,
            rotation: Rot::new(turn * FRAC_PI_4),
        };
        let below = cube(0.0, Vec3::x());
        let above = |z| cube(z, Vec3::y());
        assert!((depth(&below, &above(2.0 * SQRT_2 - 0.03)) - 0.03).abs() < 1e-12);
        assert!(depth(&below, &above(2.0 * SQRT_2 + 0.03)) < 0.0);
    }

    /// A corner in the ground: a cube on its corner reaches sqrt(3) half-sizes down.
    #[test]
    fn a_corner_under_the_plane() {
        let mut scene = crate::starts::drop(1);
        let axis = Vec3::new(1.0, -1.0, 0.0).normalize();
        let turn = Rot::new(axis * (1.0 / 3.0_f64.sqrt()).acos());
        let at = Node::at_rest(Vec3::z() * (0.5 * 3.0_f64.sqrt() - 0.004), turn);
        assert!((deepest(&scene, &[at]) - 0.004).abs() < 1e-12);
        scene.fixed = vec![Fixed::Block {
            half: Vec3::new(2.0, 2.0, 0.5),
            position: Vec3::new(0.3, 0.1, -0.5),
        }];
        assert!((deepest(&scene, &[at]) - 0.004).abs() < 1e-12);
    }

    #[test]
    fn what_is_not_finite_is_deep() {
        let scene = crate::starts::drop(1);
        let mut at = scene.starts[0][0];
        assert_eq!(deepest(&scene, &[at]), 0.0);
        at.position.x = f64::NAN;
        assert_eq!(deepest(&scene, &[at]), f64::INFINITY);
    }

    /// Drystone's own measure (a search over directions with support functions) finds the same, but
    /// for boxes so deep in each other that the search may end in a second-best direction.
    #[test]
    fn another_way_to_measure_agrees() {
        let mut dice = Dice::new(7, 7);
        let mut shallow = 0;
        for _ in 0..1000 {
            let mut any = |s: f64| [0; 3].map(|_| dice.within(-s, s));
            let (a, b) = (placed([0.0; 3], any(2.0)), placed(any(0.35), any(2.0)));
            let part = Part::at_origin(Shape::Cuboid(Cuboid::new(a.half).expect("positive")));
            let pose = |p: &Placed| (p.position, p.rotation);
            let other = penetration(&part, &pose(&a), &part, &pose(&b), &b.position).max(0.0);
            let own = depth(&a, &b).max(0.0);
            assert!(own < other + 1e-8, "{own:e} {other:e}");
            if own < 0.05 {
                assert!((own - other).abs() < 1e-8, "{own:e} {other:e}");
                shallow += usize::from(own > 0.0);
            }
        }
        assert!(shallow > 30, "{shallow}");
    }
}
