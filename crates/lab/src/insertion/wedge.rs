//! When is a peg wedged? Two points suffice (Whitney, *Quasi-static assembly of compliantly supported rigid parts*, 1982):
//! when the line between two contact points lies in the friction cones of both, forces along it hold each
//! other, however large, and no push along the peg frees it.

use drystone::step::Contact;

/// Contacts that carry less than this part of the largest normal impulse do not count.
const LOADED: f64 = 1e-6;

/// Whether two of the contacts of the peg, with these friction coefficients, hold each other. Normals point into the
/// peg or out of it, all alike.
pub fn is_wedged(contacts: &[Contact], friction: f64) -> bool {
    let largest = contacts.iter().map(|c| c.normal_impulse);
    let least = LOADED * largest.fold(0.0, f64::max);
    let loaded: Vec<&Contact> = contacts
        .iter()
        .filter(|c| c.normal_impulse > least)
        .collect();
    let cosine = 1.0 / friction.hypot(1.0);
    let holds = |a: &Contact, b: &Contact| {
        let line = (b.point - a.point).try_normalize(0.0);
        line.is_some_and(|line| {
            // towards each other or, were the normals outward, away from each other
            let [one, other] = [line.dot(&a.normal), -line.dot(&b.normal)];
            one.min(other) >= cosine || one.max(other) <= -cosine
        })
    };
    let mut all = loaded.iter().enumerate();
    all.any(|(i, a)| loaded[..i].iter().any(|b| holds(a, b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use drystone::math::Vec3;
    use drystone::step::PartId;

    /// A point on the wall x = side 0.015, at this height (m).
    fn contact(side: f64, height: f64) -> Contact {
        let id = PartId { body: 0, part: 0 };
        Contact {
            first: id,
            second: PartId { body: 1, part: 0 },
            point: Vec3::new(0.015 * side, 0.0, height),
            normal: Vec3::new(-side, 0.0, 0.0),
            gap: 0.0,
            impulse: Vec3::zeros(),
            normal_impulse: 1.0,
            torsional_impulse: 0.0,
            patch_radius: 0.0,
            patch: [Vec3::zeros(); 2],
            slip_velocity: Vec3::zeros(),
            sticking: true,
        }
    }

    /// Whitney: wedged when the depth between the points is less than mu times the width, here 0.5 x 30 mm.
    #[test]
    fn a_peg_wedges_until_it_is_deeper_than_mu_times_its_width() {
        let pair = |depth: f64| [contact(1.0, 0.0), contact(-1.0, depth)];
        assert!(is_wedged(&pair(0.0149), 0.5) && !is_wedged(&pair(0.0151), 0.5));
        assert!(is_wedged(&pair(0.0), 0.0));
        let one_side = [contact(1.0, 0.0), contact(1.0, 0.01)];
        assert!(!is_wedged(&one_side, 0.5));
    }
}
