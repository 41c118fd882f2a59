//! A run that is simulated while it is watched is steered: commands of motors, pulls, relaxation, time step.

use super::Film;
use super::live::Live;
use super::spring::Spring;
use drystone::error::Result;
use drystone::math::Vec3;
use drystone::recording::Frame;
use drystone::scene::{Overrides, Scene};
use drystone::step::{LARGEST_RHO, SMALLEST_RHO};
use drystone::world::{Input, MotorCommand};

/// The relaxations of a key, each a third or three times the one beside it; steps are rarely solved beyond them.
const STEPS_PER_DECADE: f64 = 2.0;

impl Film {
    /// Whether something may be done by hand: not to a recording.
    pub fn can_steer(&self) -> bool {
        self.live.is_some()
    }

    /// Says what was done by hand, or will be in the next step; such a run is no longer that of the scene. Nothing where nothing was.
    pub fn by_hand(&self) -> Vec<&'static str> {
        let last = &self.frames[self.frames.len() - 1];
        let next = self.live.as_ref().map(|live| live.hand.give(&last.state()));
        let all = || self.frames.iter().map(|frame| &frame.by_hand).chain(&next);
        let said = [
            (
                all().any(|own| !own.motors.is_empty()),
                "motors moved by hand",
            ),
            (
                all().any(|own| !own.pulls.is_empty()),
                "bodies pulled by hand",
            ),
            (all().any(|own| own.rho.is_some()), "rho changed by hand"),
            (self.changed_step, "time step changed by hand"),
        ];
        let done = said.into_iter().filter(|(done, _)| *done);
        done.map(|(_, what)| what).collect()
    }

    /// Commands motor `motor` by hand from frame `index` on. Frames after it are forgotten, and the run goes on beyond the end of the
    /// scene. Nothing happens where [`Film::can_steer`] is false.
    ///
    /// # Errors
    /// A recording that cannot be written.
    pub fn steer(&mut self, index: usize, motor: usize, to: MotorCommand) -> Result<()> {
        self.forget_after(index)?;
        if let Some(live) = &mut self.live {
            live.hand.steer(motor, to);
        }
        Ok(())
    }

    /// Pulls a body by a spring from frame `index` on, until it is [released](Film::release). Frames after it are forgotten, as by
    /// [`Film::steer`].
    ///
    /// # Errors
    /// A recording that cannot be written.
    pub fn pull(&mut self, index: usize, spring: Spring) -> Result<()> {
        self.forget_after(index)?;
        if let Some(live) = &mut self.live {
            live.hand.spring = Some(spring);
        }
        Ok(())
    }

    /// Lets the spring pull to another point of the world, m, in the steps to come.
    pub fn aim(&mut self, target: Vec3) {
        let live = self.live.as_mut();
        if let Some(spring) = live.and_then(|live| live.hand.spring.as_mut()) {
            spring.target = target;
        }
    }

    /// Pulls no body in the steps to come.
    pub fn release(&mut self) {
        if let Some(live) = &mut self.live {
            live.hand.spring = None;
        }
    }

    /// The spring that pulls a body in the steps to come.
    pub fn spring(&self) -> Option<&Spring> {
        self.live.as_ref()?.hand.spring.as_ref()
    }

    /// Goes back to frame `index` of a run that is simulated, and forgets those after it.
    fn forget_after(&mut self, index: usize) -> Result<()> {
        let Some(live) = &mut self.live else {
            return Ok(());
        };
        live.go_back(index, self.frames[index].state());
        let forgotten = index + 1 < self.frames.len();
        self.frames.truncate(index + 1);
        self.figures.truncate(index + 1);
        if self.studied > self.frames.len() {
            (self.studied, self.deepest) = (0, 0.0);
        }
        match &mut self.tape {
            Some(tape) if forgotten => tape.rewrite(&self.frames),
            _ => Ok(()),
        }
    }

    /// Starts a run that is simulated anew, as the scene says: all that was done by hand is forgotten.
    ///
    /// # Errors
    /// A recording that cannot be written.
    pub fn reset(&mut self) -> Result<()> {
        self.forget_after(0)?;
        if self.live.is_some() {
            self.live = Some(Live::new(&self.scene));
        }
        Ok(())
    }

    /// Returns the commands of all motors in the step after frame `index`.
    pub fn commands(&self, index: usize) -> Vec<MotorCommand> {
        let frame = &self.frames[index];
        let state = frame.state();
        let mut input = Input::hold(&self.scene.model, &state);
        self.scene.input_at(frame.step as usize, &state, &mut input);
        let next = self.frames.get(index + 1);
        let next = next.map(|frame| frame.by_hand.clone());
        let to_come = || self.live.as_ref().map(|live| live.hand.give(&state));
        if let Some(by_hand) = next.or_else(to_come) {
            by_hand.add_to(&state, &mut input);
        }
        input.motors
    }

    /// The relaxation of the steps to come.
    pub fn rho_to_come(&self) -> f64 {
        let own = self.live.as_ref().and_then(|live| live.hand.rho);
        own.unwrap_or(self.rho)
    }

    /// Makes the relaxation `count` half decades larger, or smaller, from frame `index` on. Frames after it are forgotten, as by
    /// [`Film::steer`].
    ///
    /// # Errors
    /// A recording that cannot be written.
    pub fn change_rho(&mut self, index: usize, count: f64) -> Result<()> {
        let rho = beside(self.rho_to_come(), count);
        self.forget_after(index)?;
        if let Some(live) = &mut self.live {
            live.hand.rho = Some(rho);
        }
        Ok(())
    }

    /// Halves the time step, or doubles it, from frame `index` on: the run begins there anew, as a scene of its own, and so does its
    /// recording. A doubled step begins at the frame before where the time is no whole number of such steps. Returns whether the
    /// time step was changed: a step that no scene can have is refused.
    ///
    /// # Errors
    /// A recording that cannot be written.
    pub fn change_time_step(&mut self, index: usize, double: bool) -> Result<bool> {
        let Some(live) = &self.live else {
            return Ok(false);
        };
        let factor = if double { 2.0 } else { 0.5 };
        let done = self.scene.settings.start_step + self.frames[index].step;
        let odd = usize::from(double && done % 2 == 1);
        let Some(frame) = index.checked_sub(odd).map(|index| &self.frames[index]) else {
            return Ok(false);
        };
        let (scene, state) = (&self.scene, frame.state());
        let rest = scene.time(scene.settings.steps) - frame.time;
        let time_step = factor * scene.model.time_step;
        let overrides = Overrides {
            duration: Some(rest.max(time_step)),
            time_step: Some(time_step),
            ..Overrides::default()
        };
        let text = scene.one_step(frame.step as usize, &state);
        let Ok(scene) = Scene::parse_with(&text, "the scene from here on", &overrides) else {
            return Ok(false);
        };
        let mut anew = Live::new(&scene);
        anew.hand = live.hand.clone();
        let tape = self.tape.take();
        self.replace(vec![Frame::start(scene.time(0), &scene.initial)]);
        self.tape = tape
            .map(|tape| tape.change(&scene, &self.frames))
            .transpose()?;
        (self.scene, self.live, self.changed_step) = (scene, Some(anew), true);
        Ok(true)
    }
}

