//! Charts of a recording over time, and its key figures.

mod chosen;
mod fold;
mod forces;
mod joints;
mod steps;

use crate::replay::Figures;
use chosen::Chosen;
use drystone::error::Result;
use drystone::recording::{Energy, Frame, Spread};
use drystone::scene::Scene;
use drystone_plot::{Content, Panel, Plot, Series, Style, short};
pub(super) use fold::Fold;
use forces::Forces;
use joints::Joints;
use std::collections::BTreeMap;
use steps::Steps;

/// A nanometre, m: less overlap than this is drawn as this.
const FLOOR: f64 = 1e-9;
/// Longest name in a heading, letters.
const LETTERS: usize = 48;

/// Collects the frames of a recording, in memory that does not grow with their number.
#[derive(Debug)]
pub struct Charts<'a> {
    scene: &'a Scene,
    name: String,
    frames: usize,
    kinetic: Fold,
    potential: Fold,
    total: Fold,
    linear: Fold,
    angular: Fold,
    penetration: Fold,
    /// Time (s) and depth (m) of the deepest overlap; the start without any.
    deepest: (f64, f64),
    steps: Steps,
    forces: Forces,
    joints: Joints,
    chosen: Chosen,
    /// First and last.
    energies: Option<[Energy; 2]>,
}

/// The key figures of a recording; the names are those of [`drystone::recording::Report`].
#[derive(Debug, Clone, PartialEq)]
pub struct KeyFigures {
    /// Whole frames, the start included.
    pub frames: usize,
    /// Steps tried.
    pub steps: usize,
    /// Steps not solved at the relaxation asked for.
    pub unsolved_steps: usize,
    /// Newton iterations of a step.
    pub iterations: Spread,
    /// Steps per rung of the ladder, only rungs that were used.
    pub ladder: BTreeMap<String, usize>,
    /// Deepest overlap of any frame, judged without the solver, m.
    pub max_penetration: f64,
    /// Largest normal impulse of a contact in a step divided by the step, N.
    pub max_normal_force: f64,
    /// Energy at the first and at the last frame, J.
    pub energy: [Energy; 2],
}

impl<'a> Charts<'a> {
    /// Returns the empty charts of a recording called `name` of a run of `scene`.
    pub fn new(scene: &'a Scene, name: &str) -> Self {
        Self {
            scene,
            name: label(name, LETTERS),
            frames: 0,
            kinetic: Fold::new(),
            potential: Fold::new(),
            total: Fold::new(),
            linear: Fold::new(),
            angular: Fold::new(),
            penetration: Fold::new(),
            deepest: (0.0, 0.0),
            steps: Steps::new(),
            forces: Forces::new(scene.model.time_step),
            joints: Joints::new(&scene.model),
            chosen: Chosen::default(),
            energies: None,
        }
    }

    /// Returns the charts with one more, of the numbers of states called `what`.
    ///
    /// # Errors
    /// There is no number of such a name.
    pub fn showing(self, what: &[String]) -> Result<Self> {
        Ok(Self {
            chosen: Chosen::new(&self.scene.model, what)?,
            ..self
        })
    }

    /// Adds the next frame.
    pub fn add(&mut self, frame: &Frame) {
        let (index, time) = (self.frames, frame.time);
        self.frames += 1;
        let figures = Figures::of(self.scene, frame);
        let Energy { kinetic, potential } = figures.energy;
        self.kinetic.add(index, time, kinetic);
        self.potential.add(index, time, potential);
        self.total.add(index, time, figures.energy.total());
        let [linear, angular] = [figures.linear_momentum, figures.angular_momentum];
        self.linear.add(index, time, linear.norm());
        self.angular.add(index, time, angular.norm());
        if figures.penetration > self.deepest.1 {
            self.deepest = (time, figures.penetration);
        }
        self.joints.add(index, frame, &self.scene.model);
        self.chosen.add(index, frame, self.scene);
        if let Some(status) = &frame.status {
            // the start has no contacts: no step led there
            self.steps.add(index, time, status);
            self.penetration.add(index, time, figures.penetration);
            self.forces.add(index, frame);
        }
        let first = self.energies.map_or(figures.energy, |[first, _]| first);
        self.energies = Some([first, figures.energy]);
    }

