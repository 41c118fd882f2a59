//! How the eye moves while a film is played: after a body, around the scene.

use super::{Film, View};
use drystone::math::{Rot, Vec3};
use std::f64::consts::TAU;

/// The way of the eye.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CameraPath {
    /// The index of the body that stays in the middle of the picture.
    pub follow: Option<usize>,
    /// The eye goes once around the middle, from the start of the film to its end.
    pub orbit: bool,
}

impl CameraPath {
    /// Returns the view of frame `index`, from the one that is not moved.
    pub fn view(&self, base: &View, film: &Film, index: usize) -> View {
        let frame = &film.frames()[index];
        let view = match self.follow {
            Some(body) => base.onto(Vec3::from_row_slice(&frame.bodies[body][..3])),
            None => *base,
        };
        let [start, end] = film.span();
        let share = (frame.time - start) / (end - start).max(f64::MIN_POSITIVE);
        match self.orbit {
            true => view.turned(TAU * share),
            false => view,
        }
    }
}

impl View {
    /// Returns the view moved such that `target` is in its middle.
    fn onto(self, target: Vec3) -> Self {
        Self {
            eye: self.eye + (target - self.target),
            target,
            ..self
        }
    }

    /// Returns the view from an eye that went around the vertical through the target by an angle, rad, seen from above against the clock.
    fn turned(self, angle: f64) -> Self {
        let turn = Rot::from_axis_angle(&Vec3::z_axis(), angle);
        Self {
            eye: self.target + turn * (self.eye - self.target),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use drystone::scene::{MINIMAL_SCENE, Scene};

    #[test]
    fn the_eye_follows_a_body_and_goes_around() {
        let scene = Scene::parse(MINIMAL_SCENE, "minimal").expect("valid");
        let mut film = Film::live(scene);
        for _ in 0..20 {
            film.grow().expect("valid");
        }
        let base = View::of(&film.extent(), [64, 48]);
        let still = CameraPath::default();
        assert_eq!(still.view(&base, &film, 7), base);
        let follow = CameraPath {
            follow: Some(1),
            orbit: false,
        };
        let at = |index: usize| Vec3::from_row_slice(&film.frames()[index].bodies[1][..3]);
        for index in [0, 20] {
            let view = follow.view(&base, &film, index);
            assert_eq!(view.target, at(index));
            let kept = (view.eye - view.target) - (base.eye - base.target);
            assert!(kept.norm() < 1e-12);
        }
        let around = CameraPath {
            follow: None,
            orbit: true,
        };
        let offset = |index| around.view(&base, &film, index).eye - base.target;
        let from = base.eye - base.target;
        assert!((offset(0) - from).norm() < 1e-12 && (offset(20) - from).norm() < 1e-9);
        let quarter = Vec3::new(-from.y, from.x, from.z);
        assert!((offset(5) - quarter).norm() < 1e-9);
    }
}
