//! Which part of a step its potentials, its adjoint and everything else take (SDRS table II).

use super::chains::ChainRow;
use crate::Table;

/// The shares of SDRS table II: the barriers, the dissipation, the adjoint, everything else.
const SDRS: [f64; 4] = [0.3051, 0.3689, 0.3085, 0.0175];

/// Returns the shares of a step and its adjoint. The parts of an iteration follow from chains without friction, and from chains that touch nothing.
fn shares(row: &ChainRow) -> [f64; 4] {
    let iterations = row.iterations.max(1.0);
    let forward = [
        row.without_friction - row.apart,
        row.iteration_time - row.without_friction,
    ];
    let [barriers, dissipation] = forward.map(|time| time * iterations);
    let parts = [barriers, dissipation, row.backward, row.apart * iterations];
    let whole: f64 = parts.iter().sum();
    parts.map(|part| part / whole)
}

/// Returns the table of all lengths, beside that of the paper.
pub(super) fn share_table(rows: &[ChainRow]) -> Table {
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let mut out: Vec<Vec<String>> = Vec::new();
    for row in rows {
        let mut own = vec![row.links.to_string()];
        own.extend(shares(row).map(percent));
        own.push(format!("{:.2}", row.backward / row.time));
        out.push(own);
    }
    let mut published = vec!["SDRS".to_string()];
    published.extend(SDRS.map(percent));
    published.push("-".into());
    out.push(published);
    let columns = [
        "links",
        "barriers, U_c",
        "dissipation, U_f",
        "adjoint",
        "everything else",
        "time of the adjoint over that of a step",
    ];
    Table {
        title: "The same chains: shares of the time of a step and its adjoint (SDRS table II), from chains without friction and from chains that touch nothing".into(),
        columns: columns.map(String::from).to_vec(),
        rows: out,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_those_of_the_times_of_the_three_kinds_of_chains() {
        let row = ChainRow {
            name: String::new(),
            links: 4,
            steps: 1,
            unsolved: 0,
            contacts: 1.0,
            iterations: 2.0,
            time: 8.0,
            iteration_time: 4.0,
            backward: 2.0,
            without_friction: 3.0,
            apart: 0.5,
        };
        assert_eq!(shares(&row), [0.5, 0.2, 0.2, 0.1]);
        assert!((SDRS.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
}
