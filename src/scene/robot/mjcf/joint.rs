//! `<joint>` and `<freejoint>`: one of the joints of a body, as it stands in the file.

use super::defaults::Item;
use super::reader::Reader;
use crate::error::{Result, remedy};
use crate::math::Vec3;
use crate::scene::joint::SpringConfig;
use crate::scene::robot::description::{Coordinate, Pose};

/// The types of joints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Hinge,
    Slide,
    Ball,
    Free,
}

/// A joint of the file.
#[derive(Debug)]
pub(super) struct Simple {
    pub(super) name: String,
    pub(super) kind: Kind,
    /// Point and direction (of length 1) are in the frame of the body.
    pub(super) anchor: Vec3,
    pub(super) axis: Vec3,
    /// The value in the file where the coordinate is zero.
    pub(super) reference: f64,
    /// The limits, springs and friction along it, of a hinge or a slide.
    pub(super) along: Coordinate,
}

impl<'a> Reader<'a, '_> {
    /// Reads a joint in a frame of its body.
    pub(super) fn simple(&mut self, item: &Item<'a>, frame: &Pose) -> Result<Simple> {
        item.ignore(&["group", "user", "align"]);
        let kind = kind(item)?;
        let name = self.joint_name(item)?;
        let anchor = Vec3::from(item.numbers::<3>("pos")?.unwrap_or_default());
        let axis = Vec3::from(item.numbers::<3>("axis")?.unwrap_or([0.0, 0.0, 1.0]));
        let is_directed = matches!(kind, Kind::Hinge | Kind::Slide);
        let axis = match axis.try_normalize(1e-12) {
            Some(axis) => axis,
            None if !is_directed => Vec3::z(),
            None => {
                let why = "a zero vector has no direction";
                return Err(item.error("axis", why, "e.g. axis=\"0 0 1\""));
            }
        };
        let angle = match kind {
            Kind::Hinge => self.compiler.angle,
            _ => 1.0,
        };
        let reference = item.number("ref")?.unwrap_or(0.0) * angle;
        let mut out = Simple {
            kind,
            anchor: frame.0 + frame.1 * anchor,
            axis: frame.1 * axis,
            reference,
            along: self.along(item, &name, angle, reference)?,
            name,
        };
        if !is_directed {
            self.note_lost(item, &out);
            out.along = Coordinate::default();
        }
        Ok(out)
    }

    fn joint_name(&mut self, item: &Item<'a>) -> Result<String> {
        let name = match item.element.text("name") {
            Some(name) if !name.is_empty() => name.to_string(),
            _ => self.new_name("joint"),
        };
        if !self.joint_names.insert(name.clone()) {
            let why = format!("a second joint \"{name}\"");
            return Err(item.error("name", why, "rename one of the two"));
        }
        Ok(name)
    }

    /// Returns what acts along a joint; the coordinate is the value of the file less the reference.
    fn along(
        &mut self,
        item: &Item<'a>,
        name: &str,
        angle: f64,
        reference: f64,
    ) -> Result<Coordinate> {
        let stiffness = self.linear(item, name, "stiffness")?;
        let spring_at = item.number("springref")?.unwrap_or(0.0) * angle;
        let mut out = Coordinate {
            damping: self.linear(item, name, "damping")?,
            friction: item.size("frictionloss")?,
            armature: item.size("armature")?,
            spring: (stiffness > 0.0).then_some(SpringConfig {
                stiffness,
                rest: spring_at - reference,
                symplectic: false,
            }),
            limits: self.range(item, "range", "limited")?,
            ..Coordinate::default()
        };
        out.limits = out.limits.map(|range| range.map(|x| x * angle - reference));
        if let Some([lower, upper]) = out.limits.filter(|[l, u]| !(*l..=*u).contains(&0.0)) {
            out.start = 0f64.clamp(lower, upper);
            let words = format!(
                "{name}: its reference is outside of its range [{}, {}], so it starts at the end of that",
                lower + reference,
                upper + reference
            );
            self.notes.say(item.offset(), words);
        }
        let effort = self.range(item, "actuatorfrcrange", "actuatorfrclimited")?;
        out.effort = effort.map(|range| self.largest(item, name, range));
        Ok(out)
    }

    /// Returns a range if it makes a limit.
    pub(super) fn range(
        &self,
        item: &Item<'_>,
        name: &str,
        flag: &str,
    ) -> Result<Option<[f64; 2]>> {
        let range = item.numbers::<2>(name)?.filter(|range| *range != [0.0; 2]);
        let is_limited = item.flag(flag)?;
        if !is_limited.unwrap_or(self.compiler.auto_limits) {
            return Ok(None);
        }
        match range {
            None if is_limited == Some(true) => {
                let why = "it is limited, and has no range";
                Err(item.error(flag, why, format!("add {name}=\"...\"")))
            }
            Some([lower, upper]) if lower >= upper => {
                let why = format!("{lower} is not below {upper}");
                Err(item.error(name, why, "give the lower limit first"))
            }
            range => Ok(range),
        }
    }

    /// Returns the larger end of a range of forces; here motors are as strong in both directions.
    pub(super) fn largest(&mut self, item: &Item<'_>, name: &str, range: [f64; 2]) -> f64 {
        let [lower, upper] = range.map(f64::abs);
        if range[0] != -range[1] {
            let words = format!(
                "{name}: forces from {} to {} are limited to the larger of both, in both directions",
                range[0], range[1]
            );
            self.notes.say(item.offset(), words);
        }
        lower.max(upper)
    }

    /// Returns the first coefficient of a polynomial of which the others are left out.
    fn linear(&mut self, item: &Item<'a>, joint: &str, name: &str) -> Result<f64> {
        let list = item.list(name)?.unwrap_or_default();
        let first = list.first().copied().unwrap_or(0.0);
        if first < 0.0 {
            let why = format!("{first} is negative");
            return Err(item.error(name, why, "give a number >= 0"));
        }
        if list.iter().skip(1).any(|x| *x != 0.0) {
            let words = format!("{joint}: the higher powers of its {name} are left out");
            self.notes.say(item.offset(), words);
        }
        Ok(first)
    }

    /// Says what is left out of a joint without coordinates.
    fn note_lost(&mut self, item: &Item<'a>, joint: &Simple) {
        let along = &joint.along;
        let lost = [
            ("range", along.limits.is_some()),
            ("stiffness", along.spring.is_some()),
            ("damping", along.damping != 0.0),
            ("frictionloss", along.friction != 0.0),
            ("armature", along.armature != 0.0),
        ];
        let lost: Vec<&str> = lost.iter().filter(|one| one.1).map(|one| one.0).collect();
        if !lost.is_empty() {
            let kind = if joint.kind == Kind::Ball {
                "ball"
            } else {
                "free"
            };
            let words = format!(
                "{}: a {kind} joint has no coordinates here, so its {} are left out",
                joint.name,
                lost.join(", ")
            );
            self.notes.say(item.offset(), words);
        }
    }
}

fn kind(item: &Item<'_>) -> Result<Kind> {
    if item.element.tag() == "freejoint" {
        return Ok(Kind::Free);
    }
    match item.text("type").unwrap_or("hinge") {
        "hinge" => Ok(Kind::Hinge),
        "slide" => Ok(Kind::Slide),
        "ball" => Ok(Kind::Ball),
        "free" => Ok(Kind::Free),
        other => {
            let why = format!("no type of joint is \"{other}\"");
            let fix = remedy(other, ["hinge", "slide", "ball", "free"]);
            Err(item.error("type", why, fix))
        }
    }
}
