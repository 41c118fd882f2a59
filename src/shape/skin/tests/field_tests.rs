//! Soft fields against closed formulas and differences.

use super::derivative::check_derivative;
use crate::math::{Dice, Vec3};
use crate::shape::skin::{Skin, SoftField};
use crate::shape::{Polytope, Shape};

fn box_field(half: [f64; 3], spacing: f64, temperature: f64) -> (Skin, SoftField) {
    let skin = Shape::cuboid(half).expect("a box").skin(spacing);
    let epsilon = temperature * skin.spacing * skin.spacing;
    let field = SoftField::new(&skin, epsilon).expect("patches");
    (skin, field)
}

/// The soft radius r of a ball of radius R solves r (coth c - 1/c) = R, c = 2 r R / epsilon.
fn soft_radius(radius: f64, epsilon: f64) -> f64 {
    let excess = |r: f64| {
        let c = 2.0 * r * radius / epsilon;
        r * (1.0 / c.tanh() - 1.0 / c) - radius
    };
    let (mut low, mut high) = (0.5 * radius, 3.0 * radius);
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        match excess(middle) > 0.0 {
            true => high = middle,
            false => low = middle,
        }
    }
    low
}

#[test]
fn a_ball_is_as_large_as_the_formula_says() {
    let radius = 0.1;
    let ball = Shape::sphere(radius).expect("a ball");
    let skin = ball.skin(0.0061);
    assert!((3900..4200).contains(&skin.patches.len()));
    for temperature in [0.75, 1.0] {
        let epsilon = temperature * skin.spacing * skin.spacing;
        let field = SoftField::new(&skin, epsilon).expect("patches");
        let expected = soft_radius(radius, epsilon);
        let mut dice = Dice::new(3, 0);
        for _ in 0..50 {
            let way = Vec3::from_fn(|_, _| dice.within(-1.0, 1.0)).normalize();
            let soft = field.at_brute(&(way * expected));
            // near the surface the value is the distance to the root
            let error = soft.value.abs() / radius;
            assert!(error < 1e-4, "{temperature}: {error:e} along {way}");
            assert!((soft.gradient.norm() - 1.0).abs() < 0.02);
        }
    }
}

/// In the middle all planes are half a side away, and the weights are those of the even grid: -3 V / A.
#[test]
fn the_middle_of_a_cube_is_three_volumes_over_its_area_deep() {
    let half = 0.1;
    let (skin, field) = box_field([half; 3], 0.02, 0.25);
    let soft = field.at_brute(&Vec3::zeros());
    let expected = -3.0 * (8.0 * half * half * half) / skin.area();
    assert!((soft.value - expected).abs() < 1e-12, "{}", soft.value);
    assert!(soft.gradient.norm() < 1e-9);
}

#[test]
fn gradient_and_hessian_are_those_of_the_value() {
    let half = [1.0, 0.7, 0.5];
    let (skin, field) = box_field(half, 0.2, 0.25);
    check_derivatives(half, &field);
    let calibrated = SoftField::calibrated(&skin, 0.5 * skin.spacing.powi(2));
    check_derivatives(half, &calibrated.expect("patches"));
}

fn check_derivatives(half: [f64; 3], field: &SoftField) {
    let mut dice = Dice::new(5, 0);
    for _ in 0..200 {
        let y = Vec3::from_fn(|k, _| dice.within(-1.4, 1.4) * half[k]);
        let soft = field.at_brute(&y);
        for k in 0..3 {
            let moved = |x: f64| {
                let mut y = y;
                y[k] = x;
                field.at_brute(&y)
            };
            let name = format!("along {k} at {y}");
            let value = |x| vec![moved(x).value];
            check_derivative(&name, value, y[k], &[soft.gradient[k]], 1e-7);
            let gradient = |x| moved(x).gradient.as_slice().to_vec();
            let column = soft.hessian.column(k).into_owned();
            check_derivative(&name, gradient, y[k], column.as_slice(), 1e-7);
        }
        assert_eq!(soft.hessian, soft.hessian.transpose());
    }
}

