//! One geometry: its positions, and its polygons as triangles.

use super::{Named, Outcome, children, numbers};
use crate::math::Vec3;
use roxmltree::Node;
use std::collections::HashMap;

/// The points that triangles use, and the triangles.
#[derive(Default)]
pub(super) struct Geometry {
    pub points: Vec<Vec3>,
    pub triangles: Vec<[u32; 3]>,
    /// The materials by their symbols; each holds from the triangle beside it on.
    pub materials: Vec<(usize, String)>,
    /// Indices into `points` by indices into the positions of the file.
    used: HashMap<u32, u32>,
}

impl Geometry {
    /// Reads a `<geometry>`; `target` finds what an attribute of an element refers to. What is no mesh is empty.
    pub(super) fn read<'a>(
        node: Node<'a, 'a>,
        target: impl Fn(Node<'a, 'a>, &str) -> Outcome<Node<'a, 'a>>,
    ) -> Outcome<Self> {
        let mut out = Self::default();
        let Some(mesh) = children(node, "mesh").next() else {
            return Ok(out);
        };
        for element in mesh.children().filter(Node::is_element) {
            let split: fn(&[u32]) -> Vec<[u32; 3]> = match element.tag_name().name() {
                "triangles" => |corners| in_threes(corners),
                "polylist" | "polygons" | "trifans" => |corners| fan(corners),
                "tristrips" => |corners| strip(corners),
                _ => continue,
            };
            let material = element.attribute("material").unwrap_or("");
            out.materials
                .push((out.triangles.len(), material.to_string()));
            let inputs = || children(element, "input");
            let semantic = |n: &Node, name: &str| n.attribute("semantic") == Some(name);
            let Some(vertex) = inputs().find(|n| semantic(n, "VERTEX")) else {
                return Err("triangles without an <input> of semantic VERTEX".into());
            };
            let vertices = target(vertex, "source")?;
            let mut of_vertices = children(vertices, "input");
            let position = of_vertices.find(|n| semantic(n, "POSITION"));
            let position = position.ok_or("<vertices> without positions")?;
            let positions = positions(target(position, "source")?, &target)?;
            let mut stride = 1;
            for input in inputs() {
                stride = stride.max(offset(input)? + 1);
            }
            for polygon in polygons(element, offset(vertex)?, stride)? {
                for triangle in split(&polygon) {
                    out.add(triangle, &positions)?;
                }
            }
        }
        Ok(out)
    }

    fn add(&mut self, triangle: [u32; 3], positions: &[Vec3]) -> Outcome<()> {
        let mut corners = [0; 3];
        for (corner, index) in corners.iter_mut().zip(triangle) {
            let point = positions.get(index as usize).ok_or_else(|| {
                let count = positions.len();
                format!("a triangle has corner {index} of {count} positions")
            })?;
            *corner = *self.used.entry(index).or_insert_with(|| {
                self.points.push(*point);
                self.points.len() as u32 - 1
            });
        }
        self.triangles.push(corners);
        Ok(())
    }
}

fn offset(input: Node) -> Outcome<usize> {
    let text = input.attribute("offset").unwrap_or("0");
    let offset = text
        .trim()
        .parse()
        .ok()
        .filter(|&offset: &usize| offset < 100);
    offset.ok_or_else(|| format!("<input> has offset \"{text}\", not a number below 100"))
}

/// The positions of a `<source>`, by its accessor.
fn positions<'a>(
    source: Node<'a, 'a>,
    target: &impl Fn(Node<'a, 'a>, &str) -> Outcome<Node<'a, 'a>>,
) -> Outcome<Vec<Vec3>> {
    let techniques = children(source, "technique_common").flat_map(|n| children(n, "accessor"));
    let accessor = techniques
        .into_iter()
        .next()
        .ok_or("positions without an accessor")?;
    let number = |name: &str, default: usize| {
        let text = accessor.attribute(name);
        text.map_or(Ok(default), |text| {
            let parsed = text.trim().parse();
            parsed.map_err(|_| format!("<accessor> has {name} \"{text}\", not a number"))
        })
    };
    let (stride, first) = (number("stride", 1)?, number("offset", 0)?);
    if stride < 3 {
        return Err(format!("positions have {stride} coordinates, not 3"));
    }
    let all: Vec<f64> = numbers(target(accessor, "source")?)?;
    let points = all.get(first..).unwrap_or_default().chunks(stride);
    let points = points.filter(|chunk| chunk.len() >= 3);
    Ok(points
        .map(|chunk| Vec3::from_column_slice(&chunk[..3]))
        .collect())
}

/// The indices of positions of every polygon, strip or fan; those of all triangles are one list.
fn polygons(element: Node, at: usize, stride: usize) -> Outcome<Vec<Vec<u32>>> {
    let mut lists = Vec::new();
    for p in children(element, "p") {
        let all: Vec<u32> = numbers(p)?;
        if !all.len().is_multiple_of(stride) {
            let count = all.len();
            return Err(format!(
                "<p> has {count} indices, not a multiple of {stride}"
            ));
        }
        lists.push(
            all.chunks(stride)
                .map(|chunk| chunk[at])
                .collect::<Vec<u32>>(),
        );
    }
    if !element.has_tag_name_of("polylist") {
        return Ok(lists);
    }
    let counts: Vec<usize> = match children(element, "vcount").next() {
        Some(vcount) => numbers(vcount)?,
        None => return Err("<polylist> without <vcount>".into()),
    };
    let mut rest = lists.first().map_or(&[][..], Vec::as_slice);
    let mut out = Vec::with_capacity(counts.len());
    for count in counts {
        let (polygon, after) = rest
            .split_at_checked(count)
            .ok_or("<p> has fewer indices than <vcount> says")?;
        out.push(polygon.to_vec());
        rest = after;
    }
    Ok(out)
}

fn in_threes(corners: &[u32]) -> Vec<[u32; 3]> {
    let threes = corners.chunks_exact(3);
    threes.map(|t| [t[0], t[1], t[2]]).collect()
}

fn fan(corners: &[u32]) -> Vec<[u32; 3]> {
    let pairs = corners.get(1..).unwrap_or_default().windows(2);
    pairs.map(|pair| [corners[0], pair[0], pair[1]]).collect()
}

/// Every second triangle of a strip runs the other way round.
fn strip(corners: &[u32]) -> Vec<[u32; 3]> {
    let threes = corners.windows(3).enumerate();
    threes
        .map(|(i, t)| match i % 2 {
            0 => [t[0], t[1], t[2]],
            _ => [t[1], t[0], t[2]],
        })
        .collect()
}
