//! Numbers on the command line.

use drystone::step::MAX_THREADS;
use std::num::NonZeroUsize;

pub fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() && number > 0.0 => Ok(number),
        Ok(number) => Err(format!("must be a finite number > 0, got {number}")),
        Err(_) => Err("must be a number, e.g. 0.01".to_string()),
    }
}

pub fn count(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err("must be a whole number > 0, e.g. 100".to_string()),
    }
}

pub fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let count = text.parse::<NonZeroUsize>().ok();
    count
        .filter(|count| count.get() <= MAX_THREADS)
        .ok_or_else(|| format!("must be a whole number from 1 to {MAX_THREADS}"))
}

pub fn size(text: &str) -> Result<[u32; 2], String> {
    let sides = text.split_once('x').map(|(w, h)| [w.parse(), h.parse()]);
    match sides {
        Some([Ok(width), Ok(height)]) => Ok([width, height]),
        _ => Err("must be WIDTHxHEIGHT in pixels, e.g. 960x600".to_string()),
    }
}

pub fn triple(text: &str) -> Result<[f64; 3], String> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|x| x.trim().parse()).collect();
    match numbers.as_deref() {
        Ok(&[x, y, z]) if [x, y, z].iter().all(|x| x.is_finite()) => Ok([x, y, z]),
        _ => Err("must be three numbers, e.g. 0.5,-2,1".to_string()),
    }
}
