//! Short forms give the scenes that their long forms give; their mistakes name their keys.

use drystone::scene::Scene;

const GROUND: &str = "[shape.ground.halfspace]\nnormal = [0, 0, 1]\n[[body]]\nname = \"floor\"\nfixed = true\nshape = \"ground\"\n";

fn scene(text: &str) -> Scene {
    let text = format!("{GROUND}{text}");
    Scene::parse(&text, "short.toml").unwrap_or_else(|e| panic!("{e}"))
}

fn mistake(text: &str) -> String {
    let text = format!("{GROUND}{text}");
    Scene::parse(&text, "short.toml")
        .expect_err(&text)
        .to_string()
}

/// Both texts give models and starts with the same bits, and so does what the first resolves to.
fn same(short: &str, long: &str) {
    let (short, long) = (scene(short), scene(long));
    let again = Scene::parse(&short.resolved(), "again.toml").unwrap_or_else(|e| panic!("{e}"));
    for other in [&long, &again] {
        assert_eq!(short.model.fingerprint(), other.model.fingerprint());
        assert_eq!(short.initial.hash(), other.initial.hash());
        assert_eq!(short.colours, other.colours);
    }
}

const BALL: &str = "[[body]]\nname = \"ball\"\nshape = \"ball\"\nposition = [0, 0, 1]\n";

#[test]
fn a_shape_may_stand_where_its_name_may() {
    same(
        "[[body]]\nname = \"ball\"\nshape = { sphere = { radius = 0.1 } }\nposition = [0, 0, 1]\n",
        &format!("[shape.ball.sphere]\nradius = 0.1\n{BALL}"),
    );
    let error = mistake("[[body]]\nname = \"ball\"\nshape = { sphere = { radus = 0.1 } }\n");
    assert!(error.contains("\"radius\""), "{error}");
    let error = mistake("[[body]]\nname = \"ball\"\nshape = { sphere = { radius = -0.1 } }\n");
    assert!(
        error.contains("radius") && error.contains("-0.1"),
        "{error}"
    );
    let error = mistake("[[body]]\nname = \"ground\"\nshape = { sphere = { radius = 0.1 } }\n");
    assert!(
        error.contains("there is a shape \"ground\" already"),
        "{error}"
    );
    let error = mistake("[[body]]\nname = \"ball\"\nshape = 3\n");
    assert!(error.contains("the name of a shape or a shape"), "{error}");
}

#[test]
fn angles_are_rotations_about_fixed_axes() {
    let placed = |keys: &str| {
        let brick = "shape = { box = { half_extents = [0.1, 0.2, 0.3] } }";
        let text = format!("[[body]]\nname = \"brick\"\n{brick}\nposition = [0, 0, 1]\n{keys}\n");
        scene(&text).initial.bodies[1].rotation
    };
    // first about x, then y, then z of the world
    let about = |axis: usize, angle: f64| {
        let axis = nalgebra::Vector3::ith_axis(axis);
        nalgebra::UnitQuaternion::from_axis_angle(&axis, angle)
    };
    let wanted = about(2, 0.3) * about(1, 0.2) * about(0, 0.1);
    assert!(placed("rpy = [0.1, 0.2, 0.3]").angle_to(&wanted) < 1e-15);
    let degrees = [0.1, 0.2, 0.3].map(f64::to_degrees);
    assert!(placed(&format!("rpy_deg = {degrees:?}")).angle_to(&wanted) < 1e-15);
    for keys in [
        "rpy = [0, 0, 1]\nrpy_deg = [0, 0, 1]",
        "rpy = [0, 0, 1]\nquat_wxyz = [1, 0, 0, 0]",
    ] {
        let error = mistake(&format!(
            "[[body]]\nname = \"b\"\nshape = {{ sphere = {{ radius = 1 }} }}\n{keys}\n"
        ));
        assert!(
            error.contains("body.b.rpy") && error.contains("given twice"),
            "{error}"
        );
    }
    let error = mistake(
        "[[body]]\nname = \"b\"\nshape = { sphere = { radius = 1 } }\nrpy_deg = [0, nan, 0]\n",
    );
    assert!(error.contains("body.b.rpy_deg[1]"), "{error}");
}

