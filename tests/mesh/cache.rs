//! Decompositions are kept: equal to the last bit, and made anew where the file is damaged.

use crate::mesh::makers::{Folder, mug};
use drystone::shape::mesh::{Cache, ConvexPart, Decompose};
use std::path::PathBuf;
use std::time::Instant;

fn parts(cache: &Cache) -> Vec<ConvexPart> {
    mug().decompose(&Decompose::default(), 32, cache).unwrap()
}

fn files(folder: &Folder) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(&folder.0).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn a_second_load_gives_the_same_bits() {
    let folder = Folder::new();
    let cache = Cache::at(&folder.0);
    let started = Instant::now();
    let first = parts(&cache);
    let made = started.elapsed();
    let [file] = files(&folder)
        .try_into()
        .expect("one file, and nothing temporary");
    let written = std::fs::read(&file).unwrap();
    let started = Instant::now();
    let second = parts(&cache);
    println!(
        "mug: {} parts, made in {made:?}, read in {:?}",
        first.len(),
        started.elapsed()
    );
    assert_eq!(first, second);
    assert_eq!(
        first,
        parts(&Cache::none()),
        "a decomposition is the same every time"
    );
    assert_eq!(std::fs::read(&file).unwrap(), written);
    // what was read is what is used: a file of other pieces with a sound checksum
    let other = Decompose {
        max_parts: 4,
        ..Decompose::default()
    };
    let few = mug().decompose(&other, 32, &cache).unwrap();
    assert_eq!(files(&folder).len(), 2);
    let newer = files(&folder)
        .into_iter()
        .find(|path| *path != file)
        .unwrap();
    std::fs::copy(newer, &file).unwrap();
    assert_eq!(parts(&cache), few);
}

#[test]
fn a_damaged_file_is_made_anew() {
    let folder = Folder::new();
    let cache = Cache::at(&folder.0);
    let first = parts(&cache);
    let [file] = files(&folder).try_into().expect("one file");
    let sound = std::fs::read(&file).unwrap();
    let digit = sound.iter().rposition(u8::is_ascii_digit).unwrap();
    let mut flipped = sound.clone();
    flipped[digit] = if flipped[digit] == b'1' { b'2' } else { b'1' };
    let empty = br#"{"checksum":14695981039346656037,"pieces":[]}"#.to_vec();
    for damaged in [
        sound[..sound.len() / 2].to_vec(),
        flipped,
        empty,
        Vec::new(),
        vec![255; 50],
    ] {
        std::fs::write(&file, damaged).unwrap();
        assert_eq!(parts(&cache), first);
        assert_eq!(std::fs::read(&file).unwrap(), sound, "written anew");
    }
}

#[test]
fn it_works_where_nothing_can_be_written() {
    let folder = Folder::new();
    let file = folder.write("a_file", b"");
    let cache = Cache::at(file.join("no_folder"));
    assert_eq!(parts(&cache), parts(&Cache::none()));
}
