//! Links of a robot as bodies of a scene.

use super::Emitter;
use crate::error::{Error, Result};
use crate::math::wxyz;
use crate::scene::config::{BodyConfig, Inertia};
use crate::scene::motion::{Interpolation, Keyframe, Prescribed};
use crate::scene::robot::config::Base;
use crate::scene::robot::description::{Inertial, Root};
use crate::scene::robot::mass::{Fault, fault, light_ball, mended};
use crate::scene::robot::tree::Merged;
use crate::shape::table::{Exactly, Quat, Triple};
use crate::world::DEFAULT_DENSITY;

/// The remedy for a mass that no body can have.
const REPAIR: &str = "correct the file, or mend it: repair = true in [[robot]], --repair";

impl Emitter<'_> {
    /// Adds a body with its shapes.
    pub(super) fn body(&mut self, body: &Merged) -> Result<()> {
        let link = &self.robot.links[body.link];
        let name = self.full(&link.name);
        self.places.insert(format!("body.{name}"), link.place);
        let root = body.is_root.then_some(link.root);
        let fixed = match root {
            Some(Root::Base) => self.config.base.unwrap_or_default() == Base::Fixed,
            Some(Root::Fixed) => true,
            Some(Root::Held(_)) | None => false,
        };
        if self.scene.body.iter().any(|other| other.name == name) {
            let why = format!("the scene has a body \"{name}\" already");
            let fix = "give the robot another name: name = \"left\" makes it left/...";
            return Err(Error::value("name", why, fix));
        }
        let shape = self.shape(&name, body)?;
        let mut entry = BodyConfig {
            fixed,
            shape: shape.map(Into::into),
            material: self.config.material.clone(),
            visual: self.visuals(&name, body),
            ..BodyConfig::new(name)
        };
        let (position, quat_wxyz) = (Exactly(body.pose.0.into()), Exactly(wxyz(&body.pose.1)));
        if let Some(Root::Held(_)) = root {
            entry.prescribed = Some(held(position, quat_wxyz));
        } else {
            entry.position = Some(position);
            entry.quat_wxyz = Some(quat_wxyz);
            if !fixed {
                self.mass(body, &mut entry)?;
            }
        }
        self.scene.body.push(entry);
        Ok(())
    }

    /// Gives a body its mass.
    fn mass(&mut self, body: &Merged, entry: &mut BodyConfig) -> Result<()> {
        let link = &self.robot.links[body.link];
        let own = body.inertial;
        let Some(fault) = fault(own.as_ref()) else {
            own.iter().for_each(|own| set(entry, own));
            return Ok(());
        };
        let words = match &fault {
            Fault::Massless => format!("{}: it moves and has no mass", link.name),
            Fault::Inertia(why) => format!("{}: no body has such an inertia: {why}", link.name),
        };
        if !self.config.repair {
            let field = format!("link.{}.inertial", link.name);
            let fix = match body.is_root {
                true => format!("fix the base, or {REPAIR}"),
                false => REPAIR.to_string(),
            };
            return Err(self.source.at(Error::file(field, words, fix), link.place));
        }
        let mended = match (fault, own) {
            (Fault::Inertia(_), Some(own)) => {
                let own = mended(&own);
                set(entry, &own);
                let [a, b, c]: [f64; 3] = own.inertia.symmetric_eigenvalues().into();
                format!("mended to the principal moments {a:.3e}, {b:.3e}, {c:.3e} kg m^2")
            }
            _ if !body.collisions.is_empty() => {
                entry.density = Some(DEFAULT_DENSITY);
                format!("its shapes have {DEFAULT_DENSITY} kg/m^3")
            }
            _ => {
                let own = light_ball();
                set(entry, &own);
                format!("it is a ball of {} kg", own.mass)
            }
        };
        self.notes.say(link.place, format!("{words}; {mended}"));
        Ok(())
    }
}

/// Returns the motion of a body that stays at a pose.
fn held(position: Triple, quat_wxyz: Quat) -> Prescribed {
    let keyframe = Keyframe {
        time: 0.0,
        position,
        quat_wxyz: Some(quat_wxyz),
        rpy: None,
        rpy_deg: None,
    };
    Prescribed {
        interpolation: Interpolation::default(),
        keyframes: vec![keyframe],
    }
}

fn set(entry: &mut BodyConfig, own: &Inertial) {
    let row = |i: usize| Exactly([0, 1, 2].map(|j| own.inertia[(i, j)]));
    entry.mass = Some(own.mass);
    entry.centre_of_mass = Some(Exactly(own.centre.into()));
    entry.inertia = Some(Inertia::Full(Exactly([row(0), row(1), row(2)])));
}
