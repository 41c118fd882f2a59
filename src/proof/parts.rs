//! The parts of a model as proofs see them, and the proof of one pair.

use super::above::Above;
use super::legs::{Legs, Span};
use super::mover::Mover;
use super::outline::{Hull, Outline};
use super::pair::{Pair, is_far};
use super::pieces::{Found, Piece};
use super::prover::Known;
use crate::math::Vec3;
use crate::world::{Model, PartId};

/// The parts of a model.
#[derive(Debug)]
pub(super) struct Parts {
    /// The parts of every body; nothing where no proof is known for a part.
    outlines: Vec<Vec<Option<Outline>>>,
    /// The pairs of parts that may touch and that proofs are known for, a half-space first.
    pub pairs: Vec<[PartId; 2]>,
}

/// The two parts of a pair.
enum Kind<'a> {
    Hulls([&'a Hull; 2]),
    /// A half-space, by its normal and offset in the frame of its body (m), and a hull.
    Above((&'a Vec3, f64), &'a Hull),
}

impl Parts {
    pub fn new(model: &Model) -> Self {
        let bodies = model.bodies.iter();
        let outlines = bodies.map(|body| {
            let parts = body.parts.iter();
            parts.map(|part| Outline::of(part).ok()).collect()
        });
        let mut out = Self {
            outlines: outlines.collect(),
            pairs: Vec::new(),
        };
        for [a, b] in model.part_pairs() {
            match [a, b].map(|id| out.outline(id)) {
                [
                    Some(Outline::HalfSpace { .. }),
                    Some(Outline::HalfSpace { .. }),
                ] => {}
                [Some(_), Some(Outline::HalfSpace { .. })] => out.pairs.push([b, a]),
                [Some(_), Some(_)] => out.pairs.push([a, b]),
                _ => {}
            }
        }
        out
    }

    /// Returns the radius of a sphere about the centre of mass of every body that holds all of its parts, m.
    pub fn reaches(&self) -> Vec<f64> {
        let bodies = self.outlines.iter().map(|parts| {
            let reaches = parts.iter().flatten().map(|outline| match outline {
                Outline::Hull(hull) => hull.reach,
                Outline::HalfSpace { .. } => f64::INFINITY,
            });
            reaches.fold(0.0, f64::max)
        });
        bodies.collect()
    }

    fn outline(&self, id: PartId) -> Option<&Outline> {
        self.outlines[id.body][id.part].as_ref()
    }

    /// Returns whether both parts of a pair are half-spaces, or hulls of points and balls.
    pub fn have_no_ovals(&self, pair: usize) -> bool {
        let mut sides = self.pairs[pair].into_iter();
        sides.all(|id| match self.outline(id) {
            Some(Outline::Hull(hull)) => hull.beads.iter().all(|bead| bead.oval.is_none()),
            Some(Outline::HalfSpace { .. }) => true,
            None => false,
        })
    }

    fn kind(&self, pair: usize) -> Option<Kind<'_>> {
        match self.pairs[pair].map(|id| self.outline(id)) {
            [Some(Outline::Hull(first)), Some(Outline::Hull(second))] => {
                Some(Kind::Hulls([first, second]))
            }
            [
                Some(Outline::HalfSpace { normal, offset }),
                Some(Outline::Hull(hull)),
            ] => Some(Kind::Above((normal, *offset), hull)),
            _ => None,
        }
    }

    /// Returns two parts, whose hulls are given, with the motions of their bodies in a span.
    fn movers<'b>(
        &self,
        (model, legs): (&'b Model, &'b Legs),
        span: &Span,
        hulls: [&'b Hull; 2],
    ) -> [Mover<'b>; 2] {
        let pair = self.pairs[span.pair];
        [0, 1].map(|k| Mover {
            placed: &model.bodies[pair[k].body].parts[pair[k].part].placed,
            hull: hulls[k],
            motion: legs.motion(span.legs[k]),
        })
    }

    /// Looks for the proof of a span; `None` where its swept spheres are apart. `all` takes the pieces.
    pub fn prove(
        &self,
        model: &Model,
        span: &Span,
        legs: &Legs,
        known: &Known,
        all: &mut Vec<Piece>,
    ) -> Option<Found> {
        match self.kind(span.pair)? {
            Kind::Hulls(hulls) => {
                let movers = self.movers((model, legs), span, hulls);
                (!is_far(&movers, span.times)).then(|| {
                    let guess = known.normals.get(&self.pairs[span.pair]);
                    Pair::new(movers, span.times).prove(guess, known.enough, all)
                })
            }
            Kind::Above(plane, hull) => {
                let [own, mover] = self.movers((model, legs), span, [hull; 2]);
                Some(Above::new(plane, own.motion, &mover, span.times).prove(all))
            }
        }
    }

    /// Returns the points of both parts that are nearest to each other at a time, in the frames of their bodies; that of a half-space is not
    /// used.
    pub fn nearest(&self, model: &Model, span: &Span, legs: &Legs, time: f64) -> Option<[Vec3; 2]> {
        Some(match self.kind(span.pair)? {
            Kind::Hulls(hulls) => {
                let movers = self.movers((model, legs), span, hulls);
                Pair::new(movers, span.times).nearest(time)
            }
            Kind::Above((normal, _), hull) => {
                let [own, mover] = self.movers((model, legs), span, [hull; 2]);
                let down = own.motion.at(time).1 * -normal;
                [Vec3::zeros(), mover.farthest(time, &down)]
            }
        })
    }

    /// Returns whether the two are apart at a time of a span.
    pub fn are_apart_at(&self, model: &Model, span: &Span, legs: &Legs, time: f64) -> bool {
        match self.kind(span.pair) {
            Some(Kind::Hulls(hulls)) => {
                let movers = self.movers((model, legs), span, hulls);
                Pair::new(movers, span.times).is_apart_at(time)
            }
            Some(Kind::Above(plane, hull)) => {
                let [own, mover] = self.movers((model, legs), span, [hull; 2]);
                Above::new(plane, own.motion, &mover, span.times).is_apart_at(time)
            }
            None => false,
        }
    }
}
