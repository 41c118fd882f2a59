//! Gradients of designs against differences of whole runs, under several contact models.

use drystone::scene::{Overrides, Scene};
use drystone::step::Batch;
use drystone::world::ContactModel;
use drystone_planner::Designer;
use std::num::NonZeroUsize;

/// A box with a motor on a slide, which pushes a stone; a wind that acts at a point turns the stone.
const PUSH: &str = r#"
[simulation]
time_step = 0.01
duration = 0.3
relaxation = 1e-3
length = 0.1

[shape.ground.box]
half_extents = [2, 2, 0.1]
[shape.pusher.box]
half_extents = [0.05, 0.1, 0.05]
[shape.stone.box]
half_extents = [0.05, 0.07, 0.04]

[[body]]
name = "floor"
fixed = true
shape = "ground"
position = [0, 0, -0.1]

[[body]]
name = "pusher"
shape = "pusher"
density = 800
position = [0, 0, 0.08]

[[body]]
name = "stone"
shape = "stone"
density = 1000
position = [0.13, 0.03, 0.0402]

[[joint]]
name = "slide"
type = "prismatic"
child = "pusher"
anchor = [0, 0, 0.08]
axis = [1, 0, 0]
motor = { type = "position", stiffness = 400, damping = 20, interpolation = "smooth", keyframes = [
    { time = 0.0, position = 0.0 },
    { time = 0.15, position = 0.1 },
    { time = 0.3, position = 0.13 },
] }

[[wrench]]
body = "stone"
force = [0, 0.5, 0]
at = [0.05, 0, 0]

[design]
iterations = 5

[[design.variable]]
numbers = "shape.stone.box.half_extents"
within = 0.01
[[design.variable]]
numbers = "joint.slide.motor.keyframes[1].position"
within = 0.05
[[design.variable]]
name = "higher"
moves = { "body.pusher.position[2]" = 1.0, "joint.slide.anchor[2]" = 1.0 }
within = 0.01
[[design.variable]]
numbers = "body.stone.density"
within = 100
[[design.variable]]
numbers = "material.default.friction"
within = 0.1
[[design.variable]]
numbers = "body.stone.turn"
within = 0.01

[[design.loss]]
kind = "position"
body = "stone"
point = [0.05, 0.07, 0]
target = [0.4, 0.1, 0]
[[design.loss]]
kind = "travel"
body = "stone"
point = [0.05, 0, 0]
target = [1, 2, 0]
from = 0.1
to = 0.2
[[design.loss]]
kind = "orientation"
body = "stone"
axis = [1, 0, 0]
target = [0, 1, 0]
[[design.loss]]
kind = "velocity"
body = "stone"
point = [0.05, 0, 0.04]
target = [0.5, 0, 0]
at = 0.15
[[design.loss]]
kind = "energy"
weight = 10
at = 0.2
[[design.loss]]
kind = "contact_force"
body = "stone"
target = [1, 0, 8]
axes = [1, 0.5, 0.02]
weight = 1e-4
from = 0
to = 0.25
[[design.loss]]
kind = "relative_position"
body = "stone"
point = [0.05, 0.07, 0.01]
other = "pusher"
target = [0.1, -0.02, 0.03]
axes = [1, 2, 0.5]
from = 0.1
[[design.loss]]
kind = "effort"
joint = "slide"
weight = 1e-3
from = 0
"#;

/// A body of two hulls, neither of which has the origin of the shape inside, falls on a corner.
const HULLS: &str = r#"
[simulation]
time_step = 0.01
duration = 0.1
relaxation = 1e-3
length = 0.05

[shape.ground.halfspace]
normal = [0, 0, 1]
[shape.foot.hulls]
hulls = [["left", "right", "back", "top", "tip"], ["left", "right", "front", "top"]]
[shape.foot.hulls.points]
left = [0.1, 0.03, 0.1]
right = [0.11, -0.03, 0.1]
back = [0.07, 0.0, 0.1]
front = [0.15, 0.01, 0.11]
top = [0.105, 0.0, 0.13]
tip = [0.1, 0.0, 0.05]

[[body]]
name = "floor"
fixed = true
shape = "ground"

[[body]]
name = "foot"
shape = "foot"
mass = 0.3
position = [0, 0, -0.0495]
velocity = [0.1, 0, 0]
angular_velocity = [0, 2, 1]

