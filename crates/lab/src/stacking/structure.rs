//! The structures: scenes, and what statics says of them.

use super::{Blocks, arch, cards, planks, tower};
use crate::trial::GRAVITY;
use std::fmt::Write;

/// The structure that is built.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Structure {
    /// So many blocks on top of each other.
    Tower(Blocks, u32),
    /// Two storeys of piers and lintels, and a load in the middle of the span.
    Bridge,
    /// A semicircle of nine stones; span in thousandths of the widest with which it stands.
    Arch(u32),
    /// Twenty planks over an edge; thousandths of the harmonic limit.
    Overhang(u32),
    /// A house of cards with so many storeys; friction in hundredths.
    House(u32, u32),
}

/// The verdict of statics on a structure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Expectation {
    /// It stands, and could do so with a load path moved by this length, m (0: not used).
    Stands {
        /// Distance of the load path from where it no longer fits, m.
        reserve: f64,
    },
    /// It falls: the centre of this body comes down by at least this length, m.
    Falls {
        /// Name of the body.
        body: &'static str,
        /// m.
        by: f64,
    },
}

/// The figures of a structure that the pass line needs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Law {
    /// Unit of length of the scene, m.
    pub length: f64,
    /// Relaxation of the scene.
    pub rho: f64,
    /// Contacts on top of each other.
    pub layers: u32,
    /// Largest ratio of tangential to normal force in a contact that sticks.
    pub slope: f64,
    /// Coefficient of friction.
    pub friction: f64,
}

impl Structure {
    /// All structures of the study.
    pub fn all() -> Vec<Structure> {
        let mut out = Vec::new();
        for blocks in Blocks::ALL {
            out.extend([2, 4, 10, 20].map(|count| Structure::Tower(blocks, count)));
        }
        out.push(Structure::Bridge);
        out.extend([667, 975, 1025].map(Structure::Arch));
        out.extend([999, 1002].map(Structure::Overhang));
        out.extend([1, 2, 3].map(|storeys| Structure::House(storeys, 50)));
        out.push(Structure::House(2, 5));
        out
    }

    /// Whether it belongs to the reduced study.
    pub(super) fn is_quick(self) -> bool {
        match self {
            Structure::Tower(_, count) => count == 10,
            Structure::House(storeys, _) => storeys == 2,
            _ => true,
        }
    }

    /// Whether the reduced study runs it at this step length (s). Where free fall in a step is a good part of a card's
    /// height, steps have solutions besides the standing one; the whole study shows what becomes of it.
    pub(super) fn holds_at(self, time_step: f64) -> bool {
        !matches!(self, Structure::House(..)) || time_step < 0.015
    }

    /// Simulated time where others are given `usual`, s: what falls is over soon, the planks tip slowly.
    pub(super) fn seconds(self, usual: f64) -> f64 {
        match self {
            Structure::Overhang(1001..) => 10.0,
            _ => match self.expects() {
                Expectation::Stands { .. } => usual,
                Expectation::Falls { .. } => usual.min(4.0),
            },
        }
    }

    /// Name, also of its file: lower case, hyphens.
    pub fn name(self) -> String {
        match self {
            Structure::Tower(blocks, count) => format!("tower-{}-{count}", blocks.name()),
            Structure::Bridge => "bridge".into(),
            Structure::Arch(span) => format!("arch-{span}"),
            Structure::Overhang(part) => format!("overhang-{part}"),
            Structure::House(storeys, friction) => format!("house-{storeys}-friction-{friction}"),
        }
    }

    /// Returns the verdict of statics on the structure.
    pub fn expects(self) -> Expectation {
        match self {
            Structure::Tower(..) | Structure::Bridge => Expectation::Stands { reserve: 0.0 },
            Structure::Arch(span) => arch::expects(span),
            Structure::Overhang(part) => planks::expects(part),
            Structure::House(_, friction) => cards::expects(friction),
        }
    }

    pub(super) fn law(self) -> Law {
        match self {
            Structure::Tower(_, count) => tower::law(count),
            Structure::Bridge => tower::law(tower::STOREYS),
            Structure::Arch(span) => arch::law(span),
            Structure::Overhang(_) => planks::law(),
            Structure::House(storeys, friction) => cards::law(storeys, friction),
        }
    }

    /// How far a point of what stands may ever be from where it started, m, in `seconds` of steps of
    /// `time_step` (s). Three times what the relaxation opens the contacts (a load that is put on suddenly moves
    /// them by twice of that, and a tilt adds to it): rho L (T / (k h) + 2) where k bodies are carried; the law of
    /// creep of every contact; the tolerance of the rows, 1e-8 V; a tenth of the reserve.
    pub fn allowed(self, time_step: f64, seconds: f64) -> f64 {
        let Expectation::Stands { reserve } = self.expects() else {
            return f64::INFINITY;
        };
        let law = self.law();
        let time = (law.length / GRAVITY).sqrt();
        let layers = f64::from(law.layers);
        let opening = (1..=law.layers).map(|k| time / (f64::from(k) * time_step) + 2.0);
        let settling = 3.0 * law.rho * law.length * opening.sum::<f64>();
        let cosine = 1.0 / law.slope.hypot(1.0);
        let holding = law.friction * law.friction - law.slope * law.slope;
        let creep = law.rho * law.length / time_step * law.slope / (cosine * holding);
        let tolerance = 1e-8 * law.length / time;
        settling + seconds * layers * (creep + tolerance) + 0.1 * reserve
    }

    /// The scene file; steps of 0.01 s for 4 s unless the command line says otherwise.
    pub fn scene(self) -> String {
        let law = self.law();
        let (what, bodies) = match self {
            Structure::Tower(blocks, count) => tower::tower(blocks, count),
            Structure::Bridge => tower::bridge(),
            Structure::Arch(span) => arch::scene(span),
            Structure::Overhang(part) => planks::scene(part),
            Structure::House(storeys, _) => cards::scene(storeys),
        };
        let look = match self.expects() {
            Expectation::Stands { .. } => "it stands".to_string(),
            Expectation::Falls { body, by } => format!("{body} comes down by {by} m and more"),
        };
        format!(
            "# {what}\n#\n# Made by: drystone study stacking --out DIR\n# Look for: {look}.\n\n\
             [simulation]\ntime_step = 0.01\nduration = {:?}\nrelaxation = {:e}\nlength = {:?}\n\n\
             [material.default]\nfriction = {:?}\n\n{bodies}",
            self.seconds(4.0),
            law.rho,
            law.length,
            law.friction,
        )
    }
}

/// The floor z = 0.
pub(super) fn ground() -> String {
    let mut text = String::from("[shape.ground.halfspace]\nnormal = [0, 0, 1]\n");
    body(&mut text, "ground", "ground", [0.0; 3], "fixed = true\n");
    text
}

/// Adds a `[[body]]` at `position` (m) with further keys.
pub(super) fn body(text: &mut String, name: &str, shape: &str, position: [f64; 3], more: &str) {
    write!(
        text,
        "\n[[body]]\nname = \"{name}\"\nshape = \"{shape}\"\nposition = {position:?}\n{more}"
    )
    .expect("writing to a string");
}

/// The key of an attitude: turned by `angle` (rad) about an axis, 1 is y and 2 is z.
pub(super) fn turned(axis: usize, angle: f64) -> String {
    let mut quat = [(0.5 * angle).cos(), 0.0, 0.0, 0.0];
    quat[1 + axis] = (0.5 * angle).sin();
    format!("quat_wxyz = {quat:?}\n")
}
