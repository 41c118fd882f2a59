//! What must hold for the collision of any two shapes: no side is special, no frame is special, a
//! body may be described in several ways, and derivatives are those of the solver.

use crate::common::any_shape;
use crate::common::derivative;
use crate::common::distance;
use crate::shapes::catalogue;
use any_shape::*;
use derivative::check_derivative;
use drystone::contact::{PairQuery, Proximity, ProximityRate};
use drystone::math::{Rot, Vec3};
use drystone::shape::*;
use proptest::prelude::*;

type At = (Vec3, Rot);

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(20_240_117),
        ..ProptestConfig::default()
    }
}

fn exact(first: &Placed, second: &Placed, a: At, b: At) -> Proximity {
    PairQuery::new(first, second).exact(a, b).unwrap()
}

/// At this relaxation every pair has one solution that moves smoothly.
fn relaxed(first: &Placed, second: &Placed, a: At, b: At) -> Proximity {
    PairQuery::new(first, second).relaxed(a, b, 1e-4).unwrap()
}

fn any_pair() -> impl Strategy<Value = (Placed, Placed)> {
    let bounded = (part(), part());
    prop_oneof![4 => bounded, 1 => (plane(), part()), 1 => (part(), plane())]
}

fn same(a: f64, b: f64, tolerance: f64) -> bool {
    (a - b).abs() <= tolerance * a.abs().max(1.0)
}

fn near(a: &Vec3, b: &Vec3, tolerance: f64) -> bool {
    (a - b).norm() <= tolerance * a.norm().max(1.0)
}

proptest! {
    #![proptest_config(config(3000))]

    #[test]
    fn neither_shape_is_special((a, b) in any_pair(), at in pose(), to in pose()) {
        let (one, two) = (exact(&a, &b, at, to), exact(&b, &a, to, at));
        prop_assert!(same(one.alpha, two.alpha, 1e-9), "{} {}", one.alpha, two.alpha);
        prop_assert_eq!(one.normal.is_some(), two.normal.is_some());

        let (one, two) = (relaxed(&a, &b, at, to), relaxed(&b, &a, to, at));
        prop_assert!(same(one.alpha, two.alpha, 1e-10), "{} {}", one.alpha, two.alpha);
        prop_assert!(near(&one.point, &two.point, 1e-8), "{} {}", one.point, two.point);
        if let (Some(n), Some(m)) = (one.normal, two.normal) {
            prop_assert!(near(&n, &-m, 1e-8), "{} {}", n, m);
        }
    }

    #[test]
    fn no_frame_of_the_world_is_special(
        (a, b) in any_pair(), at in pose(), to in pose(), world in pose()
    ) {
        let moved = |pose: At| (world.0 + world.1 * pose.0, world.1 * pose.1);
        let (one, two) = (exact(&a, &b, at, to), exact(&a, &b, moved(at), moved(to)));
        prop_assert!(same(one.alpha, two.alpha, 1e-9), "{} {}", one.alpha, two.alpha);
        prop_assert_eq!(one.normal.is_some(), two.normal.is_some());

        let (one, two) = (relaxed(&a, &b, at, to), relaxed(&a, &b, moved(at), moved(to)));
        let point = moved((one.point, Rot::identity())).0;
        prop_assert!(same(one.alpha, two.alpha, 1e-10), "{} {}", one.alpha, two.alpha);
        prop_assert!(near(&point, &two.point, 1e-8), "{} {}", point, two.point);
        if let (Some(n), Some(m)) = (one.normal, two.normal) {
            prop_assert!(near(&(world.1 * n), &m, 1e-8), "{} {}", n, m);
        }
    }

    #[test]
    fn a_shape_padded_by_next_to_nothing_is_the_shape(
        (a, b) in (part(), part()), at in pose(), to in pose()
    ) {
        let radius = 1e-9;
        let dot = Placed::at_origin(Shape::Sphere(Sphere::new(radius).unwrap()));
        let padded = Minkowski::new(a.clone(), dot).unwrap();
        let padded = Placed::at_origin(Shape::Minkowski(Box::new(padded)));
        let (plain, thick) = (exact(&a, &b, at, to), exact(&padded, &b, at, to));
        // The padding shortens the gap between the scaled shapes by alpha radius.
        let slope = if plain.normal.is_some() { 1.0 / plain.gap_per_alpha() } else { 0.0 };
        let expected = plain.alpha * (1.0 - radius * slope);
        prop_assert!(same(thick.alpha, expected, 1e-10), "{} {}", thick.alpha, expected);
        prop_assert!(plain.normal.is_none() || thick.alpha < plain.alpha);
    }
}

