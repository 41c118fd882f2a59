//! Keys and mouse of a window, and the actions that they stand for.

use super::help::{Command, command};
use super::window::Watcher;
use super::{Film, View, panel, pick};
use drystone::error::Result;
use kiss3d::event::{Action, MouseButton, WindowEvent};
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
            let mut kept = self.scrubbing || self.held.is_some();
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
                WindowEvent::MouseButton(MouseButton::Button1, Action::Press, _) => {
                    self.pressed = Some(self.cursor);
                    self.scrubbing = self.cursor.y > size.y - panel::TIMELINE;
                    if self.has_sliders() {
                        self.held = self.sliders.grab(self.cursor, size);
                    }
                    kept = self.scrubbing || self.held.is_some();
                    self.drag(film, size)?;
                }
                WindowEvent::MouseButton(MouseButton::Button1, Action::Release, _) => {
                    let from = self.pressed.take().unwrap_or(Vec2::MAX);
                    let is_drag = self.scrubbing || self.held.is_some();
                    if !is_drag && (self.cursor - from).length() < CLICK {
                        self.select(film, size);
                    }
                    (self.scrubbing, self.held) = (false, None);
                }
                _ => {}
            }
            if !kept {
                self.camera.handle_event(window.canvas(), &event.value);
            }
        }
        Ok(())
    }

    /// Does what the button that is held down means where the cursor is.
    fn drag(&mut self, film: &mut Film, size: Vec2) -> Result<()> {
        if let Some(motor) = self.held {
            let command = self.sliders.command_at(motor, self.cursor.x, size.x);
            film.steer(self.player.index(film), motor, command);
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
                    film.steer(index, motor, command);
                }
            }
            Command::Fit => self.fit(film, size),
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
        let (origin, direction) = self.camera.unproject(self.cursor, size);
        let lens = self.stage.lens;
        let (from, to) = (lens.world(origin), lens.world(origin + direction));
        let state = film.frames()[self.player.index(film)].state();
        let (model, looks) = (&film.scene.model, &self.stage.looks);
        let looks = (looks.as_slice(), self.shows.collisions);
        self.selected = pick::pick(model, looks, &state, [&from, &(to - from)]);
        self.pair = 0;
    }
}
