//! The order in which a step calls its constraints.
//!
//! ```text
//! predict -> start -> evaluate -> condense -> recover AFFINE and UNIT -> [recover CORRECTOR] -> combine -> advance -> evaluate ...
//! ```
//!
//! A step predicts once, and starts every attempt. A line search advances back along the direction that was combined, and a solve that
//! changes its relaxation evaluates twice; explicit integrators evaluate without a start. What a constraint says of its iterate (wrenches, centrality, rows,
//! contact points) belongs to the last evaluation, and what it says of a direction (steps, complementarity after a step) to the last one that was found.
//! Builds with debug assertions check this.

use super::part::{ByPart, DirectionPart};

/// A call of a step to a constraint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    /// Takes the setup of the step, and where the bodies are.
    Predict,
    /// Sets the unknowns to the start of an attempt, or to a saved point.
    Start,
    /// Evaluates the rows at the iterate.
    Evaluate,
    /// Says something of the iterate.
    ReadIterate,
    /// Condenses the rows to the bodies.
    Condense,
    /// Takes a part of the direction from the bodies.
    Recover(DirectionPart),
    /// Says something of the parts AFFINE and UNIT.
    ReadParts,
    /// Combines the direction, with or without the part CORRECTOR.
    Combine {
        /// Whether the direction contains the corrector.
        corrected: bool,
    },
    /// Says something of the combined direction.
    ReadDirection,
    /// Moves along the combined direction.
    Advance,
}

/// An `Order` holds the calls that a constraint has had.
#[derive(Debug, Clone, Copy, Default)]
pub struct Order {
    predicted: bool,
    evaluated: bool,
    condensed: bool,
    recovered: ByPart<bool>,
    combined: bool,
}

impl Order {
    /// Checks, in builds with debug assertions, a call that changes nothing.
    ///
    /// # Panics
    ///
    /// Panics when a call is missing that must come before.
    #[inline(always)]
    pub fn check(&self, call: Call) {
        if cfg!(debug_assertions) {
            self.require(call);
        }
    }

    /// Checks and notes a call, in builds with debug assertions.
    ///
    /// # Panics
    ///
    /// Panics when a call is missing that must come before.
    #[inline(always)]
    pub fn note(&mut self, call: Call) {
        if cfg!(debug_assertions) {
            self.require(call);
            self.add(call);
        }
    }

    fn require(&self, call: Call) {
        use DirectionPart::{Affine, Corrector, Unit};
        let parts = self.recovered[Affine] && self.recovered[Unit];
        let (ready, before) = match call {
            Call::Predict => (true, ""),
            Call::Start | Call::Evaluate => (self.predicted, "the prediction"),
            Call::ReadIterate | Call::Condense => (self.evaluated, "an evaluation of the iterate"),
            Call::Recover(Affine | Unit) => (self.condensed, "rows were condensed"),
            Call::Recover(Corrector) | Call::ReadParts | Call::Combine { corrected: false } => {
                (parts, "the parts AFFINE and UNIT were recovered")
            }
            Call::Combine { corrected: true } => (
                parts && self.recovered[Corrector],
                "all three parts were recovered",
            ),
            Call::ReadDirection | Call::Advance => (self.combined, "a direction was combined"),
        };
        assert!(ready, "{call:?} was called before {before}");
    }

    fn add(&mut self, call: Call) {
        match call {
            Call::Predict | Call::Start => {
                *self = Self {
                    predicted: true,
                    ..Self::default()
                };
            }
            Call::Evaluate => self.evaluated = true,
            Call::Condense => {
                *self = Self {
                    predicted: true,
                    evaluated: true,
                    condensed: true,
                    ..Self::default()
                };
            }
            Call::Recover(part) => self.recovered[part] = true,
            Call::Combine { .. } => self.combined = true,
            Call::Advance => self.evaluated = false,
            Call::ReadIterate | Call::ReadParts | Call::ReadDirection => {}
        }
    }
}

#[cfg(all(test, debug_assertions))]
mod tests {
    use super::*;
    use DirectionPart::{Affine, Corrector, Unit};

    const ITERATION: [Call; 7] = [
        Call::Evaluate,
        Call::Condense,
        Call::Recover(Affine),
        Call::Recover(Unit),
        Call::Recover(Corrector),
        Call::Combine { corrected: true },
        Call::Advance,
    ];

    fn is_in_order(calls: impl Iterator<Item = Call>) -> bool {
        let calls: Vec<Call> = calls.collect();
        let all = || {
            let mut order = Order::default();
            calls.iter().for_each(|&call| order.note(call));
        };
        std::panic::catch_unwind(all).is_ok()
    }

    /// The iterations of a solve with a line search are in order; they are not without a call that a later one needs.
    #[test]
    fn a_call_that_is_left_out_is_found() {
        let solve = || {
            let begin = [Call::Predict, Call::Start];
            let back = [Call::Evaluate, Call::Advance, Call::Evaluate];
            begin
                .into_iter()
                .chain(ITERATION)
                .chain(back)
                .chain(ITERATION)
        };
        assert!(is_in_order(solve()));
        let without = |k: usize| {
            let rest = solve().enumerate().filter(move |(i, _)| *i != k);
            is_in_order(rest.map(|(_, call)| call))
        };
        let needed = [0, 2, 3, 4, 5, 6, 7];
        for k in 0..solve().count() {
            if needed.contains(&k) {
                assert!(!without(k), "call {k} may be left out");
            }
        }
        assert!(!is_in_order([Call::Predict, Call::ReadIterate].into_iter()));
    }
}
