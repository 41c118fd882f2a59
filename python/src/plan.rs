//! Plans.

use crate::error::{argument, exception};
use crate::model::Model;
use drystone_planner::{Limits, Planner};
use pyo3::prelude::*;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// The calling thread looks after signals this often.
const TICK: Duration = Duration::from_millis(50);

#[pymethods]
impl Model {
    /// Find commands that push the object of a scene's `[plan]` to one of its goals.
    ///
    /// Parameters
    /// ----------
    /// goal : int
    ///     Which goal, counted from 0.
    /// seed : int
    ///     Equal seeds have equal plans, unless time runs out.
    /// seconds : float
    ///     The search ends after this time, s; smoothing comes on top.
    /// nodes : int
    ///     The search ends with so many nodes.
    /// polish : bool
    ///     What is not needed is left out of the plan, and the rest is smoothed.
    /// progress : callable, optional
    ///     It is called with the number of nodes and the error of the best one, relative to the tolerances.
    ///
    /// Returns
    /// -------
    /// str
    ///     The plan as JSON, as `drystone plan --out` writes it; `drystone.plan` reads it for you.
    ///
    /// Notes
    /// -----
    /// Ctrl-C returns at once; a search that was interrupted ends by itself in the background.
    #[pyo3(signature = (*, goal=0, seed=0, seconds=60.0, nodes=5000, polish=true, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn plan(
        &self,
        py: Python<'_>,
        goal: usize,
        seed: u64,
        seconds: f64,
        nodes: usize,
        polish: bool,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        if !(seconds.is_finite() && seconds > 0.0) {
            return Err(argument(
                "seconds",
                format!("is {seconds}"),
                "give a positive number",
            ));
        }
        let planner = Planner::from_scene(&self.scene).map_err(exception)?;
        let planner = match polish {
            true => planner,
            false => planner.without_polish(),
        };
        let limits = Limits { seconds, nodes };
        let (sender, mut receiver) = channel();
        let work = move || {
            let rounds = sender.clone();
            // Nobody listens after an interrupt.
            let see = |nodes, best| drop(rounds.send(Err((nodes, best))));
            let planned = planner.plan(goal, seed, &limits, see);
            drop(sender.send(Ok(planned.map(|planned| planned.plan.to_json()))));
        };
        std::thread::spawn(work);
        let mut last = None;
        loop {
            let news = &mut receiver;
            match py.detach(move || news.recv_timeout(TICK)) {
                Ok(Ok(planned)) => return planned.map_err(exception),
                Ok(Err(round)) => last = Some(round),
                Err(RecvTimeoutError::Timeout) => {
                    py.check_signals()?;
                    if let (Some(progress), Some((nodes, best))) = (progress, last.take()) {
                        progress.call1((nodes, best))?;
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let why = "the search ended without a result, which is a mistake of Drystone";
                    return Err(argument("plan", why, "report it with the scene"));
                }
            }
        }
    }
}
