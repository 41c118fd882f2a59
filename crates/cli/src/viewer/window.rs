//! The window: frames out; `listen` has the keys and the mouse.

use super::marks::Pen;
use super::overlay::Subject;
use super::player::Player;
use super::shows::Shows;
use super::sliders::Sliders;
use super::stage::Stage;
use super::{CameraPath, Film, Shot, View, guard, panel, studio};
use drystone::contact::PairQuery;
use drystone::error::Result;
use drystone::math::Vec3;
use drystone::recording::Frame;
use drystone::step::PartId;
use kiss3d::pollster::block_on;
use kiss3d::prelude::{OrbitCamera3d, Vec2, Vec3 as Vec3f, Window};
use std::time::{Duration, Instant};

/// How fast the eye goes around, rad/s.
const ORBIT: f32 = 0.3;
/// Time per picture for figures of frames that are not on.
const STUDY: Duration = Duration::from_millis(4);
/// Longest span of the clock on the wall that counts as one picture, s.
const SLOW: f64 = 0.25;

/// How a window begins.
#[derive(Debug, Clone, Copy)]
pub struct Opening {
    /// The view that one has at first.
    pub view: View,
    /// How the eye moves.
    pub path: CameraPath,
    /// The things that are shown, and the size of the window.
    pub shot: Shot,
    /// Simulated seconds per second.
    pub speed: f64,
}

/// Opens a window on `film` and returns when it is closed: the index of the last frame shown. From
/// the main thread, and once per process (as the systems of windows want it).
///
/// # Errors
/// No display, no graphics driver, a display that goes away; those of the simulator.
pub fn watch(film: &mut Film, title: &str, opening: &Opening) -> Result<usize> {
    let &Opening {
        view,
        path,
        shot,
        speed,
    } = opening;
    guard::display()?;
    let [width, height] = shot.size;
    let mut window = guard::open("a window", Window::new_with_size(title, width, height))?;
    studio::light(&mut window);
    let start = film.frames()[0].state();
    let stage = Stage::new(&film.scene.model, &start, &view.extent, &film.visuals);
    let mut watcher = Watcher {
        camera: view.camera(&stage.lens),
        player: Player::new(film, speed),
        stage,
        shows: Shows::new(shot),
        sliders: Sliders::new(&film.scene.model),
        held: None,
        grip: None,
        selected: None,
        followed: path.follow.map(|body| (body, None)),
        orbits: path.orbit,
        pair: 0,
        pressed: None,
        scrubbing: false,
        cursor: Vec2::ZERO,
        closed: false,
    };
    guard::run(|| block_on(watcher.run(&mut window, film)))??;
    Ok(watcher.player.index(film))
}

/// A window, and what is seen in it.
pub(super) struct Watcher {
    pub(super) stage: Stage,
    pub(super) camera: OrbitCamera3d,
    pub(super) player: Player,
    pub(super) shows: Shows,
    pub(super) sliders: Sliders,
    /// The motor whose slider is dragged.
    pub(super) held: Option<usize>,
    /// Where the body that is pulled was grabbed, world, m.
    pub(super) grip: Option<Vec3>,
    pub(super) selected: Option<usize>,
    /// The body that the eye follows, and where it was in the last picture.
    pub(super) followed: Option<(usize, Option<Vec3f>)>,
    /// The eye goes around.
    pub(super) orbits: bool,
    /// Which of the pairs in question has ghosts.
    pub(super) pair: usize,
    /// Where the left button went down.
    pub(super) pressed: Option<Vec2>,
    pub(super) scrubbing: bool,
    pub(super) cursor: Vec2,
    pub(super) closed: bool,
}

impl Watcher {
    async fn run(&mut self, window: &mut Window, film: &mut Film) -> Result<()> {
        let mut last = Instant::now();
        while !self.closed {
            self.listen(window, film)?;
            let now = Instant::now();
            let passed = now.duration_since(last).as_secs_f64().min(SLOW);
            last = now;
            if self.orbits {
                self.camera
                    .set_yaw(self.camera.yaw() + ORBIT * passed as f32);
            }
            self.player.run(film, passed)?;
            film.study(STUDY);
            self.lay_out(window, film);
            self.closed |= !studio::draw(window, &mut self.stage, &mut self.camera).await;
        }
        Ok(())
    }

