//! PLY files, ascii and binary_little_endian: what their vertices say of oriented points. Faces are not read.

use super::OrientedPoint;
use super::read::{Complaint, NAMES, Parsed, check_count, complaint, point};

type Result<T> = std::result::Result<T, Complaint>;

/// How a number is written in a binary file.
#[derive(Clone, Copy)]
enum Type {
    Signed(usize),
    Unsigned(usize),
    Single,
    Double,
}

/// A `Header` says how the numbers of the vertices are written.
struct Header {
    binary: bool,
    vertices: usize,
    /// The numbers of a vertex: their types, and their places among [`NAMES`] if they are needed.
    properties: Vec<(Type, Option<usize>)>,
    /// Number of bytes and of lines of the header.
    length: usize,
    lines: usize,
}

pub(super) fn parse(bytes: &[u8]) -> Parsed {
    let header = Header::parse(bytes)?;
    check_count(header.vertices)?;
    for (i, name) in NAMES.iter().enumerate().take(6) {
        if header.properties.iter().all(|(_, own)| *own != Some(i)) {
            let what = if i < 3 { "coordinate" } else { "normal" };
            let why = format!("the vertices have no {what} {name}");
            return Err(complaint("", why));
        }
    }
    if header.binary {
        header.binary_points(bytes)
    } else {
        header.ascii_points(bytes)
    }
}

impl Header {
    fn parse(bytes: &[u8]) -> Result<Self> {
        let mut header = Self {
            binary: false,
            vertices: 0,
            properties: Vec::new(),
            length: 0,
            lines: 0,
        };
        let (mut element, mut format) = (String::new(), false);
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            header.length += line.len();
            header.lines += 1;
            let place = format!(":{}", header.lines);
            let text = String::from_utf8_lossy(line);
            let words: Vec<&str> = text.split_whitespace().collect();
            match (header.lines, words.as_slice()) {
                (1, ["ply"]) | (2.., ["comment" | "obj_info", ..] | []) => {}
                (1, _) => {
                    return Err(complaint(
                        "",
                        "not a PLY file: it does not begin with `ply`",
                    ));
                }
                (_, ["format", kind, _]) => {
                    header.binary = is_binary(kind).map_err(|why| complaint(&place, why))?;
                    format = true;
                }
                (_, ["element", name, count]) => {
                    if *name == "vertex" {
                        if !element.is_empty() {
                            return Err(complaint(
                                &place,
                                "the vertices are not the first element",
                            ));
                        }
                        let why = |_| complaint(&place, format!("no number of vertices: {count}"));
                        header.vertices = count.parse().map_err(why)?;
                    }
                    element = (*name).to_string();
                }
                (_, ["property", rest @ ..]) if element == "vertex" => {
                    let property = property(rest).map_err(|why| complaint(&place, why))?;
                    header.properties.push(property);
                }
                (_, ["property", ..]) => {}
                (_, ["end_header"]) if format => return Ok(header),
                _ => {
                    return Err(complaint(
                        &place,
                        format!("not a line of a header: {}", text.trim()),
                    ));
                }
            }
        }
        Err(complaint("", "the file ends within its header"))
    }
}

impl Header {
    /// Reads the points of an ascii file, a line each.
    fn ascii_points(&self, bytes: &[u8]) -> Parsed {
        let text = String::from_utf8_lossy(&bytes[self.length..]);
        let mut lines = (self.lines + 1..).zip(text.lines());
        let mut points = Vec::new();
        for _ in 0..self.vertices {
            let Some((at, line)) = lines.find(|(_, line)| !line.trim().is_empty()) else {
                return Err(self.ends_early(points.len()));
            };
            let place = || format!(":{at}");
            let mut words = line.split_whitespace();
            let mut numbers = [None; 7];
            for (_, name) in &self.properties {
                let word = words.next().unwrap_or_default();
                if let Some(k) = *name {
                    let why =
                        |_| complaint(&place(), format!("{} is no number: {word:?}", NAMES[k]));
                    numbers[k] = Some(word.parse::<f64>().map_err(why)?);
                }
            }
            points.push(named(&numbers, place)?);
        }
        Ok(points)
    }

    /// Reads the points of a binary file.
    fn binary_points(&self, bytes: &[u8]) -> Parsed {
        let size: usize = self.properties.iter().map(|(kind, _)| kind.size()).sum();
        let body = &bytes[self.length..];
        let mut points = Vec::new();
        for (i, vertex) in body.chunks_exact(size).take(self.vertices).enumerate() {
            let mut numbers = [None; 7];
            let mut at = 0;
            for (kind, name) in &self.properties {
                let end = at + kind.size();
                if let Some(k) = *name {
                    numbers[k] = Some(kind.read(&vertex[at..end]));
                }
                at = end;
            }
            points.push(named(&numbers, || format!(": vertex {i}"))?);
        }
        if points.len() < self.vertices {
            return Err(self.ends_early(points.len()));
        }
        Ok(points)
    }

    fn ends_early(&self, count: usize) -> Complaint {
        let why = format!("the file ends after {count} of {} vertices", self.vertices);
        complaint("", why)
    }
}

/// Returns the point of numbers that are there but for the area.
fn named(numbers: &[Option<f64>; 7], place: impl Fn() -> String) -> Result<OrientedPoint> {
    let [x, y, z, nx, ny, nz] = [0, 1, 2, 3, 4, 5].map(|k| numbers[k].unwrap_or(f64::NAN));
    point(&[x, y, z, nx, ny, nz], numbers[6], place)
}

fn is_binary(format: &str) -> std::result::Result<bool, String> {
    match format {
        "ascii" => Ok(false),
        "binary_little_endian" => Ok(true),
        _ => Err(format!(
            "the format is {format}, not ascii or binary_little_endian"
        )),
    }
}

/// Returns the type of a property, and its place among [`NAMES`].
fn property(words: &[&str]) -> std::result::Result<(Type, Option<usize>), String> {
    let [kind, name] = words else {
        return Err("a property of a vertex is one number: TYPE NAME".into());
    };
    let kind = match *kind {
        "char" | "int8" => Type::Signed(1),
        "short" | "int16" => Type::Signed(2),
        "int" | "int32" => Type::Signed(4),
        "uchar" | "uint8" => Type::Unsigned(1),
        "ushort" | "uint16" => Type::Unsigned(2),
        "uint" | "uint32" => Type::Unsigned(4),
        "float" | "float32" => Type::Single,
        "double" | "float64" => Type::Double,
        other => return Err(format!("no type of a number: {other}")),
    };
    Ok((kind, NAMES.iter().position(|known| known == name)))
}

impl Type {
    fn size(self) -> usize {
        match self {
            Self::Signed(size) | Self::Unsigned(size) => size,
            Self::Single => 4,
            Self::Double => 8,
        }
    }

    /// Returns the number in as many bytes as it has.
    fn read(self, bytes: &[u8]) -> f64 {
        let low_first = |all: u64, byte: &u8| all << 8 | u64::from(*byte);
        let bits = bytes.iter().rev().fold(0, low_first);
        let unused = 64 - 8 * self.size() as u32;
        match self {
            Self::Signed(_) => ((bits << unused) as i64 >> unused) as f64,
            Self::Unsigned(_) => bits as f64,
            Self::Single => f64::from(f32::from_bits(bits as u32)),
            Self::Double => f64::from_bits(bits),
        }
    }
}