/// Returns the relaxation `count` half decades beside one, of 1 and 3 times a power of ten.
fn beside(rho: f64, count: f64) -> f64 {
    let place = (rho.log10() * STEPS_PER_DECADE + count).round();
    let power = 10f64.powf((place / STEPS_PER_DECADE).floor());
    let digit = if place.rem_euclid(2.0) == 1.0 {
        3.0
    } else {
        1.0
    };
    (digit * power).clamp(SMALLEST_RHO, LARGEST_RHO)
}

#[cfg(test)]
mod tests {
    use super::*;
    use drystone::scene::MINIMAL_SCENE;

    #[test]
    fn relaxations_are_round() {
        let near = |a: f64, b: f64| assert!((a / b - 1.0).abs() < 1e-12, "{a} {b}");
        near(beside(1e-6, 1.0), 3e-6);
        near(beside(3e-6, 1.0), 1e-5);
        near(beside(3e-6, -1.0), 1e-6);
        near(beside(2e-4, 1.0), 1e-3);
        near(beside(0.1, 5.0), LARGEST_RHO);
    }

    /// A ball that falls: half of the step, then the old one again, and it is where it would have been.
    #[test]
    fn a_run_goes_on_with_another_step() {
        let film = || Film::live(Scene::parse(MINIMAL_SCENE, "minimal").expect("valid"));
        let grow = |film: &mut Film, steps| {
            for _ in 0..steps {
                film.grow().expect("valid");
            }
        };
        let (mut plain, mut changed) = (film(), film());
        grow(&mut plain, 20);
        grow(&mut changed, 5);
        assert!(changed.change_time_step(5, false).expect("no file"));
        assert_eq!(changed.frames().len(), 1);
        assert_eq!(changed.scene.model.time_step, 0.005);
        assert_eq!(changed.by_hand(), ["time step changed by hand"]);
        grow(&mut changed, 11);
        // at an odd frame, one step earlier
        assert!(changed.change_time_step(11, true).expect("no file"));
        assert_eq!(changed.scene.model.time_step, 0.01);
        grow(&mut changed, 10);
        let last = |film: &Film| film.frames()[film.frames().len() - 1].clone();
        let (plain, changed) = (last(&plain), last(&changed));
        assert!((plain.time - changed.time).abs() < 1e-9);
        let heights = [plain, changed].map(|frame| frame.bodies[1][2]);
        assert!((heights[0] - heights[1]).abs() < 1e-9, "{heights:?}");
    }
}
