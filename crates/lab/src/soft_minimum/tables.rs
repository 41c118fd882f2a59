//! The figures of the study as tables.

use super::SoftMinimumReport;
use super::pushing_table::PUBLISHED;
use crate::Table;
use drystone_plot::short;

impl SoftMinimumReport {
    /// Returns the tables in the order of the parts.
    pub(super) fn tables(&self) -> Vec<Table> {
        vec![
            self.formulas(),
            self.bulges(),
            self.forces(),
            self.replays(),
            published(),
            self.times(),
            self.descents(),
        ]
    }

    fn formulas(&self) -> Table {
        let judged = |row: &&super::SurfaceRow| {
            row.name.starts_with("root") || row.name.starts_with("middle")
        };
        let rows = self.rows.surfaces.iter().filter(judged).map(|row| {
            vec![
                row.name.clone(),
                row.patches.to_string(),
                short(row.temperature),
                format!("{:.1e}", row.error),
                row.allowed.map_or("-".into(), |most| format!("{most:.0e}")),
            ]
        });
        let title = "1. Published distances against the formulas: root of a ball, in radii; middle of a cube, m (temperature in \
                     squares of the spacing)";
        let columns = ["", "patches", "temperature", "largest error", "allowed"];
        table(title, &columns, rows)
    }

    fn bulges(&self) -> Table {
        let is_surface = |row: &&super::SurfaceRow| row.name.starts_with("surface");
        let rows = self.rows.surfaces.iter().filter(is_surface).map(|row| {
            vec![
                row.name.clone(),
                row.patches.to_string(),
                format!("{:.4}", (-row.low).max(0.0)),
                format!("{:.4}", -row.mean),
                format!("{:.4}", row.high.max(0.0)),
            ]
        });
        let title = "1. How far surfaces come out, in spacings (20 mm; bodies of half-size 100 mm)";
        let columns = ["", "patches", "out, at most", "out, mean", "in, at most"];
        table(title, &columns, rows)
    }

    fn forces(&self) -> Table {
        let of = |model: &str, path: &str| {
            let rows = self.rows.profiles.iter();
            rows.into_iter()
                .find(|row| row.model == model && row.path == path)
        };
        let rows = super::MODELS.iter().filter_map(|model| {
            let (across, away) = (of(model.name(), "across")?, of(model.name(), "away")?);
            Some(vec![
                model.name().into(),
                short(across.largest),
                format!("{:.3}", across.first_jump),
                format!("{:.3}", across.second_jump),
                short(away.largest),
                format!("{:.4}", away.slope_far),
            ])
        });
        let title = "2. Forces of a small ball beside a fixed one at rest, rho 1e-2 (changes of the differences when places come \
                     twice as close: 0.5 where it is smooth, 1 where a derivative jumps)";
        let columns = [
            "",
            "largest across, N",
            "first",
            "second",
            "largest away, N",
            "slope at 3 / 0.5 smoothings",
        ];
        table(title, &columns, rows)
    }

    fn replays(&self) -> Table {
        let rows = self.pushes.iter().map(|cell| {
            let published = cell.published();
            let beside = |k: usize| {
                let of = |p: [f64; 4]| format!("{:.1} ± {:.1}", p[k], p[k + 1]);
                published.map_or("-".into(), of)
            };
            vec![
                cell.name(),
                cell.queries.to_string(),
                format!("{} of {}", cell.near, cell.goals),
                format!("{:.2} ± {:.2}", cell.distance[0], cell.distance[1]),
                format!("{:.2}", cell.farthest),
                beside(0),
                format!("{:.1} ± {:.1}", cell.angle[0], cell.angle[1]),
                beside(2),
                format!("{:.1}", cell.iterations),
                format!("{} of {}", cell.base_failures, cell.steps),
                cell.unsolved.to_string(),
                short(cell.time),
            ]
        });
        let title = "3. A T pushed open loop: where it ends, from its end under single_level at 2 ms (paper: from MuJoCo's, with RK4)";
        let columns = [
            "steps, implicit unless said",
            "points",
            "within 2.1 cm",
            "distance, cm",
            "largest",
            "paper, cm",
            "angle, degrees",
            "paper, degrees",
            "iterations",
            "first attempts failed",
            "unsolved",
            "ms a step",
        ];
        table(title, &columns, rows)
    }

    fn times(&self) -> Table {
        let rows = self.rows.scaling.iter().map(|row| {
            vec![
                row.model.clone(),
                format!("{} {}", row.count, row.grows),
                row.contacts.to_string(),
                row.iterations.to_string(),
                if row.solved { "yes" } else { "no" }.into(),
                short(row.median),
            ]
        });
        let title = "4. Time of a step: a ball on a T by its points, a board of 64 feet by those that stand";
        let columns = ["", "size", "contacts", "iterations", "solved", "median, us"];
        table(title, &columns, rows)
    }

    fn descents(&self) -> Table {
        let rows = self.rows.lessons.iter().map(|row| {
            vec![
                row.name.clone(),
                format!("{:.1e}", row.first_gradient),
                row.descents.to_string(),
                if row.arrived { "yes" } else { "no" }.into(),
                format!("{:.2}", 1e3 * row.error),
                format!("{:.2}", 1e3 * row.hard_error),
            ]
        });
        let title = "5. A finger 0.3 L away learns to push a box by 30 mm, from commands that ask it to stay";
        let columns = [
            "",
            "first gradient, m/m",
            "descents",
            "arrived",
            "off, mm",
            "off under single_level at 1e-6, mm",
        ];
        table(title, &columns, rows)
    }
}

/// Returns the published table.
fn published() -> Table {
    let rows = PUBLISHED.iter().map(|(ms, integrator, points, errors)| {
        let [distance, spread, angle, turn] = errors;
        vec![
            format!("{ms} ms, {integrator}, {points} points"),
            format!("{distance:.1} ± {spread:.1}"),
            format!("{angle:.1} ± {turn:.1}"),
        ]
    });
    let title = "3. The published table (SM Fig. 7), against MuJoCo";
    table(title, &["", "distance, cm", "angle, degrees"], rows)
}

fn table(title: &str, columns: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Table {
    Table {
        title: title.into(),
        columns: columns.iter().map(|column| (*column).to_string()).collect(),
        rows: rows.collect(),
    }
}
