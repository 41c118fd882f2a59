//! Contact filters and friction: `contype`, `conaffinity`, `condim`, `friction`.

use super::defaults::Item;
use super::pair::{self, Pairs};
use crate::error::{Error, Result};
use crate::scene::limits::MAX_BODIES;
use crate::scene::robot::description::{self, Connection, Description};
use crate::scene::robot::notes::Notes;
use crate::world::TorsionalFriction;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// The properties of a shape where it touches another one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Surface {
    /// `contype` and `conaffinity`.
    masks: [u32; 2],
    condim: u8,
    priority: i64,
    /// Sliding (-), torsional (m) and rolling (m).
    friction: [f64; 3],
    /// The place of the shape among those that are in pairs.
    pub(super) member: Option<usize>,
    place: usize,
}

impl Surface {
    /// Reads the surface of a shape, which may be a member of pairs.
    fn read(item: &Item<'_>, member: Option<usize>) -> Result<Self> {
        let mask = |name: &str| {
            let number = item.number(name)?.unwrap_or(1.0);
            match number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number) {
                true => Ok(number as u32),
                false => {
                    let why = format!("{number} is not a set of 32 bits");
                    Err(item.error(name, why, "give a whole number from 0 on"))
                }
            }
        };
        Ok(Self {
            masks: [mask("contype")?, mask("conaffinity")?],
            condim: condim(item)?,
            priority: item.number("priority")?.unwrap_or(0.0) as i64,
            friction: coefficients(item, [1.0, 0.005, 0.0001])?,
            member,
            place: item.offset(),
        })
    }

    /// Returns whether it touches anything at all.
    pub(super) fn touches(&self) -> bool {
        self.masks != [0, 0] || self.member.is_some()
    }

    /// Returns whether the masks of two surfaces let them touch each other.
    fn matches(&self, other: &Self) -> bool {
        let [own, others] = [self.masks, other.masks];
        own[0] & others[1] != 0 || others[0] & own[1] != 0
    }

    /// Returns the sliding friction of two surfaces in MuJoCo.
    fn rule(&self, other: &Self) -> f64 {
        let [own, others] = [self.friction[0], other.friction[0]];
        let (condim, friction) = match self.priority.cmp(&other.priority) {
            Ordering::Equal => (self.condim.max(other.condim), own.max(others)),
            Ordering::Greater => (self.condim, own),
            Ordering::Less => (other.condim, others),
        };
        if condim == 1 { 0.0 } else { friction }
    }

    /// Returns whether two surfaces are alike in all but their place.
    fn is_like(&self, other: &Self) -> bool {
        let place = other.place;
        Self { place, ..*self } == *other
    }
}

/// Returns the dimension of the contacts of a shape or a pair.
pub(super) fn condim(item: &Item<'_>) -> Result<u8> {
    let condim = item.number("condim")?.unwrap_or(3.0);
    if ![1.0, 3.0, 4.0, 6.0].contains(&condim) {
        let why = format!("{condim} is no dimension of contact");
        return Err(item.error("condim", why, "give 1, 3, 4 or 6"));
    }
    Ok(condim as u8)
}

/// Returns the coefficients of friction of a shape or a pair; `usual` has those that are not given.
pub(super) fn coefficients<const N: usize>(item: &Item<'_>, usual: [f64; N]) -> Result<[f64; N]> {
    let friction = item.overlay("friction", usual)?;
    if friction.iter().any(|x| *x < 0.0) {
        let why = "a coefficient is negative";
        return Err(item.error("friction", why, "give coefficients >= 0"));
    }
    Ok(friction)
}

/// The surfaces of all shapes.
#[derive(Debug, Default)]
pub(super) struct Contacts {
    /// Link, index among its shapes, and surface.
    shapes: Vec<([usize; 2], usize)>,
    /// Surfaces that differ.
    kinds: Vec<Surface>,
    pairs: Pairs,
}

impl Contacts {
    /// Begins without shapes.
    pub(super) fn new(pairs: Pairs) -> Self {
        Self {
            pairs,
            ..Self::default()
        }
    }

    /// Reads the surface of a shape.
    pub(super) fn surface_of(&self, item: &Item<'_>) -> Result<Surface> {
        Surface::read(item, self.pairs.member(item))
    }

    /// Returns whether two surfaces touch each other.
    fn meet(&self, a: &Surface, b: &Surface) -> bool {
        a.matches(b) || self.pairs.joins(a, b)
    }

    /// Adds the surface of a shape: its link, and its index among the shapes of the link.
    pub(super) fn add(&mut self, shape: [usize; 2], surface: Surface) {
        if let Some(member) = surface.member {
            self.pairs.found(member, shape[0]);
        }
        let known = self.kinds.iter().position(|kind| kind.is_like(&surface));
        let kind = known.unwrap_or_else(|| {
            self.kinds.push(surface);
            self.kinds.len() - 1
        });
        self.shapes.push((shape, kind));
    }

    /// Gives shapes their materials, and lists the links that do not touch each other.
    pub(super) fn finish(&self, out: &mut Description, notes: &mut Notes) -> Result<()> {
        let surfaces: Vec<description::Surface> = (0..self.kinds.len())
            .map(|kind| self.surface(kind))
            .collect();
        let names: Vec<String> = (0..self.kinds.len())
            .map(|kind| self.name(kind, &surfaces[kind]))
            .collect();
        for ([link, index], kind) in &self.shapes {
            let name = &names[*kind];
            out.links[*link].collisions[*index].material = Some(name.clone());
            out.surfaces.insert(name.clone(), surfaces[*kind]);
        }
        self.note_rolling(notes);
        self.find_frictions(&names, &surfaces, out)?;
        let roots = welded_roots(out);
        self.exclude(&roots, out, notes)?;
        self.pairs.note_kept_apart(out, &roots, notes);
        Ok(())
    }

