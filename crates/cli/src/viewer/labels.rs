//! Words beside what they are about: names of bodies, values of forces. A word that would cover another one is moved, or left out.

use super::marks::Pen;
use super::panel::{INK, PAPER, rectangle};
use drystone::math::Vec3;
use drystone::recording::Frame;
use drystone::world::Model;
use kiss3d::prelude::{Color, Font, Vec2};

/// Height of the letters and of a label, and the mean width of a letter, pixels.
const LETTERS: f32 = 18.0;
const HEIGHT: f32 = 19.0;
const LETTER: f32 = 0.47 * LETTERS;
/// Room on either side of the words.
const MARGIN: f32 = 4.0;
/// Places that are tried, below each other, and then above.
const ROWS: [f32; 5] = [0.0, 1.0, -1.0, 2.0, -2.0];

/// The labels of a picture that have a place.
#[derive(Debug, Default)]
pub(super) struct Labels {
    /// Corner and words.
    placed: Vec<(Vec2, String, Color)>,
}

impl Labels {
    /// Places words with their left end at `at`, pixels, or a little above or below where other words are; returns whether there is
    /// room.
    pub(super) fn add(&mut self, at: Vec2, words: String, ink: Color) -> bool {
        let corner = |row: &f32| at + Vec2::new(6.0, (row - 0.5) * HEIGHT);
        let width = width(&words);
        let free = |corner: &Vec2| {
            let apart = |(other, text, _): &(Vec2, String, Color)| {
                let across = corner.x + width < other.x || other.x + self::width(text) < corner.x;
                across || (corner.y - other.y).abs() >= HEIGHT
            };
            self.placed.iter().all(apart)
        };
        let place = ROWS.iter().map(corner).find(free);
        if let Some(corner) = place {
            self.placed.push((corner, words, ink));
        }
        place.is_some()
    }
}

/// Returns the width of words as a label, pixels.
fn width(words: &str) -> f32 {
    words.chars().count() as f32 * LETTER + 2.0 * MARGIN
}

/// Returns a force or a torque in a few digits.
pub(super) fn value(x: f64, unit: &str) -> String {
    let size = x.abs();
    let number = match size {
        0.0 => "0".to_string(),
        _ if !(1e-3..1e5).contains(&size) => format!("{x:.1e}"),
        _ if size < 0.1 => format!("{x:.4}"),
        _ if size < 10.0 => format!("{x:.2}"),
        _ if size < 100.0 => format!("{x:.1}"),
        _ => format!("{x:.0}"),
    };
    format!("{number} {unit}")
}

impl Pen<'_> {
    /// Places the names of the bodies at their centres of mass, those before others first. What has no end has no name.
    pub(super) fn names(&self, labels: &mut Labels, model: &Model, frame: &Frame) {
        let eye = self.eye();
        let bodies = model.bodies.iter().zip(&frame.bodies);
        let has_end = |body: &drystone::world::Body| {
            let mut parts = body.parts.iter();
            parts.all(|part| part.placed.shape.is_bounded())
        };
        let bounded = bodies.filter(|(body, _)| has_end(body));
        let mut all: Vec<_> = bounded
            .map(|(body, at)| (Vec3::from_row_slice(&at[..3]), &body.name))
            .collect();
        all.sort_by(|(a, _), (b, _)| (a - eye).norm().total_cmp(&(b - eye).norm()));
        for (at, name) in all {
            if let Some(pixel) = self.pixel(&at) {
                labels.add(pixel, name.clone(), INK);
            }
        }
    }

    /// Draws all labels.
    pub(super) fn write(&mut self, labels: &Labels) {
        let font = Font::default();
        for (corner, words, _) in &labels.placed {
            let size = [width(words), HEIGHT - 2.0];
            rectangle(self.window, [corner.x, corner.y], size, PAPER);
        }
        for (corner, words, ink) in &labels.placed {
            let at = *corner + Vec2::new(MARGIN, -1.0);
            self.window.draw_text(words, at, LETTERS, &font, *ink);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_do_not_cover_each_other() {
        let mut labels = Labels::default();
        let at = Vec2::new(100.0, 100.0);
        for _ in ROWS {
            assert!(labels.add(at, "body".into(), INK));
        }
        assert!(!labels.add(at, "body".into(), INK));
        assert!(labels.add(at + Vec2::new(60.0, 0.0), "body".into(), INK));
        let mut rows: Vec<f32> = labels.placed.iter().map(|(corner, ..)| corner.y).collect();
        rows.sort_by(f32::total_cmp);
        assert!(rows[..5].windows(2).all(|pair| pair[1] - pair[0] >= 0.0));
        let first = &labels.placed[..ROWS.len()];
        for (i, (a, ..)) in first.iter().enumerate() {
            for (b, ..) in &first[..i] {
                assert!((a.y - b.y).abs() >= HEIGHT);
            }
        }
    }

    #[test]
    fn values_have_a_few_digits() {
        let said = [0.0, 0.01234, 1.234, 56.78, 1234.5, 1e-6, 3e7].map(|x| value(x, "N"));
        assert_eq!(
            said,
            [
                "0 N", "0.0123 N", "1.23 N", "56.8 N", "1234 N", "1.0e-6 N", "3.0e7 N"
            ]
        );
    }
}
