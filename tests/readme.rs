//! The README tells the truth: what it prints is what the command prints.

#[path = "common/command.rs"]
mod command;

use command::{drystone, text};

const README: &str = include_str!("../README.md");

/// Lines of a run that do not depend on the machine.
fn lasting(lines: &str) -> Vec<String> {
    let lines = lines.lines().map(|line| line.trim_end().to_string());
    lines.filter(|line| !line.starts_with("time")).collect()
}

#[test]
fn the_first_command_prints_what_the_readme_shows() {
    let (_, after) = README
        .split_once("on the ground and prints\n\n")
        .expect("the first command");
    let block = after
        .lines()
        .take_while(|line| line.is_empty() || line.starts_with("    "));
    let block: Vec<&str> = block
        .map(|line| line.strip_prefix("    ").unwrap_or(line))
        .collect();
    let shown = lasting(block.join("\n").trim_end());
    assert!(shown.len() > 12, "{shown:?}");
    let out = drystone(&["run", "scenarios/box_drop.toml"]);
    assert_eq!(
        lasting(text(&out.stdout).trim_end()),
        shown,
        "change the README"
    );
}
