//! Which frame is on: time that runs, stops, jumps and begins again. Knows no window.

use super::Film;
use drystone::error::Result;
use std::time::Duration;

/// Playback speeds, simulated seconds per second.
const SPEEDS: [f64; 12] = [
    0.001, 0.01, 0.03, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 10.0, 30.0, 100.0,
];
/// Time spent on new frames before the picture is drawn again.
const PATIENCE: Duration = Duration::from_millis(30);

/// The state of a player.
#[derive(Debug, Clone, PartialEq)]
pub struct Player {
    /// s, as in the frames.
    time: f64,
    speed: usize,
    /// Time stands still.
    pub paused: bool,
    /// After the end comes the start.
    pub looping: bool,
}

impl Player {
    /// At the start of `film`; the possible speed that is nearest to `speed`.
    pub fn new(film: &Film, speed: f64) -> Self {
        let off = |&k: &usize| (SPEEDS[k] / speed).ln().abs();
        let nearest = (0..SPEEDS.len()).min_by(|a, b| off(a).total_cmp(&off(b)));
        Self {
            time: film.span()[0],
            speed: nearest.unwrap_or(0),
            paused: false,
            looping: false,
        }
    }

    /// Index of the frame that is on.
    pub fn index(&self, film: &Film) -> usize {
        film.index_at(self.time + 1e-9 * film.scene.model.time_step)
    }

    /// Simulated seconds per second.
    pub fn speed(&self) -> f64 {
        SPEEDS[self.speed]
    }

    /// `change` speeds faster, or slower when it is negative.
    pub fn change_speed(&mut self, change: isize) {
        let last = SPEEDS.len() - 1;
        self.speed = self.speed.saturating_add_signed(change).min(last);
    }

    /// Time goes on by `seconds` of the clock on the wall. Frames that are wanted are simulated; a
    /// simulation slower than that slows time down.
    pub fn run(&mut self, film: &mut Film, seconds: f64) -> Result<()> {
        if self.paused {
            return Ok(());
        }
        self.time += seconds * self.speed();
        film.simulate(self.time, PATIENCE)?;
        let [start, end] = film.span();
        if self.time > end {
            let over = !film.is_live();
            self.time = if over && self.looping { start } else { end };
        }
        Ok(())
    }

    /// `count` frames on (back when negative), and pause.
    pub fn step(&mut self, film: &mut Film, count: isize) -> Result<()> {
        self.paused = true;
        let wanted = self.index(film).saturating_add_signed(count);
        if wanted >= film.frames().len() {
            film.grow()?;
        }
        self.go_to(film, wanted);
        Ok(())
    }

    /// To frame `index`, or the last one.
    pub fn go_to(&mut self, film: &Film, index: usize) {
        self.time = film.frames()[index.min(film.frames().len() - 1)].time;
    }

    /// To the first frame of a film that begins later now.
    pub fn stay_in(&mut self, film: &Film) {
        let [start, end] = film.span();
        self.time = self.time.clamp(start, end);
    }

    /// To a `part` (0 to 1) of the whole run, as far as it is simulated.
    pub fn go_to_part(&mut self, film: &mut Film, part: f64) -> Result<()> {
        let [start, _] = film.span();
        let wanted = start + part.clamp(0.0, 1.0) * (film.end() - start);
        film.simulate(wanted, PATIENCE)?;
        self.time = wanted.min(film.span()[1]);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use drystone::scene::{MINIMAL_SCENE, Scene};

    fn film() -> Film {
        Film::live(Scene::parse(MINIMAL_SCENE, "minimal").expect("valid"))
    }

    #[test]
    fn time_runs_stops_and_steps() {
        let mut film = film();
        let mut player = Player::new(&film, 1.1);
        player.run(&mut film, 0.055).expect("valid");
        assert_eq!(player.index(&film), 5);
        player.step(&mut film, 1).expect("valid");
        player.run(&mut film, 1.0).expect("valid");
        assert_eq!(player.index(&film), 6);
        player.step(&mut film, -2).expect("valid");
        assert_eq!(player.index(&film), 4);
        player.step(&mut film, -9).expect("valid");
        assert_eq!(player.index(&film), 0);
    }

    #[test]
    fn at_the_end_it_stops_or_begins_again() {
        let mut film = film();
        while film.is_live() {
            film.grow().expect("valid");
        }
        assert_eq!(film.frames().len(), 101);
        let mut player = Player::new(&film, 1.1);
        player.run(&mut film, 5.0).expect("valid");
        assert_eq!(player.index(&film), 100);
        player.looping = true;
        player.run(&mut film, 0.1).expect("valid");
        assert_eq!(player.index(&film), 0);
        player.change_speed(-100);
        assert_eq!(player.speed(), SPEEDS[0]);
    }

    #[test]
    fn every_frame_is_on_at_its_own_time() {
        let mut film = film();
        let mut player = Player::new(&film, 1.1);
        for k in 1..=100 {
            player.step(&mut film, 1).expect("valid");
            assert_eq!(player.index(&film), k);
        }
        player.go_to_part(&mut film, 0.5).expect("valid");
        assert_eq!(player.index(&film), 50);
    }
}
