//! The window: keys and mouse in, frames out.

use super::help::{Command, command};
use super::marks::Pen;
use super::player::Player;
use super::stage::Stage;
use super::{Film, Shot, View, guard, panel, pick, studio};
use drystone::contact::PairQuery;
use drystone::error::Result;
use drystone::recording::Frame;
use drystone::step::PartId;
use kiss3d::event::{Action, MouseButton, WindowEvent};
use kiss3d::pollster::block_on;
use kiss3d::prelude::{Camera3d, OrbitCamera3d, Vec2, Window};
use std::time::{Duration, Instant};

/// A press of the mouse that moves less than this, pixels, is a click.
const CLICK: f32 = 4.0;
/// Time per picture for figures of frames that are not on.
const STUDY: Duration = Duration::from_millis(4);
/// Longest span of the clock on the wall that counts as one picture, s.
const SLOW: f64 = 0.25;

/// Opens a window on `film` and returns when it is closed: the index of the last frame shown. From
/// the main thread, and once per process (as the systems of windows want it). `shot` says what is
/// shown at first and how large the window is, `speed` how fast (simulated seconds per second).
///
/// # Errors
/// No display, no graphics driver, a display that goes away; those of the simulator.
pub fn watch(film: &mut Film, title: &str, view: &View, shot: Shot, speed: f64) -> Result<usize> {
    guard::display()?;
    let [width, height] = shot.size;
    let mut window = guard::open("a window", Window::new_with_size(title, width, height))?;
    studio::light(&mut window);
    let start = film.frames()[0].state();
    let stage = Stage::new(&film.scene.model, &start, &view.extent);
    let mut watcher = Watcher {
        camera: view.camera(&stage.lens),
        player: Player::new(film, speed),
        stage,
        shows: Shows::new(shot),
        selected: None,
        pair: 0,
        pressed: None,
        scrubbing: false,
        cursor: Vec2::ZERO,
        closed: false,
    };
    guard::run(|| block_on(watcher.run(&mut window, film)))??;
    Ok(watcher.player.index(film))
}

/// The marks that are shown besides the bodies.
#[derive(Debug, Clone, Copy)]
struct Shows {
    contacts: bool,
    joints: bool,
    trails: bool,
    ghosts: bool,
    clear: bool,
    panel: bool,
    help: bool,
}

impl Shows {
    fn new(shot: Shot) -> Self {
        Self {
            contacts: shot.contacts,
            joints: shot.joints,
            trails: shot.trails,
            ghosts: false,
            clear: shot.clear,
            panel: shot.panel,
            help: false,
        }
    }
}

struct Watcher {
    stage: Stage,
    camera: OrbitCamera3d,
    player: Player,
    shows: Shows,
    selected: Option<usize>,
    /// Which of the pairs in question has ghosts.
    pair: usize,
    /// Where the left button went down.
    pressed: Option<Vec2>,
    scrubbing: bool,
    cursor: Vec2,
    closed: bool,
}

