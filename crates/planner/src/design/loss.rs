//! The loss of a design: a sum of terms, each measured at a time or as a mean over some.

use super::contact_force::{ContactForceTerm, StepOf};
use super::effort::MotorTerm;
use super::relative::RelativeTerm;
use super::run::Run;
use super::term::BodyTerm;
use drystone::Vec3;
use drystone::scene::{Design, DesignLoss, LossKind, Scene};

/// The sum of terms that a design makes small, for a scene.
#[derive(Debug, Clone, PartialEq)]
pub struct Loss {
    terms: Vec<Term>,
}

#[derive(Debug, Clone, PartialEq)]
struct Term {
    name: String,
    weight: f64,
    /// The first and the last step at whose ends the term is measured.
    steps: [usize; 2],
    bodies: Vec<BodyTerm>,
    motors: Vec<MotorTerm>,
    contact: Option<ContactForceTerm>,
    relative: Option<RelativeTerm>,
}

/// The slopes of a loss by the first state, by the states after all steps, and by their inputs.
pub struct Slopes {
    pub start: Vec<f64>,
    pub states: Vec<Vec<f64>>,
    pub inputs: Vec<Vec<f64>>,
}

impl Loss {
    /// Returns the loss of a design for a scene, whose steps may be of another length than those of the scene that has the design.
    pub fn of(design: &Design, scene: &Scene) -> Self {
        let terms = design.loss.iter().map(|term| Term::new(term, scene));
        Self {
            terms: terms.collect(),
        }
    }

    /// Returns the names of the terms, with units.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.terms.iter().map(|term| term.name.as_str())
    }

    /// Returns the weighted terms for the states after all steps and their inputs.
    pub fn values(&self, scene: &Scene, run: &Run) -> Vec<f64> {
        let value = |term: &Term| {
            let steps = term.steps();
            let at = |k: usize| term.value(scene, run.step(k, scene));
            steps.map(at).sum::<f64>() * term.share()
        };
        self.terms.iter().map(value).collect()
    }

    /// Returns the slopes of the sum of the terms.
    pub fn slopes(&self, scene: &Scene, run: &Run) -> Slopes {
        let (tangents, coordinates) = (2 * scene.model.nv(), scene.model.nu());
        let count = run.inputs.len();
        let mut out = Slopes {
            start: vec![0.0; tangents],
            states: vec![vec![0.0; tangents]; count],
            inputs: vec![vec![0.0; coordinates]; count],
        };
        for term in &self.terms {
            for k in term.steps() {
                let (earlier, own) = out.states.split_at_mut(k);
                let before = earlier.last_mut().unwrap_or(&mut out.start);
                let by = ([before, &mut own[0]], &mut *out.inputs[k]);
                term.add_slopes(scene, run.step(k, scene), by);
            }
        }
        out
    }
}

impl Term {
    fn new(term: &DesignLoss, scene: &Scene) -> Self {
        let model = &scene.model;
        let body = term.body.as_ref().and_then(|name| model.body_index(name));
        let joint = term.joint.as_ref().and_then(|name| model.joint_index(name));
        let target = Vec3::from(term.target.unwrap_or_default());
        let is_direction = matches!(term.kind, LossKind::Travel | LossKind::Orientation);
        let term_of = |body: usize| BodyTerm {
            kind: term.kind,
            body,
            point: term.point.into(),
            target: match is_direction {
                true => target.normalize(),
                false => target,
            },
            axis: Vec3::from(term.axis.unwrap_or([0.0, 0.0, 1.0])).normalize(),
            axes: term.axes.into(),
        };
        let all = || (0..model.bodies.len()).filter(|i| model.bodies[*i].is_moving());
        let bodies = match (term.kind, body) {
            (LossKind::Effort | LossKind::ContactForce | LossKind::RelativePosition, _) => {
                Vec::new()
            }
            (_, Some(body)) => vec![term_of(body)],
            (_, None) => all().map(term_of).collect(),
        };
        let motors = match term.kind {
            LossKind::Effort => MotorTerm::all(model, joint),
            _ => Vec::new(),
        };
        let contact = match (term.kind, body) {
            (LossKind::ContactForce, Some(body)) => Some(ContactForceTerm {
                body,
                target,
                axes: term.axes.into(),
            }),
            _ => None,
        };
        let other = term.other.as_ref().and_then(|name| model.body_index(name));
        let relative = match (term.kind, body, other) {
            (LossKind::RelativePosition, Some(body), Some(other)) => Some(RelativeTerm {
                body,
                other,
                point: term.point.into(),
                target,
                axes: term.axes.into(),
            }),
            _ => None,
        };
        let subject = term.body.as_ref().or(term.joint.as_ref());
        let subject = subject.map_or(String::new(), |name| format!(" of {name}"));
        Self {
            name: format!("{}{subject}, {}", term.kind.name(), term.kind.unit()),
            weight: term.weight,
            steps: steps(term, scene),
            bodies,
            motors,
            contact,
            relative,
        }
    }

