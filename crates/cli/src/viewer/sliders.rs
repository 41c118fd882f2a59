//! The motors of a scene as sliders at the right of the window: what each is told, and where its joint is.

use super::panel::{INK, TIMELINE, rectangle};
use super::slider::Slider;
use drystone::recording::Frame;
use drystone::world::{Model, MotorCommand};
use kiss3d::prelude::{Color, Font, Vec2, Window};

/// Width of the sliders, height of one and of its letters, and the room around them, pixels.
const WIDTH: f32 = 370.0;
const ROW: f32 = 24.0;
const LETTERS: f32 = 19.0;
const MARGIN: f32 = 10.0;
/// Mean width of a letter.
const LETTER: f32 = 0.45 * LETTERS;
/// Letters of a name that fit.
const NAME: usize = 21;
/// A key moves a command by this part of the range.
const KEY: f64 = 0.02;

const TRACK: Color = Color::new(1.0, 1.0, 1.0, 0.78);
const CHOSEN: Color = Color::new(1.0, 0.93, 0.70, 0.92);
const TOLD: Color = Color::new(0.36, 0.62, 0.87, 0.75);
const IS: Color = Color::new(0.86, 0.35, 0.05, 1.0);

/// All motors; one of them is chosen for the keys.
#[derive(Debug, Clone, PartialEq)]
pub struct Sliders {
    all: Vec<Slider>,
    chosen: usize,
}

impl Sliders {
    /// The motors of a model, in the order of its inputs.
    pub fn new(model: &Model) -> Self {
        Self {
            all: Slider::all(model),
            chosen: 0,
        }
    }

    /// Whether there are no motors.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Chooses the next motor.
    pub fn choose_next(&mut self) {
        self.chosen = (self.chosen + 1) % self.all.len().max(1);
    }

    /// Returns the chosen motor and its command, moved by `count` steps of a key from those in `commands`.
    pub fn moved(&self, commands: &[MotorCommand], count: f64) -> Option<(usize, MotorCommand)> {
        let slider = self.all.get(self.chosen)?;
        let told = slider.told(&commands[self.chosen]);
        Some((
            self.chosen,
            slider.command(slider.beside(told, count * KEY)),
        ))
    }

    /// Chooses the motor under the cursor in a window of `size`, and returns it.
    pub fn grab(&mut self, cursor: Vec2, size: Vec2) -> Option<usize> {
        let left = size.x - WIDTH - MARGIN;
        let row = ((cursor.y - MARGIN) / ROW).floor() - 1.0;
        let shown = self.shown(size.y);
        let is_on = (left..left + WIDTH).contains(&cursor.x) && row >= 0.0;
        let index = shown.start + row.max(0.0) as usize;
        if !is_on || !shown.contains(&index) {
            return None;
        }
        self.chosen = index;
        Some(index)
    }

    /// Returns the command of motor `index` with the cursor at `x` in a window that is `width` wide.
    pub fn command_at(&self, index: usize, x: f32, width: f32) -> MotorCommand {
        let slider = &self.all[index];
        slider.command(slider.value((x - (width - WIDTH - MARGIN)) / WIDTH))
    }

    /// Returns the motors for which a window of this height has room, the chosen one among them.
    fn shown(&self, height: f32) -> std::ops::Range<usize> {
        let room = (height - TIMELINE - 2.0 * MARGIN) / ROW - 1.0;
        let room = (room.max(1.0) as usize).min(self.all.len());
        let first = (self.chosen + 1).saturating_sub(room);
        first..first + room
    }