[design]
[[design.variable]]
numbers = "shape.foot.hulls.points"
within = 0.0005
[[design.loss]]
kind = "position"
body = "foot"
point = [0.1, 0, 0.1]
target = [0.3, 0.1, 0.1]
"#;

fn designer(contact_model: ContactModel) -> Designer {
    designer_of(PUSH, contact_model)
}

fn designer_of(text: &str, contact_model: ContactModel) -> Designer {
    let overrides = Overrides {
        contact_model: Some(contact_model),
        ..Overrides::default()
    };
    let scene = Scene::parse_with(text, "push.toml", &overrides).expect("a scene");
    Designer::from_scene(&scene).expect("a design")
}

fn batch(threads: usize) -> Batch {
    Batch::new(NonZeroUsize::new(threads)).expect("threads")
}

/// Returns the loss of a whole run with variables `x`.
fn loss(designer: &Designer, x: &[f64]) -> f64 {
    let scene = designer.scene(x).expect("a scene");
    let terms = designer.losses(&scene).expect("a run");
    terms.expect("all steps are solved").iter().sum()
}

fn check(designer: &Designer, tolerance: f64) {
    let x = designer.start();
    let (value, gradient) = designer
        .gradient(&x, 1e-3, &mut batch(2))
        .expect("derivatives")
        .expect("all steps are solved");
    assert!((value - loss(designer, &x)).abs() < 1e-12 * value.abs());
    for (i, variable) in designer.variables.iter().enumerate() {
        let step = 1e-3 * variable.range();
        let at = |times: f64| {
            let mut x = x.clone();
            x[i] += times * step;
            loss(designer, &x)
        };
        let difference = (8.0 * (at(1.0) - at(-1.0)) - (at(2.0) - at(-2.0))) / (12.0 * step);
        let scale = difference.abs().max(1e-3 * value.abs() / variable.range());
        let error = (gradient[i] - difference).abs() / scale;
        println!(
            "{}: {} against {difference}, error {error:.1e}",
            variable.name, gradient[i]
        );
        assert!(error < tolerance, "{}: {error:.1e}", variable.name);
    }
}

#[test]
fn gradients_are_those_of_whole_runs_under_single_level() {
    check(&designer(ContactModel::SingleLevel), 1e-5);
}

#[test]
fn gradients_are_those_of_whole_runs_under_separating_plane() {
    check(&designer(ContactModel::SeparatingPlane), 1e-4);
}

/// Such hulls are placed about their own middles, which follow the points while the points stay.
#[test]
fn points_of_hulls_away_from_the_origin_have_their_own_gradients() {
    check(&designer_of(HULLS, ContactModel::SeparatingPlane), 1e-4);
}

#[test]
fn a_design_makes_its_loss_smaller_and_does_not_depend_on_threads() {
    let designer = designer(ContactModel::SingleLevel);
    let designed = |threads: usize| {
        let found = designer.optimize(designer.start(), &mut batch(threads), |_| {});
        found.expect("an optimisation")
    };
    let found = designed(2);
    assert_eq!(found.iterations.len(), 6);
    assert!(found.loss < 0.9 * found.iterations[0].loss, "{found:?}");
    assert_eq!(found.x, designed(1).x);
}

#[test]
fn mistakes_are_told_with_their_field() {
    let with = |from: &str, to: &str| {
        let text = PUSH.replace(from, to);
        Scene::parse(&text, "push.toml").expect_err("a mistake")
    };
    let error = with(
        "kind = \"orientation\"\nbody = \"stone\"",
        "kind = \"orientation\"\nbody = \"stine\"",
    );
    assert_eq!(error.field, "design.loss[2].body");
    assert!(error.fix.contains("stone"), "{error}");
    let error = with("half_extents\"\nwithin", "half_extent\"\nwithin");
    assert_eq!(error.field, "design.variable[0].numbers");
    let error = with("within = 100", "low = 2\nhigh = 1");
    assert_eq!(error.field, "design.variable[3].within");
    let error = with("at = 0.2", "at = 20");
    assert_eq!(error.field, "design.loss[4].at");
    let error = with("axis = [1, 0, 0]\ntarget", "axis = [0, 0, 0]\ntarget");
    assert_eq!(error.field, "design.loss[2].axis");
    let error = with("from = 0.1\nto = 0.2", "from = 0.2\nto = 0.1");
    assert_eq!(error.field, "design.loss[1].to");
    let error = with("within = 100", "low = 1\nhigh = 2");
    assert!(error.why.contains("starts at 1000"), "{error}");
    let error = with("point = [0.05, 0, 0]", "point = [nan, 0, 0]");
    assert!(error.field.starts_with("design.loss[1].point"), "{error}");
    let error = with(
        "\"contact_force\"\nbody = \"stone\"",
        "\"contact_force\"\nbody = \"pusher\"",
    );
    assert_eq!(error.field, "design.loss[5].body");
    assert!(error.why.contains("has a joint"), "{error}");
    // an effort is asked of a joint that has no motor
    let motor = PUSH.find("motor = {").expect("a motor");
    let end = motor + PUSH[motor..].find("] }").expect("its end") + 3;
    let without = format!("{}{}", &PUSH[..motor], &PUSH[end..]);
    let keyframe = "[[design.variable]]\nnumbers = \"joint.slide.motor.keyframes[1].position\"\nwithin = 0.05\n";
    let without = without.replace(keyframe, "");
    let error = Scene::parse(&without, "push.toml").expect_err("no motor");
    assert_eq!(error.field, "design.loss[7].joint");
    let error = with("other = \"pusher\"", "other = \"pushed\"");
    assert_eq!(error.field, "design.loss[6].other");
    let error = with("other = \"pusher\"\n", "");
    assert_eq!(error.field, "design.loss[6].other");
}

