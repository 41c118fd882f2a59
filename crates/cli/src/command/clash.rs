//! No file is read and written, and none is written twice.

use drystone::Error;
use std::path::{Path, PathBuf, absolute};

/// Refuses to write what is `read` (with what it is), or two files into one.
pub fn refuse(read: (&Path, &str), written: &[Option<&PathBuf>]) -> Result<(), Error> {
    let place = |path: &Path| path.canonicalize().or_else(|_| absolute(path)).ok();
    let mut taken = vec![(place(read.0), read.1)];
    for path in written.iter().copied().flatten() {
        let own = place(path);
        if let Some((_, what)) = taken
            .iter()
            .find(|(other, _)| own.is_some() && *other == own)
        {
            let why = format!("{} would overwrite {what}", path.display());
            return Err(Error::usage(why, "name another file"));
        }
        taken.push((own, "the other file"));
    }
    Ok(())
}
