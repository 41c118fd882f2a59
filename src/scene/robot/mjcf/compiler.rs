//! `<compiler>` and `<option>`: how the numbers of a model are meant.

use super::defaults::Item;
use super::files::Model;
use crate::error::Result;
use crate::math::{Mat3, Rot, Vec3, rotation_from_wxyz, shortest_turn_to};
use crate::scene::robot::description::SimulationOption;
use crate::scene::robot::notes::Notes;
use crate::scene::robot::xml::Element;

/// Settings of `<compiler>` that change nothing here.
const WITHOUT_EFFECT: [&str; 8] = [
    "fusestatic",
    "discardvisual",
    "texturedir",
    "usethread",
    "convexhull",
    "saveinertial",
    "alignfree",
    "conflict",
];

/// The settings by which a model is understood.
#[derive(Debug, Clone)]
pub(super) struct Compiler {
    /// The factor that makes radians of the angles of the file.
    pub(super) angle: f64,
    euler: Vec<char>,
    /// Whether masses follow from shapes; nothing where they do so for bodies without `<inertial>`.
    pub(super) inertia_from_geom: Option<bool>,
    /// Whether a range makes a limit.
    pub(super) auto_limits: bool,
    /// kg, of all bodies together.
    pub(super) total_mass: Option<f64>,
    /// The least mass (kg) and principal moment (kg m^2) of a body.
    pub(super) least: [f64; 2],
    /// Whether moments that no body has are replaced by their mean.
    pub(super) balance: bool,
    /// The groups of shapes that have mass.
    pub(super) groups: [f64; 2],
    pub(super) mesh_folder: String,
    pub(super) strip_path: bool,
}

impl Default for Compiler {
    fn default() -> Self {
        Self {
            angle: 1f64.to_radians(),
            euler: vec!['x', 'y', 'z'],
            inertia_from_geom: None,
            auto_limits: true,
            total_mass: None,
            least: [0.0; 2],
            balance: false,
            groups: [0.0, 5.0],
            mesh_folder: String::new(),
            strip_path: false,
        }
    }
}

impl Compiler {
    /// Reads all `<compiler>` elements; later ones come before earlier ones.
    pub(super) fn read(model: Model<'_>) -> Result<Self> {
        let mut out = Self::default();
        for element in model.all(model.root(), "compiler") {
            out.add(element)?;
        }
        Ok(out)
    }

    fn add(&mut self, element: Element<'_>) -> Result<()> {
        element.ignore(&WITHOUT_EFFECT);
        match element.text("angle") {
            Some("radian") => self.angle = 1.0,
            Some("degree") => self.angle = 1f64.to_radians(),
            None => {}
            Some(other) => return Err(no_choice(element, "angle", other, "radian or degree")),
        }
        if let Some(other) = element.text("coordinate").filter(|word| *word != "local") {
            return Err(no_choice(element, "coordinate", other, "local"));
        }
        if let Some(word) = element.text("eulerseq") {
            let letters: Vec<char> = word.chars().collect();
            if letters.len() != 3 || letters.iter().any(|letter| !"xyzXYZ".contains(*letter)) {
                return Err(no_choice(element, "eulerseq", word, "three of xyz or XYZ"));
            }
            self.euler = letters;
        }
        match element.text("inertiafromgeom") {
            Some("auto") => self.inertia_from_geom = None,
            None => {}
            Some(_) => self.inertia_from_geom = flag(element, "inertiafromgeom")?,
        }
        self.auto_limits = flag(element, "autolimits")?.unwrap_or(self.auto_limits);
        self.balance = flag(element, "balanceinertia")?.unwrap_or(self.balance);
        self.strip_path = flag(element, "strippath")?.unwrap_or(self.strip_path);
        let total = element.number("settotalmass")?;
        self.total_mass = total.filter(|mass| *mass > 0.0).or(self.total_mass);
        for (k, name) in ["boundmass", "boundinertia"].into_iter().enumerate() {
            self.least[k] = element.number(name)?.unwrap_or(self.least[k]);
        }
        self.groups = element.numbers("inertiagrouprange")?.unwrap_or(self.groups);
        for name in ["assetdir", "meshdir"] {
            if let Some(folder) = element.text(name) {
                self.mesh_folder = folder.to_string();
            }
        }
        Ok(())
    }

    /// Returns the orientation that the nearest of the elements gives, none where all are silent.
    pub(super) fn orientation(&self, item: &Item<'_>) -> Result<Rot> {
        for element in item.sources() {
            if let Some(turn) = self.turn(element)? {
                return Ok(turn);
            }
        }
        Ok(Rot::identity())
    }

