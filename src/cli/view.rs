//! `drystone view`, `run --view` and pictures of a run.

use super::args::{Pictures, Show, ViewArgs};
use super::progress::Progress;
use super::{Exit, Stop, check, output};
use drystone::Error;
use drystone::math::Vec3;
use drystone::recording::{Frame, Recorder};
use drystone::scene::{Overrides, Scene};
use drystone::viewer::{self, Film, GifFile, Shot, Studio, View};
use std::path::Path;

/// Size of the window that a view is made for, pixels.
const WINDOW: [u32; 2] = [1280, 800];
/// A GIF counts time in these, s; browsers slow down below two of them.
const TICK: f64 = 0.01;

/// Looks at a recording or a scene.
pub fn view(args: &ViewArgs) -> Result<Exit, Stop> {
    let name = args.what.display().to_string();
    let mut film = match name == "-" || name.ends_with(".toml") {
        true => Film::live(check::open(&name, &Overrides::default())?),
        false => Film::of_recording(&args.what)?,
    };
    if film.truncated {
        let frames = film.frames().len();
        output::note(&format!(
            "{name}: the last line is cut off: {frames} whole frames"
        ));
    }
    match args.pictures.wanted() {
        true => take(&args.pictures, &mut film)?,
        false => show(&mut film, &name, &args.pictures)?,
    }
    Ok(verdict(&film))
}

/// Opens a window on a run of `scene`.
pub fn watch(name: &str, scene: Scene, recorder: Option<Recorder>) -> Result<Exit, Stop> {
    let mut film = Film::live(scene);
    if let Some(recorder) = recorder {
        film = film.recorded_by(recorder);
    }
    let view = View::of(&film.extent(), WINDOW);
    open(&mut film, name, &view)?;
    Ok(verdict(&film))
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
        take(self.0, &mut Film::of_frames(scene, frames))
    }
}

fn verdict(film: &Film) -> Exit {
    match film.unsolved_steps() {
        0 => Exit::Done,
        _ => Exit::Unsolved,
    }
}

fn show(film: &mut Film, name: &str, pictures: &Pictures) -> Result<(), Stop> {
    let view = placed(View::of(&film.extent(), WINDOW), pictures)?;
    open(film, name, &view)
}

fn open(film: &mut Film, name: &str, view: &View) -> Result<(), Stop> {
    let last = viewer::watch(film, &format!("{name} - drystone"), view)?;
    let (frame, steps) = (&film.frames()[last], film.scene.settings.steps);
    let unsolved = match film.unsolved_steps() {
        0 => String::new(),
        n => format!(", {n} unsolved"),
    };
    let (step, time) = (frame.step, frame.time);
    output::note(&format!(
        "closed at step {step} of {steps}{unsolved}, {time:.4} s"
    ));
    Ok(())
}

fn placed(view: View, pictures: &Pictures) -> Result<View, Error> {
    view.with(
        pictures.eye.map(Vec3::from),
        pictures.target.map(Vec3::from),
    )
}

fn take(pictures: &Pictures, film: &mut Film) -> Result<(), Stop> {
    if let Some(path) = &pictures.screenshot {
        screenshot(pictures, film, path)?;
    }
    if pictures.gif.is_some() || pictures.frames.is_some() {
        animation(pictures, film)?;
    }
    Ok(())
}

fn shot(pictures: &Pictures) -> Shot {
    let shows = |what| pictures.show.contains(&what);
    Shot {
        size: pictures.size,
        contacts: shows(Show::Contacts),
        trails: shows(Show::Trails),
        panel: shows(Show::Panel),
        clear: shows(Show::Clear),
    }
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
    simulate(film, at + tolerance)?;
    let index = film.index_at(at + tolerance);
    let view = placed(View::of(&film.extent_at(index), pictures.size), pictures)?;
    let mut studio = Studio::new(film, &view, shot(pictures))?;
    studio.picture(film, index)?.save_png(path)?;
    let time = film.frames()[index].time;
    output::note(&format!("wrote {} ({time:.4} s)", path.display()));
    Ok(())
}

fn animation(pictures: &Pictures, film: &mut Film) -> Result<(), Stop> {
    let end = film.end();
    simulate(film, end)?;
    let [start, end] = film.span();
    let period = match &pictures.gif {
        Some(_) => (1.0 / pictures.fps / TICK).round().max(2.0) * TICK,
        None => 1.0 / pictures.fps,
    };
    let count = ((end - start) / (period * pictures.speed) + 1e-6) as usize + 1;
    let view = placed(View::of(&film.extent(), pictures.size), pictures)?;
    let mut studio = Studio::new(film, &view, shot(pictures))?;
    let gif = pictures
        .gif
        .as_ref()
        .map(|path| GifFile::create(path, period));
    let mut gif = gif.transpose()?;
    if let Some(folder) = &pictures.frames {
        output::make_folder(folder)?;
    }
    let mut progress = Progress::new(count, "pictures", true);
    for k in 0..count {
        let time = start + k as f64 * period * pictures.speed;
        let index = film.index_at(time + 1e-6 * film.scene.model.time_step);
        let picture = studio.picture(film, index)?;
        if let Some(gif) = &mut gif {
            gif.add(&picture)?;
        }
        if let Some(folder) = &pictures.frames {
            picture.save_png(&folder.join(format!("frame_{k:05}.png")))?;
        }
        progress.set(k + 1, || format!("t = {time:.2} s"));
    }
    progress.finish();
    for path in pictures.gif.iter().chain(&pictures.frames) {
        let about = format!("{count} pictures, {:.3} s each", period);
        output::note(&format!("wrote {} ({about})", path.display()));
    }
    Ok(())
}

/// Simulates up to `time` (s), if that is not done.
fn simulate(film: &mut Film, time: f64) -> Result<(), Stop> {
    while film.is_live() && film.span()[1] < time {
        film.grow()?;
    }
    Ok(())
}
