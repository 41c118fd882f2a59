//! The task of pushing as a dynamic model: laws with their constants, clouds, T and finger.

use super::pushing::{Push, SCENE, STEPS};
use drystone::error::Result;
use drystone::math::{Mat3, Vec3};
use drystone::scene::Scene;
use drystone::shape::mesh::TriangleMesh;
use drystone::shape::{Shape, Solid};
use drystone::world::{
    BodySpec, ContactModel, Integrator, MassSpec, Model, PartSpec, Plane, SoftMinimumSettings,
    State,
};
use std::f64::consts::PI;
use std::sync::Arc;

/// Spacings of clouds with about 26 and 4,000 patches of the T, m.
const SPACINGS: [f64; 2] = [0.075, 0.0046];
/// Mass (kg) and moment of inertia (kg m^2) of the finger for explicit steps, which its drives must not make unstable: its own 20 g and
/// 3.2e-6 kg m^2 turn with a time constant of 0.3 ms. The T moves in oil, and does not notice.
const EXPLICIT_FINGER: (f64, f64) = (0.1, 1e-4);
/// Corners of the mesh of the finger.
const CORNERS: usize = 100;

/// The number of points of a cloud.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Points {
    /// About 26 of the T; the finger is a mesh with a spacing of its own.
    Few,
    /// The spacing of every body is its default.
    Default,
    /// About 4,000 of the T.
    Many,
    /// The model has no clouds.
    None,
}

/// A contact model with its constants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Law {
    /// The rigid model with its defaults.
    SingleLevel,
    /// The potential with its defaults.
    SoftMinimum,
    /// The published springs with soft constants, like those of their authors.
    Published,
    /// The published springs with the defaults, as stiff as those of the potential.
    PublishedStiff,
    /// The published springs with soft constants and the published integrator.
    RungeKutta,
    /// The published springs with soft constants and the published fast integrator.
    Euler,
}

impl Points {
    /// Returns the name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Points::Few => "26",
            Points::Default => "default",
            Points::Many => "4k",
            Points::None => "-",
        }
    }

    /// Returns the spacing of the cloud, m, where it is given.
    fn spacing(self) -> Option<f64> {
        match self {
            Points::Few => Some(SPACINGS[0]),
            Points::Many => Some(SPACINGS[1]),
            Points::Default | Points::None => None,
        }
    }
}

impl Law {
    /// These are all of them, in the order of the tables.
    pub const ALL: [Law; 6] = [
        Law::SoftMinimum,
        Law::Published,
        Law::PublishedStiff,
        Law::RungeKutta,
        Law::Euler,
        Law::SingleLevel,
    ];

    /// Returns the name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Law::SingleLevel => "single_level",
            Law::SoftMinimum => "soft_minimum",
            Law::Published => "as published",
            Law::PublishedStiff => "as published and stiff",
            Law::RungeKutta => "as published, RK4",
            Law::Euler => "as published, Euler",
        }
    }

    /// Returns the contact model.
    pub fn model(self) -> ContactModel {
        match self {
            Law::SingleLevel => ContactModel::SingleLevel,
            Law::SoftMinimum => ContactModel::SoftMinimum,
            _ => ContactModel::SoftMinimumAsPublished,
        }
    }

    /// Returns the constants.
    pub fn settings(self, spacing: Option<f64>) -> SoftMinimumSettings {
        let defaults = SoftMinimumSettings {
            spacing,
            ..SoftMinimumSettings::default()
        };
        let integrator = match self {
            Law::RungeKutta => Integrator::RungeKutta,
            Law::Euler => Integrator::Euler,
            _ => Integrator::Implicit,
        };
        match self {
            Law::Published | Law::RungeKutta | Law::Euler => SoftMinimumSettings {
                integrator,
                stiffness: Some(1000.0),
                smoothing: Some(1e-3),
                separation: Some(5e-4),
                stiction_velocity: 0.01,
                ..defaults
            },
            _ => defaults,
        }
    }

    /// Returns the clouds with which plans are replayed by steps of a length, ms.
    pub(super) fn clouds(self, milliseconds: u32) -> &'static [Points] {
        match self {
            Law::SingleLevel => &[Points::None],
            Law::SoftMinimum => &[Points::Few, Points::Default, Points::Many],
            Law::Published | Law::RungeKutta => &[Points::Few, Points::Many],
            // it is published at one step
            Law::Euler if milliseconds == STEPS[0] => &[Points::Few, Points::Many],
            Law::Euler => &[],
            // finer steps of this take minutes
            Law::PublishedStiff if milliseconds == STEPS[2] => &[Points::Many],
            Law::PublishedStiff => &[],
        }
    }
}

impl Push {
    /// Returns T and finger of the task with the model, which keep their velocities, and where they start.
    pub(super) fn build(&self) -> Result<(Model, State)> {
        let scene = Scene::parse(SCENE, "t_push")?;
        let mut builder = Model::builder()
            .contact_model(self.law.model())
            .soft_minimum(self.law.settings(self.points.spacing()))
            .time_step(f64::from(self.milliseconds) * 1e-3)
            .length(scene.model.units.length);
        for (body, at) in scene.model.bodies.iter().zip(&scene.initial.bodies) {
            let mut spec = BodySpec::new(&body.name, body.motion)
                .mass(body.mass)
                .at(at.position)
                .rotation(at.rotation)
                .plane(Plane::Xy);
            if body.name == "finger" && matches!(self.law, Law::RungeKutta | Law::Euler) {
                let (mass, inertia) = EXPLICIT_FINGER;
                spec = spec.mass_spec(MassSpec::Inertia(
                    mass,
                    Mat3::from_diagonal_element(inertia),
                ));
            }
            for part in &body.parts {
                let mut own = PartSpec::new(&part.name, part.placed.clone(), part.friction);
                let fine = self.points == Points::Few && body.name == "finger";
                let solid = match &part.placed.shape {
                    Shape::Sphere(ball) if fine => Some(mesh_of_ball(ball.radius)?),
                    _ => None,
                };
                own.solid = solid.map(Arc::new);
                spec = spec.part(own);
            }
            builder = builder.body(spec);
        }
        builder.build_with_start()
    }
}

/// Returns a ball as a mesh with as much volume, whose cloud does not depend on the spacing of the scene.
fn mesh_of_ball(radius: f64) -> Result<Solid> {
    let turn = PI * (3.0 - 5f64.sqrt());
    let point = |k: usize| {
        let z = 1.0 - (2 * k + 1) as f64 / CORNERS as f64;
        let (angle, r) = (turn * k as f64, (1.0 - z * z).sqrt());
        Vec3::new(r * angle.cos(), r * angle.sin(), z) * radius
    };
    let points: Vec<Vec3> = (0..CORNERS).map(point).collect();
    let mesh = TriangleMesh::hull_of(&points)?;
    let grow = (4.0 / 3.0 * PI * radius.powi(3) / mesh.volume()).cbrt();
    let spacing = radius * (4.0 * PI / CORNERS as f64).sqrt();
    Ok(Solid::new(mesh.scaled([grow; 3]))?.with_spacing(spacing))
}
