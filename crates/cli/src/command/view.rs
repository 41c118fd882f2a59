//! `drystone view`, `run --view` and pictures of a run.

use super::args::pictures::{CameraMove, Pictures, Show, ViewArgs};
use super::progress::Progress;
use super::{Exit, Stop, check, clash, output};
use crate::export::Draft;
use crate::viewer::{self, CameraPath, Film, Gif, Opening, Shot, Studio, View};
use drystone::Error;
use drystone::math::Vec3;
use drystone::recording::Frame;
use drystone::scene::{Overrides, Scene};
use std::io;
use std::path::Path;
use std::time::Duration;

/// Sizes of a picture and of a window, pixels, unless they are given.
const PICTURE: [u32; 2] = [960, 600];
const WINDOW: [u32; 2] = [1280, 800];
/// A GIF counts time in these, s, up to 65,535 of them; browsers slow down below two of them.
const TICK: f64 = 0.01;
const TICKS: std::ops::RangeInclusive<f64> = 2.0..=65_535.0;
/// Pictures of an animation, at most.
const MOST: f64 = 1e5;
/// What of a scene is simulated before the window opens, to know where things go.
const AHEAD: Duration = Duration::from_millis(300);

/// Looks at a recording or a scene.
pub fn view(args: &ViewArgs) -> Result<Exit, Stop> {
    let pictures = &args.pictures;
    pictures.check(!pictures.wanted())?;
    let written = [&args.record, &pictures.screenshot, &pictures.gif].map(Option::as_ref);
    clash::refuse((&args.what, "what is viewed"), &written)?;
    let name = args.what.display().to_string();
    let scene = name == "-"
        || [".toml", ".urdf", ".xml"]
            .iter()
            .any(|ending| name.ends_with(ending));
    let overrides = Overrides {
        contact_model: args.contact_model,
        ..args.robots.overrides()
    };
    let mut film = match scene {
        true => live(check::open(&name, &overrides)?, args.record.as_deref())?,
        false => Film::of_recording(&args.what)?,
    };
    if !scene && args.contact_model.is_some() {
        let why = "--contact-model of a recording: nothing is simulated";
        return Err(Error::usage(why, "view the scene, or leave it out").into());
    }
    if !scene && args.record.is_some() {
        let why = "--record of a recording: nothing is simulated";
        return Err(Error::usage(why, "view the scene, or leave it out").into());
    }
    output::note_missing(&name, film.missing.as_deref(), film.frames().len());
    if !film.sealed {
        output::note_unsealed(&name);
    }
    note_visuals(&film);
    match pictures.wanted() {
        true => take(pictures, &mut film)?,
        false => show(&mut film, &name, pictures)?,
    }
    match scene {
        true => Ok(verdict(&film)),
        // whoever recorded it was told
        false => Ok(Exit::Done),
    }
}

/// Opens a window on a run of `scene`, which may be recorded.
pub fn watch(
    name: &str,
    scene: Scene,
    record: Option<&Path>,
    pictures: &Pictures,
) -> Result<Exit, Stop> {
    let mut film = live(scene, record)?;
    note_visuals(&film);
    show(&mut film, name, pictures)?;
    Ok(verdict(&film))
}

fn live(scene: Scene, record: Option<&Path>) -> Result<Film, Error> {
    let film = Film::live(scene);
    match record {
        Some(path) => film.recorded_at(path),
        None => Ok(film),
    }
}

/// Pictures that are wanted of a run that has yet to happen.
pub struct Wanted<'a>(&'a Pictures);

/// Checks what can be checked before the run.
pub fn prepare(pictures: &Pictures) -> Result<Option<Wanted<'_>>, Stop> {
    if !pictures.wanted() {
        return Ok(None);
    }
    Studio::check()?;
    Ok(Some(Wanted(pictures)))
}

impl Wanted<'_> {
    /// Takes them of the `frames` of the run of `scene`.
    pub fn take(self, scene: Scene, frames: Vec<Frame>) -> Result<(), Stop> {
        let mut film = Film::of_frames(scene, frames);
        note_visuals(&film);
        take(self.0, &mut film)
    }
}

/// Says which files of what is drawn cannot be read.
fn note_visuals(film: &Film) {
    for note in &film.visuals.notes {
        output::note(&format!("note: {note}"));
    }
}

fn verdict(film: &Film) -> Exit {
    match film.unsolved_steps() {
        0 => Exit::Done,
        _ => Exit::Unsolved,
    }
}

