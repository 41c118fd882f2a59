//! The study of drops: which drops it has.

use drystone::scene::Scene;
use drystone::shape::Shape;
use drystone_lab::drop::{Dropped, Drops, Run, Tier};
use drystone_lab::{Campaign, Method};

/// The reduced study is a part of the whole one, under the same names: it can be continued.
#[test]
fn the_reduced_drops_are_some_of_all() {
    let names = |quick: bool| {
        let drops = Drops {
            quick,
            failures: None,
        };
        let runs = drops.runs();
        let names = runs.iter().map(|run| run.name());
        names.collect::<std::collections::BTreeSet<String>>()
    };
    let (quick, full) = (names(true), names(false));
    assert!(quick.is_subset(&full));
    assert!(2 * quick.len() < full.len() / 10);
    // 3,600 in the plane per method; in space 21,600, and a quarter of that for the baseline.
    let [plane, space] = Tier::ALL.map(|tier| tier.methods().len());
    assert_eq!((plane, space), (5, 2));
    assert_eq!(full.len(), 5 * 3_600 + 21_600 + 21_600 / 4);
}

/// What the source of the published drops says of its body, its floor and its starts.
#[test]
fn the_planar_drops_are_those_that_were_published() {
    let mut lowest: f64 = f64::INFINITY;
    for start in 0..100 {
        let run = Run {
            method: Method::SingleLevelPaper,
            dropped: Dropped::Figure,
            hertz: 50,
            rho: 1e-5,
            start,
        };
        let scene = Scene::parse(&run.scene(), "drop").unwrap_or_else(|e| panic!("{e}"));
        let (model, body) = (&scene.model, &scene.model.bodies[1]);
        assert_eq!(
            (scene.settings.steps, scene.settings.relaxation),
            (75, 1e-5)
        );
        assert_eq!((body.mass, body.inertia[(1, 1)]), (1.0, 0.2));
        assert!((model.units.length * model.units.velocity - 1.0).abs() < 1e-12);
        let pairs = body.parts[0].friction * model.bodies[0].parts[0].friction;
        assert!((pairs.sqrt() - 0.2).abs() < 1e-12);
        let Shape::Polytope(figure) = &body.parts[0].placed.shape else {
            panic!("a polytope")
        };
        let at = &scene.initial.bodies[1];
        assert_eq!(body.parts[0].placed.offset.norm(), 0.0);
        for (k, (x, z)) in [
            (1.0, 0.2),
            (0.0, 1.0),
            (-1.0, -0.3),
            (0.0, -1.0),
            (0.8, -0.8),
        ]
        .into_iter()
        .enumerate()
        {
            let length = f64::hypot(x, z);
            assert!((figure.offsets[k] - 0.4 / length).abs() < 1e-15);
            assert!((figure.normals[k].x - x / length).abs() < 1e-15);
        }
        assert!((f64::sqrt(0.5)..1.5).contains(&at.position.z));
        assert_eq!((at.position.x, at.position.y), (0.0, 0.0));
        assert!(at.velocity.x.abs() <= 1.0 && (-2.0..=0.0).contains(&at.velocity.z));
        let spin = at.angular_velocity;
        assert!(spin.y.abs() <= 1.0 && spin.x == 0.0 && spin.z == 0.0);
        let corners = figure.vertices.iter();
        let heights = corners.map(|corner| (at.position + at.rotation * corner).z);
        lowest = heights.fold(lowest, f64::min);
    }
    assert!((0.0..0.3).contains(&lowest), "{lowest} m above the floor");
}
