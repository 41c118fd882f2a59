//! Tables of points: a point a line.

use super::read::{NAMES, Parsed, check_count, complaint, point};

pub(super) fn parse(bytes: &[u8]) -> Parsed {
    let text = String::from_utf8_lossy(bytes);
    let mut points = Vec::new();
    let mut columns = None;
    for (i, line) in text.lines().enumerate() {
        let place = || format!(":{}", i + 1);
        let written = line.split('#').next().unwrap_or_default();
        let separator = |c: char| c.is_whitespace() || c == ',' || c == ';';
        let words: Vec<&str> = written.split(separator).filter(|w| !w.is_empty()).collect();
        if words.is_empty() {
            continue;
        }
        let count = words.len();
        if *columns.get_or_insert(count) != count || !(6..=7).contains(&count) {
            return Err(complaint(&place(), wrong_count(count, columns)));
        }
        let mut numbers = [0.0; 7];
        for (k, word) in words.iter().enumerate() {
            let number = word.parse::<f64>();
            let why = |_| complaint(&place(), format!("{} is no number: {word:?}", NAMES[k]));
            numbers[k] = number.map_err(why)?;
        }
        let [x, y, z, nx, ny, nz, area] = numbers;
        let area = (count == 7).then_some(area);
        points.push(point(&[x, y, z, nx, ny, nz], area, place)?);
        check_count(points.len())?;
    }
    Ok(points)
}

/// Returns what is wrong with a line of so many numbers.
fn wrong_count(count: usize, columns: Option<usize>) -> String {
    match (count, columns) {
        (3..=5, _) => format!("{count} numbers: the normals nx ny nz are missing"),
        (_, Some(other)) if other != count => {
            format!("{count} numbers, and {other} in the first line")
        }
        _ => format!("{count} numbers, not 6 or 7"),
    }
}
