//! A state is whole: saved and loaded it keeps every bit, and damage is named.

use drystone::math::Fnv;
use drystone::recording::Checkpoint;
use drystone::world::{BodyState, State};
use proptest::prelude::*;

/// Any finite number: denormal ones, -0 and the largest among them.
fn number() -> impl Strategy<Value = f64> {
    let special = [-0.0, 0.0, 5e-324, -2.2e-308, f64::MAX, f64::MIN, 0.1, 1e23];
    prop_oneof![
        proptest::num::f64::ANY.prop_filter("finite", |x| x.is_finite()),
        proptest::sample::select(special.to_vec()),
    ]
}

/// A unit quaternion, up to the rounding of many steps.
fn quaternion() -> impl Strategy<Value = [f64; 4]> {
    let part = -1.0..1.0f64;
    (
        [part.clone(), part.clone(), part.clone(), part],
        -1e-7..1e-7f64,
    )
        .prop_filter_map("some length", |(q, off)| {
            let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
            (norm > 0.1).then(|| q.map(|x| x / norm * (1.0 + off)))
        })
}

fn body() -> impl Strategy<Value = BodyState> {
    (quaternion(), proptest::array::uniform9(number())).prop_map(|(q, n)| {
        let numbers = [
            n[0], n[1], n[2], q[0], q[1], q[2], q[3], n[3], n[4], n[5], n[6], n[7], n[8],
        ];
        BodyState::from_numbers(numbers).expect("finite and unit")
    })
}

fn state() -> impl Strategy<Value = State> {
    proptest::collection::vec(body(), 0..6).prop_map(|bodies| State {
        bodies,
        ..State::default()
    })
}

fn bits(state: &State) -> Vec<u64> {
    let numbers = state.bodies.iter().flat_map(BodyState::numbers);
    numbers.map(f64::to_bits).collect()
}

fn of(state: State) -> Checkpoint {
    Checkpoint {
        step: u64::MAX,
        time_step: 0.1,
        rho: 1e-6,
        model: u64::MAX - 1,
        inputs: 7,
        bodies: (0..state.bodies.len())
            .map(|i| format!("stöne\n{i}"))
            .collect(),
        state,
    }
}

fn small() -> Checkpoint {
    let numbers = |x| {
        [
            x, -0.0, 5e-324, 1.0, 0.0, 0.0, -0.0, 0.1, 0.2, 0.3, 1e300, 0.0, -1.5,
        ]
    };
    let bodies = [0.1, 1e-310].map(|x| BodyState::from_numbers(numbers(x)).expect("valid"));
    of(State {
        bodies: bodies.to_vec(),
        turns: vec![0, -3, i32::MAX],
    })
}

proptest! {
    #[test]
    fn every_bit_survives(state in state()) {
        let bytes = state.to_bytes().expect("finite");
        prop_assert_eq!(bits(&State::from_bytes(&bytes).expect("whole")), bits(&state));
        let json = serde_json::to_string(&state).expect("finite");
        let read: State = serde_json::from_str(&json).expect("JSON");
        prop_assert_eq!(bits(&read), bits(&state));
        let saved = of(state);
        for bytes in [saved.to_bytes().expect("finite"), saved.to_json().expect("finite").into()] {
            let read = Checkpoint::parse(&bytes, "saved").expect("whole");
            prop_assert_eq!(bits(&read.state), bits(&saved.state));
            prop_assert_eq!(read, saved.clone());
        }
    }

    /// Bytes at random, and bytes that begin well, are refused without a panic.
    #[test]
    fn what_is_no_checkpoint_is_refused(
        head in proptest::sample::select(vec!["", "drystone", "drystate", "{\"checkpoint\":\"drystone\","]),
        tail in proptest::collection::vec(any::<u8>(), 0..200),
    ) {
        let bytes = [head.as_bytes(), &tail].concat();
        prop_assert!(Checkpoint::parse(&bytes, "bytes").is_err());
        prop_assert!(State::from_bytes(&bytes).is_err());
    }
}

