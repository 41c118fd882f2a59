//! Exact alpha of pairs, sums and bundles.

use crate::common::oracle::*;
use drystone::contact::{PairQuery, Proximity};
use drystone::math::{Rot, Vec3};
use drystone::shape::Placed;
use serde_json::Value;

/// A query and its answer, and what the errors are measured by.
pub struct Asked {
    pub placed: [Placed; 2],
    pub at: [(Vec3, Rot); 2],
    pub query: PairQuery,
    pub answer: Proximity,
    pub size: f64,
}

impl Asked {
    /// Asks; a query that fails is noted.
    pub fn new(
        account: &mut Account,
        id: &str,
        placed: [Placed; 2],
        at: [(Vec3, Rot); 2],
    ) -> Option<Self> {
        let query = PairQuery::new(&placed[0], &placed[1]);
        let answer = query.exact(at[0], at[1]);
        account.solved(id, answer.as_ref().err());
        let size = size(&placed[0], &placed[1]);
        Some(Self {
            answer: answer.ok()?,
            placed,
            at,
            query,
            size,
        })
    }

    /// alpha to 1e-8 max(1, alpha).
    pub fn alpha(&self, account: &mut Account, cat: &str, id: &str, expected: f64) {
        let error = (self.answer.alpha - expected).abs() / expected.max(1.0);
        account.see("alpha", cat, id, error, 1e-8);
    }

    /// Point to 1e-6 of the size.
    pub fn point(&self, account: &mut Account, cat: &str, id: &str, expected: &Vec3) {
        let error = (self.answer.point - expected).norm() / self.size;
        account.see("p", cat, id, error, 1e-6);
    }

    /// Normal to 1e-6.
    pub fn normal(&self, account: &mut Account, cat: &str, id: &str, expected: &Vec3) {
        let error = self.answer.normal.map_or(2.0, |n| (n - expected).norm());
        account.see("n", cat, id, error, 1e-6);
    }

    /// Derivatives of alpha with respect to the poses, those given, relative to the largest: of
    /// rotations at least what the turn of a body of this size makes.
    pub fn pose_derivatives(&self, account: &mut Account, cat: &str, id: &str, record: &Value) {
        let ours = self.query.exact_pose_derivatives(&self.answer);
        let push = largest(&ours[..3]);
        for (quantity, keys, floor) in [
            ("d/dx", [("dalpha_dx1", 0), ("dalpha_dx2", 6)], push),
            (
                "d/dphi",
                [("dalpha_dphi1", 3), ("dalpha_dphi2", 9)],
                push * self.size,
            ),
        ] {
            let given = keys.iter().filter(|(key, _)| !record[key].is_null());
            let given: Vec<_> = given.map(|&(key, i)| (numbers(&record[key]), i)).collect();
            let scale = given.iter().fold(floor, |m, (d, _)| m.max(largest(d)));
            for (expected, i) in given {
                let error = difference(&ours[i..i + 3], &expected) / scale;
                account.see(quantity, cat, id, error, 1e-5);
            }
        }
    }

    /// Derivatives of alpha with respect to the shape parameters, relative to the largest.
    fn parameter_derivatives(&self, account: &mut Account, cat: &str, id: &str, record: &Value) {
        let entries = list(&record["dparam"]);
        // A length that carries the contact counts alpha x |d alpha / dx|; the record may list
        // only parameters that do not.
        let push = self.query.exact_pose_derivatives(&self.answer);
        let given = entries.iter().map(|e| number(&e["d"]).abs());
        let scale = given.fold(self.answer.alpha * largest(&push[..3]), f64::max);
        let ours = [0, 1].map(|s| {
            let names = self.placed[s].parameters().into_iter().map(|p| p.name);
            let rates = self.query.exact_parameter_derivatives(&self.answer, s);
            names.zip(rates).collect::<Vec<_>>()
        });
        for entry in entries {
            let side = number(&entry["body"]) as usize - 1;
            let name = format!("shape.{}", text(&entry["path"]));
            let found = ours[side].iter().find(|(n, _)| *n == name);
            let rate = found
                .unwrap_or_else(|| panic!("{id}: no parameter {name}"))
                .1;
            let error = (rate - number(&entry["d"])).abs() / scale;
            account.see("d/dparam", cat, id, error, 1e-5);
        }
    }
}