fn show(film: &mut Film, name: &str, pictures: &Pictures) -> Result<(), Stop> {
    film.simulate(film.end(), AHEAD)?;
    let shot = shot(
        pictures,
        WINDOW,
        &[Show::Contacts, Show::Joints, Show::Panel, Show::Motors],
    );
    let path = camera_path(film, pictures)?;
    let opening = Opening {
        view: placed(film, None, shot.size, pictures)?,
        path,
        shot,
        speed: pictures.speed.unwrap_or(1.0),
    };
    let title = format!("{name} - drystone");
    let last = viewer::watch(film, &title, &opening)?;
    let (frame, steps) = (&film.frames()[last], film.scene.settings.steps);
    let unsolved = match film.unsolved_steps() {
        0 => String::new(),
        n => format!(", {n} not solved"),
    };
    let by_hand = film.by_hand().into_iter();
    let by_hand: String = by_hand.map(|what| format!(", {what}")).collect();
    let (step, time) = (frame.step, frame.time);
    output::note(&format!(
        "closed at step {step} of {steps}{unsolved}{by_hand}, {time:.4} s"
    ));
    Ok(())
}

/// Returns the view of all frames, or of one; of one, too, where a body is followed: the others may go far.
fn placed(
    film: &Film,
    index: Option<usize>,
    size: [u32; 2],
    pictures: &Pictures,
) -> Result<View, Error> {
    let whole = film.extent();
    let seen = match (index, &pictures.follow) {
        (Some(index), _) => film.extent_at(index),
        (None, Some(_)) => film.extent_at(0),
        (None, None) => whole,
    };
    let extent = if index.is_some() { seen } else { whole };
    let view = View {
        extent,
        ..View::of(&seen, size)
    };
    view.with(
        pictures.eye.map(Vec3::from),
        pictures.target.map(Vec3::from),
    )
}

/// Returns how the eye moves.
fn camera_path(film: &Film, pictures: &Pictures) -> Result<CameraPath, Error> {
    let index = |name: &String| {
        film.scene.model.body_index(name).ok_or_else(|| {
            let bodies = film.scene.model.bodies.iter();
            let names: Vec<&str> = bodies.map(|body| body.name.as_str()).collect();
            let why = format!("--follow {name}: there is no such body");
            Error::usage(why, format!("name one of {}", names.join(", ")))
        })
    };
    Ok(CameraPath {
        follow: pictures.follow.as_ref().map(index).transpose()?,
        orbit: pictures.camera == CameraMove::Orbit,
    })
}

/// Returns the picture to draw, of `size` and with `shows` unless something else is wanted.
fn shot(pictures: &Pictures, size: [u32; 2], shows: &[Show]) -> Shot {
    let wanted = match pictures.show[..] {
        [] => shows,
        _ => &pictures.show,
    };
    let shows = |what| wanted.contains(&what);
    Shot {
        size: pictures.size.unwrap_or(size),
        contacts: shows(Show::Contacts),
        joints: shows(Show::Joints),
        trails: shows(Show::Trails),
        panel: shows(Show::Panel),
        motors: shows(Show::Motors),
        collisions: shows(Show::Collisions),
        clear: shows(Show::Clear),
        names: shows(Show::Names),
        triad: shows(Show::Triad),
        legend: shows(Show::Legend),
        forces: shows(Show::Forces),
        efforts: shows(Show::Efforts),
        list: shows(Show::List),
    }
}

fn take(pictures: &Pictures, film: &mut Film) -> Result<(), Stop> {
    if let Some(path) = &pictures.screenshot {
        screenshot(pictures, film, path)?;
    }
    if pictures.animated() {
        animation(pictures, film)?;
    }
    Ok(())
}

fn screenshot(pictures: &Pictures, film: &mut Film, path: &Path) -> Result<(), Stop> {
    let end = film.end();
    let at = pictures.at.unwrap_or(end);
    let [start, _] = film.span();
    let tolerance = 1e-6 * film.scene.model.time_step;
    if !(start - tolerance..=end + tolerance).contains(&at) {
        let why = format!("--at {at} s is not in the run, which goes from {start} s to {end} s");
        return Err(Error::usage(why, "name a time in it").into());
    }
    film.simulate(at + tolerance, Duration::MAX)?;
    let index = film.index_at(at + tolerance);
    let shot = shot(pictures, PICTURE, &[Show::Contacts, Show::Joints]);
    let base = placed(film, Some(index), shot.size, pictures)?;
    let view = camera_path(film, pictures)?.view(&base, film, index);
    let mut studio = Studio::new(film, &view, shot)?;
    save(&studio.picture(film, index)?, path)?;
    let time = film.frames()[index].time;
    output::note(&format!("wrote {} ({time:.4} s)", path.display()));
    Ok(())
}

