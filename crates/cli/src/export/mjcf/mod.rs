//! A model for MuJoCo: its bodies, the shapes that MuJoCo has too, polytopes as meshes, one position actuator per
//! number of a command of a plan. With a plan file, `benches/peers/replay_plan.py` replays it there.
//!
//! Friction is given pair by pair (MuJoCo's own rule is another). Rotations of actuated bodies are
//! held rigidly; a body in a plane has two slides and a hinge at its centre of mass. A body that a joint holds is nested in the
//! other body of the joint.

mod joints;
mod rods;

use drystone::error::{Error, Result};
use drystone::math::{Rot, Vec3, wxyz};
use drystone::shape::Shape;
use drystone::world::{Body, Forest, Link, Model, Motion, Part, State};
use drystone_planner::{Actuator, Space};
use rods::Rods;
use std::fmt::Write;

/// The type of geoms whose corners are in a mesh of their name.
const MESH: &str = "mesh";
/// Time step of a replay, s.
const TIME_STEP: f64 = 1e-3;
/// How MuJoCo is to model contact: as stiff as it stays stable.
const CONTACT: &str = "condim=\"4\" solref=\"0.004 1\" solimp=\"0.95 0.99 0.001\"";

/// Returns the model of a planning space, with everything where it is in `start`, as MJCF.
///
/// # Errors
/// MuJoCo does not have a shape, a joint or a motor.
pub fn mjcf(space: &Space, start: &State) -> Result<String> {
    document(&space.model, start, &axes(space), TIME_STEP)
}

/// Returns a model, with everything where it is in `start`, as MJCF; driven bodies are not held.
///
/// # Errors
/// MuJoCo does not have a shape, a joint or a motor.
pub fn model_as_mjcf(model: &Model, start: &State) -> Result<String> {
    document(model, start, &[], model.time_step)
}

/// Writes the whole file; `axes` are bodies and axes of the commands of driven bodies.
fn document(
    model: &Model,
    start: &State,
    axes: &[(usize, usize)],
    time_step: f64,
) -> Result<String> {
    let forest = Forest::new(&model.bodies, &model.joints);
    let tree = Tree {
        model,
        axes,
        start,
        forest: &forest,
        rods: Rods::new(model, start, &forest),
    };
    let mut out = format!(
        "<mujoco model=\"drystone\">\n  <compiler angle=\"radian\" autolimits=\"true\"/>\n  \
         <option timestep=\"{time_step}\" gravity=\"{}\" integrator=\"implicitfast\" \
         cone=\"elliptic\" impratio=\"10\"/>\n  <default>\n    <geom contype=\"0\" conaffinity=\"0\"/>\n  \
         </default>\n",
        triple(&model.gravity)
    );
    meshes(&mut out, model);
    out += "  <worldbody>\n";
    for i in 0..model.bodies.len() {
        if forest.holder[i].is_none() {
            tree.write_body(&mut out, i, None)?;
        }
    }
    for link in joints::links_from(model, &forest, None) {
        tree.write_body(&mut out, link.body, Some(link))?;
    }
    out += "  </worldbody>\n  <contact>\n";
    pairs(&mut out, model);
    out += "  </contact>\n  <actuator>\n";
    for &(body, axis) in axes {
        let body = &model.bodies[body];
        if let Motion::Driven(drive) = body.motion {
            let joint = joint_name(body, axis);
            let gain = drive.stiffness[axis];
            writeln!(
                out,
                "    <position name=\"{joint}\" joint=\"{joint}\" kp=\"{gain}\"/>"
            )
            .expect("writing to a string");
        }
    }
    joints::write_motors(&mut out, model)?;
    out += "  </actuator>\n";
    if !model.joints.is_empty() {
        out += "  <equality>\n";
        joints::write_equalities(&mut out, model, start, &forest)?;
        out += "  </equality>\n";
    }
    out += "</mujoco>\n";
    Ok(out)
}

/// Bodies and axes of the commands of driven bodies.
fn axes(space: &Space) -> Vec<(usize, usize)> {
    let actuators = space.actuators.iter();
    actuators
        .filter_map(|actuator| match *actuator {
            Actuator::Axis { body, axis } => Some((body, axis)),
            Actuator::Motor { .. } => None,
        })
        .collect()
}

