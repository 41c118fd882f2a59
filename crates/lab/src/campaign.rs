//! Many independent runs on all cores, every result kept: a study that is killed goes on where it was.

use drystone::error::{Error, Result};
use drystone::step::check_threads;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// A list of runs, each of which gives one row of figures.
pub trait Campaign: Sync {
    /// The input of a run.
    type Run: Sync;
    /// The figures of a run: a flat struct, one column per field.
    type Row: Serialize + DeserializeOwned + Send;

    /// All runs, in the order of the table.
    fn runs(&self) -> Vec<Self::Run>;
    /// Name of a run, unique within the campaign.
    fn name(&self, run: &Self::Run) -> String;
    /// The name in a row: that of its run.
    fn row_name<'a>(&self, row: &'a Self::Row) -> &'a str;
    /// Carries out a run.
    ///
    /// # Errors
    /// When it cannot be set up; a failing step is a figure of the row, not an error.
    fn carry_out(&self, run: &Self::Run) -> Result<Self::Row>;
    /// Whether `new` repeats `old`; to be overridden by studies whose rows hold times, which never
    /// repeat.
    fn repeats(&self, old: &Self::Row, new: &Self::Row) -> bool {
        line(old) == line(new)
    }
}

/// How far a campaign is.
#[derive(Debug, Clone)]
pub struct Done {
    /// Rows there are, with those of an earlier start.
    pub rows: usize,
    /// Rows of an earlier start.
    pub earlier: usize,
    /// All runs.
    pub of: usize,
    /// The run that was finished last; empty at the start.
    pub last: String,
}

/// Carries out what `journal` (a CSV file, one row per run) does not hold yet, on `threads`
/// threads, and writes every row there as soon as it is known. At the end the file has all rows in
/// the order of the runs, which are returned. `see` hears of every row.
///
/// A journal of some of the runs (of a reduced study, of one that was killed) is continued; one
/// with other runs is refused, and so is one whose first row does not come out the same when it is
/// carried out again: rows of another version.
///
/// # Errors
/// When there are more threads than [`MAX_THREADS`](drystone::step::MAX_THREADS), a run fails, or the file cannot be read or written, or is of another study.
pub fn carry_out<C: Campaign>(
    campaign: &C,
    threads: usize,
    journal: Option<&Path>,
    mut see: impl FnMut(&Done),
) -> Result<Vec<C::Row>> {
    check_threads(threads)?;
    let runs = campaign.runs();
    let names: Vec<String> = runs.iter().map(|run| campaign.name(run)).collect();
    let mut rows: Vec<Option<C::Row>> = match journal.filter(|path| path.exists()) {
        Some(path) => earlier(campaign, &names, path)?,
        None => runs.iter().map(|_| None).collect(),
    };
    let waiting: Vec<usize> = (0..runs.len()).filter(|&i| rows[i].is_none()).collect();
    let mut done = Done {
        rows: runs.len() - waiting.len(),
        earlier: runs.len() - waiting.len(),
        of: runs.len(),
        last: String::new(),
    };
    see(&done);
    // Written anew from what was understood: a line that was cut off when a study was killed goes.
    let mut file = journal.map(|path| rewrite(path, &rows)).transpose()?;
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.min(waiting.len().max(1)) {
            let (sender, next, waiting, runs) = (sender.clone(), &next, &waiting, &runs);
            scope.spawn(move || {
                while let Some(&i) = waiting.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if sender.send((i, campaign.carry_out(&runs[i]))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (i, row) in receiver {
            let row = row?;
            if let (Some(file), Some(path)) = (&mut file, journal) {
                append(file, &row).map_err(|why| cannot_write(path, &why))?;
            }
            rows[i] = Some(row);
            done.rows += 1;
            done.last.clone_from(&names[i]);
            see(&done);
        }
        Ok::<(), Error>(())
    })?;
    if let Some(path) = journal {
        rewrite(path, &rows)?;
    }
    Ok(rows.into_iter().flatten().collect())
}

/// The rows that a journal has of the runs with these names; the first of them has been carried out again.
fn earlier<C: Campaign>(
    campaign: &C,
    names: &[String],
    path: &Path,
) -> Result<Vec<Option<C::Row>>> {
    let place: HashMap<&str, usize> = names.iter().enumerate().map(|(i, n)| (&**n, i)).collect();
    let mut rows: Vec<Option<C::Row>> = names.iter().map(|_| None).collect();
    for row in read(path)? {
        let name = campaign.row_name(&row);
        let Some(&i) = place.get(name) else {
            let why = format!("holds the run \"{name}\", which this study does not have");
            return Err(refused(path, why));
        };
        rows[i] = Some(row);
    }
    let runs = campaign.runs();
    let mut known = runs.iter().zip(&rows);
    if let Some((run, row)) = known.find_map(|(run, row)| Some((run, row.as_ref()?)))
        && !campaign.repeats(row, &campaign.carry_out(run)?)
    {
        let name = campaign.name(run);
        let why = format!("the run \"{name}\" comes out otherwise now: rows of another version");
        return Err(refused(path, why));
    }
    Ok(rows)
}

/// The rows of a journal; a last line that was cut off is left out.
fn read<R: DeserializeOwned>(path: &Path) -> Result<Vec<R>> {
    let text = std::fs::read_to_string(path);
    let text = text.map_err(|e| refused(path, format!("cannot read: {e}")))?;
    let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
    let rows = csv::Reader::from_reader(whole.as_bytes()).into_deserialize();
    rows.collect::<std::result::Result<_, _>>()
        .map_err(|e| refused(path, format!("not the rows of this study: {e}")))
}

fn refused(path: &Path, why: String) -> Error {
    let fix = "give another folder, or remove the file";
    Error::file(path.display().to_string(), why, fix)
}

/// A row as in the file.
fn line<R: Serialize>(row: &R) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new()
        .has_headers(false)
        .from_writer(Vec::new());
    writer.serialize(row).expect("a row is flat");
    writer.into_inner().expect("writing to memory")
}

/// Starts `path` anew with the rows there are.
fn rewrite<R: Serialize>(path: &Path, rows: &[Option<R>]) -> Result<csv::Writer<File>> {
    let failed = |why: String| cannot_write(path, &why);
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|e| failed(e.to_string()))?;
    }
    // A study killed just now must not lose what it had.
    let partial = path.with_extension("csv.partial");
    let file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .open(&partial);
    let mut writer = csv::Writer::from_writer(file.map_err(|e| failed(e.to_string()))?);
    for row in rows.iter().flatten() {
        writer.serialize(row).map_err(|e| failed(e.to_string()))?;
    }
    writer.flush().map_err(|e| failed(e.to_string()))?;
    std::fs::rename(&partial, path).map_err(|e| failed(e.to_string()))?;
    Ok(writer)
}

fn append<R: Serialize>(
    writer: &mut csv::Writer<File>,
    row: &R,
) -> std::result::Result<(), String> {
    writer.serialize(row).map_err(|e| e.to_string())?;
    writer.flush().map_err(|e| e.to_string())
}

fn cannot_write(path: &Path, why: &str) -> Error {
    let why = format!("cannot write: {why}");
    Error::file(path.display().to_string(), why, "check the folder")
}
