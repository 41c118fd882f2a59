//! `study stack` and `study peg`: the scenes are the published ones, the judgement can say no, and
//! the quick parts meet their pass lines.

use drystone::math::Vec3;
use drystone::scene::Scene;
use drystone::world::Model;
use drystone_lab::peg::{self, Peg, PegReport};
use drystone_lab::stack::{Blocks, RATES, RHOS, Stack, StackReport, Tower, momentum};
use drystone_lab::{Campaign, Method, Report, carry_out};
use drystone_plot::Content;

fn tower(blocks: Blocks, rate: u32, rho: f64) -> Tower {
    Tower {
        blocks,
        method: Method::SingleLevel,
        rate,
        rho,
    }
}

fn outline(model: &Model, body: usize) -> impl Fn(f64, f64) -> f64 + '_ {
    let placed = &model.bodies[body].parts[0].placed;
    move |x, z| placed.support_value(&Vec3::new(x, 0.0, z))
}

#[test]
fn the_squares_are_the_published_ones() {
    let scene = Scene::parse(&tower(Blocks::Squares(7), 30, 1e-5).scene(), "squares").unwrap();
    let (model, start) = (&scene.model, &scene.initial);
    assert_eq!(scene.settings.steps, 30);
    assert_eq!(scene.settings.relaxation, 1e-5);
    assert_eq!(model.bodies.len(), 3);
    let wanted = [Vec3::new(0.14, 0.0, 0.25), Vec3::new(0.0, 0.0, 0.75)];
    for (i, wanted) in [1, 2].into_iter().zip(wanted) {
        let (body, at) = (&model.bodies[i], &start.bodies[i]);
        assert!((at.position - wanted).norm() < 1e-15);
        assert_eq!(at.velocity.norm() + at.angular_velocity.norm(), 0.0);
        assert_eq!((body.mass, body.inertia[(1, 1)]), (1.0, 0.2));
        assert_eq!(body.freedoms(), [0, 2, 4]);
        let reach = outline(model, i);
        for [x, z] in [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]] {
            assert!((reach(x, z) - 0.25).abs() < 1e-15);
        }
    }
    let frictions = model.bodies.iter().map(|body| body.parts[0].friction);
    assert!(frictions.into_iter().all(|mu| mu == 0.5));
    // gap times impulse is rho N s m
    let units = &model.units;
    assert!((units.length * units.velocity - 1.0).abs() < 1e-12);
}

#[test]
fn momentum_of_cubes_is_taken_in_world_axes() {
    let scene = Scene::parse(&tower(Blocks::Cubes(2), 100, 1e-6).scene(), "cubes").unwrap();
    let mut state = scene.initial.clone();
    state.bodies[1].velocity = Vec3::new(1.0, 2.0, 3.0);
    state.bodies[2].velocity = Vec3::new(0.0, 0.0, -3.0);
    // body axes turned by 90 degrees about z: x of the body is y of the world
    let quarter = std::f64::consts::FRAC_PI_2;
    state.bodies[1].rotation = drystone::math::Rot::from_axis_angle(&Vec3::z_axis(), quarter);
    state.bodies[1].angular_velocity = Vec3::x() * 3.0;
    let (linear, angular) = momentum(&scene.model, &state);
    // a cube of 1 kg and half-size 0.1 m: I = m (2 a)^2 / 6
    let spin = 3.0 * 0.04 / 6.0;
    assert!((linear - Vec3::new(1.0, 2.0, 0.0)).norm() < 1e-15);
    assert!((angular - Vec3::y() * spin).norm() < 1e-15);
}

#[test]
fn quick_towers_stand() {
    let rows = carry_out(&Stack { quick: true }, 2, None, |_| {}).unwrap();
    let report = StackReport::of(&rows);
    println!("{report}");
    assert_eq!(report.missed(), [""; 0], "{}", report.pass_line());
    for plot in report.plots() {
        let Content::HeatMaps { panels, .. } = plot.content else {
            panic!("heat maps as in Fig. 10");
        };
        assert_eq!(panels.len(), Method::ALL.len());
        let values = panels
            .iter()
            .flat_map(|panel| panel.values.iter().flatten());
        // a published tower that ended early has no figure
        assert!(values.into_iter().filter(|value| value.is_finite()).count() >= 4 * 36);
    }
}

