//! The pass lines of the drops.

use super::tier::{Part, Tier};
use crate::Method;
use serde::Serialize;

/// Drops in the plane that may fail with the paper's own rows, of 3,600.
const PAPER_FAILURES: f64 = 4.0 / 3600.0;
/// Mean iterations in the plane at rho 1e-6: Hz, and at most so many.
const ITERATIONS: [(u32, f64); 2] = [(10, 10.8), (100, 12.6)];
/// Part of the steps in space that may be solved in two halves.
const HALVES: f64 = 1e-4;
/// Part of the steps in space that the first attempt may not solve, below 30 Hz and from there on.
const BASE: [f64; 2] = [4e-3, 2e-5];

/// One thing that must hold.
#[derive(Debug, Clone, Serialize)]
pub struct Line {
    /// What.
    pub what: String,
    /// Found.
    pub value: f64,
    /// At most.
    pub limit: f64,
}

impl Line {
    /// A number of cases of at most `part` of all `of`, rounded up: a small sample may have the one
    /// case that a large one has too.
    fn count(what: String, found: usize, part: f64, of: usize) -> Self {
        Self {
            what: format!("{what} (of {of})"),
            value: found as f64,
            limit: (part * of as f64).ceil(),
        }
    }

    /// Whether it holds.
    pub fn met(&self) -> bool {
        self.value <= self.limit
    }

    /// In words.
    pub fn figures(&self) -> String {
        let (what, value, limit) = (&self.what, self.value, self.limit);
        match value.fract() == 0.0 && limit.fract() == 0.0 {
            true => format!("{what}: {value}, at most {limit}"),
            false => format!("{what}: {value:.2}, at most {limit}"),
        }
    }

    /// Returns the verdict and the figures of the line.
    pub fn text(&self) -> String {
        let verdict = if self.met() { "met" } else { "missed" };
        format!("{verdict}: {}", self.figures())
    }
}

/// All that must hold.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub struct Lines(pub Vec<Line>);

impl Lines {
    /// The pass lines at what was found.
    pub(super) fn of(parts: &[Part]) -> Self {
        let mut out = Vec::new();
        for (tier, method) in [
            (Tier::Plane, Method::SingleLevelPaper),
            (Tier::Plane, Method::SingleLevel),
            (Tier::Space, Method::SingleLevel),
        ] {
            let mine = |part: &&Part| part.tier == tier && part.method == method.name();
            if let Some(part) = parts.iter().find(mine) {
                match tier {
                    Tier::Plane => plane(part, method, &mut out),
                    Tier::Space => space(part, &mut out),
                }
            }
        }
        Self(out)
    }
}

fn plane(part: &Part, method: Method, out: &mut Vec<Line>) {
    let allowed = match method {
        Method::SingleLevelPaper => PAPER_FAILURES,
        _ => 0.0,
    };
    let (all, name) = (&part.all, part.method);
    let what = format!("plane, {name}: failed drops");
    out.push(Line::count(what, all.failed, allowed, all.runs));
    for (hertz, limit) in ITERATIONS {
        if let Some(cell) = part.cell(hertz, 1e-6) {
            out.push(Line {
                what: format!("plane, {name}: mean iterations at {hertz} Hz, rho 1e-6"),
                value: cell.iterations,
                limit,
            });
        }
    }
}

fn space(part: &Part, out: &mut Vec<Line>) {
    let (all, name) = (&part.all, part.method);
    for (what, found, part, of) in [
        ("unsolved steps", all.unsolved, 0.0, all.steps),
        ("steps solved in halves", all.r5, HALVES, all.steps),
        (
            "first attempts failed at 10 and 17 Hz",
            part.coarse.base_failures,
            BASE[0],
            part.coarse.steps,
        ),
        (
            "first attempts failed from 30 Hz on",
            part.fine.base_failures,
            BASE[1],
            part.fine.steps,
        ),
    ] {
        out.push(Line::count(
            format!("space, {name}: {what}"),
            found,
            part,
            of,
        ));
    }
}
