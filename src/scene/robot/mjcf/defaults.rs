//! `<default>`: nested classes of attributes, which elements have unless they say otherwise.

use super::files::Model;
use crate::error::{Error, Result, remedy};
use crate::scene::robot::xml::Element;
use std::collections::BTreeMap;

/// The tags of actuators: in a class they have their attributes in common.
const ACTUATORS: [&str; 9] = [
    "general",
    "motor",
    "position",
    "velocity",
    "intvelocity",
    "damper",
    "cylinder",
    "muscle",
    "adhesion",
];

/// The attributes of a class that are understood, whether an element uses them or not.
const UNDERSTOOD: [(&str, &str); 7] = [
    (
        "geom",
        "name type pos quat euler axisangle xyaxes zaxis size fromto contype conaffinity condim friction priority density mass \
         mesh group rgba material user shellinertia fitscale",
    ),
    (
        "joint",
        "name type pos axis range limited ref springref stiffness damping frictionloss armature \
         actuatorfrcrange actuatorfrclimited group user",
    ),
    ("mesh", "scale inertia maxhullvert"),
    (
        "general",
        "name joint gear ctrlrange ctrllimited forcerange forcelimited kp kv dampratio gainprm \
         biasprm gaintype biastype dyntype dynprm group user class",
    ),
    (
        "site",
        "pos quat euler axisangle xyaxes zaxis fromto size type rgba material group user",
    ),
    ("equality", "active"),
    ("pair", "condim friction"),
];

/// A class.
struct Class<'a> {
    name: String,
    parent: Option<usize>,
    elements: Vec<Element<'a>>,
}

/// The classes of a model; the first one is that of elements without a class.
pub(super) struct Defaults<'a> {
    classes: Vec<Class<'a>>,
    names: BTreeMap<String, usize>,
}

impl<'a> Defaults<'a> {
    /// Reads all classes.
    ///
    /// # Errors
    /// A class has no name, or that of another one.
    pub(super) fn read(model: Model<'a>) -> Result<Self> {
        let mut out = Self {
            classes: vec![Class {
                name: "main".to_string(),
                parent: None,
                elements: Vec::new(),
            }],
            names: BTreeMap::from([("main".to_string(), 0)]),
        };
        for element in model.all(model.root(), "default") {
            if let Some(name) = element.text("class") {
                out.names.insert(name.to_string(), 0);
            }
            out.fill(model, element, 0)?;
        }
        Ok(out)
    }

    fn fill(&mut self, model: Model<'a>, section: Element<'a>, class: usize) -> Result<()> {
        for element in model.children(section) {
            if element.tag() != "default" {
                understand(element);
                self.classes[class].elements.push(element);
                continue;
            }
            let name = element.mark().required_text("class")?;
            if self.names.contains_key(name) {
                let why = format!("a second class \"{name}\"");
                return Err(element.error("class", why, "rename one of the two"));
            }
            let index = self.classes.len();
            self.names.insert(name.to_string(), index);
            self.classes.push(Class {
                name: name.to_string(),
                parent: Some(class),
                elements: Vec::new(),
            });
            self.fill(model, element, index)?;
        }
        Ok(())
    }

    /// Returns the class that an attribute names, or `other` without one.
    pub(super) fn class(&self, element: Element<'_>, key: &str, other: usize) -> Result<usize> {
        let Some(name) = element.text(key) else {
            return Ok(other);
        };
        self.names.get(name).copied().ok_or_else(|| {
            let fix = remedy(name, self.classes.iter().map(|class| class.name.as_str()));
            element.error(key, format!("no class \"{name}\""), fix)
        })
    }