fn save(picture: &viewer::Picture, path: &Path) -> Result<(), Error> {
    let mut draft = Draft::create(path)?;
    let written = picture.write_png(&mut draft);
    written.map_err(|e| draft.failed(&e))?;
    draft.finish().map(drop)
}

fn animation(pictures: &Pictures, film: &mut Film) -> Result<(), Stop> {
    film.simulate(film.end(), Duration::MAX)?;
    let [start, end] = film.span();
    let mut period = 1.0 / pictures.fps.unwrap_or(25.0);
    if pictures.gif.is_some() {
        period = (period / TICK).round().clamp(*TICKS.start(), *TICKS.end()) * TICK;
    }
    let step = period * pictures.speed.unwrap_or(1.0);
    let count = ((end - start) / step + 1e-6).floor() + 1.0;
    if count > MOST {
        let why = format!("that would be {count:.0} pictures, at most {MOST:.0} are made");
        return Err(Error::usage(why, "give a larger --speed or a smaller --fps").into());
    }
    let count = count as usize;
    let shot = shot(pictures, PICTURE, &[Show::Contacts, Show::Joints]);
    let base = placed(film, None, shot.size, pictures)?;
    let path = camera_path(film, pictures)?;
    let mut studio = Studio::new(film, &path.view(&base, film, 0), shot)?;
    let mut draft = pictures.gif.as_deref().map(Draft::create).transpose()?;
    let broken = |path: &Path, e: io::Error| {
        let field = path.display().to_string();
        Error::file(field, format!("cannot write: {e}"), "make room on the disk")
    };
    let file = pictures.gif.as_deref().unwrap_or(Path::new("gif"));
    let gif = draft.as_mut().map(|draft| Gif::new(draft, period));
    let mut gif = gif.transpose().map_err(|e| broken(file, e))?;
    if let Some(folder) = &pictures.frames {
        begin_folder(folder)?;
    }
    let mut progress = Progress::new(count, "pictures", true);
    for k in 0..count {
        let time = start + k as f64 * step;
        let index = film.index_at(time + 1e-6 * film.scene.model.time_step);
        studio.look_from(&path.view(&base, film, index))?;
        let picture = studio.picture(film, index)?;
        if let Some(gif) = &mut gif {
            gif.add(&picture).map_err(|e| broken(file, e))?;
        }
        if let Some(folder) = &pictures.frames {
            save(&picture, &folder.join(frame_name(k)))?;
        }
        progress.set(k + 1, || format!("t = {time:.2} s"));
    }
    progress.finish();
    drop(gif);
    if let Some(draft) = draft {
        draft.finish()?;
    }
    for path in pictures.gif.iter().chain(&pictures.frames) {
        let about = format!("{count} pictures, {period:.3} s each");
        output::note(&format!("wrote {} ({about})", path.display()));
    }
    if let Some(folder) = &pictures.frames {
        output::note(&format!("video: {}", video(folder, period, shot.size)));
    }
    Ok(())
}

/// The command that makes a video of the pictures in a folder; H.264 wants even sides.
fn video(folder: &Path, period: f64, size: [u32; 2]) -> String {
    let pad = match size.iter().any(|side| side % 2 == 1) {
        true => "-vf pad=ceil(iw/2)*2:ceil(ih/2)*2 ",
        false => "",
    };
    let rate = (1e3 / period).round() / 1e3;
    let folder = folder.display();
    format!(
        "ffmpeg -framerate {rate} -i {folder}/frame_%05d.png {pad}-pix_fmt yuv420p {folder}/video.mp4"
    )
}

fn frame_name(k: usize) -> String {
    format!("frame_{k:05}.png")
}

/// A folder for pictures, without those of an earlier animation.
fn begin_folder(folder: &Path) -> Result<(), Error> {
    output::make_folder(folder)?;
    if folder.join(frame_name(0)).exists() {
        let why = format!("{} has pictures already", folder.display());
        return Err(Error::usage(why, "name another folder, or empty this one"));
    }
    Ok(())
}
