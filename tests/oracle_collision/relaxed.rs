//! Points on the central path, with their derivatives.

use crate::common::oracle::*;
use drystone::contact::PairQuery;
use drystone::shape::CylinderRows;

#[test]
fn the_central_path_and_its_derivatives_are_those_of_the_reference() {
    check("gd_relaxed.json", "records");
}

#[test]
fn tapered_capsules_have_the_central_path_of_the_reference() {
    check(TAPERED, "relaxed");
}

fn check(file: &str, key: &str) {
    let mut reader = Reader::new();
    let data = load(file);
    let mut account = Account::default();
    for record in list(&data[key]) {
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
        let rows = [with_alpha_row(&placed[0].rows()), whole(placed[1].rows())];
        let query = PairQuery::from_rows(placed, rows);
        for point in list(&record["path"]) {
            let rho = number(&point["rho"]);
            let id = format!("{id} at {rho:e}");
            let answer = query.relaxed(first, second, rho);
            account.solved(&id, answer.as_ref().err());
            let Ok(answer) = answer else { continue };
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
                let theirs: Vec<Vec<f64>> = theirs.into_iter().map(numbers).collect();
                // Translations and rotations have different units: each relative to its largest,
                // and at least to what the other makes over the size.
                let largest = |c: usize| {
                    let rows = theirs.iter();
                    rows.fold(0.0, |m: f64, r| m.max(largest(&r[c..c + 3])))
                };
                let (dx, dphi) = (largest(0).max(largest(6)), largest(3).max(largest(9)));
                for (unit, columns, scale) in [
                    ("dx", [0, 6], dx.max(dphi / size)),
                    ("dphi", [3, 9], dphi.max(dx * size)),
                ] {
                    let of = |m: &[Vec<f64>], c: usize| -> Vec<f64> {
                        m.iter().flat_map(|r| r[c..c + 3].to_vec()).collect()
                    };
                    for c in columns {
                        let error = difference(&of(&ours, c), &of(&theirs, c)) / scale;
                        see(&format!("{quantity}/{unit}"), error, tolerance);
                    }
                }
            }
        }
    }
    assert!(account.count("dn/dphi") > 0);
    account.settle(file);
}
