//! Limits of joints in pictures: arcs of angles and bars of ways, judged by the pixels that limits change.

use super::{BODIES, no_pictures};
use drystone::math::{Rot, Vec3};
use drystone::scene::Scene;
use drystone_cli::viewer::{Film, Picture, Shot, Studio, View};

/// Width and height, pixels: the arcs are small.
const SIZE: [u32; 2] = [960, 720];

/// A lever on a joint of the world at the origin, with further lines of the joint.
fn scene(lines: &str) -> Scene {
    let text = format!(
        "[shape.lever.box]\nhalf_extents = [0.3, 0.02, 0.02]\n[[body]]\nname = \"lever\"\nshape = \"lever\"\n\
         [[joint]]\nname = \"joint\"\nchild = \"lever\"\n{lines}\n"
    );
    Scene::parse(&text, "lever.toml").unwrap_or_else(|e| panic!("{e}"))
}

/// Returns the picture of a scene at its start, seen against y, with or without marks of joints, and its view.
fn picture(scene: Scene, joints: bool) -> (Picture, View) {
    let mut film = Film::live(scene);
    let view = View::of(&film.extent_at(0), SIZE);
    let view = view
        .with(Some(Vec3::new(0.0, -0.6, 0.0)), Some(Vec3::zeros()))
        .expect("level");
    let shot = Shot {
        size: SIZE,
        joints,
        ..BODIES
    };
    let mut studio = Studio::new(&film, &view, shot).expect("pictures are possible");
    (studio.picture(&mut film, 0).expect("drawn"), view)
}

/// Returns the pixels that differ, from the picture of the origin: to the right and down.
fn changes(a: &Picture, b: &Picture, view: &View) -> Vec<[f64; 2]> {
    let [left, top] = view.project(&Vec3::zeros(), SIZE).expect("before the eye");
    let pixels = (0..SIZE[1]).flat_map(|y| (0..SIZE[0]).map(move |x| (x, y)));
    let changed = pixels.filter(|&(x, y)| a.pixel(x, y) != b.pixel(x, y));
    changed
        .map(|(x, y)| [f64::from(x) + 0.5 - left, f64::from(y) + 0.5 - top])
        .collect()
}

/// The lines of a hinge about y at `angle`: its frame on the world has x along x and y down, so angles run clockwise in the picture.
fn hinge(angle: f64) -> String {
    let frame = Rot::rotation_between(&Vec3::z(), &Vec3::y()).expect("not opposite");
    let child = (frame * Rot::from_axis_angle(&Vec3::z_axis(), angle)).coords;
    format!(
        "type = \"revolute\"\naxis = [0, 1, 0]\nchild_anchor = [0, 0, 0]\nchild_quat_wxyz = [{:?}, {:?}, {:?}, {:?}]",
        child.w, child.x, child.y, child.z
    )
}

#[test]
fn an_arc_spans_the_limits_of_an_angle() {
    if no_pictures() {
        return;
    }
    let (bare, _) = picture(scene(&hinge(0.0)), false);
    // An angle without limits has its axis alone, which is a point from here at most.
    let (free, view) = picture(scene(&hinge(0.4)), true);
    let axis = changes(&bare, &free, &view);
    assert!(axis.iter().all(|[x, y]| x.hypot(*y) < 6.0));
    for (angle, limits) in [(0.4, [-0.5, 1.2]), (-1.0, [-2.5, -0.3])] {
        let lines = format!("{}\nlimits = {limits:?}", hinge(angle));
        let (with, view) = picture(scene(&lines), true);
        let arc = changes(&free, &with, &view);
        let reach = arc.iter().map(|[x, y]| x.hypot(*y)).fold(0.0, f64::max);
        assert!(reach > 40.0, "{reach} pixels");
        let near = |angle: f64, share: f64| {
            let (y, x) = angle.sin_cos();
            let place = [x, y].map(|c| c * share * reach);
            arc.iter()
                .filter(|p| (p[0] - place[0]).hypot(p[1] - place[1]) < 4.0)
                .count()
        };
        // Marks at limits are across the arc and have a width.
        let slack = 7.0 / reach;
        for [x, y] in arc.iter().filter(|[x, y]| x.hypot(*y) > 0.6 * reach) {
            let found = y.atan2(*x);
            assert!(
                found > limits[0] - slack && found < limits[1] + slack,
                "{found} rad beyond {limits:?}"
            );
        }
        for k in 0..=12 {
            let at = limits[0] + (limits[1] - limits[0]) * f64::from(k) / 12.0;
            assert!(near(at, 0.87) > 3, "no arc at {at} rad");
        }
        assert!(near(angle, 0.5) > 3, "no mark at {angle} rad");
        for other in [angle - 0.6, angle + 0.6] {
            assert_eq!(near(other, 0.5), 0, "a mark at {other} rad");
        }
    }
}

#[test]
fn a_bar_spans_the_limits_of_a_way() {
    if no_pictures() {
        return;
    }
    // At 0.05 m along x: the origin of the lever is that far from the anchor.
    let slide = "type = \"prismatic\"\nanchor = [-0.05, 0, 0]\naxis = [1, 0, 0]";
    let frame = "child_anchor = [0, 0, 0]\nchild_quat_wxyz = [0.7071067811865476, 0, 0.7071067811865476, 0]";
    let (free, view) = picture(scene(&format!("{slide}\n{frame}")), true);
    // Lower and upper end of what is drawn; without an upper limit it ends where the joint is.
    for (limits, ends, marks) in [
        ("[-0.1, 0.25]", [-0.15, 0.2], 2),
        ("[-0.1, inf]", [-0.15, 0.0], 1),
    ] {
        let lines = format!("{slide}\n{frame}\nlimits = {limits}");
        let (with, view_with) = picture(scene(&lines), true);
        assert_eq!(view, view_with);
        let bar = changes(&free, &with, &view);
        let middle = view.project(&Vec3::zeros(), SIZE).expect("before the eye");
        let places = ends.map(|x| {
            let end = view.project(&Vec3::new(x, 0.0, 0.0), SIZE);
            end.expect("before the eye")[0] - middle[0]
        });
        let columns = bar.iter().map(|p| p[0]);
        let [left, right] = [
            columns.clone().fold(f64::INFINITY, f64::min),
            columns.fold(f64::NEG_INFINITY, f64::max),
        ];
        assert!((left - places[0]).abs() < 6.0, "{left} {places:?}");
        assert!((right - places[1]).abs() < 6.0, "{right} {places:?}");
        let height = |place: f64| {
            let rows = bar.iter().filter(|p| (p[0] - place).abs() < 2.0);
            rows.map(|p| p[1].abs()).fold(0.0, f64::max)
        };
        // The line is 5 pixels wide, the dot 9, a mark at a limit 14.
        let found = places.iter().filter(|place| height(**place) > 5.5).count();
        assert_eq!(found, marks, "marks at {limits}");
        let [line, dot] = [0.5 * (places[0] + places[1]), 0.0].map(height);
        assert!(line > 1.0 && line < 3.5, "a line {line} pixels high");
        assert!(dot > 3.5, "a dot {dot} pixels high");
    }
}
