//! A scale of numbers, linear or logarithmic, with ticks at round places.

use super::short;

/// Intervals between ticks, about so many.
const TICKS: f64 = 6.0;

/// A range of numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Axis {
    /// Lower end of the numbers, or of their decimal logarithms.
    low: f64,
    high: f64,
    logarithmic: bool,
}

impl Axis {
    /// Covers the `numbers` that can be shown: finite ones, on a logarithmic axis positive ones.
    /// Ends at round places.
    pub(super) fn over(numbers: impl Iterator<Item = f64>, logarithmic: bool) -> Self {
        let number = |x: f64| if logarithmic { x.log10() } else { x };
        let shown = numbers.map(number).filter(|x| x.is_finite());
        let (mut low, mut high) = shown.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| {
            (l.min(x), h.max(x))
        });
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        let step = if logarithmic { 1.0 } else { step(high - low) };
        (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
        if low == high {
            high += step;
        }
        Self {
            low,
            high,
            logarithmic,
        }
    }

    /// Place of a number between the ends, from 0 to 1; numbers beyond an end are at that end (so
    /// is 0 on a logarithmic axis). Not a number has no place.
    pub(super) fn place(&self, x: f64) -> Option<f64> {
        let x = if self.logarithmic { x.log10() } else { x };
        let place = (x - self.low) / (self.high - self.low);
        (!place.is_nan()).then(|| place.clamp(0.0, 1.0))
    }

    /// Places and names of the ticks.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        let span = self.high - self.low;
        let step = match self.logarithmic {
            true => (span / TICKS).ceil(),
            false => step(span),
        };
        let count = (span / step + 1e-9) as usize;
        let tick = |k: usize| {
            let x = (self.low / step).round() * step + k as f64 * step;
            let x = if self.logarithmic {
                self.low + k as f64 * step
            } else {
                x
            };
            let name = match self.logarithmic {
                true => format!("1e{x:.0}"),
                false if x.abs() < 1e-9 * step => "0".into(),
                false => name(x, step),
            };
            ((x - self.low) / span, name)
        };
        (0..=count).map(tick).collect()
    }
}

/// 1, 2 or 5 times a power of ten, about a [`TICKS`]th of `span`.
fn step(span: f64) -> f64 {
    if span <= 0.0 {
        return 1.0;
    }
    let power = 10f64.powf((span / TICKS).log10().floor());
    let digit = [1.0, 2.0, 5.0]
        .into_iter()
        .find(|d| d * power * TICKS >= 0.999 * span);
    digit.unwrap_or(10.0) * power
}

/// A tick with the digits that its step needs.
fn name(x: f64, step: f64) -> String {
    let digits = -step.log10().floor();
    match digits {
        _ if x.abs() >= 1e5 => short(x),
        d if d > 3.0 => format!("{x:.1e}"),
        d => format!("{x:.0$}", d.max(0.0) as usize),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(axis: &Axis) -> Vec<String> {
        axis.ticks().into_iter().map(|(_, name)| name).collect()
    }

    #[test]
    fn ticks_are_round_and_cover_the_numbers() {
        let axis = Axis::over([0.13, 1.02].into_iter(), false);
        assert_eq!(
            names(&axis),
            ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0", "1.2"].map(|n| if n == "0.0" {
                "0"
            } else {
                n
            })
        );
        assert!((axis.place(0.6).expect("a number") - 0.5).abs() < 1e-12);
        let axis = Axis::over([3e-7, 20.0, 0.0].into_iter(), true);
        assert_eq!(names(&axis).first().map(String::as_str), Some("1e-7"));
        assert_eq!(axis.place(0.0), Some(0.0));
        assert_eq!(axis.place(f64::NAN), None);
        assert!((axis.place(1e-7).expect("a number") - 0.0).abs() < 1e-12);
    }

    #[test]
    fn one_number_or_none_has_an_axis_too() {
        for numbers in [vec![], vec![0.0], vec![5.0, 5.0], vec![f64::NAN]] {
            for logarithmic in [false, true] {
                let axis = Axis::over(numbers.iter().copied(), logarithmic);
                let ticks = axis.ticks();
                assert!((2..10).contains(&ticks.len()), "{numbers:?}: {ticks:?}");
                assert!(ticks.iter().all(|t| (0.0..=1.0 + 1e-9).contains(&t.0)));
            }
        }
    }
}