/// H of an exact answer, m.
trait Reach {
    fn gap_per_alpha(&self) -> f64;
}

impl Reach for Proximity {
    fn gap_per_alpha(&self) -> f64 {
        self.gap / (self.alpha - 1.0)
    }
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn a_box_of_two_halves_touches_where_the_whole_box_does(
        half in [0.1..0.8, 0.1..0.8, 0.1..0.8].prop_map(Vec3::from),
        axis in 0..3usize, other in part(), at in pose(), turn in rotation(), way in vector(1.0)
    ) {
        prop_assume!(way.norm() > 0.1);
        let brick = |h: Vec3| Shape::Cuboid(Cuboid::new(h).unwrap());
        let whole = Placed::at_origin(brick(half));
        let mut small = half;
        small[axis] *= 0.5;
        let halves = [-1.0, 1.0].map(|side| Placed {
            offset: Vec3::ith(axis, side * small[axis]),
            ..Placed::at_origin(brick(small))
        });
        // The other shape's reference point starts in the middle of the box and leaves along `way`.
        let centre = turn * (other.offset + other.rotation * other.shape.reference_point());
        let away = |t: f64| (at.0 - centre + way.normalize() * t, turn);
        let of_whole = |t: f64| exact(&whole, &other, at, away(t)).alpha;
        let of_halves = |t: f64| {
            let own = |half: &Placed| exact(half, &other, at, away(t)).alpha;
            own(&halves[0]).min(own(&halves[1]))
        };
        let touching = |alpha: &dyn Fn(f64) -> f64| {
            let (mut inside, mut outside) = (0.0, 20.0);
            prop_assert!(alpha(inside) < 1.0 && alpha(outside) > 1.0);
            for _ in 0..45 {
                let middle = 0.5 * (inside + outside);
                if alpha(middle) < 1.0 { inside = middle } else { outside = middle }
            }
            Ok(inside)
        };
        let (one, two) = (touching(&of_whole)?, touching(&of_halves)?);
        prop_assert!((one - two).abs() < 1e-8, "touching at {} and {}", one, two);
    }
}

proptest! {
    #![proptest_config(config(400))]

    /// Faces and edges of the children lie flat on each other in a frame that is nobody's own.
    #[test]
    fn flat_sums_of_turned_boxes_touch_in_both(
        half in proptest::array::uniform4([0.2..1.0, 0.2..1.0, 0.2..1.0].prop_map(Vec3::from)),
        turn in rotation(), yaw in -3.0..3.0, edge in any::<bool>(), world in rotation()
    ) {
        let tilt = Rot::from_scaled_axis(Vec3::x() * if edge { 0.6 } else { 0.0 });
        let yawed = turn * Rot::from_scaled_axis(Vec3::z() * yaw);
        let child = |k: usize, rotation| Placed {
            shape: Shape::Cuboid(Cuboid::new(half[k]).unwrap()),
            offset: Vec3::new(0.1, 0.2, -0.1),
            rotation,
        };
        let sum = |a, b| {
            Placed::at_origin(Shape::Minkowski(Box::new(Minkowski::new(a, b).unwrap())))
        };
        let first = sum(child(0, turn), child(1, yawed * tilt));
        let second = sum(child(2, turn), child(3, yawed));
        let (a, b) = ((Vec3::zeros(), world), (world * (turn * Vec3::new(0.05, 0.02, 2.0)), world));
        let answer = exact(&first, &second, a, b);
        for (shape, at) in [(&first, &a), (&second, &b)] {
            let out = distance::distance(shape, at, answer.alpha, &answer.point);
            prop_assert!(out < 1e-7, "{} outside at rho {}", out, answer.rho);
        }
    }
}

/// Everything a derivative is given of, in one list.
fn values(at: &Proximity) -> Vec<f64> {
    let n = at.normal.unwrap();
    let mut out = vec![at.alpha, at.gap];
    out.extend(at.point.iter().chain(n.iter()));
    out
}

fn rates(rate: &ProximityRate) -> Vec<f64> {
    let mut out = vec![rate.alpha, rate.gap];
    out.extend(rate.point.iter().chain(rate.normal.iter()));
    out
}

/// Two poses of a pair: apart and overlapping.
fn scenes() -> [[At; 2]; 2] {
    let turn = |x, y, z| Rot::from_euler_angles(x, y, z);
    [
        [
            (Vec3::new(0.3, -0.2, 0.5), turn(0.4, -0.3, 0.9)),
            (Vec3::new(1.0, 0.3, 0.1), turn(-1.1, 0.6, 0.2)),
        ],
        [
            (Vec3::new(-0.1, 0.0, 0.2), turn(1.4, 0.7, -0.5)),
            (Vec3::new(-0.2, 0.13, 0.32), turn(0.1, -0.9, 2.2)),
        ],
    ]
}

