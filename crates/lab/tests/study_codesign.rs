//! What `drystone study codesign` runs and judges.

use drystone_lab::codesign::{Codesign, CodesignReport, DesignRow, Machine, measure};
use drystone_lab::{Campaign, Report, carry_out};

fn row(machine: Machine, control_alone: bool, loss: f64, figure: f64) -> DesignRow {
    DesignRow {
        name: format!("{}, {control_alone}", machine.name()),
        machine: machine.name().into(),
        control_alone,
        variables: 3,
        iterations: 10,
        retreats: 0,
        loss_given: 1.0,
        loss,
        given: 0.0,
        own: figure,
        single_level: figure,
        slip: 0.0,
        slip_single_level: 0.0,
        unsolved: 0,
        seconds: 1.0,
    }
}

/// Returns rows of machines that do what is asked of them.
fn rows() -> Vec<DesignRow> {
    let pair = |machine, control: f64, codesign: f64| {
        [
            row(machine, true, 0.1, control),
            row(machine, false, 1e-3, codesign),
        ]
    };
    [
        pair(Machine::Chain, 1.3, 0.1),
        pair(Machine::Spider, 1.0, 1.1),
        pair(Machine::Jaw, 0.0, 1.0),
        pair(Machine::Gripper, 0.0, 4.0),
        pair(Machine::Hand, 0.0, 3.0),
        pair(Machine::Biped, 1.9, 4.0),
    ]
    .concat()
}

fn missed(change: impl Fn(&mut [DesignRow])) -> Vec<String> {
    let mut rows = rows();
    change(&mut rows);
    CodesignReport::of(false, &rows).missed().to_vec()
}

#[test]
fn the_pass_line_asks_every_machine_for_its_own() {
    assert!(missed(|_| ()).is_empty());
    assert_eq!(missed(|rows| rows[1].own = 0.3).len(), 1);
    assert_eq!(missed(|rows| rows[1].loss = 0.01).len(), 1);
    assert_eq!(missed(|rows| rows[3].own = 1.07).len(), 1);
    assert_eq!(missed(|rows| rows[4].own = 1.0).len(), 1);
    assert!(missed(|rows| rows[5].slip = 6e-3)[1].contains("6.0 mm"));
    assert!(missed(|rows| rows[5].seconds = 130.0)[0].contains("130 s"));
    assert_eq!(missed(|rows| rows[7].own = 3.0).len(), 1);
    assert_eq!(missed(|rows| rows[9].own = 2.0).len(), 1);
    assert_eq!(missed(|rows| rows[8].unsolved = 1).len(), 1);
    assert_eq!(missed(|rows| rows[11].own = 3.9).len(), 1);
    assert_eq!(missed(|rows| rows[10].own = 4.0).len(), 1);
    assert_eq!(missed(|rows| rows[1].loss = f64::NAN).len(), 1);
}

#[test]
fn a_design_that_works_under_its_own_model_alone_is_named() {
    let mut rows = rows();
    rows[5].single_level = 0.0;
    rows[3].single_level = 0.5;
    let report = CodesignReport::of(false, &rows);
    assert_eq!(report.own_model_alone, ["spider", "jaw"]);
    assert!(report.missed().is_empty());
    assert!(
        report
            .markdown()
            .contains("jaw: the design does not work under single_level")
    );
}

#[test]
fn every_machine_is_designed_twice_and_can_be_measured() {
    assert_eq!(Codesign { quick: false }.runs().len(), 12);
    assert_eq!(Codesign { quick: true }.runs().len(), 4);
    for machine in [Machine::Jaw, Machine::Gripper, Machine::Hand] {
        let scene = machine.scene().expect("a scene");
        let figures = measure(machine, &scene).expect("a run");
        assert_eq!((figures.figure, figures.unsolved), (0.0, 0), "{machine:?}");
    }
    let scene = Machine::Biped.scene().expect("a scene");
    let biped = measure(Machine::Biped, &scene).expect("a run");
    assert!(biped.figure > 0.1 && biped.figure < 1.5, "{biped:?}");
    assert_eq!(biped.unsolved, 0);
}

#[test]
fn a_few_iterations_of_the_co_design_end_with_the_least_loss() {
    let rows = carry_out(&Codesign { quick: true }, 2, None, |_| ()).expect("rows");
    let report = CodesignReport::of(true, &rows);
    assert!(report.missed().is_empty(), "{:?}", report.missed());
    assert_eq!(report.machines.len(), 2);
}
