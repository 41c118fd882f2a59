//! Links: masses, shapes and places of what is welded together.

use super::{ARM, body, floating, robot, words};
use drystone::Vec3;
use drystone::math::Mat3;

#[test]
fn welded_links_are_one_body_with_the_mass_of_both() {
    let scene = robot(ARM);
    let names: Vec<&str> = scene
        .model
        .bodies
        .iter()
        .map(|body| body.name.as_str())
        .collect();
    assert_eq!(names, ["base", "upper", "lower", "wheel"]);
    let lower = &scene.model.bodies[body(&scene, "lower")];
    // 1 kg at (0, 0, 0.1) and 0.5 kg at (0, 0.1, 0.3).
    assert!((lower.mass - 1.5).abs() < 1e-15);
    let centre = Vec3::new(0.0, 0.1 / 3.0, 0.5 / 3.0);
    assert!((lower.centre_of_mass - centre).norm() < 1e-15);
    // The inertia of lower is turned by 90 degrees about z: ixx and iyy change places. The two points add
    // m1 m2 / (m1 + m2) (d^2 1 - d d^T) with d = (0, 0.1, 0.2).
    let own = Mat3::from_diagonal(&Vec3::new(0.009, 0.005, 0.006));
    let d = Vec3::new(0.0, 0.1, 0.2);
    let pair = (Mat3::identity() * d.norm_squared() - d * d.transpose()) * (0.5 / 1.5);
    let expected = own + pair;
    let moments = |m: Mat3| {
        let mut all: Vec<f64> = m.symmetric_eigenvalues().iter().copied().collect();
        all.sort_by(f64::total_cmp);
        all
    };
    for (found, right) in moments(lower.inertia).iter().zip(moments(expected)) {
        assert!((found - right).abs() < 1e-15, "{found} {right}");
    }
}

#[test]
fn a_welded_link_is_a_frame() {
    let scene = robot(ARM);
    let camera = scene.model.frame("camera").expect("a frame");
    assert_eq!(camera.body, body(&scene, "lower"));
    let centre = Vec3::new(0.0, 0.1 / 3.0, 0.5 / 3.0);
    let expected = Vec3::new(0.0, 0.1, 0.3) - centre;
    assert!((camera.frame.point - expected).norm() < 1e-15);
}

#[test]
fn the_base_is_fixed_or_moves() {
    let scene = robot(ARM);
    assert!(!scene.model.bodies[0].is_moving());
    let error = drystone::scene::Scene::parse_with(
        ARM,
        "arm.urdf",
        &drystone::scene::Overrides {
            floating: true,
            ..Default::default()
        },
    );
    let error = error.expect_err("the base has no mass");
    assert!(
        error.why.contains("base: it moves and has no mass"),
        "{error}"
    );
    assert!(error.fix.contains("--repair"), "{error}");
    let scene = floating(ARM).expect("its shape gives it a mass");
    // 0.2 x 0.2 x 0.1 m of 1000 kg/m^3.
    assert!((scene.model.bodies[0].mass - 4.0).abs() < 1e-12);
    let said = words(&scene);
    assert!(
        said.iter()
            .any(|word| word.contains("its shapes have 1000 kg/m^3")),
        "{said:?}"
    );
}

#[test]
fn inertias_that_no_body_can_have_are_refused_or_mended() {
    let bad = ARM.replace(
        r#"ixx="0.03" iyy="0.03" izz="0.002""#,
        r#"ixx="0.01" iyy="0.01" izz="0.05""#,
    );
    let error = drystone::scene::Scene::parse(&bad, "arm.urdf").expect_err("1 + 1 < 5");
    let place = error.place.as_ref().expect("a place");
    assert_eq!((place.line, place.column), (3, 3));
    assert!(error.why.contains("0.01+0.01 < 0.05"), "{error}");
    let scene = floating(&bad).expect("it is mended");
    let inertia = scene.model.bodies[body(&scene, "upper")].inertia;
    let mut moments: Vec<f64> = inertia.symmetric_eigenvalues().iter().copied().collect();
    moments.sort_by(f64::total_cmp);
    assert!((moments[2] - 0.05).abs() < 1e-12 && moments[0] + moments[1] >= moments[2]);
    assert!(
        words(&scene)
            .iter()
            .any(|word| word.contains("mended to the principal moments"))
    );
}

#[test]
fn shapes_are_where_the_file_has_them() {
    let scene = robot(ARM);
    let upper = &scene.model.bodies[body(&scene, "upper")];
    let part = &upper.parts[0];
    // Its middle is the centre of mass of the link.
    assert!(part.placed.offset.norm() < 1e-15);
    let base = &scene.model.bodies[0].parts[0];
    assert!((base.bounding_radius - (0.1f64 * 0.1 * 2.0 + 0.05 * 0.05).sqrt()).abs() < 1e-12);
}
