//! Keys and mouse of a window, and the actions that they stand for.

use super::help::{Command, command};
use super::spring::{Spring, on_plane};
use super::window::Watcher;
use super::{Film, View, panel, pick};
use drystone::error::Result;
use drystone::math::Vec3;
use kiss3d::event::{Action, Modifiers, MouseButton, WindowEvent};
use kiss3d::prelude::{Camera3d, Vec2, Window};

/// A press of the mouse that moves less than this, pixels, is a click.
const CLICK: f32 = 4.0;

impl Watcher {
    /// Takes what the window heard. The camera hears it here and not when the picture is drawn, so
    /// that what lies over the picture is seen by the same camera.
    pub(super) fn listen(&mut self, window: &mut Window, film: &mut Film) -> Result<()> {
        let size = window.size().as_vec2();
        for mut event in window.events().iter() {
            event.inhibited = true;
            let mut kept = self.is_dragging();
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
                    self.drag(film, size)?;
                }
                WindowEvent::MouseButton(MouseButton::Button1, Action::Press, keys) => {
                    self.press(film, size, keys)?;
                    kept = self.is_dragging();
                }
                WindowEvent::MouseButton(MouseButton::Button1, Action::Release, _) => {
                    self.release(film, size);
                }
                _ => {}
            }
            if !kept {
                self.camera.handle_event(window.canvas(), &event.value);
            }
        }
        Ok(())
    }

    /// Whether the mouse moves something else than the camera.
    fn is_dragging(&self) -> bool {
        self.scrubbing || self.held.is_some() || self.grip.is_some()
    }

    /// Takes hold of what is under the cursor: the timeline, a slider, with control a body.
    fn press(&mut self, film: &mut Film, size: Vec2, keys: Modifiers) -> Result<()> {
        self.pressed = Some(self.cursor);
        self.scrubbing = self.cursor.y > size.y - panel::TIMELINE;
        if self.has_sliders() {
            self.held = self.sliders.grab(self.cursor, size);
        }
        if keys.contains(Modifiers::Control) && !self.is_dragging() {
            self.grab(film, size)?;
        }
        self.drag(film, size)
    }

    /// Lets go; a press that did not move is a click.
    fn release(&mut self, film: &mut Film, size: Vec2) {
        let from = self.pressed.take().unwrap_or(Vec2::MAX);
        if !self.is_dragging() && (self.cursor - from).length() < CLICK {
            self.select(film, size);
        }
        (self.scrubbing, self.held, self.grip) = (false, None, None);
        film.release();
    }

    /// Takes hold of the body under the cursor with a spring, if it moves and is simulated.
    fn grab(&mut self, film: &mut Film, size: Vec2) -> Result<()> {
        let Some((body, point)) = self.under_cursor(film, size) else {
            return Ok(());
        };
        if film.can_steer() && film.scene.model.bodies[body].is_moving() {
            let index = self.player.index(film);
            let state = film.frames()[index].state();
            let spring = Spring::new(&film.scene.model, &state, body, point);
            film.pull(index, spring)?;
            self.grip = Some(point);
        }
        Ok(())
    }

    /// Does what the button that is held down means where the cursor is.
    fn drag(&mut self, film: &mut Film, size: Vec2) -> Result<()> {
        if let Some(motor) = self.held {
            let command = self.sliders.command_at(motor, self.cursor.x, size.x);
            film.steer(self.player.index(film), motor, command)?;
        }
        if let Some(point) = &self.grip {
            let [from, along] = self.ray(size);
            let ahead =
                self.stage.lens.world(self.camera.at()) - self.stage.lens.world(self.camera.eye());
            if let Some(target) = on_plane([&from, &along], point, &ahead) {
                film.aim(target);
            }
        }
        if self.scrubbing {
            self.scrub(film, size)?;
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
        if self.shows.toggle(command) {
            return Ok(());
        }
        let player = &mut self.player;
        match command {
            Command::Pause => player.paused = !player.paused,
            Command::Step(count) => player.step(film, count)?,
            Command::Start => player.go_to(film, 0),
            Command::Reset => {
                film.reset()?;
                player.go_to(film, 0);
            }
            Command::End => player.go_to(film, usize::MAX),
            Command::Speed(change) => player.change_speed(change),
            Command::Loop => player.looping = !player.looping,
            Command::Worst => {
                player.paused = true;
                let worst = film.worst();
                player.go_to(film, worst);
            }
            Command::NextPair => self.pair += 1,
            Command::NextMotor => self.sliders.choose_next(),
            Command::Move(count) => {
                let index = player.index(film);
                let moved = self.sliders.moved(&film.commands(index), count as f64);
                if let Some((motor, command)) = moved {
                    film.steer(index, motor, command)?;
                }
            }
            Command::Fit => self.fit(film, size),
            Command::Follow => {
                self.followed = match self.followed {
                    None => self.selected.map(|body| (body, None)),
                    Some(_) => None,
                };
            }
            Command::Orbit => self.orbits = !self.orbits,
            Command::Rho(count) => film.change_rho(player.index(film), count.into())?,
            Command::TimeStep(double) => {
                film.change_time_step(player.index(film), double)?;
                player.stay_in(film);
            }
            Command::Quit => self.closed = true,
            // those that show or hide something are done
            _ => {}
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
        self.selected = self.under_cursor(film, size).map(|(body, _)| body);
        self.pair = 0;
    }

    /// Returns the eye and the direction in which it sees the cursor, world, m.
    fn ray(&self, size: Vec2) -> [Vec3; 2] {
        let (origin, direction) = self.camera.unproject(self.cursor, size);
        let lens = self.stage.lens;
        let (from, to) = (lens.world(origin), lens.world(origin + direction));
        [from, to - from]
    }

    /// Returns the body under the cursor, and its point there, world, m.
    fn under_cursor(&self, film: &Film, size: Vec2) -> Option<(usize, Vec3)> {
        let [from, along] = self.ray(size);
        let state = film.frames()[self.player.index(film)].state();
        let (model, looks) = (&film.scene.model, &self.stage.looks);
        let looks = (looks.as_slice(), self.shows.shot.collisions);
        pick::pick(model, looks, &state, [&from, &along])
    }
}
