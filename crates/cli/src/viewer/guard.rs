//! kiss3d panics where there is no display or no graphics driver; here that becomes an error.

use super::noise;
use drystone::error::{Error, Result};
use kiss3d::pollster::block_on;
use kiss3d::prelude::{MaterialManager2d, MeshManager2d, Window};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind, set_hook, take_hook};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// In the paths of the files of the crates that draw.
const DRAWING: [&str; 4] = ["kiss3d-", "wgpu-", "winit-", "naga-"];

/// The remedy where nothing can be drawn.
pub const DRIVER: &str = "install a graphics driver; without a GPU the software one will do: \
                      apt-get install libvulkan1 mesa-vulkan-drivers";
const DISPLAY: &str = "check DISPLAY and that the programs of X11 are there: apt-get install \
                       libx11-6 libx11-xcb1 libxcursor1 libxi6 libxrandr2 libxkbcommon-x11-0; \
                       --screenshot FILE.png and --gif FILE.gif need no display";

/// The window that `open` opens, or why it cannot be opened; says nothing on stderr.
pub fn open(what: &str, open: impl Future<Output = Window>) -> Result<Window> {
    let window = noise::without(|| quietly(|| block_on(open))).map_err(|text| {
        // what follows is the inside of another program
        let reason = text.split([':', '(']).next().unwrap_or(&text);
        let fix = if text.contains("event loop") {
            DISPLAY
        } else {
            DRIVER
        };
        Error::usage(format!("cannot open {what}: {reason}"), fix)
    })?;
    // a window that is closed before anything flat was drawn would panic without these
    MeshManager2d::get_global_manager(|_| ());
    MaterialManager2d::get_global_manager(|_| ());
    Ok(window)
}

/// Returns the answer of `watch`; an error when the display goes away under it.
pub fn run<T>(watch: impl FnOnce() -> T) -> Result<T> {
    quietly(watch).map_err(|_| {
        let why = "the display or the graphics driver went away";
        Error::usage(why, "open the window again")
    })
}

/// The answer of `action`, or why the crates that draw panicked, about which nothing is said on
/// stderr. Any other panic is a bug of ours, and goes on.
fn quietly<T>(action: impl FnOnce() -> T) -> std::result::Result<T, String> {
    let drawing = Arc::new(AtomicBool::new(false));
    let usual = Arc::new(take_hook());
    let (seen, hook) = (drawing.clone(), usual.clone());
    set_hook(Box::new(move |panic| {
        let place = panic.location().map_or("", |place| place.file());
        match DRAWING.into_iter().any(|name| place.contains(name)) {
            true => seen.store(true, Ordering::Relaxed),
            false => hook(panic),
        }
    }));
    let answer = catch_unwind(AssertUnwindSafe(action));
    set_hook(Box::new(move |panic| usual(panic)));
    answer.map_err(|panic| {
        if !drawing.load(Ordering::Relaxed) {
            resume_unwind(panic);
        }
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or(panic.downcast_ref::<&str>().copied());
        text.unwrap_or("no reason given").to_string()
    })
}

/// An error unless there is a display to open a window on.
pub fn display() -> Result<()> {
    let there = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let needed = ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"];
    if cfg!(all(unix, not(target_os = "macos"))) && !needed.into_iter().any(there) {
        let why = "no display: neither DISPLAY nor WAYLAND_DISPLAY is set";
        let fix = "use --screenshot FILE.png or --gif FILE, which need none; over SSH, ssh -X; \
                   or xvfb-run drystone ...";
        return Err(Error::usage(why, fix));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Only what the display and its driver do may be blamed on them.
    #[test]
    fn a_bug_of_ours_is_not_blamed_on_the_display() {
        let ours = catch_unwind(|| run(|| panic!("a bug of ours")));
        let text = ours.expect_err("it goes on");
        assert_eq!(text.downcast_ref::<&str>(), Some(&"a bug of ours"));
        assert_eq!(run(|| 7).expect("no panic"), 7);
    }
}
