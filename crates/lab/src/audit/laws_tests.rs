//! Every law sees what breaks it: solved steps, and the same made wrong on purpose.

use super::*;
use drystone::scene::Scene;
use drystone::step::{Simulator, Step};

const SLIDING: &str = "[simulation]\ntime_step = 0.01\n\
    [material.skin]\nfriction = 0.3\n\
    [shape.ground.halfspace]\nnormal = [0, 0, 1]\n[shape.cube.box]\nhalf_extents = [0.1, 0.1, 0.1]\n\
    [[body]]\nname = \"ground\"\nfixed = true\nshape = \"ground\"\nmaterial = \"skin\"\n\
    [[body]]\nname = \"cube\"\nshape = \"cube\"\nmaterial = \"skin\"\nposition = [0, 0, 0.1001]\n\
    velocity = [1, 0.5, 0]\n\
    [[body]]\nname = \"ball\"\nshape = \"cube\"\nmaterial = \"skin\"\nposition = [9, 0, 9]\n\
    velocity = [1, 2, 3]\nangular_velocity = [0, 0, 1e-4]\n";
const GROUND: usize = 0;
const CUBE: usize = 1;
const FLYING: usize = 2;

/// The verdicts of the third step of the scene, changed by `change`.
fn verdicts(change: impl Fn(&mut Step)) -> Verdicts {
    let scene = Scene::parse(SLIDING, "sliding").expect("valid");
    let mut simulator = Simulator::new(scene.model.clone());
    let input = Input::hold(&scene.model, &scene.initial);
    let mut state = scene.initial.clone();
    let mut step = Step::default();
    for index in 0..3 {
        if index > 0 {
            state.clone_from(&step.state);
        }
        let done = simulator.step_into(&state, &input, 1e-6, &mut step);
        done.expect("a valid step");
        assert!(step.status.solved);
    }
    assert_eq!(step.contacts.len(), 1);
    assert_eq!(
        [step.contacts[0].first.body, step.contacts[0].second.body],
        [GROUND, CUBE]
    );
    change(&mut step);
    let audited = Audited {
        model: &scene.model,
        before: &state,
        input: &input,
        step: &step,
        rho: 1e-6,
    };
    audited.verdicts()
}

fn broken(verdicts: &Verdicts) -> Vec<&'static str> {
    let laws = LAWS.iter().zip(verdicts);
    laws.filter(|(_, verdict)| verdict.ratio() > 1.0)
        .map(|(law, _)| *law)
        .collect()
}

#[test]
fn a_solved_step_keeps_all_laws_and_all_are_judged() {
    let verdicts = verdicts(|_| {});
    assert_eq!(broken(&verdicts), [""; 0], "{verdicts:?}");
    for (law, verdict) in LAWS.iter().zip(&verdicts) {
        assert!(verdict.bound > 0.0 || *law == LAWS[GAP], "{law}");
    }
}

#[test]
fn every_law_sees_what_breaks_it() {
    type Change = fn(&mut Step);
    let changes: [(&str, Change); 9] = [
        ("flight", |step| {
            step.state.bodies[FLYING].position.x += 1e-6
        }),
        ("spin", |step| {
            let at = &mut step.state.bodies[FLYING];
            at.rotation = Rot::new(Vec3::z() * 1e-7) * at.rotation;
        }),
        ("linear momentum", |step| {
            step.state.bodies[CUBE].velocity.z += 1e-4
        }),
        ("angular momentum", |step| {
            step.state.bodies[CUBE].angular_velocity.x += 1e-3
        }),
        ("overlap", |step| step.state.bodies[CUBE].position.z -= 1e-3),
        ("signorini", |step| {
            step.state.bodies[CUBE].position.z += 1e-3
        }),
        ("cone", |step| step.contacts[0].impulse.x *= 1.5),
        ("dissipation", |step| {
            let contact = &mut step.contacts[0];
            let normal = contact.normal * contact.impulse.dot(&contact.normal);
            contact.impulse = normal * 2.0 - contact.impulse;
        }),
        ("energy", |step| step.state.bodies[CUBE].velocity *= 3.0),
    ];
    for (law, change) in changes {
        let verdicts = verdicts(change);
        assert!(
            broken(&verdicts).contains(&law),
            "{law}: {:?}",
            broken(&verdicts)
        );
    }
}