#[test]
fn numbers_that_no_state_has_are_refused_when_it_is_saved() {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let mut saved = small();
        saved.state.bodies[1].velocity.y = bad;
        for error in [saved.to_json().err(), saved.to_bytes().err()] {
            let error = error.expect("refused");
            assert_eq!(error.field, "bodies[1][8]");
            assert!(error.why.contains("not a finite number"), "{error}");
        }
        assert!(serde_json::to_string(&saved.state).is_err());
    }
    let mut saved = small();
    saved.state.bodies[0].rotation = Default::default();
    saved.state.bodies[0].rotation.as_mut_unchecked().w = 1.001;
    let error = saved.to_bytes().expect_err("not unit");
    assert!(error.why.contains("norm 1.001"), "{error}");
    let mut saved = small();
    saved.bodies.pop();
    let error = saved.to_json().expect_err("a name is missing");
    assert!(
        error.why.contains("1 names for a state of 2 bodies"),
        "{error}"
    );
    let mut saved = small();
    saved.rho = 0.0;
    assert_eq!(saved.to_json().expect_err("no relaxation").field, "rho");
}

/// Any byte of the compact form that is changed, lost or added is noticed.
#[test]
fn damaged_bytes_are_refused() {
    let whole = small().to_bytes().expect("valid");
    let refused = |bytes: &[u8]| Checkpoint::parse(bytes, "file").expect_err("damaged");
    for end in 0..whole.len() {
        refused(&whole[..end]);
    }
    for i in 0..whole.len() {
        let mut changed = whole.clone();
        changed[i] ^= 0x10;
        refused(&changed);
    }
    assert!(
        refused(&[&whole[..], b"\0"].concat())
            .why
            .contains("checksum")
    );
    assert!(refused(&whole[..whole.len() - 3]).why.contains("checksum"));
    let mut other = whole.clone();
    other[8] = 9;
    assert!(refused(&other).why.contains("format 9; this version"));
    let state = small().state.to_bytes().expect("valid");
    for end in 0..state.len() {
        State::from_bytes(&state[..end]).expect_err("cut off");
    }
    // a count that does not fit must not be believed
    let mut greedy = whole.clone();
    let at = 8 + 4 + 8 + 8 + 8 + 8 + 8;
    greedy[at..at + 4].copy_from_slice(&u32::MAX.to_le_bytes());
    let sum = greedy.len() - 8;
    let hash = Fnv::of(&greedy[..sum]).to_le_bytes();
    greedy[sum..].copy_from_slice(&hash);
    refused(&greedy);
}

#[test]
fn damaged_json_is_refused_with_the_reason() {
    let whole = small().to_json().expect("valid");
    let cases = [
        (whole.replace("0.2", "0.25"), "numbers were changed"),
        (whole.replace("\"format\":1", "\"format\":2"), "format 2"),
        (whole.replace("\"drystone\"", "\"other\""), "of \"other\""),
        (whole.replace("0.2", "1e999"), "number out of range"),
        (whole.replace("0.2", "null"), "invalid type: null"),
        (whole.replace("1.0", "1.5"), "norm 1.5"),
        (whole.replace(",-1.5]", "]"), "invalid length 12"),
        (whole.replace("-1.5]", "-1.5,1]"), "trailing"),
        (
            whole.replace("\"step\"", "\"stop\""),
            "unknown field `stop`",
        ),
        (
            whole.replace("0000000000000007", "seven"),
            "not a hexadecimal",
        ),
        (whole[..whole.len() / 2].to_string(), "EOF"),
        ("[simulation]\n".into(), "not a checkpoint"),
        (String::new(), "not a checkpoint"),
    ];
    for (text, words) in cases {
        let error = Checkpoint::parse(text.as_bytes(), "file").expect_err(words);
        assert!(error.why.contains(words), "{words}: {error}");
        assert!(
            error.field.starts_with("file") && !error.fix.is_empty(),
            "{error}"
        );
    }
}
