//! A line that graphics drivers write to stderr where XDG_RUNTIME_DIR is not set: they look for a display, and none is needed. It is
//! left out; whatever else is written at the same time comes through.

/// Only lines with this word are left out.
const NOISE: &str = "XDG_RUNTIME_DIR";

/// Runs `action` and leaves out the line.
pub(super) fn without<T>(action: impl FnOnce() -> T) -> T {
    match std::env::var_os(NOISE) {
        Some(_) => action(),
        None => filtered(action),
    }
}

#[cfg(not(unix))]
fn filtered<T>(action: impl FnOnce() -> T) -> T {
    action()
}

/// Runs `action` while stderr goes through a filter; where there can be none, without it.
#[cfg(unix)]
fn filtered<T>(action: impl FnOnce() -> T) -> T {
    match Filter::begin() {
        Ok(filter) => {
            let out = action();
            filter.end();
            out
        }
        Err(_) => action(),
    }
}

/// A pipe in the place of stderr, and the thread that reads it.
#[cfg(unix)]
struct Filter {
    stderr: std::os::fd::OwnedFd,
    reader: std::thread::JoinHandle<()>,
}

#[cfg(unix)]
impl Filter {
    fn begin() -> std::io::Result<Self> {
        use std::os::fd::AsFd;
        let stderr = std::io::stderr().as_fd().try_clone_to_owned()?;
        let mut out = std::fs::File::from(stderr.try_clone()?);
        let (from, to) = std::io::pipe()?;
        let thread = std::thread::Builder::new().name("stderr".into());
        let reader = thread.spawn(move || pass(std::io::BufReader::new(from), &mut out))?;
        rustix::stdio::dup2_stderr(to)?;
        Ok(Self { stderr, reader })
    }

    /// Puts stderr back and waits until everything came through.
    fn end(self) {
        // the pipe ends with its last writer, which this replaces
        if rustix::stdio::dup2_stderr(self.stderr).is_ok() {
            // a reader that failed has nothing left to pass
            let _ = self.reader.join();
        }
    }
}

/// Passes lines on, without the noise.
#[cfg(unix)]
fn pass(mut from: impl std::io::BufRead, out: &mut impl std::io::Write) {
    let mut line = Vec::new();
    while matches!(from.read_until(b'\n', &mut line), Ok(n) if n > 0) {
        if !String::from_utf8_lossy(&line).contains(NOISE) {
            // nobody is left to tell when stderr is gone
            let _ = out.write_all(&line);
        }
        line.clear();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn one_line_is_left_out() {
        let said = "a\nerror: XDG_RUNTIME_DIR is invalid or not set in the environment.\nb\nhalf";
        let mut out = Vec::new();
        pass(said.as_bytes(), &mut out);
        assert_eq!(String::from_utf8_lossy(&out), "a\nb\nhalf");
    }
}
