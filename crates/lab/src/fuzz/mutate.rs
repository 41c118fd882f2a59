//! Damage to an input.

use crate::Dice;
use drystone::math::Fnv;
use std::ops::Range;

/// Inputs do not grow beyond this, bytes.
const LARGEST: usize = 1 << 16;
/// Longest stretch that is cut or copied, bytes.
const STRETCH: usize = 400;

/// The words that inputs are made of.
pub(super) struct Words {
    pub numbers: Vec<Vec<u8>>,
    pub names: Vec<Vec<u8>>,
}

impl Words {
    fn any(&self, dice: &mut Dice) -> &[u8] {
        let number = dice.chance(0.5);
        let words = if number { &self.numbers } else { &self.names };
        dice.pick::<Vec<u8>>(words)
    }
}

/// Damages `input` once, with a stretch of another input or a word of any.
pub(super) fn damage(input: &mut Vec<u8>, other: &[u8], words: &Words, dice: &mut Dice) {
    match dice.index(16) {
        0 => flip(input, dice),
        1 => {
            let at = dice.index(input.len() + 1);
            input.insert(at, dice.index(256) as u8);
        }
        2 => {
            let cut = stretch(input.len(), dice);
            input.drain(cut);
        }
        3 => input.truncate(dice.index(input.len() + 1)),
        // twice the same stretch, or one of another input
        4 => {
            let copy = input[stretch(input.len(), dice)].to_vec();
            put(input, &copy, dice);
        }
        5 => {
            let copy = other[stretch(other.len(), dice)].to_vec();
            put(input, &copy, dice);
        }
        6 => put(input, words.any(dice), dice),
        7 => lines(input, dice),
        8 => {
            let copy = input[stretch(input.len(), dice)].to_vec();
            let times = 1 + dice.index(200);
            put(input, &copy.repeat(times), dice);
        }
        // the rest replaces a number by a number, a name by a name, which mostly keeps the syntax
        _ => {
            let place = token(input, dice);
            let number = input
                .get(place.start)
                .is_some_and(|b| !b.is_ascii_alphabetic());
            let word = match dice.chance(0.1) {
                true => words.any(dice),
                false if number => dice.pick::<Vec<u8>>(&words.numbers),
                false => dice.pick::<Vec<u8>>(&words.names),
            };
            input.splice(place, word.iter().copied());
        }
    }
    input.truncate(LARGEST);
}

/// Writes the checksum anew, so that what is behind it is looked at.
pub(super) fn reseal(input: &mut [u8]) {
    if let Some((all, sum)) = input.split_last_chunk_mut::<8>() {
        *sum = Fnv::of(all).to_le_bytes();
    }
}

fn flip(input: &mut [u8], dice: &mut Dice) {
    if !input.is_empty() {
        let at = dice.index(input.len());
        input[at] ^= 1 << dice.index(8);
    }
}

fn stretch(length: usize, dice: &mut Dice) -> Range<usize> {
    let start = dice.index(length + 1);
    let end = start + dice.index(STRETCH);
    start..end.min(length)
}

fn put(input: &mut Vec<u8>, what: &[u8], dice: &mut Dice) {
    let at = dice.index(input.len() + 1);
    input.splice(at..at, what.iter().copied());
}

/// Swaps two lines, which moves whole entries.
fn lines(input: &mut Vec<u8>, dice: &mut Dice) {
    let mut lines: Vec<&[u8]> = input.split_inclusive(|b| *b == b'\n').collect();
    if !lines.is_empty() {
        let [a, b] = [0; 2].map(|_| dice.index(lines.len()));
        lines.swap(a, b);
    }
    *input = lines.concat();
}

/// A run of letters, digits and what belongs to numbers.
fn token(input: &[u8], dice: &mut Dice) -> Range<usize> {
    let part = |b: &u8| b.is_ascii_alphanumeric() || b"_.-+".contains(b);
    let from = dice.index(input.len() + 1);
    let start = input[from..]
        .iter()
        .position(part)
        .map_or(from, |n| from + n);
    let length = input[start..].iter().position(|b| !part(b));
    start..length.map_or(input.len(), |n| start + n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_bears_any_input_and_keeps_it_small() {
        let words = Words {
            numbers: vec![b"nan".to_vec(), b"1e30".to_vec()],
            names: vec![b"body".to_vec()],
        };
        for (k, whole) in [&b""[..], b"x", b"a = 1\nb = [2.5e-3, \"word\"]\n"]
            .iter()
            .enumerate()
        {
            let mut dice = Dice::new(1, k as u64);
            let mut input = whole.to_vec();
            let mut changed = 0;
            for _ in 0..5000 {
                let before = input.clone();
                damage(&mut input, whole, &words, &mut dice);
                reseal(&mut input);
                changed += usize::from(input != before);
                assert!(input.len() <= LARGEST);
            }
            assert!(changed > 1000, "{changed}");
        }
    }
}
