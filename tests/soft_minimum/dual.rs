//! The law written down once more in numbers of any kind: values against ours, and first and second derivatives by dual numbers.

use super::ball;
use super::tangent::{Case, H};
use crate::common::scenes::cuboid;
use drystone::contact::{Block, PairBlock};
use drystone::math::{Kinematics, Vec3};
use drystone::shape::skin::Skin;
use drystone::shape::{HalfSpace, Placed, Shape, SoftPlanes, SoftSurface};
use drystone::world::ContactModel;
use num_dual::{Dual, Dual64, DualNum, HyperDual64};
use rand::{Rng, SeedableRng, rngs::StdRng};

/// The bar for derivatives, relative to the largest.
const BAR: f64 = 1e-10;
/// The temperature of the clouds, in squares of the spacing.
const TEMPERATURE: f64 = 0.3;
/// The temperature of polyhedra.
const EDGES: f64 = 0.1;
/// The length of a gradient is sqrt(g.g + FLAT^2).
const FLAT: f64 = 1e-6;

/// A real or dual number.
trait Number: DualNum<Primitive = f64> + Copy {}
impl<T: DualNum<Primitive = f64> + Copy> Number for T {}

type V<T> = [T; 3];

fn constant<T: Number>(v: &Vec3) -> V<T> {
    [0, 1, 2].map(|k| T::from(v[k]))
}

fn plus<T: Number>(a: V<T>, b: V<T>) -> V<T> {
    [0, 1, 2].map(|k| a[k] + b[k])
}

fn minus<T: Number>(a: V<T>, b: V<T>) -> V<T> {
    [0, 1, 2].map(|k| a[k] - b[k])
}

fn times<T: Number>(a: V<T>, factor: T) -> V<T> {
    a.map(|x| x * factor)
}

