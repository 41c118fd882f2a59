//! The bodies that are dropped, and how the drops of each start.

use crate::Dice;
use std::f64::consts::{FRAC_1_SQRT_2, PI};
use std::fmt::Write;

/// Half-size of the bodies in space, m.
const HALF_SIZE: f64 = 0.5;
/// Standard gravity, m/s^2.
const GRAVITY: f64 = 9.81;
/// Seeds of the starts in the plane and in space. All cells of a table see the same starts.
const SEEDS: [u64; 2] = [1, 2];
/// Faces of the figure in its plane, (x, z); the right side of every row is [`FACE`].
const FACES: [[f64; 2]; 5] = [
    [1.0, 0.2],
    [0.0, 1.0],
    [-1.0, -0.3],
    [0.0, -1.0],
    [0.8, -0.8],
];
const FACE: f64 = 0.4;

/// The body that is dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dropped {
    /// The planar figure of the published drops: five sides, moves in the x-z plane only. Here it
    /// is a prism of half-thickness 0.4 m, whose ends do nothing.
    Figure,
    /// A cube.
    Cube,
    /// A cube without its corners: 14 faces.
    TruncatedCube,
    /// As long as wide.
    Cylinder,
    /// Half-angle 0.6 rad.
    Cone,
    /// A truncated cube, padded.
    Padded,
    /// A beam with a post and a knob on it: not convex.
    Bundle,
}

/// Where a drop starts; world axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Start {
    /// Position of the shape frame, m.
    pub position: [f64; 3],
    /// Scalar first.
    pub quat_wxyz: [f64; 4],
    /// m/s.
    pub velocity: [f64; 3],
    /// rad/s.
    pub angular_velocity: [f64; 3],
}

impl Dropped {
    /// The bodies that move in space.
    pub const IN_SPACE: [Dropped; 6] = [
        Dropped::Cube,
        Dropped::TruncatedCube,
        Dropped::Cylinder,
        Dropped::Cone,
        Dropped::Padded,
        Dropped::Bundle,
    ];

    /// Name in tables and rows.
    pub fn name(self) -> &'static str {
        match self {
            Dropped::Figure => "planar figure",
            Dropped::Cube => "box",
            Dropped::TruncatedCube => "truncated cube",
            Dropped::Cylinder => "cylinder",
            Dropped::Cone => "cone",
            Dropped::Padded => "padded polytope",
            Dropped::Bundle => "bundle",
        }
    }

    /// Returns the `[shape.body.KIND]` of the body in a scene, and the shapes that it refers to.
    pub fn shape(self) -> String {
        let h = HALF_SIZE;
        match self {
            Dropped::Figure => figure(),
            Dropped::Cube => format!("[shape.body.box]\nhalf_extents = [{h}, {h}, {h}]\n"),
            Dropped::TruncatedCube => format!("[shape.body.polytope]\n{}", truncated(h)),
            Dropped::Cylinder => {
                format!(
                    "[shape.body.cylinder]\nradius = {h}\nlength = {}\n",
                    2.0 * h
                )
            }
            Dropped::Cone => {
                format!(
                    "[shape.body.cone]\nheight = {}\nhalf_angle = 0.6\n",
                    2.0 * h
                )
            }
            Dropped::Padded => {
                let (radius, core) = (0.2 * h, truncated(0.8 * h));
                format!("[shape.body.padded_polytope]\nradius = {radius}\n{core}")
            }
            Dropped::Bundle => BUNDLE.to_string(),
        }
    }

    /// Returns the mass of the body, kg, and what else its `[[body]]` says. The figure's are the published ones.
    pub fn mass(self) -> &'static str {
        match self {
            Dropped::Figure => {
                "mass = 1.0\ninertia = [0.2, 0.2, 0.2]\ncentre_of_mass = [0, 0, 0]\n"
            }
            _ => "mass = 1.0\n",
        }
    }

    /// Returns the lines of `[simulation]` for drops of the body.
    pub fn settings(self) -> String {
        match self {
            // L sqrt(g L) = 1 m^2/s and 1 kg: gap times impulse of a contact at rest is rho N s m,
            // as in the published runs. They did not start half a step early.
            Dropped::Figure => {
                let length = GRAVITY.powf(-1.0 / 3.0);
                format!("length = {length:?}\nplanar = \"xz\"\nstart = \"node\"\n")
            }
            _ => format!("length = {HALF_SIZE}\n"),
        }
    }

    /// Coefficient of friction.
    pub fn friction(self) -> f64 {
        match self {
            Dropped::Figure => 0.2,
            _ => 0.5,
        }
    }

    /// Start number `index`.
    pub fn start(self, index: u32) -> Start {
        match self {
            Dropped::Figure => in_plane(index),
            _ => in_space(index),
        }
    }
}

