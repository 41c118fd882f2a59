//! Uniform pressure over plane regions: mean distances from the middle, by sums over a fine grid.

/// Whether a point lies in a region.
pub type Region<'a> = &'a dyn Fn(f64, f64) -> bool;

/// The points of a grid over a square of half-size `reach` that lie in a region.
pub fn points(reach: f64, region: Region<'_>) -> Vec<[f64; 2]> {
    const N: usize = 401;
    let at = |i: usize| reach * (2.0 * (i as f64 + 0.5) / N as f64 - 1.0);
    let all = (0..N * N).map(|k| [at(k / N), at(k % N)]);
    all.filter(|[x, y]| region(*x, *y)).collect()
}

/// The mean distance of a region from its middle: torque over friction and normal force under uniform pressure.
pub fn mean_distance(reach: f64, region: Region<'_>) -> f64 {
    let all = points(reach, region);
    let n = all.len() as f64;
    let sum = all.iter().fold([0.0; 2], |[x, y], p| [x + p[0], y + p[1]]);
    let [x, y] = sum.map(|sum| sum / n);
    all.iter().map(|p| (p[0] - x).hypot(p[1] - y)).sum::<f64>() / n
}

/// The mean distance of a rectangle with these half sides.
pub fn rectangle(a: f64, b: f64) -> f64 {
    mean_distance(a.max(b), &|x, y| x.abs() < a && y.abs() < b)
}
