//! `<equality>`: joints that close loops, and joints that follow others.

use super::defaults::Item;
use super::reader::Reader;
use crate::error::{Result, remedy};
use crate::math::{Rot, Vec3, rotation_from_wxyz};
use crate::scene::joint::KindConfig;
use crate::scene::robot::description::{LoopJoint, Pose, Root, compose, inverse};

/// One end of an equality: a link, and a pose in its frame if a site gives it.
type End = (usize, Option<Pose>);

impl<'a> Reader<'a, '_> {
    /// Reads all equalities that are active; those of other kinds stay unread.
    pub(super) fn equalities(&mut self) -> Result<()> {
        for element in self.model.sections("equality") {
            if !matches!(element.tag(), "connect" | "weld" | "joint") {
                continue;
            }
            let item = self.defaults.equality(element)?;
            if item.flag("active")? == Some(false) {
                let words = format!("a <{}> that is not active is left out", element.tag());
                self.notes.say(item.offset(), words);
                element.pass();
                continue;
            }
            match element.tag() {
                "joint" => self.follow(&item)?,
                tag => self.close(&item, tag)?,
            }
        }
        Ok(())
    }

    /// Makes a joint follow another one.
    fn follow(&mut self, item: &Item<'a>) -> Result<()> {
        let find = |key: &str| {
            let name = item.element.required_text(key)?;
            let known = self.positions.iter().find(|(other, _)| other == name);
            known.map(|(_, position)| *position).ok_or_else(|| {
                let names = self.positions.iter().map(|(name, _)| name.as_str());
                item.error(key, format!("no joint \"{name}\""), remedy(name, names))
            })
        };
        let own = find("joint1")?;
        item.ignore(&["name"]);
        let map = item.overlay("polycoef", [0.0, 1.0, 0.0, 0.0, 0.0])?;
        let Some(leader) = item.text("joint2").map(|_| find("joint2")).transpose()? else {
            let words = "a joint that keeps a value is left out: give it a range, or weld its body";
            self.notes.say(item.offset(), words);
            return Ok(());
        };
        let is_single = |joint: usize| self.out.joints[joint].coordinates.len() == 1;
        if !is_single(own.joint) || !is_single(leader.joint) {
            let words =
                "an equality of joints that are not the only ones of their bodies is left out";
            self.notes.say(item.offset(), words);
            return Ok(());
        }
        let name = self.out.joints[leader.joint].name.clone();
        let follower = &mut self.out.joints[own.joint];
        if let Some((other, _)) = &follower.mimic {
            let why = format!("{} follows {other}, too", follower.name);
            return Err(item.error("joint1", why, "let it follow one joint"));
        }
        follower.mimic = Some((name, map));
        let mut seen = vec![own.joint];
        let (mut next, mut degree) = (own.joint, 1);
        while let Some((leader, map)) = &self.out.joints[next].mimic {
            degree *= map.iter().rposition(|c| *c != 0.0).unwrap_or(0).max(1);
            let found = self
                .out
                .joints
                .iter()
                .position(|joint| joint.name == *leader);
            let Some(found) = found else { break };
            if seen.contains(&found) {
                let why = format!("{leader} follows itself");
                return Err(item.error("joint2", why, "let one of them move by itself"));
            }
            seen.push(found);
            next = found;
        }
        if degree > 4 {
            let why =
                format!("joints that follow each other by a polynomial of the degree {degree}");
            return Err(item.error(
                "polycoef",
                why,
                "let each follow the first joint, with a degree of at most 4",
            ));
        }
        Ok(())
    }

    /// Closes a loop.
    fn close(&mut self, item: &Item<'a>, tag: &str) -> Result<()> {
        let ends = match item.text("site1") {
            Some(_) => [self.site_end(item, "site1")?, self.site_end(item, "site2")?],
            None => [self.body_end(item, "body1")?, self.body_end(item, "body2")?],
        };
        item.ignore(&["torquescale"]);
        let name = match item.element.text("name") {
            Some(name) if self.joint_names.insert(name.to_string()) => name.to_string(),
            _ => self.new_name(tag),
        };
        let (kind, frames) = match tag {
            "connect" => (KindConfig::Spherical, self.connected(item, ends)?),
            _ => (KindConfig::Fixed, self.welded(item, ends)?),
        };
        let (mut links, mut frames) = (ends.map(|end| end.0), frames);
        if !self.moves(links[1]) {
            (links, frames) = ([links[1], links[0]], [frames[1], frames[0]]);
        }
        if !self.moves(links[1]) {
            let words = format!("{name}: both bodies are fixed, so it is left out");
            self.notes.say(item.offset(), words);
            return Ok(());
        }
        self.out.loops.push(LoopJoint {
            name,
            place: item.offset(),
            kind,
            links,
            frames,
        });
        Ok(())
    }

    /// Returns whether joints move a link.
    fn moves(&self, link: usize) -> bool {
        let mut at = link;
        loop {
            let above = self.out.joints.iter().find(|joint| joint.child == at);
            let Some(joint) = above else {
                return !matches!(self.out.links[at].root, Root::Fixed | Root::Held(_));
            };
            if joint.kind != crate::scene::robot::description::Connection::Welded {
                return true;
            }
            at = joint.parent;
        }
    }

    fn site_end(&self, item: &Item<'a>, key: &str) -> Result<End> {
        let name = item.element.required_text(key)?;
        let found = self
            .sites
            .get(name)
            .map(|(link, pose)| (*link, Some(*pose)));
        found.ok_or_else(|| {
            let fix = remedy(name, self.sites.keys().map(String::as_str));
            item.error(key, format!("no site \"{name}\""), fix)
        })
    }

    /// Returns the link that is named, the world without a second one.
    fn body_end(&self, item: &Item<'a>, key: &str) -> Result<End> {
        let name = match item.element.text(key) {
            Some(name) => name,
            None if key == "body2" => return Ok((0, None)),
            None => item.element.required_text(key)?,
        };
        let found = self.out.links.iter().position(|link| link.name == name);
        found.map(|link| (link, None)).ok_or_else(|| {
            let names = self.out.links.iter().map(|link| link.name.as_str());
            item.error(key, format!("no body \"{name}\""), remedy(name, names))
        })
    }

    /// Returns the pose of a pose of one link in the frame of another one, where all joints are at their references.
    fn seen_from(&self, other: usize, link: usize, pose: &Pose) -> Pose {
        let world = compose(&self.poses[link], pose);
        compose(&inverse(&self.poses[other]), &world)
    }

    fn connected(&self, item: &Item<'a>, ends: [End; 2]) -> Result<[Pose; 2]> {
        if let [(_, Some(first)), (_, Some(second))] = ends {
            return Ok([(first.0, Rot::identity()), (second.0, Rot::identity())]);
        }
        let Some(anchor) = item.numbers::<3>("anchor")? else {
            let why = "a connection without an anchor";
            return Err(item.error("", why, "add anchor=\"...\", in the frame of body1"));
        };
        let first = (Vec3::from(anchor), Rot::identity());
        Ok([first, self.seen_from(ends[1].0, ends[0].0, &first)])
    }

    fn welded(&self, item: &Item<'a>, ends: [End; 2]) -> Result<[Pose; 2]> {
        if let [(_, Some(first)), (_, Some(second))] = ends {
            return Ok([first, second]);
        }
        let here = (Vec3::zeros(), Rot::identity());
        let anchor = Vec3::from(item.numbers::<3>("anchor")?.unwrap_or_default());
        let given = item.numbers::<7>("relpose")?;
        let given = given.filter(|n| n[3..].iter().any(|x| *x != 0.0));
        let relative = match given {
            None => self.seen_from(ends[0].0, ends[1].0, &here),
            Some(n) => {
                let q = [n[3], n[4], n[5], n[6]];
                let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
                let turn = rotation_from_wxyz(q.map(|x| x / norm));
                (Vec3::new(n[0], n[1], n[2]), turn)
            }
        };
        let second = (anchor, Rot::identity());
        Ok([compose(&relative, &second), second])
    }
}
