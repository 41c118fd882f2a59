//! From the abstract `given` of a record of `bad_inputs.json` to the language of scenes, whatever
//! the record: what it does not say is filled in so that nothing else is wrong with the scene.

use super::generate;
use super::words::{line, our_key, quoted, text, value};
use serde_json::{Map, Value};
use std::fmt::Write as _;

/// What is given to the reader.
pub enum Subject {
    Text(String),
    Bytes(Vec<u8>),
    /// A file of so many bytes.
    Huge(u64),
    /// The path of nothing.
    Missing,
    /// The path of a folder.
    Folder,
}

impl Subject {
    /// The answer of the reader, to whom a text is the file `name`.
    pub fn read(&self, name: &str) -> drystone::Result<drystone::scene::Scene> {
        use drystone::scene::Scene as Reader;
        let temporary = |ending: &str| {
            let name = format!("drystone_{}_{ending}", std::process::id());
            std::env::temp_dir().join(name)
        };
        match self {
            Subject::Text(text) => Reader::parse(text, name),
            Subject::Bytes(bytes) => Reader::read_with(bytes.as_slice(), name, &Default::default()),
            Subject::Missing => Reader::load(temporary("missing.toml")),
            Subject::Folder => Reader::load(std::env::temp_dir()),
            Subject::Huge(bytes) => {
                let path = temporary("huge_record.toml");
                let file = std::fs::File::create(&path).expect("a temporary file");
                file.set_len(*bytes).expect("a sparse file");
                let result = Reader::load(&path);
                std::fs::remove_file(&path).expect("it exists");
                result
            }
        }
    }
}

/// Settings that a record has at its top and a scene under `[simulation]`.
const SETTINGS: [&str; 12] = [
    "time_step",
    "duration",
    "relaxation",
    "gravity",
    "contact_model",
    "friction_cone",
    "friction_point",
    "seed",
    "length",
    "planar",
    "start",
    "start_step",
];

/// The record in the language of scenes; the reason when there is no such thing.
pub fn translate(record: &Value) -> Result<Subject, &'static str> {
    match &record["given"] {
        Value::String(text) => Ok(generate::whole_file(text)),
        Value::Object(given) => Ok(Subject::Text(Scene::new(record).translate(given))),
        other => Ok(Subject::Text(other.to_string())),
    }
}

/// A scene in work, by its parts in the order of the file.
struct Scene<'a> {
    /// The fields that the record blames.
    blamed: &'a str,
    touching: bool,
    top: String,
    simulation: String,
    materials: String,
    shapes: String,
    bodies: String,
    joints: String,
}

impl<'a> Scene<'a> {
    fn new(record: &'a Value) -> Self {
        let wrong = record["wrong"].as_str().unwrap_or("");
        Self {
            blamed: record["message"]["field"].as_str().unwrap_or(""),
            touching: wrong.contains("touching"),
            top: String::new(),
            simulation: String::new(),
            materials: String::new(),
            shapes: String::new(),
            bodies: String::new(),
            joints: String::new(),
        }
    }

    fn translate(mut self, given: &Map<String, Value>) -> String {
        for (key, value) in given {
            self.entry(key, value, given);
        }
        if !given.contains_key("bodies") {
            self.a_body_of_every_shape(given);
        }
        let mut out = self.top;
        for (header, lines) in [("[simulation]\n", &self.simulation), ("", &self.materials)] {
            if !lines.is_empty() {
                out += header;
                out += lines;
            }
        }
        out = out + &self.shapes + &self.bodies + &self.joints;
        // A scene that says nothing, as opposed to an empty file.
        if out.is_empty() {
            "[simulation]\n".to_string()
        } else {
            out
        }
    }

