//! One `[[body]]`: its specification for the builder and where it starts.

use super::config::{BodyConfig, Config, DEFAULT_MATERIAL, Inertia, PlaneConfig};
use super::motion;
use super::shapes::Shapes;
use super::track::Track;
use super::value::{rotation, vector};
use crate::error::{Error, Result, finite, remedy};
use crate::math::{Mat3, Rot, Vec3, rotation_from_wxyz, wxyz};
use crate::shape::table::{Exactly, Triple};
use crate::world::{Body, BodySpec, BodyState, DEFAULT_DENSITY, MassSpec, Motion, PartSpec, Plane};

/// Where a body starts and what commands it.
#[derive(Debug, Clone)]
pub(super) struct Start {
    /// Pose of the shape frame.
    position: Vec3,
    rotation: Rot,
    /// Velocity of the centre of mass, world.
    velocity: Vec3,
    /// Angular velocity, world.
    angular_velocity: Vec3,
    /// Bit for bit, when the file gives the numbers of a state.
    pub exact: Option<BodyState>,
    /// Keyframes of driven and prescribed bodies.
    track: Option<Track>,
}

/// The builder's view of a body; fields of errors are relative to the body's table.
pub(super) fn spec(body: &BodyConfig, config: &Config, shapes: &Shapes) -> Result<BodySpec> {
    let motion = motion::motion(body)?;
    let mut spec = BodySpec::new(&body.name, motion);
    if let Some(name) = &body.shape {
        let own = shapes.parts("shape", name.name())?;
        for (i, part) in own.iter().enumerate() {
            let material = part.material.as_deref().or(body.material.as_deref());
            let material = material.unwrap_or(DEFAULT_MATERIAL);
            let surface = config.material.get(material).ok_or_else(|| {
                let fix = remedy(material, config.material.keys().map(String::as_str));
                Error::value("material", format!("no material \"{material}\""), fix)
            })?;
            let name = match own.len() {
                1 => part.name.clone(),
                _ => format!("{}[{i}]", part.name),
            };
            let placed = part.placed.clone();
            let mut own = PartSpec::new(name, placed, surface.friction)
                .torsional_friction(surface.torsional_friction.0)
                .material(material);
            own.solid = part.solid.clone();
            spec = spec.part(own);
        }
    }
    let moving = matches!(motion, Motion::Free | Motion::Driven(_));
    if moving {
        spec.mass = mass(body)?;
    }
    spec.plane = plane(body, config);
    Ok(spec)
}

fn plane(body: &BodyConfig, config: &Config) -> Option<Plane> {
    body.planar
        .or(config.simulation.planar)
        .map(|plane| match plane {
            PlaneConfig::Xy => Plane::Xy,
            PlaneConfig::Xz => Plane::Xz,
            PlaneConfig::Yz => Plane::Yz,
        })
}

fn mass(body: &BodyConfig) -> Result<MassSpec> {
    if let Some(inertia) = &body.inertia {
        finite_inertia(inertia)?;
    }
    let inertia = body.inertia.as_ref().map(|inertia| match inertia {
        Inertia::Diagonal(moments) => Mat3::from_diagonal(&Vec3::from(moments.0)),
        Inertia::Full(m) => Mat3::from_fn(|i, j| m[i][j]),
    });
    let centre = body.centre_of_mass.map(|c| Vec3::from(c.0));
    match (body.density, body.mass, inertia, centre) {
        (Some(_), Some(_), ..) => Err(Error::value(
            "density",
            "a body has either a density or a mass",
            "remove one of the two",
        )),
        (_, None, Some(_), _) => Err(Error::value(
            "inertia",
            "an inertia needs a mass beside it",
            "give `mass` in kg",
        )),
        (_, _, None, Some(_)) => Err(Error::value(
            "centre_of_mass",
            "a centre of mass of your own needs mass and inertia beside it",
            "give `mass` in kg and `inertia` (kg m^2, about that centre)",
        )),
        (None, Some(mass), Some(inertia), Some(centre)) => {
            Ok(MassSpec::Full(mass, centre, inertia))
        }
        (None, Some(mass), Some(inertia), None) => Ok(MassSpec::Inertia(mass, inertia)),
        (None, Some(mass), None, None) => Ok(MassSpec::Mass(mass)),
        (density, None, None, None) => Ok(MassSpec::Density(density.unwrap_or(DEFAULT_DENSITY))),
    }
}

/// Checked here, where the numbers still stand as in the file.
fn finite_inertia(inertia: &Inertia) -> Result<()> {
    let fix = "give finite moments in kg m^2";
    match inertia {
        Inertia::Diagonal(moments) => finite("inertia", &**moments, fix),
        Inertia::Full(rows) => rows
            .iter()
            .enumerate()
            .try_for_each(|(i, row)| finite(&format!("inertia[{i}]"), &**row, fix)),
    }
}

