//! One tower: how it is built and run.

use crate::Method;
use crate::trial::{GRAVITY, published_length};
use std::fmt::Write;

/// The blocks of a tower.
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
    /// The blocks of the tower.
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

    /// Unit of length, m.
    fn length(&self) -> f64 {
        match self.blocks {
            Blocks::Squares(_) => published_length(),
            Blocks::Cubes(_) => self.half_size(),
        }
    }

    /// Returns the name of the blocks in tables.
    pub fn kind(&self) -> &'static str {
        match self.blocks {
            Blocks::Squares(_) => "squares",
            Blocks::Cubes(_) => "cubes",
        }
    }

    /// How far a point of a block may ever be from its start for the tower to be stable, m: 1 % of
    /// its half-size, and three times what the relaxation moves the top block. The contact that
    /// carries k of the blocks hovers by about rho L (1 / (k h sqrt(g / L)) - 2), L the unit of
    /// length; a load that is put on a spring suddenly, as here, moves it by twice as much as it
    /// does in the end, and a tilt adds to it.
    pub fn allowed(&self) -> f64 {
        let (length, rate) = (self.length(), f64::from(self.rate));
        let one = rate / (GRAVITY / length).sqrt();
        let hover = (1..=self.count()).map(|k| one / f64::from(k) + 2.0);
        0.01 * self.half_size() + 3.0 * self.rho * length * hover.sum::<f64>()
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
             relaxation = {:e}\nlength = {:?}\n{}",
            1.0 / f64::from(self.rate),
            self.rho,
            self.length(),
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
