//! The soak in its reduced form.

use crate::common::command;
use command::{Folder, drystone, text};
use serde_json::Value;

/// A shaken bin and random scenes: solved, and the same bits on one thread and on two.
#[test]
fn the_reduced_soak_passes_on_any_number_of_threads() {
    let folder = Folder::new("soak");
    let reports = ["1", "2"].map(|threads| {
        let out = ["--out", &folder.file(threads), "--json"];
        let out = drystone(
            &[
                &["study", "soak", "--quick", "--threads", threads][..],
                &out,
            ]
            .concat(),
        );
        assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
        let report: Value = serde_json::from_slice(&out.stdout).expect("JSON");
        report
    });
    assert_eq!(reports[0]["hash"], reports[1]["hash"]);
    assert_eq!(reports[0]["pass"], true);
    let parts = reports[0]["parts"].as_array().expect("two parts");
    assert_eq!(
        (&parts[0]["steps"], &parts[1]["runs"]),
        (&Value::from(600), &Value::from(50))
    );
    for part in parts {
        assert_eq!(part["unsolved"], 0);
        // what rests sinks by a few rho, it does not hover over the floor of a bin that shakes
        assert!(
            part["penetration"].as_f64().expect("a number") > 1e-7,
            "{part}"
        );
    }
}
