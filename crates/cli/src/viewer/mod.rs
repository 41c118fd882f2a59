//! Looks at a scene or a recording: a window with a timeline, pictures without any display.
//!
//! [`Film`] is what is shown: frames of a recording, or of a simulation that goes on while it is
//! watched. [`watch`] opens a window; a [`Studio`] draws single frames off-screen, [`Picture`]s go
//! into files. Everything is drawn from the surfaces of [`crate::replay::looks`]: the visuals of a body
//! where it has any, else, and wherever collision shapes are wanted, what is simulated. The only room that knows kiss3d (types through its re-exports).
//!
//! Not here: the command line, other file formats (see [`crate::export`]).

mod actor;
mod darkroom;
mod edges;
mod efforts;
mod film;
mod floor;
mod guard;
mod hand;
mod help;
mod joint_marks;
mod labels;
mod legend;
mod lens;
mod listen;
mod live;
mod marks;
mod noise;
mod overlay;
mod panel;
mod path;
mod pick;
mod picture;
mod planes;
mod player;
mod reach;
mod shows;
mod slider;
mod sliders;
mod spring;
mod stage;
mod steering;
mod studio;
mod tape;
mod triad;
mod view;
mod window;

pub use film::Film;
pub use path::CameraPath;
pub use picture::{Gif, Picture};
pub use spring::Spring;
pub use studio::{Shot, Studio};
pub use view::View;
pub use window::{Opening, watch};
