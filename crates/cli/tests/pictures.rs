//! Pictures, judged by where things must be: a body by taking it away, an arrow by the contact it
//! is of. Where a point of the world should be in the picture is computed here from the eye alone.

use drystone::math::Vec3;
use drystone::scene::Scene;
use drystone::shape::Shape;
use drystone_cli::viewer::{Film, Picture, Shot, Studio, View};
use std::path::{Path, PathBuf};

#[path = "pictures/limits.rs"]
mod limits;
#[path = "pictures/robots.rs"]
mod robots;
#[path = "pictures/words.rs"]
mod words;

/// The folder of the workspace.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

const SIZE: [u32; 2] = [240, 180];
/// A pixel has changed when one of its colours has by more than this; equal pictures are equal.
const CHANGED: u8 = 0;
/// Set where pictures must be possible, else a machine without a driver skips.
const REQUIRED: &str = "DRYSTONE_PICTURES_REQUIRED";
/// The shapes of the bodies alone, one seen through the other.
const BODIES: Shot = Shot {
    collisions: true,
    clear: true,
    ..Shot::bodies(SIZE)
};

fn no_pictures() -> bool {
    match Studio::check() {
        Ok(()) => false,
        Err(why) if std::env::var_os(REQUIRED).is_some() => panic!("{why}"),
        Err(why) => {
            println!("skipped, there are no pictures here: {why}");
            true
        }
    }
}

fn scenes() -> Vec<PathBuf> {
    let entries =
        std::fs::read_dir(Path::new(ROOT).join("scenarios")).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<_> = paths.filter(|path| path.extension().is_some()).collect();
    paths.sort();
    assert!(paths.len() >= 22, "{paths:?}");
    paths
}

/// A film of the first `steps` steps.
fn film(path: &str, steps: usize) -> Film {
    let mut film = Film::live(Scene::load(Path::new(ROOT).join(path)).expect("valid"));
    for _ in 0..steps {
        film.grow().expect("valid");
    }
    film
}

fn last(film: &Film) -> usize {
    film.frames().len() - 1
}

/// Pixels from the left and the top of a point of the world.
fn place(view: &View, point: &Vec3) -> [f64; 2] {
    view.project(point, SIZE).expect("in front of the eye")
}

fn differ(a: &Picture, b: &Picture, x: u32, y: u32) -> bool {
    let (a, b) = (a.pixel(x, y), b.pixel(x, y));
    a.iter().zip(b).any(|(a, b)| a.abs_diff(b) > CHANGED)
}

/// Pixels within `reach` of a place that differ.
fn changes_at(a: &Picture, b: &Picture, [x, y]: [f64; 2], reach: f64) -> usize {
    let near = |c: u32, of: f64| (f64::from(c) + 0.5 - of).abs() <= reach;
    let pixels = (0..SIZE[1]).flat_map(|y| (0..SIZE[0]).map(move |x| (x, y)));
    let pixels = pixels.filter(|&(px, py)| near(px, x) && near(py, y));
    pixels.filter(|&(px, py)| differ(a, b, px, py)).count()
}

/// The middles of the parts of body `index`, which are inside them; of a solid a point of its surface.
fn middles(film: &Film, index: usize) -> Vec<Vec3> {
    let state = film.frames()[last(film)].state();
    let at = &state.bodies[index];
    let parts = film.scene.model.bodies[index].parts.iter();
    let bounded = parts.filter(|part| !matches!(part.placed.shape, Shape::HalfSpace(_)));
    let inside = bounded.map(|part| {
        if let Some(solid) = &part.solid {
            let mesh = solid.mesh();
            let corners = mesh.triangles[0].map(|i| mesh.points[i as usize]);
            return corners.iter().sum::<Vec3>() / 3.0;
        }
        let placed = &part.placed;
        placed.offset + placed.rotation * placed.shape.reference_point()
    });
    inside.map(|y| at.position + at.rotation * y).collect()
}

#[test]
fn every_body_of_every_scene_is_where_it_should_be() {
    if no_pictures() {
        return;
    }
    let scenes = scenes();
    assert!(scenes.len() >= 24, "{scenes:?}");
    for path in scenes {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(Path::new(ROOT).join(&path)).expect("readable");
        // Clouds take long without optimisation.
        let steps = if text.contains("soft_minimum") { 1 } else { 40 };
        let mut film = film(&name, steps);
        let frame = last(&film);
        let view = View::of(&film.extent_at(frame), SIZE);
        let mut studio = Studio::new(&film, &view, BODIES).expect("pictures are possible");
        let all = studio.picture(&mut film, frame).expect("drawn");
        for body in 0..film.scene.model.bodies.len() {
            studio.set_visible(body, false).expect("drawn");
            let without = studio.picture(&mut film, frame).expect("drawn");
            studio.set_visible(body, true).expect("drawn");
            let who = &film.scene.model.bodies[body].name;
            for middle in middles(&film, body) {
                let at = place(&view, &middle);
                let changed = changes_at(&all, &without, at, 1.0);
                assert!(changed >= 2, "{name}: no {who} at {at:?}");
            }
            let whole = changes_at(&all, &without, [0.0, 0.0], 1e3);
            assert!(whole > 30, "{name}: {who} covers {whole} pixels");
        }
        let again = studio.picture(&mut film, frame).expect("drawn");
        assert!(again == all, "{name}: the same frame gives another picture");
    }
}

