//! The pegs and the holes: the scene of a task.

use super::{hole, side};
use drystone::math::{Dice, Rot, Vec3, wxyz};
use std::f64::consts::{PI, TAU};

/// Cross-section of a peg.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    /// Four sides; the hole has four walls.
    Square,
    /// A cylinder; the hole has 16 staves.
    Round,
    /// Six sides.
    Hexagonal,
}

impl Section {
    /// All of them.
    pub const ALL: [Section; 3] = [Section::Square, Section::Round, Section::Hexagonal];

    /// Name in tables and files.
    pub fn name(self) -> &'static str {
        match self {
            Section::Square => "square",
            Section::Round => "round",
            Section::Hexagonal => "hexagonal",
        }
    }

    /// Number of walls of its hole.
    pub(super) fn walls(self) -> u32 {
        match self {
            Section::Square => 4,
            Section::Round => 16,
            Section::Hexagonal => 6,
        }
    }

    /// The peg as a shape of a scene, upright.
    fn shape(self) -> String {
        let (half, length) = (0.5 * WIDTH, 0.5 * LENGTH);
        match self {
            Section::Square => format!("box]\nhalf_extents = [{half:?}, {half:?}, {length:?}]\n"),
            Section::Round => format!("cylinder]\nradius = {half:?}\nlength = {LENGTH:?}\n"),
            Section::Hexagonal => {
                let radius = half / (PI / 6.0).cos();
                let corner = |k: u32| {
                    let angle = PI / 6.0 + f64::from(k / 2) * PI / 3.0;
                    let z = if k.is_multiple_of(2) { -length } else { length };
                    [radius * angle.cos(), radius * angle.sin(), z]
                };
                let corners: Vec<[f64; 3]> = (0..12).map(corner).collect();
                format!("polytope]\nvertices = {corners:?}\n")
            }
        }
    }
}

/// Edge of the mouth of a hole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mouth {
    /// 2 mm at 45 degrees.
    Chamfered,
    /// None.
    Sharp,
}

/// Kinds of tasks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// A peg that comes from above; the hand leans by up to 0.05 rad.
    Upright(Section, Mouth),
    /// A peg that comes from above into a hole without chamfer; the hand is stiff and leans by 0.06 to 0.08 rad.
    Leaning(Section),
    /// PegInsertionSide: a peg that moves along x.
    Side,
}

/// A task; starts differ in pose.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Task {
    /// The kind of task.
    pub family: Family,
    /// Width of the hole less that of the peg, m (side: on each side).
    pub clearance: f64,
    /// Coefficient of friction.
    pub friction: f64,
}

/// Width of a peg, m.
pub(super) const WIDTH: f64 = 0.03;
/// Length of a peg, m.
pub(super) const LENGTH: f64 = 0.08;
/// Width and depth of a chamfer, m.
const CHAMFER: f64 = 0.002;
/// Depth of a hole, m.
pub(super) const DEPTH: f64 = 0.06;
/// How deep under the mouth the hand is told to bring the tip, m.
const GOAL: f64 = 0.05;
/// How deep the tip must come, m: a hand that leans by t presses the peg against both sides with N = K t / depth, and gives
/// way to 2 mu N, 2 mm.
pub(super) const IN: f64 = 0.045;
/// The hand: stiffness across and along, N/m.
const HAND: [f64; 2] = [2000.0, 10_000.0];
/// Damping of the hand, N s/m and N m s/rad.
const DAMPING: [f64; 2] = [60.0, 0.25];
/// When the hand arrives, and when the run ends, s.
const TIMES: [f64; 2] = [2.4, 3.0];
/// How stiff the hand is about every axis (N m/rad), and by how much it leans, at least and at most, rad.
pub(super) const UPRIGHT: [f64; 3] = [20.0, 0.0, 0.05];
/// So stiff and so far that a peg may wedge. A hole of width w + c cuts a peg that leans by t to w / cos t: beyond
/// sqrt(2 c / w) = 0.082 rad it rests on the rim, whatever the friction.
const LEANING: [f64; 3] = [100.0, 0.06, 0.08];
/// Name of a task in its scene.
const PEG: &str = "A peg and a hole";
/// Random numbers.
const SEED: u64 = 31;

impl Task {
    /// Name, also of its file; lower case, hyphens.
    pub fn name(&self) -> String {
        let family = self.family_name();
        format!(
            "{family}-{:?}mm-friction-{:?}",
            rounded(1e3 * self.clearance),
            self.friction
        )
    }

