//! Pictures without a display.

use super::lens::Lens;
use super::marks::Pen;
use super::stage::Stage;
use super::{Film, Picture, View, guard, panel};
use crate::error::{Error, Result};
use kiss3d::event::WindowEvent;
use kiss3d::pollster::block_on;
use kiss3d::post_processing::Tonemap;
use kiss3d::prelude::{
    Camera3d, CanvasSetup, Color, CoordinateSystem2d, FixedView2d, NumSamples, OrbitCamera3d,
    SceneNode2d, Window,
};

/// Colour behind everything.
const SKY: Color = Color::new(0.86, 0.90, 0.95, 1.0);
/// Light from all sides.
const AMBIENT: f32 = 0.42;
/// Smallest and largest side of a picture, pixels.
const SIDES: std::ops::RangeInclusive<u32> = 16..=8192;

/// What is in a picture besides the bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shot {
    /// Width and height, pixels.
    pub size: [u32; 2],
    /// Contact points and forces.
    pub contacts: bool,
    /// Paths of the centres of mass of moving bodies.
    pub trails: bool,
    /// Time, iterations, penetration, energy.
    pub panel: bool,
    /// Bodies that one sees through.
    pub clear: bool,
}

/// A place for pictures: one scene, one view, off-screen.
pub struct Studio {
    window: Window,
    camera: OrbitCamera3d,
    stage: Stage,
    shot: Shot,
}

impl Studio {
    /// For pictures of `film` seen from `view`.
    ///
    /// # Errors
    /// A size out of range; no graphics driver.
    pub fn new(film: &Film, view: &View, shot: Shot) -> Result<Self> {
        let [width, height] = shot.size;
        if let Some(side) = shot.size.into_iter().find(|side| !SIDES.contains(side)) {
            let why = format!("a side of {side} pixels; {SIDES:?} are possible");
            return Err(Error::usage(why, "e.g. --size 1280x720"));
        }
        let setup = CanvasSetup {
            samples: NumSamples::Four,
            ..CanvasSetup::default()
        };
        let open = || block_on(Window::new_headless_with_setup(width, height, setup));
        let mut window = guard::open("an off-screen picture", open)?;
        light(&mut window);
        let mut stage = Stage::new(film, &view.extent);
        stage.colour(film, None, shot.clear);
        let mut camera = view.camera(&stage.lens);
        camera.handle_event(
            window.canvas(),
            &WindowEvent::FramebufferSize(width, height),
        );
        Ok(Self {
            window,
            camera,
            stage,
            shot,
        })
    }

    /// Shows body `index`, or not.
    pub fn set_visible(&mut self, index: usize, visible: bool) {
        self.stage.set_visible(index, visible);
    }

    /// Whether pictures can be taken here at all.
    ///
    /// # Errors
    /// No graphics driver.
    pub fn check() -> Result<()> {
        let setup = CanvasSetup::default();
        let open = || block_on(Window::new_headless_with_setup(16, 16, setup));
        guard::open("an off-screen picture", open).map(drop)
    }

    /// The picture of frame `index`.
    pub fn picture(&mut self, film: &mut Film, index: usize) -> Picture {
        self.stage.show(&film.frames()[index]);
        let lens: Lens = self.stage.lens;
        let mut pen = Pen {
            window: &mut self.window,
            camera: &self.camera,
            lens,
        };
        if self.shot.trails {
            trails(&mut pen, film, index, &self.stage);
        }
        if self.shot.contacts {
            pen.contacts(film, &film.frames()[index]);
        }
        if self.shot.panel {
            let lines = panel::figures(film, index, self.stage.tile);
            panel::write(&mut self.window, [10.0, 10.0], &lines);
        }
        block_on(draw(&mut self.window, &mut self.stage, &mut self.camera));
        Picture::new(self.window.snap_image())
    }
}

/// Light, sky and colours of a window.
pub fn light(window: &mut Window) {
    window.set_background_color(SKY);
    window.set_ambient(AMBIENT);
    window.set_tonemap(Tonemap::None);
}

/// Trails of all moving bodies up to frame `index`.
pub fn trails(pen: &mut Pen, film: &Film, index: usize, stage: &Stage) {
    for (i, body) in film.scene.model.bodies.iter().enumerate() {
        if body.is_moving() {
            pen.trail(film.trail(i, index), stage.looks[i].colour);
        }
    }
}

/// Renders a frame; false when the window was closed.
pub async fn draw(window: &mut Window, stage: &mut Stage, camera: &mut OrbitCamera3d) -> bool {
    let mut overlay = SceneNode2d::empty();
    let mut flat = FixedView2d::new(CoordinateSystem2d::TopLeftDown, false);
    let scene = Some(&mut stage.scene);
    let (camera, flat): (&mut dyn Camera3d, _) = (camera, Some(&mut flat as &mut _));
    window
        .render(scene, Some(&mut overlay), Some(camera), flat, None, None)
        .await
}