    fn entry(&mut self, key: &str, value: &Value, given: &Map<String, Value>) {
        match (key, value) {
            ("bodies", Value::Array(list))
                if !list.is_empty() && list.iter().all(Value::is_object) =>
            {
                for (i, body) in list.iter().enumerate() {
                    let body = body.as_object().expect("just looked");
                    self.body(i, body, given);
                }
            }
            ("bodies", Value::String(size)) if generate::sizes(size).is_some() => {
                let count = generate::sizes(size).expect("just looked")[0];
                self.bodies += &generate::bodies(count);
            }
            ("bodies", other) => line(&mut self.top, "body", other),
            ("joints", Value::Array(list)) if list.iter().all(Value::is_object) => {
                let joints = list.iter().filter_map(Value::as_object);
                joints.for_each(|joint| self.joint(joint, given));
            }
            ("shapes", Value::Object(shapes)) => {
                for (name, shape) in shapes {
                    self.shape(name, shape);
                }
            }
            ("shapes", other) => line(&mut self.top, "shape", other),
            ("contacts", Value::Object(contacts)) => self.material("default", contacts),
            ("contacts", Value::Array(list)) if list.iter().all(Value::is_object) => {
                for (i, one) in list.iter().enumerate() {
                    let one = one.as_object().expect("just looked");
                    self.material(&format!("contact{i}"), one);
                }
            }
            ("materials", Value::Object(materials)) => {
                for (name, one) in materials {
                    match one {
                        Value::Object(one) => self.material(name, one),
                        other => line(&mut self.top, &format!("material.{}", quoted(name)), other),
                    }
                }
            }
            ("solver" | "simulation", Value::Object(settings)) => {
                for (key, value) in settings {
                    line(&mut self.simulation, our_key(key), value);
                }
            }
            ("friction" | "torsional_friction" | "mu", _) => {
                let one = Map::from_iter([(key.to_string(), value.clone())]);
                self.material("default", &one);
            }
            // A misspelt setting stands where settings do, any other stranger at the top.
            _ if SETTINGS.contains(&our_key(key)) || resembles_a_setting(key) => {
                line(&mut self.simulation, our_key(key), value);
            }
            _ => line(&mut self.top, our_key(key), value),
        }
    }

    fn material(&mut self, name: &str, entries: &Map<String, Value>) {
        writeln!(self.materials, "[material.{}]", quoted(name)).expect("a string");
        for (key, value) in entries {
            line(&mut self.materials, our_key(key), value);
        }
    }

    fn body(&mut self, index: usize, body: &Map<String, Value>, given: &Map<String, Value>) {
        let unnamed = format!("body{index}");
        let name = body.get("name").and_then(Value::as_str).unwrap_or(&unnamed);
        let mut lines = String::from("[[body]]\n");
        if !body.contains_key("name") && !self.blamed.ends_with("name") {
            writeln!(lines, "name = \"{name}\"").expect("a string");
        }
        for (key, value) in body {
            match (key.as_str(), value) {
                ("shape", Value::Object(shape)) => {
                    let shape = Value::Object(shape.clone());
                    let own = self.auxiliary(&format!("{name}_shape"), &shape);
                    writeln!(lines, "shape = {own}").expect("a string");
                }
                ("friction" | "torsional_friction", _) => {
                    let one = Map::from_iter([(key.clone(), value.clone())]);
                    self.material(name, &one);
                    writeln!(lines, "material = {}", text(name)).expect("a string");
                }
                _ => line(&mut lines, our_key(key), value),
            }
        }
        match body.get("shape") {
            None => {
                self.default_shape("block");
                lines += "shape = \"block\"\n";
            }
            // A name that stands for any shape, unless this is what is wrong.
            Some(Value::String(shape))
                if !given.contains_key("shapes") && !self.blamed.ends_with(".shape") =>
            {
                self.default_shape(shape);
            }
            Some(_) => {}
        }
        let about_mass = self.blamed.ends_with("mass");
        if body.contains_key("inertia") && !body.contains_key("mass") && !about_mass {
            lines += "mass = 1.0\n";
        }
        let fixed = body.get("static").is_some_and(|fixed| fixed == true);
        if !fixed && !body.contains_key("position") && !body.contains_key("state") {
            let apart = if self.touching { 0.2 } else { 7.25 };
            writeln!(lines, "position = [{:?}, 0, 0]", apart * (index + 1) as f64)
                .expect("a string");
        }
        self.bodies += &lines;
    }

    /// A joint; a type, and a body for a child, where the record has none.
    fn joint(&mut self, joint: &Map<String, Value>, given: &Map<String, Value>) {
        let mut lines = String::from("[[joint]]\n");
        for (key, value) in joint {
            line(&mut lines, our_key(key), value);
        }
        if !joint.contains_key("type") {
            lines += "type = \"revolute\"\n";
        }
        if !joint.contains_key("child") {
            lines += "child = \"link\"\n";
        }
        if !given.contains_key("bodies") {
            self.default_shape("block");
            self.bodies += "[[body]]\nname = \"link\"\nshape = \"block\"\n";
        }
        self.joints += &lines;
    }