#[test]
fn weights_of_patches_sum_to_one_and_give_the_distance() {
    let (skin, field) = box_field([0.1, 0.07, 0.05], 0.02, 0.25);
    let y = Vec3::new(0.09, 0.071, 0.01);
    let (mut sum, mut value) = (0.0, 0.0);
    field.patches_near(&y, |i, weight| {
        let patch = &skin.patches[i];
        sum += weight;
        value += weight * patch.normal.dot(&(y - patch.point));
    });
    assert!((sum - 1.0).abs() < 1e-14);
    assert!((value - field.at(&y).value).abs() < 1e-15);
}

#[test]
fn a_point_is_beyond_what_it_cannot_reach() {
    let (_, field) = box_field([0.1; 3], 0.02, 0.25);
    assert!(field.beyond(&Vec3::new(0.3, 0.0, 0.0), 0.19));
    assert!(!field.beyond(&Vec3::new(0.3, 0.0, 0.0), 0.21));
    assert!(!field.beyond(&Vec3::zeros(), 0.0));
}

/// Compares the culled field with all patches, relative to the size of the body for the Hessian.
fn check_culled(name: &str, skin: &Skin, temperature: f64) {
    let epsilon = temperature * skin.spacing * skin.spacing;
    for field in [SoftField::new, SoftField::by_area] {
        check_equal(name, skin, &field(skin, epsilon).expect("patches"));
    }
    if temperature <= 0.5 {
        let field = SoftField::calibrated(skin, epsilon).expect("patches");
        check_equal(name, skin, &field);
    }
}

fn check_equal(name: &str, skin: &Skin, field: &SoftField) {
    let size = skin.patches.iter().map(|p| p.point.norm());
    let size = size.fold(0.0, f64::max);
    let mut dice = Dice::new(11, 0);
    for k in 0..600 {
        // deep inside, near the surface, far outside
        let reach = size * [0.05, 0.5, 1.2, 4.0, 100.0][k % 5];
        let y = Vec3::from_fn(|_, _| dice.within(-reach, reach));
        let (fast, slow) = (field.at(&y), field.at_brute(&y));
        let error = (fast.value - slow.value).abs() / slow.value.abs().max(size);
        assert!(error < 1e-13, "{name} at {y}: value, {error:e}");
        let error = (fast.gradient - slow.gradient).norm();
        assert!(error < 1e-11, "{name} at {y}: gradient, {error:e}");
        let scale = slow.hessian.norm().max(1.0 / skin.spacing);
        let error = (fast.hessian - slow.hessian).norm() / scale;
        assert!(error < 1e-10, "{name} at {y}: Hessian, {error:e}");
        assert!((field.value(&y) - fast.value).abs() <= 1e-15 * size.max(fast.value.abs()));
    }
}

#[test]
fn culling_changes_nothing_but_rounding() {
    let cuboid = Shape::cuboid([0.1, 0.07, 0.005]).expect("a box");
    let ball = Shape::sphere(0.1).expect("a ball");
    let needle = Shape::ellipsoid([0.3, 0.01, 0.02]).expect("an ellipsoid");
    for (name, shape, spacing) in [
        ("box", &cuboid, 0.01),
        ("coarse box", &cuboid, 0.2),
        ("ball", &ball, 0.01),
        ("needle", &needle, 0.01),
    ] {
        for temperature in [0.1, 0.5, 5.0] {
            check_culled(name, &shape.skin(spacing), temperature);
        }
    }
}

/// Deep inside, the distance is that of the planes of the nearest face; far outside, nearly that of the nearest point.
#[test]
fn the_distance_is_right_far_away_and_deep_inside() {
    let (_, field) = box_field([0.1, 0.07, 0.05], 0.01, 0.25);
    let deep = field.value(&Vec3::new(0.02, 0.01, 0.02));
    assert!((deep + 0.03).abs() < 1e-9, "{deep}");
    for far in [1.0, 10.0, 1000.0] {
        let above = field.value(&Vec3::new(0.0, 0.0, far));
        assert!((above / far - 1.0).abs() < 0.06, "{above}");
        let diagonal = field.value(&Vec3::repeat(far));
        // planes of three faces, each seen at the angle of the diagonal
        assert!(diagonal > 0.5 * far && diagonal < 1.8 * far, "{diagonal}");
    }
}

/// Least and largest distance at the points, in spacings.
fn range(field: &SoftField, skin: &Skin, points: impl Iterator<Item = Vec3>) -> [f64; 2] {
    let values = points.map(|p| field.value(&p) / skin.spacing);
    values.fold([0.0, 0.0], |[low, high], v| [v.min(low), v.max(high)])
}

