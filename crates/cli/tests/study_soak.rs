//! The soak and the fuzzing in their reduced forms.

#[path = "common/command.rs"]
mod command;

use command::{Folder, drystone, text};
use drystone_lab::Report;
use drystone_lab::fuzz::{FuzzReport, examine};
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

/// 40,000 damaged inputs: no panic, some accepted and stepped, the same outcomes every time.
#[test]
fn damaged_inputs_do_no_harm() {
    let folder = Folder::new("fuzz");
    let blocks = std::thread::scope(|scope| {
        let all = [0, 1, 2, 3, 0].map(|block| {
            let folder = folder.path();
            scope.spawn(move || {
                examine(block, 10_000, Some(folder)).unwrap_or_else(|e| panic!("{e}"))
            })
        });
        all.map(|thread| thread.join().expect("panics are caught"))
    });
    assert_eq!(blocks[0].hash, blocks[4].hash);
    let report = FuzzReport::of(&blocks[..4]);
    assert!(report.missed().is_empty(), "{report}\n{:?}", folder.names());
    let total = &report.total;
    assert_eq!(
        (total.inputs, total.accepted + total.refused),
        (40_000, 40_000)
    );
    assert!(total.accepted > 2000 && total.stepped > 50, "{report}");
}
