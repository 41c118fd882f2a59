//! How variables change along a gradient.

use super::variable::Variable;
use drystone::scene::DesignMethod;

/// Decay of the mean of the gradient in Adam,
const MEAN: f64 = 0.9;
/// and of that of its square.
const SQUARE: f64 = 0.999;

/// A way to descend, with what it remembers.
pub struct Descent {
    method: DesignMethod,
    means: Vec<f64>,
    squares: Vec<f64>,
    count: i32,
}

impl Descent {
    /// Returns the way that a design asks for, which has no memory yet.
    pub fn new(method: DesignMethod, count: usize) -> Self {
        Self {
            method,
            means: vec![0.0; count],
            squares: vec![0.0; count],
            count: 0,
        }
    }

    /// Returns the variables after one change, within their bounds; `part` is that of their rates.
    pub fn change(
        &mut self,
        variables: &[Variable],
        x: &[f64],
        gradient: &[f64],
        part: f64,
    ) -> Vec<f64> {
        let directions = match self.method {
            DesignMethod::Adam => self.adam(gradient),
            DesignMethod::NormalizedDescent => normalized(variables, gradient),
        };
        let all = variables.iter().zip(x).zip(directions);
        all.map(|((variable, x), direction)| variable.bounded(x - part * variable.rate * direction))
            .collect()
    }

    fn adam(&mut self, gradient: &[f64]) -> Vec<f64> {
        self.count += 1;
        let [mean_share, square_share] = [MEAN, SQUARE].map(|decay| 1.0 - decay.powi(self.count));
        let memory = self.means.iter_mut().zip(&mut self.squares);
        let all = memory.zip(gradient);
        all.map(|((mean, square), slope)| {
            *mean += (1.0 - MEAN) * (slope - *mean);
            *square += (1.0 - SQUARE) * (slope * slope - *square);
            match *square > 0.0 {
                true => (*mean / mean_share) / (*square / square_share).sqrt(),
                false => 0.0,
            }
        })
        .collect()
    }
}

/// Returns the gradient over its norm, each entry of the file by itself.
fn normalized(variables: &[Variable], gradient: &[f64]) -> Vec<f64> {
    let norm = |entry: usize| {
        let own = variables.iter().zip(gradient);
        let own = own.filter(|(variable, _)| variable.entry == entry);
        own.map(|(_, slope)| slope * slope).sum::<f64>().sqrt()
    };
    let all = variables.iter().zip(gradient);
    all.map(|(variable, slope)| match norm(variable.entry) {
        0.0 => 0.0,
        norm => slope / norm,
    })
    .collect()
}
