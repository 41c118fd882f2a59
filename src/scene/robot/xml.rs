//! XML files of robots: every element and attribute that is read is marked, so that the others can be listed.

mod unread;

pub(super) use unread::Unread;

use crate::error::{Error, Result};
use crate::scene::source::Source;
use crate::shape::mesh::deeper_than;
use roxmltree::{Node, ParsingOptions};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// The most elements, texts and comments of a file.
const MAX_NODES: u32 = 1_000_000;
/// The deepest nesting of elements.
const MAX_DEPTH: usize = 100;

/// A parsed file.
pub(super) struct Document<'a> {
    tree: roxmltree::Document<'a>,
    source: &'a Source,
    /// The byte of the main file that includes this one, if one does.
    included_at: Option<usize>,
    /// Elements that were read, and attributes by their start in the text.
    read: RefCell<BTreeSet<(u32, usize)>>,
}

/// An element of a file.
#[derive(Clone, Copy)]
pub(super) struct Element<'a> {
    node: Node<'a, 'a>,
    document: &'a Document<'a>,
}

impl<'a> Document<'a> {
    /// Parses a text.
    ///
    /// # Errors
    /// The text is no XML, has a document type (so that entities cannot grow), or is beyond the limits.
    pub(super) fn parse(source: &'a Source) -> Result<Self> {
        let options = ParsingOptions {
            allow_dtd: false,
            nodes_limit: MAX_NODES,
        };
        if let Some(at) = deeper_than(source.text(), MAX_DEPTH) {
            let why = format!("elements are nested deeper than the limit of {MAX_DEPTH}");
            let fix = "check that every element is closed";
            return Err(source.at(Error::file("file", why, fix), at));
        }
        let tree = roxmltree::Document::parse_with_options(source.text(), options);
        let tree = tree.map_err(|e| syntax(source, &e))?;
        Ok(Self {
            tree,
            source,
            included_at: None,
            read: RefCell::default(),
        })
    }

    /// Returns the document as one that the main file includes at a byte of its text.
    pub(super) fn included(self, at: usize) -> Self {
        Self {
            included_at: Some(at),
            ..self
        }
    }