/// All published towers of single level, cell by cell: the friction cone and the slip point differ
/// from the published ones, and with them up to a fifth of what the relaxation moves.
#[test]
fn single_level_drifts_as_published() {
    let all = Stack { quick: false };
    let method = Method::SingleLevel.name();
    let runs = all.runs().into_iter();
    let own = runs.filter(|t| t.method == Method::SingleLevel && t.kind() == "squares");
    let rows: Vec<_> = own.map(|tower| all.carry_out(&tower).unwrap()).collect();
    assert_eq!(rows.len(), 360);
    let report = StackReport::of(&rows);
    assert_eq!(report.missed(), [""; 0], "{}", report.pass_line());
    assert_eq!(report.cells.len(), RATES.len() * RHOS.len());
    for cell in &report.cells {
        assert_eq!((cell.method, cell.finished), (method, 10));
        let [linear, angular] = cell.published.unwrap();
        for ratio in [cell.linear / linear, cell.angular / angular] {
            assert!((0.8..1.25).contains(&ratio), "{cell:?}");
        }
    }
}

#[test]
fn a_tower_that_topples_is_not_stable_and_misses_the_pass_line() {
    // The upper square's centre is 0.04 m beyond the edge of the lower one.
    let toppling = tower(Blocks::Squares(16), 50, 1e-6);
    let study = Stack { quick: true };
    let row = study.carry_out(&toppling).unwrap();
    println!("moved {:.3} m, tilt {:.3} rad", row.moved, row.tilt);
    // free fall over the edge for a second: it lies beside the lower one in the end
    assert!(row.moved > 0.25 && !row.stable);
    let standing = study
        .carry_out(&tower(Blocks::Squares(10), 50, 1e-6))
        .unwrap();
    assert!(standing.stable && standing.moved < 1e-4);
    assert!(
        StackReport::of(std::slice::from_ref(&standing))
            .missed()
            .is_empty()
    );
    let report = StackReport::of(&[standing, row]);
    assert_eq!(report.missed().len(), 1);
    assert!(report.missed()[0].contains("0.32 m aside"), "{report:?}");
    assert_eq!(StackReport::of(&[]).missed().len(), 1);
}

#[test]
fn the_peg_is_the_published_one() {
    let scene = Scene::parse(&peg::scene(Method::SingleLevel), "peg").unwrap();
    let model = &scene.model;
    assert_eq!(scene.settings.steps, 500);
    assert_eq!((scene.settings.relaxation, model.time_step), (1e-9, 0.01));
    let (body, at) = (&model.bodies[3], &scene.initial.bodies[3]);
    assert_eq!((body.mass, body.inertia[(1, 1)]), (1.0, 0.2));
    assert!((at.position - Vec3::z() * 1.5).norm() < 1e-15);
    assert!((at.rotation.angle() - 0.3).abs() < 1e-12);
    let reach = outline(model, 3);
    // rows of unit length with the right sides 0.249 (1, 3, 1, 1, 0.9, 0.9)
    let slope = 1.04_f64.sqrt();
    for ([x, z], side) in [
        ([1.0, 0.0], 0.249),
        ([0.0, 1.0], 0.747),
        ([-1.0, 0.0], 0.249),
        ([0.0, -1.0], 0.249),
        ([1.0 / slope, -0.2 / slope], 0.2241),
        ([-1.0 / slope, -0.2 / slope], 0.2241),
    ] {
        assert!((reach(x, z) - side).abs() < 1e-12, "({x}, {z})");
    }
    for (wall, middle) in [(1, -0.5), (2, 0.5)] {
        let at = &scene.initial.bodies[wall].position;
        assert_eq!((at.x, at.z), (middle, 0.5));
        let reach = outline(model, wall);
        assert_eq!((reach(1.0, 0.0), reach(0.0, 1.0)), (0.25, 0.5));
    }
}

#[test]
fn the_peg_goes_in() {
    let rows = carry_out(&Peg, 2, None, |_| {}).unwrap();
    let report = PegReport::of(&rows);
    println!("{report}");
    assert_eq!(report.missed(), [""; 0], "{}", report.pass_line());
    let peg = &report.pegs[0];
    // It stands on its flat tip, 0.249 m below its centre, on the floor 1 m below the mouth; in
    // there it has 1 mm of room on either side.
    assert!((peg.height - 0.249).abs() < 1e-6 && (peg.depth - 1.0).abs() < 1e-6);
    assert!(peg.tilt < 0.002 && peg.penetration < 1e-6);
    let stuck = peg::PegRow {
        entered: false,
        ..peg.clone()
    };
    assert_eq!(PegReport::of(&[stuck]).missed().len(), 1);
    assert_eq!(PegReport::of(&[]).missed().len(), 1);
}
