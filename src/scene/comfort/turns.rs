//! Orientations as roll, pitch and yaw, which become quaternions.

use crate::error::{Error, Result};
use crate::math::{Rot, wxyz};
use crate::scene::config::Config;
use crate::shape::table::{Exactly, IDENTITY, Quat, Triple, vector};

/// Roll, pitch and yaw beside a quaternion: rotations about x, then y, then z, all of them axes that stay.
pub(crate) struct Turns<'a> {
    pub quat_wxyz: &'a mut Option<Quat>,
    /// rad.
    pub rpy: &'a mut Option<Triple>,
    /// Degrees.
    pub rpy_deg: &'a mut Option<Triple>,
}

impl Turns<'_> {
    /// Replaces angles by the quaternion.
    ///
    /// # Errors
    /// An orientation is given twice, or an angle is not finite.
    pub fn settle(self) -> Result<()> {
        let given = [
            ("quat_wxyz", self.quat_wxyz.is_some()),
            ("rpy", self.rpy.is_some()),
            ("rpy_deg", self.rpy_deg.is_some()),
        ];
        let given: Vec<&str> = given.iter().filter(|g| g.1).map(|g| g.0).collect();
        if let [first, second, ..] = given[..] {
            let why = format!("an orientation is given twice, by {first} and by {second}");
            return Err(Error::value(second, why, "keep one of the two"));
        }
        if let Some(angles) = self.rpy.take() {
            let angles = vector("rpy", angles, "give finite angles in rad")?;
            *self.quat_wxyz = Some(quaternion(angles.into()));
        }
        if let Some(angles) = self.rpy_deg.take() {
            let angles = vector("rpy_deg", angles, "give finite degrees")?;
            *self.quat_wxyz = Some(quaternion(angles.map(f64::to_radians).into()));
        }
        Ok(())
    }
}

fn quaternion([roll, pitch, yaw]: [f64; 3]) -> Quat {
    Exactly(wxyz(&Rot::from_euler_angles(roll, pitch, yaw)))
}

macro_rules! turns {
    ($of:expr) => {
        Turns {
            quat_wxyz: &mut $of.quat_wxyz,
            rpy: &mut $of.rpy,
            rpy_deg: &mut $of.rpy_deg,
        }
    };
}
pub(crate) use turns;

/// Replaces all angles of a scene.
pub(super) fn settle(config: &mut Config) -> Result<()> {
    for body in &mut config.body {
        let name = body.name.clone();
        let within = |field: String| move |e: Error| e.within(&field);
        turns!(body)
            .settle()
            .map_err(within(format!("body.{name}")))?;
        for (k, visual) in body.visual.iter_mut().enumerate() {
            let field = format!("body.{name}.visual[{k}]");
            turns!(visual).settle().map_err(within(field))?;
            visual.quat_wxyz.get_or_insert(IDENTITY);
        }
        let driven = body.driven.as_mut().map(|d| ("driven", &mut d.keyframes));
        let prescribed = body.prescribed.as_mut();
        let prescribed = prescribed.map(|p| ("prescribed", &mut p.keyframes));
        for (kind, keyframes) in [driven, prescribed].into_iter().flatten() {
            for (k, keyframe) in keyframes.iter_mut().enumerate() {
                let field = format!("body.{name}.{kind}.keyframes[{k}]");
                turns!(keyframe).settle().map_err(within(field))?;
                keyframe.quat_wxyz.get_or_insert(IDENTITY);
            }
        }
    }
    for frame in &mut config.frame {
        let name = frame.name.clone();
        turns!(frame)
            .settle()
            .map_err(|e| e.within(&format!("frame.{name}")))?;
        frame.quat_wxyz.get_or_insert(IDENTITY);
    }
    Ok(())
}
