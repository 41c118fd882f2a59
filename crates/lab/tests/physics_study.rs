//! The quick study of the physics meets its pass lines, and its checks would see a miss.

use drystone_lab::physics::oracles::Oracles;
use drystone_lab::physics::{LawResiduals, PhysicsReport, PhysicsRows, Refinement, Slopes};
use drystone_lab::{Campaign, Report, carry_out};
use drystone_plot::Content;

fn rows<C: Campaign>(campaign: &C) -> Vec<C::Row> {
    carry_out(campaign, 2, None, |_| ()).unwrap()
}

#[test]
fn the_quick_study_of_the_physics_meets_its_pass_lines() {
    let report = PhysicsReport::of(PhysicsRows {
        oracles: rows(&Oracles::embedded().unwrap()),
        slopes: rows(&Slopes::new(true)),
        residuals: rows(&LawResiduals::new(true)),
        refinement: rows(&Refinement::new(true)),
    });
    println!("{report}");
    assert!(report.missed().is_empty(), "{:#?}", report.missed());
    // Something was looked at in every part.
    assert!(
        report.rows.oracles.len() > 200,
        "{}",
        report.rows.oracles.len()
    );
    assert!(report.rows.slopes.iter().any(|row| row.slides));
    assert!(report.rows.slopes.iter().any(|row| !row.slides));
    assert!(report.rows.residuals.iter().all(|row| row.contacts > 50));
    for plot in report.plots() {
        assert!(plot.svg().contains("</svg>"), "{}", plot.stem);
        let drawn = match plot.content {
            Content::HeatMaps { panels, .. } => panels.iter().all(|panel| {
                let full = |line: &Vec<f64>| line.len() == panel.columns.len();
                panel.values.len() == panel.rows.len() && panel.values.iter().all(full)
            }),
            Content::Histogram { series, .. } => series.iter().all(|(_, v)| !v.is_empty()),
            Content::Lines { series, .. } => series.iter().all(|(_, v)| v.len() == 3),
            Content::Panels { .. } => panic!("{}: not a chart of a study", plot.stem),
        };
        assert!(drawn, "{}", plot.stem);
    }
}
