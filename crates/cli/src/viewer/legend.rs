//! The legend at the bottom left: it says what colours and lengths mean.

use super::Shot;
use super::efforts::EFFORT;
use super::joint_marks::JOINT;
use super::marks::{BY_HAND, NORMAL, Pen, SLIPS, STICKS, force_scale};
use super::panel::{INK, LETTERS, LINE, MARGIN, PAPER, TIMELINE, rectangle};
use super::planes::PLANE;
use crate::replay::Look;
use drystone::recording::Frame;
use drystone::world::{Model, Motion};
use kiss3d::prelude::{Color, Font, Vec2};

/// Longest arrow of the scale, and width of the column of signs, pixels.
const LONGEST: f32 = 110.0;
const SIGNS: f32 = 34.0;
/// Behind arrows.
const SHADE: Color = Color::new(0.45, 0.47, 0.50, 1.0);
/// Bodies that are listed.
const LISTED: usize = 8;

/// The mark that stands before the words of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Sign {
    Arrow(Color),
    Line(Color),
    Patch(Color),
    /// An arrow of this length, pixels.
    Scale(f32),
    Nothing,
}

/// A sign and what it means.
type Row = (Sign, String);

impl Pen<'_> {
    /// Draws the legend of what `shot` shows, and the scale of the arrows where their values are shown.
    pub(super) fn legend(&mut self, shot: &Shot, model: &Model, frame: &Frame, looks: &[Look]) {
        let mut rows = Vec::new();
        if shot.legend {
            rows.extend(marks(model, shot, frame));
            rows.extend(bodies(model, looks));
        }
        if shot.forces || shot.legend && shot.contacts {
            rows.extend(self.scale(model));
        }
        self.rows(&rows);
    }

    /// Returns the arrow of a round force, as long as it is in the middle of the picture.
    fn scale(&self, model: &Model) -> Option<Row> {
        let per_newton = self.pixels_at_target(self.lens.metres(force_scale(model)));
        let force = super::floor::round(f64::from(LONGEST / per_newton));
        let long = force as f32 * per_newton;
        let words = format!("{} N in the middle of the picture", round_number(force));
        (long.is_finite() && long > 0.0).then_some((Sign::Scale(long), words))
    }

    fn rows(&mut self, rows: &[Row]) {
        if rows.is_empty() {
            return;
        }
        let column = rows.iter().fold(SIGNS, |column, (sign, _)| match sign {
            Sign::Scale(long) => column.max(long + 12.0),
            _ => column,
        });
        let longest = rows.iter().map(|(_, words)| words.chars().count()).max();
        let letters = longest.unwrap_or(0) as f32 * LETTERS * 0.45;
        let size = [
            column + letters + 2.0 * MARGIN,
            rows.len() as f32 * LINE + MARGIN,
        ];
        let top = self.window.height() as f32 - TIMELINE - 10.0 - size[1];
        rectangle(self.window, [10.0, top], size, PAPER);
        let font = Font::default();
        for (k, (sign, words)) in rows.iter().enumerate() {
            let at = Vec2::new(10.0 + MARGIN, top + 0.5 * MARGIN + k as f32 * LINE);
            self.sign(*sign, at + Vec2::new(0.0, 0.55 * LINE));
            let at = at + Vec2::new(column, 0.0);
            self.window.draw_text(words, at, LETTERS, &font, INK);
        }
    }

    /// Draws a sign whose left end is at `at`, pixels.
    fn sign(&mut self, sign: Sign, at: Vec2) {
        let end = at + Vec2::new(SIGNS - 10.0, 0.0);
        let long = match sign {
            Sign::Arrow(_) => SIGNS - 10.0,
            Sign::Scale(long) => long,
            _ => 0.0,
        };
        // white is not seen on paper
        let corner = [at.x - 4.0, at.y - 0.42 * LINE];
        if long > 0.0 {
            rectangle(self.window, corner, [long + 8.0, 0.84 * LINE], SHADE);
        }
        match sign {
            Sign::Arrow(ink) => self.stroke(at, end, ink),
            Sign::Line(ink) => self.window.draw_line_2d(at, end, ink, 3.0),
            Sign::Patch(ink) => self.window.draw_line_2d(at, end, ink, 12.0),
            Sign::Scale(long) => self.stroke(at, at + Vec2::new(long, 0.0), NORMAL),
            Sign::Nothing => {}
        }
    }
}

