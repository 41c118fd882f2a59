//! How a scene follows a variable: parameters of the model, the first state and the inputs, by central differences of the built scene.

use super::loss::Loss;
use super::run::{Adjoint, Run};
use super::variable::{Variable, scene_with};
use drystone::Vec3;
use drystone::error::{Error, Result};
use drystone::scene::Scene;
use drystone::shape::Placed;
use drystone::world::{Input, Model, Parameter, ParameterKind, State};
use std::collections::BTreeSet;

/// Step of the differences, as a share of the way between the bounds.
const STEP: f64 = 1e-5;

/// A scene at two values of one variable.
pub struct Follow {
    sides: [Scene; 2],
    /// The distance of the two values.
    span: f64,
    /// The parameters that follow, by their index, and their rates.
    pub rates: Vec<(usize, f64)>,
}

impl Follow {
    /// Builds the scene on both sides of variable `i` at `x`; `parameters` are those of the scene at `x`.
    ///
    /// # Errors
    /// The scene cannot have these numbers, or has other parameters there: a polytope has other faces.
    pub fn new(
        scene: &Scene,
        variables: &[Variable],
        (x, i): (&[f64], usize),
        parameters: &[Parameter],
    ) -> Result<Self> {
        let half = STEP * variables[i].range();
        let side = |sign: f64| {
            let mut x = x.to_vec();
            x[i] += sign * half;
            scene_with(scene, variables, &x)
        };
        let sides = [side(-1.0)?, side(1.0)?];
        let span = 2.0 * half;
        let found = sides.each_ref().map(|side| parameters_of(&side.model));
        let names = |all: &[Parameter]| all.iter().map(|p| p.name.clone()).collect::<Vec<_>>();
        if found.iter().any(|found| names(found) != names(parameters)) {
            let why = "a shape has other faces or corners where this number changes by little";
            let fix = "write the points as a `hull`, which keeps all of its points";
            return Err(Error::value(&variables[i].name, why, fix));
        }
        let rate = |k: usize| {
            let [from, to] = [0, 1].map(|s| (&*sides[s].model, &found[s][k]));
            (k, change(from, to) / span)
        };
        let rates = (0..parameters.len()).map(rate);
        let rates = rates.filter(|(_, rate)| *rate != 0.0).collect();
        Ok(Self { sides, span, rates })
    }

    /// Returns the derivative by the variable of a loss whose adjoint is given; `numbers` are the places of the parameters in the adjoint.
    pub fn derivative(
        &self,
        (scene, loss): (&Scene, &Loss),
        run: &Run,
        adjoint: &Adjoint,
        places: &[Option<usize>],
    ) -> f64 {
        let [from, to] = &self.sides;
        let model = &scene.model;
        let start = from.initial.difference(model, &to.initial);
        let mut sum = dot(&start, &adjoint.start) / self.span;
        for (k, by_input) in adjoint.inputs.iter().enumerate() {
            let state = run.state_before(k, scene);
            let [from, to] = [from, to].map(|side| input(side, k, state));
            if from != to {
                sum += dot(&from.difference(model, &to), by_input) / self.span;
            }
        }
        for (k, rate) in &self.rates {
            let place = places[*k].expect("a parameter that follows is asked for");
            sum += rate * adjoint.parameters[place];
        }
        let total = |side: &Scene| loss.values(side, run).iter().sum::<f64>();
        sum + (total(to) - total(from)) / self.span
    }
}

/// Returns the parameters of a model that are independent of each other: a polytope that has corners among them is without its faces.
pub fn parameters_of(model: &Model) -> Vec<Parameter> {
    let mut all = model.parameters();
    let part = |parameter: &Parameter| match parameter.kind {
        ParameterKind::Shape { body, part, .. } => Some((body, part)),
        _ => None,
    };
    let has_points = |p: &&Parameter| p.name.contains("vertex[") || p.name.contains("points[");
    let with_points: BTreeSet<_> = all.iter().filter(has_points).filter_map(part).collect();
    let is_face = |p: &Parameter| {
        part(p).is_some_and(|own| with_points.contains(&own)) && p.name.contains(".b[")
    };
    all.retain(|parameter| !is_face(parameter));
    all
}

/// Returns by how much a parameter changes between two models.
fn change((from, before): (&Model, &Parameter), (to, after): (&Model, &Parameter)) -> f64 {
    let ParameterKind::Shape { body, part, .. } = before.kind else {
        return after.value - before.value;
    };
    if before.name.contains("children[") {
        return after.value - before.value;
    }
    let axis = |of: &str| (0..3).find(|k| before.name.ends_with(&format!(".{of}[{k}]")));
    let [from, to] = [from, to].map(|model| &model.bodies[body].parts[part].placed);
    if let Some(axis) = axis("rotation") {
        return (to.rotation * from.rotation.inverse()).scaled_axis()[axis];
    }
    match axis("position") {
        Some(axis) => zero_of(to)[axis] - zero_of(from)[axis],
        None => after.value - before.value,
    }
}

/// Returns the place of a part that its numbers count from: a hull is placed anew about the middle of its points, which do not move with that.
fn zero_of(placed: &Placed) -> Vec3 {
    placed.offset - placed.rotation * placed.shape.origin()
}

fn input(scene: &Scene, k: usize, state: &State) -> Input {
    let mut input = Input::hold(&scene.model, state);
    scene.input_at(k, state, &mut input);
    input
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