fn check_pairs(file: &str) {
    let reader = Reader::new();
    let data = load(file);
    let mut account = Account::default();
    for record in records(&data) {
        let (id, cat) = (text(&record["id"]), text(&record["cat"]));
        let bodies = ["b1", "b2"].map(|b| &record[b]);
        let shapes = bodies.map(|b| reader.shape(&b["shape"]));
        let Some(asked) = Asked::new(&mut account, id, shapes, bodies.map(pose)) else {
            continue;
        };
        asked.alpha(&mut account, cat, id, number(&record["alpha"]));
        asked.point(&mut account, cat, id, &vec3(&record["p"]));
        asked.normal(&mut account, cat, id, &vec3(&record["n"]));
        asked.pose_derivatives(&mut account, cat, id, record);
        asked.parameter_derivatives(&mut account, cat, id, record);
    }
    let all = records(&data).len();
    assert!(
        all > 50 && account.count("alpha") == all,
        "{file}: {all} records"
    );
    assert!(account.count("d/dparam") > 0);
    account.settle(file);
}

#[test]
fn pairs_of_primitives_touch_where_the_reference_says() {
    check_pairs("gd_pairs.json");
}

#[test]
fn tapered_capsules_touch_where_a_cone_solver_says() {
    check_pairs(TAPERED);
}

#[test]
fn minkowski_sums_touch_where_the_reference_says() {
    check_pairs("gd_minkowski.json");
}

#[test]
fn bundles_touch_with_the_pair_of_parts_the_reference_names() {
    let reader = Reader::new();
    let data = load("gd_bundles.json");
    let mut account = Account::default();
    for record in records(&data) {
        let id = text(&record["id"]);
        let [first, second] = ["b1", "b2"].map(|b| {
            let parts = list(&record[b]["parts"]).iter();
            parts.map(|p| reader.part(p)).collect::<Vec<_>>()
        });
        let at = ["b1", "b2"].map(|b| pose(&record[b]));
        let mut least = f64::INFINITY;
        let mut of_named = f64::NAN;
        let named = numbers(&record["min_pair"]);
        assert_eq!(list(&record["pairs"]).len(), first.len() * second.len());
        for pair in list(&record["pairs"]) {
            let [i, j] = ["i", "j"].map(|k| number(&pair[k]) as usize);
            let id = format!("{id} ({i},{j})");
            let shapes = [first[i].clone(), second[j].clone()];
            let Some(asked) = Asked::new(&mut account, &id, shapes, at) else {
                continue;
            };
            asked.alpha(&mut account, "pair", &id, number(&pair["alpha"]));
            if pair["n"].is_null() {
                assert!(asked.answer.normal.is_none(), "{id}: a normal at alpha = 0");
            } else {
                asked.point(&mut account, "pair", &id, &vec3(&pair["p"]));
                asked.normal(&mut account, "pair", &id, &vec3(&pair["n"]));
                asked.pose_derivatives(&mut account, "pair", &id, pair);
            }
            least = least.min(asked.answer.alpha);
            if [i as f64, j as f64] == named[..] {
                of_named = asked.answer.alpha;
            }
        }
        // Pairs may tie: the named one must be among the least.
        let expected = number(&record["min_alpha"]);
        let error = difference(&[least, of_named], &[expected, expected]) / expected.max(1.0);
        account.see("min alpha", "bundle", id, error, 1e-8);
    }
    assert!(account.count("min alpha") > 0);
    account.settle("gd_bundles.json");
}
