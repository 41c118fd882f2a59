//! Figures of a frame.

use drystone::math::Vec3;
use drystone::recording::{Energy, Frame, Loads, deepest_overlap, node_velocity};
use drystone::scene::Scene;
use drystone::world::Input;

/// The figures of a frame that are worth watching over time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Figures {
    /// Energy of the moving bodies, J.
    pub energy: Energy,
    /// Sum of m v of the moving bodies, kg m/s.
    pub linear_momentum: Vec3,
    /// Angular momentum of the moving bodies about the origin of the world, kg m^2/s.
    pub angular_momentum: Vec3,
    /// Deepest overlap of any two parts, judged without the solver, m; 0 without any, and at the start.
    pub penetration: f64,
}

impl Figures {
    /// Returns the figures of a frame of a run of `scene`.
    pub fn of(scene: &Scene, frame: &Frame) -> Self {
        let model = &scene.model;
        let state = frame.state();
        let mut input = Input::hold(model, &state);
        // the step that led here; before the first one, the one that will act
        scene.input_at((frame.step as usize).saturating_sub(1), &state, &mut input);
        frame.by_hand.add_to(&state, &mut input);
        let loads = Loads::of_frame(state.bodies.len(), frame);
        let mut out = Self {
            energy: Energy::at_node(model, &state, &loads, &input),
            linear_momentum: Vec3::zeros(),
            angular_momentum: Vec3::zeros(),
            penetration: 0.0,
        };
        for (i, (body, at)) in model.bodies.iter().zip(&state.bodies).enumerate() {
            if body.is_moving() {
                let p = node_velocity(model, i, &state, &loads, &input) * body.mass;
                let spin = at.rotation * (body.inertia * at.angular_velocity);
                out.linear_momentum += p;
                out.angular_momentum += at.position.cross(&p) + spin;
            }
        }
        // no step led to the start
        if frame.status.is_some() {
            let normals = frame.contacts.iter().map(|c| (c.parts(), c.normal.into()));
            out.penetration = deepest_overlap(model, &state, normals);
        }
        out
    }
}
