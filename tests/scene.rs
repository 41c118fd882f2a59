//! Scenes mean what they say: starts, commands, wrenches, frames, materials.

mod comforts;
mod include;
mod numbers;
mod plausible;
mod point_hulls;

use drystone::math::{Rot, Vec3};
use drystone::scene::Scene;
use drystone::world::{Input, Motion};

fn parse(text: &str) -> Scene {
    let base =
        "[shape.ball.sphere]\nradius = 0.1\n[shape.brick.box]\nhalf_extents = [0.1, 0.2, 0.3]\n";
    Scene::parse(&format!("{base}{text}"), "test.toml").unwrap_or_else(|e| panic!("{e}"))
}

fn input(scene: &Scene, step: usize) -> Input {
    let mut input = Input::default();
    scene.input_at(step, &scene.initial, &mut input);
    input
}

#[test]
fn velocities_start_half_a_step_early() {
    let text = "[[body]]\nname = \"b\"\nshape = \"ball\"\nmass = 2\nvelocity = [1, 0, 0]\n\
                [[wrench]]\nbody = \"b\"\nforce = [4, 0, 0]\n";
    let scene = parse(text);
    let v = scene.initial.bodies[0].velocity;
    assert!((v - Vec3::new(1.0, 0.0, 0.005 * 9.81)).norm() < 1e-15);
    // A force that sets in at the start acts on half of the first step.
    assert_eq!(input(&scene, 0).wrenches[0].force.x, 2.0);
    assert_eq!(input(&scene, 1).wrenches[0].force.x, 4.0);
    let scene = parse(&format!("[simulation]\nstart = \"node\"\n{text}"));
    assert_eq!(scene.initial.bodies[0].velocity, Vec3::new(1.0, 0.0, 0.0));
}

#[test]
fn a_wrench_gives_exactly_its_impulse_whatever_the_step() {
    for h in [0.01, 0.007, 0.05] {
        let scene = parse(&format!(
            "[simulation]\ntime_step = {h}\n[[body]]\nname = \"b\"\nshape = \"ball\"\n\
             [[wrench]]\nbody = \"b\"\nforce = [0, 0, 1]\nat = [0.1, 0, 0]\n\
             torque = [0, 0, 2]\nfrom = 0.1\nto = 0.123\n"
        ));
        let wrenches = (0..100).map(|i| input(&scene, i).wrenches[0]);
        let force: Vec3 = wrenches.clone().map(|w| w.force * h).sum();
        let torque: Vec3 = wrenches.map(|w| w.torque * h).sum();
        assert!((force - Vec3::z() * 0.023).norm() < 1e-15, "{force}");
        // A force up at +x turns about -y.
        let turn = Vec3::new(0.0, -0.1, 2.0) * 0.023;
        assert!((torque - turn).norm() < 1e-14, "{torque}");
    }
}

#[test]
fn poses_are_of_the_shape_frame() {
    let scene = parse(
        "[shape.club.bundle]\nparts = [{ shape = \"ball\", position = [0, 0, 1] }]\n\
         [[body]]\nname = \"b\"\nshape = \"club\"\nposition = [5, 0, 0]\n\
         quat_wxyz = [0.7071067811865476, 0, 0.7071067811865476, 0]\nangular_velocity = [1, 0, 0]\n",
    );
    let at = scene.initial.bodies[0];
    assert!((at.position - Vec3::new(6.0, 0.0, 0.0)).norm() < 1e-12);
    assert!((at.angular_velocity_world() - Vec3::x()).norm() < 1e-12);
    let body = &scene.model.bodies[0];
    assert!((body.centre_of_mass - Vec3::z()).norm() < 1e-12);
}

