//! One record of the reference, and the ledger of what was compared with it.

use crate::oracle::{list, load, number, numbers, text, vec3};
use drystone::math::Vec3;
use serde_json::Value;

/// One record.
pub struct Case {
    pub id: String,
    pub params: Value,
    /// Analytic derivatives of expected values; null when there are none.
    pub gradients: Value,
    expected: Vec<Value>,
}

/// All records of a kind; there must be some.
pub fn cases(kind: &str) -> Vec<Case> {
    let data = load("dynamics.json");
    let of_kind = list(&data["cases"]).iter();
    of_kind
        .filter(|case| text(&case["kind"]) == kind)
        .map(|case| Case {
            id: text(&case["id"]).into(),
            params: case["params"].clone(),
            gradients: case["gradients"].clone(),
            expected: list(&case["expected"]).to_vec(),
        })
        .collect()
}

impl Case {
    /// A number of the parameters.
    pub fn number(&self, key: &str) -> f64 {
        let value = &self.params[key];
        value
            .as_f64()
            .unwrap_or_else(|| panic!("{}: {key} is {value}", self.id))
    }

    /// A list of numbers of the parameters.
    pub fn numbers(&self, key: &str) -> Vec<f64> {
        numbers(&self.params[key])
    }

    /// A vector of the parameters.
    pub fn vector(&self, key: &str) -> Vec3 {
        vec3(&self.params[key])
    }

    /// A list of vectors of the parameters.
    pub fn vectors(&self, key: &str) -> Vec<Vec3> {
        list(&self.params[key]).iter().map(vec3).collect()
    }

    /// Gravity, given as a vector or as its size along -z.
    pub fn gravity(&self) -> Vec3 {
        match &self.params["gravity"] {
            Value::Array(_) => self.vector("gravity"),
            size => Vec3::z() * -number(size),
        }
    }

    /// Whether a value of this name is expected.
    pub fn expects(&self, name: &str) -> bool {
        self.expected.iter().any(|e| text(&e["name"]) == name)
    }

    fn entry(&self, name: &str) -> &Value {
        let found = self.expected.iter().find(|e| text(&e["name"]) == name);
        found.unwrap_or_else(|| panic!("{}: nothing expected for {name}", self.id))
    }

    /// An expected value.
    pub fn expected(&self, name: &str) -> &Value {
        &self.entry(name)["value"]
    }

    /// Step length at which the tolerances hold; `default` when none of them depends on it.
    pub fn time_step(&self, default: f64) -> f64 {
        let mut steps = self.expected.iter().filter_map(|e| e["at_dt"].as_f64());
        steps.next().unwrap_or(default)
    }

    /// Number of steps for `seconds` and the step length, at most the reference's (or `default`).
    pub fn steps(&self, seconds: f64, default: f64) -> (usize, f64) {
        let n = (seconds / self.time_step(default) - 1e-6).ceil().max(1.0);
        (n as usize, seconds / n)
    }
}

/// Compares, prints a table and, at the end, fails for what missed or was left out.
pub struct Ledger {
    seen: Vec<(String, String)>,
    misses: Vec<String>,
    h: f64,
}

impl Ledger {
    pub fn new() -> Self {
        Self {
            seen: Vec::new(),
            misses: Vec::new(),
            h: f64::NAN,
        }
    }

    /// Step length of the comparisons that follow: tolerances stated at another one scale.
    pub fn at_step(&mut self, h: f64) {
        self.h = h;
    }

    /// Numbers, in the order of the reference, against its tolerance.
    pub fn near(&mut self, case: &Case, name: &str, obtained: &[f64]) {
        let entry = case.entry(name);
        let mut tolerance = number(&entry["tol_abs"]);
        if let Some(at) = entry["at_dt"].as_f64() {
            tolerance *= (self.h / at).powf(number(&entry["order"]));
        }
        self.within(case, name, obtained, tolerance);
    }

    /// Numbers that follow from the parameters alone: to ten digits.
    pub fn derived(&mut self, case: &Case, name: &str, obtained: f64) {
        let tolerance = 1e-10 * number(case.expected(name)).abs().max(1e-2);
        self.within(case, name, &[obtained], tolerance);
    }

    fn within(&mut self, case: &Case, name: &str, obtained: &[f64], tolerance: f64) {
        let expected = flat(case.expected(name));
        assert_eq!(expected.len(), obtained.len(), "{} {name}", case.id);
        let errors = expected.iter().zip(obtained).map(|(e, o)| (e - o).abs());
        let error = errors.fold(0.0, |m: f64, e| if e > m || e.is_nan() { e } else { m });
        let good = error <= tolerance;
        let detail = format!("error {error:9.2e}  tolerance {tolerance:8.2e}");
        self.note(
            case,
            name,
            &short(&expected),
            &short(obtained),
            &detail,
            good,
        );
    }

    /// A number that should exceed the reference's bound.
    pub fn above(&mut self, case: &Case, name: &str, obtained: f64) {
        let bound = number(case.expected(name));
        let expected = format!("> {bound}");
        let good = obtained > bound;
        self.note(case, name, &expected, &short(&[obtained]), "", good);
    }

    /// A yes, a no or a word.
    pub fn same(&mut self, case: &Case, name: &str, obtained: impl Into<Value>) {
        let (expected, obtained) = (case.expected(name), obtained.into());
        let good = *expected == obtained;
        let [expected, obtained] = [expected.to_string(), obtained.to_string()];
        self.note(case, name, &expected, &obtained, "", good);
    }

    /// A yes or no that is part of a list.
    pub fn item(&mut self, case: &Case, name: &str, expected: bool, obtained: bool, detail: &str) {
        let [e, o] = [expected, obtained].map(|b| b.to_string());
        self.note(case, name, &e, &o, detail, expected == obtained);
    }

    fn note(&mut self, case: &Case, name: &str, e: &str, o: &str, detail: &str, good: bool) {
        let mark = if good { "" } else { "  MISS" };
        let row = format!(
            "{:32} {name:34.34} {e:>24} {o:>24}  {detail}{mark}",
            case.id
        );
        println!("{row}");
        if !good {
            self.misses.push(row);
        }
        self.seen.push((case.id.clone(), name.into()));
    }

    /// Every expected value of `cases` has been compared and is within its tolerance.
    pub fn settle(self, cases: &[Case]) {
        assert!(!cases.is_empty(), "no case of this kind");
        for case in cases {
            for entry in &case.expected {
                let key = (case.id.clone(), text(&entry["name"]).to_string());
                assert!(self.seen.contains(&key), "{}: {} left out", key.0, key.1);
            }
        }
        let n = self.misses.len();
        assert!(n == 0, "{n} misses\n{}", self.misses.join("\n"));
    }
}

/// All numbers of a nested list.
pub fn flat(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(items) => items.iter().flat_map(flat).collect(),
        other => vec![number(other)],
    }
}

fn short(numbers: &[f64]) -> String {
    match numbers {
        [one] => format!("{one:.9}"),
        [first, ..] => format!("[{first:.7}, ... {}]", numbers.len()),
        [] => "[]".into(),
    }
}
