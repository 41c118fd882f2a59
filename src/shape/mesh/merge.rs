//! Pieces of a decomposition are merged where the hull of both is hardly larger than both.

use super::cache::Pieces;
use super::convex_hull::ConvexHull;
use super::decompose::Decompose;
use crate::math::Vec3;
use std::collections::BTreeMap;

/// Boxes this close, as a fraction of the size of the mesh, touch.
const TOUCHING: f64 = 1e-3;

struct Piece {
    corners: Vec<Vec3>,
    /// Volume of the hull, m^3.
    volume: f64,
    /// Volume of the pieces that it was merged from, m^3.
    material: f64,
    low: Vec3,
    high: Vec3,
}

impl Piece {
    fn new(points: &[Vec3]) -> Option<Self> {
        let hull = ConvexHull::of(points).ok()?;
        let volume = hull.volume();
        let far = Vec3::repeat(f64::INFINITY);
        Some(Self {
            volume,
            material: volume,
            low: hull.corners.iter().fold(far, |low, p| low.inf(p)),
            high: hull.corners.iter().fold(-far, |high, p| high.sup(p)),
            corners: hull.corners,
        })
    }

    fn with(&self, other: &Self) -> Option<Self> {
        let corners = [&self.corners[..], &other.corners].concat();
        let merged = Self::new(&corners)?;
        Some(Self {
            material: self.material + other.material,
            ..merged
        })
    }

    fn touches(&self, other: &Self, near: f64) -> bool {
        (0..3).all(|i| self.low[i] <= other.high[i] + near && other.low[i] <= self.high[i] + near)
    }
}

/// Merges touching pieces while there are too many, and while the hull of two has at most the allowed volume of
/// `whole` beyond the pieces in it.
pub(super) fn merge(pieces: Pieces, parameters: &Decompose, whole: f64) -> Pieces {
    let allowed = parameters.concavity * whole;
    let near = TOUCHING * whole.cbrt();
    let mut pieces: Vec<Option<Piece>> = pieces.iter().map(|p| Piece::new(p)).collect();
    pieces.retain(Option::is_some);
    let mut pairs = BTreeMap::new();
    for second in 1..pieces.len() {
        add_pairs(&pieces, second, near, &mut pairs);
    }
    let mut count = pieces.len();
    while count > 1 {
        let too_many = count > parameters.max_parts;
        if too_many && pairs.is_empty() {
            for second in 1..pieces.len() {
                add_pairs(&pieces, second, f64::INFINITY, &mut pairs);
            }
        }
        let candidates = pairs
            .iter()
            .filter(|(_, gain)| too_many || gain.beyond <= allowed);
        let best = candidates.min_by(|a, b| a.1.growth.total_cmp(&b.1.growth));
        let Some((&(first, second), _)) = best else {
            break;
        };
        let both = (pieces[first].take(), pieces[second].take());
        pairs.retain(|&(a, b), _| ![a, b].iter().any(|i| [first, second].contains(i)));
        if let (Some(a), Some(b)) = both {
            pieces.push(a.with(&b));
        }
        add_pairs(&pieces, pieces.len() - 1, near, &mut pairs);
        count -= 1;
    }
    pieces.into_iter().flatten().map(|p| p.corners).collect()
}

/// Returns the volume that the hull of two pieces has beyond their hulls, and beyond the pieces in it, m^3.
struct Gain {
    growth: f64,
    beyond: f64,
}

fn add_pairs(
    pieces: &[Option<Piece>],
    second: usize,
    near: f64,
    pairs: &mut BTreeMap<(usize, usize), Gain>,
) {
    let Some(b) = &pieces[second] else { return };
    for (first, a) in pieces[..second].iter().enumerate() {
        let touching = a.as_ref().filter(|a| a.touches(b, near));
        if let Some((a, both)) = touching.and_then(|a| Some((a, a.with(b)?))) {
            let gain = Gain {
                growth: both.volume - a.volume - b.volume,
                beyond: both.volume - both.material,
            };
            pairs.insert((first, second), gain);
        }
    }
}
