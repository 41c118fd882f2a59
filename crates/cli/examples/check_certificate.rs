//! `check_certificate FILE [RECORDING]` checks a certificate of `drystone run --certify FILE`, and that its poses are those of a
//! recording. It shares no code with the library, and takes shapes, poses and planes from the file; which pairs there are it finds itself.
//!
//! Between two states a body turns about a fixed axis at a constant rate by the shortest turn, and its pivot moves straight. Planes n.y + o (y from the pivot of
//! the first body) are given at both ends of a piece and linear in between; |g''| <= M bounds the clearance g >= min(g0, g1) - M / 8 of every point
//! (docs/formulation.md, "Certificates").
//!
//! Rounding: times are multiples of 2^-40, so that attitudes come from at most 40 normalised sums of quaternions, by + * / and sqrt
//! alone. Their error is below 1.6 (40 x 6 + 8) u < 5e-14 (u = 1.1e-16), that of a turned point below 2e-13 of its length, that of its
//! height over a plane below 3e-13 of the lengths in it. `PAD` is 2e-12 of these lengths; turns have 1e-12 rad more.

use nalgebra::{Matrix3, Quaternion, UnitQuaternion as Turn, Vector3 as V};
use serde_json::{Value, from_str, from_value, json};

type Found<T> = Result<T, Box<dyn std::error::Error>>;
type Row = (V<f64>, f64, Matrix3<f64>);
const PAD: f64 = 2e-12;
const EIGHTH: f64 = 0.125 * (1.0 + 1e-9);

/// Returns the attitude at a time between those at 0 and 1.
fn attitude(a: &Turn<f64>, b: &Turn<f64>, time: f64) -> Turn<f64> {
    let middle = Turn::new_normalize(a.into_inner() + b.into_inner());
    match time {
        0.0 => *a,
        1.0 => *b,
        early if early < 0.5 => attitude(a, &middle, 2.0 * early),
        late => attitude(&middle, b, 2.0 * late - 1.0),
    }
}

/// The hull of points, each with a ball's radius and an ellipsoid's matrix, and its reach from the centre of mass; or a half-space.
struct Part {
    rows: Vec<Row>,
    is_plane: bool,
    reach: f64,
}

impl Part {
    fn new(value: &Value) -> Found<Self> {
        let is_plane = !value["half_space"].is_null();
        let rows: Vec<Vec<f64>> = match is_plane {
            true => vec![from_value(value["half_space"].clone())?],
            false => from_value(value["hull"].clone())?,
        };
        let known = |row: &Vec<f64>| row.len() == 4 || (row.len() == 13 && !is_plane);
        if rows.is_empty() || !rows.iter().all(known) {
            return Err("a row of a part has not 4 or 13 numbers".into());
        }
        let row = |mut row: Vec<f64>| {
            row.resize(13, 0.0);
            let oval = Matrix3::from_row_slice(&row[4..]);
            (V::new(row[0], row[1], row[2]), row[3], oval)
        };
        let rows: Vec<Row> = rows.into_iter().map(row).collect();
        let reach = rows
            .iter()
            .map(|(x, r, oval)| x.norm() + r.abs() + oval.norm());
        let reach = reach.fold(0.0, f64::max);
        Ok(Self {
            rows,
            is_plane,
            reach,
        })
    }
}

/// A body in a step: positions and attitudes at both ends, the pivot, the largest angular speed.
struct Path([V<f64>; 2], [Turn<f64>; 2], V<f64>, f64);

impl Path {
    fn new([from, to]: [&Value; 2], pivot: V<f64>) -> Found<Self> {
        let [a, b]: [[f64; 8]; 2] = [from_value(from.clone())?, from_value(to.clone())?];
        let turn = |p: &[f64; 8]| Turn::new_normalize(Quaternion::new(p[3], p[4], p[5], p[6]));
        let [start, mut end] = [turn(&a), turn(&b)];
        if start.coords.dot(&end.coords) < 0.0 {
            end = Turn::new_unchecked(-end.into_inner());
        }
        let places = [a, b].map(|p| V::new(p[0], p[1], p[2]));
        Ok(Self(places, [start, end], pivot, a[7].max(b[7])))
    }
}

