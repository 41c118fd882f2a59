//! Named frames: poses, Jacobians, inverse kinematics.

use crate::joints::chains::{Chain, KINDS};
use drystone::world::{JointAxis, JointKind};
use drystone::{Rot, Vec3};
use rand::{Rng, SeedableRng, rngs::StdRng};

#[test]
fn jacobians_of_frames_agree_with_differences() {
    for kind in KINDS
        .into_iter()
        .filter(|kind| *kind != JointKind::Spherical)
    {
        let chain = Chain {
            anchored: true,
            ..Chain::free(kind, 4, 9, 0.01)
        };
        let (model, start) = chain.build_with(|builder| {
            let turn = Rot::new(Vec3::new(0.3, -0.2, 0.5));
            builder.frame("tool", "b3", (Vec3::new(0.1, 0.02, 0.2), turn))
        });
        let n = model.joint_coordinate_count();
        let q: Vec<f64> = (0..n).map(|k| 0.3 - 0.1 * k as f64).collect();
        let still = vec![0.0; n];
        let at = |q: &[f64]| start.with_joint_positions(&model, q, &still).unwrap();
        let (state, frame) = (at(&q), model.frame("tool").unwrap());
        let jacobian = model.joint_space().frame_jacobian(&state, frame);
        let (_, r) = frame.pose(&state);
        for k in 0..n {
            let moved = |t: f64| {
                let mut q = q.clone();
                q[k] += t * 1e-4;
                let (x, turned) = frame.pose(&at(&q));
                let turn = (turned * r.inverse()).scaled_axis();
                [x.x, x.y, x.z, turn.x, turn.y, turn.z]
            };
            let (a, b, c, d) = (moved(-2.0), moved(-1.0), moved(1.0), moved(2.0));
            for i in 0..6 {
                let numeric = (8.0 * (c[i] - b[i]) - (d[i] - a[i])) / 12e-4;
                let error = (numeric - jacobian[(i, k)]).abs();
                assert!(
                    error < 1e-9,
                    "{kind:?} {i} {k}: {numeric} {}",
                    jacobian[(i, k)]
                );
            }
        }
    }
}

#[test]
fn a_frame_reaches_poses_that_joints_can_take_and_says_how_far_it_is_from_others() {
    let chain = Chain {
        anchored: true,
        axis: JointAxis::default().limits(-2.5, 2.5),
        ..Chain::free(JointKind::Revolute, 7, 4, 0.01)
    };
    let (model, start) = chain.build_with(|builder| {
        builder.frame("tool", "b6", (Vec3::new(0.0, 0.0, 0.2), Rot::identity()))
    });
    let (space, frame) = (model.joint_space(), model.frame("tool").unwrap());
    let mut random = StdRng::seed_from_u64(8);
    let mut reached = 0;
    for _ in 0..20 {
        let n = model.joint_coordinate_count();
        let q: Vec<f64> = (0..n).map(|_| random.random_range(-1.2..1.2)).collect();
        let goal = start
            .with_joint_positions(&model, &q, &vec![0.0; n])
            .unwrap();
        let (x, r) = frame.pose(&goal);
        let Ok(found) = space.reach(&start, frame, x, Some(r)) else {
            continue;
        };
        let (there, turned) = frame.pose(&found);
        assert!((there - x).norm() < 1e-8 && turned.angle_to(&r) < 1e-8);
        assert!(found.joint_positions(&model).iter().all(|q| q.abs() <= 2.5));
        reached += 1;
    }
    assert!(reached >= 18, "{reached} of 20");
    let far = space.reach(&start, frame, Vec3::new(0.0, 0.0, 50.0), None);
    let why = far.unwrap_err().why;
    assert!(why.contains("tool") && why.contains(" m and "), "{why}");
}
