//! Figures and help as text over the picture.

use super::Film;
use super::help::{KEYS, MORE};
use super::labels::value;
use super::player::Player;
use drystone::recording::FrameContact;
use drystone::world::Model;
use kiss3d::prelude::{Color, Font, Vec2, Window};

/// Height of a line and of its letters, pixels.
pub(super) const LINE: f32 = 21.0;
pub(super) const LETTERS: f32 = 21.0;
pub(super) const MARGIN: f32 = 12.0;
/// Where values begin, from the margin.
const COLUMN: f32 = 118.0;
pub(super) const INK: Color = Color::new(0.08, 0.08, 0.08, 1.0);
pub(super) const PAPER: Color = Color::new(1.0, 1.0, 1.0, 0.78);
/// Height of the timeline, and where clicks meet it, pixels.
pub const TIMELINE: f32 = 26.0;
/// Contacts of a selected body that are listed.
const LISTED: usize = 8;
/// Contacts of a frame that are listed.
const ROWS: usize = 12;

/// Names and values.
pub type Lines = Vec<(String, String)>;

/// The figures of frame `index`; `tile` is the side of a tile of the floor, m.
pub fn figures(film: &mut Film, index: usize, tile: f64) -> Lines {
    let figures = film.figures(index);
    let frame = &film.frames()[index];
    let mut lines = Lines::new();
    let mut line = |name: &str, value: String| lines.push((name.to_string(), value));
    line("time", format!("{:.4} s", frame.time));
    line(
        "step",
        format!("{} of {}", frame.step, film.scene.settings.steps),
    );
    match &frame.status {
        None => line("iterations", "-".into()),
        Some(status) => {
            line("iterations", status.iterations.to_string());
            line("rung", status.rung.clone());
            if !status.solved {
                let how = if status.advanced {
                    "accepted at a larger rho"
                } else {
                    "not advanced"
                };
                line("", format!("NOT SOLVED, {how}"));
            }
        }
    }
    line("penetration", metres(figures.penetration));
    if let Some(worst) = film.worst_penetration() {
        line("worst so far", metres(worst));
    }
    let energy = figures.energy;
    line(
        "energy",
        format!(
            "{} J ({} kinetic)",
            digits(energy.total()),
            digits(energy.kinetic)
        ),
    );
    line("tile", format!("{tile} m"));
    lines
}

/// A number of four or five digits, whatever its size.
fn digits(x: f64) -> String {
    match x.abs() {
        0.0 => "0".into(),
        small if small < 1e-9 => "0.0000".into(),
        fits if (1e-3..1e4).contains(&fits) => format!("{x:.4}"),
        _ => format!("{x:.3e}"),
    }
}

fn metres(depth: f64) -> String {
    match depth {
        0.0 => "none".into(),
        _ => format!("{depth:.2e} m"),
    }
}

/// How `player` plays, for the end of the panel.
pub fn playback(film: &Film, player: &Player) -> Lines {
    let speed = format!("{} x real time", player.speed());
    let speed = if player.looping {
        speed + ", loop"
    } else {
        speed
    };
    let mut lines = vec![("speed".to_string(), speed)];
    if film.can_steer() {
        lines.push(("rho".into(), format!("{:e}", film.rho_to_come())));
        let time_step = film.scene.model.time_step;
        lines.push(("time step".into(), format!("{time_step} s")));
    }
    let by_hand = film.by_hand().into_iter();
    lines.extend(by_hand.map(|what| (String::new(), what.to_string())));
    if player.paused {
        lines.push((String::new(), "paused (space)".into()));
    } else if !film.is_live() && !player.looping && player.index(film) + 1 == film.frames().len() {
        lines.push((String::new(), "end (r: restart)".into()));
    }
    lines.push((String::new(), "h: help".into()));
    lines
}

/// State and contacts of body `body` in frame `index`.
pub fn body(film: &Film, index: usize, body: usize) -> Lines {
    let model = &film.scene.model;
    let frame = &film.frames()[index];
    let state = frame.state();
    let at = &state.bodies[body];
    let own = &model.bodies[body];
    let triple = |v: [f64; 3]| v.map(digits).join("  ");
    let shape = own.shape_from_centre(&at.position, &at.rotation);
    let mut lines = vec![
        ("body".to_string(), own.name.clone()),
        ("position".into(), format!("{} m", triple(shape.into()))),
        (
            "velocity".into(),
            format!("{} m/s", triple(at.velocity.into())),
        ),
        (
            "turning".into(),
            format!("{} rad/s", triple(at.angular_velocity_world().into())),
        ),
    ];
    if own.mass > 0.0 {
        lines.push(("mass".into(), format!("{} kg", digits(own.mass))));
    }
    let touches = |c: &&FrameContact| c.first[0] == body || c.second[0] == body;
    let contacts: Vec<_> = frame.contacts.iter().filter(touches).collect();
    for contact in contacts.iter().take(LISTED) {
        let other = match contact.first[0] == body {
            true => contact.second,
            false => contact.first,
        };
        let name = model.bodies[other[0]].name.clone();
        lines.push((name, describe(model, contact)));
    }
    if contacts.len() > LISTED {
        let more = format!("and {} more contacts", contacts.len() - LISTED);
        lines.push((String::new(), more));
    }
    lines
}

