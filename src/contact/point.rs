//! The primal-dual points of pairs as values: a step saves them, its gradient restores them.
//!
//! The slacks, duals and auxiliaries of all points lie in one buffer, so that saving a step allocates nothing
//! once the buffer is large enough. A saved point holds the [`Place`]s of its own numbers in the buffer,
//! a point that is read holds slices of it.

use super::Collision;
use crate::math::{Real, Vector};
use crate::world::FrictionPoint;

/// Where some numbers of a point lie in its buffer.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub struct Place {
    start: usize,
    end: usize,
}

impl Place {
    /// Appends what `number` makes of every entry of `part` to `buffer`; returns where it lies.
    #[inline(always)]
    pub(super) fn append<R, T>(buffer: &mut Vec<T>, part: &[R], number: impl Fn(&R) -> T) -> Self {
        let start = buffer.len();
        buffer.extend(part.iter().map(number));
        let end = buffer.len();
        Self { start, end }
    }

    /// Returns the numbers that lie there.
    fn of<T>(self, buffer: &[T]) -> &[T] {
        &buffer[self.start..self.end]
    }
}

/// Slacks and duals of the rows of a cone.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub struct ConePoint<N = Place> {
    /// The slacks.
    pub s: N,
    /// The duals.
    pub z: N,
}

impl<N> ConePoint<N> {
    #[inline(always)]
    pub(super) fn map<M>(&self, part: &mut impl FnMut(&N) -> M) -> ConePoint<M> {
        ConePoint {
            s: part(&self.s),
            z: part(&self.z),
        }
    }
}

impl<R: Real> ConePoint<&[R]> {
    /// Appends the parts of a world to `buffer`; returns the point with their places.
    pub(super) fn save(&self, lane: usize, buffer: &mut Vec<f64>) -> ConePoint {
        self.map(&mut |part| Place::append(buffer, part, |x| x.lane(lane)))
    }
}

/// The point of one side of a collision problem.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub struct SidePoint<N = Place> {
    /// The auxiliary variables.
    pub eps: N,
    /// Slacks and duals of the rows.
    pub cone: ConePoint<N>,
}

/// The point of a collision problem.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CollisionPoint<R = f64, N = Place> {
    /// The contact point, world, units of length.
    pub p: Vector<R>,
    /// The scaling at which the two shapes touch.
    pub alpha: R,
    /// The tangent along which the pair is stiffest, world, any length.
    pub stiff: Vector<R>,
    /// The points of the first and the second side.
    pub sides: [SidePoint<N>; 2],
}

impl<R, N> CollisionPoint<R, N> {
    /// Returns the point with the numbers that `number` and the parts that `part` make of its own.
    #[inline(always)]
    fn map<T: Real, M>(
        &self,
        number: impl Fn(&R) -> T,
        mut part: impl FnMut(&N) -> M,
    ) -> CollisionPoint<T, M> {
        let vector = |v: &Vector<R>| Vector::from_fn(|i, _| number(&v[i]));
        CollisionPoint {
            p: vector(&self.p),
            alpha: number(&self.alpha),
            stiff: vector(&self.stiff),
            sides: self.sides.each_ref().map(|side| SidePoint {
                eps: part(&side.eps),
                cone: side.cone.map(&mut part),
            }),
        }
    }
}

impl<R: Real> CollisionPoint<R, &[R]> {
    /// Appends the parts of a world to `buffer`; returns the point with their places.
    pub(super) fn save(&self, lane: usize, buffer: &mut Vec<f64>) -> CollisionPoint {
        let number = |x: &R| x.lane(lane);
        self.map(number, |part| Place::append(buffer, part, number))
    }
}

/// A saved point of a collision problem with a buffer of its own.
#[derive(Debug, Clone)]
pub struct SavedCollision<R> {
    saved: CollisionPoint<R>,
    buffer: Vec<R>,
}

impl<R: Real> Default for SavedCollision<R> {
    fn default() -> Self {
        Self {
            saved: CollisionPoint {
                p: Vector::zeros(),
                alpha: R::ZERO,
                stiff: Vector::zeros(),
                sides: Default::default(),
            },
            buffer: Vec::new(),
        }
    }
}

impl<R: Real> SavedCollision<R> {
    /// Saves the point of a collision problem in place of the one before.
    pub fn set(&mut self, collision: &Collision<R>) {
        let from = collision.point();
        self.buffer.clear();
        let sides = from.sides.iter();
        self.buffer
            .reserve(sides.map(|s| s.eps.len() + 2 * s.cone.s.len()).sum());
        let buffer = &mut self.buffer;
        let copy = |x: &R| *x;
        self.saved = from.map(copy, |part| Place::append(buffer, part, copy));
    }

    /// Returns the saved point.
    pub fn point(&self) -> CollisionPoint<R, &[R]> {
        self.saved.map(|x| *x, |place| place.of(&self.buffer))
    }
}

/// The point of a pair: the solution of its prediction, then that of the step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairPoint<N = Place> {
    /// The slip row of the attempt that solved the step.
    pub slip_row: FrictionPoint,
    /// Whether its collision rows were relaxed for the inscribed radii instead of for H.
    pub wedged: bool,
    /// The collision problem at the predicted poses.
    pub prediction: CollisionPoint<f64, N>,
    /// The collision problem at the end of the step.
    pub collision: CollisionPoint<f64, N>,
    /// Slacks and duals of the contact and friction rows.
    pub law: ConePoint<N>,
    /// The contact points that were added to those of the prediction, as numbers of the model.
    pub added: N,
}

impl PairPoint {
    /// Returns the point of a pair without unknowns.
    pub(super) fn without_unknowns(slip_row: FrictionPoint) -> Self {
        let nothing = CollisionPoint {
            p: Vector::zeros(),
            alpha: 0.0,
            stiff: Vector::zeros(),
            sides: Default::default(),
        };
        Self {
            slip_row,
            wedged: false,
            prediction: nothing,
            collision: nothing,
            law: ConePoint::default(),
            added: Place::default(),
        }
    }
}

/// The points of pairs of one world, in the order in which they were saved.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct PairPoints {
    points: Vec<PairPoint>,
    buffer: Vec<f64>,
}

impl PairPoints {
    /// Removes all points; their buffers stay.
    pub fn clear(&mut self) {
        self.points.clear();
        self.buffer.clear();
    }

    /// Appends what `save` makes of the buffer.
    pub(super) fn push(&mut self, save: impl FnOnce(&mut Vec<f64>) -> PairPoint) {
        let point = save(&mut self.buffer);
        self.points.push(point);
    }

    /// Returns the points in their order.
    pub fn iter(&self) -> impl Iterator<Item = PairPoint<&[f64]>> {
        let own = |place: &Place| place.of(&self.buffer);
        self.points.iter().map(move |point| PairPoint {
            slip_row: point.slip_row,
            wedged: point.wedged,
            prediction: point.prediction.map(|x| *x, own),
            collision: point.collision.map(|x| *x, own),
            law: point.law.map(&mut { own }),
            added: own(&point.added),
        })
    }
}
