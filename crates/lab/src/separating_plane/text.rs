//! Parts of scenes as text.

use std::f64::consts::TAU;
use std::fmt::Write;

/// The unit of length of the scenes, m: relaxations are in it.
pub(super) const LENGTH: f64 = 0.1;
/// The length of a step, s.
pub(super) const TIME_STEP: f64 = 0.01;

/// Returns the beginning of a scene under the separating plane.
pub(super) fn head(seconds: f64, support: f64, weight: f64) -> String {
    format!(
        "[simulation]\ntime_step = {TIME_STEP:?}\nduration = {seconds:?}\nrelaxation = {support:?}\nlength = {LENGTH:?}\n\
         contact_model = \"separating_plane\"\n[separating_plane]\nbarrier_weight = {weight:?}\n"
    )
}

/// Adds a body; `more` has further keys.
pub(super) fn body(text: &mut String, name: &str, shape: &str, position: [f64; 3], more: &str) {
    write!(
        text,
        "[[body]]\nname = \"{name}\"\nshape = \"{shape}\"\nposition = {position:?}\n{more}"
    )
    .expect("writing to a string");
}

/// Returns an upright prism of so many corners at a radius, as the end of the heading of a shape and its keys.
pub(super) fn prism(corners: usize, radius: f64, half: f64) -> String {
    let mut points = Vec::new();
    for i in 0..corners {
        let (sine, cosine) = (TAU * i as f64 / corners as f64).sin_cos();
        points.extend([-half, half].map(|z| [radius * cosine, radius * sine, z]));
    }
    format!("polytope]\nvertices = {points:?}\n")
}
