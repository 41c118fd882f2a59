use super::tree::Tree;
use super::winding::Winding;
use super::{OrientedPoint, Solid};
use crate::math::{Mat3, Vec3};
use std::f64::consts::PI;

/// Half edges of the box, m.
const HALF: [f64; 3] = [0.5, 0.4, 0.3];

fn at(position: Vec3, normal: Vec3) -> OrientedPoint {
    OrientedPoint {
        position,
        normal,
        area: None,
    }
}

/// The number of points of a ball that are `apart`, m.
fn count(radius: f64, apart: f64) -> usize {
    (4.0 * PI * (radius / apart).powi(2)).round() as usize
}

/// Points of a ball on a spiral.
fn ball(radius: f64, apart: f64) -> Vec<OrientedPoint> {
    let count = count(radius, apart);
    let golden = PI * (3.0 - 5f64.sqrt());
    let point = |i| {
        let z = 1.0 - (2 * i + 1) as f64 / count as f64;
        let (r, a) = ((1.0 - z * z).sqrt(), golden * i as f64);
        let normal = Vec3::new(r * a.cos(), r * a.sin(), z);
        at(normal * radius, normal)
    };
    (0..count).map(point).collect()
}

/// Points in the middles of the squares of the faces of a box, with their areas.
fn brick(half: [f64; 3], apart: f64) -> Vec<OrientedPoint> {
    let mut points = Vec::new();
    for axis in 0..3 {
        let [b, c] = [(axis + 1) % 3, (axis + 2) % 3];
        let [m, n] = [b, c].map(|k| (2.0 * half[k] / apart).round() as usize);
        let place = |i: usize, n: usize| (2 * i + 1) as f64 / n as f64 - 1.0;
        let area = Some(4.0 * half[b] * half[c] / (m * n) as f64);
        for (i, j) in (0..m * n).map(|k| (k / n, k % n)) {
            for side in [-1.0, 1.0] {
                let mut position = Vec3::zeros();
                position[axis] = side * half[axis];
                position[b] = half[b] * place(i, m);
                position[c] = half[c] * place(j, n);
                let mut normal = Vec3::zeros();
                normal[axis] = side;
                points.push(OrientedPoint {
                    position,
                    normal,
                    area,
                });
            }
        }
    }
    points
}