#[test]
fn angles_stand_in_parts_keyframes_visuals_and_frames() {
    let parts = |turn: &str| {
        format!(
            "[shape.rod.capsule]\nradius = 0.02\nlength = 0.2\n\
             [shape.cross.bundle]\nparts = [\"rod\", {{ shape = \"rod\", {turn} }}]\n\
             [[body]]\nname = \"cross\"\nshape = \"cross\"\nposition = [0, 0, 1]\n\
             [[body.visual]]\nshape = \"rod\"\n{turn}\n\
             [[body]]\nname = \"hand\"\nshape = {{ sphere = {{ radius = 0.1 }} }}\n\
             prescribed = {{ keyframes = [{{ time = 0, position = [1, 0, 0.5], {turn} }}] }}\n\
             [[frame]]\nname = \"tip\"\nbody = \"cross\"\n{turn}\n"
        )
    };
    let half = (0.5_f64).sqrt();
    let (short, long) = (
        parts("rpy_deg = [90, 0, 0]"),
        parts(&format!("quat_wxyz = [{half}, {half}, 0, 0]")),
    );
    let (short, long) = (scene(&short), scene(&long));
    let apart = |a: &drystone::math::Rot, b: &drystone::math::Rot| a.angle_to(b);
    let rods = [&short, &long].map(|s| s.model.bodies[1].parts[1].placed.rotation);
    assert!(apart(&rods[0], &rods[1]) < 1e-15);
    let hands = [&short, &long].map(|s| s.initial.bodies[2].rotation);
    assert!(apart(&hands[0], &hands[1]) < 1e-15);
    let tips = [&short, &long].map(|s| s.model.frame("tip").unwrap().pose(&s.initial).1);
    assert!(apart(&tips[0], &tips[1]) < 1e-15);
    assert!(tips[0].angle() > 1.5 && rods[0].angle() > 1.5 && hands[0].angle() > 1.5);
}

#[test]
fn defaults_are_for_bodies_that_say_nothing() {
    let bodies = |ball: &str, brick: &str| {
        format!(
            "[material.ice]\nfriction = 0.05\n[material.wood]\nfriction = 0.5\n\
             [[body]]\nname = \"ball\"\nshape = {{ sphere = {{ radius = 0.1 }} }}\nposition = [0, 0, 1]\n{ball}\n\
             [[body]]\nname = \"brick\"\nshape = {{ box = {{ half_extents = [0.1, 0.1, 0.1] }} }}\nposition = [1, 0, 1]\n{brick}\n"
        )
    };
    let own = "material = \"wood\"\nmass = 2.0\ncolor = [0, 0, 1]";
    let coloured = scene(&format!(
        "[defaults]\ncolor = [1, 0, 0]\n{}",
        bodies("", own)
    ));
    assert_eq!(
        coloured.colours,
        [
            Some([1.0, 0.0, 0.0]),
            Some([1.0, 0.0, 0.0]),
            Some([0.0, 0.0, 1.0])
        ]
    );
    same(
        &format!(
            "[defaults]\nmaterial = \"ice\"\ndensity = 700\n{}",
            bodies("", own)
        ),
        &bodies("material = \"ice\"\ndensity = 700", own).replace(
            "[material.ice]",
            "[material.default]\nfriction = 0.05\n[material.ice]",
        ),
    );
    let error = mistake(&format!("[defaults]\nfriction = 0.1\n{}", bodies("", "")));
    assert!(error.contains("defaults.friction"), "{error}");
    let error = mistake(&format!(
        "[defaults]\ncolor = [0, 0, 2]\n{}",
        bodies("", "")
    ));
    assert!(error.contains("color"), "{error}");
}

#[test]
fn rows_rings_and_grids_are_repeated_bodies() {
    let brick = "shape = { box = { half_extents = [0.1, 0.05, 0.02] } }";
    let row = scene(&format!(
        "[[body]]\nname = \"brick\"\n{brick}\nposition = [0, 0, 0.02]\n\
         [[repeat]]\nbody = \"brick\"\ncount = 3\noffset = [0.3, 0, 0]\n\
         [[repeat]]\nbody = \"brick\"\ncount = 2\noffset = [0, 0.2, 0]\n"
    ));
    let names: Vec<_> = row
        .model
        .bodies
        .iter()
        .map(|body| body.name.as_str())
        .collect();
    let wanted = [
        "floor",
        "brick_0_0",
        "brick_0_1",
        "brick_1_0",
        "brick_1_1",
        "brick_2_0",
        "brick_2_1",
    ];
    assert_eq!(names, wanted);
    let at = row.initial.bodies[row.model.body_index("brick_2_1").unwrap()].position;
    assert!((at - drystone::Vec3::new(0.6, 0.2, 0.02)).norm() < 1e-15);
    // a ring of four about (0, 1): every brick looks the way it is turned
    let ring = scene(&format!(
        "[[body]]\nname = \"brick\"\n{brick}\nposition = [0, 0, 0.02]\nvelocity = [0.1, 0, 0]\n\
         [[repeat]]\nbody = \"brick\"\ncount = 4\nrotation_deg = 90\ncentre = [0, 1, 0]\n"
    ));
    let second = ring.initial.bodies[ring.model.body_index("brick_1").unwrap()];
    assert!((second.position - drystone::Vec3::new(1.0, 1.0, 0.02)).norm() < 1e-15);
    let along = second.rotation * drystone::Vec3::x();
    assert!((along - drystone::Vec3::y()).norm() < 1e-15);
    assert!((second.velocity.y - 0.1).abs() < 1e-15 && second.velocity.x.abs() < 1e-15);
    assert_eq!(ring.model.bodies[1].mass, ring.model.bodies[3].mass);
}