/// Every shape of the catalogue with one that changes from shape to shape, placed off the centre.
fn pairs() -> Vec<(String, Placed, Placed)> {
    let shapes = catalogue::all();
    let plane = HalfSpace::new(Vec3::new(0.2, -0.3, 1.0), -0.05).unwrap();
    let n = shapes.len();
    let mut out = Vec::new();
    for (i, (name, shape)) in shapes.iter().enumerate() {
        let (other, partner) = &shapes[(5 * i + 3) % n];
        let first = catalogue::placed(shape.clone(), [0.02, -0.03, 0.01], [0.3, 0.1, -0.2]);
        let second = catalogue::placed(partner.clone(), [-0.01, 0.02, 0.04], [-0.5, 0.8, 0.1]);
        let floor = catalogue::placed(Shape::HalfSpace(plane.clone()), [0.0; 3], [0.1, 0.0, 0.3]);
        out.push((format!("{name} - {other}"), first.clone(), second));
        out.push((format!("half-space - {name}"), floor, first));
    }
    out
}

#[test]
fn answers_change_with_the_poses_as_their_derivatives_say() {
    let mut checked = 0;
    for (name, first, second) in pairs() {
        let query = PairQuery::new(&first, &second);
        for (k, scene) in scenes().into_iter().enumerate() {
            for rho in [1e-2, 1e-3] {
                let derivatives =
                    query.pose_derivatives(&query.relaxed(scene[0], scene[1], rho).unwrap());
                for (column, rate) in derivatives.iter().enumerate() {
                    let moved = |t: f64| {
                        let mut at = scene;
                        let (body, axis) = (column / 6, Vec3::ith(column % 3, t));
                        if column % 6 < 3 {
                            at[body].0 += axis;
                        } else {
                            at[body].1 = Rot::from_scaled_axis(axis) * at[body].1;
                        }
                        values(&query.relaxed(at[0], at[1], rho).unwrap())
                    };
                    let name = format!("{name}, scene {k}, rho {rho:e}, pose column {column}");
                    check_derivative(&name, moved, 0.0, &rates(rate), 1e-6);
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 1000, "{checked} columns were compared");
}

#[test]
fn answers_change_with_every_shape_parameter_as_their_derivatives_say() {
    let mut checked = 0;
    for (name, first, second) in pairs() {
        let query = PairQuery::new(&first, &second);
        for (k, [a, b]) in scenes().into_iter().enumerate() {
            let rho = 1e-3;
            let answer = query.relaxed(a, b, rho).unwrap();
            for (side, own) in [&first, &second].into_iter().enumerate() {
                let derivatives = query.parameter_derivatives(&answer, side);
                let parameters = own.parameters();
                assert_eq!(parameters.len(), derivatives.len());
                for (i, (parameter, rate)) in parameters.iter().zip(&derivatives).enumerate() {
                    let changed = |value: f64| {
                        let own = own.with_parameter(i, value).unwrap();
                        let query = match side {
                            0 => PairQuery::new(&own, &second),
                            _ => PairQuery::new(&first, &own),
                        };
                        values(&query.relaxed(a, b, rho).unwrap())
                    };
                    let name = format!("{name}, scene {k}, side {side}, {}", parameter.name);
                    check_derivative(&name, changed, parameter.value, &rates(rate), 1e-6);
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 500, "{checked} parameters were compared");
}

#[test]
fn an_answer_does_not_depend_on_what_its_memory_held() {
    let mut memory = None;
    let mut checked = 0;
    for (name, first, second) in pairs() {
        let query = PairQuery::new(&first, &second);
        for [a, b] in scenes() {
            for rho in [1e-2, 1e-6] {
                let fresh = query.relaxed(a, b, rho).unwrap();
                let old = memory.take().unwrap_or_else(|| fresh.clone());
                let reused = query.relaxed_in(old, a, b, rho).unwrap();
                assert_eq!(values(&fresh), values(&reused), "{name}, rho {rho:e}");
                assert_eq!(fresh.iterations, reused.iterations, "{name}, rho {rho:e}");
                let rates = query.pose_derivatives(&reused);
                assert_eq!(query.pose_derivatives(&fresh), rates, "{name}, rho {rho:e}");
                memory = Some(reused);
                checked += 1;
            }
        }
    }
    assert!(checked > 100, "{checked} answers were compared");
}