/// The loss is measured where everything lies on the floor wherever the hands were: nothing may be moved by rounding.
#[test]
fn a_gradient_of_rounding_moves_nothing() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../scenarios/designs/gripper.toml"
    );
    let text = std::fs::read_to_string(path).expect("a file");
    let text = text.replace("from = 0.5\nto = 1.0\n", "");
    let text = text.replace(
        "iterations = 60\nrelaxation = [3e-2, 1e-3]",
        "iterations = 1",
    );
    let scene = Scene::parse(&text, "gripper.toml").expect("a scene");
    let designer = Designer::from_scene(&scene).expect("a design");
    let found = designer.optimize(designer.start(), &mut batch(2), |_| {});
    let found = found.expect("an optimisation");
    assert_eq!(found.iterations.len(), 2);
    assert_eq!(found.iterations[0].gradient, 0.0);
    assert_eq!(found.iterations[0].loss, found.iterations[1].loss);
    assert_eq!(found.x, designer.start());
}

/// On the way the hands let go of what they hold, by planes that end where nothing pushes any more.
#[test]
fn fingers_have_a_gradient_also_where_they_let_go() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../scenarios/designs/gripper.toml"
    );
    let scene = Scene::load(path).expect("a scene");
    let designer = Designer::from_scene(&scene).expect("a design");
    let error = designer
        .check(&designer.start(), &mut batch(2))
        .expect("derivatives");
    let error = error.expect("all steps are solved");
    println!("relative difference along the gradient {error:.1e}");
    assert!(error < 2e-2, "{error:.1e}");
}

/// A body of two parts, one of which turns in the frame of the body, falls on a slope.
const PARTS: &str = r#"
[simulation]
time_step = 0.01
duration = 0.15
relaxation = 1e-3
length = 0.05

[shape.ground.halfspace]
normal = [0.2, 0, 1]
[shape.head.box]
half_extents = [0.05, 0.03, 0.03]
[shape.handle.cylinder]
radius = 0.015
length = 0.16
[shape.hammer.bundle]
parts = [{ shape = "head", position = [0.02, 0, 0.1], quat_wxyz = [1, 0, 0, 0] }, { shape = "handle" }]

[[body]]
name = "floor"
fixed = true
shape = "ground"

[[body]]
name = "hammer"
shape = "hammer"
density = 800
position = [0, 0, 0.06]
rpy_deg = [80, 5, 3]

[design]
[[design.variable]]
numbers = "shape.hammer.bundle.parts[0].turn"
within = 0.01
[[design.variable]]
numbers = "body.hammer.turn"
within = 0.01
[[design.variable]]
name = "both"
moves = { "body.hammer.turn[1]" = 0.5, "body.hammer.position[0]" = 0.1 }
within = 0.01
[[design.loss]]
kind = "position"
body = "hammer"
point = [0.02, 0, 0.1]
target = [0.3, 0.1, 0.1]
"#;

/// The second part has no quaternion in the file, and can be turned all the same.
#[test]
fn attitudes_of_bodies_and_of_parts_have_gradients() {
    let second = PARTS.replace("parts[0].turn", "parts[1].turn");
    for text in [PARTS, &second] {
        check(&designer_of(text, ContactModel::SingleLevel), 1e-5);
    }
}
