//! Surfaces and pictures of bodies.

use crate::error::exception;
use crate::model::Model;
use drystone::recording::Frame;
use drystone_cli::replay::{Extent, Visuals, looks};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

type Surface<'py> = (
    String,
    Bound<'py, PyArray2<f32>>,
    Bound<'py, PyArray2<f32>>,
    Bound<'py, PyArray2<u32>>,
    [f32; 4],
);

/// Return whether pictures can be taken here: the wheel has them, and the graphics driver draws bodies.
#[pyfunction]
pub fn pictures(py: Python<'_>) -> bool {
    py.detach(camera::is_there)
}

#[pymethods]
impl Model {
    /// Return what is drawn of the bodies.
    ///
    /// Returns
    /// -------
    /// list of (body, points, normals, triangles, colour)
    ///     The name of the body, points and normals in the frame of its centre of mass (float32 [n, 3], m), indices of corners
    ///     (uint32 [m, 3]), and red, green, blue and opacity, 0 to 1.
    fn surfaces<'py>(&self, py: Python<'py>) -> PyResult<Vec<Surface<'py>>> {
        let (scene, bodies) = (&self.scene, &self.bodies);
        let mut extent = Extent::nothing();
        extent.add(bodies, &Frame::start(0.0, &scene.initial));
        let looks = py.detach(|| looks(bodies, &scene.initial, &extent, &Visuals::load(scene)));
        let mut out = Vec::new();
        for (body, look) in bodies.bodies.iter().zip(&looks) {
            for (surface, colour) in look.drawn(false) {
                let table = |all: &[drystone::Vec3]| {
                    let values = all
                        .iter()
                        .flat_map(|p| p.iter().map(|x| *x as f32).collect::<Vec<_>>());
                    PyArray1::from_vec(py, values.collect()).reshape([all.len(), 3])
                };
                let corners = surface
                    .triangles
                    .iter()
                    .flatten()
                    .map(|&k| k as u32)
                    .collect();
                let triangles =
                    PyArray1::from_vec(py, corners).reshape([surface.triangles.len(), 3])?;
                out.push((
                    body.name.clone(),
                    table(&surface.points)?,
                    table(&surface.normals)?,
                    triangles,
                    colour,
                ));
            }
        }
        Ok(out)
    }

    /// Take a picture of a state.
    ///
    /// Parameters
    /// ----------
    /// x : array_like [nx]
    /// size : (int, int)
    ///     Width and height, pixels.
    /// camera : (array_like [3], array_like [3]), optional
    ///     Where the eye is, and the point that it looks at, world, m; by default all bodies at the start of the scene are seen.
    ///
    /// Returns
    /// -------
    /// ndarray [height, width, 3] of uint8
    ///
    /// Raises
    /// ------
    /// Error
    ///     There is no graphics driver, or the wheel has no pictures: the remedy says what to install.
    #[pyo3(signature = (x, *, size=(640, 480), camera=None))]
    fn render<'py>(
        &self,
        py: Python<'py>,
        x: &Bound<'py, PyAny>,
        size: (u32, u32),
        camera: Option<(Bound<'py, PyAny>, Bound<'py, PyAny>)>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let state = self.state("x", x)?;
        let points = match camera {
            None => None,
            Some((eye, target)) => {
                let point = |name: &str, of| crate::array::row(name, of, 3, "x, y, z");
                Some([point("camera[0]", &eye)?, point("camera[1]", &target)?])
            }
        };
        let points = points.map(|points| points.map(drystone::Vec3::from_vec));
        let taken = py.detach(|| camera::take(&self.scene, &state, [size.0, size.1], points));
        let bytes = taken.map_err(exception)?;
        let (width, height) = (size.0 as usize, size.1 as usize);
        Ok(PyArray1::from_vec(py, bytes)
            .reshape([height, width, 3])?
            .into_any())
    }
}

#[cfg(feature = "pictures")]
mod camera {
    //! The studio that is kept between pictures.

