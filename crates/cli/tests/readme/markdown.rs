//! README and pages as text: blocks of code, inline code, headings, links.

use std::path::{Path, PathBuf};

/// A page and what is in it.
pub struct Page {
    /// Path from the root of the repository.
    pub name: String,
    pub text: String,
}

/// A fenced or an indented block of code.
pub struct Block {
    /// `toml`, `rust`, or empty.
    pub language: String,
    pub lines: Vec<String>,
}

/// The root of the repository.
pub fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = own.ancestors();
    let found = folders.find(|folder| folder.join("docs/SUMMARY.md").exists());
    found.expect("a folder with the pages").into()
}

/// The page of that name.
pub fn page(name: &str) -> Page {
    let text = std::fs::read_to_string(root().join(name));
    Page {
        name: name.to_string(),
        text: text.unwrap_or_else(|e| panic!("{name}: {e}")),
    }
}

/// Names of the pages in a folder, sorted.
fn names(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(root().join(folder)).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").file_name());
    let names = paths.map(|name| format!("{folder}/{}", name.display()));
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".md")).collect();
    names.sort();
    names
}

/// Every page of the book but its list.
pub fn book() -> Vec<Page> {
    let names = [names("docs"), names("docs/experiments")].concat();
    let names = names.iter().filter(|name| *name != "docs/SUMMARY.md");
    names.map(|name| page(name)).collect()
}

/// Pages that are written by hand: README, CONTRIBUTING and the book without what studies wrote.
pub fn written() -> Vec<Page> {
    let own = ["README.md", "CONTRIBUTING.md"].map(page);
    let book = book().into_iter();
    let book = book.filter(|page| !page.name.starts_with("docs/experiments/"));
    own.into_iter().chain(book).collect()
}

impl Page {
    /// Lines with whether they are within a fence.
    fn lines(&self) -> impl Iterator<Item = (&str, bool)> {
        let mut fenced = false;
        self.text.lines().map(move |line| {
            let fence = line.trim_start().starts_with("```");
            fenced ^= fence;
            (line, fenced || fence)
        })
    }

    /// Blocks of code in their order.
    pub fn blocks(&self) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        let (mut fenced, mut indented, mut empty) = (false, false, true);
        for line in self.text.lines() {
            if let Some(language) = line.trim_start().strip_prefix("```") {
                fenced = !fenced;
                if fenced {
                    blocks.push(Block::new(language));
                }
            } else if fenced || indented && line.starts_with("    ") {
                let last = blocks.last_mut().expect("an open block");
                last.lines.push(line.to_string());
            } else if empty && line.starts_with("    ") {
                indented = true;
                blocks.push(Block::new(""));
                let last = blocks.last_mut().expect("just opened");
                last.lines.push(line.to_string());
            } else {
                indented = false;
            }
            empty = line.is_empty();
        }
        blocks
    }

    /// Returns the texts between backticks outside of blocks.
    pub fn inline_code(&self) -> Vec<&str> {
        let prose = self.prose();
        let codes = prose.flat_map(|line| line.split('`').skip(1).step_by(2));
        codes.collect()
    }

    fn prose(&self) -> impl Iterator<Item = &str> {
        let lines = self.lines().filter(|(_, fenced)| !fenced);
        let lines = lines.map(|(line, _)| line);
        lines.filter(|line| !line.starts_with("    "))
    }

    /// Targets of links, pictures included.
    pub fn links(&self) -> Vec<&str> {
        let ends = self.prose().flat_map(|line| line.split("](").skip(1));
        ends.filter_map(|end| Some(end.split_once(')')?.0))
            .collect()
    }

    /// Anchors of the headings.
    pub fn anchors(&self) -> Vec<String> {
        let lines = self.lines().filter(|(_, fenced)| !fenced);
        let headings = lines.filter(|(line, _)| line.starts_with('#'));
        headings
            .map(|(line, _)| anchor(line.trim_start_matches('#').trim()))
            .collect()
    }

    /// The text in one line.
    pub fn words(&self) -> String {
        self.text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

impl Block {
    fn new(language: &str) -> Self {
        Self {
            language: language.trim().to_string(),
            lines: Vec::new(),
        }
    }

    pub fn text(&self) -> String {
        self.lines.join("\n")
    }
}

/// The anchor of a heading: letters, digits, `-` and `_` stay, spaces become `-`.
pub fn anchor(heading: &str) -> String {
    let letters = heading.chars().filter_map(|c| match c {
        ' ' => Some('-'),
        '-' | '_' => Some(c),
        c if c.is_alphanumeric() => Some(c.to_ascii_lowercase()),
        _ => None,
    });
    letters.collect()
}