    /// Draws the sliders: blue up to what a motor is told, and a mark where its joint is.
    pub fn draw(&self, window: &mut Window, commands: &[MotorCommand], at: (&Model, &Frame)) {
        let size = Vec2::new(window.width() as f32, window.height() as f32);
        let (font, left) = (Font::default(), size.x - WIDTH - MARGIN);
        let (model, state) = (at.0, at.1.state());
        let mut top = MARGIN;
        let title = "motors: drag, or tab and , .   (m: hide)";
        rectangle(window, [left, top], [WIDTH, ROW - 2.0], TRACK);
        let place = Vec2::new(left + 6.0, top + 1.0);
        window.draw_text(title, place, LETTERS, &font, INK);
        for index in self.shown(size.y) {
            top += ROW;
            let slider = &self.all[index];
            let paper = if index == self.chosen { CHOSEN } else { TRACK };
            rectangle(window, [left, top], [WIDTH, ROW - 2.0], paper);
            let told = slider.told(&commands[index]);
            let long = slider.part(told) * WIDTH;
            rectangle(window, [left, top], [long, ROW - 2.0], TOLD);
            let measured = slider.measured(model, &state);
            if let Some(is) = measured {
                let x = left + slider.part(is) * (WIDTH - 3.0);
                rectangle(window, [x, top], [3.0, ROW - 2.0], IS);
            }
            let text = match measured {
                Some(is) => format!("{told:.3} ({is:.3}) {}", slider.unit),
                None => format!("{told:.3} {}", slider.unit),
            };
            let wide = text.chars().count() as f32 * LETTER;
            let place = Vec2::new(left + WIDTH - wide - 6.0, top + 1.0);
            window.draw_text(&text, place, LETTERS, &font, INK);
            let place = Vec2::new(left + 6.0, top + 1.0);
            window.draw_text(&end_of(&slider.name), place, LETTERS, &font, INK);
        }
    }
}

/// Returns the end of a name that is too long: its beginning is that of the robot.
fn end_of(name: &str) -> String {
    let count = name.chars().count();
    match count > NAME {
        true => format!(
            "..{}",
            name.chars().skip(count + 2 - NAME).collect::<String>()
        ),
        false => name.to_string(),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use drystone::scene::Scene;

    pub(in crate::viewer) const DOORS: &str = r#"
        [shape.block.box]
        half_extents = [0.1, 0.1, 0.1]
        [[body]]
        name = "a"
        shape = "block"
        [[body]]
        name = "b"
        shape = "block"
        position = [1, 0, 0]
        [[body]]
        name = "c"
        shape = "block"
        position = [2, 0, 0]
        [[joint]]
        name = "turn"
        type = "revolute"
        child = "a"
        limits = [-1, 2]
        motor = { type = "position", stiffness = 10 }
        [[joint]]
        name = "slide"
        type = "prismatic"
        child = "b"
        motor = { type = "velocity", damping = 1 }
        [[joint]]
        name = "push"
        type = "prismatic"
        child = "c"
        motor = { type = "effort", limit = 5 }
    "#;

    fn sliders() -> Sliders {
        Sliders::new(&Scene::parse(DOORS, "doors").expect("valid").model)
    }

    #[test]
    fn the_cursor_grabs_a_slider_and_sets_its_command() {
        let (mut sliders, size) = (sliders(), Vec2::new(1280.0, 800.0));
        let left = size.x - WIDTH - MARGIN;
        let at = |row: f32| Vec2::new(left + 0.5 * WIDTH, MARGIN + (row + 1.5) * ROW);
        assert_eq!(sliders.grab(at(-1.0), size), None);
        assert_eq!(sliders.grab(at(3.0), size), None);
        assert_eq!(sliders.grab(Vec2::new(left - 1.0, at(0.0).y), size), None);
        assert_eq!(sliders.grab(at(0.0), size), Some(0));
        let middle = sliders.command_at(0, at(0.0).x, size.x);
        assert!((middle.position - 0.5).abs() < 1e-6);
        assert_eq!(sliders.command_at(0, 0.0, size.x).position, -1.0);
        assert_eq!(sliders.command_at(2, size.x, size.x).effort, 5.0);
    }

    #[test]
    fn keys_move_the_chosen_motor_within_its_range() {
        let mut sliders = sliders();
        let commands = [MotorCommand::default(); 3];
        let (motor, to) = sliders.moved(&commands, 1.0).expect("a motor");
        assert_eq!(motor, 0);
        assert!((to.position - 0.06).abs() < 1e-12);
        sliders.choose_next();
        let (motor, to) = sliders.moved(&commands, -100.0).expect("a motor");
        assert_eq!((motor, to.velocity), (1, -2.0));
    }

    #[test]
    fn a_low_window_shows_the_chosen_motor() {
        let mut sliders = sliders();
        let height = TIMELINE + 2.0 * MARGIN + 3.0 * ROW;
        assert_eq!(sliders.shown(height), 0..2);
        sliders.choose_next();
        sliders.choose_next();
        assert_eq!(sliders.shown(height), 1..3);
    }
}
