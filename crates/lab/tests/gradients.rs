//! Derivatives of a step against central differences of it: a twelfth of `drystone study gradients`.

use drystone_lab::{Case, Gradients, Summary, carry_out};

/// Largest error of a column without the tolerance of the step: what is left is that of the differences.
const PRECISE: f64 = 1e-5;

#[test]
fn derivatives_are_those_of_the_step() {
    let rows = carry_out(&Gradients { quick: true }, 2, None, |_| {});
    let rows = rows.expect("the cases of the study are good");
    let summary = Summary::of(&rows);
    assert!(
        summary.missed.is_empty(),
        "{}\n\n{summary}",
        summary.missed.join("\n")
    );
    let off = rows.iter().filter(|row| row.error_precise > PRECISE);
    let off: Vec<String> = off
        .map(|row| format!("{:.1e} {} {}", row.error_precise, row.name, row.worst_entry))
        .collect();
    assert!(off.is_empty(), "precise steps:\n{}", off.join("\n"));
    assert_eq!(summary.all.cases, Case::quick().len());
    assert_eq!(summary.undecided, 0, "{:#?}", summary.undecided_rows);
    assert_eq!(summary.unsolved, 0, "changed steps not solved\n\n{summary}");
}

/// Every pair, and every situation at every relaxation.
#[test]
fn the_reduced_study_leaves_nothing_out() {
    let (all, quick) = (Case::all(), Case::quick());
    let pairs = |cases: &[Case]| {
        let mut names: Vec<String> = cases.iter().map(|case| case.pair.name()).collect();
        names.dedup();
        names
    };
    let groups = |cases: &[Case]| {
        let group = |case: &Case| format!("{} {:e}", case.situation.name(), case.rho);
        let mut names: Vec<String> = cases.iter().map(group).collect();
        names.sort();
        names.dedup();
        names
    };
    assert_eq!(all.len(), 110 * 7 * 4);
    assert_eq!(pairs(&quick), pairs(&all));
    assert_eq!(groups(&quick), groups(&all));
}
