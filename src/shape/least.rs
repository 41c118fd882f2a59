//! The least of several lengths has a kink where two of them are equal; its derivatives are here.

/// Lengths that differ by less than this part count as equal.
const EQUAL: f64 = 1e-12;

/// Returns the derivatives of the least of several (length, derivative), from the left (the
/// parameter decreases) and from the right: where some are equal, the largest derivative holds when the
/// parameter decreases and the smallest when it increases.
pub(super) fn least(lengths: impl IntoIterator<Item = (f64, f64)> + Clone) -> [f64; 2] {
    let smallest = lengths.clone().into_iter();
    let smallest = smallest
        .map(|(length, _)| length)
        .fold(f64::INFINITY, f64::min);
    let mut sides = [f64::NEG_INFINITY, f64::INFINITY];
    for (length, rate) in lengths {
        if length <= smallest * (1.0 + EQUAL) {
            sides = [sides[0].max(rate), sides[1].min(rate)];
        }
    }
    sides
}
