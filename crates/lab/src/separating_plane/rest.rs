//! The distance at which a body rests under the separating plane, from the balance of forces alone.
//!
//! ```text
//! (1 - t)^3 (5 - t) / t^6 |n| = W / (w k)                   every point of a hull with k of them, t its argument in supports
//! |P'((1 - |n|) / s)| = s sum over all points |P'| t / |n|   the length of the normal of a plane between two hulls
//! gap = s (t_A + t_B) / |n|, or s t on a half-space
//! ```
//!
//! Nothing here comes from the library.

/// Halvings of a bracket.
const HALVINGS: usize = 200;
/// Rounds in which the length of the normal is found: each is closer by a factor of the order of the support.
const ROUNDS: usize = 60;
/// The longest support of the barrier of |n|, which is a number.
const LONGEST: f64 = 0.3;

/// Two bodies of which one rests on the other, with the same force at all points of a hull.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rest {
    /// Points that carry: of the upper hull, and of the lower one (0 of a half-space, which has none).
    pub points: [usize; 2],
    /// The load over `barrier_weight`, in 9.81 m_ab.
    pub load: f64,
    /// The support, in units of length.
    pub support: f64,
}

impl Rest {
    /// Returns the distance of the bodies in units of length.
    pub fn gap(&self) -> f64 {
        let [upper, lower] = self.points.map(|count| self.load / count as f64);
        if self.points[1] == 0 {
            return self.support * depth(upper);
        }
        let number = self.support.min(LONGEST);
        let mut length = 1.0 - self.support;
        let mut sum = 0.0;
        for _ in 0..ROUNDS {
            let [a, b] = [upper, lower].map(|share| depth(share / length));
            sum = a + b;
            length = 1.0 - number * depth(number * self.load * sum / (length * length));
        }
        self.support * sum / length
    }

    /// Returns how far points are inside the support at a distance, in supports, if |n| is 1 - s (SDRS eq. 18).
    pub fn inside(&self, gap: f64) -> f64 {
        match self.points[1] {
            0 => 1.0 - gap / self.support,
            _ => 1.0 - gap * (1.0 - self.support) / (2.0 * self.support),
        }
    }

    /// Returns how far points are inside the support by SDRS eq. 19, in supports: the leading order of a small load.
    pub fn inside_as_published(&self) -> f64 {
        (self.load / self.points[0] as f64 / 4.0).cbrt()
    }
}

/// Returns the argument, in supports, at which a barrier pushes with a force.
fn depth(force: f64) -> f64 {
    let (mut low, mut high) = (1e-6, 1.0);
    for _ in 0..HALVINGS {
        let t: f64 = 0.5 * (low + high);
        let pushes = (1.0 - t).powi(3) * (5.0 - t) / t.powi(6);
        match pushes > force {
            true => low = t,
            false => high = t,
        }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A mass of 1 kg on four corners, a support of 1 mm and a barrier of 1 J rest 1.985 supports above a box.
    #[test]
    fn the_published_figures_give_the_distance_of_the_prototype() {
        let rest = Rest {
            points: [4, 4],
            load: 9.81 * 1e-6,
            support: 1e-3,
        };
        assert!((rest.gap() / 1.985e-3 - 1.0).abs() < 5e-4, "{}", rest.gap());
        let (found, published) = (rest.inside(rest.gap()), rest.inside_as_published());
        assert!((found / published - 1.0).abs() < 0.05);
    }
}
