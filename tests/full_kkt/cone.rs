//! Second-order cones by the textbook: Jordan algebra, Nesterov-Todorov scaling as a dense matrix,
//! distance to the boundary. An orthant row is a cone of dimension one.

use nalgebra::{Matrix3, Matrix4, Vector3, Vector4};

/// A point of a cone or a direction; entries beyond the dimension are zero, and stay so.
pub type Point = Vector4<f64>;

/// Places of the slacks and duals of one cone among the unknowns.
#[derive(Debug, Clone)]
pub struct Cone {
    /// First slack.
    pub s: usize,
    /// First dual.
    pub z: usize,
    /// At most 4.
    pub dim: usize,
    /// Its relaxation divided by rho.
    pub factor: f64,
}

impl Cone {
    pub fn slack(&self, x: &[f64]) -> Point {
        self.point(&x[self.s..])
    }

    pub fn dual(&self, x: &[f64]) -> Point {
        self.point(&x[self.z..])
    }

    fn point(&self, from: &[f64]) -> Point {
        Point::from_fn(|i, _| if i < self.dim { from[i] } else { 0.0 })
    }

    /// s.z divided by the factor.
    pub fn complementarity(&self, x: &[f64]) -> f64 {
        self.slack(x).dot(&self.dual(x)) / self.factor
    }

    /// Largest |s o z - rho_b e| / rho_b.
    pub fn centrality(&self, x: &[f64], rho: f64) -> f64 {
        let target = rho * self.factor;
        let off = jordan(&self.slack(x), &self.dual(x)) - Point::x() * target;
        off.amax() / target
    }
}

fn tail(x: &Point) -> Vector3<f64> {
    x.fixed_rows::<3>(1).into_owned()
}

fn joined(head: f64, tail: Vector3<f64>) -> Point {
    Point::new(head, tail.x, tail.y, tail.z)
}

/// x0^2 - |x1|^2.
fn det(x: &Point) -> f64 {
    let norm = tail(x).norm();
    (x[0] - norm) * (x[0] + norm)
}

/// x o y.
pub fn jordan(x: &Point, y: &Point) -> Point {
    joined(x.dot(y), tail(y) * x[0] + tail(x) * y[0])
}

/// x^-1.
pub fn inverse(x: &Point) -> Point {
    joined(x[0], -tail(x)) / det(x)
}

/// The y with x o y = r, from the inverse of the arrow matrix of x.
pub fn divide(x: &Point, r: &Point) -> Point {
    let head = (x[0] * r[0] - tail(x).dot(&tail(r))) / det(x);
    joined(head, (tail(r) - tail(x) * head) / x[0])
}

/// W and its inverse with W z = W^-1 s.
pub fn scaling(s: &Point, z: &Point) -> [Matrix4<f64>; 2] {
    let (root_s, root_z) = (det(s).sqrt(), det(z).sqrt());
    let (s, z) = (s / root_s, z / root_z);
    let gamma = ((1.0 + s.dot(&z)) / 2.0).sqrt();
    let head = (s[0] + z[0]) / (2.0 * gamma);
    let w = (tail(&s) - tail(&z)) / (2.0 * gamma);
    let corner = Matrix3::identity() + w * w.transpose() / (1.0 + head);
    let eta = (root_s / root_z).sqrt();
    [(1.0, eta), (-1.0, 1.0 / eta)].map(|(sign, factor)| {
        let mut m = corner.insert_row(0, 0.0).insert_column(0, 0.0);
        m.set_column(0, &joined(head, w * sign));
        m.set_row(0, &joined(head, w * sign).transpose());
        m * factor
    })
}

/// 1 / (the largest a with x + a d in the cone); 0 when there is none. The smallest eigenvalue of
/// P(x)^-1/2 d, where P is the quadratic representation.
pub fn inverse_step(x: &Point, d: &Point) -> f64 {
    let root = det(x).sqrt();
    let x = x / root;
    let head = x[0] * d[0] - tail(&x).dot(&tail(d));
    let along = tail(d) - tail(&x) * ((head + d[0]) / (1.0 + x[0]));
    ((along.norm() - head) / root).max(0.0)
}

/// How far it is inside the cone.
pub fn depth(x: &Point) -> f64 {
    x[0] - tail(x).norm()
}

#[test]
fn the_scaling_takes_both_to_the_same_point() {
    let s = Point::new(2.0, 1.2, -0.3, 0.9);
    let z = Point::new(0.7, -0.1, 0.6, 0.2);
    let [w, back] = scaling(&s, &z);
    let (a, b) = (w * z, back * s);
    assert!((w * back - Matrix4::identity()).amax() < 1e-14);
    assert!((a - b).amax() < 1e-14 && (w - w.transpose()).amax() == 0.0);
    assert!((w * inverse(&a) - inverse(&z)).amax() < 1e-13);
    assert!((jordan(&a, &divide(&a, &z)) - z).amax() < 1e-14);
    let d = Point::new(-1.0, 0.4, 0.1, -0.2);
    let end = s + d / inverse_step(&s, &d);
    assert!(det(&end).abs() < 1e-14 && end[0] > 0.0);
}