#[test]
fn arrows_are_at_contacts_and_nowhere_else() {
    if no_pictures() {
        return;
    }
    let arrows = Shot {
        contacts: true,
        ..BODIES
    };
    for name in ["stack4", "incline_slide", "pinch_and_lift", "all_shapes"] {
        let mut film = film(&format!("scenarios/{name}.toml"), 60);
        let frame = last(&film);
        let view = View::of(&film.extent_at(frame), SIZE);
        let mut picture = |shot| {
            let mut studio = Studio::new(&film, &view, shot).expect("pictures are possible");
            studio.picture(&mut film, frame).expect("drawn")
        };
        let (with, without) = (picture(arrows), picture(BODIES));
        let model = &film.scene.model;
        let moving = model.bodies.iter().filter(|body| body.is_moving());
        let mass: f64 = moving.map(|body| body.mass).sum();
        let weight = 9.81 * mass * model.time_step;
        let contacts = &film.frames()[frame].contacts;
        let loaded = contacts
            .iter()
            .filter(|c| c.normal_impulse() > 0.1 * weight);
        assert!(loaded.clone().count() > 0, "{name}: nothing touches");
        for contact in loaded {
            let at = place(&view, &contact.point.into());
            let changed = changes_at(&with, &without, at, 4.0);
            assert!(changed > 20, "{name}: no arrow at {at:?}, {changed} pixels");
        }
    }
    let mut before = film("scenarios/box_drop.toml", 0);
    let view = View::of(&before.extent(), SIZE);
    let mut flight = |shot| {
        let mut studio = Studio::new(&before, &view, shot).expect("pictures are possible");
        studio.picture(&mut before, 0).expect("drawn")
    };
    assert!(flight(arrows) == flight(BODIES), "arrows without contacts");
}

#[test]
fn axes_of_joints_are_at_joints_and_nowhere_else() {
    if no_pictures() {
        return;
    }
    let mut film = film("scenarios/door.toml", 0);
    let view = View::of(&film.extent_at(0), SIZE);
    let mut picture = |joints| {
        let shot = Shot { joints, ..BODIES };
        let mut studio = Studio::new(&film, &view, shot).expect("pictures are possible");
        studio.picture(&mut film, 0).expect("drawn")
    };
    let (with, without) = (picture(true), picture(false));
    let mut near = 0;
    for joint in &film.scene.model.joints {
        let child = &film.frames()[0].state().bodies[joint.child];
        let point = child.position + child.rotation * joint.frames[0].point;
        let at = place(&view, &point);
        let changed = changes_at(&with, &without, at, 2.0);
        assert!(changed >= 5, "{}: {changed} pixels at {at:?}", joint.name);
        near += changes_at(&with, &without, at, 20.0);
    }
    assert!(
        near >= changes_at(&with, &without, [0.0, 0.0], 1e3),
        "marks away from joints"
    );
}

#[test]
fn colours_light_and_up_are_right() {
    if no_pictures() {
        return;
    }
    let mut tower = film("scenarios/stack4.toml", 10);
    let frame = last(&tower);
    let view = View::of(&tower.extent_at(frame), SIZE);
    let shot = Shot {
        clear: false,
        ..BODIES
    };
    let mut studio = Studio::new(&tower, &view, shot).expect("pictures are possible");
    let picture = studio.picture(&mut tower, frame).expect("drawn");
    // cube 1 is blue, 2 is orange, 3 is green; a higher one is higher up in the picture
    let mut heights = Vec::new();
    for (cube, strongest) in [(1, 2), (2, 0), (3, 1)] {
        let middle = middles(&tower, cube)[0];
        let [x, y] = place(&view, &middle);
        let colour = picture.pixel(x as u32, y as u32);
        let found = (0..3).max_by_key(|&c| colour[c]);
        assert_eq!(found, Some(strongest), "cube {cube}: {colour:?}");
        heights.push(y);
    }
    assert!(heights[0] > heights[1] && heights[1] > heights[2]);
    // the light comes from above and from the left: so a ball is lit there
    let mut ball = film("scenarios/sphere_drop.toml", 0);
    let view = View::of(&ball.extent(), SIZE);
    let mut studio = Studio::new(&ball, &view, shot).expect("pictures are possible");
    let picture = studio.picture(&mut ball, 0).expect("drawn");
    let body = (0..ball.scene.model.bodies.len()).find(|&i| !middles(&ball, i).is_empty());
    let [x, y] = place(&view, &middles(&ball, body.expect("there is a ball"))[0]);
    let light = |dx: f64, dy: f64| {
        let pixel = picture.pixel((x + dx) as u32, (y + dy) as u32);
        pixel.iter().map(|&c| u32::from(c)).sum::<u32>()
    };
    let reach = f64::from(SIZE[1]) / 12.0;
    let (lit, middle, dark) = (light(-reach, -reach), light(0.0, 0.0), light(reach, reach));
    assert!(lit > middle && middle > dark, "{lit} {middle} {dark}");
}
