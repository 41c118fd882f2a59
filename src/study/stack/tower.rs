//! One tower: how it is built and run.

use crate::study::Method;
use std::fmt::Write;

/// What stands on what.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Blocks {
    /// Two squares of half-size 0.25 m in a plane, the lower one moved aside by 0.02 m times this
    /// number, as published.
    Squares(u32),
    /// So many equal cubes of half-size 0.1 m in space, every second one moved aside by a tenth of
    /// that in both directions.
    Cubes(u32),
}

/// One tower at rest, simulated for [`DURATION`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tower {
    /// What stands on what.
    pub blocks: Blocks,
    /// Who solves the steps.
    pub method: Method,
    /// Steps per second.
    pub rate: u32,
    /// Relaxation.
    pub rho: f64,
}

/// Simulated time, s.
pub const DURATION: f64 = 1.0;

impl Tower {
    /// Unique name.
    pub fn name(&self) -> String {
        let blocks = match self.blocks {
            Blocks::Squares(offset) => format!("squares {:.2} m aside", aside(offset)),
            Blocks::Cubes(count) => format!("{count} cubes"),
        };
        let (method, rate, rho) = (self.method.name(), self.rate, self.rho);
        format!("{blocks}, {method}, {rate} Hz, rho {rho:e}")
    }

    /// Half-size of a block, m.
    pub fn half_size(&self) -> f64 {
        match self.blocks {
            Blocks::Squares(_) => 0.25,
            Blocks::Cubes(_) => 0.1,
        }
    }

    /// What the blocks are called in tables.
    pub fn kind(&self) -> &'static str {
        match self.blocks {
            Blocks::Squares(_) => "squares",
            Blocks::Cubes(_) => "cubes",
        }
    }

    /// How far a point of a block may ever be from its start for the tower to be stable, m: 1 % of
    /// the half-size L, and three times the height by which the relaxation lifts the top block. The
    /// contact that carries k of the blocks hovers by rho L / (k h sqrt(g / L)); a load that is put
    /// on a spring suddenly, as here, moves it by twice as much as it does in the end.
    pub fn allowed(&self) -> f64 {
        let size = self.half_size();
        let hover = self.rho * size * f64::from(self.rate) / (9.81 / size).sqrt();
        let carried = (1..=self.count()).map(|k| 1.0 / f64::from(k));
        0.01 * size + 3.0 * hover * carried.sum::<f64>()
    }

    /// Number of blocks.
    pub fn count(&self) -> u32 {
        match self.blocks {
            Blocks::Squares(_) => 2,
            Blocks::Cubes(count) => count,
        }
    }

    /// The scene file. All start at rest as the solver means it (`start = "node"`).
    pub fn scene(&self) -> String {
        let size = self.half_size();
        let mut text = format!(
            "[simulation]\nstart = \"node\"\ntime_step = {:?}\nduration = {DURATION:?}\n\
             relaxation = {:e}\n{}",
            1.0 / f64::from(self.rate),
            self.rho,
            self.method.settings(),
        );
        let inertia = match self.blocks {
            Blocks::Squares(_) => {
                text += "planar = \"xz\"\n";
                "inertia = [0.2, 0.2, 0.2]\n"
            }
            Blocks::Cubes(_) => "",
        };
        text += "\n[material.default]\nfriction = 0.5\n\n[shape.ground.halfspace]\nnormal = [0, 0, 1]\n\n\
                 [[body]]\nname = \"ground\"\nfixed = true\nshape = \"ground\"\n\n";
        write!(
            text,
            "[shape.block.box]\nhalf_extents = [{size:?}, {size:?}, {size:?}]\n"
        )
        .expect("writing to a string");
        for i in 0..self.count() {
            let (x, y) = match self.blocks {
                Blocks::Squares(offset) if i == 0 => (aside(offset), 0.0),
                Blocks::Cubes(_) if i % 2 == 1 => (0.1 * size, 0.1 * size),
                _ => (0.0, 0.0),
            };
            let z = size * f64::from(2 * i + 1);
            write!(
                text,
                "\n[[body]]\nname = \"block{}\"\nshape = \"block\"\nmass = 1\n{inertia}position = [{x:?}, {y:?}, {z:?}]\n",
                i + 1
            )
            .expect("writing to a string");
        }
        text
    }
}

/// How far the lower square is moved aside, m.
fn aside(offset: u32) -> f64 {
    0.02 * f64::from(offset)
}
