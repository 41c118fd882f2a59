//! The one checker of hand-written derivatives.

/// Compares `analytic` with the central difference of `f` at `x0`, and fails with `name`, the
/// entry and both numbers when they differ by more than `tol` x the largest entry (at least 1).
pub fn check_derivative(
    name: &str,
    f: impl Fn(f64) -> Vec<f64>,
    x0: f64,
    analytic: &[f64],
    tol: f64,
) {
    let step = 1e-5 * x0.abs().max(0.1);
    let at = |t: f64| f(x0 + t * step);
    // Fourth order, so that the truncation error is far below any honest tolerance.
    let (a, b, c, d) = (at(-2.0), at(-1.0), at(1.0), at(2.0));
    assert_eq!(b.len(), analytic.len(), "{name}: number of entries");
    let scale = analytic.iter().fold(1.0, |m: f64, v| m.max(v.abs()));
    for i in 0..analytic.len() {
        let numeric = (8.0 * (c[i] - b[i]) - (d[i] - a[i])) / (12.0 * step);
        let error = (numeric - analytic[i]).abs();
        assert!(
            error <= tol * scale,
            "{name}: entry {i}: derivative {}, central difference {numeric}",
            analytic[i]
        );
    }
}