/// Gap, forces and patch of a contact in words.
fn describe(model: &Model, contact: &FrameContact) -> String {
    let [normal, friction] = forces(model, contact);
    let how = if contact.sticking { "sticks" } else { "slips" };
    format!(
        "gap {:.1e} m, {} N, friction {} N, patch {} m, {how}",
        contact.gap,
        digits(normal),
        digits(friction),
        digits(contact.patch_radius)
    )
}

/// Normal force and friction of a contact, N.
fn forces(model: &Model, contact: &FrameContact) -> [f64; 2] {
    let normal = contact.normal_impulse();
    let all: f64 = contact.impulse.iter().map(|x| x * x).sum();
    let friction = (all - normal * normal).max(0.0).sqrt();
    [normal, friction].map(|impulse| impulse / model.time_step)
}

/// The contacts of frame `index`, the most loaded first.
pub fn contacts(film: &Film, index: usize) -> Lines {
    let model = &film.scene.model;
    let mut contacts: Vec<_> = film.frames()[index].contacts.iter().collect();
    contacts.sort_by(|a, b| b.normal_impulse().total_cmp(&a.normal_impulse()));
    let mut lines = vec![("contacts".to_string(), contacts.len().to_string())];
    for (k, contact) in contacts.iter().take(ROWS).enumerate() {
        let [first, second] = contact.parts().map(|id| &model.bodies[id.body].name);
        let [normal, friction] = forces(model, contact).map(|force| value(force, "N"));
        let how = if contact.sticking { "sticks" } else { "slips" };
        let gap = contact.gap;
        let words =
            format!("{first} - {second}: {normal}, friction {friction}, {how}, gap {gap:.1e} m");
        lines.push(((k + 1).to_string(), words));
    }
    if contacts.len() > ROWS {
        lines.push((String::new(), format!("and {} more", contacts.len() - ROWS)));
    }
    lines
}

/// Returns the lines that explain the keys, in two columns.
pub fn help() -> [Lines; 2] {
    let keys = KEYS.iter().filter(|(_, name, ..)| !name.is_empty());
    let keys = keys.map(|&(_, name, _, what)| (name.to_string(), what.to_string()));
    let more = MORE
        .iter()
        .map(|&(name, what)| (name.to_string(), what.to_string()));
    let mut first: Lines = keys.chain(more).collect();
    let second = first.split_off(first.len().div_ceil(2));
    [first, second]
}

/// Returns the width of the paper of `lines`, pixels.
pub fn width(lines: &Lines) -> f32 {
    let longest = lines.iter().map(|(_, value)| value.chars().count());
    COLUMN + longest.max().unwrap_or(0) as f32 * LETTERS * 0.45 + 2.0 * MARGIN
}

/// Writes `lines` on paper whose corner is at (`left`, `top`), pixels; where the paper ends.
pub fn write(window: &mut Window, [left, top]: [f32; 2], lines: &Lines) -> f32 {
    let font = Font::default();
    let width = width(lines);
    let height = lines.len() as f32 * LINE + MARGIN;
    rectangle(window, [left, top], [width, height], PAPER);
    for (k, (name, value)) in lines.iter().enumerate() {
        let y = top + 0.5 * MARGIN + k as f32 * LINE;
        let x = left + MARGIN;
        window.draw_text(name, Vec2::new(x, y), LETTERS, &font, INK);
        window.draw_text(value, Vec2::new(x + COLUMN, y), LETTERS, &font, INK);
    }
    top + height
}

/// The timeline at the bottom: what is simulated, what is shown.
pub fn timeline(window: &mut Window, film: &Film, index: usize) {
    let (width, top) = (window.width() as f32, window.height() as f32 - TIMELINE);
    let [start, there] = film.span();
    let whole = (film.end() - start).max(f64::MIN_POSITIVE);
    let place = |time: f64| ((time - start) / whole) as f32 * width;
    let dark = |shade: f32| Color::new(shade, shade, shade, 0.85);
    rectangle(window, [0.0, top], [width, TIMELINE], dark(0.35));
    rectangle(window, [0.0, top], [place(there), TIMELINE], dark(0.6));
    let here = place(film.frames()[index].time);
    let at = [(here - 3.0).max(0.0), top];
    rectangle(window, at, [6.0, TIMELINE], Color::new(1.0, 0.75, 0.1, 1.0));
}

/// Draws a rectangle with a corner at (`x`, `y`), pixels.
pub(super) fn rectangle(
    window: &mut Window,
    [x, y]: [f32; 2],
    [width, height]: [f32; 2],
    colour: Color,
) {
    let middle = y + 0.5 * height;
    let ends = [Vec2::new(x, middle), Vec2::new(x + width, middle)];
    window.draw_line_2d(ends[0], ends[1], colour, height);
}