/// Where the body starts at `time`; fields of errors are relative to the body's table.
pub(super) fn start(body: &BodyConfig, spec: &BodySpec, time: f64) -> Result<Start> {
    let track = motion::track(body)?;
    let (at, turn) = track.as_ref().map_or_else(
        || (Vec3::zeros(), Rot::identity()),
        |track| track.pose(time),
    );
    let given = |field: &str, value: Option<Triple>, fix: &str| {
        let vector = value.map(|v| vector(field, v, fix));
        vector.transpose()
    };
    let position = given(
        "position",
        body.position,
        "give a finite coordinate in metres",
    )?;
    let quat = body
        .quat_wxyz
        .map(|q| rotation("quat_wxyz", q))
        .transpose()?;
    let velocity = given("velocity", body.velocity, "give finite m/s")?;
    let spin = given(
        "angular_velocity",
        body.angular_velocity,
        "give finite rad/s",
    )?;
    let exact = body
        .state
        .map(|numbers| exact(body, &numbers))
        .transpose()?;
    let mut out = Start {
        position: position.unwrap_or(at),
        rotation: quat.unwrap_or(turn),
        velocity: velocity.unwrap_or_default(),
        angular_velocity: spin.unwrap_or_default(),
        exact,
        track,
    };
    match spec.motion {
        Motion::Fixed => out.at_rest("a fixed body does not move")?,
        Motion::Prescribed => {
            out.at_rest("a prescribed body moves by its keyframes only")?;
            out.on_track(at, turn)?;
            let track = out.track.as_ref();
            (out.velocity, out.angular_velocity) =
                track.map_or_else(Default::default, |track| track.velocity(time));
        }
        Motion::Driven(_) | Motion::Free => {}
    }
    if let Some(plane) = spec.plane {
        out.in_plane(plane)?;
    }
    Ok(out)
}

fn exact(body: &BodyConfig, numbers: &[f64; 13]) -> Result<BodyState> {
    finite("state", numbers, "give 13 finite numbers")?;
    let others = [
        ("position", body.position.is_some()),
        ("quat_wxyz", body.quat_wxyz.is_some()),
        ("velocity", body.velocity.is_some()),
        ("angular_velocity", body.angular_velocity.is_some()),
    ];
    if let Some((other, _)) = others.iter().find(|other| other.1) {
        let fix = format!("remove `state` or `{other}`");
        return Err(Error::value("state", format!("replaces `{other}`"), fix));
    }
    let q = [numbers[3], numbers[4], numbers[5], numbers[6]];
    rotation("state", Exactly(q))?;
    BodyState::from_numbers(*numbers).map_err(|e| e.within("state"))
}

impl Start {
    /// The pose of the shape frame; nothing where the file gives the numbers of a state.
    pub(super) fn pose(&self) -> Option<(Vec3, Rot)> {
        match self.exact {
            None => Some((self.position, self.rotation)),
            Some(_) => None,
        }
    }

    /// Tells the builder where the shape frame starts, as far as the file says it.
    pub(super) fn place(&self, spec: &mut BodySpec) {
        let rotation = self.exact.map(|at| at.rotation);
        spec.start.position = self.position;
        spec.start.rotation = rotation.unwrap_or(self.rotation);
    }

    /// The state of `body` at its start.
    pub(super) fn state(&self, body: &Body) -> BodyState {
        self.exact.unwrap_or_else(|| BodyState {
            position: body.centre_from_shape(&self.position, &self.rotation),
            rotation: self.rotation,
            velocity: self.velocity,
            angular_velocity: self.rotation.inverse() * self.angular_velocity,
        })
    }

    /// The commands of `body`; a driven body without keyframes holds the pose that it starts in.
    pub(super) fn track(self, body: &Body) -> Option<Track> {
        match (self.track, body.motion, self.exact) {
            (None, Motion::Driven(_), None) => Some(Track::hold(self.position, self.rotation)),
            (None, Motion::Driven(_), Some(at)) => {
                // The rotation of a keyframe with these numbers, so that a saved step holds the same bits.
                let rotation = rotation_from_wxyz(wxyz(&at.rotation));
                let position = body.shape_from_centre(&at.position, &rotation);
                Some(Track::hold(position, rotation))
            }
            (track, ..) => track,
        }
    }

    fn at_rest(&self, why: &str) -> Result<()> {
        let velocities = [
            ("velocity", self.velocity),
            ("angular_velocity", self.angular_velocity),
        ];
        match velocities.iter().find(|(_, v)| *v != Vec3::zeros()) {
            None => Ok(()),
            Some((field, _)) => Err(Error::value(*field, why, "remove it")),
        }
    }

    fn on_track(&self, at: Vec3, turn: Rot) -> Result<()> {
        let fix = "remove it, or start the keyframes there";
        if self.exact.is_none() && (self.position - at).norm() > 1e-9 {
            let why = format!("the keyframes start at {:?}", at.as_slice());
            return Err(Error::value("position", why, fix));
        }
        if self.exact.is_none() && self.rotation.angle_to(&turn) > 1e-6 {
            let why = format!("the keyframes start at {:?}", wxyz(&turn));
            return Err(Error::value("quat_wxyz", why, fix));
        }
        Ok(())
    }

    fn in_plane(&self, plane: Plane) -> Result<()> {
        let v = &self.velocity;
        let w = &self.angular_velocity;
        let all = [v.x, v.y, v.z, w.x, w.y, w.z];
        let free = plane.freedoms();
        match (0..6).find(|i| all[*i] != 0.0 && !free.contains(i)) {
            None => Ok(()),
            Some(i) => Err(Error::value(
                if i < 3 {
                    "velocity"
                } else {
                    "angular_velocity"
                },
                format!("{} leaves the plane {plane:?} of the body", all[i]),
                "set that component to 0 or remove `planar`",
            )),
        }
    }
}
