//! The scenes with bodies that are not convex do what their comments promise, with the meshes as they are and with
//! the convex parts that stand in for them.

use drystone::math::Vec3;
use drystone::recording::Judge;
use drystone::scene::{Overrides, Scene};
use drystone::step::Simulator;
use drystone::world::{ContactModel, Input, State};
use std::path::Path;

/// The first takes the meshes, the second the stand-ins.
const MODELS: [ContactModel; 2] = [ContactModel::SoftMinimum, ContactModel::SingleLevel];

/// A run that has ended.
struct Run {
    scene: Scene,
    end: State,
}

impl Run {
    /// Runs a scene, every step of which has to be solved without a deep overlap.
    fn new(name: &str, model: ContactModel) -> Self {
        let overrides = Overrides {
            contact_model: Some(model),
            ..Overrides::default()
        };
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
        let scene = Scene::load_with(folder.join(name), &overrides).expect("a scene");
        let mut simulator = Simulator::new(scene.model.clone());
        let mut judge = Judge::new(&scene.model);
        let mut end = scene.initial.clone();
        let mut input = Input::hold(&scene.model, &end);
        for index in 0..scene.settings.steps {
            scene.input_at(index, &end, &mut input);
            let step = simulator
                .step(&end, &input, scene.settings.relaxation)
                .expect("valid");
            let status = &step.status;
            assert!(status.solved, "{name}, {model:?}, step {index}: {status:?}");
            judge.judge(index, &step);
            end = step.state;
        }
        let deepest = judge.deepest();
        let most = if model.uses_clouds() { 1e-3 } else { 1e-5 };
        println!("{name}, {model:?}: deepest overlap {deepest:.1e} m");
        assert!(deepest < most, "{name}, {model:?}: {deepest:e}");
        Self { scene, end }
    }

    /// Returns where the shape frame of a body is at a state.
    fn origin(&self, state: &State, body: &str) -> Vec3 {
        let index = self.scene.model.body_index(body).expect("a body");
        let at = &state.bodies[index];
        self.scene.model.bodies[index].shape_from_centre(&at.position, &at.rotation)
    }

    /// Returns the direction at the end of an axis of the shape frame of a body.
    fn axis(&self, body: &str, axis: Vec3) -> Vec3 {
        let index = self.scene.model.body_index(body).expect("a body");
        self.end.bodies[index].rotation * axis
    }

    /// Returns how far the centre of mass of a body has moved.
    fn way(&self, body: &str) -> Vec3 {
        let index = self.scene.model.body_index(body).expect("a body");
        self.end.bodies[index].position - self.scene.initial.bodies[index].position
    }
}

/// Inner radius of the mug 36 mm, thickness of its bottom 9 mm, radius of the balls 16 mm. The convex parts of the stand-in
/// reach up to 3 mm farther than the mesh.
#[test]
fn balls_stay_in_the_mug() {
    for model in MODELS {
        let run = Run::new("mug_ball.toml", model);
        let above = if model.uses_clouds() { 5e-4 } else { 4e-3 };
        let mug = run.origin(&run.end, "mug");
        assert!(mug.norm() < 2e-4, "{model:?}: mug at {mug}");
        for name in ["ball0", "ball1"] {
            let ball = run.origin(&run.end, name) - mug;
            println!("{model:?}: {name} at {ball}");
            let (aside, height) = (ball.xy().norm() + 0.016, ball.z - 0.016);
            assert!(aside < 0.0365, "{model:?}: {name} at {ball}");
            assert!(
                height > 0.0085 && height < 0.009 + above,
                "{model:?}: {name} at {ball}"
            );
        }
    }
}

/// Radius of the hole 40 mm, of the peg 32 mm (of the circle around its 16 sides), of the ring's tube 15 mm. Both are polygons, so
/// the ring can be a little farther than 8 mm off the axis.
#[test]
fn a_ring_falls_round_the_peg_and_lies_on_the_base() {
    for model in MODELS {
        let run = Run::new("torus_peg.toml", model);
        let (ring, up) = (run.origin(&run.end, "ring"), run.axis("ring", Vec3::z()));
        println!("{model:?}: ring at {ring}, its axis {up}");
        let start = run.origin(&run.scene.initial, "ring");
        assert!(start.xy().norm() > 0.012 && start.z > 0.16);
        assert!(ring.xy().norm() < 0.0095, "{model:?}: ring at {ring}");
        assert!((ring.z - 0.015).abs() < 2e-4, "{model:?}: ring at {ring}");
        assert!(up.xy().norm() < 2e-3, "{model:?}: its axis {up}");
    }
}

/// The play of the teeth is 1.2 mm at the pitch radius of 90 mm, 0.0133 rad of the large gear.
#[test]
fn gears_turn_in_the_ratio_of_their_teeth() {
    for model in MODELS {
        let run = Run::new("gears.toml", model);
        let angles = run.end.joint_positions(&run.scene.model);
        let rates = run.end.joint_velocities(&run.scene.model);
        let behind = angles[1] + angles[0] * 12.0 / 18.0;
        println!(
            "{model:?}: angles {angles:?} rad, rates {rates:?} rad/s, behind by {behind:.4} rad"
        );
        assert!(angles[0] > 3.4, "{model:?}: {angles:?}");
        assert!(behind > 0.0 && behind < 0.0133, "{model:?}: {behind}");
        let ratio = -rates[0] / rates[1];
        assert!((ratio / 1.5 - 1.0).abs() < 0.03, "{model:?}: {rates:?}");
    }
}

#[test]
fn a_fingertip_in_the_corner_pushes_and_turns_the_t() {
    for model in MODELS {
        let run = Run::new("t_push.toml", model);
        let (way, x) = (run.way("tee"), run.axis("tee", Vec3::x()));
        let angle = x.y.atan2(x.x);
        println!("{model:?}: moved by {way}, turned by {angle:.4} rad");
        assert!(way.y > 0.1 && way.y < 0.11, "{model:?}: {way}");
        assert!(
            way.x.abs() < 0.015 && way.z.abs() < 1e-4,
            "{model:?}: {way}"
        );
        assert!(angle > 0.95 && angle < 1.06, "{model:?}: {angle}");
    }
}