impl Watcher {
    async fn run(&mut self, window: &mut Window, film: &mut Film) -> Result<()> {
        let mut last = Instant::now();
        while !self.closed {
            self.listen(window, film)?;
            let now = Instant::now();
            let passed = now.duration_since(last).as_secs_f64().min(SLOW);
            last = now;
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
        self.stage.colour(
            &film.scene.model,
            self.selected,
            self.shows.clear || self.shows.ghosts,
        );
        let ghosts = self
            .shows
            .ghosts
            .then(|| self.ghosts(film, &frame))
            .flatten();
        self.stage.set_ghosts(&film.scene.model, &frame, ghosts);
        let mut pen = Pen {
            window: &mut *window,
            camera: &self.camera,
            lens: self.stage.lens,
        };
        if self.shows.trails {
            pen.trails(&film.scene.model, &self.stage.looks, &film.trails(index));
        }
        if self.shows.joints {
            pen.joints(&film.scene.model, &frame);
        }
        if self.shows.contacts {
            pen.contacts(&film.scene.model, &frame);
        }
        panel::timeline(window, film, index);
        let mut top = 10.0;
        if self.shows.panel {
            let mut lines = panel::figures(film, index, self.stage.tile);
            lines.extend(panel::playback(film, &self.player));
            top = panel::write(window, [10.0, top], &lines) + 10.0;
        }
        if let Some(body) = self.selected {
            let lines = panel::body(film, index, body);
            panel::write(window, [10.0, top], &lines);
        }
        if self.shows.help {
            let middle = 0.35 * window.width() as f32;
            panel::write(window, [middle, 10.0], &panel::help());
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

    /// Takes what the window heard. The camera hears it here and not when the picture is drawn, so
    /// that what lies over the picture is seen by the same camera.
    fn listen(&mut self, window: &mut Window, film: &mut Film) -> Result<()> {
        let size = window.size().as_vec2();
        for mut event in window.events().iter() {
            event.inhibited = true;
            let mut kept = self.scrubbing;
            match event.value {
                WindowEvent::Close => self.closed = true,
                WindowEvent::Key(key, Action::Press, _) => {
                    kept = true;
                    if let Some(command) = command(key) {
                        self.obey(command, film, [window.width(), window.height()])?;
                    }
                }
                WindowEvent::CursorPos(x, y, _) => {
                    self.cursor = Vec2::new(x as f32, y as f32);
                    if self.scrubbing {
                        self.scrub(film, size)?;
                    }
                }
                WindowEvent::MouseButton(MouseButton::Button1, Action::Press, _) => {
                    self.pressed = Some(self.cursor);
                    self.scrubbing = self.cursor.y > size.y - panel::TIMELINE;
                    if self.scrubbing {
                        kept = true;
                        self.scrub(film, size)?;
                    }
                }
                WindowEvent::MouseButton(MouseButton::Button1, Action::Release, _) => {
                    let from = self.pressed.take().unwrap_or(Vec2::MAX);
                    if !self.scrubbing && (self.cursor - from).length() < CLICK {
                        self.select(film, size);
                    }
                    self.scrubbing = false;
                }
                _ => {}
            }
            if !kept {
                self.camera.handle_event(window.canvas(), &event.value);
            }
        }
        Ok(())
    }

    /// To the place of the cursor in the timeline, and pause.
    fn scrub(&mut self, film: &mut Film, size: Vec2) -> Result<()> {
        self.player.paused = true;
        self.player
            .go_to_part(film, f64::from(self.cursor.x / size.x))
    }

    fn obey(&mut self, command: Command, film: &mut Film, size: [u32; 2]) -> Result<()> {
        let (shows, player) = (&mut self.shows, &mut self.player);
        match command {
            Command::Pause => player.paused = !player.paused,
            Command::Step(count) => player.step(film, count)?,
            Command::Start => player.go_to(film, 0),
            Command::End => player.go_to(film, usize::MAX),
            Command::Speed(change) => player.change_speed(change),
            Command::Loop => player.looping = !player.looping,
            Command::Worst => {
                player.paused = true;
                let worst = film.worst();
                player.go_to(film, worst);
            }
            Command::Contacts => shows.contacts = !shows.contacts,
            Command::Joints => shows.joints = !shows.joints,
            Command::Trails => shows.trails = !shows.trails,
            Command::Ghosts => shows.ghosts = !shows.ghosts,
            Command::NextPair => self.pair += 1,
            Command::SeeThrough => shows.clear = !shows.clear,
            Command::Fit => self.fit(film, size),
            Command::Panel => shows.panel = !shows.panel,
            Command::Help => shows.help = !shows.help,
            Command::Quit => self.closed = true,
        }
        Ok(())
    }

    /// Looks at all bodies where they are now.
    fn fit(&mut self, film: &Film, size: [u32; 2]) {
        let extent = film.extent_at(self.player.index(film));
        self.camera = View::of(&extent, size).camera(&self.stage.lens);
    }

    /// Selects the body under the cursor, or none.
    fn select(&mut self, film: &Film, size: Vec2) {
        let (origin, direction) = self.camera.unproject(self.cursor, size);
        let lens = self.stage.lens;
        let (from, to) = (lens.world(origin), lens.world(origin + direction));
        let state = film.frames()[self.player.index(film)].state();
        let (model, looks) = (&film.scene.model, &self.stage.looks);
        self.selected = pick::pick(model, looks, &state, [&from, &(to - from)]);
        self.pair = 0;
    }
}
