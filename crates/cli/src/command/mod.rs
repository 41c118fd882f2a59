//! The command line: arguments in, exit code out. Data goes to stdout, everything else to stderr.
//!
//! Not here: anything a library user would miss.

mod args;
mod batch;
mod check;
mod clash;
mod clock;
mod convert;
mod design;
mod explain;
mod export;
mod failure;
mod gradient;
mod inverse;
mod matrix;
mod output;
mod plan;
mod plot;
mod progress;
mod resume;
mod run;
mod study;
mod table;
mod verify;
#[cfg_attr(not(feature = "viewer"), path = "no_view.rs")]
mod view;

use args::{Args, Command};
use clap::Parser;
use drystone::{Error, ErrorKind};
use std::ffi::OsString;
use std::process::ExitCode;

/// How a command ends, as an exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Exit {
    Done = 0,
    Missed = 1,
    Usage = 2,
    BadInput = 3,
    Unsolved = 4,
}

/// Why a command stopped before its end.
enum Stop {
    /// A mistake of the user.
    Mistake(Box<Error>),
    /// Nobody reads stdout any more (`drystone ... | head`).
    Closed,
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Stop::Mistake(Box::new(error))
    }
}

/// Runs the command of this process.
pub fn main() -> ExitCode {
    ExitCode::from(run(std::env::args_os()))
}

/// Runs the command that `args` name (the name of the program comes first) and returns the exit code. Wrong arguments,
/// and `--help`, end the process.
pub fn run(args: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> u8 {
    let args = Args::parse_from(args);
    let result = match args.command {
        Command::Run(args) => run::run(&args),
        Command::View(args) => view::view(&args),
        Command::Verify(args) => verify::verify(&args),
        Command::Check(args) => check::check(&args),
        Command::Convert(args) => convert::convert(&args),
        Command::Gradient(args) => gradient::gradient(&args),
        Command::Inverse(args) => inverse::inverse(&args),
        Command::Plot(args) => plot::plot(&args),
        Command::Export(args) => export::export(&args),
        Command::Plan(args) => plan::plan(&args),
        Command::Design(args) => design::design(&args),
        Command::Study(args) => study::study(&args),
    };
    let exit = match result {
        Ok(exit) => exit,
        Err(Stop::Closed) => Exit::Done,
        Err(Stop::Mistake(error)) => {
            output::mistake(&error);
            match error.kind {
                ErrorKind::Usage => Exit::Usage,
                ErrorKind::Value | ErrorKind::File => Exit::BadInput,
            }
        }
    };
    exit as u8
}
