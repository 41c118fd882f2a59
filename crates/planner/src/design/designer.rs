//! A design: its variables, its loss, and the gradient of that.

use super::follow::{Follow, parameters_of};
use super::loss::Loss;
use super::optimize::{Designed, Iteration, Search};
use super::run::Run;
use super::variable::{Variable, scene_with};
use drystone::error::{Error, Result};
use drystone::math::Dice;
use drystone::scene::{Design, Scene};
use drystone::step::{Batch, Simulator};

/// Step of the difference that checks the gradient, as a share of the way between the bounds.
const CHECK_STEP: f64 = 1e-5;

/// A gradient below this part of the loss, over the way between the bounds, is that of rounding, and is 0.
const NOTHING: f64 = 1e-12;

/// A design of a scene.
#[derive(Debug, Clone)]
pub struct Designer {
    /// The variables, in the order of the file.
    pub variables: Vec<Variable>,
    scene: Scene,
    pub(super) design: Design,
}

type Slopes = (f64, Vec<f64>);

impl Designer {
    /// Returns the design of a scene.
    ///
    /// # Errors
    /// The scene has no `[design]`.
    pub fn from_scene(scene: &Scene) -> Result<Self> {
        let Some(design) = &scene.design else {
            let fix = "add [design] with [[design.variable]] and [[design.loss]] (docs/design.md)";
            return Err(Error::value("design", "the scene has none", fix));
        };
        Ok(Self {
            variables: Variable::all(design, scene)?,
            scene: scene.clone(),
            design: design.clone(),
        })
    }

    /// Returns the number of iterations.
    pub fn iterations(&self) -> usize {
        self.design.iterations
    }

    /// Returns the variables of the file.
    pub fn start(&self) -> Vec<f64> {
        self.variables
            .iter()
            .map(|variable| variable.start)
            .collect()
    }

    /// Returns variables at random between their bounds.
    pub fn random(&self, seed: u64) -> Vec<f64> {
        let mut dice = Dice::new(self.scene.settings.seed, seed);
        let variables = self.variables.iter();
        variables
            .map(|variable| variable.random(&mut dice))
            .collect()
    }

    /// Returns the scene with variables `x`, without `[design]`.
    ///
    /// # Errors
    /// The scene cannot have these numbers.
    pub fn scene(&self, x: &[f64]) -> Result<Scene> {
        scene_with(&self.scene, &self.variables, x)
    }

    /// Returns the names of the terms of the loss, with units.
    pub fn terms(&self) -> Vec<String> {
        let loss = Loss::of(&self.design, &self.scene);
        loss.names().map(str::to_string).collect()
    }

    /// Returns the weighted terms of the loss for a scene that was made by [`Self::scene`], or one that was read from it with
    /// another contact model or time step. There are none where a step is not solved: its index instead.
    ///
    /// # Errors
    /// Those of a step.
    pub fn losses(&self, scene: &Scene) -> Result<std::result::Result<Vec<f64>, usize>> {
        let loss = Loss::of(&self.design, scene);
        let mut simulator = Simulator::new(scene.model.clone());
        let run = Run::of(scene, scene.settings.relaxation, &mut simulator)?;
        Ok(run.map(|run| loss.values(scene, &run)))
    }

