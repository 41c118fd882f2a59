//! The commands of README and pages: run where that is quick, else parsed by the program itself.

use crate::common::command::{Folder, text};
use crate::readme::markdown::{Page, root};
use std::path::Path;
use std::process::{Command, Output};

/// The commands that are parsed only: too slow for every test, of a feature, or for a file that nothing has written.
const PARSED: [&str; 6] = ["study", "plan", "view", "--batch", "--view", "--csv -"];

/// A command of a page.
pub struct Example {
    /// As written, without the comment.
    pub line: String,
    /// Arguments of `drystone`, if it is one of its commands.
    arguments: Option<Vec<String>>,
}

impl Example {
    /// The command in a line, if there is one.
    fn of(line: &str) -> Option<Self> {
        let line = line.split("  #").next().unwrap_or(line);
        let line = line.split(" > ").next().unwrap_or(line).trim();
        let words: Vec<&str> = line.split_whitespace().collect();
        let arguments = match words.as_slice() {
            ["drystone", rest @ ..] => Some(rest),
            ["cargo", "run", flags @ ..] if !flags.contains(&"--example") => {
                let at = flags.iter().position(|flag| *flag == "--")?;
                Some(&flags[at + 1..])
            }
            ["cargo", _, ..] => None,
            _ => return None,
        };
        Some(Self {
            line: line.to_string(),
            arguments: arguments.map(|words| words.iter().map(|w| w.to_string()).collect()),
        })
    }

    fn is_parsed_only(&self) -> bool {
        let words = self.line.split_whitespace();
        let words: Vec<&str> = words.collect();
        let line = words.join(" ");
        PARSED.iter().any(|slow| {
            let whole = words.contains(slow);
            whole || slow.contains(' ') && line.contains(slow)
        })
    }
}

/// Commands in the blocks of a page.
pub fn in_blocks(page: &Page) -> Vec<Example> {
    let blocks = page.blocks();
    let blocks = blocks.iter().filter(|block| block.language.is_empty());
    let lines = blocks.flat_map(|block| block.lines.clone());
    lines.filter_map(|line| Example::of(&line)).collect()
}

/// Commands within sentences and tables of a page.
pub fn in_sentences(page: &Page) -> Vec<Example> {
    let codes = page.inline_code().into_iter();
    codes.filter_map(Example::of).collect()
}

/// A folder with the scenes in it, in which the commands of a page are run one after the other.
pub struct Desk {
    folder: Folder,
    /// The page.
    text: String,
}

impl Desk {
    pub fn new(page: &Page) -> Self {
        let desk = Self {
            folder: Folder::new(&page.name.replace(['/', '.'], "_")),
            text: page.text.clone(),
        };
        for folder in ["scenarios", "scenarios/robots"] {
            let copies = desk.folder.path().join(folder);
            std::fs::create_dir_all(&copies).expect("a temporary folder");
            for entry in std::fs::read_dir(root().join(folder)).expect("a folder") {
                let entry = entry.expect("an entry");
                if entry.path().is_file() {
                    std::fs::copy(entry.path(), copies.join(entry.file_name())).expect("a copy");
                }
            }
        }
        for (name, text) in saved(page) {
            std::fs::write(desk.folder.path().join(name), text).expect("a temporary folder");
        }
        desk
    }

    fn drystone(&self, arguments: &[String], more: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_drystone"));
        command.current_dir(self.folder.path());
        let command = command.args(arguments).args(more);
        command.output().expect("the program runs")
    }

    /// Runs a command of the program, or lets it parse its arguments; looks up what `cargo` is asked for. Why it
    /// fails, if it does.
    pub fn try_out(&self, example: &Example, run: bool) -> Option<String> {
        let Some(arguments) = &example.arguments else {
            return missing_target(&example.line);
        };
        let run = run && !example.is_parsed_only();
        // with --help the program looks at all arguments before it, and stops
        let more: &[&str] = if run { &[] } else { &["--help"] };
        let out = self.drystone(arguments, more);
        let said = text(&out.stderr);
        // a page may show what the program says of a mistake
        let shown = !said.is_empty() && self.text.contains(said.trim_end());
        (out.status.code() != Some(0) && !shown).then(|| format!("{}\n{said}", example.line))
    }
}

/// The blocks that a page says are to be saved, with the names of their files: "Save this as `NAME`:".
fn saved(page: &Page) -> Vec<(String, String)> {
    let mut out = Vec::new();
    for (at, start) in page.text.match_indices("Save this as `") {
        let rest = &page.text[at + start.len()..];
        let (name, rest) = rest
            .split_once("`:\n\n```")
            .expect("a block after the name of its file");
        let (_, rest) = rest.split_once('\n').expect("a block");
        let (text, _) = rest.split_once("\n```").expect("the end of a block");
        out.push((name.to_string(), format!("{text}\n")));
    }
    out
}

/// The test, bench or example that a command of `cargo` names and that there is not.
fn missing_target(line: &str) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let folders = [
        ("--test", "tests"),
        ("--bench", "benches"),
        ("--example", "examples"),
    ];
    let named = words.windows(2).filter_map(|pair| {
        let (_, folder) = folders.iter().find(|(flag, _)| *flag == pair[0])?;
        Some(format!("{folder}/{}.rs", pair[1]))
    });
    let missing = named.filter(|path| !exists(path));
    missing.map(|path| format!("{line}: no {path}")).next()
}

/// Whether a path of the repository, or of one of its packages, exists; `*` stands for any name.
pub fn exists(path: &str) -> bool {
    let path = path.trim_end_matches('/');
    let (folder, pattern) = match path.split_once('*') {
        Some((before, after)) => (before.rsplit_once('/').map_or("", |(f, _)| f), Some(after)),
        None => (path, None),
    };
    let packages = std::fs::read_dir(root().join("crates"));
    let packages = packages.into_iter().flatten().flatten();
    let mut folders = packages
        .map(|package| package.path())
        .chain([root()])
        .map(|package| package.join(folder));
    folders.any(|found| match pattern {
        None => found.exists(),
        Some(ending) => holds(&found, ending),
    })
}

/// Whether a folder has an entry whose name ends so.
fn holds(folder: &Path, ending: &str) -> bool {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names = entries.map(|entry| entry.file_name().display().to_string());
    names.any(|name| name.ends_with(ending))
}