    /// Section and mouth.
    pub(super) fn family_name(&self) -> String {
        match self.family {
            Family::Upright(section, Mouth::Chamfered) => format!("{}-chamfered", section.name()),
            Family::Upright(section, Mouth::Sharp) => format!("{}-sharp", section.name()),
            Family::Leaning(section) => format!("{}-leaning", section.name()),
            Family::Side => "side".into(),
        }
    }

    /// The scene of start number `start`: steps of 0.01 s unless the command line says otherwise.
    pub fn scene(&self, start: u32) -> String {
        let (clearance, friction) = (1e3 * self.clearance, self.friction);
        let (name, body) = match self.family {
            Family::Side => ("The sidewise peg of PegInsertionSide", side::scene(start)),
            Family::Upright(section, Mouth::Chamfered) => {
                (PEG, self.upright(section, CHAMFER, UPRIGHT, start))
            }
            Family::Upright(section, Mouth::Sharp) => {
                (PEG, self.upright(section, 0.0, UPRIGHT, start))
            }
            Family::Leaning(section) => (PEG, self.upright(section, 0.0, LEANING, start)),
        };
        let look = match self.family {
            Family::Leaning(_) => "the peg is in at the end, or wedged",
            _ => "the peg is in at the end",
        };
        format!(
            "# {name}: {}, start {start}.\n#\n# The hole leaves {:?} mm. A compliant hand pushes that is wrong \
             about pose and direction.\n# Made by: drystone study insertion --out DIR\n\
             # Look for: {look}.\n\n\
             [simulation]\ntime_step = 0.01\nduration = {:?}\nrelaxation = 1e-6\n\n\
             [material.default]\nfriction = {friction:?}\n\n{body}",
            self.name(),
            rounded(clearance),
            TIMES[1],
        )
    }

    fn upright(&self, section: Section, chamfer: f64, wrist: [f64; 3], start: u32) -> String {
        let mut dice = Dice::new(SEED, u64::from(start));
        // the tip meets the chamfer, or the hole itself, whichever way it is off
        let room = 0.9 * (chamfer + 0.5 * self.clearance);
        let [way, about] = [0; 2].map(|_| dice.within(0.0, TAU));
        let off = room * dice.within(0.0, 1.0).sqrt();
        let lean = dice.within(wrist[1], wrist[2]);
        let attitude = Rot::new(Vec3::new(about.cos(), about.sin(), 0.0) * lean);
        let axis = attitude * Vec3::z();
        // the middle of the lower face, so high that its lowest point is 2 mm above the mouth
        let low = (0.75 * WIDTH) * lean.sin() + 0.002;
        let tip = Vec3::new(off * way.cos(), off * way.sin(), low);
        let from = tip + axis * (0.5 * LENGTH);
        let to = Vec3::new(from.x, from.y, 0.5 * LENGTH - GOAL);
        let stiffness = ([HAND[0], HAND[0], HAND[1]], wrist[0]);
        let hand = hand(stiffness, &attitude, [from, to]);
        let apothem = 0.5 * (WIDTH + self.clearance);
        format!(
            "[shape.peg.{}{}\n[[body]]\nname = \"peg\"\nshape = \"peg\"\nmass = 0.3\n{hand}",
            section.shape(),
            hole::upright(section.walls(), apothem, chamfer),
        )
    }
}

/// The key of a hand that goes from one place to another (m) and does not turn; stiffness along (N/m) and about
/// (N m/rad) the axes.
pub(super) fn hand(
    (stiffness, about): ([f64; 3], f64),
    attitude: &Rot,
    places: [Vec3; 2],
) -> String {
    let [damping, turning] = DAMPING;
    let quat = wxyz(attitude);
    let [from, to] = places.map(<[f64; 3]>::from);
    format!(
        "\n[body.driven]\nstiffness = {stiffness:?}\ndamping = {damping:?}\n\
         rotational_stiffness = {about:?}\nrotational_damping = {turning:?}\nkeyframes = [\n    \
         {{ time = 0, position = {from:?}, quat_wxyz = {quat:?} }},\n    \
         {{ time = {:?}, position = {to:?}, quat_wxyz = {quat:?} }},\n]\n",
        TIMES[0]
    )
}

/// To the digits that are meant.
fn rounded(number: f64) -> f64 {
    (1e6 * number).round() / 1e6
}