/// Returns the clearance of a part from planes (n, o) over a piece of time, on the side of `side` n; the `origins` are the places of its pivot at both
/// ends, the `turns` its attitudes.
fn kept(
    part: &Part,
    pivot: V<f64>,
    turns: [Turn<f64>; 2],
    planes: [(V<f64>, f64); 2],
    side: f64,
    origins: [V<f64>; 2],
) -> f64 {
    // A turn is not longer than twice the tangent of its half.
    let turn = (turns[1] * turns[0].inverse()).into_inner();
    let angle = match turn.w > 0.5 {
        true => turn.imag() * (2.0 / turn.w),
        false => V::repeat(f64::INFINITY),
    };
    let size = planes[0].0.norm().max(planes[1].0.norm());
    let change = (planes[1].0 - planes[0].0).norm();
    let rows = part.rows.iter().map(|(x, r, oval)| {
        let [room, other] = [0, 1].map(|k| {
            let (n, o) = planes[k];
            let d = turns[k].inverse_transform_vector(&n);
            let centre = side * (n.dot(&origins[k]) + o + d.dot(&(x - pivot)));
            centre - r * n.norm() - oval.tr_mul(&d).norm()
        });
        let rate = angle.cross(&(turns[0] * (x - pivot))).norm() + angle.norm() * oval.norm();
        let rate = rate + 1e-12 * (part.reach + pivot.norm());
        let shift = (origins[1] - origins[0]).norm();
        let bend = 2.0 * change * (shift + rate) + size * (angle.norm() + 1e-12) * rate;
        room.min(other) - EIGHTH * bend
    });
    let least = rows.fold(f64::INFINITY, |least, row| {
        if row >= least || least.is_nan() {
            least
        } else {
            row
        }
    });
    if size <= 1.0 + 1e-9 { least } else { f64::NAN }
}

/// Returns the distance (m) that is proven of two parts during a step of `h` s, infinite where spheres about their pivots stay apart.
fn clearance(parts: [&Part; 2], paths: [&Path; 2], h: f64, proof: Option<&Value>) -> Found<f64> {
    let [Path(xa, qa, pa, fast), Path(xb, qb, pb, faster)] = paths;
    let [start, end] = [0, 1].map(|k| (xb[k] - xa[k]) + (qb[k] * pb - qa[k] * pa));
    let shift = end - start;
    let nearest = match shift.norm_squared() {
        0.0 => 0.0,
        square => (-start.dot(&shift) / square).clamp(0.0, 1.0),
    };
    let reach = parts[0].reach + parts[1].reach + pa.norm() + pb.norm();
    let lengths = start.norm() + end.norm() + reach;
    let plane = parts[0]
        .is_plane
        .then(|| (qa[0] * parts[0].rows[0].0, -parts[0].rows[0].1));
    if plane.is_none() && (start + shift * nearest).norm() > reach + PAD * lengths {
        return Ok(f64::INFINITY);
    }
    let slow = fast * h <= 3.0 && faster * h <= 3.0;
    let turned = plane.is_some() && (qa[0] != qa[1] || *pa != V::zeros());
    if turned || parts[1].is_plane || !slow {
        return Err("a body turns too fast, or a half-space turns".into());
    }
    let pieces: Vec<[f64; 10]> = from_value(proof.ok_or("there is no proof")?["pieces"].clone())?;
    let (mut time, mut least) = (0.0, f64::INFINITY);
    for p in pieces {
        if p[0] != time || !(p[1] > time && p[1] <= 1.0 && (p[1] * 2f64.powi(40)).fract() == 0.0) {
            return Err(format!("nothing is proven from {time} on").into());
        }
        time = p[1];
        let given = |k: usize| {
            (
                V::new(p[4 * k + 2], p[4 * k + 3], p[4 * k + 4]),
                p[4 * k + 5],
            )
        };
        let planes = [0, 1].map(|k| plane.unwrap_or_else(|| given(k)));
        let pad = PAD * (lengths + planes[0].1.abs() + planes[1].1.abs());
        let turns = [qa, qb].map(|q| [p[0], p[1]].map(|time| attitude(&q[0], &q[1], time)));
        let origins = [p[0], p[1]].map(|time| start + shift * time);
        let first = match plane {
            Some(_) => 0.0,
            None => kept(parts[0], *pa, turns[0], planes, -1.0, [V::zeros(); 2]) - pad,
        };
        let second = kept(parts[1], *pb, turns[1], planes, 1.0, origins) - pad;
        if !(first >= 0.0 && second >= 0.0) {
            return Err(format!(
                "the planes from {} on prove only {:e} m",
                p[0],
                first.min(second)
            )
            .into());
        }
        least = least.min(first + second);
    }
    match time == 1.0 {
        true => Ok(least),
        false => Err(format!("nothing is proven from {time} on").into()),
    }
}

fn lines(path: &str) -> Found<Vec<Value>> {
    let text = std::fs::read_to_string(path)?;
    Ok(text.lines().map(from_str).collect::<Result<_, _>>()?)
}

/// Returns the elements of a list.
fn list<'a>(value: &'a Value, key: &str) -> Found<&'a Vec<Value>> {
    let list = value[key].as_array();
    list.ok_or_else(|| format!("there is no list \"{key}\"").into())
}

/// Returns the pairs of parts (body, part, body, part) that the header lets touch, a half-space first.
fn pairs(bodies: &[(bool, Vec<Part>)], filtered: &[[usize; 2]]) -> Vec<[usize; 4]> {
    let mut out = Vec::new();
    for (b, (b_moves, second)) in bodies.iter().enumerate() {
        for (a, (a_moves, first)) in bodies[..b].iter().enumerate() {
            if !(*a_moves || *b_moves) || filtered.contains(&[a, b]) {
                continue;
            }
            for i in 0..first.len() {
                out.extend((0..second.len()).map(|j| match second[j].is_plane {
                    true => [b, j, a, i],
                    false => [a, i, b, j],
                }));
            }
        }
    }
    out
}

