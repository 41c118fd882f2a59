//! Derivatives of a step against central differences of it: a tenth of `drystone study gradients`.

use drystone::study::{Case, Summary, examine_all};

#[test]
fn derivatives_are_those_of_the_step() {
    let rows = examine_all(&Case::quick(), |_| {}).expect("the cases of the study are good");
    let summary = Summary::of(&rows);
    assert!(
        summary.missed.is_empty(),
        "{}\n\n{summary}",
        summary.missed.join("\n")
    );
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