    fn default_shape(&mut self, name: &str) {
        let header = format!("[shape.{}.", quoted(name));
        if self.shapes.contains(&header) {
            return;
        }
        let round = ["ball", "sphere"].iter().any(|word| name.contains(word));
        self.shapes += &match round {
            true => format!("{header}sphere]\nradius = 0.1\n"),
            false => format!("{header}box]\nhalf_extents = [0.1, 0.1, 0.1]\n"),
        };
    }

    fn a_body_of_every_shape(&mut self, given: &Map<String, Value>) {
        let Some(Value::Object(shapes)) = given.get("shapes") else {
            return;
        };
        for (i, (name, shape)) in shapes.iter().enumerate() {
            let header = format!("[[body]]\nname = {}\n", text(&format!("body of {name}")));
            self.bodies += &header;
            match shape["type"].as_str() {
                Some("halfspace" | "half_space") => self.bodies += "fixed = true\n",
                _ => writeln!(
                    self.bodies,
                    "position = [{:?}, 0, 0]",
                    7.25 * (i + 1) as f64
                )
                .expect("a string"),
            }
            writeln!(self.bodies, "shape = {}", text(name)).expect("a string");
        }
    }

    /// A shape of its own for one that stands inside another or in a body; its name in quotes.
    fn auxiliary(&mut self, name: &str, shape: &Value) -> String {
        self.shape(name, shape);
        text(name)
    }

    fn shape(&mut self, name: &str, shape: &Value) {
        let Some(entries) = shape.as_object() else {
            line(&mut self.top, &format!("shape.{}", quoted(name)), shape);
            return;
        };
        let mut header = format!("[shape.{}", quoted(name));
        if let Some(kind) = entries.get("type") {
            let kind = kind.as_str().map_or(kind.to_string(), str::to_string);
            header += &format!(".{}", quoted(our_key(&kind)));
        }
        let mut lines = header + "]\n";
        for (key, value) in entries {
            match (our_key(key), value) {
                ("type", _) => {}
                ("of" | "parts" | "shapes", Value::Array(members)) => {
                    let bundle = entries["type"] == "bundle";
                    let key = if bundle { "parts" } else { "of" };
                    let members = self.members(name, members, !bundle);
                    writeln!(lines, "{key} = [{}]", members.join(", ")).expect("a string");
                }
                // The core of a padded polytope.
                ("core" | "polytope", Value::Object(core)) => {
                    for (key, value) in core.iter().filter(|(key, _)| *key != "type") {
                        line(&mut lines, our_key(key), value);
                    }
                }
                (key, value) => line(&mut lines, key, value),
            }
        }
        self.shapes += &lines;
    }

    /// The members of a sum or bundle as references; a sum of more than two becomes nested sums.
    fn members(&mut self, name: &str, members: &[Value], pairs: bool) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        for (i, member) in members.iter().enumerate() {
            if pairs && i >= 2 {
                let inner = format!("{name}_sum{i}");
                let of = out.join(", ");
                self.shapes += &format!("[shape.{}.minkowski]\nof = [{of}]\n", quoted(&inner));
                out = vec![text(&inner)];
            }
            out.push(self.member(&format!("{name}_part{i}"), member));
        }
        out
    }

    fn member(&mut self, own: &str, member: &Value) -> String {
        let Some(entries) = member.as_object() else {
            return value("of", member);
        };
        if entries.contains_key("type") {
            return self.auxiliary(own, member);
        }
        let entries = entries
            .iter()
            .map(|(key, inner)| match (key.as_str(), inner) {
                ("shape", Value::Object(_)) => format!("shape = {}", self.auxiliary(own, inner)),
                (key, inner) => format!("{} = {}", quoted(our_key(key)), value(key, inner)),
            });
        format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
    }
}

fn resembles_a_setting(key: &str) -> bool {
    let letters = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    SETTINGS.iter().chain(&["dt"]).any(|known| {
        let (one, other) = (letters(key), letters(known));
        let common = one.iter().filter(|c| other.contains(c)).count();
        known.len() > 3
            && key.starts_with(&known[..1])
            && one.len().abs_diff(other.len()) <= 1
            && common + 1 >= other.len()
    })
}
