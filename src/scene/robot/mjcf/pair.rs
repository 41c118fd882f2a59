//! `<contact>`: pairs of shapes that touch each other whatever their masks say, with a friction of their own, and pairs of bodies that do not.

use super::contact::{Surface, coefficients, condim};
use super::defaults::{Defaults, Item};
use super::files::Model;
use crate::error::{Result, remedy};
use crate::scene::robot::description::Description;
use crate::scene::robot::notes::Notes;
use std::collections::BTreeSet;

/// The words for torsional friction, which a shape has and a pair has not.
pub(super) const TORSION: &str =
    "torsional friction of a pair is that of its shapes, and rolling friction is left out";

/// A pair of shapes.
#[derive(Debug)]
struct Pair {
    /// The places of both shapes among the members.
    members: [usize; 2],
    /// The coefficient of sliding friction; 0 of contacts of dimension 1.
    friction: f64,
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
        let condim = condim(item)?;
        let [sliding, other, ..] = coefficients(item, [1.0, 1.0, 0.005, 0.0001, 0.0001])?;
        if condim > 1 && sliding != other {
            let words = format!(
                "the pair slides along both directions with the first coefficient, {sliding} instead of {other} along the second"
            );
            notes.say(item.offset(), words);
        }
        if condim > 3 {
            notes.say(item.offset(), TORSION);
        }
        Ok(Pair {
            members,
            friction: if condim == 1 { 0.0 } else { sliding },
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

    /// Returns the sliding friction of two surfaces that a pair joins; their own properties do not count there.
    pub(super) fn friction(&self, a: &Surface, b: &Surface) -> Option<f64> {
        self.of(a, b).map(|pair| pair.friction)
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