/// As published: x = 0, the rest uniform.
fn in_plane(index: u32) -> Start {
    let mut dice = Dice::new(SEEDS[0], index.into());
    let z = dice.within(FRAC_1_SQRT_2, 1.5);
    let half_angle = dice.within(0.0, PI);
    let [vx, vz] = [dice.within(-1.0, 1.0), dice.within(-2.0, 0.0)];
    let spin = dice.within(-1.0, 1.0);
    Start {
        position: [0.0, 0.0, z],
        quat_wxyz: [half_angle.cos(), 0.0, half_angle.sin(), 0.0],
        velocity: [vx, 0.0, vz],
        angular_velocity: [0.0, spin, 0.0],
    }
}

/// Any pose, velocity and spin, in units of the half-size and of sqrt(g / half-size).
fn in_space(index: u32) -> Start {
    let mut dice = Dice::new(SEEDS[1], index.into());
    let mut any = |scale: f64| [0; 3].map(|_| dice.within(-scale, scale));
    let rate = (GRAVITY / HALF_SIZE).sqrt();
    let [x, y, z] = any(0.4 * HALF_SIZE);
    let axis = any(1.0);
    let [half_angle, ..] = any(0.5 * PI);
    let length = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
    let [i, j, k] = axis.map(|x| half_angle.sin() * x / length);
    Start {
        position: [x, y, z + 2.4 * HALF_SIZE],
        quat_wxyz: [half_angle.cos(), i, j, k],
        velocity: any(0.5 * rate * HALF_SIZE),
        angular_velocity: any(0.5 * rate),
    }
}

fn figure() -> String {
    let mut normals = String::new();
    for [x, z] in FACES {
        write!(normals, "[{x:?}, 0.0, {z:?}], ").expect("writing to a string");
    }
    format!(
        "[shape.body.polytope]\nnormals = [{normals}[0.0, 1.0, 0.0], [0.0, -1.0, 0.0]]\n\
         offsets = {:?}\n",
        [FACE; FACES.len() + 2]
    )
}

/// Faces of a cube of half-size `h` with its corners cut off.
fn truncated(h: f64) -> String {
    let mut normals = Vec::new();
    for axis in 0..3 {
        for sign in [1.0, -1.0] {
            let mut normal = [0.0; 3];
            normal[axis] = sign;
            normals.push(normal);
        }
    }
    let sign = |bits: u32, bit: u32| if bits & bit == 0 { 1.0 } else { -1.0 };
    normals.extend((0..8).map(|bits| [1, 2, 4].map(|bit| sign(bits, bit))));
    // x + y + z <= 2.4 h
    let offsets = [[h; 6].as_slice(), &[2.4 * h; 8]].concat();
    format!("normals = {normals:?}\noffsets = {offsets:?}\n")
}

const BUNDLE: &str = "\
[shape.beam.box]
half_extents = [0.5, 0.15, 0.15]

[shape.post.box]
half_extents = [0.15, 0.15, 0.25]

[shape.knob.sphere]
radius = 0.2

[shape.body.bundle]
parts = [
    \"beam\",
    { shape = \"post\", position = [0.35, 0, 0.4] },
    { shape = \"knob\", position = [-0.3, 0, 0.35] },
]
";
