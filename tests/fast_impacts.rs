//! Bodies that meet at hundreds of sqrt(9.81 L): `ImpactUnits` solves them in the unit of velocity in which they do.

use crate::common::derivative::check_derivative;
use crate::common::play::{play, scene};
use drystone::scene::Scene;
use drystone::shape::penetration;
use drystone::step::{Rung, Simulator, Step, Wrt};
use drystone::world::{BodyState, Input};

/// A box that meets the edge of a cone with friction at 360 m/s (impact 269 of `study impacts`, at h / 1024), and a ball
/// that flies far away.
fn impact() -> Scene {
    scene(
        "[material.skin]\nfriction = 0.2\n\
         [shape.target.cone]\nheight = 0.06701289623834071\nhalf_angle = 0.3390152191596262\n\
         [shape.stone.box]\nhalf_extents = [0.11036111774216985, 0.10077582448654616, 0.04843995967905075]\n\
         [shape.ball.sphere]\nradius = 0.1\n\
         [simulation]\ntime_step = 8.550415615827498e-06\nduration = 8.550415615827498e-06\n\
         relaxation = 1e-6\ngravity = [0, 0, 0]\nlength = 0.0811\n\
         [[body]]\nname = \"target\"\nshape = \"target\"\nmaterial = \"skin\"\nfixed = true\n\
         quat_wxyz = [0.8252945470396765, -0.5526792864860353, 0.09604362699743789, -0.06488558105649563]\n\
         [[body]]\nname = \"stone\"\nshape = \"stone\"\nmaterial = \"skin\"\ndensity = 1278.562495370218\n\
         position = [0.10084137733504178, -0.06200530494475476, 0.059448571283260476]\n\
         quat_wxyz = [0.38219702220490165, 0.04623412524512831, 0.4883665212430385, 0.783125777132573]\n\
         velocity = [-209.471330235181, 99.02893689107351, -275.14194143771243]\n\
         angular_velocity = [12.56146727708766, 20.39802661417891, 18.54221528316561]\n\
         [[body]]\nname = \"ball\"\nshape = \"ball\"\nmaterial = \"skin\"\nmass = 1\n\
         position = [0, 0, 9]\nvelocity = [1, 2, 3]\n",
    )
}

fn solve(scene: &Scene, simulator: &mut Simulator) -> Step {
    let input = Input::hold(&scene.model, &scene.initial);
    let step = simulator.step(&scene.initial, &input, 1e-6).expect("valid");
    assert!(step.status.solved, "{}", step.status.explain(1e-6));
    assert_eq!(step.status.rung, Rung::ImpactUnits);
    step
}

#[test]
fn a_fast_impact_keeps_the_laws() {
    let scene = impact();
    let model = &scene.model;
    let step = solve(&scene, &mut Simulator::new(model.clone()));
    let [contact] = &step.contacts[..] else {
        panic!("{} contacts", step.contacts.len());
    };
    let (body, from, to) = (
        &model.bodies[1],
        scene.initial.bodies[1],
        step.state.bodies[1],
    );
    let scale = body.mass * from.velocity.norm();
    let gained = (to.velocity - from.velocity) * body.mass;
    assert!(contact.normal_impulse > 0.01 * scale, "a touch");
    assert!((gained - contact.impulse).norm() < 1e-9 * scale);
    let tangential = contact.impulse - contact.normal * contact.normal_impulse;
    assert!(tangential.norm() <= 0.2 * contact.normal_impulse * (1.0 + 1e-9));
    // It slides, so friction is on its cone and against the slip.
    assert!(tangential.norm() > 0.2 * contact.normal_impulse * (1.0 - 1e-6));
    assert!(
        tangential.dot(&contact.slip_velocity)
            < -0.999 * tangential.norm() * contact.slip_velocity.norm()
    );
    assert!(contact.gap >= 0.0);
    let kinetic = |at: &BodyState| {
        let w = &at.angular_velocity;
        0.5 * (body.mass * at.velocity.norm_squared() + w.dot(&(body.inertia * w)))
    };
    assert!(kinetic(&to) < kinetic(&from));
    let ball = &scene.initial.bodies[2];
    let way = step.state.bodies[2].position - ball.position - ball.velocity * model.time_step;
    assert!(way.norm() < 1e-14, "the ball flies");
}

#[test]
fn a_fast_impact_is_differentiated() {
    let scene = impact();
    let model = &scene.model;
    let mut simulator = Simulator::precise(model.clone());
    let step = solve(&scene, &mut simulator);
    let wrt = Wrt {
        state: true,
        ..Wrt::default()
    };
    let a = simulator.gradient(&step, 1e-6, &wrt).expect("solved").a();
    // m, rad, m/s and rad/s of a size that changes the step by as much: 12 of poses, then 12 of velocities.
    let units = |k: usize| match (k / 12, k % 6) {
        (0, 0..3) => 1e-3,
        (0, _) => 1e-2,
        (_, 0..3) => 100.0,
        _ => 1000.0,
    };
    assert_eq!(a.ncols(), 24);
    for column in 0..a.ncols() {
        let unit = units(column);
        let next = |t: f64| {
            let mut along = vec![0.0; a.ncols()];
            along[column] = t * unit;
            let mut moved = scene.clone();
            moved.initial = scene.initial.integrate(model, &along);
            let end = solve(&moved, &mut Simulator::precise(model.clone())).state;
            let change = step.state.difference(model, &end);
            change
                .iter()
                .enumerate()
                .map(|(row, x)| x / units(row))
                .collect()
        };
        let exact: Vec<f64> = (0..a.nrows())
            .map(|row| a[(row, column)] * unit / units(row))
            .collect();
        check_derivative(&format!("column {column}"), next, 0.0, &exact, 1e-5);
    }
}