/// Numbers in [0, 1) without order.
fn dice() -> impl FnMut() -> f64 {
    let mut seed = 12345_u64;
    move || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1);
        (seed >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Points of a box that were thrown at random.
fn scattered_brick(count: usize) -> Vec<OrientedPoint> {
    let mut dice = dice();
    let [x, y, z] = HALF;
    let faces = [y * z, z * x, x * y];
    let mut point = || {
        let mut which = dice() * faces.iter().sum::<f64>();
        let mut axis = 0;
        while which > faces[axis] && axis < 2 {
            which -= faces[axis];
            axis += 1;
        }
        let mut position = Vec3::from(HALF).map(|half| half * (2.0 * dice() - 1.0));
        let side = if dice() < 0.5 { -1.0 } else { 1.0 };
        position[axis] = side * HALF[axis];
        let mut normal = Vec3::zeros();
        normal[axis] = side;
        at(position, normal)
    };
    (0..count).map(|_| point()).collect()
}

fn solid(points: &[OrientedPoint], spacing: Option<f64>) -> Solid {
    Solid::from_points(points, spacing).unwrap_or_else(|error| panic!("{error}"))
}

fn refused(points: &[OrientedPoint], word: &str) {
    let error = Solid::from_points(points, None).expect_err(word);
    let text = format!("{}: {}; {}", error.field, error.why, error.fix);
    assert!(text.contains(word), "{text}");
}

#[test]
fn a_ball_of_points_has_the_mass_of_a_ball() {
    let volume = PI / 6.0;
    for (across, most) in [(6.0, 0.04), (10.0, 0.02), (20.0, 0.01), (40.0, 0.005)] {
        let own = solid(&ball(0.5, 1.0 / across), Some(0.5 / across)).mass_properties();
        let inertia = Mat3::identity() * (0.1 * volume);
        let errors = [
            own.volume / volume - 1.0,
            own.centre.norm(),
            (own.inertia - inertia).norm() / inertia.norm(),
        ];
        println!("ball, {across} across: {errors:.4?}");
        assert!(errors[0].abs() < most && errors[1] < 1e-3, "{errors:?}");
        // inertia goes with the fifth power of the radius, volume with the third
        assert!(errors[2].abs() < 2.0 * most, "{errors:?}");
    }
}

#[test]
fn a_box_of_points_has_the_faces_and_the_mass_of_a_box() {
    let volume = 8.0 * HALF.iter().product::<f64>();
    let squares = Vec3::from(HALF.map(|half| half * half));
    for (across, most) in [(6.0, 0.04), (10.0, 0.02), (20.0, 0.005), (40.0, 0.002)] {
        let points = brick(HALF, 1.0 / across);
        let solid = solid(&points, Some(0.5 / across));
        let own = solid.mass_properties();
        let inertia = (Vec3::repeat(squares.sum()) - squares) * (volume / 3.0);
        // edges and corners are rounded
        let mid = |p: &&OrientedPoint| {
            let mut room: [f64; 3] = (Vec3::from(HALF) - p.position.abs()).into();
            room.sort_by(f64::total_cmp);
            room[1] > 1.5 / across
        };
        let far = |p: &OrientedPoint| solid.distance(&p.position).abs() * across;
        let errors = [
            own.volume / volume - 1.0,
            own.centre.norm(),
            (own.inertia - Mat3::from_diagonal(&inertia)).norm() / inertia.norm(),
            points.iter().filter(mid).map(far).fold(0.0, f64::max),
        ];
        println!("box, {across} across: {errors:.4?}");
        assert!(errors[0].abs() < most && errors[1] < 5e-3, "{errors:?}");
        assert!(errors[2].abs() < 3.0 * most, "{errors:?}");
        assert!(errors[3] < 0.01, "{errors:?}");
    }
}

#[test]
fn scattered_points_close_a_surface_too() {
    for (count, most) in [(300, 0.03), (1000, 0.01), (3000, 0.003)] {
        for spacing in [0.05, 0.02] {
            let points = scattered_brick(count);
            let error = solid(&points, Some(spacing)).mass_properties().volume / 0.48 - 1.0;
            println!("{count} points thrown on a box: {error:.4}");
            assert!(error.abs() < most, "{count} points: {error}");
        }
    }
}

#[test]
fn thin_walls_stay_apart() {
    let apart = 0.02;
    for thickness in [0.1, 0.05, 0.02] {
        let plate = solid(
            &brick([0.5, 0.4, 0.5 * thickness], apart),
            Some(thickness.min(0.02)),
        );
        let error = plate.mass_properties().volume / (0.8 * thickness) - 1.0;
        assert!(error.abs() < 0.02, "{thickness}: {error}");
        let inside = -plate.distance(&Vec3::zeros());
        assert!((inside / (0.5 * thickness) - 1.0).abs() < 0.02, "{inside}");
    }
    let mut hollow = ball(0.5, apart);
    let inner = ball(0.45, apart).into_iter();
    hollow.extend(inner.map(|p| at(p.position, -p.normal)));
    let volume = PI / 6.0 * (1.0 - 0.9_f64.powi(3));
    let own = solid(&hollow, Some(0.03)).mass_properties().volume;
    assert!((own / volume - 1.0).abs() < 0.02, "{own}");
}

#[test]
fn areas_are_estimated_to_a_tenth() {
    let error = |points: &[OrientedPoint], area: f64| {
        let own = Tree::new(points).estimated_areas().iter().sum::<f64>() / area - 1.0;
        println!("{} points: area {own:+.3}", points.len());
        assert!(own.abs() < 0.1, "{own}");
    };
    for across in [10.0, 20.0, 40.0] {
        error(&ball(0.5, 1.0 / across), PI);
        error(&brick(HALF, 1.0 / across), 3.76);
    }
    error(&scattered_brick(3000), 3.76);
}

#[test]
fn a_surface_winds_once_around_what_is_inside() {
    let tree = Tree::new(&ball(0.5, 0.05));
    let areas = tree.estimated_areas();
    let winding = Winding::new(&tree, &areas);
    let mut dice = dice();
    for _ in 0..200 {
        let place = Vec3::from_fn(|_, _| 2.0 * dice() - 1.0);
        if (place.norm() - 0.5).abs() > 0.05 {
            assert_eq!(winding.is_inside(&place), place.norm() < 0.5, "{place}");
        }
    }
}

#[test]
fn scaled_points_are_those_of_the_scaled_body() {
    let [x, y, z] = HALF;
    let scaled: Vec<OrientedPoint> = brick(HALF, 0.1)
        .iter()
        .map(|p| p.scaled([-2.0, 1.0, 0.5]))
        .collect();
    let areas: f64 = scaled.iter().filter_map(|p| p.area).sum();
    assert!((areas - 8.0 * (2.0 * x * y + 0.5 * y * z + x * z)).abs() < 1e-12);
    let points = ball(0.5, 0.05).into_iter();
    let points: Vec<OrientedPoint> = points.map(|p| p.scaled([-2.0, 1.0, 0.5])).collect();
    for p in &points {
        let gradient = p.position.component_div(&Vec3::new(4.0, 1.0, 0.25));
        assert!((p.normal - gradient.normalize()).norm() < 1e-12);
    }
    let volume = solid(&points, None).mass_properties().volume;
    assert!((volume / (PI / 6.0) - 1.0).abs() < 0.05, "{volume}");
}

#[test]
fn points_of_no_body_are_refused() {
    let good = ball(0.5, 0.05);
    let changed = |change: &dyn Fn(&mut OrientedPoint)| {
        let mut points = good.clone();
        change(&mut points[7]);
        points
    };
    refused(&good[..3], "at least 4");
    refused(&changed(&|p| p.normal *= 1.01), "points[7]: nx, ny, nz");
    refused(
        &changed(&|p| p.normal.x = f64::NAN),
        "points[7]: nx, ny, nz",
    );
    refused(&changed(&|p| p.position.x = f64::NAN), "x, y, z");
    refused(&changed(&|p| p.area = Some(0.0)), "area must be");
    refused(&vec![good[0]; 50], "lie on each other");
    let kept = |keep: &dyn Fn(&Vec3) -> bool| {
        let points = good.iter().filter(|p| keep(&p.position));
        points.copied().collect::<Vec<OrientedPoint>>()
    };
    refused(&kept(&|p| p.z > -0.3), "(0, 0, -1); scan the missing side");
    refused(&kept(&|p| p.z > -0.45 && p.z < 0.45), "it leaves them near");
    let turned = |p: &OrientedPoint| at(p.position, -p.normal);
    let inwards: Vec<OrientedPoint> = good.iter().map(turned).collect();
    refused(&inwards, "normals point inwards");
    let mixed = good.iter().enumerate();
    let mixed = mixed.map(|(i, p)| if i % 3 == 0 { turned(p) } else { *p });
    refused(&mixed.collect::<Vec<_>>(), "normals");
    let wrong = |p: &OrientedPoint| OrientedPoint {
        area: Some(2500.0),
        ..*p
    };
    let millimetres: Vec<OrientedPoint> = good.iter().map(wrong).collect();
    refused(&millimetres, "areas are in m^2");
}
