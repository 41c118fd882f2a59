//! `check_certificate FILE [RECORDING]` checks a certificate of `drystone run --certify FILE`, and that its poses are those of a
//! recording. It shares no code with the library, and takes shapes, poses and planes from the file; which pairs there are it finds itself.
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
        if rows
            .iter()
            .any(|row| row.len() != 4 && (is_plane || row.len() != 13))
        {
            return Err("a row of a part has not 4 or 13 numbers".into());
        }
        let row = |mut row: Vec<f64>| {
            row.resize(13, 0.0);
            (
                V::from_row_slice(&row),
                row[3],
                Matrix3::from_row_slice(&row[4..]),
            )
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

    fn support(&self, q: &Turn<f64>, n: &V<f64>) -> f64 {
        let n = q.inverse_transform_vector(n);
        let along = |(x, r, oval): &Row| x.dot(&n) + r * n.norm() + oval.tr_mul(&n).norm();
        self.rows
            .iter()
            .map(along)
            .fold(f64::NEG_INFINITY, f64::max)
    }

    /// Returns bounds of |y'| and |y''| of the points between two attitudes: a turn is not longer than twice the tangent of its half.
    fn rates(&self, [a, b]: [&Turn<f64>; 2]) -> [f64; 2] {
        let turn = (b * a.inverse()).into_inner();
        let angle = match turn.w > 0.5 {
            true => turn.imag() * (2.0 / turn.w),
            false => V::repeat(f64::INFINITY),
        };
        let rate = |(x, _, oval): &Row| angle.cross(&(a * x)).norm() + angle.norm() * oval.norm();
        let rate = self
            .rows
            .iter()
            .map(rate)
            .fold(1e-12 * self.reach, |a, b| if a >= b { a } else { b });
        [rate, rate * (angle.norm() + 1e-12)]
    }
}

/// The positions and attitudes of a body at both ends of a step, and its largest angular speed.
struct Path([V<f64>; 2], [Turn<f64>; 2], f64);

impl Path {
    fn new([from, to]: [&Value; 2]) -> Found<Self> {
        let [a, b]: [[f64; 8]; 2] = [from_value(from.clone())?, from_value(to.clone())?];
        let turn = |p: &[f64; 8]| Turn::new_normalize(Quaternion::new(p[3], p[4], p[5], p[6]));
        let (start, end) = (turn(&a), turn(&b));
        let nearer = if start.coords.dot(&end.coords) < 0.0 {
            -end.into_inner()
        } else {
            end.into_inner()
        };
        Ok(Self(
            [a, b].map(|p| V::new(p[0], p[1], p[2])),
            [start, Turn::new_unchecked(nearer)],
            a[7].max(b[7]),
        ))
    }
}

/// Returns the distance (m) that is proven of two parts during a step of `h` s, infinite where their swept spheres are apart.
fn clearance(parts: [&Part; 2], paths: [&Path; 2], h: f64, proof: Option<&Value>) -> Found<f64> {
    let [Path(xa, qa, fast), Path(xb, qb, faster)] = paths;
    let (start, shift) = (xb[0] - xa[0], (xb[1] - xb[0]) - (xa[1] - xa[0]));
    let nearest = (-start.dot(&shift) / shift.norm_squared())
        .max(0.0)
        .min(1.0);
    let reach = parts[0].reach + parts[1].reach;
    let lengths = start.norm() + shift.norm() + reach;
    if !parts[0].is_plane && (start + shift * nearest).norm() > reach + PAD * lengths {
        return Ok(f64::INFINITY);
    }
    if !(fast.max(*faster) * h <= 3.0) || parts[0].is_plane && qa[0] != qa[1] || parts[1].is_plane {
        return Err("a body turns too fast, or a half-space turns".into());
    }
    let pieces: Vec<[f64; 10]> = from_value(proof.ok_or("there is no proof")?["pieces"].clone())?;
    let (mut time, mut least) = (0.0, f64::INFINITY);
    for p in pieces {
        if p[0] != time || !(p[1] > time && p[1] <= 1.0 && (p[1] * 2f64.powi(40)).fract() == 0.0) {
            return Err(format!("no piece is proven from {time}").into());
        }
        time = p[1];
        let turns = [0, 1].map(|k| {
            [
                attitude(&qa[0], &qa[1], p[k]),
                attitude(&qb[0], &qb[1], p[k]),
            ]
        });
        let planes = [0, 1].map(|k| match parts[0].is_plane {
            true => (qa[0] * parts[0].rows[0].0, -parts[0].rows[0].1),
            false => (
                V::new(p[4 * k + 2], p[4 * k + 3], p[4 * k + 4]),
                p[4 * k + 5],
            ),
        });
        let room = [0, 1].map(|k| {
            let (n, o) = planes[k];
            let below = -o - parts[0].support(&turns[k][0], &n);
            [
                below,
                n.dot(&(start + shift * p[k])) + o - parts[1].support(&turns[k][1], &-n),
            ]
        });
        let size = planes[0].0.norm().max(planes[1].0.norm());
        let pad = PAD * size * (lengths + planes[0].1.abs() + planes[1].1.abs());
        let mut sum = 0.0;
        for side in usize::from(parts[0].is_plane)..2 {
            let [rate, bend] = parts[side].rates([&turns[0][side], &turns[1][side]]);
            let rate = rate + side as f64 * shift.norm() * (p[1] - p[0]);
            let bend = 2.0 * (planes[1].0 - planes[0].0).norm() * rate + size * bend;
            let kept = room[0][side].min(room[1][side]) - EIGHTH * bend - pad;
            if !(kept >= 0.0 && size <= 1.0 + 1e-9) {
                return Err(format!("the piece from {} proves only {kept:e} m", p[0]).into());
            }
            sum += kept;
        }
        least = least.min(sum);
    }
    match time == 1.0 {
        true => Ok(least),
        false => Err("the pieces end early".into()),
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
        let paths = (0..bodies.len()).map(|i| Path::new([&poses[0][i], &poses[1][i]]));
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
