//! `<inertial>`: mass, centre of mass, inertia about it in the axes of its origin.

use crate::error::Result;
use crate::math::Mat3;
use crate::scene::robot::description::Inertial;
use crate::scene::robot::xml::Element;

/// Returns the mass of a link, if it has one.
pub(super) fn read(link: Element<'_>) -> Result<Option<Inertial>> {
    let Some(element) = link.one("inertial")? else {
        return Ok(None);
    };
    let (centre, turn) = super::origin(element)?;
    let mass_element = element.required("mass")?;
    let mass = mass_element.required_number("value")?;
    if mass < 0.0 {
        let why = format!("a mass of {mass} kg");
        return Err(mass_element.error("value", why, "give a mass in kg that is not negative"));
    }
    let mut inertia = Mat3::zeros();
    if let Some(entries) = element.one("inertia")? {
        let keys = [
            ("ixx", 0, 0),
            ("ixy", 0, 1),
            ("ixz", 0, 2),
            ("iyy", 1, 1),
            ("iyz", 1, 2),
            ("izz", 2, 2),
        ];
        for (key, i, j) in keys {
            let moment = match i == j {
                true => entries.required_number(key)?,
                false => entries.number(key)?.unwrap_or(0.0),
            };
            (inertia[(i, j)], inertia[(j, i)]) = (moment, moment);
        }
    }
    let turn = turn.to_rotation_matrix().into_inner();
    Ok(Some(Inertial {
        mass,
        centre,
        inertia: turn * inertia * turn.transpose(),
    }))
}
