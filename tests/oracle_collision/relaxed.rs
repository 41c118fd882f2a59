//! Points on the central path, with their derivatives.

use crate::oracle::*;
use drystone::contact::PairQuery;
use drystone::shape::CylinderRows;

#[test]
fn the_central_path_and_its_derivatives_are_those_of_the_reference() {
    let mut reader = Reader::new();
    let data = load("gd_relaxed.json");
    let mut account = Account::default();
    for record in records(&data) {
        let id = text(&record["id"]);
        reader.cylinders = match text(&record["form"]) {
            "paper" => CylinderRows::Paper,
            "reduced_cylinder" => CylinderRows::Reduced,
            other => panic!("{id}: unknown form {other}"),
        };
        let bodies = ["b1", "b2"].map(|b| &record[b]);
        let placed = bodies.map(|b| reader.shape(&b["shape"]));
        let [first, second] = bodies.map(pose);
        let size = size(&placed[0], &placed[1]);
        // The data's problem contains alpha >= 0.
        let rows = [with_alpha_row(&placed[0].rows()), placed[1].rows()];
        let query = PairQuery::from_rows(placed, rows);
        for point in list(&record["path"]) {
            let rho = number(&point["rho"]);
            let id = format!("{id} at {rho:e}");
            let answer = query.relaxed(first, second, rho);
            let answer = answer.unwrap_or_else(|e| panic!("{id}: {e}"));
            let cat = format!("{rho:.0e}");
            let mut see = |quantity: &str, error: f64, tolerance: f64| {
                account.see(quantity, &cat, &id, error, tolerance);
            };
            let alpha = number(&point["alpha"]);
            see("alpha", (answer.alpha - alpha).abs() / alpha.max(1.0), 1e-8);
            see("p", (answer.point - vec3(&point["p"])).norm() / size, 1e-8);
            let n = answer.normal.expect("a normal");
            see("n", (n - vec3(&point["n"])).norm(), 1e-8);

            let tolerance = if rho < 1e-4 { 1e-4 } else { 1e-6 };
            let rates = query.pose_derivatives(&answer);
            let alphas: Vec<f64> = rates.iter().map(|r| r.alpha).collect();
            let points = [0, 1, 2].map(|i| rates.map(|r| r.point[i]));
            let normals = [0, 1, 2].map(|i| rates.map(|r| r.normal[i]));
            for (quantity, ours, theirs) in [
                ("dalpha", vec![alphas], vec![&point["dalpha"]]),
                (
                    "dp",
                    points.map(Vec::from).to_vec(),
                    list(&point["dp"]).iter().collect(),
                ),
                (
                    "dn",
                    normals.map(Vec::from).to_vec(),
                    list(&point["dn"]).iter().collect(),
                ),
            ] {
                // Translations and rotations have different units: each relative to its largest.
                let theirs: Vec<Vec<f64>> = theirs.into_iter().map(numbers).collect();
                for (part, unit) in [([0, 6], "dx"), ([3, 9], "dphi")] {
                    let gather = |m: &[Vec<f64>]| -> Vec<f64> {
                        let rows = m.iter();
                        rows.flat_map(|r| part.map(|c| r[c..c + 3].to_vec()).concat())
                            .collect()
                    };
                    let other = theirs.iter().flat_map(|r| [&r[..3], &r[6..9]].concat());
                    let floor =
                        largest(&other.collect::<Vec<_>>()) * if unit == "dx" { 1.0 } else { size };
                    let (ours, theirs) = (gather(&ours), gather(&theirs));
                    let scale = largest(&theirs).max(floor);
                    see(
                        &format!("{quantity}/{unit}"),
                        difference(&ours, &theirs) / scale,
                        tolerance,
                    );
                }
            }
        }
    }
    assert!(account.count("dn/dphi") > 0);
    account.settle("gd_relaxed.json");
}
