//! Figures of a certificate.

use crate::proof::{Proof, Unproven};
use serde::Serialize;
use std::fmt;

/// The smallest distance that a certificate proves.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SmallestClearance {
    /// The distance, m.
    pub clearance: f64,
    /// Names of the bodies.
    pub bodies: [String; 2],
    /// Index of the step, the first is 0.
    pub step: u64,
    /// Time at the middle of the piece of the step, s.
    pub time: f64,
}

/// Figures of a certificate.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct CertificateSummary {
    /// Steps.
    pub steps: u64,
    /// Pairs of parts, counted once per step, that planes prove apart.
    pub certified: u64,
    /// Pairs whose swept spheres are apart.
    pub far: u64,
    /// Pairs that are not proven apart.
    pub not_certified: u64,
    /// Those among them that overlap.
    pub overlaps: u64,
    /// Those among them with a body that turns too fast, or a half-space that turns.
    pub turning: u64,
    /// The deepest overlap that was found, m.
    pub deepest_overlap: f64,
    /// The smallest distance that is proven; absent where no pair was near.
    pub smallest: Option<SmallestClearance>,
    /// The first pair that is not proven apart, in words.
    pub first_not_certified: Option<String>,
}

/// A pair at a step, as reports name it.
pub(super) struct Place<'a> {
    pub bodies: [&'a str; 2],
    pub step: u64,
    /// Start and length of the step, s.
    pub start: f64,
    pub length: f64,
}

impl CertificateSummary {
    /// Returns the smallest distance so far, m.
    pub(super) fn least(&self) -> f64 {
        self.smallest
            .as_ref()
            .map_or(f64::INFINITY, |least| least.clearance)
    }

    /// Counts a proof.
    pub(super) fn add(&mut self, place: &Place, proof: &Proof) {
        self.certified += 1;
        if proof.clearance < self.least() {
            self.smallest = Some(SmallestClearance {
                clearance: proof.clearance,
                bodies: place.bodies.map(str::to_string),
                step: place.step,
                time: place.start + proof.time * place.length,
            });
        }
    }

    /// Counts a pair without proof.
    pub(super) fn add_unproven(&mut self, place: &Place, why: &Unproven) {
        self.not_certified += 1;
        match why {
            Unproven::Overlap { depth, .. } => {
                self.overlaps += 1;
                self.deepest_overlap = self.deepest_overlap.max(*depth);
            }
            Unproven::Turn | Unproven::PlaneTurns => self.turning += 1,
            Unproven::Touch { .. } | Unproven::Close { .. } => {}
        }
        if self.first_not_certified.is_none() {
            let ([first, second], step) = (place.bodies, place.step);
            let why = why.describe(place.length);
            self.first_not_certified = Some(format!("{first}-{second}, step {step}: {why}"));
        }
    }
}

impl fmt::Display for CertificateSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            certified,
            far,
            not_certified,
            ..
        } = self;
        write!(f, "{certified} pairs x steps certified, {far} far apart, ")?;
        match &self.smallest {
            Some(least) => {
                let [a, b] = &least.bodies;
                let (clearance, time) = (least.clearance, least.time);
                write!(
                    f,
                    "smallest clearance {clearance:.3e} m ({a}-{b}, {time:.6} s), "
                )?;
            }
            None => write!(f, "none near, ")?,
        }
        write!(f, "{not_certified} not certified")?;
        if self.overlaps > 0 {
            let (count, depth) = (self.overlaps, self.deepest_overlap);
            write!(f, " ({count} overlap, by up to {depth:.3e} m)")?;
        }
        if let Some(first) = &self.first_not_certified {
            write!(f, "; the first: {first}")?;
        }
        Ok(())
    }
}