#[test]
fn commands_are_those_at_the_end_of_the_step() {
    let scene = parse(
        "[[body]]\nname = \"b\"\nshape = \"ball\"\nmass = 1\ncentre_of_mass = [0, 0, 0.5]\n\
         inertia = [1, 1, 1]\n[body.driven]\nstiffness = 1\ndamping = 2\nkeyframes = [\n\
         { time = 0, position = [0, 0, 0] },\n\
         { time = 1, position = [1, 0, 0], quat_wxyz = [0.7071067811865476, 0.7071067811865476, 0, 0] },\n]\n",
    );
    let Motion::Driven(drive) = scene.model.bodies[0].motion else {
        panic!("driven");
    };
    assert_eq!((drive.stiffness.x, drive.rotational_damping), (1.0, 0.0));
    let command = input(&scene, 49).commands[0];
    let turn = std::f64::consts::FRAC_PI_2;
    let half = Rot::from_scaled_axis(Vec3::x() * (0.5 * turn));
    assert!(command.rotation.angle_to(&half) < 1e-12);
    let arm = half * Vec3::z() * 0.5;
    assert!((command.position - Vec3::new(0.5, 0.0, 0.0) - arm).norm() < 1e-12);
    assert!((command.angular_velocity - Vec3::x() * turn).norm() < 1e-12);
    let velocity = Vec3::x() + command.angular_velocity.cross(&arm);
    assert!((command.velocity - velocity).norm() < 1e-12);
    assert!((input(&scene, 500).commands[0].velocity).norm() < 1e-12);
}

#[test]
fn bodies_without_keyframes_hold_where_they_start() {
    let scene = parse(
        "[[body]]\nname = \"b\"\nshape = \"ball\"\nposition = [1, 2, 3]\n\
         driven = { stiffness = 1, damping = 1 }\n",
    );
    let mut state = scene.initial.clone();
    state.bodies[0].position = Vec3::zeros();
    let mut input = Input::default();
    scene.input_at(7, &state, &mut input);
    assert_eq!(input.commands[0].position, Vec3::new(1.0, 2.0, 3.0));
}

#[test]
fn prescribed_bodies_start_on_their_way() {
    let keyframes = "prescribed = { keyframes = [{ time = 0, position = [1, 0, 0] }, \
                     { time = 2, position = [3, 0, 0] }] }\n";
    let text = format!("[[body]]\nname = \"b\"\nshape = \"brick\"\n{keyframes}");
    let scene = parse(&text);
    assert_eq!(scene.initial.bodies[0].position, Vec3::x());
    let away = format!(
        "[shape.ball.sphere]\nradius = 1\n[[body]]\nname = \"b\"\nshape = \"ball\"\nposition = [0, 0, 0]\n{keyframes}"
    );
    let error = Scene::parse(&away, "test.toml")
        .expect_err("elsewhere")
        .to_string();
    assert!(
        error.contains("body.b.position: the keyframes start at"),
        "{error}"
    );
}

#[test]
fn parts_of_a_bundle_have_their_own_material() {
    let scene = parse(
        "[material.ice]\nfriction = 0.01\n[material.rubber]\nfriction = 1.0\n\
         [shape.shoe.bundle]\nparts = [{ shape = \"brick\", material = \"ice\" }, \
         { shape = \"ball\", position = [1, 0, 0] }]\n\
         [[body]]\nname = \"b\"\nshape = \"shoe\"\nmaterial = \"rubber\"\n\
         [[body]]\nname = \"c\"\nshape = \"ball\"\nposition = [0, 5, 0]\n",
    );
    let frictions: Vec<f64> = scene.model.bodies[0]
        .parts
        .iter()
        .map(|p| p.friction)
        .collect();
    assert_eq!(frictions, [0.01, 1.0]);
    assert_eq!(scene.model.bodies[1].parts[0].friction, 0.5);
}

