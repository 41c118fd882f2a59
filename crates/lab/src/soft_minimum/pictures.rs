//! The pictures of the study.

use super::{ProfileRow, SoftMinimumReport, read};
use drystone_plot::{Content, HeatMap, Plot};

type Line = (String, Vec<(f64, f64)>);

/// Returns all pictures of a report.
pub fn plots(report: &SoftMinimumReport) -> Vec<Plot> {
    let plot = |stem: &str, title: &str, content| Plot {
        stem: stem.into(),
        title: title.into(),
        content,
    };
    vec![
        plot(
            "curves",
            "Where the soft distance of a cube vanishes, a quarter of its middle section (SM Fig. 4)",
            curves(report),
        ),
        plot(
            "across",
            "Force on a ball that passes another one (SM Fig. 5)",
            lines(report, "across", "place across, mm", false),
        ),
        plot(
            "away",
            "Force on a ball by the gap to another one",
            lines(report, "away", "gap, mm", true),
        ),
        plot(
            "plane",
            "Force on a ball over the plane, N (SM Fig. 1)",
            plane(report),
        ),
        plot(
            "pushing",
            "A T pushed open loop: distance from its end under single_level at 2 ms",
            pushing(report),
        ),
        plot(
            "points",
            "Time of a step by the patches of the T",
            times(report, "points", "patches"),
        ),
        plot(
            "contacts",
            "Time of a step by the feet that stand",
            times(report, "contacts", "feet"),
        ),
        plot(
            "learning",
            "A finger learns to push a box: distance from the target",
            learning(report),
        ),
    ]
}

fn content(series: Vec<Line>, axes: [&str; 2], logarithmic: [bool; 2]) -> Content {
    Content::Lines {
        series,
        axes: axes.map(String::from),
        logarithmic,
    }
}

fn curves(report: &SoftMinimumReport) -> Content {
    let rows = report.rows.surfaces.iter().filter_map(|row| {
        let name = row.name.strip_prefix("curve: ")?;
        let points = read(&row.curve);
        let points = points.chunks_exact(2).map(|p| (1e3 * p[0], 1e3 * p[1]));
        Some((name.to_string(), points.collect()))
    });
    content(rows.collect(), ["x, mm", "y, mm"], [false, false])
}

fn of_path<'a>(
    report: &'a SoftMinimumReport,
    path: &'a str,
) -> impl Iterator<Item = &'a ProfileRow> {
    let rows = report.rows.profiles.iter();
    rows.filter(move |row| row.path == path)
}

fn lines(report: &SoftMinimumReport, path: &str, axis: &str, logarithmic: bool) -> Content {
    let rows = of_path(report, path).map(|row| {
        let places = read(&row.places).into_iter().map(|place| 1e3 * place);
        let line = places.zip(read(&row.forces)).collect();
        (row.model.clone(), line)
    });
    content(rows.collect(), [axis, "force, N"], [false, logarithmic])
}

fn plane(report: &SoftMinimumReport) -> Content {
    let panel = |row: &ProfileRow| {
        let (places, forces) = (read(&row.places), read(&row.forces));
        let places: Vec<[f64; 2]> = places.chunks_exact(2).map(|p| [p[0], p[1]]).collect();
        let distinct = |k: usize| {
            let mut out: Vec<String> = places
                .iter()
                .map(|p| format!("{:.0}", 1e3 * p[k]))
                .collect();
            out.sort_by_key(|text| text.parse::<u32>().unwrap_or(0));
            out.dedup();
            out
        };
        let columns = distinct(1);
        let values = forces.chunks(columns.len().max(1));
        HeatMap {
            title: row.model.clone(),
            axes: ["place across, mm".into(), "gap, mm".into()],
            rows: distinct(0),
            columns,
            values: values.map(<[f64]>::to_vec).collect(),
        }
    };
    Content::HeatMaps {
        panels: of_path(report, "grid").map(panel).collect(),
        what: "force, N".into(),
        logarithmic: true,
    }
}

/// Adds a point to the line of a name.
fn add(lines: &mut Vec<Line>, name: String, point: (f64, f64)) {
    match lines.iter_mut().find(|(other, _)| *other == name) {
        Some((_, points)) => points.push(point),
        None => lines.push((name, vec![point])),
    }
}

fn pushing(report: &SoftMinimumReport) -> Content {
    let mut series = Vec::new();
    for cell in &report.pushes {
        let name = match cell.points.as_str() {
            "-" => cell.model.clone(),
            points => format!("{}, {points} points", cell.model),
        };
        let point = (f64::from(cell.milliseconds), cell.distance[0]);
        add(&mut series, name, point);
        if let Some(published) = cell.published() {
            let name = format!("paper, RK4, {} points", cell.points);
            let point = (f64::from(cell.milliseconds), published[0]);
            let known = |(other, points): &Line| *other == name && points.contains(&point);
            if !series.iter().any(known) {
                add(&mut series, name, point);
            }
        }
    }
    content(series, ["step, ms", "distance, cm"], [false, false])
}

fn times(report: &SoftMinimumReport, grows: &str, axis: &str) -> Content {
    let mut series = Vec::new();
    for row in report.rows.scaling.iter().filter(|row| row.grows == grows) {
        add(
            &mut series,
            row.model.clone(),
            (row.count as f64, row.median),
        );
    }
    content(series, [axis, "time of a step, us"], [true, true])
}

fn learning(report: &SoftMinimumReport) -> Content {
    let rows = report.rows.lessons.iter().map(|row| {
        let errors = read(&row.errors).into_iter().enumerate();
        let line = errors.map(|(k, error)| (k as f64, 1e3 * error)).collect();
        (row.name.clone(), line)
    });
    content(
        rows.collect(),
        ["steps of the descent", "distance, mm"],
        [false, false],
    )
}
