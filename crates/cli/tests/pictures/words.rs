//! Words, scales and axes in pictures: they are where they belong, and nowhere else.

use super::{film, last, no_pictures};
use drystone::math::Vec3;
use drystone_cli::viewer::{Film, Picture, Shot, Studio, View};

/// Width and height, pixels: words are as large in every picture.
const SIZE: [u32; 2] = [640, 480];

/// Returns the pictures of the last frame with `shot` and of the bodies alone, and their view.
fn pair(film: &mut Film, shot: Shot) -> ([Picture; 2], View) {
    let frame = last(film);
    let view = View::of(&film.extent_at(frame), SIZE);
    let pictures = [shot, Shot::bodies(SIZE)].map(|shot| {
        let mut studio = Studio::new(film, &view, shot).expect("pictures are possible");
        studio.picture(film, frame).expect("drawn")
    });
    (pictures, view)
}

/// Returns the pixels that differ.
fn changes([a, b]: &[Picture; 2]) -> Vec<[f64; 2]> {
    let pixels = (0..SIZE[1]).flat_map(|y| (0..SIZE[0]).map(move |x| (x, y)));
    let changed = pixels.filter(|&(x, y)| a.pixel(x, y) != b.pixel(x, y));
    changed.map(|(x, y)| [f64::from(x), f64::from(y)]).collect()
}

/// Returns how many of the pixels are in a rectangle to the right of a place, as a label is.
fn beside(changed: &[[f64; 2]], [x, y]: [f64; 2]) -> usize {
    let near = |p: &&[f64; 2]| (x..x + 60.0).contains(&p[0]) && (p[1] - y).abs() < 30.0;
    changed.iter().filter(near).count()
}

#[test]
fn names_are_at_bodies() {
    if no_pictures() {
        return;
    }
    let mut film = film("scenarios/stack4.toml", 20);
    let shot = Shot {
        names: true,
        ..Shot::bodies(SIZE)
    };
    let (pictures, view) = pair(&mut film, shot);
    let changed = changes(&pictures);
    let state = film.frames()[last(&film)].state();
    let bodies = film.scene.model.bodies.iter().zip(&state.bodies);
    let places: Vec<_> = bodies
        .filter(|(body, _)| body.is_moving())
        .map(|(_, at)| view.project(&at.position, SIZE).expect("before the eye"))
        .collect();
    assert_eq!(places.len(), 4);
    for place in &places {
        assert!(beside(&changed, *place) > 300, "no name at {place:?}");
    }
    // the floor has no end, and no name
    let all: usize = places.iter().map(|place| beside(&changed, *place)).sum();
    assert!(all >= changed.len(), "{all} of {}", changed.len());
}

#[test]
fn values_of_forces_are_at_the_ends_of_their_arrows() {
    if no_pictures() {
        return;
    }
    let mut film = film("scenarios/stack4.toml", 60);
    let shot = Shot {
        forces: true,
        ..Shot::bodies(SIZE)
    };
    let (pictures, view) = pair(&mut film, shot);
    let changed = changes(&pictures);
    // as docs/viewing.md says: the weight of 4 bodies is an arrow of 0.3 sqrt(4) radii, the longest has 0.5
    let (h, radius) = (film.scene.model.time_step, view.extent.radius());
    let weight = 9.81 * film.scene.model.bodies[1].mass * 4.0;
    for contact in &film.frames()[last(&film)].contacts {
        let force = contact.normal_impulse() / h;
        let long = (0.6 * force / weight).min(0.5) * radius;
        let end = Vec3::from(contact.point) + Vec3::z() * long;
        let place = view.project(&end, SIZE).expect("before the eye");
        assert!(beside(&changed, place) > 300, "{force} N at {place:?}");
    }
    // the scale is at the bottom left
    let scale = changed.iter().filter(|[x, y]| *x < 330.0 && *y > 400.0);
    assert!(scale.count() > 2000);
}

#[test]
fn the_axes_of_the_world_are_at_the_bottom_right() {
    if no_pictures() {
        return;
    }
    let mut film = film("scenarios/box_drop.toml", 0);
    let shot = Shot {
        triad: true,
        ..Shot::bodies(SIZE)
    };
    let (pictures, view) = pair(&mut film, shot);
    let changed = changes(&pictures);
    let corner = |[x, y]: &[f64; 2]| *x > 500.0 && *y > 320.0;
    assert!(!changed.is_empty() && changed.iter().all(corner));
    // red to the right, green away, blue up, as the picture shows the axes in its middle
    let middles = [0, 1, 2].map(|colour: usize| {
        let own = |p: &&[f64; 2]| {
            let pixel = pictures[0].pixel(p[0] as u32, p[1] as u32).map(i32::from);
            (0..3).all(|other| other == colour || pixel[colour] > pixel[other] + 60)
        };
        let all: Vec<_> = changed.iter().filter(own).collect();
        assert!(all.len() > 30, "colour {colour}: {} pixels", all.len());
        let count = all.len() as f64;
        [0, 1].map(|k| all.iter().map(|p| p[k]).sum::<f64>() / count)
    });
    let origin = [f64::from(SIZE[0]) - 62.0, f64::from(SIZE[1]) - 88.0];
    let target = view.project(&view.target, SIZE).expect("before the eye");
    for (axis, middle) in middles.iter().enumerate() {
        let end = view.target + Vec3::ith(axis, 0.01 * view.extent.radius());
        let end = view.project(&end, SIZE).expect("before the eye");
        let dot = (0..2).map(|k| (middle[k] - origin[k]) * (end[k] - target[k]));
        assert!(dot.sum::<f64>() > 0.0, "axis {axis} at {middle:?}");
    }
}

