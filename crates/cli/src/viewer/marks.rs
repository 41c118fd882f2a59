//! The marks that are drawn over the bodies: contact points, normals, friction, trails; always in front, as contacts are where
//! bodies hide them. The marks of joints are in `joint_marks`.

use super::labels::{Labels, value};
use super::lens::Lens;
use super::panel::INK;
use super::spring::Spring;
use crate::replay::Look;
use drystone::math::Vec3;
use drystone::recording::{Frame, FrameContact};
use drystone::world::{Body, Model, Motion, State};
use kiss3d::prelude::{Camera3d, Color, OrbitCamera3d, Vec2, Window};

const GRAVITY: f64 = 9.81;
/// Length of the arrow of a force of one mean weight, of a single body; of n bodies sqrt(n) times
/// that (radii of the picture).
const ARROW: f64 = 0.3;
/// Longest arrow.
const LONGEST: f64 = 0.5;
/// Arrows shorter than this, pixels, are left out; contacts with none have no point either.
const SHORTEST: f32 = 1.5;
/// Values are written at arrows that are longer than this, pixels.
const WORTH: f32 = 8.0;
/// Length and half width of the head of an arrow, pixels.
const HEAD: [f32; 2] = [9.0, 4.0];

/// Corners of the ellipse of a patch.
const PATCH: usize = 32;

pub(super) const NORMAL: Color = Color::new(0.98, 0.98, 0.98, 1.0);
pub(super) const OUTLINE: Color = Color::new(0.08, 0.08, 0.08, 1.0);
pub(super) const STICKS: Color = Color::new(0.10, 0.85, 0.25, 1.0);
pub(super) const SLIPS: Color = Color::new(1.0, 0.35, 0.0, 1.0);
pub(super) const BY_HAND: Color = Color::new(0.93, 0.20, 0.75, 1.0);

/// Draws over the picture of one frame.
pub struct Pen<'a> {
    pub window: &'a mut Window,
    pub camera: &'a OrbitCamera3d,
    pub lens: Lens,
}

