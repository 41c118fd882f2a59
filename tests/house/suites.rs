//! Test files are not found by Cargo: each is a module of its package's `tests/suite.rs` or a program of the manifest.

use std::path::Path;

/// Packages whose tests are one program.
const PACKAGES: [&str; 3] = ["", "crates/cli", "crates/lab"];

/// Returns the files of a package's tests that no program compiles.
fn forgotten(package: &Path) -> Vec<String> {
    let read = |file: &str| std::fs::read_to_string(package.join(file)).expect("readable");
    let (manifest, suite) = (read("Cargo.toml"), read("tests/suite.rs"));
    let files = std::fs::read_dir(package.join("tests")).expect("a folder");
    let paths = files.map(|entry| entry.expect("an entry").path());
    let sources = paths.filter(|path| path.extension().is_some_and(|ending| ending == "rs"));
    let names = sources.map(|path| {
        path.file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned()
    });
    let compiled = |name: &str| {
        suite.contains(&format!("\nmod {name};\n"))
            || manifest.contains(&format!("[[test]]\nname = \"{name}\"\n"))
    };
    names.filter(|name| !compiled(name)).collect()
}

#[test]
fn every_test_file_is_compiled() {
    for package in PACKAGES {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(package);
        let forgotten = forgotten(&folder);
        assert!(
            forgotten.is_empty(),
            "add to {}/tests/suite.rs: {forgotten:?}",
            folder.display()
        );
    }
}