/// Copies of a belt that starts at its first command start at theirs.
#[test]
fn keyframes_of_copies_move_along() {
    let belt = "[[body]]\nname = \"belt\"\nshape = { box = { half_extents = [0.1, 0.05, 0.02] } }\n\
                prescribed = { keyframes = [{ time = 0, position = [1, 0, 0.5] }, { time = 1, position = [2, 0, 0.5] }] }\n";
    let scene = scene(&format!(
        "{belt}[[repeat]]\nbody = \"belt\"\ncount = 2\nrotation_deg = 90\noffset = [0, 0, 0.1]\n"
    ));
    let second = scene.initial.bodies[scene.model.body_index("belt_1").unwrap()];
    assert!(
        (second.position - drystone::Vec3::new(0.0, 1.0, 0.6)).norm() < 1e-12,
        "{second:?}"
    );
    assert!((second.rotation.angle() - std::f64::consts::FRAC_PI_2).abs() < 1e-12);
    let mut input = drystone::Input::default();
    scene.input_at(49, &scene.initial, &mut input);
    let command = input.commands[scene.model.body_index("belt_1").unwrap()];
    assert!(
        (command.position - drystone::Vec3::new(0.0, 1.5, 0.6)).norm() < 1e-12,
        "{command:?}"
    );
}

#[test]
fn what_cannot_be_repeated_is_named() {
    let with =
        |repeat: &str| format!("[shape.ball.sphere]\nradius = 0.1\n{BALL}[[repeat]]\n{repeat}\n");
    for (repeat, words) in [
        ("body = \"bal\"\ncount = 2", "did you mean \"ball\"?"),
        ("body = \"ball\"\ncount = 0", "repeat[0].count"),
        ("body = \"ball\"\ncount = 100000", "10000 are possible"),
        (
            "body = \"ball\"\ncount = 2\naxis = [0, 0, 0]\nrotation_deg = 5",
            "repeat[0].axis",
        ),
        (
            "body = \"ball\"\ncount = 2\noffset = [0, 0, inf]",
            "repeat[0].offset[2]",
        ),
        (
            "body = \"ball\"\ncount = 2\nrotation_deg = nan",
            "repeat[0].rotation_deg",
        ),
    ] {
        let error = mistake(&with(repeat));
        assert!(error.contains(words), "{error}");
    }
    let driven = "body = \"ball\"\ncount = 2\nrotation_deg = 90";
    let text = with(driven).replace(
        "shape = \"ball\"",
        "shape = \"ball\"\ndriven = { stiffness = [1, 2, 3], damping = 1 }",
    );
    let error = mistake(&text);
    assert!(
        error.contains("driven.stiffness") && error.contains("copies do not turn"),
        "{error}"
    );
    // the place of a mistake of a copy is that of its body
    let error = mistake(
        &with("body = \"ball\"\ncount = 2\noffset = [1, 0, 0]")
            .replace("shape = \"ball\"", "shape = \"bal\""),
    );
    assert!(error.contains("short.toml:11:"), "{error}");
}

