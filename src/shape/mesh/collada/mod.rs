//! Collada files: the triangles of the visual scene, in metres with z up.
//!
//! Nodes with all their transforms, instances of nodes, the unit and the upward axis of the file are followed.
//! Of materials the diffuse colour is read. Skins, cameras and textures are not read.

mod colour;
mod geometry;
mod transform;

use super::TriangleMesh;
use super::nesting::deeper_than;
use super::read::{Colours, MAX_TRIANGLES, Parsed, too_many_triangles};
use crate::math::Vec3;
use geometry::Geometry;
use roxmltree::{Document, Node};
use std::collections::HashMap;
use transform::Affine;

/// Largest number of nodes that are visited; instances of instances grow without bound.
const MAX_NODES: usize = 100_000;
/// Deepest nesting of elements and of instances.
const MAX_DEPTH: usize = 100;

type Outcome<T> = Result<T, String>;

pub(super) fn parse(bytes: Vec<u8>) -> Parsed {
    parse_coloured(bytes).map(|(mesh, _)| mesh)
}

/// Reads the triangles and their colours.
pub(super) fn parse_coloured(bytes: Vec<u8>) -> Outcome<(TriangleMesh, Colours)> {
    let text = String::from_utf8(bytes).map_err(|e| e.to_string())?;
    let text = text.trim_start_matches('\u{feff}');
    // the parser recurses into every element
    if deeper_than(text, MAX_DEPTH).is_some() {
        return Err(format!("elements are nested deeper than {MAX_DEPTH}"));
    }
    let document = Document::parse(text).map_err(|e| e.to_string())?;
    let mut work = Reader::new(&document);
    let root = transform::of_asset(document.root_element())?;
    match work.visual_scene()? {
        Some(scene) => work.visit(scene, &root, 0)?,
        None => work.all_geometries(&root)?,
    }
    match work.mesh.triangles.is_empty() {
        true => Err("no triangles in the visual scene".into()),
        false => Ok((work.mesh, work.colours)),
    }
}

/// Elements with a name inside of `node`.
fn children<'a, 'd: 'a>(
    node: Node<'a, 'd>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'd>> {
    node.children().filter(move |n| n.has_tag_name_of(name))
}

/// An element's name without its namespace.
trait Named {
    fn has_tag_name_of(&self, name: &str) -> bool;
}

impl Named for Node<'_, '_> {
    fn has_tag_name_of(&self, name: &str) -> bool {
        self.is_element() && self.tag_name().name() == name
    }
}

/// The numbers in the text of an element.
fn numbers<T: std::str::FromStr>(node: Node) -> Outcome<Vec<T>> {
    let text = node
        .children()
        .filter_map(|n| n.text().filter(|_| n.is_text()));
    let mut out = Vec::new();
    for word in text.flat_map(str::split_whitespace) {
        let name = node.tag_name().name();
        let number = word.parse();
        out.push(number.map_err(|_| format!("<{name}>: \"{word}\" is not a number"))?);
    }
    Ok(out)
}

struct Reader<'a> {
    document: &'a Document<'a>,
    ids: HashMap<&'a str, Node<'a, 'a>>,
    geometries: HashMap<&'a str, Geometry>,
    mesh: TriangleMesh,
    colours: Colours,
    visited: usize,
}

impl<'a> Reader<'a> {
    fn new(document: &'a Document<'a>) -> Self {
        let elements = document.root().descendants().filter(Node::is_element);
        let ids = elements.filter_map(|n| Some((n.attribute("id")?, n)));
        Self {
            document,
            ids: ids.collect(),
            geometries: HashMap::new(),
            mesh: TriangleMesh::default(),
            colours: Colours::new(),
            visited: 0,
        }
    }

    /// The element that an attribute `#ID` of `node` refers to.
    fn target(&self, node: Node<'a, 'a>, attribute: &str) -> Outcome<Node<'a, 'a>> {
        let name = node.tag_name().name();
        let url = node
            .attribute(attribute)
            .ok_or_else(|| format!("<{name}> has no {attribute}"))?;
        let id = url.strip_prefix('#').unwrap_or(url);
        let found = self.ids.get(id).copied();
        found.ok_or_else(|| format!("<{name}> refers to \"{url}\", which is not in the file"))
    }

    /// The scene that the file shows; the first one where it does not say.
    fn visual_scene(&self) -> Outcome<Option<Node<'a, 'a>>> {
        let root = self.document.root_element();
        let shown = children(root, "scene").flat_map(|n| children(n, "instance_visual_scene"));
        if let Some(instance) = shown.into_iter().next() {
            return self.target(instance, "url").map(Some);
        }
        let all = children(root, "library_visual_scenes").flat_map(|n| children(n, "visual_scene"));
        Ok(all.into_iter().next())
    }

    fn all_geometries(&mut self, root: &Affine) -> Outcome<()> {
        let root_element = self.document.root_element();
        let all =
            children(root_element, "library_geometries").flat_map(|n| children(n, "geometry"));
        all.into_iter()
            .try_for_each(|geometry| self.emit(geometry, None, root))
    }

    /// Adds the geometries of a scene or node and of the nodes in it; `outer` is where its frame lies.
    fn visit(&mut self, node: Node<'a, 'a>, outer: &Affine, depth: usize) -> Outcome<()> {
        self.visited += 1;
        if self.visited > MAX_NODES || depth > MAX_DEPTH {
            return Err(format!(
                "more than {MAX_NODES} nodes, or instances nested deeper than {MAX_DEPTH}"
            ));
        }
        let mut at = *outer;
        for child in node.children().filter(Node::is_element) {
            match child.tag_name().name() {
                "node" => self.visit(child, &at, depth + 1)?,
                "instance_node" => self.visit(self.target(child, "url")?, &at, depth + 1)?,
                "instance_geometry" => {
                    self.emit(self.target(child, "url")?, Some(child), &at)?;
                }
                _ => at = at.then(transform::of_element(child)?),
            }
        }
        Ok(())
    }

    /// Adds the triangles of a geometry, placed; an `instance` of it may give materials to its symbols.
    fn emit(
        &mut self,
        geometry: Node<'a, 'a>,
        instance: Option<Node<'a, 'a>>,
        at: &Affine,
    ) -> Outcome<()> {
        let id = geometry.attribute("id").ok_or("<geometry> has no id")?;
        if !self.geometries.contains_key(id) {
            let read = Geometry::read(geometry, |node, attribute| self.target(node, attribute))?;
            self.geometries.insert(id, read);
        }
        let geometry = &self.geometries[id];
        let before = self.mesh.triangles.len();
        let colours = geometry.materials.iter();
        let colours = colours.map(|(k, symbol)| (before + k, self.diffuse(instance, symbol)));
        self.colours.extend(colours.collect::<Vec<_>>());
        let mirrored = at.linear.determinant() < 0.0;
        let first = self.mesh.points.len() as u32;
        let points = geometry.points.iter().map(|p: &Vec3| at.apply(p));
        self.mesh.points.extend(points);
        let triangles = geometry.triangles.iter().map(|t| t.map(|i| first + i));
        let turn = |[a, b, c]: [u32; 3]| if mirrored { [a, c, b] } else { [a, b, c] };
        self.mesh.triangles.extend(triangles.map(turn));
        match self.mesh.triangles.len() > MAX_TRIANGLES {
            true => Err(too_many_triangles()),
            false => Ok(()),
        }
    }
}
