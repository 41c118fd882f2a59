//! Pictures without a display.

use super::darkroom::{self, Set};
use super::marks::Pen;
use super::overlay::Subject;
use super::sliders::Sliders;
use super::stage::Stage;
use super::{Film, Picture, View, guard, panel};
use drystone::error::{Error, Result};
use kiss3d::event::WindowEvent;
use kiss3d::pollster::block_on;
use kiss3d::post_processing::Tonemap;
use kiss3d::prelude::{
    Camera3d, CanvasSetup, Color, CoordinateSystem2d, FixedView2d, OrbitCamera3d, SceneNode2d,
    Window,
};
use std::sync::atomic::{AtomicU64, Ordering};

/// Colour behind everything.
const SKY: Color = Color::new(0.86, 0.90, 0.95, 1.0);
/// Light from all sides.
const AMBIENT: f32 = 0.42;
/// Maps of the shadows of the sun: kiss3d draws four, from near to far.
const SHADOWS: u32 = 4;
/// Things that are nearer than this beyond the middle of the picture have the finest shadows, radii of the picture. A map of more depth lets
/// shadows come off the bodies that throw them.
const FINEST: f32 = 1.5;
/// Smallest and largest side of a picture, pixels.
const SIDES: std::ops::RangeInclusive<u32> = 16..=8192;

/// The things that a picture shows besides the bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shot {
    /// Width and height, pixels.
    pub size: [u32; 2],
    /// Contact points and forces.
    pub contacts: bool,
    /// Axes and limits of joints.
    pub joints: bool,
    /// Paths of the centres of mass of moving bodies.
    pub trails: bool,
    /// Time, iterations, penetration, energy.
    pub panel: bool,
    /// Sliders of the motors.
    pub motors: bool,
    /// Collision shapes in the place of visuals.
    pub collisions: bool,
    /// Bodies that one sees through.
    pub clear: bool,
    /// Names of bodies.
    pub names: bool,
    /// The axes of the world in a corner.
    pub triad: bool,
    /// The meaning of the colours.
    pub legend: bool,
    /// Values of contact forces, and their scale.
    pub forces: bool,
    /// The efforts that motors of joints exert.
    pub efforts: bool,
    /// All contacts as a list, the most loaded first.
    pub list: bool,
}

impl Shot {
    /// Returns a picture of `size` (width and height, pixels) that has nothing but the bodies.
    pub const fn bodies(size: [u32; 2]) -> Self {
        Self {
            size,
            contacts: false,
            joints: false,
            trails: false,
            panel: false,
            motors: false,
            collisions: false,
            clear: false,
            names: false,
            triad: false,
            legend: false,
            forces: false,
            efforts: false,
            list: false,
        }
    }
}

/// A place for pictures: one scene, one view, off-screen. May be used from any thread.
#[derive(Debug)]
pub struct Studio {
    number: u64,
    shot: Shot,
    view: View,
    /// Whether a picture showed bodies where they must be.
    judged: bool,
    /// Side of a tile of the floor, m.
    tile: f64,
}

