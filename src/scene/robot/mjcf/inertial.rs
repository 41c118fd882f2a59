//! `<inertial>`, and what `<compiler>` does to masses.

use super::defaults::Item;
use super::reader::Reader;
use crate::error::Result;
use crate::math::{Mat3, Vec3};
use crate::scene::robot::description::Inertial;
use crate::scene::robot::xml::Element;

impl<'a> Reader<'a, '_> {
    /// Reads the mass of a link.
    pub(super) fn inertial(&self, element: Element<'a>) -> Result<Inertial> {
        let mass = element.required_number("mass")?;
        if mass < 0.0 {
            let why = format!("a mass of {mass} kg");
            return Err(element.error("mass", why, "give a mass in kg that is not negative"));
        }
        let (centre, turn) = self.pose(&Item::alone(element))?;
        let full = element.numbers::<6>("fullinertia")?;
        let inertia = match (full, element.numbers::<3>("diaginertia")?) {
            (Some([xx, yy, zz, xy, xz, yz]), _) => Mat3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz),
            (None, Some(moments)) => Mat3::from_diagonal(&Vec3::from(moments)),
            (None, None) => {
                let why = "a mass without moments of inertia";
                return Err(element.error("", why, "add diaginertia=\"...\" in kg m^2"));
            }
        };
        let turn = turn.to_rotation_matrix().into_inner();
        Ok(Inertial {
            mass,
            centre,
            inertia: turn * inertia * turn.transpose(),
        })
    }

    /// Returns a mass with at least the mass and the moments that `<compiler>` asks for, and with those of a body if it says so.
    pub(super) fn bounded(&self, own: Inertial) -> Inertial {
        let [mass, moment] = self.compiler.least;
        let mass = own.mass.max(mass);
        if moment <= 0.0 && !self.compiler.balance {
            return Inertial { mass, ..own };
        }
        let eigen = own.inertia.symmetric_eigen();
        let mut moments = eigen.eigenvalues.map(|x| x.max(moment));
        if self.compiler.balance && 2.0 * moments.max() > moments.sum() {
            moments = Vec3::repeat(moments.mean());
        }
        let axes = eigen.eigenvectors;
        let inertia = axes * Mat3::from_diagonal(&moments) * axes.transpose();
        Inertial {
            mass,
            inertia,
            ..own
        }
    }

    /// Scales all masses to the sum that `<compiler>` asks for.
    pub(super) fn scale_masses(&mut self) {
        let Some(total) = self.compiler.total_mass else {
            return;
        };
        let links = &mut self.out.links;
        let sum: f64 = links
            .iter()
            .flat_map(|link| link.inertial)
            .map(|own| own.mass)
            .sum();
        if sum <= 0.0 {
            return;
        }
        for own in links.iter_mut().flat_map(|link| &mut link.inertial) {
            own.mass *= total / sum;
            own.inertia *= total / sum;
        }
    }
}