    /// Returns the loss at `x` and its gradient. There are none where a step is not solved: its index instead.
    ///
    /// # Errors
    /// The scene cannot have these numbers, or its contact model no derivatives by them.
    pub fn gradient(
        &self,
        x: &[f64],
        rho: f64,
        batch: &mut Batch,
    ) -> Result<std::result::Result<Slopes, usize>> {
        let scene = self.scene(x)?;
        let loss = Loss::of(&self.design, &scene);
        let mut simulator = Simulator::new(scene.model.clone());
        let run = match Run::of(&scene, rho, &mut simulator)? {
            Ok(run) => run,
            Err(step) => return Ok(Err(step)),
        };
        let parameters = parameters_of(&scene.model);
        let follow = |i: &usize| Follow::new(&self.scene, &self.variables, (x, *i), &parameters);
        let all: Vec<usize> = (0..x.len()).collect();
        let follows = batch.map(&all, |_, _, i| follow(i), |_| {});
        let follows = follows.into_iter().collect::<Result<Vec<_>>>()?;
        let mut places = vec![None; parameters.len()];
        let mut asked = Vec::new();
        for (k, _) in follows.iter().flat_map(|follow| &follow.rates) {
            if places[*k].is_none() {
                places[*k] = Some(asked.len());
                asked.push(parameters[*k].clone());
            }
        }
        let slopes = loss.slopes(&scene, &run);
        let adjoint = run.pull_back(&scene, &mut simulator, &slopes, asked)?;
        let derivative =
            |follow: &Follow| follow.derivative((&scene, &loss), &run, &adjoint, &places);
        let mut gradient = batch.map(&follows, |_, _, follow| derivative(follow), |_| {});
        let terms = loss.values(&scene, &run);
        let size: f64 = terms.iter().map(|term| term.abs()).sum();
        if norm(&self.scaled(&gradient)) <= NOTHING * size {
            gradient.fill(0.0);
        }
        Ok(Ok((terms.iter().sum(), gradient)))
    }

    /// Returns the relative difference of the gradient at `x` along itself from a central difference of the loss, at the relaxation
    /// with which the optimisation begins; nothing where
    /// a step is not solved, or the gradient is 0.
    ///
    /// # Errors
    /// As [`Self::gradient`].
    pub fn check(&self, x: &[f64], batch: &mut Batch) -> Result<Option<f64>> {
        let rho = self.relaxation(0);
        let Ok((_, gradient)) = self.gradient(x, rho, batch)? else {
            return Ok(None);
        };
        let scaled = self.scaled(&gradient);
        let norm = norm(&scaled);
        if norm == 0.0 {
            return Ok(None);
        }
        let at = |sign: f64| {
            let moved = self.variables.iter().zip(x).zip(&scaled);
            let moved = moved.map(|((variable, x), slope)| {
                x + sign * CHECK_STEP * variable.range() * slope / norm
            });
            let scene = self.scene(&moved.collect::<Vec<_>>())?;
            let loss = Loss::of(&self.design, &scene);
            let run = Run::of(&scene, rho, &mut Simulator::new(scene.model.clone()))?;
            Ok(run
                .ok()
                .map(|run| loss.values(&scene, &run).iter().sum::<f64>()))
        };
        let sides: [Option<f64>; 2] = [at(-1.0)?, at(1.0)?];
        let [Some(from), Some(to)] = sides else {
            return Ok(None);
        };
        Ok(Some(((to - from) / (2.0 * CHECK_STEP) / norm - 1.0).abs()))
    }

    /// Makes the loss smaller from `x` on, with the threads of `batch`, on which nothing depends; `watch` sees every iteration.
    ///
    /// # Errors
    /// The loss has no gradient where it starts.
    pub fn optimize(
        &self,
        x: Vec<f64>,
        batch: &mut Batch,
        mut watch: impl FnMut(&Iteration),
    ) -> Result<Designed> {
        let mut search = Search::new(self, x);
        for index in 0..=self.design.iterations {
            let iteration = search.advance(index, batch)?;
            watch(&iteration);
            search.found.iterations.push(iteration);
        }
        Ok(search.found)
    }

    /// Returns the relaxation of an iteration.
    pub(super) fn relaxation(&self, index: usize) -> f64 {
        let own = [self.scene.settings.relaxation];
        let stages = match self.design.relaxation.is_empty() {
            true => &own[..],
            false => &self.design.relaxation,
        };
        stages[index * stages.len() / (self.design.iterations + 1)]
    }

    /// Returns a gradient, every variable in units of the way between its bounds.
    pub(super) fn scaled(&self, gradient: &[f64]) -> Vec<f64> {
        let all = self.variables.iter().zip(gradient);
        all.map(|(variable, slope)| slope * variable.range())
            .collect()
    }
}

pub fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}