    /// The key figures of the frames so far.
    pub fn key_figures(&self) -> KeyFigures {
        KeyFigures {
            frames: self.frames,
            steps: self.steps.count(),
            unsolved_steps: self.steps.unsolved(),
            iterations: self.steps.spread(),
            ladder: self.steps.ladder(),
            max_penetration: self.deepest.1,
            max_normal_force: self.forces.peak,
            energy: self.energies.unwrap_or_default(),
        }
    }

    /// Energy, momentum, penetration, iterations and impulses of the frames so far; joints where there are any, and the numbers
    /// that are asked for.
    pub fn plots(&self) -> Vec<Plot> {
        let step = self.scene.model.time_step;
        let forces = format!("contact forces, means over steps of h = {step} s");
        let mut out = vec![
            self.plot("energy", "energy of the moving bodies", vec![self.energy()]),
            self.plot(
                "momentum",
                "momentum of the moving bodies, all together",
                self.momentum(),
            ),
            self.plot("penetration", "penetration", vec![self.overlap()]),
            self.plot(
                "iterations",
                "iterations and rungs",
                vec![self.steps.panel()],
            ),
            self.plot("impulses", &forces, self.forces.panels(&self.scene.model)),
        ];
        if !self.joints.is_empty() {
            out.push(self.plot("joints", "joint coordinates", self.joints.panels()));
        }
        if !self.chosen.is_empty() {
            out.push(self.plot("states", "states at the nodes", self.chosen.panels()));
        }
        out
    }

    fn plot(&self, stem: &str, what: &str, panels: Vec<Panel>) -> Plot {
        Plot {
            stem: stem.into(),
            title: format!("{}: {what}", self.name),
            content: Content::Panels {
                panels,
                axis: "time, s".into(),
            },
        }
    }

    fn energy(&self) -> Panel {
        Panel {
            heading: "potential energy is 0 at the origin of the world".into(),
            axis: "energy, J".into(),
            logarithmic: false,
            series: vec![
                broad("total", &self.total),
                line("kinetic", &self.kinetic),
                line("potential", &self.potential),
            ],
        }
    }

    fn momentum(&self) -> Vec<Panel> {
        let panel = |heading: &str, axis: &str, fold| Panel {
            heading: heading.into(),
            axis: axis.into(),
            logarithmic: false,
            series: vec![line("", fold)],
        };
        vec![
            panel("linear", "linear, kg m/s", &self.linear),
            panel(
                "angular, about the origin of the world",
                "angular, kg m\u{b2}/s",
                &self.angular,
            ),
        ]
    }

    fn overlap(&self) -> Panel {
        let mut series = line("", &self.penetration);
        let points = series.points.iter_mut();
        points.for_each(|point| point.1 = point.1.max(FLOOR));
        let judged = format!("judged from the shapes; {FLOOR:e} m where there is less");
        let heading = match self.deepest {
            (_, 0.0) => format!("none; {judged}"),
            (time, depth) => format!("deepest {depth:.1e} m at {} s; {judged}", short(time)),
        };
        Panel {
            heading,
            axis: "deepest overlap, m".into(),
            logarithmic: true,
            series: vec![series],
        }
    }
}

/// A series as a line.
pub(super) fn line(name: &str, fold: &Fold) -> Series {
    Series {
        name: name.into(),
        points: fold.points(),
        style: Style::Line,
    }
}

/// A series as a broad line, which others may cover.
fn broad(name: &str, fold: &Fold) -> Series {
    Series {
        style: Style::Broad,
        ..line(name, fold)
    }
}

/// A name of at most so many letters, none of which ends the line.
pub(super) fn label(name: &str, letters: usize) -> String {
    let shown = |c: char| if c.is_control() { ' ' } else { c };
    if name.chars().count() <= letters {
        return name.chars().map(shown).collect();
    }
    let start = name.chars().take(letters - 1).map(shown);
    start.chain(['\u{2026}']).collect()
}