    /// Returns an element with what its class says; `class` is that of elements around it that name none.
    pub(super) fn item(&self, element: Element<'a>, class: usize) -> Result<Item<'a>> {
        let tag = element.tag();
        self.item_like(element, class, tag)
    }

    /// Returns an equality with what its class says of all equalities.
    pub(super) fn equality(&self, element: Element<'a>) -> Result<Item<'a>> {
        self.item_like(element, 0, "equality")
    }

    fn item_like(&self, element: Element<'a>, class: usize, tag: &str) -> Result<Item<'a>> {
        let element = element.mark();
        let mut next = Some(self.class(element, "class", class)?);
        let mut defaults = Vec::new();
        let is_actuator = ACTUATORS.contains(&tag);
        let fits = |other: &&Element<'a>| match is_actuator {
            true => ACTUATORS.contains(&other.tag()),
            false => other.tag() == tag,
        };
        while let Some(index) = next {
            let own = self.classes[index].elements.iter().rev();
            defaults.extend(own.filter(fits));
            next = self.classes[index].parent;
        }
        Ok(Item { element, defaults })
    }
}

/// Marks what is understood of an element of a class.
fn understand(element: Element<'_>) {
    let tag = match ACTUATORS.contains(&element.tag()) {
        true => "general",
        false => element.tag(),
    };
    if let Some((_, names)) = UNDERSTOOD.iter().find(|entry| entry.0 == tag) {
        element.mark();
        names.split_whitespace().for_each(|name| {
            element.text(name);
        });
    }
}

/// An element with the attributes of its class.
pub(super) struct Item<'a> {
    pub(super) element: Element<'a>,
    /// Elements of classes; the nearest one comes first.
    defaults: Vec<Element<'a>>,
}

impl<'a> Item<'a> {
    /// Returns an element of a kind that has no classes.
    pub(super) fn alone(element: Element<'a>) -> Self {
        Self {
            element,
            defaults: Vec::new(),
        }
    }

    /// Returns the element that says something about an attribute.
    fn holder(&self, name: &str) -> Option<Element<'a>> {
        let mut all = [self.element]
            .into_iter()
            .chain(self.defaults.iter().copied());
        all.find(|element| element.text(name).is_some())
    }

    /// Returns an attribute.
    pub(super) fn text(&self, name: &str) -> Option<&'a str> {
        self.holder(name)?.text(name)
    }

    /// Returns the numbers of an attribute.
    pub(super) fn list(&self, name: &str) -> Result<Option<Vec<f64>>> {
        self.holder(name).map_or(Ok(None), |held| held.list(name))
    }

    /// Returns the `N` numbers of an attribute.
    pub(super) fn numbers<const N: usize>(&self, name: &str) -> Result<Option<[f64; N]>> {
        let held = self.holder(name);
        held.map_or(Ok(None), |held| held.numbers(name))
    }

    /// Returns the number of an attribute.
    pub(super) fn number(&self, name: &str) -> Result<Option<f64>> {
        Ok(self.numbers::<1>(name)?.map(|[x]| x))
    }

    /// Returns a number that is not negative, 0 where there is none.
    pub(super) fn size(&self, name: &str) -> Result<f64> {
        match self.number(name)?.unwrap_or(0.0) {
            x if x >= 0.0 => Ok(x),
            x => Err(self.error(name, format!("{x} is negative"), "give a number >= 0")),
        }
    }

    /// Returns up to `N` numbers of an attribute; classes, then `other`, have those that are not given.
    pub(super) fn overlay<const N: usize>(&self, name: &str, other: [f64; N]) -> Result<[f64; N]> {
        let mut out = other;
        for element in self.defaults.iter().rev().chain([&self.element]) {
            let list = element.list(name)?.unwrap_or_default();
            if list.len() > N {
                let why = format!("{} numbers where at most {N} belong", list.len());
                return Err(element.error(name, why, "give as many as the format asks for"));
            }
            out[..list.len()].copy_from_slice(&list);
        }
        Ok(out)
    }

    /// Returns whether an attribute is `true`; nothing where it is absent or `auto`.
    pub(super) fn flag(&self, name: &str) -> Result<Option<bool>> {
        match self.text(name) {
            None | Some("auto") => Ok(None),
            Some("true") => Ok(Some(true)),
            Some("false") => Ok(Some(false)),
            Some(other) => {
                let why = format!("\"{other}\" is not true, false or auto");
                Err(self.error(name, why, "write one of them"))
            }
        }
    }

    /// Returns the elements that may say something, from the nearest one.
    pub(super) fn sources(&self) -> impl Iterator<Item = Element<'a>> {
        [self.element].into_iter().chain(self.defaults.clone())
    }

    /// Marks attributes as read that change nothing.
    pub(super) fn ignore(&self, names: &[&str]) {
        self.element.ignore(names);
    }

    /// Returns an error at an attribute of the element, or of the class that has it.
    pub(super) fn error(
        &self,
        attribute: &str,
        why: impl Into<String>,
        fix: impl Into<String>,
    ) -> Error {
        let held = self.holder(attribute).unwrap_or(self.element);
        held.error(attribute, why, fix)
    }

    /// Returns where the element begins in the text of the main file.
    pub(super) fn offset(&self) -> usize {
        self.element.offset()
    }
}