#[test]
fn a_mesh_stays_where_its_file_says() {
    let folder = std::env::temp_dir().join(format!("drystone_mesh_{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let corners = [[10, 0, 0], [12, 0, 0], [10, 2, 0], [10, 0, 2]];
    let obj: String = corners
        .iter()
        .map(|c| format!("v {} {} {}\n", c[0], c[1], c[2]))
        .collect();
    let faces = "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    std::fs::write(folder.join("wedge.obj"), format!("{obj}{faces}")).expect("written");
    let text = "[shape.wedge.polytope]\nmesh = \"wedge.obj\"\nscale = 0.5\n\
                [[body]]\nname = \"b\"\nshape = \"wedge\"\nposition = [0, 1, 0]\n";
    let path = folder.join("scene.toml");
    std::fs::write(&path, text).expect("written");
    let scene = Scene::load(&path).unwrap_or_else(|e| panic!("{e}"));
    let elsewhere = Scene::parse(&scene.portable(), "elsewhere.toml");
    std::fs::remove_dir_all(&folder).expect("it exists");
    let at = scene.initial.bodies[0].position;
    assert!((at - Vec3::new(5.25, 1.25, 0.25)).norm() < 1e-9, "{at}");
    let again = elsewhere.unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(again.initial.hash(), scene.initial.hash());
}

#[test]
fn planar_bodies_refuse_to_start_out_of_their_plane() {
    let text = "[shape.ball.sphere]\nradius = 1\n[[body]]\nname = \"b\"\nshape = \"ball\"\n\
                planar = \"xy\"\n";
    let scene = Scene::parse(text, "test.toml").unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(scene.initial.bodies[0].velocity, Vec3::zeros());
    let out = Scene::parse(&format!("{text}velocity = [0, 0, 1]\n"), "test.toml");
    assert_eq!(out.expect_err("leaves the plane").field, "body.b.velocity");
}

#[test]
fn mistakes_are_not_passed_over() {
    for (text, field) in [
        (
            "[[body]]\nname = \"b\"\nfixed = true\nvelocity = [1, 0, 0]\n",
            "body.b.velocity",
        ),
        (
            "[[body]]\nname = \"b\"\nshape = \"ball\"\nmass = 1\ndensity = 2\n",
            "body.b.density",
        ),
        (
            "[[body]]\nname = \"b\"\nshape = \"ball\"\ncentre_of_mass = [0, 0, 0]\n",
            "body.b.centre_of_mass",
        ),
        (
            "[[body]]\nname = \"b\"\nshape = \"ball\"\nmaterial = \"wod\"\n",
            "body.b.material",
        ),
        (
            "[[body]]\nname = \"b\"\nshape = \"ball\"\nfixed = true\nprescribed = { keyframes = [] }\n",
            "body.b.prescribed",
        ),
        (
            "[[body]]\nname = \"b\"\nshape = \"ball\"\nprescribed = { keyframes = [] }\n",
            "body.b.prescribed.keyframes",
        ),
        ("[[wrench]]\nbody = \"nobody\"\n", "wrench[0].body"),
        (
            "[[no_contact]]\nbetween = [\"a\", \"b\"]\n",
            "no_contact[0].between[0]",
        ),
        ("[simulation]\nduration = 1e12\n", "simulation.duration"),
        (
            "[simulation]\nrelaxation = 1e-12\n",
            "simulation.relaxation",
        ),
        (
            "[shape.p.polytope]\nscale = 2\nvertices = [[1, 0, 0]]\n",
            "shape.p.polytope.scale",
        ),
        (
            "[shape.p.polytope]\nmesh = \"no.obj\"\n",
            "shape.p.polytope.mesh",
        ),
        ("[shape.b.bundle]\nparts = []\n", "shape.b.bundle.parts"),
        ("[[body]]\nname = \"\"\n", "body[0].name"),
    ] {
        let text = format!("[shape.ball.sphere]\nradius = 0.1\n{text}");
        let error = Scene::parse(&text, "test.toml").expect_err(&text);
        assert_eq!(error.field, field, "{error}");
        assert!(error.place.is_some() && !error.fix.is_empty(), "{error}");
    }
}