#[test]
fn the_legend_is_at_the_bottom_left_and_motors_show_their_efforts() {
    if no_pictures() {
        return;
    }
    let shot = Shot {
        legend: true,
        ..Shot::bodies(SIZE)
    };
    let (pictures, _) = pair(&mut film("scenarios/stack4.toml", 0), shot);
    let changed = changes(&pictures);
    assert!(changed.len() > 1000);
    assert!(changed.iter().all(|[x, y]| *x < 320.0 && *y > 200.0));
    let mut film = film("scenarios/robot_arm.toml", 20);
    let shot = Shot {
        efforts: true,
        ..Shot::bodies(SIZE)
    };
    assert!(!film.frames()[20].motors.is_empty());
    let (pictures, view) = pair(&mut film, shot);
    let changed = changes(&pictures);
    let state = film.frames()[20].state();
    let largest = film.frames()[20].motors.iter();
    let largest = largest.max_by(|a, b| a.impulse.abs().total_cmp(&b.impulse.abs()));
    let joint = &film.scene.model.joints[largest.expect("there are motors").joint];
    let at = &state.bodies[joint.child];
    let point = at.position + at.rotation * joint.frames[0].point;
    let place = view.project(&point, SIZE).expect("before the eye");
    let near = |p: &&[f64; 2]| (p[0] - place[0]).hypot(p[1] - place[1]) < 60.0;
    let near = changed.iter().filter(near).count();
    assert!(near > 100, "{near} pixels at {place:?}");
}

/// The floor beside a cube that stands on it is dark where the sun is behind the cube, right at the edge, and bright elsewhere.
#[test]
fn shadows_begin_where_bodies_stand() {
    if no_pictures() {
        return;
    }
    let mut film = film("scenarios/stack2.toml", 10);
    let frame = last(&film);
    let view = View::of(&film.extent_at(frame), SIZE);
    let mut studio = Studio::new(&film, &view, Shot::bodies(SIZE)).expect("pictures are possible");
    let with = studio.picture(&mut film, frame).expect("drawn");
    for body in [1, 2] {
        studio.set_visible(body, false).expect("drawn");
    }
    let without = studio.picture(&mut film, frame).expect("drawn");
    let light = |picture: &Picture, at: Vec3| {
        let [x, y] = view.project(&at, SIZE).expect("before the eye");
        let pixel = picture.pixel(x as u32, y as u32);
        pixel.iter().map(|&c| f64::from(c)).sum::<f64>()
    };
    // the sun shines along (0.75, 0.45, -1.1); a cube is 0.2 m wide
    for (x, y, dark) in [
        (0.106, 0.0, true),
        (0.106, 0.05, true),
        (0.0, -0.106, false),
    ] {
        let at = Vec3::new(x, y, 0.0);
        let share = light(&with, at) / light(&without, at);
        assert_eq!(share < 0.8, dark, "{share} at {x}, {y}");
    }
}

/// Glass has edges: far more of a picture differs from one without the glass than its faint faces make differ clearly.
#[test]
fn glass_is_seen_by_its_edges() {
    if no_pictures() {
        return;
    }
    let mut film = film("scenarios/peg_in_hole.toml", 0);
    let view = View::of(&film.extent_at(0), SIZE);
    let shot = Shot::bodies(SIZE);
    let mut studio = Studio::new(&film, &view, shot).expect("pictures are possible");
    let with = studio.picture(&mut film, 0).expect("drawn");
    let fixed = |film: &Film, body: usize| !film.scene.model.bodies[body].is_moving();
    for body in 0..film.scene.model.bodies.len() {
        let visible = !fixed(&film, body);
        studio.set_visible(body, visible).expect("drawn");
    }
    let without = studio.picture(&mut film, 0).expect("drawn");
    let pixels = (0..SIZE[1]).flat_map(|y| (0..SIZE[0]).map(move |x| (x, y)));
    let clear = pixels.filter(|&(x, y)| {
        let (a, b) = (with.pixel(x, y), without.pixel(x, y));
        a.iter().zip(b).any(|(a, b)| a.abs_diff(b) > 60)
    });
    let clear = clear.count();
    assert!(clear > 1000, "{clear} pixels");
}