/// The surfaces come out by up to a tenth of the spacing unless they are calibrated.
#[test]
fn a_calibrated_field_vanishes_at_all_queries_and_nearly_between() {
    let cube = Shape::cuboid([0.1; 3]).expect("a box");
    let ball = Shape::sphere(0.1).expect("a ball");
    let cylinder = Shape::cylinder(0.1, 0.2).expect("a cylinder");
    for (name, shape, temperature, raw, between) in [
        ("cube", cube, 0.25, 0.12, 0.05),
        ("ball", ball, 0.7, 0.07, 0.0006),
        ("cylinder", cylinder, 0.25, 0.1, 0.07),
    ] {
        let skin = shape.skin(0.02);
        let epsilon = temperature * skin.spacing * skin.spacing;
        let fine = shape.skin(0.003);
        let surface = || fine.patches.iter().map(|patch| patch.point);
        let field = SoftField::new(&skin, epsilon).expect("patches");
        let [low, high] = range(&field, &skin, surface());
        let bulges = low > -raw && low < -0.8 * raw && high < 1e-3;
        assert!(bulges, "{name}: {low} {high}");
        let field = SoftField::calibrated(&skin, epsilon).expect("patches");
        let queries = skin.queries.iter().map(|query| query.point);
        let [low, high] = range(&field, &skin, queries);
        // a few queries of the cylinder are too close to others
        let most = if name == "cylinder" { 5e-3 } else { 1e-9 };
        assert!(low > -most && high < most, "{name}: {low:e} {high:e}");
        let [low, high] = range(&field, &skin, surface());
        assert!(low > -between && high < between, "{name}: {low} {high}");
    }
}

/// The sign is right wherever a point is at least a tenth of the spacing away from the surface and inside, or a fifth
/// and outside, and the size from the middle of a face on.
#[test]
fn a_calibrated_box_has_an_inside_and_an_outside() {
    let (half, spacing) = (Vec3::new(0.1, 0.07, 0.05), 0.02);
    let skin = Shape::cuboid(half).expect("a box").skin(spacing);
    let field = SoftField::calibrated(&skin, 0.25 * skin.spacing * skin.spacing);
    let field = field.expect("patches");
    let mut dice = Dice::new(17, 0);
    for _ in 0..20_000 {
        let y = Vec3::from_fn(|k, _| dice.within(-1.5, 1.5) * half[k]);
        let over = y.abs() - half;
        let distance = over.map(|x| x.max(0.0)).norm() + over.max().min(0.0);
        let value = field.value(&y);
        if distance > 0.2 * spacing || distance < -0.1 * spacing {
            assert!(value * distance > 0.0, "{value} for {distance} at {y}");
        }
        assert!(
            value.abs() < 1.1 * distance.abs() + 0.1 * spacing,
            "{value} for {distance}"
        );
        assert!(
            value.abs() > 0.4 * distance.abs() - 0.1 * spacing,
            "{value} for {distance}"
        );
    }
}

/// The small patches of rounded edges pull the mean of equal weights out.
#[test]
fn weights_by_area_are_closer_to_an_uneven_surface() {
    let corner = |i: usize| {
        let sign = |k: usize| if i >> k & 1 == 0 { -1.0 } else { 1.0 };
        Vec3::new(0.1 * sign(0), 0.07 * sign(1), 0.025 * sign(2))
    };
    let corners: Vec<Vec3> = (0..8).map(corner).collect();
    let core = Polytope::from_vertices(&corners).expect("a box");
    let padded = Shape::padded(core, 0.01).expect("padded");
    let (skin, fine) = (padded.skin(0.02), padded.skin(0.004));
    let epsilon = 0.5 * skin.spacing * skin.spacing;
    let worst = |make: fn(&Skin, f64) -> Option<SoftField>| {
        let field = make(&skin, epsilon).expect("patches");
        let [low, high] = range(&field, &skin, fine.patches.iter().map(|p| p.point));
        high.max(-low)
    };
    let (equal, by_area) = (worst(SoftField::new), worst(SoftField::by_area));
    assert!((0.25..0.27).contains(&equal), "{equal}");
    assert!(by_area < 0.7 * equal, "{by_area} beside {equal}");
    let calibrated = worst(SoftField::calibrated);
    assert!(calibrated < 0.08, "{calibrated}");
}