    use drystone::error::{Error, Result};
    use drystone::recording::Frame;
    use drystone::scene::Scene;
    use drystone::{State, Vec3};
    use drystone_cli::viewer::{Film, Shot, Studio, View};
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::sync::{Arc, Mutex, OnceLock, PoisonError};

    /// What the last picture was taken with.
    struct Kept {
        scene: Arc<Scene>,
        size: [u32; 2],
        points: Option<[Vec3; 2]>,
        film: Film,
        studio: Studio,
    }

    /// A scene whose pictures show whether bodies are drawn.
    const BOX: &str = "simulation = { time_step = 0.01, duration = 0.01 }\n\
        [shape.box.box]\nhalf_extents = [0.1, 0.1, 0.1]\n\
        [[body]]\nname = \"box\"\nshape = \"box\"\nmass = 1\n";

    static KEPT: Mutex<Option<Kept>> = Mutex::new(None);
    /// Whether pictures show bodies, once that was tried.
    static DRAWS: OnceLock<bool> = OnceLock::new();
    /// The process that took the first picture.
    static PROCESS: AtomicU32 = AtomicU32::new(0);

    /// Checks that the thread that draws is one of this process.
    fn check_process() -> Result<()> {
        let own = std::process::id();
        let first = PROCESS.compare_exchange(0, own, Ordering::Relaxed, Ordering::Relaxed);
        match first.is_ok_and(|_| true) || first == Err(own) {
            true => Ok(()),
            false => {
                let why = "pictures cannot be taken in a forked process whose parent took some";
                let fix = "start processes by \"spawn\" or \"forkserver\" (multiprocessing.set_start_method)";
                Err(Error::value("render", why, fix))
            }
        }
    }

    /// Returns whether a picture shows a box, as there are drivers that draw nothing of bodies; one is taken once.
    pub fn is_there() -> bool {
        check_process().is_ok()
            && *DRAWS.get_or_init(|| {
                let scene = Scene::parse(BOX, "a box").map(Arc::new);
                let picture = scene.and_then(|scene| take(&scene, &scene.initial, [64, 64], None));
                picture.is_ok()
            })
    }

    pub fn take(
        scene: &Arc<Scene>,
        state: &State,
        size: [u32; 2],
        points: Option<[Vec3; 2]>,
    ) -> Result<Vec<u8>> {
        check_process()?;
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = |kept: &&mut Kept| {
            Arc::ptr_eq(&kept.scene, scene) && kept.size == size && kept.points == points
        };
        if kept.as_mut().filter(fits).is_none() {
            *kept = None;
            *kept = Some(open(scene, size, points)?);
        }
        let Kept { film, studio, .. } = kept.as_mut().expect("it was opened");
        film.replace(vec![Frame::start(0.0, state)]);
        Ok(studio.picture(film, 0)?.into_bytes())
    }

    fn open(scene: &Arc<Scene>, size: [u32; 2], points: Option<[Vec3; 2]>) -> Result<Kept> {
        let film = Film::of_frames((**scene).clone(), vec![Frame::start(0.0, &scene.initial)]);
        let [eye, target] = points.map_or([None; 2], |points| points.map(Some));
        let view = View::of(&film.extent(), size).with(eye, target)?;
        Ok(Kept {
            studio: Studio::new(&film, &view, Shot::bodies(size))?,
            scene: Arc::clone(scene),
            size,
            points,
            film,
        })
    }
}

#[cfg(not(feature = "pictures"))]
mod camera {
    //! No camera.

    use drystone::error::{Error, Result};
    use drystone::scene::Scene;
    use drystone::{State, Vec3};
    use std::sync::Arc;

    pub fn is_there() -> bool {
        false
    }

    pub fn take(_: &Arc<Scene>, _: &State, _: [u32; 2], _: Option<[Vec3; 2]>) -> Result<Vec<u8>> {
        let fix = "build it with them: maturin build --release --features pictures";
        Err(Error::value("render", "this build has no pictures", fix))
    }
}
