//! What a track is worth, by the same code for every engine.

use crate::overlap::deepest;
use crate::scene::{Kind, Node, Scene, Track};
use drystone::math::Vec3;
use serde::Serialize;

/// A run of a drop, stack or pile has failed when boxes are this far inside each other, in half-sizes.
const FAILED_DEPTH: f64 = 0.2;
/// Part of the run in which a drop should be at rest: the last so many seconds.
const REST: f64 = 0.5;
/// A peg is in when its lowest corner is this near the floor of the hole, m.
const IN: f64 = 0.005;
/// A box lies flat when one of its axes is upright to this cosine.
const FLAT: f64 = 0.9999;

/// Figures of one run.
#[derive(Debug, Clone, Serialize)]
pub struct Score {
    /// Deepest overlap at any node, m.
    pub penetration: f64,
    /// Mean over the nodes of the sum over bodies of |m v| + |I w| (kg m/s and kg m^2/s).
    pub drift: f64,
    /// The same over the last half second only.
    pub rest_drift: f64,
    /// Largest distance of a body from its start at the end, m.
    pub moved: f64,
    /// Height of the lowest corner of all bodies at the end, m.
    pub bottom: f64,
    /// Whether it broke down: numbers that are not finite, steps unsolved, far inside, toppled.
    pub failed: bool,
    /// Whether the peg is in, a dropped box lies flat.
    pub reached: bool,
    /// Steps the engine calls unsolved.
    pub unsolved: usize,
    /// Steps that needed more than a first attempt.
    pub retried: usize,
}

impl Score {
    /// Of a track from `start`.
    pub fn of(scene: &Scene, hertz: u32, start: &[Node], track: &Track) -> Self {
        let bricks = scene.bricks.len();
        let (mut penetration, mut drift, mut steps) = (0.0_f64, 0.0, 0);
        for nodes in track.steps(bricks) {
            penetration = penetration.max(deepest(scene, nodes));
            drift += momentum(scene, nodes);
            steps += 1;
        }
        let last = track.steps(bricks).next_back().unwrap_or(start);
        let resting = Scene::steps(REST, hertz).max(1);
        let rest = track.steps(bricks).rev().take(resting);
        let rest_drift = rest.map(|nodes| momentum(scene, nodes)).sum::<f64>();
        let moved = start.iter().zip(last);
        let moved = moved.map(|(a, b)| (b.position - a.position).norm());
        let moved = moved.fold(0.0, f64::max);
        let bottoms = scene.bricks.iter().zip(last);
        let bottoms = bottoms.map(|(brick, at)| brick.bottom(at));
        let bottom = bottoms.fold(f64::INFINITY, f64::min);
        let half = scene.bricks[0].half.min();
        let finite = penetration.is_finite() && drift.is_finite();
        let broke = match scene.kind {
            Kind::Drop | Kind::Pile => penetration > FAILED_DEPTH * half,
            Kind::Stack => moved > half,
            Kind::Peg => false,
        };
        Self {
            penetration,
            drift: drift / f64::from(steps.max(1)),
            rest_drift: rest_drift / resting as f64,
            moved,
            bottom,
            failed: !finite || broke || track.unsolved > 0,
            reached: match scene.kind {
                Kind::Peg => bottom.abs() < IN,
                _ => finite && last.iter().all(flat),
            },
            unsolved: track.unsolved,
            retried: track.retried,
        }
    }
}

/// Sum over bodies of |m v| + |I w|.
fn momentum(scene: &Scene, nodes: &[Node]) -> f64 {
    let one = |(brick, at): (&crate::scene::Brick, &Node)| {
        let spin = at.rotation.inverse_transform_vector(&at.spin);
        brick.mass * at.velocity.norm() + brick.inertia().component_mul(&spin).norm()
    };
    scene.bricks.iter().zip(nodes).map(one).sum()
}

fn flat(at: &Node) -> bool {
    let up = at.rotation.inverse_transform_vector(&Vec3::z());
    up.amax() > FLAT
}

/// Value below which a part of the numbers lies (nearest rank).
pub fn quantile(mut numbers: Vec<f64>, part: f64) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let rank = (part * numbers.len() as f64).ceil() as usize;
    let index = rank.clamp(1, numbers.len().max(1)) - 1;
    numbers.get(index).copied().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::starts;

    fn still(scene: &Scene, steps: usize) -> Track {
        let start = &scene.starts[0];
        Track {
            nodes: start
                .iter()
                .cycle()
                .take(start.len() * steps)
                .copied()
                .collect(),
            ..Track::default()
        }
    }

    #[test]
    fn a_stack_that_stands_scores_nothing() {
        let scene = starts::stack(4, 1);
        let score = Score::of(&scene, 10, &scene.starts[0], &still(&scene, 20));
        assert!(score.penetration.abs() < 1e-12 && score.drift == 0.0 && score.moved == 0.0);
        assert!(!score.failed && score.reached);
    }

    /// One of two cubes of 1 kg moves at 2 m/s during half of the nodes and turns at 3 rad/s:
    /// inertia 2/3 m half^2.
    #[test]
    fn drift_is_the_mean_of_the_sums() {
        let scene = starts::stack(2, 1);
        let mut track = still(&scene, 4);
        for step in [0, 1] {
            track.nodes[2 * step].velocity.x = 2.0;
            track.nodes[2 * step].spin.y = 3.0;
        }
        let score = Score::of(&scene, 4, &scene.starts[0], &track);
        let expected = 0.5 * (2.0 + 3.0 * 2.0 / 3.0 * 0.01);
        assert!((score.drift - expected).abs() < 1e-12, "{}", score.drift);
        assert_eq!(score.rest_drift, 0.0);
    }

    #[test]
    fn a_box_in_the_ground_a_toppled_stack_and_an_unsolved_step_fail() {
        let scene = starts::stack(2, 1);
        let score = |track: &Track| Score::of(&scene, 10, &scene.starts[0], track);
        let mut toppled = still(&scene, 3);
        toppled.nodes[5].position.x += 0.11;
        assert!(score(&toppled).failed);
        let mut unsolved = still(&scene, 3);
        unsolved.unsolved = 1;
        assert!(score(&unsolved).failed);
        let drop = starts::drop(1);
        let mut track = still(&drop, 3);
        track.nodes[1].position.z = 0.2;
        let score = Score::of(&drop, 10, &drop.starts[0], &track);
        assert!(score.failed && score.penetration > 0.3);
    }

    #[test]
    fn quantiles_are_members() {
        assert_eq!(quantile(vec![3.0, 1.0, 2.0], 0.5), 2.0);
        assert_eq!(quantile(vec![3.0, 1.0, 2.0], 1.0), 3.0);
        assert!(quantile(Vec::new(), 0.5).is_nan());
    }
}
