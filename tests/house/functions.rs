//! The functions of a file, as rustfmt lays them out.

/// Where a function is, and how long.
#[derive(Debug, PartialEq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// The number of its first line, from 1.
    pub line: usize,
    /// From the line of `fn` to that of the last brace.
    pub lines: usize,
    /// Arguments without `self`.
    pub arguments: usize,
}

/// Finds all functions with a body, and those of traits without.
pub fn functions(text: &str) -> Vec<Function> {
    let lines: Vec<&str> = text.lines().collect();
    let found = lines.iter().enumerate().filter_map(|(i, line)| {
        let (before, after) = line.split_once("fn ")?;
        let name: String = after.chars().take_while(|&c| is_word(c)).collect();
        if name.is_empty() || !before.split_whitespace().all(is_qualifier) {
            return None;
        }
        let signature = format!("{}\n{}", &after[name.len()..], lines[i + 1..].join("\n"));
        Some(Function {
            lines: length(&lines[i..]),
            arguments: arguments(&signature),
            line: i + 1,
            name,
        })
    });
    found.collect()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether a word may stand before `fn`; `pub(in a::b)` is two words.
fn is_qualifier(word: &str) -> bool {
    word.starts_with("pub") || word.ends_with(')') || ["const", "async", "unsafe"].contains(&word)
}

/// Lines of the function that begins with `lines`: its last brace stands as far from the left as its first line.
fn length(lines: &[&str]) -> usize {
    let ends = |line: &&str| line.ends_with(['{', ';', '}']);
    let signature = lines.iter().position(ends).unwrap_or(0);
    if !lines[signature].ends_with('{') {
        return signature + 1;
    }
    let indent = lines[0].len() - lines[0].trim_start().len();
    let last = format!("{}}}", &lines[0][..indent]);
    let end = lines.iter().position(|line| *line == last);
    end.map_or(lines.len(), |end| end + 1)
}

/// Arguments of a signature, which begins behind the name; `self` does not count.
fn arguments(signature: &str) -> usize {
    let (mut depth, mut before) = (0, ' ');
    let mut lists = vec![String::new()];
    let mut inside = false;
    for c in signature.chars() {
        match c {
            '(' if depth == 0 => (inside, depth) = (true, 1),
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            '>' if before != '-' => depth -= 1,
            _ => {}
        }
        if inside && depth == 0 {
            break;
        }
        match c {
            ',' if inside && depth == 1 => lists.push(String::new()),
            _ if inside => lists.last_mut().expect("never empty").push(c),
            _ => {}
        }
        before = c;
    }
    let given = lists.iter().map(|list| list.trim_start_matches('(').trim());
    given
        .filter(|list| !list.is_empty() && !list.ends_with("self"))
        .count()
}

#[test]
fn functions_are_found_with_their_lines_and_arguments() {
    let text = "\
impl A {
    pub(in crate::a) fn one<F: Fn(f64, f64) -> f64>(
        &mut self,
        (a, b): (usize, [f64; 2]),
        f: impl Fn(usize, &[f64]) -> f64,
    ) -> Map<u8, u8> {
        if a { b } else { c }
    }
    fn two(&self);
    // fn three(a: f64) {
    const fn four() {}
}
";
    let found = functions(text);
    let seen: Vec<_> = found
        .iter()
        .map(|f| (f.name.as_str(), f.line, f.lines, f.arguments))
        .collect();
    assert_eq!(
        seen,
        [("one", 2, 7, 2), ("two", 9, 1, 0), ("four", 11, 1, 0)]
    );
}
