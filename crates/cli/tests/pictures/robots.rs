//! Visuals in the place of shapes, and motors that are moved by hand.

use super::{BODIES, SIZE, changes_at, film, last, no_pictures, place};
use drystone::math::Vec3;
use drystone::world::MotorCommand;
use drystone_cli::viewer::{Film, Shot, Studio, View};

const ARM: &str = "scenarios/robot_arm.toml";

/// Opaque visuals.
const VISUALS: Shot = Shot {
    collisions: false,
    clear: false,
    ..BODIES
};

#[test]
fn visuals_are_drawn_in_their_colours_and_shapes_when_they_are_wanted() {
    if no_pictures() {
        return;
    }
    let mut film = film(ARM, 0);
    let view = View::of(&film.extent_at(0), SIZE);
    let mut picture = |shot| {
        let mut studio = Studio::new(&film, &view, shot).expect("pictures are possible");
        studio.picture(&mut film, 0).expect("drawn")
    };
    let (visuals, shapes) = (picture(VISUALS), picture(BODIES));
    // the top of the cylinder across the elbow is orange, in the middle and in front
    let elbow = film.scene.model.body_index("forearm").expect("a forearm");
    let at = film.frames()[0].state().bodies[elbow];
    let body = &film.scene.model.bodies[elbow];
    let middle = body.shape_from_centre(&at.position, &at.rotation);
    let [x, y] = place(&view, &(middle + Vec3::new(0.0, -0.02, 0.055)));
    let near = (-2..=2).flat_map(|dx| (-2..=2).map(move |dy| (dx, dy)));
    let orange = near.filter(|(dx, dy)| {
        let [r, g, b] = visuals.pixel((x as i32 + dx) as u32, (y as i32 + dy) as u32);
        r > 120 && i32::from(r) > 3 * i32::from(b) / 2 && g < r
    });
    assert!(orange.count() >= 3, "no orange at {x}, {y}");
    assert!(changes_at(&visuals, &shapes, [0.0, 0.0], 1e3) > 500);
}

#[test]
fn sliders_are_at_the_right() {
    if no_pictures() {
        return;
    }
    let mut film = film(ARM, 0);
    let size = [960, 600];
    let view = View::of(&film.extent_at(0), size);
    let mut picture = |motors| {
        let shot = Shot {
            size,
            motors,
            ..VISUALS
        };
        let mut studio = Studio::new(&film, &view, shot).expect("pictures are possible");
        studio.picture(&mut film, 0).expect("drawn")
    };
    let (with, without) = (picture(true), picture(false));
    let pixels = (0..size[1]).flat_map(|y| (0..size[0]).map(move |x| (x, y)));
    let changed: Vec<_> = pixels
        .filter(|&(x, y)| with.pixel(x, y) != without.pixel(x, y))
        .collect();
    // a title and seven motors
    assert!(changed.iter().all(|(x, y)| *x >= 575 && *y <= 210));
    assert!(changed.len() > 40_000, "{}", changed.len());
}

/// The angle of the first motor at the last frame, rad.
fn yaw(film: &Film) -> f64 {
    film.frames()[last(film)]
        .state()
        .joint_positions(&film.scene.model)[0]
}

#[test]
fn a_command_by_hand_acts_on_the_steps_after_it_and_beyond_the_end() {
    let mut film = film(ARM, 200);
    assert!(!film.is_live() && film.can_steer() && film.by_hand().is_empty());
    let before = film.frames()[50].clone();
    assert!(yaw(&film).abs() < 1e-3);
    let command = MotorCommand {
        position: 0.5,
        ..MotorCommand::default()
    };
    film.steer(50, 0, command).expect("no file");
    assert!(film.is_live() && film.by_hand() == ["motors moved by hand"]);
    assert_eq!(film.frames().len(), 51);
    assert_eq!(film.frames()[50], before);
    assert_eq!(film.commands(50)[0], command);
    for _ in 0..250 {
        film.grow().expect("valid");
    }
    assert_eq!(film.frames().len(), 301);
    assert!((yaw(&film) - 0.5).abs() < 0.02, "{}", yaw(&film));
    assert_eq!(film.unsolved_steps(), 0);
}