impl Pen<'_> {
    /// Contact points with normal and friction forces as arrows, on the body that moves more
    /// freely (of two that are equal, on the second).
    pub fn contacts(&mut self, model: &Model, frame: &Frame) {
        let scale = force_scale(model) / model.time_step;
        for contact in &frame.contacts {
            self.contact(contact, scale * side(model, contact));
        }
    }

    fn contact(&mut self, contact: &FrameContact, scale: f64) {
        let [point, normal, impulse] =
            [contact.point, contact.normal, contact.impulse].map(Vec3::from);
        let pressed = normal * contact.normal_impulse();
        let colour = if contact.sticking { STICKS } else { SLIPS };
        let (up, along) = (
            self.way(&pressed, scale),
            self.way(&(impulse - pressed), scale),
        );
        if self.arrow(&point, &up, NORMAL) {
            self.arrow(&point, &along, colour);
            self.patch(&point, contact, colour);
            self.dot(&point, colour);
        }
    }

    /// Places the values of the contact forces at the ends of their arrows, the largest first.
    pub(super) fn values(&self, labels: &mut Labels, model: &Model, frame: &Frame) {
        let h = model.time_step;
        let mut contacts: Vec<_> = frame.contacts.iter().collect();
        contacts.sort_by(|a, b| b.normal_impulse().total_cmp(&a.normal_impulse()));
        for contact in contacts {
            let scale = force_scale(model) * side(model, contact) / h;
            let [point, normal, impulse] =
                [contact.point, contact.normal, contact.impulse].map(Vec3::from);
            let pressed = normal * contact.normal_impulse();
            let colour = if contact.sticking { STICKS } else { SLIPS };
            for (part, ink) in [(pressed, INK), (impulse - pressed, dark(colour))] {
                let way = self.way(&part, scale);
                let ends = [point, point + way].map(|end| self.pixel(&end));
                if let [Some(from), Some(to)] = ends
                    && (to - from).length() >= WORTH
                {
                    labels.add(to, value(part.norm() / h, "N"), ink);
                }
            }
        }
    }

    /// Returns the way from the start to the end of an arrow, m; `scale` is the radii of the picture per unit of `v`.
    pub(super) fn way(&self, v: &Vec3, scale: f64) -> Vec3 {
        let length = self.lens.metres((v.norm() * scale.abs()).min(LONGEST));
        v.try_normalize(0.0).unwrap_or_default() * (scale.signum() * length)
    }

    /// Draws the forces with which bodies were pulled by hand in the step that led to a frame.
    pub fn pulls(&mut self, model: &Model, frame: &Frame) {
        for pull in &frame.by_hand.pulls {
            let [force, point] = [pull.force, pull.point].map(Vec3::from);
            let way = self.way(&force, force_scale(model));
            self.arrow(&point, &way, BY_HAND);
        }
    }

    /// Draws a spring that pulls a body at `state`.
    pub fn spring(&mut self, spring: &Spring, state: &State) {
        let ends = [spring.point(state), spring.target];
        if let [Some(from), Some(to)] = ends.map(|end| self.pixel(&end)) {
            self.window.draw_line_2d(from, to, BY_HAND, 1.5);
        }
        ends.iter().for_each(|end| self.dot(end, BY_HAND));
    }

    /// The ellipse of the patch in which the parts touch.
    fn patch(&mut self, point: &Vec3, contact: &FrameContact, colour: Color) {
        let Some(axes) = contact.patch else { return };
        let [first, second] = axes.map(Vec3::from);
        let corner = |k: usize| {
            let (sin, cos) = (k as f64 * std::f64::consts::TAU / PATCH as f64).sin_cos();
            point + first * cos + second * sin
        };
        let pixels: Vec<_> = (0..=PATCH).map(|k| self.pixel(&corner(k))).collect();
        for ends in pixels.windows(2) {
            if let [Some(from), Some(to)] = *ends {
                self.window.draw_line_2d(from, to, colour, 1.5);
            }
        }
    }

    /// Lines along which moving bodies went: their `paths` (world, m) in the colours of their
    /// `looks`.
    pub fn trails(&mut self, model: &Model, looks: &[Look], paths: &[Vec<Vec3>]) {
        for ((body, look), path) in model.bodies.iter().zip(looks).zip(paths) {
            let [r, g, b] = look.colour;
            let ink = Color::new(r, g, b, 0.9);
            let pixels: Vec<_> = path.iter().map(|point| self.pixel(point)).collect();
            for ends in pixels.windows(2).filter(|_| body.is_moving()) {
                if let [Some(from), Some(to)] = *ends {
                    self.window.draw_line_2d(from, to, ink, 2.0);
                }
            }
        }
    }

    /// Whether the arrow is long enough to be seen.
    pub(super) fn arrow(&mut self, from: &Vec3, by: &Vec3, colour: Color) -> bool {
        let (Some(a), Some(b)) = (self.pixel(from), self.pixel(&(from + by))) else {
            return false;
        };
        let length = (b - a).length();
        if length < SHORTEST {
            return false;
        }
        self.stroke(a, b, colour);
        true
    }

    /// Draws an arrow from one pixel to another.
    pub(super) fn stroke(&mut self, a: Vec2, b: Vec2, colour: Color) {
        let wings = wings(a, b);
        for (ink, width) in [(OUTLINE, 5.0), (colour, 2.5)] {
            for end in [a, wings[0], wings[1]] {
                self.window.draw_line_2d(end, b, ink, width);
            }
        }
    }

    /// Draws a line through points of the world, m, with a head at its end.
    pub(super) fn curve(&mut self, path: &[Vec3], colour: Color) {
        let pixels: Vec<_> = path.iter().filter_map(|point| self.pixel(point)).collect();
        let [.., a, b] = pixels[..] else { return };
        for (ink, width) in [(OUTLINE, 5.0), (colour, 2.5)] {
            for ends in pixels.windows(2) {
                self.window.draw_line_2d(ends[0], ends[1], ink, width);
            }
            for wing in wings(b - (b - a).normalize_or_zero() * 2.0 * HEAD[0], b) {
                self.window.draw_line_2d(wing, b, ink, width);
            }
        }
    }

    /// Returns the eye, world, m.
    pub(super) fn eye(&self) -> Vec3 {
        self.lens.world(self.camera.eye())
    }

    /// Returns the direction in which the eye looks.
    pub(super) fn ahead(&self) -> Vec3 {
        self.lens.world(self.camera.at()) - self.eye()
    }

    /// Returns how long a length across the view, m, is at the distance of the middle of the picture, pixels.
    pub(super) fn pixels_at_target(&self, length: f64) -> f32 {
        let target = self.lens.world(self.camera.at());
        let [right, ..] = super::view::axes(&self.ahead());
        let ends = [target, target + right * length].map(|end| self.pixel(&end));
        match ends {
            [Some(a), Some(b)] => (b - a).length(),
            _ => 0.0,
        }
    }

    pub(super) fn dot(&mut self, at: &Vec3, colour: Color) {
        if let Some(p) = self.pixel(at) {
            self.window.draw_point_2d(p, OUTLINE, 9.0);
            self.window.draw_point_2d(p, colour, 6.0);
        }
    }

    /// Returns pixels from the left and the top; `None` behind the eye.
    pub(super) fn pixel(&self, point: &Vec3) -> Option<Vec2> {
        let clip = self.camera.transformation() * self.lens.point(point).extend(1.0);
        let size = self.window.size().as_vec2();
        (clip.w > 1e-6).then(|| {
            let x = 0.5 * (1.0 + clip.x / clip.w) * size.x;
            let y = 0.5 * (1.0 - clip.y / clip.w) * size.y;
            Vec2::new(x, y)
        })
    }
}

/// Returns the ends of the head of an arrow, pixels.
fn wings(a: Vec2, b: Vec2) -> [Vec2; 2] {
    let length = (b - a).length();
    let along = (b - a) / length;
    let across = Vec2::new(-along.y, along.x);
    let back = along * HEAD[0].min(0.6 * length);
    [b - back + across * HEAD[1], b - back - across * HEAD[1]]
}

/// Returns a colour in which words can be read on paper.
pub(super) fn dark(colour: Color) -> Color {
    Color::new(0.6 * colour.r, 0.6 * colour.g, 0.6 * colour.b, 1.0)
}

/// Returns 1 where the force on the second body of a contact is drawn, -1 where that on the first is.
fn side(model: &Model, contact: &FrameContact) -> f64 {
    let [first, second] = contact.parts().map(|id| moves(&model.bodies[id.body]));
    if second >= first { 1.0 } else { -1.0 }
}

/// Returns the length of the arrow of a force, radii of the picture per newton.
pub(super) fn force_scale(model: &Model) -> f64 {
    let moving = model.bodies.iter().filter(|body| body.is_moving());
    let (count, mass) = moving.fold((0.0, 0.0), |(n, m), body| (n + 1.0, m + body.mass));
    ARROW * f64::sqrt(count) / (mass * GRAVITY)
}

/// How freely a body moves.
fn moves(body: &Body) -> u8 {
    match body.motion {
        Motion::Free => 2,
        Motion::Driven(_) => 1,
        Motion::Fixed | Motion::Prescribed => 0,
    }
}