    /// Returns the text.
    pub(super) fn source(&self) -> &'a Source {
        self.source
    }

    /// Returns the root element, marked as read.
    pub(super) fn root(&'a self) -> Element<'a> {
        self.element(self.tree.root_element())
    }

    fn element(&'a self, node: Node<'a, 'a>) -> Element<'a> {
        self.read.borrow_mut().insert((node.id().get(), 0));
        let document = self;
        Element { node, document }
    }
}

/// Says what the parser did not accept.
fn syntax(source: &Source, error: &roxmltree::Error) -> Error {
    let at = source.offset(error.pos().row as usize, error.pos().col as usize);
    let said = match error {
        roxmltree::Error::DtdDetected => Error::file(
            "file",
            "it has a document type: entities are not expanded",
            "remove <!DOCTYPE ...> and write what its entities stand for",
        ),
        roxmltree::Error::NodesLimitReached => Error::file(
            "file",
            format!("more nodes than the limit of {MAX_NODES}"),
            "load a part of the robot",
        ),
        other => Error::file("file", format!("not XML: {other}"), "mend the line above"),
    };
    source.at(said, at)
}

impl<'a> Element<'a> {
    /// Returns the tag.
    pub(super) fn tag(&self) -> &'a str {
        self.node.tag_name().name()
    }

    /// Returns all elements inside, not marked.
    fn inside(self) -> impl Iterator<Item = Node<'a, 'a>> {
        self.node.children().filter(Node::is_element)
    }

    /// Returns all elements inside, in their order; [`Self::mark`] marks those that are read.
    pub(super) fn children(self) -> impl Iterator<Item = Element<'a>> {
        let document = self.document;
        self.inside().map(move |node| Element { node, document })
    }

    /// Marks the element as read.
    pub(super) fn mark(self) -> Self {
        self.document.element(self.node)
    }

    /// Marks attributes as read that change nothing.
    pub(super) fn ignore(self, names: &[&str]) {
        names.iter().for_each(|name| {
            self.text(name);
        });
    }

    /// Marks the element, its attributes and all elements inside as read: they change nothing.
    pub(super) fn pass(self) {
        let mut read = self.document.read.borrow_mut();
        for node in self.node.descendants().filter(Node::is_element) {
            read.insert((node.id().get(), 0));
            let attributes = node.attributes();
            read.extend(attributes.map(|attribute| (node.id().get(), attribute.range().start)));
        }
    }

    /// Returns the elements inside with a tag, in their order.
    pub(super) fn all(self, tag: &'a str) -> impl Iterator<Item = Element<'a>> {
        let found = self.inside().filter(move |n| n.tag_name().name() == tag);
        found.map(move |node| self.document.element(node))
    }

    /// Returns the element inside with a tag, if there is one.
    ///
    /// # Errors
    /// There are several.
    pub(super) fn one(self, tag: &'a str) -> Result<Option<Element<'a>>> {
        let mut found = self.all(tag);
        let first = found.next();
        match found.next() {
            None => Ok(first),
            Some(second) => {
                let why = format!("a second <{tag}> in <{}>", self.tag());
                Err(second.error("", why, "remove one of the two"))
            }
        }
    }

    /// Returns the element inside with a tag.
    ///
    /// # Errors
    /// There is none, or there are several.
    pub(super) fn required(self, tag: &'a str) -> Result<Element<'a>> {
        let missing = || {
            let why = format!("<{}> has no <{tag}>", self.tag());
            self.error("", why, format!("add <{tag} .../>"))
        };
        self.one(tag)?.ok_or_else(missing)
    }

    /// Returns an attribute.
    pub(super) fn text(self, name: &str) -> Option<&'a str> {
        let found = self.node.attribute_node(name)?;
        let mut read = self.document.read.borrow_mut();
        read.insert((self.node.id().get(), found.range().start));
        Some(found.value())
    }

    /// Returns an attribute that has to be there.
    pub(super) fn required_text(self, name: &str) -> Result<&'a str> {
        let missing = || {
            let why = format!("<{}> has no {name}", self.tag());
            self.error("", why, format!("add {name}=\"...\""))
        };
        self.text(name).ok_or_else(missing)
    }

    /// Returns the numbers of an attribute, each finite.
    pub(super) fn list(self, name: &str) -> Result<Option<Vec<f64>>> {
        let Some(text) = self.text(name) else {
            return Ok(None);
        };
        let number = |word: &str| match word.parse::<f64>() {
            Ok(x) if x.is_finite() => Ok(x),
            _ => {
                let fix = match word.contains(['$', '{']) {
                    true => "expand the xacro first: xacro FILE > robot.urdf",
                    false => "give finite numbers, separated by spaces",
                };
                let word: String = word.chars().take(40).collect();
                Err(self.error(name, format!("\"{word}\" is not a finite number"), fix))
            }
        };
        let numbers: Result<Vec<f64>> = text.split_whitespace().map(number).collect();
        numbers.map(Some)
    }

    /// Returns the `N` numbers of an attribute.
    pub(super) fn numbers<const N: usize>(self, name: &str) -> Result<Option<[f64; N]>> {
        let Some(list) = self.list(name)? else {
            return Ok(None);
        };
        let count = list.len();
        let array: std::result::Result<[f64; N], _> = list.try_into();
        let wrong = |_| {
            let why = format!("{count} numbers where {N} belong");
            self.error(name, why, "give as many as the format asks for")
        };
        array.map(Some).map_err(wrong)
    }

    /// Returns the number of an attribute, which may be infinite.
    pub(super) fn bound(self, name: &str) -> Result<Option<f64>> {
        match self.text(name).map(|text| text.trim().parse::<f64>()) {
            Some(Ok(x)) if x.is_infinite() => Ok(Some(x)),
            _ => self.number(name),
        }
    }

    /// Returns the number of an attribute.
    pub(super) fn number(self, name: &str) -> Result<Option<f64>> {
        Ok(self.numbers::<1>(name)?.map(|[x]| x))
    }

    /// Returns the number of an attribute that has to be there.
    pub(super) fn required_number(self, name: &str) -> Result<f64> {
        self.required_text(name)?;
        Ok(self.number(name)?.unwrap_or_default())
    }

    /// Returns where the element begins in the text of the main file.
    pub(super) fn offset(&self) -> usize {
        let at = self.document.included_at;
        at.unwrap_or(self.node.range().start)
    }

    /// Returns whether any element or attribute belongs to a namespace of xacro.
    pub(super) fn is_xacro(&self) -> bool {
        self.node
            .namespaces()
            .any(|space| space.uri().contains("xacro"))
    }

    /// Returns an error at an attribute of the element, or at the element.
    pub(super) fn error(
        &self,
        attribute: &str,
        why: impl Into<String>,
        fix: impl Into<String>,
    ) -> Error {
        let found = self.node.attribute_node(attribute);
        let here = self.node.range().start;
        let at = found.map_or(here, |found| found.range().start);
        let mut field = self.path();
        if !attribute.is_empty() {
            field = format!("{field}.{attribute}");
        }
        let error = Error::file(field, why, fix);
        self.document.source.at(error, at)
    }

    /// Returns the tags on the way to the element, with names: link.hand.inertial.
    fn path(&self) -> String {
        let ancestors = self.node.ancestors().filter(Node::is_element);
        let mut words: Vec<String> = ancestors
            .map(|node| {
                let tag = node.tag_name().name();
                match node.attribute("name") {
                    Some(name) => format!("{tag}.{name}"),
                    None => tag.to_string(),
                }
            })
            .collect();
        if words.len() > 1 {
            words.pop();
        }
        words.reverse();
        words.join(".")
    }
}
