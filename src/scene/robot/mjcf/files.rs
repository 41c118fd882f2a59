//! `<include>`: the texts of a model that is in several files, read as if they were one.

use crate::error::Result;
use crate::scene::robot::paths::Paths;
use crate::scene::robot::xml::{Document, Element};
use crate::scene::source::Source;
use crate::scene::text;
use std::collections::{BTreeMap, BTreeSet};

/// The most files that include each other.
const MAX_NESTING: usize = 8;
/// The most files of a model.
const MAX_FILES: usize = 200;

/// The texts of the files that a model includes.
#[derive(Debug, Default)]
pub(super) struct Included {
    sources: Vec<Source>,
    /// By their names in the model: the text, and where the main file includes it.
    names: BTreeMap<String, (usize, usize)>,
}

impl Included {
    /// Reads the files that `main` includes, and those that these include.
    ///
    /// # Errors
    /// A file cannot be found or read, is included twice, or there are too many; the error has the place of the `<include>`.
    pub(super) fn load(main: &Source, paths: &Paths) -> Result<Self> {
        let mut out = Self::default();
        let document = Document::parse(main)?;
        out.follow(document.root(), None, paths, 0)?;
        Ok(out)
    }

    fn follow(
        &mut self,
        root: Element<'_>,
        outer: Option<usize>,
        paths: &Paths,
        level: usize,
    ) -> Result<()> {
        let mut stack = vec![root];
        let mut found = Vec::new();
        while let Some(element) = stack.pop() {
            let children: Vec<_> = element.children().collect();
            stack.extend(children.into_iter().rev());
            if element.tag() == "include" {
                found.push(element);
            }
        }
        for element in found {
            let name = element.required_text("file")?;
            if level == MAX_NESTING || self.sources.len() == MAX_FILES {
                let why = format!(
                    "more than {MAX_NESTING} files include each other, or more than {MAX_FILES} are included"
                );
                return Err(element.error("file", why, "write the model in fewer files"));
            }
            if self.names.contains_key(name) {
                let why = format!("{name} is included a second time");
                return Err(element.error("file", why, "include every file once"));
            }
            let path = paths.find(name);
            let path = path.map_err(|e| element.error("file", e.why, e.fix))?;
            let source = text::load(&path, "check the path of the included file");
            let source = source.map_err(|e| match e.place {
                Some(_) => e,
                None => element.error("file", e.why, e.fix),
            })?;
            let at = outer.unwrap_or(element.offset());
            self.names
                .insert(name.to_string(), (self.sources.len(), at));
            self.sources.push(source.clone());
            let document = Document::parse(&source)?;
            self.follow(document.root(), Some(at), paths, level + 1)?;
        }
        Ok(())
    }

    /// Parses all files; the main one comes first.
    pub(super) fn parse<'a>(&'a self, main: &'a Source) -> Result<Vec<Document<'a>>> {
        let mut out = vec![Document::parse(main)?];
        let mut places: Vec<usize> = vec![0; self.sources.len()];
        for (index, at) in self.names.values() {
            places[*index] = *at;
        }
        for (source, at) in self.sources.iter().zip(places) {
            out.push(Document::parse(source)?.included(at));
        }
        Ok(out)
    }
}

/// The elements of a model, whichever files they are in.
#[derive(Clone, Copy)]
pub(super) struct Model<'a> {
    documents: &'a [Document<'a>],
    included: &'a Included,
}

impl<'a> Model<'a> {
    /// Returns the model of parsed files.
    pub(super) fn new(documents: &'a [Document<'a>], included: &'a Included) -> Self {
        Self {
            documents,
            included,
        }
    }

    /// Returns the root of the main file.
    pub(super) fn root(self) -> Element<'a> {
        self.documents[0].root()
    }

    /// Returns the elements inside of an element in their order, those of included files in the place of `<include>`.
    pub(super) fn children(self, element: Element<'a>) -> Vec<Element<'a>> {
        let mut out = Vec::new();
        for child in element.children() {
            if child.tag() != "include" {
                out.push(child);
                continue;
            }
            let name = child.mark().text("file").unwrap_or_default();
            if let Some((index, _)) = self.included.names.get(name) {
                let root = self.documents[index + 1].root();
                root.ignore(&["model"]);
                out.extend(self.children(root));
            }
        }
        out
    }

    /// Returns the elements inside with a tag, marked as read.
    pub(super) fn all(self, element: Element<'a>, tag: &str) -> Vec<Element<'a>> {
        let children = self.children(element).into_iter();
        let found = children.filter(|child| child.tag() == tag);
        found.map(Element::mark).collect()
    }

    /// Returns the elements in all sections of the root with a tag.
    pub(super) fn sections(self, tag: &str) -> Vec<Element<'a>> {
        let sections = self.all(self.root(), tag).into_iter();
        sections
            .flat_map(|section| self.children(section))
            .collect()
    }

    /// Returns all names of elements with certain tags.
    pub(super) fn names(self, tags: &[&str]) -> BTreeSet<String> {
        let mut out = BTreeSet::new();
        let mut stack: Vec<Element<'a>> = self.documents.iter().map(Document::root).collect();
        while let Some(element) = stack.pop() {
            stack.extend(element.children());
            if tags.contains(&element.tag()) {
                out.extend(element.text("name").map(str::to_string));
            }
        }
        out
    }
}
