//! `<contact>`: pairs of shapes that touch each other whatever their masks say, with a friction of their own, and pairs of bodies that do not.

use super::contact::Surface;
use super::defaults::{Defaults, Item};
use super::files::Model;
use crate::error::{Result, remedy};
use crate::scene::robot::description::Description;
use crate::scene::robot::notes::Notes;
use std::collections::BTreeSet;

/// A pair of shapes.
#[derive(Debug)]
struct Pair {
    /// The places of both shapes among the members.
    members: [usize; 2],
    /// The coefficient of sliding friction, where the pair gives one.
    friction: Option<f64>,
    condim: Option<u8>,
    place: usize,
}

/// The pairs of a model.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    list: Vec<Pair>,
    /// The names of the shapes that are in pairs.
    members: Vec<String>,
    /// The link of each of them, once it is read.
    links: Vec<Option<usize>>,
}

impl Pairs {
    /// Reads all pairs of a model.
    ///
    /// # Errors
    /// A pair has no shapes, or numbers that cannot be.
    pub(super) fn read(
        model: Model<'_>,
        defaults: &Defaults<'_>,
        notes: &mut Notes,
    ) -> Result<Self> {
        let mut out = Self::default();
        let sections = model.sections("contact").into_iter();
        let mut pairs = sections
            .filter(|element| element.tag() == "pair")
            .peekable();
        let shapes = match pairs.peek() {
            Some(_) => model.names(&["geom"]),
            None => BTreeSet::new(),
        };
        for element in pairs {
            let item = defaults.item(element, 0)?;
            item.ignore(&["name"]);
            let pair = out.pair(&item, &shapes, notes)?;
            out.list.push(pair);
        }
        out.links = vec![None; out.members.len()];
        Ok(out)
    }

    fn pair(
        &mut self,
        item: &Item<'_>,
        shapes: &BTreeSet<String>,
        notes: &mut Notes,
    ) -> Result<Pair> {
        let mut member = |key: &str| {
            let name = item.element.required_text(key)?;
            if !shapes.contains(name) {
                let why = format!("no shape \"{name}\"");
                let fix = remedy(name, shapes.iter().map(String::as_str));
                return Err(item.error(key, why, fix));
            }
            let known = self.members.iter().position(|member| member == name);
            Ok(known.unwrap_or_else(|| {
                self.members.push(name.to_string());
                self.members.len() - 1
            }))
        };
        let members = [member("geom1")?, member("geom2")?];
        let condim = item.number("condim")?;
        if condim.is_some_and(|condim| ![1.0, 3.0, 4.0, 6.0].contains(&condim)) {
            let why = "this is no dimension of contact";
            return Err(item.error("condim", why, "give 1, 3, 4 or 6"));
        }
        let friction = item.list("friction")?.unwrap_or_default();
        if friction.iter().any(|x| *x < 0.0) || friction.len() > 5 {
            let why = "a coefficient is negative, or there are more than five";
            return Err(item.error("friction", why, "give up to five coefficients >= 0"));
        }
        if friction.len() > 1 && friction[0] != friction[1] {
            let words = "a pair slides along its second direction like along the first";
            notes.say(item.offset(), words);
        }
        if condim.is_some_and(|condim| condim > 3.0) {
            let words = "torsional friction of a pair is that of its shapes, and rolling friction is left out";
            notes.say(item.offset(), words);
        }
        Ok(Pair {
            members,
            friction: friction.first().copied(),
            condim: condim.map(|condim| condim as u8),
            place: item.offset(),
        })
    }

    /// Returns the place of a shape among those that are in pairs.
    pub(super) fn member(&self, geom: &Item<'_>) -> Option<usize> {
        let name = geom.text("name")?;
        self.members.iter().position(|member| member == name)
    }

    /// Returns the name of a shape that is in pairs.
    pub(super) fn name(&self, member: usize) -> &str {
        &self.members[member]
    }

    /// Keeps the link of a shape that is in pairs.
    pub(super) fn found(&mut self, member: usize, link: usize) {
        self.links[member] = Some(link);
    }

    fn of(&self, a: &Surface, b: &Surface) -> Option<&Pair> {
        let both = [a.member?, b.member?];
        let fits = |pair: &&Pair| pair.members == both || pair.members == [both[1], both[0]];
        self.list.iter().rev().find(fits)
    }

    /// Returns whether a pair lets two surfaces touch each other.
    pub(super) fn joins(&self, a: &Surface, b: &Surface) -> bool {
        self.of(a, b).is_some()
    }

    /// Returns the sliding friction of two surfaces, of which `shapes` is what their shapes have.
    pub(super) fn friction(&self, a: &Surface, b: &Surface, shapes: f64) -> f64 {
        let Some(pair) = self.of(a, b) else {
            return shapes;
        };
        match pair.condim {
            Some(1) => 0.0,
            _ => pair.friction.unwrap_or(shapes),
        }
    }

    /// Notes the pairs whose bodies are kept apart as a whole; `roots` has the body of every link.
    pub(super) fn note_kept_apart(&self, out: &Description, roots: &[usize], notes: &mut Notes) {
        let link = |name: &String| out.links.iter().position(|link| link.name == *name);
        let excluded = out
            .no_contact
            .iter()
            .filter_map(|[a, b]| Some([link(a)?, link(b)?]));
        let joined = out.joints.iter().filter(|joint| !joint.collide);
        let apart = excluded.chain(joined.map(|joint| [joint.parent, joint.child]));
        let apart: Vec<[usize; 2]> = apart.map(|ends| ends.map(|link| roots[link])).collect();
        for pair in &self.list {
            let [Some(a), Some(b)] = pair.members.map(|member| self.links[member]) else {
                continue;
            };
            let [a, b] = [roots[a], roots[b]];
            if a == b || apart.contains(&[a, b]) || apart.contains(&[b, a]) {
                let [a, b] = pair.members.map(|member| self.name(member));
                let words = format!(
                    "{a} and {b} do not touch in spite of their pair, since their bodies are joined or excluded"
                );
                notes.say(pair.place, words);
            }
        }
    }
}

/// Reads `<contact> <exclude>`.
pub(super) fn excluded(model: Model<'_>, out: &mut Description) -> Result<()> {
    for element in model.sections("contact") {
        if element.tag() != "exclude" {
            continue;
        }
        let element = element.mark();
        element.ignore(&["name"]);
        let end = |key: &str| {
            let name = element.required_text(key)?;
            match out.links.iter().any(|link| link.name == name) {
                true => Ok(name.to_string()),
                false => {
                    let fix = remedy(name, out.links.iter().map(|link| link.name.as_str()));
                    Err(element.error(key, format!("no body \"{name}\""), fix))
                }
            }
        };
        let pair = [end("body1")?, end("body2")?];
        out.no_contact.push(pair);
    }
    Ok(())
}