/// A prescribed cone hits a box at rest at 300 to 800 m/s, with friction: it is not only free bodies that come from afar.
#[test]
fn what_a_prescribed_body_hits_is_solved() {
    let mut steps = 0;
    for (friction, rho, quat, from, to) in [
        (
            2.0,
            1e-4,
            [
                0.89547275214051,
                0.11384113813078,
                -0.37065921899855,
                0.21858748549347,
            ],
            [-3.11109409179549, 0.01145325285318, -0.0455059756504],
            [16.97765864256842, 0.02184404774485, -0.0169045853981],
        ),
        (
            2.0,
            1e-6,
            [
                -0.26741592461408,
                -0.36440535283859,
                -0.86980289317217,
                0.197839301238941,
            ],
            [-2.36964831574975, -0.00616276474253, -0.00446240164383],
            [11.78753821024827, -0.0462759869399, -0.0243371834107],
        ),
    ] {
        let scene = scene(&format!(
            "[material.skin]\nfriction = {friction:?}\n\
             [simulation]\ntime_step = 0.01\nduration = 0.04\nrelaxation = {rho:e}\n\
             [shape.box.box]\nhalf_extents = [0.1, 0.05, 0.07]\n\
             [shape.cone.cone]\nheight = 0.5\nhalf_angle = 0.5\n\
             [[body]]\nname = \"box\"\nshape = \"box\"\nmaterial = \"skin\"\nmass = 1\n\
             quat_wxyz = {quat:?}\n\
             [[body]]\nname = \"cone\"\nshape = \"cone\"\nmaterial = \"skin\"\n\
             prescribed = {{ keyframes = [{{ time = 0, position = {from:?} }}, \
             {{ time = 0.04, position = {to:?} }}] }}\n"
        ));
        play(&scene, |_, step| {
            assert!(step.status.solved, "{}", step.status.explain(rho));
            let place = |i: usize| {
                let at = &step.state.bodies[i];
                (
                    &scene.model.bodies[i].parts[0].placed,
                    (at.position, at.rotation),
                )
            };
            let [(a, first), (b, second)] = [place(0), place(1)];
            let depth = penetration(a, &first, b, &second, &(second.0 - first.0));
            assert!(depth < 1e-6, "{depth} m");
            steps += 1;
        });
    }
    assert_eq!(steps, 8);
}

#[test]
fn iterations_in_impact_units_are_told() {
    let scene = impact();
    let input = Input::hold(&scene.model, &scene.initial);
    let mut rows = 0;
    let mut see =
        |rung: Rung, _: &drystone::ipm::TraceRow| rows += usize::from(rung == Rung::ImpactUnits);
    let mut step = Step::default();
    let mut simulator = Simulator::new(scene.model.clone());
    simulator
        .explain_into(&scene.initial, &input, 1e-6, &mut step, Some(&mut see))
        .expect("valid");
    assert!(rows > 5, "{rows}");
}

/// Where two boxes above each other that come down on a floor are after 0.5 s, in steps of `h` s.
fn drop_two(h: f64, [x, y, z]: [f64; 3], speed: f64) -> [BodyState; 2] {
    let scene = scene(&format!(
        "[simulation]\ntime_step = {h:?}\nduration = 0.5\n\
         [shape.floor.halfspace]\nnormal = [0, 0, 1]\n\
         [shape.box.box]\nhalf_extents = [0.1, 0.1, 0.1]\n\
         [[body]]\nname = \"floor\"\nfixed = true\nshape = \"floor\"\n\
         [[body]]\nname = \"lower\"\nshape = \"box\"\nmass = 1\nposition = [0, 0, 0.25]\n\
         velocity = [0, 0, -{speed:?}]\n\
         [[body]]\nname = \"upper\"\nshape = \"box\"\nmass = 1\nposition = [{x:?}, {y:?}, {z:?}]\n\
         velocity = [0, 0, -{speed:?}]\n"
    ));
    let end = play(&scene, |_, step| {
        assert!(step.status.solved, "{}", step.status.explain(1e-6));
    });
    [end.bodies[1], end.bodies[2]]
}

/// Two of 120 drops, in which impact units have a second solution: the upper box tips over the lower one by 0.6 rad.
#[test]
fn what_comes_down_on_a_face_stays_on_it() {
    for (at, speed) in [([0.03, -0.02, 0.49], 14.0), ([0.02, 0.01, 0.55], 7.0)] {
        let [coarse, fine] = [0.1, 0.002].map(|h| drop_two(h, at, speed));
        for (coarse, fine) in coarse.iter().zip(&fine) {
            let away = (coarse.position - fine.position).norm();
            let turn = coarse.rotation.angle_to(&fine.rotation);
            assert!(
                away < 1e-3 && turn < 1e-2,
                "{speed} m/s: {away} m and {turn} rad from finer steps"
            );
        }
    }
}
