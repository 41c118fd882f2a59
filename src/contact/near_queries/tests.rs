//! The search against a look through all queries.

use super::*;
use crate::math::{Dice, Pose, Rot};
use crate::shape::{Placed, Shape, SoftPlanes};

/// Bodies and queries at a larger distance are far.
const FAR: f64 = 0.05;

/// Surfaces of all kinds: clouds, one of them coarse, a polyhedron and a half-space.
fn surfaces() -> Vec<SoftSurface> {
    let cloud = |shape: Shape, spacing: f64, calibrated: bool| {
        SoftSurface::cloud(shape.skin(spacing), None, calibrated).expect("a surface")
    };
    let ball = Shape::sphere(1.0).expect("a ball");
    let cylinder = Shape::cylinder(0.6, 1.4).expect("a cylinder");
    let block = Shape::cuboid([1.0, 0.5, 0.2]).expect("a block");
    let planes = Placed::at_origin(block.clone()).rows().planes();
    let planes = vec![SoftPlanes {
        planes: planes.expect("a polyhedron"),
        temperature: 0.005,
    }];
    vec![
        cloud(ball.clone(), 0.2, true),
        cloud(ball, 0.8, true),
        cloud(cylinder, 0.15, true),
        cloud(block.clone(), 0.15, false),
        SoftSurface::polyhedra(block.skin(0.15), planes),
        SoftSurface::half_space(Vec3::z(), 0.1),
    ]
}

/// Compares what was found with what a look through all queries finds; returns false where the bodies are far apart. A search may leave
/// out queries outside the box around a cloud whose soft distance is less than that to the box, and no others.
fn check(search: &Search, sides: [Geometry; 2], bodies: [&Kinematics; 2], reach: Reach) -> bool {
    let all = (0..2).flat_map(|own| {
        let count = sides[own].soft().queries().len();
        (0..count).map(move |index| (own, index))
    });
    let all: Vec<((usize, usize), f64)> = all
        .map(|query| (query, exact(query.0, query.1, sides, bodies)))
        .collect();
    let least = all.iter().map(|(_, distance)| *distance);
    let least = least.fold(f64::INFINITY, f64::min);
    if least > FAR {
        return false;
    }
    let limit = reach.limit(least);
    let mut found = search.found.iter().peekable();
    for (query, distance) in all {
        if let Some(own) = found.next_if(|found| (found.own, found.index) == query) {
            assert!(distance <= limit, "{query:?}");
            assert!((own.distance - distance).abs() <= own.doubt, "{query:?}");
        } else if distance <= limit {
            let (own, index) = query;
            let at = local(&sides[own].soft().queries()[index].point, own, bodies);
            let left_out = sides[1 - own].soft().is_beyond(&at, 0.0, limit);
            assert!(left_out && distance > FAR, "{query:?}: {distance}");
        }
    }
    assert!(found.next().is_none(), "sorted, each once");
    true
}

fn body(dice: &mut Dice, scale: f64, from: &Kinematics) -> Kinematics {
    let mut any = || Vec3::from_fn(|_, _| dice.within(-1.0, 1.0)) * scale;
    let turn = Rot::new(any()).to_rotation_matrix().matrix() * from.pose.r;
    let pose = Pose {
        x: from.pose.x + any(),
        r: turn,
    };
    Kinematics { pose, ..*from }
}

#[test]
fn searches_find_what_a_look_through_all_queries_finds() {
    let surfaces = surfaces();
    let rows = Placed::at_origin(Shape::sphere(1.0).expect("a ball")).rows();
    let mut dice = Dice::new(3, 0);
    let mut search = Search::repeated();
    let mut checked = 0;
    for _ in 0..400 {
        let sides = [0, 1].map(|_| Geometry {
            rows: &rows,
            soft: Some(dice.pick(&surfaces)),
            hull: None,
        });
        let mut bodies = [0, 1].map(|_| body(&mut dice, 1.0, &Kinematics::world()));
        search.clear();
        for (turn, beyond) in [0.0, 0.02, 0.05, 0.1].into_iter().enumerate() {
            let farthest = if turn < 2 { f64::INFINITY } else { 0.1 };
            let reach = Reach { beyond, farthest };
            let at = bodies.each_ref();
            search.find(sides, at, reach);
            checked += usize::from(check(&search, sides, at, reach));
            bodies = bodies.map(|before| body(&mut dice, 0.003, &before));
        }
    }
    assert!(checked > 800, "{checked}");
}

#[test]
fn the_first_search_doubts_nothing_and_the_nearest_to_the_centre_is_that_of_all() {
    let surfaces = surfaces();
    let rows = Placed::at_origin(Shape::sphere(1.0).expect("a ball")).rows();
    let mut dice = Dice::new(4, 0);
    for _ in 0..100 {
        let sides = [0, 1].map(|_| Geometry {
            rows: &rows,
            soft: Some(dice.pick(&surfaces)),
            hull: None,
        });
        let bodies = [0, 1].map(|_| body(&mut dice, 1.0, &Kinematics::world()));
        let at = bodies.each_ref();
        let mut best = (f64::INFINITY, None);
        for own in 0..2 {
            for (index, query) in sides[own].soft().queries().iter().enumerate() {
                let square = local(&query.point, own, at).norm_squared();
                if square < best.0 {
                    best = (square, Some((own, index)));
                }
            }
        }
        assert_eq!(nearest_to_centre(sides, at), best.1);
        let reach = Reach {
            beyond: 0.1,
            farthest: f64::INFINITY,
        };
        let mut search = Search::default();
        search.find(sides, at, reach);
        check(&search, sides, at, reach);
        assert!(search.found.iter().all(|query| query.doubt == 0.0));
    }
}