/// Returns a number of one digit and zeros in words.
fn round_number(x: f64) -> String {
    match (1e-3..1e5).contains(&x) {
        true => format!("{:.*}", (-x.log10().floor()).max(0.0) as usize, x),
        false => format!("{x:.0e}"),
    }
}

/// Returns the meaning of the marks that are shown.
fn marks(model: &Model, shot: &Shot, frame: &Frame) -> Vec<Row> {
    let contacts = [
        (Sign::Arrow(NORMAL), "normal force"),
        (Sign::Arrow(STICKS), "friction that sticks"),
        (Sign::Arrow(SLIPS), "friction that slips"),
    ];
    let mut rows = Vec::new();
    if shot.contacts {
        rows.extend(contacts);
    }
    if shot.contacts && model.contact_model.uses_hulls() {
        rows.push((Sign::Patch(PLANE), "separating plane"));
    }
    if shot.joints {
        rows.push((Sign::Line(JOINT), "axis and limits of a joint"));
    }
    if shot.efforts {
        rows.push((Sign::Arrow(EFFORT), "effort of a motor"));
    }
    if !frame.by_hand.pulls.is_empty() {
        rows.push((Sign::Arrow(BY_HAND), "pull by hand"));
    }
    let words = rows.into_iter();
    words
        .map(|(sign, words)| (sign, words.to_string()))
        .collect()
}

/// Returns the colours of the bodies that move, of the first few where there are many.
fn bodies(model: &Model, looks: &[Look]) -> Vec<Row> {
    let all = model.bodies.iter().zip(looks);
    let own = all.filter(|(body, look)| body.motion != Motion::Fixed && look.visuals.is_empty());
    let own: Vec<_> = own.collect();
    let rows = own.iter().take(LISTED).map(|(body, look)| {
        let [r, g, b] = look.colour;
        (Sign::Patch(Color::new(r, g, b, 1.0)), body.name.clone())
    });
    let mut rows: Vec<Row> = rows.collect();
    if own.len() > LISTED {
        let more = format!("and {} more bodies", own.len() - LISTED);
        rows.push((Sign::Nothing, more));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use drystone::scene::{MINIMAL_SCENE, Scene};
    use drystone::world::ContactModel;

    #[test]
    fn the_legend_has_what_is_shown() {
        let scene = Scene::parse(MINIMAL_SCENE, "minimal").expect("valid");
        let mut frame = Frame::start(0.0, &scene.initial);
        let mut shot = Shot::bodies([64, 64]);
        assert!(marks(&scene.model, &shot, &frame).is_empty());
        (shot.contacts, shot.efforts) = (true, true);
        assert_eq!(marks(&scene.model, &shot, &frame).len(), 4);
        frame.by_hand.pulls.push(drystone::recording::Pull {
            body: 1,
            force: [0.0; 3],
            point: [0.0; 3],
        });
        assert_eq!(marks(&scene.model, &shot, &frame).len(), 5);
        let mut planes = (*scene.model).clone();
        planes.contact_model = ContactModel::SeparatingPlane;
        assert_eq!(marks(&planes, &shot, &frame).len(), 6);
    }

    #[test]
    fn round_numbers_have_no_digits_too_many() {
        let said = [20.0, 500.0, 0.5, 0.002, 1e-6].map(round_number);
        assert_eq!(said, ["20", "500", "0.5", "0.002", "1e-6"]);
    }
}
