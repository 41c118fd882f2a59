//! A scene and its twin: the same scene elsewhere, turned, moving, with its bodies in another order, or in other units.

use super::case::worse;
use super::text::{LENGTH, TIME_STEP, body};
use drystone::Vec3;
use drystone::math::Rot;
use drystone::world::{BodyState, State};
use drystone_plot::short;

/// The scenes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Base {
    /// Two bodies that collide in space.
    Pair,
    /// Two bodies that fall on a plate, one on the other.
    Fall,
}

/// What is changed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Twin {
    /// Nothing.
    Same,
    /// All places, m.
    Place(f64),
    /// All attitudes, and gravity.
    Turn,
    /// All velocities, m/s.
    Velocity(f64),
    /// The order of the bodies, so that first and second of every pair change places.
    Order,
    /// Sizes and masses are so many times as large, and times as if in other units.
    Units(f64, f64),
}

/// A body of a scene, SI units; fixed without a mass.
pub(super) struct Stone {
    half: [f64; 3],
    pub mass: Option<f64>,
    position: [f64; 3],
    turn: [f64; 3],
    pub velocity: [f64; 3],
    spin: [f64; 3],
}

impl Base {
    /// Both scenes.
    pub(super) const ALL: [Self; 2] = [Self::Pair, Self::Fall];

    /// Returns the name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pair => "pair",
            Self::Fall => "fall",
        }
    }

    fn gravity(self) -> f64 {
        if self == Self::Fall { -9.81 } else { 0.0 }
    }

    /// Returns the bodies.
    pub(super) fn stones(self) -> Vec<Stone> {
        let stone = |half, mass, position, turn, velocity, spin| Stone {
            half,
            mass,
            position,
            turn,
            velocity,
            spin,
        };
        let still = [0.0; 3];
        let (a, b) = ([0.1, 0.08, 0.06], [0.12, 0.07, 0.05]);
        let (turn, other) = ([0.3, 0.2, -0.4], [-0.5, 0.1, 0.9]);
        let (fast, back) = ([1.0, 0.0, 0.1], [-0.8, 0.1, 0.0]);
        let (light, heavy) = (Some(1.0), Some(2.5));
        match self {
            Self::Pair => vec![
                stone(a, light, still, turn, fast, [1.0, -2.0, 3.0]),
                stone(b, heavy, [0.4, 0.03, 0.02], other, back, [-1.0, 0.5, 2.0]),
            ],
            Self::Fall => vec![
                stone([0.5, 0.4, 0.1], None, [0.0, 0.0, -0.1], still, still, still),
                stone(a, light, [0.0, 0.0, 0.15], turn, still, [0.0, 0.0, 1.0]),
                stone(b, heavy, [0.02, 0.01, 0.4], other, [0.0, 0.0, -1.0], still),
            ],
        }
    }
}

impl Twin {
    /// Returns the name in tables.
    pub fn name(self) -> String {
        match self {
            Self::Same => "same".into(),
            Self::Place(metres) => format!("{metres} m away"),
            Self::Turn => "turned".into(),
            Self::Velocity(speed) => format!("moving at {speed} m/s"),
            Self::Order => "bodies in another order".into(),
            Self::Units(size, mass) => format!("{} m, {} kg", short(LENGTH * size), short(mass)),
        }
    }

    fn turn(self) -> Rot {
        match self {
            Self::Turn => Rot::from_scaled_axis(Vec3::new(0.7, -1.1, 0.4)),
            _ => Rot::identity(),
        }
    }

    fn shift(self) -> Vec3 {
        match self {
            Self::Place(metres) => Vec3::new(0.6, -0.48, 0.64) * metres,
            _ => Vec3::zeros(),
        }
    }

    fn velocity(self) -> Vec3 {
        match self {
            Self::Velocity(speed) => Vec3::new(0.6, -0.48, 0.64) * speed,
            _ => Vec3::zeros(),
        }
    }

    /// Returns the factors of sizes, masses and times.
    fn units(self) -> [f64; 3] {
        match self {
            Self::Units(size, mass) => [size, mass, size.sqrt()],
            _ => [1.0; 3],
        }
    }

    /// Returns the state of the twin for a state of the scene, so many seconds after the start.
    pub(super) fn state(self, state: &State, seconds: f64) -> State {
        let (turn, [size, _, time]) = (self.turn(), self.units());
        let own = |body: &BodyState| BodyState {
            position: turn * body.position * size + self.shift() + self.velocity() * seconds,
            rotation: turn * body.rotation,
            velocity: turn * body.velocity * (size / time) + self.velocity(),
            angular_velocity: body.angular_velocity / time,
        };
        let mut out = state.clone();
        out.bodies = state.bodies.iter().map(own).collect();
        if self == Self::Order {
            out.bodies.reverse();
        }
        out
    }

    /// Returns the largest difference of a state of the twin from what it should be, in units of length, velocity and rad.
    pub(super) fn error(self, twin: &State, should: &State) -> f64 {
        let [size, _, time] = self.units();
        let (length, seconds) = (LENGTH * size, (LENGTH / 9.81).sqrt() * time);
        let pairs = twin.bodies.iter().zip(&should.bodies);
        let own = pairs.flat_map(|(a, b)| {
            [
                (a.position - b.position).norm() / length,
                a.rotation.angle_to(&b.rotation),
                (a.velocity - b.velocity).norm() * seconds / length,
                (a.angular_velocity - b.angular_velocity).norm() * seconds,
            ]
        });
        own.fold(0.0, worse)
    }

    /// Returns the scene of the twin.
    pub(super) fn scene(self, base: Base, steps: usize) -> String {
        let [size, mass, time] = self.units();
        let turn = self.turn();
        let gravity = turn * Vec3::z() * base.gravity();
        let h = TIME_STEP * time;
        let mut text = format!(
            "[simulation]\ntime_step = {h:?}\nduration = {:?}\nrelaxation = 1e-3\nlength = {:?}\n\
             contact_model = \"separating_plane\"\ngravity = {:?}\n[material.default]\nfriction = 0.5\n",
            h * steps as f64,
            LENGTH * size,
            gravity.as_slice()
        );
        let mut bodies: Vec<_> = base.stones().into_iter().enumerate().collect();
        if self == Self::Order {
            bodies.reverse();
        }
        for (i, stone) in bodies {
            let name = format!("stone{i}");
            let half = stone.half.map(|half| half * size);
            text += &format!("[shape.{name}.box]\nhalf_extents = {half:?}\n");
            let position = turn * Vec3::from(stone.position) * size + self.shift();
            let attitude = turn * Rot::from_scaled_axis(Vec3::from(stone.turn));
            let quat = [attitude.w, attitude.i, attitude.j, attitude.k];
            let velocity = turn * Vec3::from(stone.velocity) * (size / time) + self.velocity();
            let spin = turn * Vec3::from(stone.spin) / time;
            let more = match stone.mass {
                None => format!("quat_wxyz = {quat:?}\nfixed = true\n"),
                Some(own) => format!(
                    "quat_wxyz = {quat:?}\nmass = {:?}\nvelocity = {:?}\nangular_velocity = {:?}\n",
                    own * mass,
                    velocity.as_slice(),
                    spin.as_slice()
                ),
            };
            body(&mut text, &name, &name, position.into(), &more);
        }
        text
    }
}