/// Returns the name of a body; MuJoCo keeps `world` for its own.
fn body_name(body: &Body) -> &str {
    match body.name.as_str() {
        "world" => "world_",
        name => name,
    }
}

fn joint_name(body: &Body, axis: usize) -> String {
    format!("{}.{}", body.name, ["x", "y", "z"][axis])
}

fn triple(v: &Vec3) -> String {
    format!("{} {} {}", v.x, v.y, v.z)
}

fn quaternion(q: &Rot) -> String {
    wxyz(q).map(|x| x.to_string()).join(" ")
}

/// The bodies as MuJoCo nests them.
struct Tree<'a> {
    model: &'a Model,
    axes: &'a [(usize, usize)],
    start: &'a State,
    forest: &'a Forest,
    rods: Rods<'a>,
}

impl Tree<'_> {
    /// Writes a body and those that are nested in it; `holder` is the joint that holds it. A thin rod between two joints is written as part of
    /// the body beyond.
    fn write_body(&self, out: &mut String, index: usize, holder: Option<&Link>) -> Result<()> {
        let (fail, model, start) = ("writing to a string", self.model, self.start);
        let next = |link: &&Link| self.rods.beyond(link);
        let chain: Vec<&Link> = std::iter::successors(holder, next).collect();
        let index = chain.last().map_or(index, |link| link.body);
        let body = &model.bodies[index];
        let outer = holder.and_then(|link| model.joints[link.joint].bodies()[1 - link.side]);
        let (position, rotation) = joints::place(start, index, outer);
        writeln!(
            out,
            "    <body name=\"{}\" pos=\"{position}\" quat=\"{rotation}\">",
            body_name(body)
        )
        .expect(fail);
        match holder {
            None => self.write_joints(out, index),
            Some(_) if body.plane.is_some() || matches!(body.motion, Motion::Driven(_)) => {
                let why = "MuJoCo's joints of a body in a plane, or of a driven one, leave no room for this one";
                let fix = "leave out `planar` or `driven`";
                return Err(Error::value(format!("body.{}", body.name), why, fix));
            }
            Some(_) => {
                for link in chain {
                    joints::write_link(out, model, start, link, index);
                }
            }
        }
        if body.is_moving() {
            let own = self.rods.mass_of(index);
            let (mass, centre, j) = (own.mass, triple(&own.centre), own.inertia);
            let full = [j.m11, j.m22, j.m33, j.m12, j.m13, j.m23];
            let full = full.map(|x| x.to_string()).join(" ");
            writeln!(
                out,
                "      <inertial pos=\"{centre}\" mass=\"{mass}\" fullinertia=\"{full}\"/>"
            )
            .expect(fail);
        }
        for (k, part) in body.parts.iter().enumerate() {
            let name = format!("{}.{k}", body.name);
            let shape = geom(part, &name).map_err(|e| e.within(&format!("body.{}", body.name)))?;
            writeln!(out, "      <geom name=\"{name}\" {shape}/>").expect(fail);
        }
        for link in joints::links_from(model, self.forest, Some(index)) {
            self.write_body(out, link.body, Some(link))?;
        }
        writeln!(out, "    </body>").expect(fail);
        Ok(())
    }

    /// Writes the joints of a body: one per commanded axis, those of its plane, or a free one.
    fn write_joints(&self, out: &mut String, index: usize) {
        let fail = "writing to a string";
        let body = &self.model.bodies[index];
        let inner = self.start.bodies[index].rotation.inverse();
        let (linear, angular) = match body.motion {
            Motion::Driven(drive) => (drive.damping, drive.rotational_damping),
            _ => (0.0, 0.0),
        };
        let own = self.axes.iter().filter(|(body, _)| *body == index);
        let own: Vec<usize> = own.map(|(_, axis)| *axis).collect();
        let mut slide = |axis: usize| {
            let name = joint_name(body, axis);
            // MuJoCo's axes are those of the body where it starts.
            let along = triple(&(inner * Vec3::ith(axis, 1.0)));
            writeln!(
                out,
                "      <joint name=\"{name}\" type=\"slide\" axis=\"{along}\" damping=\"{linear}\"/>"
            )
            .expect(fail);
        };
        match (body.is_moving(), own.is_empty(), body.plane) {
            (false, ..) => {}
            (true, false, _) => own.iter().for_each(|&axis| slide(axis)),
            (true, true, Some(plane)) => {
                for &axis in plane.freedoms().iter().filter(|&&axis| axis < 3) {
                    slide(axis);
                }
                let about = triple(&(inner * plane.normal()));
                writeln!(
                    out,
                    "      <joint type=\"hinge\" axis=\"{about}\" damping=\"{angular}\"/>"
                )
                .expect(fail);
            }
            (true, true, None) => {
                writeln!(out, "      <joint type=\"free\" damping=\"{linear}\"/>").expect(fail);
            }
        }
    }
}

