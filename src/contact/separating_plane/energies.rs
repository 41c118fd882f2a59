//! Forces and tangents of 1,000 random pairs against the energies that they are derivatives of, written down once more in hyper-dual numbers.

use super::SeparatingPlane;
use super::tests::{SUPPORT, Two, two_of};
use crate::contact::body_motions::{Motion, column};
use crate::math::{Dice, Mat3, Rot, Vec3};
use crate::shape::{Cuboid, Placed, penetration};
use nalgebra::{DMatrix, DVector};
use num_dual::{DualNum, HyperDual64 as H};

/// The bars for gradients and Hessians, relative to the largest.
const BARS: [f64; 2] = [1e-9, 1e-7];
/// The length of the step of [`two_of`], by which forces are impulses, units of time.
const STEP: f64 = 0.1;
/// The coefficient of friction.
const MU: f64 = 0.5;

type V = [H; 3];

fn constant(v: &Vec3) -> V {
    [0, 1, 2].map(|k| H::from_re(v[k]))
}

fn plus(a: V, b: V) -> V {
    [0, 1, 2].map(|k| a[k] + b[k])
}

fn times(a: V, factor: H) -> V {
    a.map(|x| x * factor)
}

fn dot(a: &V, b: &V) -> H {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: &V, b: &V) -> V {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// Returns gradient and Hessian of a function of N numbers.
fn derivatives<const N: usize>(
    f: impl Fn(&[H; N]) -> H,
    at: [f64; N],
) -> (DVector<f64>, DMatrix<f64>) {
    let (mut gradient, mut hessian) = (DVector::zeros(N), DMatrix::zeros(N, N));
    for i in 0..N {
        for j in 0..=i {
            let mut x = at.map(H::from_re);
            x[i].eps1 = 1.0;
            x[j].eps2 = 1.0;
            let y = f(&x);
            gradient[i] = y.eps1;
            (hessian[(i, j)], hessian[(j, i)]) = (y.eps1eps2, y.eps1eps2);
        }
    }
    (gradient, hessian)
}

/// Returns the Hessian of a function by its first `n` numbers where the others make it least.
fn condensed(hessian: &DMatrix<f64>, n: usize) -> DMatrix<f64> {
    let rest = hessian.nrows() - n;
    let inner = hessian.view((n, n), (rest, rest)).into_owned();
    let between = hessian.view((n, 0), (rest, n)).into_owned();
    let follow = inner.lu().solve(&between).expect("a minimum");
    hessian.view((0, 0), (n, n)) - between.transpose() * follow
}

/// (1 - t)^4 / t^5 within the support.
fn barrier(t: H) -> H {
    match t.re < 1.0 {
        true => (-t + 1.0).powi(4) / t.powi(5),
        false => H::from_re(0.0),
    }
}

/// Returns the energy of the barriers when the first body has moved by z[0..3] and turned by z[3..6], and the plane is z[6..10].
fn energy(two: &Two, pair: &SeparatingPlane, z: &[H; 10]) -> H {
    let (moved, turned) = ([z[0], z[1], z[2]], [z[3], z[4], z[5]]);
    let n = [z[6], z[7], z[8]];
    let length = dot(&n, &n).sqrt();
    let mut sum = barrier((-length + 1.0) / SUPPORT);
    for (side, hull) in two.hulls.iter().enumerate() {
        let body = &two.bodies[side].pose;
        let centre = body.x - pair.middle;
        for y in &hull.points {
            let mut arm = constant(&(body.r * y));
            let mut from = constant(&centre);
            if side == 0 {
                // The second order of a rotation decides its second derivatives.
                let swing = cross(&turned, &arm);
                let twice = times(cross(&turned, &swing), H::from_re(0.5));
                arm = plus(arm, plus(swing, twice));
                from = plus(from, moved);
            }
            let height = dot(&n, &plus(from, arm)) + z[9];
            let height = if side == 0 { -height } else { height };
            sum += barrier((height - length * hull.radius) / SUPPORT);
        }
    }
    sum * (SUPPORT * two.setup.separating.weight)
}

/// Returns what friction dissipates, over mu, when the first body is faster by z[0..6], and the plane along itself by z[6..9].
fn dissipation(two: &Two, pair: &SeparatingPlane, z: &[H; 9]) -> H {
    let (drift, _) = pair.drift.as_ref().expect("there is friction");
    let normal = Vec3::from(pair.interface().normal);
    let first = normal.cross(&Vec3::ith(normal.iamin(), 1.0)).normalize();
    let second = normal.cross(&first);
    let mut sum = H::from_re(0.0);
    for point in &pair.points {
        let arm = Vec3::from(point.point) - Vec3::from(drift.centre);
        let swing = normal.cross(&arm);
        let mut slip =
            constant(&(Vec3::from(point.velocity) - Vec3::from(drift.u) - swing * drift.spin));
        slip = plus(slip, times(constant(&first), -z[6]));
        slip = plus(slip, times(constant(&second), -z[7]));
        slip = plus(slip, times(constant(&swing), -z[8]));
        if point.side == 0 {
            let arm = Vec3::from(point.point) - (two.bodies[0].pose.x - pair.middle);
            slip = plus(slip, [z[0], z[1], z[2]]);
            slip = plus(slip, cross(&[z[3], z[4], z[5]], &constant(&arm)));
        }
        let along = dot(&slip, &constant(&normal));
        slip = plus(slip, times(constant(&normal), -along));
        let slow = two.setup.separating.slip_speed;
        sum += (dot(&slip, &slip) + slow * slow).sqrt() * point.force;
    }
    sum
}

/// Two boxes, every fourth pair rounded, face to face, edge to face or as they fall, up to two supports from the plane.
fn any_pair(dice: &mut Dice, case: usize) -> Two {
    let parts = [0, 1].map(|_| {
        let half = Vec3::from_fn(|_, _| dice.within(0.2, 1.0));
        Placed::from(Cuboid::new(half).expect("valid"))
    });
    let any = |dice: &mut Dice, most: f64| Vec3::from_fn(|_, _| dice.within(-most, most));
    let turn = match case % 3 {
        0 => Vec3::zeros(),
        1 => Vec3::x() * std::f64::consts::FRAC_PI_4,
        _ => any(dice, 1.5),
    };
    let round = if case.is_multiple_of(4) { 0.05 } else { 0.0 };
    let wanted = SUPPORT * dice.within(0.2, 1.9);
    let mut way = any(dice, 1.0);
    way.z += 1.0;
    let poses = |way: Vec3| {
        [
            (way, Rot::from_scaled_axis(turn)),
            (Vec3::zeros(), Rot::identity()),
        ]
    };
    for _ in 0..60 {
        let [a, b] = poses(way);
        let depth = penetration(&parts[0], &a, &parts[1], &b, &-way);
        way *= 1.0 + (depth + wanted) / way.norm();
    }
    let [v, omega] = [any(dice, 0.05), any(dice, 0.05)];
    let mut two = two_of(parts, (turn, way), (v, omega), MU);
    two.hulls.iter_mut().for_each(|hull| hull.radius = round);
    let out = way.normalize();
    let body = &mut two.bodies[0];
    body.pose.x += out * (2.0 * round);
    body.start += out * (2.0 * round);
    two
}

/// Returns the larger of two errors; one that is no number is the largest.
fn worse(a: f64, b: f64) -> f64 {
    if b > a || b.is_nan() { b } else { a }
}

/// Returns the largest difference of two arrays over the largest number of the second.
fn apart<'a>(own: impl Iterator<Item = f64>, exact: impl Iterator<Item = &'a f64> + Clone) -> f64 {
    let most = exact.clone().fold(0.0, |most: f64, x| most.max(x.abs()));
    let pairs = own.zip(exact);
    pairs.fold(0.0, |worst: f64, (own, exact)| {
        worse(worst, (own - exact).abs())
    }) / most
}

