//! The chain through density: shape or mass, mass properties, next state. A block of its own.

use super::columns::Wrt;
use super::matrix::Block;
use crate::error::Result;
use crate::world::{Body, MassSpec, Model, Parameter, ParameterKind};
use std::collections::{BTreeMap, HashMap};

/// How mass properties and part positions follow the parameters of a derivative.
#[derive(Debug, Default)]
pub struct DensityChain {
    /// Parameters through which the chain goes, to be differentiated as well.
    pub through: Vec<Parameter>,
    place_of: HashMap<ParameterKind, usize>,
    /// For every one of `through`, the parameters that it follows: (column, rate).
    entries: Vec<Vec<(usize, f64)>>,
}

const INERTIA: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];

impl DensityChain {
    /// Returns the chain of the shape parameters of `wrt`; empty when it is not asked for.
    pub fn new(model: &Model, wrt: &Wrt) -> Result<Self> {
        let mut out = Self::default();
        if !wrt.density {
            return Ok(out);
        }
        for (column, parameter) in wrt.parameters.iter().enumerate() {
            if let ParameterKind::Mass(body) = parameter.kind {
                out.add_inertia(&model.bodies[body], body, column);
            }
            let Some(body) = parameter.kind.shaped_body() else {
                continue;
            };
            let Some(rates) = model.mass_rates(parameter)? else {
                continue;
            };
            out.add(ParameterKind::Mass(body), column, rates.mass);
            for (i, j) in INERTIA {
                out.add(
                    ParameterKind::Inertia(body, i, j),
                    column,
                    rates.inertia[(i, j)],
                );
            }
            // Parts are placed from the centre of mass: they go back as it goes ahead.
            for (part, placed) in model.bodies[body].parts.iter().enumerate() {
                let own = placed.placed.shape.parameter_count();
                for k in 0..3 {
                    let index = own + k;
                    let kind = ParameterKind::Shape { body, part, index };
                    out.add(kind, column, -rates.centre[k]);
                }
            }
        }
        Ok(out)
    }

    /// An inertia that came from the shape is in proportion to the mass.
    fn add_inertia(&mut self, body: &Body, index: usize, column: usize) {
        if matches!(body.mass_spec, MassSpec::Density(_) | MassSpec::Mass(_)) {
            for (i, j) in INERTIA {
                let rate = body.inertia[(i, j)] / body.mass;
                self.add(ParameterKind::Inertia(index, i, j), column, rate);
            }
        }
    }

    fn add(&mut self, kind: ParameterKind, column: usize, rate: f64) {
        if rate == 0.0 {
            return;
        }
        let place = *self.place_of.entry(kind).or_insert_with(|| {
            self.through.push(Parameter {
                name: String::new(),
                unit: "",
                value: 0.0,
                kind,
            });
            self.entries.push(Vec::new());
            self.through.len() - 1
        });
        self.entries[place].push((column, rate));
    }

    /// Returns the density part of a pullback, from its numbers for `through`.
    pub fn pulled(&self, through: &[f64], parameters: usize) -> Vec<f64> {
        let mut out = vec![0.0; parameters];
        for (entries, value) in self.entries.iter().zip(through) {
            for &(column, rate) in entries {
                out[column] += rate * value;
            }
        }
        out
    }

    /// Returns the block, as one per block of a derivative whose columns from `first` on are those with
    /// respect to `through`.
    pub fn blocks(&self, of: &[Block], first: usize) -> Vec<Block> {
        if self.through.is_empty() {
            return Vec::new();
        }
        let all = of.iter().map(|block| self.block(block, first));
        all.filter(|block| !block.columns.is_empty()).collect()
    }

    fn block(&self, of: &Block, first: usize) -> Block {
        let mut terms: BTreeMap<usize, Vec<(usize, f64)>> = BTreeMap::new();
        for (j, column) in of.columns.iter().enumerate() {
            let entries = column.checked_sub(first).map(|place| &self.entries[place]);
            for &(parameter, rate) in entries.into_iter().flatten() {
                terms.entry(parameter).or_default().push((j, rate));
            }
        }
        let sums: Vec<&Vec<(usize, f64)>> = terms.values().collect();
        let rows = of.rows.iter().copied();
        Block::new(rows, terms.keys().copied(), |i, k| {
            sums[k].iter().map(|(j, rate)| rate * of.value(i, *j)).sum()
        })
    }
}