#[test]
fn the_damping_of_a_driven_body_is_critical() {
    let hand = |damping: &str| {
        format!(
            "[[body]]\nname = \"hand\"\nshape = {{ sphere = {{ radius = 0.1 }} }}\nmass = 0.25\nposition = [0, 0, 1]\n\
             driven = {{ stiffness = [100, 400, 9], {damping}rotational_stiffness = 1 }}\n"
        )
    };
    same(&hand(""), &hand("damping = 20, "));
    let error = mistake(&hand("").replace("[100, 400, 9]", "0"));
    assert!(
        error.contains("driven.damping") && error.contains("N s/m"),
        "{error}"
    );
    // without gravity it comes to its place without going beyond, as a critical oscillator does
    let text = hand("").replace("mass", "velocity = [0, 1, 0]\nmass");
    let scene = scene(&format!(
        "{text}[simulation]\ngravity = [0, 0, 0]\ntime_step = 0.001\n"
    ));
    let mut simulator = drystone::Simulator::new(scene.model.clone());
    let (mut run, mut farthest) = (scene.run(), 0.0_f64);
    while let Some(now) = run.advance(&mut simulator).unwrap() {
        let y = now.step.state.bodies[1].position.y;
        assert!(y > -1e-6, "{y}");
        farthest = farthest.max(y);
    }
    // x = v t exp(-omega t) has its maximum v / (e omega), omega = 40
    assert!(
        (farthest - 1.0 / (40.0 * 1.0_f64.exp())).abs() < 2e-4,
        "{farthest}"
    );
}

#[test]
fn groups_do_not_touch() {
    let ball = |name: &str, group: &str, x: f64| {
        format!(
            "[[body]]\nname = \"{name}\"\n{group}\nshape = {{ sphere = {{ radius = 0.1 }} }}\nposition = [{x}, 0, 1]\n"
        )
    };
    let group = "group = \"robot\"";
    let bodies = [
        ball("a", group, 0.0),
        ball("b", group, 1.0),
        ball("c", "", 2.0),
    ]
    .concat();
    let touching = |filter: &str| {
        let scene = scene(&format!("{bodies}{filter}"));
        let at = |name: &str| scene.model.body_index(name).unwrap();
        [["a", "b"], ["a", "c"], ["b", "c"], ["a", "floor"]]
            .map(|[x, y]| scene.model.may_touch(at(x), at(y)))
    };
    let no = |a: &str, b: &str| format!("[[no_contact]]\nbetween = [\"{a}\", \"{b}\"]\n");
    assert_eq!(touching(""), [true; 4]);
    assert_eq!(touching(&no("robot", "robot")), [false, true, true, true]);
    assert_eq!(touching(&no("robot", "c")), [true, false, false, true]);
    assert_eq!(touching(&no("floor", "robot")), [true, true, true, false]);
    let error = mistake(&format!(
        "{}{}",
        bodies.replace("\"c\"", "\"robot\""),
        no("robot", "robot")
    ));
    assert!(
        error.contains("a group has the name of the body"),
        "{error}"
    );
}

#[test]
fn a_mask_names_all_that_a_body_touches() {
    let ball = |name: &str, keys: &str| {
        let x = name.as_bytes()[0];
        format!(
            "[[body]]\nname = \"{name}\"\nshape = {{ sphere = {{ radius = 0.1 }} }}\n\
             position = [{x}, 0, 1]\n{keys}\n"
        )
    };
    let text = |mask: &str| {
        let masked = ball("a", &format!("collision_mask = {mask}"));
        let b = ball("b", "group = \"balls\"");
        format!("{masked}{b}{}", ball("c", "group = \"balls\""))
    };
    // floor, a, b, c
    let touched = |mask: &str| {
        let scene = scene(&text(mask));
        let again = Scene::parse(&scene.resolved(), "again.toml").expect("valid");
        assert_eq!(scene.model.fingerprint(), again.model.fingerprint());
        assert!(scene.model.may_touch(2, 3) && scene.model.may_touch(0, 2));
        [0, 2, 3].map(|other| scene.model.may_touch(1, other))
    };
    assert_eq!(touched("[\"floor\"]"), [true, false, false]);
    assert_eq!(touched("[\"balls\"]"), [false, true, true]);
    assert_eq!(touched("[\"floor\", \"c\"]"), [true, false, true]);
    assert_eq!(touched("[]"), [false; 3]);
    let error = mistake(&text("[\"bals\"]"));
    assert!(
        error.contains("body.a.collision_mask") && error.contains("did you mean \"balls\""),
        "{error}"
    );
    // Both have to agree.
    let pair = format!(
        "{}{}",
        ball("a", "collision_mask = [\"b\"]"),
        ball("b", "collision_mask = [\"floor\"]")
    );
    assert!(!scene(&pair).model.may_touch(1, 2));
}
