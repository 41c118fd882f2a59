//! Writes a certificate: a header, the poses and proofs of every step, and an end, one line of JSON each.

use super::certifier::{Certifier, StepProofs};
use super::summary::CertificateSummary;
use crate::error::{Error, Result};
use crate::proof::Outline;
use crate::shape::Bead;
use crate::step::{PartId, Step};
use crate::world::{BodyState, Model, Motion, State};
use serde_json::{Value, json};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Version of the format.
const FORMAT: u32 = 2;

/// An open certificate of a run.
#[derive(Debug)]
pub struct CertificateWriter<'a> {
    certifier: Certifier<'a>,
    path: PathBuf,
    file: File,
    next: u64,
    state: State,
}

impl<'a> CertificateWriter<'a> {
    /// Creates the file at `path` (replacing what was there) for a run of `model` from `state` at the start of step `first`.
    ///
    /// # Errors
    /// Those of [`Certifier::new`], and when the file cannot be written.
    pub fn open(path: &Path, model: &'a Model, first: u64, state: &State) -> Result<Self> {
        let certifier = Certifier::new(model)?;
        let mut out = Self {
            certifier,
            path: path.into(),
            file: File::create(path).map_err(|e| failed(path, &e))?,
            next: first,
            state: state.clone(),
        };
        out.write(&out.header())?;
        out.write(&json!({ "step": first, "poses": poses(state) }))?;
        Ok(out)
    }

    /// Writes the proofs of the next step, which starts at `time` (s).
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn append(&mut self, time: f64, step: &Step) -> Result<()> {
        let proofs = self.certifier.step(self.next, time, &self.state, step);
        self.next += 1;
        self.state.clone_from(&step.state);
        let line = self.line(&proofs);
        self.write(&line)
    }

    /// Writes the end, without which a certificate is not complete, and returns its figures.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn finish(mut self) -> Result<CertificateSummary> {
        let summary = self.certifier.summary().clone();
        self.write(&json!({ "end": self.next, "summary": summary }))?;
        Ok(summary)
    }

    fn header(&self) -> Value {
        let model = self.certifier.model();
        let bodies = model.bodies.iter().zip(self.certifier.outlines());
        let bodies = bodies.map(|(body, parts)| {
            let parts: Vec<Value> = parts.iter().map(outline).collect();
            json!({ "name": body.name, "moving": body.motion != Motion::Fixed, "parts": parts })
        });
        json!({
            "certificate": "drystone",
            "format": FORMAT,
            "version": env!("CARGO_PKG_VERSION"),
            "units": "SI; poses: centre of mass x y z, quaternion w x y z, size of the angular velocity",
            "time_step": model.time_step,
            "bodies": bodies.collect::<Vec<Value>>(),
            "filtered": filtered(model),
        })
    }

    fn line(&self, proofs: &StepProofs) -> Value {
        let h = self.certifier.model().time_step;
        let ids = |pair: &[PartId; 2]| {
            let [a, b] = pair;
            [a.body, a.part, b.body, b.part]
        };
        let proven = proofs.proofs.iter();
        let proven = proven.map(|(pair, pieces)| json!({ "pair": ids(pair), "pieces": pieces }));
        let pivots = proofs.pivots.iter();
        let pivots = pivots.map(|(body, time, at)| json!([body, time, at.x, at.y, at.z]));
        let intermediate = proofs.intermediate.iter().map(|within| {
            let [x, y, z, w, i, j, k, spin] = pose(&within.state);
            json!([within.body, within.time, x, y, z, w, i, j, k, spin])
        });
        let mut line = json!({
            "step": self.next,
            "poses": poses(&self.state),
            "intermediate": intermediate.collect::<Vec<Value>>(),
            "pivots": pivots.collect::<Vec<Value>>(),
            "proofs": proven.collect::<Vec<Value>>(),
        });
        if !proofs.unproven.is_empty() {
            let open = proofs.unproven.iter();
            let open = open.map(|(pair, why)| json!({ "pair": ids(pair), "why": why.describe(h) }));
            line["not_certified"] = open.collect();
        }
        line
    }

    fn write(&mut self, line: &Value) -> Result<()> {
        let written = self.file.write_all(format!("{line}\n").as_bytes());
        written.map_err(|e| failed(&self.path, &e))
    }
}

/// Returns what the header says of a part.
fn outline(part: &Outline) -> Value {
    match part {
        Outline::Hull(hull) => {
            let beads: Vec<Value> = hull.beads.iter().map(row).collect();
            json!({ "hull": beads })
        }
        Outline::HalfSpace { normal, offset } => {
            json!({ "half_space": [normal.x, normal.y, normal.z, *offset] })
        }
    }
}

/// Returns the numbers of a bead: point, radius and, where there is one, the matrix of the ellipsoid row by row.
fn row(bead: &Bead) -> Value {
    let [x, y, z] = bead.at.into();
    let mut numbers = vec![x, y, z, bead.radius];
    if let Some(oval) = bead.oval {
        numbers.extend(oval.transpose().iter());
    }
    json!(numbers)
}

/// Returns the poses of all bodies.
fn poses(state: &State) -> Vec<[f64; 8]> {
    state.bodies.iter().map(pose).collect()
}

/// Returns the pose of a body and the size of its angular velocity.
fn pose(body: &BodyState) -> [f64; 8] {
    let [x, y, z, w, i, j, k, ..] = body.numbers();
    [x, y, z, w, i, j, k, body.angular_velocity.norm()]
}

/// Returns the pairs of bodies that do not touch each other although one of them moves: those that are excluded, and those of prescribed bodies with
/// each other and with fixed ones.
fn filtered(model: &Model) -> Vec<[usize; 2]> {
    let count = model.bodies.len();
    let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b]));
    let moving = |i: usize| model.bodies[i].motion != Motion::Fixed;
    pairs
        .filter(|&[a, b]| (moving(a) || moving(b)) && !model.may_touch(a, b))
        .collect()
}

fn failed(path: &Path, error: &std::io::Error) -> Error {
    Error::file(
        path.display().to_string(),
        format!("cannot write the certificate: {error}"),
        "check the folder and the space left on the disk",
    )
}
