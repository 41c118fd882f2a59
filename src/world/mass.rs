//! Mass, centre of mass and inertia of a moving body, checked.

use crate::error::{Error, Result, finite, positive};
use crate::math::{Mat3, Vec3};
use crate::shape::{MassProperties, Placed, Solid};

/// How the mass of a body is given.
#[derive(Debug, Clone, PartialEq)]
pub enum MassSpec {
    /// The density is given, kg/m^3, and the rest follows from the shape.
    Density(f64),
    /// The mass is given, kg; centre and inertia follow from the shape at uniform density.
    Mass(f64),
    /// Mass, kg, centre of mass in the shape frame, m, and inertia about it, kg m^2, are given.
    Full(f64, Vec3, Mat3),
    /// Mass, kg, and inertia about the centre of mass, kg m^2, are given; the centre follows from the shape.
    Inertia(f64, Mat3),
}

/// Returns the mass, centre and inertia of a moving body made of `parts`, whose mass is `on_corners` as published (SDRS).
pub(super) fn mass_of<'a, I: Iterator<Item = (&'a Placed, Option<&'a Solid>)>>(
    spec: &MassSpec,
    on_corners: bool,
    parts: impl Fn() -> I,
) -> Result<(f64, Vec3, Mat3)> {
    let fix_mass = "give a positive mass or mark the body fixed";
    let from_shape = || -> Result<MassProperties> {
        let total = union(parts(), on_corners);
        total.ok_or_else(|| {
            Error::value(
                "shape",
                "a moving body needs a bounded shape to find its mass from",
                "give it a shape, or mass, centre_of_mass and inertia",
            )
        })
    };
    match spec {
        MassSpec::Density(density) => {
            positive("density", *density, "give a positive density in kg/m^3")?;
            let m = from_shape()?;
            Ok((m.volume * density, m.centre, m.inertia * *density))
        }
        MassSpec::Mass(mass) => {
            positive("mass", *mass, fix_mass)?;
            let m = from_shape()?;
            Ok((*mass, m.centre, m.inertia * (mass / m.volume)))
        }
        MassSpec::Inertia(mass, inertia) => {
            positive("mass", *mass, fix_mass)?;
            check_inertia(inertia)?;
            Ok((*mass, from_shape()?.centre, *inertia))
        }
        MassSpec::Full(mass, centre, inertia) => {
            positive("mass", *mass, fix_mass)?;
            finite("centre_of_mass", centre.as_slice(), "give finite metres")?;
            check_inertia(inertia)?;
            Ok((*mass, *centre, *inertia))
        }
    }
}

/// Returns the mass properties of parts, each its solid if it has one, at unit density, what overlaps counted twice; `None` without parts or
/// with an unbounded one; the mass of convex parts is `on_corners` or in the solid.
pub(super) fn union<'a>(
    parts: impl Iterator<Item = (&'a Placed, Option<&'a Solid>)>,
    on_corners: bool,
) -> Option<MassProperties> {
    let mut total: Option<MassProperties> = None;
    for (part, solid) in parts {
        let own = match solid {
            Some(solid) => solid.mass_properties(),
            None if on_corners => part.shape.mass_on_corners()?,
            None => part.shape.mass_properties()?,
        };
        let own = own.placed(&part.rotation, &part.offset);
        total = Some(total.map_or(own.clone(), |total| total.plus(&own)));
    }
    total
}

/// An inertia matrix is symmetric, positive definite and satisfies the triangle inequality.
pub(crate) fn check_inertia(inertia: &Mat3) -> Result<()> {
    let bad = |why: String, fix: &str| Err(Error::value("inertia", why, fix));
    finite(
        "inertia",
        inertia.as_slice(),
        "give finite moments in kg m^2",
    )?;
    let scale = inertia.amax();
    for (i, j) in [(0, 1), (0, 2), (1, 2)] {
        let (a, b) = (inertia[(i, j)], inertia[(j, i)]);
        if (a - b).abs() > 1e-9 * scale {
            let why = format!("entry ({i},{j})={a} differs from ({j},{i})={b}");
            return bad(why, "give a symmetric matrix");
        }
    }
    let mut moments: Vec<f64> = inertia.symmetric_eigenvalues().iter().copied().collect();
    moments.sort_by(f64::total_cmp);
    if moments[0] <= 0.0 {
        let why = format!("smallest principal moment is {}", moments[0]);
        return bad(why, "principal moments must be > 0");
    }
    if moments[0] + moments[1] < moments[2] * (1.0 - 1e-9) {
        return bad(
            format!(
                "principal moments {}+{} < {}",
                moments[0], moments[1], moments[2]
            ),
            "each principal moment must not exceed the sum of the two others",
        );
    }
    Ok(())
}