impl Studio {
    /// For pictures of `film` seen from `view`.
    ///
    /// # Errors
    /// A size out of range; no graphics driver.
    pub fn new(film: &Film, view: &View, shot: Shot) -> Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let [width, height] = shot.size;
        if let Some(side) = shot.size.into_iter().find(|side| !SIDES.contains(side)) {
            let why = format!("a side of {side} pixels; {SIDES:?} are possible");
            return Err(Error::usage(why, "e.g. --size 960x600"));
        }
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let (model, view) = (film.scene.model.clone(), *view);
        let (start, visuals) = (film.frames()[0].state(), film.visuals.clone());
        let made = darkroom::there(move |sets| {
            let open = Window::new_headless_with_setup(width, height, CanvasSetup::default());
            let mut window = guard::open("an off-screen picture", open)?;
            light(&mut window);
            let mut stage = Stage::new(&model, &start, &view.extent, &visuals);
            stage.show_collisions(shot.collisions);
            stage.colour(&model, None, shot.clear);
            let mut camera = view.camera(&stage.lens);
            let size = WindowEvent::FramebufferSize(width, height);
            camera.handle_event(window.canvas(), &size);
            let tile = stage.tile;
            let set = Set {
                camera,
                stage,
                window,
            };
            sets.insert(number, set);
            Ok(tile)
        });
        Ok(Self {
            number,
            shot,
            view,
            judged: false,
            tile: made??,
        })
    }

    /// Whether pictures can be taken here at all.
    ///
    /// # Errors
    /// No graphics driver.
    pub fn check() -> Result<()> {
        darkroom::open()
    }

    /// Shows body `index`, or not.
    ///
    /// # Errors
    /// A driver that fails.
    pub fn set_visible(&mut self, index: usize, visible: bool) -> Result<()> {
        self.there(move |set| set.stage.set_visible(index, visible))
    }

    /// Moves the eye for the pictures to come.
    ///
    /// # Errors
    /// A driver that fails.
    pub fn look_from(&mut self, view: &View) -> Result<()> {
        if *view == self.view {
            return Ok(());
        }
        self.view = *view;
        let (view, [width, height]) = (*view, self.shot.size);
        self.there(move |set| {
            set.camera = view.camera(&set.stage.lens);
            let size = WindowEvent::FramebufferSize(width, height);
            set.camera.handle_event(set.window.canvas(), &size);
        })
    }

    /// The picture of frame `index`. The first one is compared with one without bodies.
    ///
    /// # Errors
    /// A driver that fails, or that draws no bodies where there are some.
    pub fn picture(&mut self, film: &mut Film, index: usize) -> Result<Picture> {
        let shot = self.shot;
        let lines = shot.panel.then(|| panel::figures(film, index, self.tile));
        let list = shot.list.then(|| panel::contacts(film, index));
        let frame = film.frames()[index].clone();
        let model = film.scene.model.clone();
        let sliders = shot.motors.then(|| Sliders::new(&model));
        let commands = film.commands(index);
        let paths = match shot.trails {
            true => film.trails(index),
            false => Vec::new(),
        };
        let judge = !self.judged && self.view.shows_bodies(&model, &frame, shot.size);
        let taken = self.there(move |set| {
            set.stage.show(&frame);
            if judge && set.stage.shows_any() && !draws_bodies(set) {
                return None;
            }
            let mut pen = Pen {
                window: &mut set.window,
                camera: &set.camera,
                lens: set.stage.lens,
            };
            pen.overlay(
                &shot,
                &Subject {
                    model: &model,
                    frame: &frame,
                    looks: &set.stage.looks,
                    paths: &paths,
                },
            );
            let mut top = 10.0;
            for lines in lines.iter().chain(&list) {
                top = panel::write(&mut set.window, [10.0, top], lines) + 10.0;
            }
            if let Some(sliders) = sliders.filter(|sliders| !sliders.is_empty()) {
                sliders.draw(&mut set.window, &commands, (&*model, &frame));
            }
            block_on(draw(&mut set.window, &mut set.stage, &mut set.camera));
            Some(Picture::new(set.window.snap_image()))
        });
        let picture = taken?.ok_or_else(|| {
            let why = "the graphics driver draws no bodies: a picture is the same without them";
            Error::usage(why, guard::DRIVER)
        })?;
        self.judged |= judge;
        Ok(picture)
    }

    fn there<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut Set) -> T + Send + 'static,
    ) -> Result<T> {
        let number = self.number;
        darkroom::there(move |sets| job(sets.get_mut(&number).expect("made with the studio")))
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        let number = self.number;
        // without a darkroom there is nothing to clear away
        let _ = darkroom::there(move |sets| drop(sets.remove(&number)));
    }
}

/// Light, sky and colours of a window.
pub fn light(window: &mut Window) {
    window.set_background_color(SKY);
    window.set_ambient(AMBIENT);
    window.set_tonemap(Tonemap::None);
    window.set_shadow_atlas_layers(SHADOWS);
}

/// Draws the bodies alone, and nothing, and returns whether that makes a difference.
fn draws_bodies(set: &mut Set) -> bool {
    let [with, without] = [false, true].map(|empty| {
        set.stage.set_empty(empty);
        block_on(draw(&mut set.window, &mut set.stage, &mut set.camera));
        set.window.snap_image()
    });
    set.stage.set_empty(false);
    with != without
}

/// Renders a frame; false when the window was closed.
pub async fn draw(window: &mut Window, stage: &mut Stage, camera: &mut OrbitCamera3d) -> bool {
    window.set_first_cascade_far_bound(camera.dist() + FINEST);
    stage.draw_edges(window);
    let mut overlay = SceneNode2d::empty();
    let mut flat = FixedView2d::new(CoordinateSystem2d::TopLeftDown, false);
    let scene = Some(&mut stage.scene);
    let (camera, flat): (&mut dyn Camera3d, _) = (camera, Some(&mut flat as &mut _));
    window
        .render(scene, Some(&mut overlay), Some(camera), flat, None, None)
        .await
}
