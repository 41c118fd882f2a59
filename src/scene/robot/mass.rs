//! Masses and inertias of the bodies of a robot: checked, and mended where the scene asks for it.

use super::description::{Description, Inertial};
use super::notes::Notes;
use super::tree::Tree;
use crate::math::{Mat3, Vec3};
use crate::world::check_inertia;

/// The radius of a ball that stands for a body without size, m.
const BALL: f64 = 0.01;
/// The mass of a body without mass and shapes, kg.
const LIGHT: f64 = 1e-3;
/// The share of the largest principal moment that every moment has at least, where an inertia is mended.
const LEAST: f64 = 1e-3;

/// The least radius of gyration, m: what is less is a placeholder, and no step can follow its turn.
const THINNEST: f64 = 1e-5;

/// A mistake of a mass.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Fault {
    /// There is none.
    Massless,
    /// No body can have the inertia, for this reason.
    Inertia(String),
}

/// Returns what is wrong with the mass of a body that moves.
pub(super) fn fault(inertial: Option<&Inertial>) -> Option<Fault> {
    match inertial {
        Some(own) if own.mass > 0.0 => {
            if let Err(e) = check_inertia(&own.inertia) {
                return Some(Fault::Inertia(e.why));
            }
            let least = own.inertia.symmetric_eigenvalues().min();
            let radius = (least / own.mass).sqrt();
            (radius < THINNEST).then(|| {
                let why = format!(
                    "{least:.1e} kg m^2 of {} kg is a radius of {radius:.1e} m",
                    own.mass
                );
                Fault::Inertia(why)
            })
        }
        _ => Some(Fault::Massless),
    }
}

/// Says which links have an inertia that no body can have, and are welded to others, so that only the sum counts.
pub(super) fn note_welded(robot: &Description, tree: &Tree, notes: &mut Notes) {
    for (i, (link, place)) in robot.links.iter().zip(&tree.places).enumerate() {
        let (Some((body, _)), Some(own)) = (place, &link.inertial) else {
            continue;
        };
        let of_body = tree
            .places
            .iter()
            .flatten()
            .filter(|(other, _)| other == body);
        if of_body.count() < 2 || own.inertia == Mat3::zeros() {
            continue;
        }
        if let Some(Fault::Inertia(why)) = fault(Some(own)) {
            let whole = &robot.links[tree.bodies[*body].link].name;
            let as_part = match tree.bodies[*body].link == i {
                true => "the links that are welded to it are added".to_string(),
                false => format!("it is added to {whole}"),
            };
            let words = format!(
                "{}: no body has such an inertia: {why}; {as_part}",
                link.name
            );
            notes.say(link.place, words);
        }
    }
}

/// Returns the mass of a light ball at the origin.
pub(super) fn light_ball() -> Inertial {
    Inertial {
        mass: LIGHT,
        centre: Vec3::zeros(),
        inertia: Mat3::identity() * (0.4 * LIGHT * BALL * BALL),
    }
}

/// Returns a mass whose inertia a body can have: its principal axes are kept, the moments are raised.
pub(super) fn mended(own: &Inertial) -> Inertial {
    let eigen = own.inertia.symmetric_eigen();
    let largest = eigen.eigenvalues.max();
    let least = (LEAST * largest).max(0.4 * own.mass * BALL * BALL);
    let mut moments = eigen.eigenvalues.map(|x| x.max(least));
    let (i, top) = moments.argmax();
    let missing = top - (moments.sum() - top);
    if missing > 0.0 {
        // A little more than the half, so that rounding does not bring the fault back.
        let each = 0.5 * missing + 1e-6 * top;
        (0..3).filter(|k| *k != i).for_each(|k| moments[k] += each);
    }
    let axes = eigen.eigenvectors;
    let inertia = axes * Mat3::from_diagonal(&moments) * axes.transpose();
    Inertial {
        inertia: (inertia + inertia.transpose()) * 0.5,
        ..*own
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mended_inertia_is_one_of_a_body() {
        let cases = [
            Vec3::new(0.0, 0.0, 0.0),
            Vec3::new(1.0, 1.0, 3.0),
            Vec3::new(-1.0, 2.0, 2.0),
            Vec3::new(1e-9, 1e-9, 1e-3),
        ];
        for moments in cases {
            let own = Inertial {
                mass: 2.0,
                centre: Vec3::zeros(),
                inertia: Mat3::from_diagonal(&moments),
            };
            assert!(fault(Some(&own)).is_some(), "{moments:?} is accepted");
            assert_eq!(fault(Some(&mended(&own))), None, "{moments:?}");
        }
        assert_eq!(fault(Some(&light_ball())), None);
    }
}