/// Returns the worst errors of forces and tangents: those of the barriers, and those of friction.
fn errors(two: &mut Two) -> Option<[[f64; 2]; 2]> {
    two.setup.mu = 0.0;
    let mut plain = two.evaluated(&two.bodies);
    if plain.near.is_empty() || plain.worst_excess() > 0.0 {
        return None;
    }
    plain.linearise();
    let plane = plain.plane.expect("there is one");
    let [x, y, z] = plane.n.into();
    let at = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, x, y, z, plane.o];
    let (gradient, hessian) = derivatives(|z| energy(two, &plain, z), at);
    let both = |pair: &SeparatingPlane| {
        let (force, torque) = pair.wrench[0];
        DVector::from_iterator(6, force.iter().chain(&torque).copied())
    };
    let normal = both(&plain);
    let expected = gradient.rows(0, 6) * -STEP;
    let torque = Vec3::new(expected[3], expected[4], expected[5]);
    let mut tangent = condensed(&hessian, 6) * -STEP;
    // Second derivatives by a rotation vector are those of torques, which turn with the body, up to half of this.
    let half: Mat3 = torque.cross_matrix() * -0.5;
    let mut turns = tangent.view_mut((3, 3), (3, 3));
    turns += half;
    let linear = plain.linear.as_ref().expect("linearised");
    let block = |linear: &super::linearise::Linear, first: Motion, second: Motion| {
        let columns = [first, second].map(|motion| column(0, motion));
        DMatrix::from_fn(6, 6, |row, k| {
            linear.wrenches[(row, columns[k / 3] + k % 3)]
        })
    };
    let own = block(linear, Motion::Position, Motion::Rotation);
    let barriers = [
        apart(normal.iter().copied(), expected.iter()),
        apart(own.iter().copied(), tangent.iter()),
    ];

    two.setup.mu = MU;
    let mut rough = two.evaluated(&two.bodies);
    rough.linearise();
    let (gradient, hessian) = derivatives(|z| dissipation(two, &rough, z), [0.0; 9]);
    let expected = gradient.rows(0, 6) * (-MU * STEP);
    let friction = both(&rough) - normal;
    let tangent = condensed(&hessian, 6) * (-MU * STEP);
    let linear = rough.linear.as_ref().expect("linearised");
    let own = block(linear, Motion::Velocity, Motion::Spin);
    let friction = [
        apart(friction.iter().copied(), expected.iter()),
        apart(own.iter().copied(), tangent.iter()),
    ];
    Some([barriers, friction])
}

#[test]
fn a_thousand_pairs_push_and_rub_as_the_derivatives_of_their_energies_say() {
    let mut dice = Dice::new(11, 0);
    let (mut seen, mut case) = (0, 0);
    let mut worst = [[0.0_f64; 2]; 2];
    while seen < 1000 {
        let mut two = any_pair(&mut dice, case);
        case += 1;
        let Some(errors) = errors(&mut two) else {
            continue;
        };
        seen += 1;
        for (worst, error) in worst.iter_mut().flatten().zip(errors.into_iter().flatten()) {
            *worst = worse(*worst, error);
        }
    }
    println!("{case} pairs for 1000 that push; barriers, friction: {worst:?}");
    assert!(case < 1300, "{case}");
    for [gradient, hessian] in worst {
        assert!(gradient < BARS[0] && hessian < BARS[1], "{worst:?}");
    }
}
