//! Degenerate scenes: faces on faces, corners on corners, coinciding centres.

use crate::common::distance::{distance, scaled_support};
use crate::common::oracle::*;
use crate::oracle_collision::exact::Asked;
use drystone::math::Vec3;
use drystone::shape::Shape;

#[test]
fn degenerate_scenes_have_one_of_their_solutions() {
    let reader = Reader::new();
    let data = load("gd_special.json");
    let mut account = Account::default();
    for record in records(&data) {
        let id = text(&record["id"]);
        let bodies = ["b1", "b2"].map(|b| &record[b]);
        let shapes = bodies.map(|b| reader.shape(&b["shape"]));
        let Some(asked) = Asked::new(&mut account, id, shapes, bodies.map(pose)) else {
            continue;
        };
        let alpha = number(&record["alpha"]);
        let cat = match (alpha > 0.0, &record["n_unique"], &record["p_unique"]) {
            (false, ..) => "alpha = 0",
            (_, n, _) if n == false => "corner",
            (_, _, p) if p == false => "face, line",
            _ => "regular",
        };
        asked.alpha(&mut account, cat, id, alpha);
        if record["p_unique"] == false {
            for s in 0..2 {
                let out = distance(
                    &asked.placed[s],
                    &asked.at[s],
                    asked.answer.alpha,
                    &asked.answer.point,
                );
                account.see("p in set", cat, id, out / asked.size, 1e-7);
            }
        } else {
            asked.point(&mut account, cat, id, &vec3(&record["p"]));
        }
        if record["n"].is_null() {
            assert!(asked.answer.normal.is_none(), "{id}: a normal at alpha = 0");
        } else if record["n_unique"] == false {
            let n = asked.answer.normal.expect("a normal");
            let error = (bound(&asked, &n) - alpha).abs() / alpha.max(1.0);
            account.see("n bound", cat, id, error, 1e-8);
        } else {
            asked.normal(&mut account, cat, id, &vec3(&record["n"]));
            asked.pose_derivatives(&mut account, cat, id, record);
        }
    }
    assert_eq!(account.count("alpha"), records(&data).len());
    assert!(account.count("p in set") > 0 && account.count("n bound") > 0);
    account.settle("gd_special.json");
}

/// n.d / (h1(n) + h2(-n)) about the reference points: a lower bound of alpha for every n.
fn bound(asked: &Asked, n: &Vec3) -> f64 {
    let own = |s: usize, alpha: f64, d: &Vec3| {
        assert!(!matches!(asked.placed[s].shape, Shape::HalfSpace(_)));
        d.dot(&scaled_support(&asked.placed[s], &asked.at[s], alpha, d))
    };
    let centres = -own(1, 0.0, &-n) - own(0, 0.0, n);
    let reach = own(0, 1.0, n) - own(0, 0.0, n) + own(1, 1.0, &-n) - own(1, 0.0, &-n);
    centres / reach
}
