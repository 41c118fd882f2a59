//! Mechanisms of rods and blocks, whose joints are given in the world where they start.

use crate::joints::run::Run;
use drystone::shape::Shape;
use drystone::world::{Body, BodySpec, JointAxis, JointKind, JointSpec};
use drystone::{Model, Rot, Vec3};

/// A joint in the world: a point and the axis (the first one of a universal joint).
pub struct Pin {
    kind: JointKind,
    parent: Option<&'static str>,
    child: &'static str,
    at: Vec3,
    axis: Vec3,
    second: Option<Vec3>,
    acts: Option<JointAxis>,
}

impl Pin {
    pub fn new(
        kind: JointKind,
        parent: Option<&'static str>,
        child: &'static str,
        at: Vec3,
        axis: Vec3,
    ) -> Self {
        Self {
            kind,
            parent,
            child,
            at,
            axis,
            second: None,
            acts: None,
        }
    }

    /// Sets the second axis of a universal joint.
    pub fn second(mut self, axis: Vec3) -> Self {
        self.second = Some(axis);
        self
    }

    /// Sets what acts along the coordinate.
    pub fn along(mut self, axis: JointAxis) -> Self {
        self.acts = Some(axis);
        self
    }
}

/// The bodies and the joints of a mechanism.
pub struct Mechanism {
    h: f64,
    bodies: Vec<BodySpec>,
    pins: Vec<Pin>,
}

impl Mechanism {
    pub fn new(h: f64) -> Self {
        Self {
            h,
            bodies: Vec::new(),
            pins: Vec::new(),
        }
    }

    /// Adds a rod between two points, along the x of its body.
    pub fn rod(mut self, name: &str, from: Vec3, to: Vec3) -> Self {
        let way = to - from;
        let half = Rot::from_axis_angle(&Vec3::y_axis(), std::f64::consts::PI);
        let turn = Rot::rotation_between(&Vec3::x(), &way).unwrap_or(half);
        let shape = Shape::cuboid([0.5 * way.norm(), 0.06, 0.06]);
        let body = Body::free(name).shape(shape).rotation(turn);
        self.bodies.push(body.at((from + to) * 0.5));
        self
    }

    /// Adds a flat block.
    pub fn block(mut self, name: &str, at: Vec3) -> Self {
        let shape = Shape::cuboid([0.1, 0.1, 0.05]);
        self.bodies.push(Body::free(name).shape(shape).at(at));
        self
    }

    pub fn pin(mut self, pin: Pin) -> Self {
        self.pins.push(pin);
        self
    }

    /// Returns where a body starts; the world without a name.
    fn start(&self, name: Option<&str>) -> (Vec3, Rot) {
        let own = |body: &BodySpec| (body.start.position, body.start.rotation);
        let body = self.bodies.iter().find(|body| Some(&*body.name) == name);
        body.map_or((Vec3::zeros(), Rot::identity()), own)
    }

    fn joint(&self, number: usize, pin: &Pin) -> JointSpec {
        // Coordinates that are zero are exactly so.
        let local = |(position, rotation): (Vec3, Rot)| {
            let point = rotation.inverse() * (pin.at - position);
            point.map(|x| (x * 1e13).round() / 1e13)
        };
        let (parent, child) = (self.start(pin.parent), self.start(Some(pin.child)));
        let back = parent.1.inverse();
        let mut spec = JointSpec::new(format!("j{number}"), pin.kind, pin.child);
        spec = match pin.parent {
            Some(name) => spec.parent(name),
            None => spec,
        };
        spec = match pin.second {
            Some(second) => spec.axes(back * pin.axis, back * second),
            None => spec.axis(back * pin.axis),
        };
        let turn = child.1.inverse() * parent.1 * spec.rotation;
        spec = spec.anchor(local(parent)).at_child(local(child), turn);
        match pin.acts {
            Some(axis) => spec.along(axis),
            None => spec,
        }
    }

    /// Returns the mechanism at rest; its bodies do not touch each other.
    pub fn run(self) -> Run {
        let mut builder = Model::builder().time_step(self.h);
        for body in &self.bodies {
            builder = builder.body(body.clone());
        }
        for (i, pin) in self.pins.iter().enumerate() {
            builder = builder.joint(self.joint(i, pin));
        }
        for (i, a) in self.bodies.iter().enumerate() {
            for b in &self.bodies[..i] {
                builder = builder.no_contact(&b.name, &a.name);
            }
        }
        Run::new(builder)
    }
}
