//! Damaged scenes, recordings and checkpoints.

use drystone_lab::Report;
use drystone_lab::fuzz::{FuzzReport, examine};

/// 40,000 damaged inputs: no panic, some accepted and stepped, the same outcomes every time.
#[test]
fn damaged_inputs_do_no_harm() {
    let folder = std::env::temp_dir().join(format!("drystone_fuzz_{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let blocks = std::thread::scope(|scope| {
        let all = [0, 1, 2, 3, 0].map(|block| {
            let folder = folder.as_path();
            scope.spawn(move || {
                examine(block, 10_000, Some(folder)).unwrap_or_else(|e| panic!("{e}"))
            })
        });
        all.map(|thread| thread.join().expect("panics are caught"))
    });
    assert_eq!(blocks[0].hash, blocks[4].hash);
    let report = FuzzReport::of(&blocks[..4]);
    assert!(report.missed().is_empty(), "{report}\n{}", folder.display());
    let total = &report.total;
    assert_eq!(
        (total.inputs, total.accepted + total.refused),
        (40_000, 40_000)
    );
    assert!(total.accepted > 2000 && total.stepped > 50, "{report}");
    std::fs::remove_dir_all(&folder).expect("it can go");
}