fn dot<T: Number>(a: V<T>, b: V<T>) -> T {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross<T: Number>(a: V<T>, b: V<T>) -> V<T> {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// ln sum f_i exp(x_i).
fn log_sum<T: Number>(terms: &[(f64, T)]) -> T {
    let most = terms.iter().map(|(_, x)| x.re()).fold(f64::MIN, f64::max);
    let each = terms.iter().map(|&(f, x)| (x - most).exp() * f);
    each.fold(T::from(0.0), |sum, x| sum + x).ln() + most
}

/// A soft signed distance in the frame of its body.
enum Field {
    HalfSpace(Vec3, f64),
    /// Points and normals of patches, and the temperature of their weights.
    Cloud(Vec<[Vec3; 2]>, f64),
    /// The planes of the polyhedra of a union: normals and offsets.
    Union(Vec<Vec<(Vec3, f64)>>),
}

impl Field {
    fn of_skin(skin: &Skin) -> Self {
        let patches = skin.patches.iter().map(|p| [p.point, p.normal]);
        Self::Cloud(patches.collect(), TEMPERATURE * skin.spacing.powi(2))
    }

    /// Weights, of sum 1, with points and normals of the patches near a point.
    fn patches<T: Number>(&self, y: V<T>) -> Vec<(T, V<T>, V<T>)> {
        match self {
            Self::HalfSpace(n, b) => vec![(T::from(1.0), constant(&(n * *b)), constant(n))],
            Self::Union(_) => unreachable!("polyhedra have no patches"),
            Self::Cloud(patches, epsilon) => {
                let exponent = |p: &[Vec3; 2]| {
                    let q = minus(y, constant(&p[0]));
                    -dot(q, q) / *epsilon
                };
                let terms: Vec<(f64, T)> = patches.iter().map(|p| (1.0, exponent(p))).collect();
                let log = log_sum(&terms);
                let each = patches.iter().zip(&terms);
                each.map(|(p, (_, x))| ((*x - log).exp(), constant(&p[0]), constant(&p[1])))
                    .collect()
            }
        }
    }

    fn value<T: Number>(&self, y: V<T>) -> T {
        let plane = |(n, b): &(Vec3, f64)| dot(constant(n), y) - *b;
        if let Self::Union(parts) = self {
            let part = |planes: &Vec<(Vec3, f64)>| {
                let each = planes.iter().map(|p| (1.0, plane(p) / EDGES));
                (1.0, -log_sum(&each.collect::<Vec<_>>()))
            };
            return -log_sum(&parts.iter().map(part).collect::<Vec<_>>()) * EDGES;
        }
        let patches = self.patches(y).into_iter();
        let each = patches.map(|(weight, point, normal)| weight * dot(normal, minus(y, point)));
        each.fold(T::from(0.0), |sum, x| sum + x)
    }

    fn gradient<T: Number>(&self, y: V<T>) -> V<T> {
        [0, 1, 2].map(|k| {
            let along = |i: usize| T::from(if i == k { 1.0 } else { 0.0 });
            self.value([0, 1, 2].map(|i| Dual::new(y[i], along(i)))).eps
        })
    }
}

/// A body: position, columns of its rotation, velocity and angular velocity.
#[derive(Clone, Copy)]
struct Body<T> {
    x: V<T>,
    axes: [V<T>; 3],
    v: V<T>,
    omega: V<T>,
}

impl<T: Number> Body<T> {
    fn to_world(self, y: V<T>) -> V<T> {
        let [a, b, c] = [0, 1, 2].map(|k| times(self.axes[k], y[k]));
        plus(plus(a, b), c)
    }

    fn to_local(self, y: V<T>) -> V<T> {
        self.axes.map(|axis| dot(axis, y))
    }
}

impl Body<Dual64> {
    /// The body as it moves along column `k` of its velocity and phi: h phi is the world rotation of its pose.
    fn moving(body: &Kinematics, k: Option<usize>) -> Self {
        let mut along = [Vec3::zeros(); 2];
        if let Some(k) = k {
            along[k / 3][k % 3] = 1.0;
        }
        let [v, phi] = along;
        let dual = |value: Vec3, rate: Vec3| [0, 1, 2].map(|k| Dual64::new(value[k], rate[k]));
        let axis = |k: usize| {
            let axis = body.pose.r.column(k).into_owned();
            dual(axis, (phi * body.h).cross(&axis))
        };
        Self {
            x: dual(body.pose.x, v * body.h),
            axes: [0, 1, 2].map(axis),
            v: dual(body.v, v),
            omega: dual(body.omega, body.domega_dphi * phi),
        }
    }
}

/// The law of a pair: docs/formulation.md, section 3.
struct Law {
    published: bool,
    fields: [Field; 2],
    /// Points and areas of the queries of either body.
    queries: [Vec<(Vec3, f64)>; 2],
    areas: [f64; 2],
    e2: f64,
    e3: f64,
    k: f64,
    v_d: f64,
    v_s: f64,
    mu: f64,
    mass: f64,
}

impl Law {
    /// k e3 ln(1 + exp(-D / e3)).
    fn spring<T: Number>(&self, d: T) -> T {
        log_sum(&[(1.0, T::from(0.0)), (1.0, -d / self.e3)]) * (self.k * self.e3)
    }

    fn dissipation<T: Number>(&self, u_n: T) -> T {
        let x = u_n / self.v_d;
        let (y, z) = (-x * 0.5 + 1.0, x * 0.5 + 1.0);
        match x.re() {
            re if re <= 0.0 => -x + 1.0,
            re if re < 2.0 => y * y * y * z,
            _ => T::from(0.0),
        }
    }

    /// u_t / sqrt(v_s^2 + |u_t|^2), times mu.
    fn friction<T: Number>(&self, u: V<T>, n: V<T>) -> V<T> {
        let along = minus(u, times(n, dot(n, u)));
        let size = (dot(along, along) + self.v_s * self.v_s).sqrt();
        times(along, size.recip() * self.mu)
    }

    /// The force on a query of velocity `u` at `y` (frame of the field) per weight, besides the spring of the pair.
    fn force<T: Number>(&self, field: &Field, y: V<T>, u: V<T>) -> V<T> {
        if self.published {
            let each = field.patches(y).into_iter().map(|(weight, point, n)| {
                let spring = self.spring(dot(n, minus(y, point)));
                let size = weight * spring * self.dissipation(dot(n, u));
                times(minus(n, self.friction(u, n)), size)
            });
            return each.fold([T::from(0.0); 3], plus);
        }
        let gradient = field.gradient(y);
        let length = (dot(gradient, gradient) + FLAT * FLAT).sqrt();
        let n = times(gradient, length.recip());
        let direction = minus(gradient, self.friction(u, n));
        times(direction, self.dissipation(dot(n, u)))
    }

    /// Force and torque on both bodies over a step.
    fn wrenches<T: Number>(&self, bodies: &[Body<T>; 2]) -> [V<T>; 4] {
        let mut near = Vec::new();
        for own in 0..2 {
            let [a, b] = [bodies[own], bodies[1 - own]];
            for (local, area) in &self.queries[own] {
                let point = plus(a.x, a.to_world(constant(local)));
                let y = b.to_local(minus(point, b.x));
                let value = self.fields[1 - own].value(y);
                let area = if self.published { 1.0 } else { *area };
                near.push((own, point, y, (area, -value / self.e2)));
            }
        }
        let terms: Vec<(f64, T)> = near.iter().map(|query| query.3).collect();
        let log = log_sum(&terms);
        let least = self.areas[0].min(self.areas[1]);
        let distance = -(log + (6.0 / least).ln()) * self.e2;
        let pair = match self.published {
            true => T::from(1.0),
            false => self.spring(distance),
        };
        let mut out = [[T::from(0.0); 3]; 4];
        for (own, point, y, (area, exponent)) in near {
            let weight = (exponent - log).exp() * area * pair * (H * self.mass);
            let [a, b] = [bodies[own], bodies[1 - own]];
            let speed = |body: Body<T>| plus(body.v, cross(body.omega, minus(point, body.x)));
            let u = b.to_local(minus(speed(a), speed(b)));
            let force = self.force(&self.fields[1 - own], y, u);
            let force = times(b.to_world(force), weight);
            for (side, force) in [(own, force), (1 - own, times(force, T::from(-1.0)))] {
                let arm = minus(point, bodies[side].x);
                out[2 * side] = plus(out[2 * side], force);
                out[2 * side + 1] = plus(out[2 * side + 1], cross(arm, force));
            }
        }
        out
    }
}

/// A body as a surface of ours and as the same here.
fn both(shape: &Shape) -> (SoftSurface, Field) {
    if let Shape::HalfSpace(_) = shape {
        let field = Field::HalfSpace(Vec3::z(), 1.0);
        return (SoftSurface::half_space(Vec3::z(), 1.0), field);
    }
    let skin = shape.skin(0.5);
    let field = Field::of_skin(&skin);
    let surface = SoftSurface::cloud(skin, Some(TEMPERATURE), false);
    (surface.expect("a surface"), field)
}

/// A pair of shapes as it moves, ours and as written down here.
fn pair(model: ContactModel, shapes: [&Shape; 2], rho: f64, seed: u64) -> (Case, Law) {
    let mut case = Case::new(model, shapes, rho, seed);
    let [(first, one), (second, two)] = shapes.map(both);
    case.surfaces = [first, second];
    let published = model == ContactModel::SoftMinimumAsPublished;
    let e3 = rho.sqrt();
    let soft = &case.setup.soft;
    let of = |surface: &SoftSurface| {
        let queries = surface.queries().iter();
        queries.map(|query| (query.point, query.area)).collect()
    };
    let law = Law {
        published,
        fields: [one, two],
        queries: [of(&case.surfaces[0]), of(&case.surfaces[1])],
        areas: [0, 1].map(|s| case.surfaces[s].area()),
        e2: if published { e3.min(0.01) } else { e3 },
        e3,
        k: soft.weight / e3,
        v_d: soft.dissipation_velocity,
        v_s: soft.stiction_velocity,
        mu: case.setup.mu,
        mass: case.setup.mass,
    };
    (case, law)
}

/// The largest difference of two lists, relative to the largest of the first.
fn difference(exact: &[f64], own: &[f64]) -> f64 {
    let largest = exact.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    let each = exact.iter().zip(own).map(|(a, b)| (a - b).abs());
    each.fold(0.0, f64::max) / largest
}

/// Wrenches and their tangent, of our block, against the law in dual numbers.
fn check_pair(name: &str, case: &Case, law: &Law) -> [f64; 2] {
    let mut block = <PairBlock as Block<f64>>::new(case.model, true);
    let bodies = [&case.bodies[0], &case.bodies[1]];
    block.predict(&case.setup, case.sides(), bodies, false);
    block.evaluate(case.sides(), bodies, case.rho);
    let mut tangent = vec![vec![0.0; 12]; 12];
    block.condense(case.sides(), bodies, case.rho, |row, columns, _| {
        tangent[row].copy_from_slice(columns)
    });
    let mut worst = [0.0_f64; 2];
    for k in 0..12 {
        let moving = |side: usize| {
            let column = (k / 6 == side).then_some(k % 6);
            Body::moving(&case.bodies[side], column)
        };
        let exact = law.wrenches(&[moving(0), moving(1)]).concat();
        let values: Vec<f64> = exact.iter().map(|x| x.re).collect();
        let rates: Vec<f64> = exact.iter().map(|x| x.eps).collect();
        assert!(values.iter().any(|x| x.abs() > 1e-3), "{name}: no push");
        let column: Vec<f64> = tangent.iter().map(|row| row[k]).collect();
        worst[0] = worst[0].max(difference(&values, &case.wrenches(&case.bodies)));
        worst[1] = worst[1].max(difference(&rates, &column));
    }
    worst
}

#[test]
fn the_tangent_of_a_pair_is_that_of_dual_numbers() {
    let plane = Shape::from(HalfSpace::new(Vec3::z(), 1.0).expect("a plane"));
    let (cube, ball) = (cuboid(1.0, 1.0, 1.0), ball(1.0));
    for model in super::MODELS {
        for (name, shapes) in [
            ("ball on a plane", [&ball, &plane]),
            ("cube on a plane", [&cube, &plane]),
            ("ball and cube", [&ball, &cube]),
            ("cubes", [&cube, &cube]),
        ] {
            for (rho, seed) in [(1e-2, 0), (1e-2, 1), (1e-4, 2)] {
                let (case, law) = pair(model, shapes, rho, seed);
                let name = format!("{model:?}, {name}, {rho:e}, {seed}");
                let [value, rate] = check_pair(&name, &case, &law);
                println!("{name}: wrench {value:.1e}, tangent {rate:.1e}");
                assert!(value < BAR && rate < BAR, "{name}: {value:e} {rate:e}");
            }
        }
    }
}

/// Value, gradient and Hessian at points around a body, of our field, against those of hyper-dual numbers.
fn check_field(name: &str, surface: &SoftSurface, field: &Field) {
    let mut random = StdRng::seed_from_u64(11);
    let mut worst = [0.0_f64; 3];
    for _ in 0..100 {
        let y = Vec3::from_fn(|_, _| random.random_range(-1.5..1.5));
        let second = |i: usize, j: usize| {
            let along = |k: usize, axis: usize| if k == axis { 1.0 } else { 0.0 };
            let number = |k: usize| HyperDual64::new(y[k], along(k, i), along(k, j), 0.0);
            field.value([0, 1, 2].map(number))
        };
        let all: Vec<HyperDual64> = (0..9).map(|k| second(k / 3, k % 3)).collect();
        let own = surface.at(&y);
        worst[0] = worst[0].max((all[0].re - own.value).abs());
        let gradient: Vec<f64> = (0..3).map(|k| all[3 * k].eps1).collect();
        worst[1] = worst[1].max(difference(&gradient, own.gradient.as_slice()));
        let hessian: Vec<f64> = all.iter().map(|x| x.eps1eps2).collect();
        // far from edges there is none: of numbers of that size, the unit 1/m is the scale
        let scale = hessian.iter().fold(1.0_f64, |most, x| most.max(x.abs()));
        let rows = own.hessian.transpose();
        let each = hessian.iter().zip(rows.as_slice()).map(|(a, b)| a - b);
        worst[2] = worst[2].max(each.fold(0.0_f64, |most, x| most.max(x.abs())) / scale);
    }
    println!("{name}: value, gradient, Hessian {worst:?}");
    assert!(worst.iter().all(|error| *error < BAR), "{name}: {worst:?}");
}

#[test]
fn the_hessian_of_a_field_is_that_of_hyper_dual_numbers() {
    let plane = Shape::from(HalfSpace::new(Vec3::z(), 1.0).expect("a plane"));
    for (name, shape) in [
        ("plane", plane),
        ("ball", ball(1.0)),
        ("cube", cuboid(1.0, 1.0, 1.0)),
        ("plate", cuboid(1.0, 0.7, 0.3)),
    ] {
        let (surface, field) = both(&shape);
        check_field(name, &surface, &field);
    }
    let cube = |aside: f64| {
        let axes = [Vec3::x(), Vec3::y(), Vec3::z()];
        let sides = axes.into_iter().flat_map(|axis| [axis, -axis]);
        let plane = |n: Vec3| (n, 0.5 + n.x * aside);
        sides.map(plane).collect::<Vec<(Vec3, f64)>>()
    };
    let parts = vec![cube(-0.6), cube(0.5)];
    let planes = parts.iter().map(|planes| SoftPlanes {
        planes: planes.clone(),
        temperature: EDGES,
    });
    let skin = Placed::at_origin(cuboid(0.5, 0.5, 0.5)).skin(0.5);
    let surface = SoftSurface::polyhedra(skin, planes.collect());
    check_field("two cubes", &surface, &Field::Union(parts));
}