    /// Everything that is in the next picture.
    fn lay_out(&mut self, window: &mut Window, film: &mut Film) {
        let index = self.player.index(film);
        let frame = film.frames()[index].clone();
        self.stage.show(&frame);
        self.follow(&frame);
        let shot = self.shows.shot;
        self.stage.show_collisions(shot.collisions);
        let clear = shot.clear || self.shows.ghosts;
        self.stage.colour(&film.scene.model, self.selected, clear);
        let wanted = self.shows.ghosts;
        let ghosts = wanted.then(|| self.ghosts(film, &frame)).flatten();
        self.stage.set_ghosts(&film.scene.model, &frame, ghosts);
        let mut pen = Pen {
            window: &mut *window,
            camera: &self.camera,
            lens: self.stage.lens,
        };
        let paths = match shot.trails {
            true => film.trails(index),
            false => Vec::new(),
        };
        let subject = Subject {
            model: &film.scene.model,
            frame: &frame,
            looks: &self.stage.looks,
            paths: &paths,
        };
        pen.overlay(&shot, &subject);
        if let Some(spring) = film.spring() {
            pen.spring(spring, &frame.state());
        }
        panel::timeline(window, film, index);
        if self.has_sliders() {
            let commands = film.commands(index);
            let at = (&*film.scene.model, &frame);
            self.sliders.draw(window, &commands, at);
        }
        self.write(window, film, index);
    }

    /// Moves the eye as the followed body moved since the last picture.
    fn follow(&mut self, frame: &Frame) {
        let Some((body, before)) = &mut self.followed else {
            return;
        };
        let now = self.stage.lens.point(&frame.state().bodies[*body].position);
        let at = match *before {
            Some(before) => self.camera.at() + (now - before),
            None => now,
        };
        self.camera.set_at(at);
        *before = Some(now);
    }

    /// Whether the sliders are in the picture.
    pub(super) fn has_sliders(&self) -> bool {
        self.shows.shot.motors && !self.shows.help && !self.sliders.is_empty()
    }

    /// Writes figures, the selected body and the contacts, or help in their place.
    fn write(&self, window: &mut Window, film: &mut Film, index: usize) {
        if self.shows.help {
            return help(window);
        }
        let mut papers = Vec::new();
        if self.shows.shot.panel {
            let mut lines = panel::figures(film, index, self.stage.tile);
            lines.extend(panel::playback(film, &self.player));
            papers.push(lines);
        }
        papers.extend(self.selected.map(|body| panel::body(film, index, body)));
        if self.shows.shot.list {
            papers.push(panel::contacts(film, index));
        }
        let mut top = 10.0;
        for lines in &papers {
            top = panel::write(window, [10.0, top], lines) + 10.0;
        }
    }

    /// The pair whose ghosts are wanted, and the scaling at which it touches.
    fn ghosts(&self, film: &Film, frame: &Frame) -> Option<([PartId; 2], f64)> {
        let touched = |body: usize| self.selected.is_none_or(|own| own == body);
        let pairs = frame.contacts.iter();
        let mut pairs: Vec<_> = pairs
            .filter(|c| touched(c.first[0]) || touched(c.second[0]))
            .collect();
        pairs.sort_by(|a, b| a.gap.total_cmp(&b.gap));
        let parts = pairs.get(self.pair % pairs.len().max(1))?.parts();
        let state = frame.state();
        let [first, second] = parts.map(|id| &film.scene.model.bodies[id.body].parts[id.part]);
        let [at, to] = parts.map(|id| {
            let body = &state.bodies[id.body];
            (body.position, body.rotation)
        });
        let found = PairQuery::new(&first.placed, &second.placed).exact(at, to);
        Some((parts, found.ok()?.alpha))
    }
}

/// Writes what the keys do, in two columns.
fn help(window: &mut Window) {
    let columns = panel::help();
    let mut left = 10.0;
    for lines in &columns {
        panel::write(window, [left, 10.0], lines);
        left += panel::width(lines);
    }
}