    fn steps(&self) -> std::ops::RangeInclusive<usize> {
        self.steps[0]..=self.steps[1]
    }

    /// Returns the factor of every step.
    fn share(&self) -> f64 {
        self.weight / self.steps().count() as f64
    }

    fn value(&self, scene: &Scene, step: StepOf) -> f64 {
        let bodies = &scene.model.bodies;
        let state = step.after;
        let body = |term: &BodyTerm| term.value(&bodies[term.body], &state.bodies[term.body]);
        let motor = |term: &MotorTerm| term.value(scene, state, step.input);
        let contact = self.contact.map_or(0.0, |term| term.value(scene, step));
        let motors = self.motors.iter().map(motor).sum::<f64>();
        let relative = self.relative;
        let relative = relative.map_or(0.0, |term| term.value(&scene.model, state));
        self.bodies.iter().map(body).sum::<f64>() + motors + contact + relative
    }

    fn add_slopes(
        &self,
        scene: &Scene,
        step: StepOf,
        ([by_before, by_state], by_input): ([&mut Vec<f64>; 2], &mut [f64]),
    ) {
        let (model, state) = (&scene.model, step.after);
        if let Some(contact) = &self.contact {
            let by = [&mut **by_before, &mut **by_state];
            contact.add_slopes((scene, self.share()), step, by, by_input);
        }
        let tangents = model.tangent_bodies();
        for term in &self.bodies {
            let Some(place) = tangents.iter().position(|body| *body == term.body) else {
                continue;
            };
            let slopes = term.slopes(&model.bodies[term.body], &state.bodies[term.body]);
            let starts = [0, 3, model.nv(), model.nv() + 3];
            for (slope, start) in slopes.iter().zip(starts) {
                let own = &mut by_state[start + 6 * place..];
                for (own, slope) in own.iter_mut().zip(slope) {
                    *own += self.share() * slope;
                }
            }
        }
        let relative = self.relative.map(|term| term.slopes(model, state));
        for (body, slopes) in relative.into_iter().flatten() {
            let place = tangents.iter().position(|own| *own == body);
            let Some(place) = place else { continue };
            let own = by_state[6 * place..6 * place + 6].iter_mut();
            for (own, slope) in own.zip(slopes.iter().flatten()) {
                *own += self.share() * slope;
            }
        }
        for motor in &self.motors {
            let slopes = (&mut **by_state, &mut *by_input);
            motor.add_slopes((scene, self.share()), state, step.input, slopes);
        }
    }
}

/// Returns the first and the last step at whose ends a term is measured.
fn steps(term: &DesignLoss, scene: &Scene) -> [usize; 2] {
    let last = scene.settings.steps.saturating_sub(1);
    let step = |time: f64| {
        let count = (time / scene.model.time_step).round() as usize;
        count.saturating_sub(1).min(last)
    };
    match (term.at, term.from, term.to) {
        (Some(at), ..) => [step(at); 2],
        (None, None, None) => [last; 2],
        (None, from, to) => {
            let first = from.map_or(0, step);
            [first, to.map_or(last, step).max(first)]
        }
    }
}