    /// Returns the name of a material: surfaces of one name touch others by one rule.
    fn name(&self, kind: usize, surface: &description::Surface) -> String {
        let own = &self.kinds[kind];
        let torsion = surface.torsional_friction.metres().unwrap_or(0.0);
        let mut out = format!("friction {} torsion {torsion}", surface.friction);
        if own.condim == 1 {
            out.push_str(" condim 1");
        }
        if own.priority != 0 {
            out.push_str(&format!(" priority {}", own.priority));
        }
        if let Some(member) = own.member {
            out.push_str(&format!(" of {}", self.pairs.name(member)));
        }
        out
    }

    /// Returns what a surface becomes: without friction if it only touches others of condim 1.
    fn surface(&self, kind: usize) -> description::Surface {
        let own = &self.kinds[kind];
        let mut partners = self.kinds.iter().filter(|other| self.meet(own, other));
        let is_slippery = own.condim == 1 && partners.all(|other| other.condim == 1);
        description::Surface {
            friction: if is_slippery { 0.0 } else { own.friction[0] },
            torsional_friction: TorsionalFriction::Metres(match own.condim {
                4 | 6 => own.friction[1],
                _ => 0.0,
            }),
        }
    }

    fn note_rolling(&self, notes: &mut Notes) {
        if let Some(own) = self.kinds.iter().find(|own| own.condim == 6) {
            notes.say(own.place, "condim 6: rolling friction is left out");
        }
        let is_torsional = |own: &&Surface| own.member.is_some() && own.condim > 3;
        if let Some(own) = self.kinds.iter().find(is_torsional) {
            notes.say(own.place, pair::TORSION);
        }
    }

    /// Lists the pairs of surfaces whose friction in MuJoCo, the larger one or that of the higher priority, is not the mean of theirs.
    fn find_frictions(
        &self,
        names: &[String],
        surfaces: &[description::Surface],
        out: &mut Description,
    ) -> Result<()> {
        let mut known = BTreeSet::new();
        for (i, own) in self.kinds.iter().enumerate() {
            for (j, other) in self.kinds.iter().enumerate().skip(i) {
                let mean = (surfaces[i].friction * surfaces[j].friction).sqrt();
                let of_pair = self.pairs.friction(own, other);
                let rule = of_pair.unwrap_or_else(|| own.rule(other));
                let mut pair = [names[i].clone(), names[j].clone()];
                pair.sort();
                if self.meet(own, other) && (mean - rule).abs() > 1e-9 && known.insert(pair.clone())
                {
                    out.frictions.push((pair, rule));
                }
            }
            if out.frictions.len() > MAX_BODIES {
                let why = format!(
                    "more than {MAX_BODIES} pairs of surfaces with a friction of their own"
                );
                return Err(Error::file("friction", why, "load a part of the model"));
            }
        }
        Ok(())
    }

    /// Lists bodies whose shapes do not touch each other.
    fn exclude(&self, roots: &[usize], out: &mut Description, notes: &mut Notes) -> Result<()> {
        let all = |a: &Surface| self.kinds.iter().all(|b| self.meet(a, b));
        if self.kinds.iter().all(all) {
            return Ok(());
        }
        let mut bodies: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for ([link, _], kind) in &self.shapes {
            bodies.entry(roots[*link]).or_default().insert(*kind);
        }
        let bodies: Vec<(usize, Vec<usize>)> = bodies
            .into_iter()
            .map(|(link, kinds)| (link, kinds.into_iter().collect()))
            .collect();
        let mut partly = (0, String::new());
        for (i, (a, own)) in bodies.iter().enumerate() {
            for (b, others) in &bodies[i + 1..] {
                let pairs = own.iter().flat_map(|x| others.iter().map(move |y| (x, y)));
                let meets =
                    |(x, y): &(&usize, &usize)| self.meet(&self.kinds[**x], &self.kinds[**y]);
                let count = own.len() * others.len();
                let name = |link: &usize| out.links[*link].name.clone();
                match pairs.filter(meets).count() {
                    0 => out.no_contact.push([name(a), name(b)]),
                    met if met < count => {
                        if partly.0 == 0 {
                            partly.1 = format!("{} and {}", name(a), name(b));
                        }
                        partly.0 += 1;
                    }
                    _ => {}
                }
                if out.no_contact.len() > MAX_BODIES {
                    let why =
                        format!("more than {MAX_BODIES} pairs of bodies do not touch each other");
                    return Err(Error::file("contype", why, "load a part of the model"));
                }
            }
        }
        if partly.0 > 0 {
            let words = format!(
                "contype and conaffinity keep some shapes of {} pairs of bodies from touching each other, e.g. of {}; here only whole bodies can be kept apart, so these touch",
                partly.0, partly.1
            );
            notes.say(self.kinds[0].place, words);
        }
        Ok(())
    }
}

/// Returns the first link of the body that every link belongs to.
pub(super) fn welded_roots(out: &Description) -> Vec<usize> {
    let mut roots: Vec<usize> = (0..out.links.len()).collect();
    // A child has a larger index than its parent.
    for joint in &out.joints {
        if joint.kind == Connection::Welded {
            roots[joint.child] = roots[joint.parent];
        }
    }
    roots
}