    fn turn(&self, element: Element<'_>) -> Result<Option<Rot>> {
        let zero = |name: &str| {
            let why = "a vector has no length";
            element.error(name, why, "give directions that are not zero or parallel")
        };
        let unit = |name: &str, v: Vec3| v.try_normalize(1e-12).ok_or_else(|| zero(name));
        if let Some(q) = element.numbers::<4>("quat")? {
            let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
            return match norm > 1e-12 && norm.is_finite() {
                true => Ok(Some(rotation_from_wxyz(q.map(|x| x / norm)))),
                false => Err(zero("quat")),
            };
        }
        if let Some(angles) = element.numbers::<3>("euler")? {
            return Ok(Some(self.euler(angles)));
        }
        if let Some([x, y, z, angle]) = element.numbers::<4>("axisangle")? {
            let axis = unit("axisangle", Vec3::new(x, y, z))?;
            return Ok(Some(Rot::from_scaled_axis(axis * (angle * self.angle))));
        }
        if let Some(n) = element.numbers::<6>("xyaxes")? {
            let x = unit("xyaxes", Vec3::new(n[0], n[1], n[2]))?;
            let y = Vec3::new(n[3], n[4], n[5]);
            let y = unit("xyaxes", y - x * x.dot(&y))?;
            return Ok(Some(from_columns(&x, &y)));
        }
        if let Some(z) = element.numbers::<3>("zaxis")? {
            return Ok(Some(shortest_turn_to(&unit("zaxis", Vec3::from(z))?)));
        }
        Ok(None)
    }

    /// Returns the rotation of three angles: about axes that turn along (small letters), or fixed ones (capitals).
    fn euler(&self, angles: [f64; 3]) -> Rot {
        let mut out = Rot::identity();
        for (letter, angle) in self.euler.iter().zip(angles) {
            let axis = match letter.to_ascii_lowercase() {
                'x' => Vec3::x(),
                'y' => Vec3::y(),
                _ => Vec3::z(),
            };
            let turn = Rot::from_scaled_axis(axis * (angle * self.angle));
            out = match letter.is_lowercase() {
                true => out * turn,
                false => turn * out,
            };
        }
        out
    }
}

/// Returns the rotation to a frame with these axes x and y, which are unit vectors at a right angle.
fn from_columns(x: &Vec3, y: &Vec3) -> Rot {
    let axes = Mat3::from_columns(&[*x, *y, x.cross(y)]);
    Rot::from_rotation_matrix(&nalgebra::Rotation3::from_matrix_unchecked(axes))
}

/// Returns whether an attribute is `true`.
pub(super) fn flag(element: Element<'_>, name: &str) -> Result<Option<bool>> {
    match element.text(name) {
        None => Ok(None),
        Some("true") => Ok(Some(true)),
        Some("false") => Ok(Some(false)),
        Some(other) => Err(no_choice(element, name, other, "true or false")),
    }
}

/// Returns the error for a word that is none of those that an attribute may have.
fn no_choice(element: Element<'_>, name: &str, word: &str, choices: &str) -> crate::Error {
    let why = format!("\"{word}\" is not read");
    element.error(name, why, format!("write {choices}"))
}

/// Reads `<option>`: the time step and gravity, and whether anything touches anything.
pub(super) fn option(model: Model<'_>, notes: &mut Notes) -> Result<(SimulationOption, bool)> {
    let mut touches = true;
    let mut out = SimulationOption {
        place: model.root().offset(),
        time_step: 0.002,
        gravity: [0.0, 0.0, -9.81],
    };
    for element in model.all(model.root(), "option") {
        out.place = element.offset();
        element.ignore(&["integrator", "solver", "iterations", "tolerance", "cone"]);
        element.ignore(&["jacobian", "ls_iterations", "ls_tolerance"]);
        if let Some(step) = element.number("timestep")? {
            if step <= 0.0 {
                let why = format!("{step} s is not greater than 0");
                return Err(element.error("timestep", why, "give a time step in seconds"));
            }
            out.time_step = step;
        }
        out.gravity = element.numbers("gravity")?.unwrap_or(out.gravity);
        for flags in model.all(element, "flag") {
            flags.ignore(&["energy", "fwdinv", "warmstart", "sensor", "override"]);
            let is_off = |name: &str| flags.text(name) == Some("disable");
            if is_off("gravity") {
                out.gravity = [0.0; 3];
            }
            touches &= !is_off("contact") && !is_off("constraint");
            for name in [
                "constraint",
                "limit",
                "actuation",
                "passive",
                "spring",
                "damper",
                "frictionloss",
                "equality",
            ] {
                if is_off(name) {
                    notes.say(
                        flags.offset(),
                        format!("flag {name}=\"disable\" is left out"),
                    );
                }
            }
        }
    }
    Ok((out, touches))
}
