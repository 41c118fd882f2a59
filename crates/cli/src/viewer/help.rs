//! The keys and their commands.

use kiss3d::prelude::Key;

/// The command that a key gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// Stop or go on.
    Pause,
    /// Frames forwards, or backwards.
    Step(isize),
    /// To the first frame.
    Start,
    /// To the start of a run that is simulated anew.
    Reset,
    /// To the last frame.
    End,
    /// Playback speeds faster, or slower.
    Speed(isize),
    /// After the end comes the start, or not.
    Loop,
    /// To the frame that deserves a look most.
    Worst,
    /// Contacts on or off.
    Contacts,
    /// Axes and limits of joints on or off.
    Joints,
    /// Trails on or off.
    Trails,
    /// Ghosts of a pair on or off.
    Ghosts,
    /// The next pair in contact.
    NextPair,
    /// Bodies opaque or not.
    SeeThrough,
    /// Collision shapes, or visuals where there are any.
    Collisions,
    /// Sliders of the motors on or off.
    Motors,
    /// The next motor for the keys.
    NextMotor,
    /// The command of the chosen motor by steps up, or down.
    Move(isize),
    /// The whole scene in the picture.
    Fit,
    /// The selected body stays in the middle, or not.
    Follow,
    /// The eye goes around the scene, or not.
    Orbit,
    /// The relaxation of the steps to come by half decades up, or down.
    Rho(i8),
    /// The time step from here on halved, or doubled.
    TimeStep(bool),
    /// Figures on or off.
    Panel,
    /// Names of bodies on or off.
    Names,
    /// Axes of the world on or off.
    Triad,
    /// Meaning of the colours on or off.
    Legend,
    /// Values of contact forces on or off.
    Forces,
    /// Efforts of motors on or off.
    Efforts,
    /// The list of contacts on or off.
    List,
    /// This list on or off.
    Help,
    /// Close the window.
    Quit,
}

/// Keys, their names and what they do.
pub const KEYS: [(Key, &str, Command, &str); 39] = [
    (Key::Space, "space", Command::Pause, "pause or go on"),
    (Key::Right, "right", Command::Step(1), "one step forwards"),
    (Key::Left, "left", Command::Step(-1), "one step back"),
    (
        Key::PageDown,
        "page down",
        Command::Step(10),
        "ten steps forwards",
    ),
    (Key::PageUp, "page up", Command::Step(-10), "ten steps back"),
    (Key::R, "r, home", Command::Start, "restart"),
    (Key::Home, "", Command::Start, ""),
    (
        Key::Back,
        "backspace",
        Command::Reset,
        "reset: simulate anew, nothing done by hand",
    ),
    (Key::End, "end", Command::End, "to the last frame so far"),
    (Key::Up, "up", Command::Speed(1), "faster"),
    (Key::Down, "down", Command::Speed(-1), "slower"),
    (Key::L, "l", Command::Loop, "begin again after the end"),
    (Key::W, "w", Command::Worst, "to the worst step so far"),
    (Key::C, "c", Command::Contacts, "contacts"),
    (Key::J, "j", Command::Joints, "axes and limits of joints"),
    (
        Key::T,
        "t",
        Command::Trails,
        "trails of the centres of mass",
    ),
    (
        Key::G,
        "g",
        Command::Ghosts,
        "ghosts of a pair, scaled until they touch",
    ),
    (
        Key::N,
        "n",
        Command::NextPair,
        "the next pair (of the selected body)",
    ),
    (Key::X, "x", Command::SeeThrough, "see through bodies"),
    (
        Key::V,
        "v",
        Command::Collisions,
        "collision shapes, or visuals where there are any",
    ),
    (Key::M, "m", Command::Motors, "sliders of the motors"),
    (Key::Tab, "tab", Command::NextMotor, "the next motor"),
    (
        Key::Comma,
        ", and .",
        Command::Move(-1),
        "command of the chosen motor down and up",
    ),
    (Key::Period, "", Command::Move(1), ""),
    (Key::B, "b", Command::Names, "names of bodies"),
    (Key::O, "o", Command::Forces, "values of contact forces"),
    (Key::U, "u", Command::Efforts, "efforts of motors"),
    (Key::I, "i", Command::List, "list of contacts"),
    (Key::K, "k", Command::Legend, "meaning of the colours"),
    (Key::A, "a", Command::Triad, "axes of the world"),
    (Key::F, "f", Command::Fit, "fit the view"),
    (
        Key::Y,
        "y",
        Command::Follow,
        "keep the selected body in the middle",
    ),
    (Key::Z, "z", Command::Orbit, "go around the scene"),
    (
        Key::LBracket,
        "[ and ]",
        Command::Rho(-1),
        "rho of the steps to come down and up",
    ),
    (Key::RBracket, "", Command::Rho(1), ""),
    (
        Key::Minus,
        "- and =",
        Command::TimeStep(false),
        "time step from here on halved and doubled",
    ),
    (Key::Equals, "", Command::TimeStep(true), ""),
    (Key::P, "p", Command::Panel, "figures"),
    (Key::H, "h", Command::Help, "this list"),
];

/// Keys that close the window, and what else there is to know.
pub const MORE: [(&str, &str); 7] = [
    ("q, escape", "close"),
    ("click", "select a body: its state and contacts"),
    ("left drag", "turn; right drag: move; wheel: zoom"),
    ("ctrl + drag", "pull a body; later steps are new"),
    ("timeline", "click or drag in it"),
    ("sliders", "drag: command motors in later steps"),
    ("arrows", "contact forces (k: colours)"),
];

/// Returns the command that `key` gives.
pub fn command(key: Key) -> Option<Command> {
    if matches!(key, Key::Q | Key::Escape) {
        return Some(Command::Quit);
    }
    let found = KEYS.iter().find(|(own, ..)| *own == key);
    found.map(|&(_, _, command, _)| command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_has_two_meanings() {
        for (i, (key, ..)) in KEYS.iter().enumerate() {
            assert!(KEYS[..i].iter().all(|(other, ..)| other != key), "{key:?}");
            assert!(!matches!(key, Key::Q | Key::Escape));
        }
        assert_eq!(command(Key::Space), Some(Command::Pause));
        assert_eq!(command(Key::Escape), Some(Command::Quit));
        assert_eq!(command(Key::D), None);
    }
}