/// Checks that the poses of all steps are those of a recording.
fn compare(steps: &[Value], recording: &str) -> Found<()> {
    let frames = lines(recording)?;
    for line in steps {
        let frame = frames
            .iter()
            .skip(1)
            .find(|frame| frame["step"] == line["step"]);
        let bodies = list(frame.ok_or("the recording lacks a step")?, "bodies")?;
        let own = list(line, "poses")?;
        let same = |(a, b): (&Value, &Value)| (0..7).all(|k| a[k] == b[k] && a[k].is_f64());
        if bodies.len() != own.len() || !own.iter().zip(bodies).all(same) {
            return Err(format!(
                "the poses of step {} are not those of the recording",
                line["step"]
            )
            .into());
        }
    }
    Ok(())
}

/// Checks a certificate and returns its figures in words.
///
/// # Errors
/// The file cannot be read, something is missing or not proven, or the poses are not those of the recording.
pub fn check(path: &str, recording: Option<&str>) -> Found<String> {
    let all = lines(path)?;
    let (header, end) = (
        all.first().ok_or("the file is empty")?,
        all.last().ok_or("no end")?,
    );
    let steps = &all[1..all.len().max(2) - 1];
    let first = steps.first().and_then(|line| line["step"].as_u64());
    let first = first.ok_or("there are no poses")?;
    let numbered = steps
        .iter()
        .zip(first..)
        .all(|(line, number)| line["step"] == number);
    if !numbered || end["end"] != first + steps.len() as u64 - 1 {
        return Err("a step is missing, or the end".into());
    }
    let mut bodies = Vec::new();
    for body in list(header, "bodies")? {
        let parts = list(body, "parts")?.iter().map(Part::new);
        bodies.push((body["moving"] == true, parts.collect::<Found<Vec<Part>>>()?));
    }
    let filtered: Vec<[usize; 2]> = from_value(header["filtered"].clone())?;
    let h = header["time_step"]
        .as_f64()
        .ok_or("there is no time step")?;
    let (pairs, mut counts, mut least, mut failures) =
        (pairs(&bodies, &filtered), [0, 0], f64::INFINITY, Vec::new());
    for ends in steps.windows(2) {
        let poses = [list(&ends[0], "poses")?, list(&ends[1], "poses")?];
        if poses.iter().any(|poses| poses.len() != bodies.len()) {
            return Err("the poses of a body are missing".into());
        }
        // No pair of two bodies that stay is looked at, so they have to.
        let stays = |i: usize| bodies[i].0 || poses[0][i] == poses[1][i];
        if let Some(i) = (0..bodies.len()).find(|&i| !stays(i)) {
            return Err(format!("body {i} moves, and is said not to").into());
        }
        let mut pivots = vec![V::zeros(); bodies.len()];
        for pivot in list(&ends[1], "pivots")? {
            let (body, x, y, z): (usize, f64, f64, f64) = from_value(pivot.clone())?;
            *pivots.get_mut(body).ok_or("a pivot is of no body")? = V::new(x, y, z);
        }
        let paths = pivots.iter().enumerate();
        let paths = paths.map(|(i, pivot)| Path::new([&poses[0][i], &poses[1][i]], *pivot));
        let paths = paths.collect::<Found<Vec<Path>>>()?;
        let proofs = list(&ends[1], "proofs")?;
        for pair @ [a, i, b, j] in &pairs {
            let proof = proofs.iter().find(|proof| proof["pair"] == json!(pair));
            match clearance(
                [&bodies[*a].1[*i], &bodies[*b].1[*j]],
                [&paths[*a], &paths[*b]],
                h,
                proof,
            ) {
                Ok(distance) => {
                    counts[usize::from(distance.is_infinite())] += 1;
                    least = least.min(distance);
                }
                Err(why) => {
                    failures.push(format!("step {}, pair {pair:?}: {why}", ends[0]["step"]))
                }
            }
        }
    }
    if let Some(recording) = recording {
        compare(steps, recording)?;
    }
    let [near, far] = counts;
    let said = format!(
        "{near} pairs x steps are apart by planes, smallest clearance {least:.3e} m, {far} by swept spheres, {} pairs of bodies are filtered",
        filtered.len()
    );
    match failures.first() {
        None => Ok(format!("certified: {said}")),
        Some(first) => Err(format!(
            "not certified: {} pairs x steps are not proven, first {first}; {said}",
            failures.len()
        )
        .into()),
    }
}

/// Prints the verdict.
#[allow(dead_code)] // a test includes this file
fn main() -> std::process::ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let checked = match arguments.first() {
        Some(path) => check(path, arguments.get(1).map(String::as_str)),
        None => Err("usage: check_certificate FILE [RECORDING]".into()),
    };
    match &checked {
        Ok(said) => println!("{said}"),
        Err(said) => println!("{said}"),
    }
    std::process::ExitCode::from(u8::from(checked.is_err()))
}
