//! Time of a collision query from scratch (alpha, point, normal; in the memory of the last one), and
//! of its derivatives with respect to both poses: `cargo bench --bench growth_distance`. Timings are printed, never asserted.

#[path = "../tests/common/scenes.rs"]
mod scenes;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use drystone::contact::PairQuery;
use drystone::math::{Rot, Vec3};
use drystone::shape::{Placed, Polytope, Shape};
use rand::{Rng, SeedableRng, rngs::StdRng};
use scenes::{cuboid, other_shapes};

const HALF: f64 = 0.1;

/// The hull of 20 random points on a sphere.
fn hull(random: &mut StdRng) -> Shape {
    loop {
        let mut any = || Vec3::from_fn(|_, _| random.random_range(-1.0..1.0_f64));
        let points: Vec<Vec3> = (0..20).map(|_| any().normalize() * HALF).collect();
        if let Ok(polytope) = Polytope::from_vertices(&points) {
            return Shape::Polytope(polytope);
        }
    }
}

fn queries(c: &mut Criterion) {
    let mut random = StdRng::seed_from_u64(1);
    let cube = cuboid(HALF, HALF, HALF);
    let capsule = other_shapes(HALF).swap_remove(2).1;
    let pairs = [
        ("box-box", cube.clone(), cube.clone()),
        ("20-vertex hulls", hull(&mut random), hull(&mut random)),
        ("capsule-box", capsule, cube),
    ];
    for (name, first, second) in pairs {
        let pair = PairQuery::new(&Placed::at_origin(first), &Placed::at_origin(second));
        let mut any = |scale: f64| Vec3::from_fn(|_, _| random.random_range(-1.0..1.0)) * scale;
        // Apart, touching and overlapping.
        let poses: Vec<_> = (0..256)
            .map(|_| (any(1.0).normalize() * 2.2 * HALF, Rot::new(any(3.0))))
            .collect();
        let still = (Vec3::zeros(), Rot::identity());
        let mut next = poses.iter().cycle().copied();
        let mut pose = || next.next().expect("a cycle has no end");
        let mut group = c.benchmark_group(name);
        for rho in [1e-4, 1e-6] {
            let mut memory = Some(pair.relaxed(still, pose(), rho).expect("solved"));
            let mut solve = |at| {
                let old = memory.take().expect("put back");
                let answer = pair.relaxed_in(old, still, at, rho).expect("solved");
                memory.insert(answer).alpha
            };
            group.bench_function(format!("rho {rho:e}"), |b| {
                b.iter_batched(&mut pose, &mut solve, BatchSize::SmallInput);
            });
        }
        let mut memory = Some(pair.relaxed(still, pose(), 1e-6).expect("solved"));
        group.bench_function("rho 1e-6 with derivatives", |b| {
            b.iter_batched(
                &mut pose,
                |at| {
                    let old = memory.take().expect("put back");
                    let answer = pair.relaxed_in(old, still, at, 1e-6).expect("solved");
                    pair.pose_derivatives(memory.insert(answer))
                },
                BatchSize::SmallInput,
            );
        });
        group.bench_function("exact", |b| {
            b.iter_batched(&mut pose, |at| pair.exact(still, at), BatchSize::SmallInput);
        });
        group.finish();
    }
}

criterion_group!(benches, queries);
criterion_main!(benches);