/// Writes the polytopes of a model as meshes, each under the name of its geom.
fn meshes(out: &mut String, model: &Model) {
    out.push_str("  <asset>\n");
    for body in &model.bodies {
        for (k, part) in body.parts.iter().enumerate() {
            let geom = part.placed.shape.geom();
            let Some(mesh) = geom.filter(|geom| geom.kind == MESH) else {
                continue;
            };
            let corners: Vec<String> = mesh.sizes.iter().map(f64::to_string).collect();
            let (name, corners) = (&body.name, corners.join(" "));
            writeln!(out, "    <mesh name=\"{name}.{k}\" vertex=\"{corners}\"/>")
                .expect("writing to a string");
        }
    }
    out.push_str("  </asset>\n");
}

/// Type, size and place of a part in its body's centre-of-mass frame; `name` is that of the geom.
fn geom(part: &Part, name: &str) -> Result<String> {
    if part.solid.is_some() {
        let why = format!(
            "{} need not be convex, and MuJoCo would take its hull",
            part.name
        );
        return Err(Error::value("shape", why, "give convex parts"));
    }
    let placed = &part.placed;
    let (mut position, mut rotation) = (placed.offset, placed.rotation);
    let shape = match (&placed.shape, placed.shape.geom()) {
        (Shape::HalfSpace(plane), _) => {
            position += rotation * plane.normal * plane.offset;
            let upright = Rot::rotation_between(&Vec3::z(), &plane.normal);
            rotation *= upright.unwrap_or(Rot::from_scaled_axis(Vec3::x() * std::f64::consts::PI));
            "type=\"plane\" size=\"9 9 1\"".into()
        }
        (_, Some(geom)) if geom.kind == MESH => format!("type=\"{MESH}\" mesh=\"{name}\""),
        (_, Some(geom)) => {
            let sizes: Vec<String> = geom.sizes.iter().map(f64::to_string).collect();
            format!("type=\"{}\" size=\"{}\"", geom.kind, sizes.join(" "))
        }
        (_, None) => {
            let why = format!("MuJoCo has no shape like that of {}", part.name);
            let fix = "use spheres, boxes, capsules, cylinders, ellipsoids and half-spaces, or bundles of them";
            return Err(Error::value("shape", why, fix));
        }
    };
    Ok(format!(
        "{shape} pos=\"{}\" quat=\"{}\"",
        triple(&position),
        quaternion(&rotation)
    ))
}

/// Every pair of parts that may touch, with its friction.
fn pairs(out: &mut String, model: &Model) {
    for (a, first) in model.bodies.iter().enumerate() {
        for (b, second) in model.bodies.iter().enumerate().skip(a + 1) {
            if !model.may_touch(a, b) {
                continue;
            }
            for (i, p) in first.parts.iter().enumerate() {
                for (j, q) in second.parts.iter().enumerate() {
                    let mu = model.friction(p, q);
                    // MuJoCo touches a face in several points, which hold it as a patch does.
                    let torsion = p.torsional_friction.between(q.torsional_friction);
                    let torsion = torsion.metres().unwrap_or(0.0);
                    writeln!(
                        out,
                        "    <pair geom1=\"{}.{i}\" geom2=\"{}.{j}\" friction=\"{mu} {mu} {torsion}\" {CONTACT}/>",
                        first.name, second.name
                    )
                    .expect("writing to a string");
                }
            }
        }
    }
}
