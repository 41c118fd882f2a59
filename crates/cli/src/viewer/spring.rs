//! The spring with which the mouse pulls a body: from the point that was grabbed to the cursor.

use drystone::math::Vec3;
use drystone::recording::Pull;
use drystone::world::{Body, BodyState, Model, State};

/// The cursor holds the weight of a body at this part of the radius of the body away from it.
const SAG: f64 = 0.1;
const GRAVITY: f64 = 9.81;
/// Largest product of frequency and time step, rad: the force is that of the start of a step, and would overshoot.
const PHASE: f64 = 0.25;

/// A damped spring between a point of a body and a point of the world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spring {
    /// The index of the body.
    pub body: usize,
    /// The point that was grabbed, centre-of-mass frame, m.
    grip: Vec3,
    /// The point to which the spring pulls, world, m.
    pub target: Vec3,
    /// N/m.
    stiffness: f64,
    /// N s/m.
    damping: f64,
}

impl Spring {
    /// Returns a spring that is relaxed, and holds body `body` at the world `point`, m. Its frequency is that of the body, its damping
    /// critical for the mass that is felt at the point.
    pub fn new(model: &Model, state: &State, body: usize, point: Vec3) -> Self {
        let at = &state.bodies[body];
        let own = &model.bodies[body];
        let grip = at.rotation.inverse_transform_vector(&(point - at.position));
        let fastest = PHASE / model.time_step;
        let frequency = (GRAVITY / (SAG * own.extent())).sqrt().min(fastest);
        let mass = least_mass(own, &grip);
        Self {
            body,
            grip,
            target: point,
            stiffness: own.mass.min(4.0 * mass) * frequency * frequency,
            damping: 2.0 * mass * frequency,
        }
    }

    /// Returns where the point that was grabbed is in `state`, world, m.
    pub fn point(&self, state: &State) -> Vec3 {
        let at = &state.bodies[self.body];
        at.position + at.rotation * self.grip
    }

    /// Returns the pull of the spring in a step that starts at `state`.
    pub fn pull(&self, state: &State) -> Pull {
        let at = &state.bodies[self.body];
        let point = self.point(state);
        let force = (self.target - point) * self.stiffness - self.velocity(at) * self.damping;
        Pull {
            body: self.body,
            force: force.into(),
            point: point.into(),
        }
    }

    /// The velocity of the point that was grabbed, world, m/s.
    fn velocity(&self, at: &BodyState) -> Vec3 {
        at.velocity + at.rotation * at.angular_velocity.cross(&self.grip)
    }
}

/// Returns the least mass that a force at a point of a free body can feel, kg; the point in the centre-of-mass frame, m. The point
/// gives way to a force by K = 1/m - [r] J^-1 [r].
fn least_mass(body: &Body, grip: &Vec3) -> f64 {
    let across = grip.cross_matrix();
    let turning = body.inertia.try_inverse().unwrap_or_default();
    let most = (across.transpose() * turning * across).symmetric_eigenvalues();
    1.0 / (1.0 / body.mass + most.max())
}

/// Returns where a ray from `origin` in `direction` meets the plane through `point` with `normal`, world, m; nothing where it does
/// not.
pub fn on_plane([origin, direction]: [&Vec3; 2], point: &Vec3, normal: &Vec3) -> Option<Vec3> {
    let speed = direction.dot(normal);
    let way = (point - origin).dot(normal) / speed;
    (way.is_finite() && way > 0.0).then(|| origin + direction * way)
}

#[cfg(test)]
mod tests {
    use super::*;
    use drystone::scene::Scene;
    use drystone::step::Simulator;
    use drystone::world::Input;

    /// A rod of one metre without gravity.
    const ROD: &str = r#"
        [simulation]
        gravity = [0, 0, 0]
        [shape.rod.box]
        half_extents = [0.5, 0.02, 0.02]
        [[body]]
        name = "rod"
        shape = "rod"
        mass = 2
    "#;

    #[test]
    fn a_ray_meets_a_plane_before_the_eye_only() {
        let (origin, point, normal) = (Vec3::new(0.0, 0.0, 2.0), Vec3::zeros(), Vec3::z());
        let down = Vec3::new(0.5, 0.0, -1.0);
        let met = on_plane([&origin, &down], &point, &normal);
        assert_eq!(met, Some(Vec3::new(1.0, 0.0, 0.0)));
        assert_eq!(on_plane([&origin, &-down], &point, &normal), None);
        assert_eq!(on_plane([&origin, &Vec3::x()], &point, &normal), None);
    }

    /// Wherever the rod is grabbed, and however long a step is, the spring brings the point to the cursor and comes to rest.
    #[test]
    fn a_spring_brings_the_point_to_the_cursor() {
        for (grip, time_step) in [(0.0, 0.01), (0.5, 0.01), (0.5, 0.05), (-0.3, 0.002)] {
            let text = ROD.replace("gravity", &format!("time_step = {time_step}\ngravity"));
            let scene = Scene::parse(&text, "rod").expect("valid");
            let mut state = scene.initial.clone();
            let mut spring = Spring::new(&scene.model, &state, 0, Vec3::new(grip, 0.0, 0.0));
            spring.target += Vec3::new(0.0, 0.1, 0.2);
            let mut simulator = Simulator::new(scene.model.clone());
            let first = Vec3::from(spring.pull(&state).force).norm();
            for _ in 0..(6.0 / time_step) as usize {
                let mut input = Input::hold(&scene.model, &state);
                let pull = spring.pull(&state);
                let [force, point] = [pull.force, pull.point].map(Vec3::from);
                assert!(force.norm() < 1.5 * first, "{grip} {time_step}");
                input.add_force_at(0, &state.bodies[0], force, point);
                state = simulator.step(&state, &input, 1e-6).expect("valid").state;
            }
            let off = (spring.point(&state) - spring.target).norm();
            assert!(off < 0.01, "{grip} {time_step}: {off}");
        }
    }
}
