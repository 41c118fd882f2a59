//! One second-order cone { x : x0 >= |x1| } of dimension at most [`MAX`]: Jordan algebra,
//! Nesterov-Todorov scaling, distance to the boundary.

/// Largest dimension of a second-order cone.
pub const MAX: usize = 4;

/// x0^2 - |x1|^2, without cancellation near the boundary.
pub fn det(x: &[f64]) -> f64 {
    let norm = x[1..].iter().map(|v| v * v).sum::<f64>().sqrt();
    (x[0] - norm) * (x[0] + norm)
}

/// Jordan product x o y = (x.y, x0 y1 + y0 x1).
pub fn product(x: &[f64], y: &[f64], out: &mut [f64]) {
    out[0] = x.iter().zip(y).map(|(a, b)| a * b).sum();
    for i in 1..x.len() {
        out[i] = x[0] * y[i] + y[0] * x[i];
    }
}

/// Solves l o x = r for x, in place.
fn divide(l: &[f64], r: &mut [f64]) {
    let dot: f64 = l[1..].iter().zip(&r[1..]).map(|(a, b)| a * b).sum();
    let x0 = (l[0] * r[0] - dot) / det(l);
    r[0] = x0;
    for i in 1..l.len() {
        r[i] = (r[i] - x0 * l[i]) / l[0];
    }
}

/// Scaling point of a pair (s, z) in the interior: W z = W^-1 s = l.
#[derive(Debug, Clone, Copy, Default)]
pub struct Scaling {
    eta: f64,
    w: [f64; MAX],
    l: [f64; MAX],
}

impl Scaling {
    /// Scaling of an interior pair.
    pub fn new(s: &[f64], z: &[f64]) -> Self {
        let dim = s.len();
        let (det_s, det_z) = (det(s), det(z));
        let (root_s, root_z) = (det_s.sqrt(), det_z.sqrt());
        let dot: f64 = s.iter().zip(z).map(|(a, b)| a * b).sum();
        let gamma = (0.5 * (1.0 + dot / (root_s * root_z))).sqrt();
        let mut out = Self {
            eta: (root_s / root_z).sqrt(),
            ..Self::default()
        };
        let half = 0.5 / gamma;
        out.w[0] = half * (s[0] / root_s + z[0] / root_z);
        for i in 1..dim {
            out.w[i] = half * (s[i] / root_s - z[i] / root_z);
        }
        let mut l = [0.0; MAX];
        out.times(z, &mut l[..dim]);
        out.l = l;
        out
    }

    /// W x.
    fn times(&self, x: &[f64], out: &mut [f64]) {
        self.apply(x, out, 1.0, self.eta);
    }

    /// W^-1 x.
    fn inverse_times(&self, x: &[f64], out: &mut [f64]) {
        self.apply(x, out, -1.0, 1.0 / self.eta);
    }

    fn apply(&self, x: &[f64], out: &mut [f64], sign: f64, factor: f64) {
        let dim = x.len();
        let dot: f64 = self.w[1..dim].iter().zip(&x[1..]).map(|(a, b)| a * b).sum();
        out[0] = factor * (self.w[0] * x[0] + sign * dot);
        let along = sign * x[0] + dot / (1.0 + self.w[0]);
        for i in 1..dim {
            out[i] = factor * (x[i] + along * self.w[i]);
        }
    }

    /// The vector q with W^-2 = eta^-2 (2 q q^T - J), J = diag(1, -1, ...).
    pub fn reflected(&self) -> [f64; MAX] {
        let w = &self.w;
        [w[0], -w[1], -w[2], -w[3]]
    }

    /// eta^-2.
    pub fn inverse_square(&self) -> f64 {
        1.0 / (self.eta * self.eta)
    }

    /// W^-1, row by row.
    pub fn inverse(&self, dim: usize) -> [[f64; MAX]; MAX] {
        let mut out = [[0.0; MAX]; MAX];
        let w = &self.w;
        let factor = 1.0 / self.eta;
        out[0][0] = factor * w[0];
        for i in 1..dim {
            out[0][i] = -factor * w[i];
            out[i][0] = -factor * w[i];
            for j in 1..dim {
                let unit = if i == j { 1.0 } else { 0.0 };
                out[i][j] = factor * (unit + w[i] * w[j] / (1.0 + w[0]));
            }
        }
        out
    }

    /// W^-2 x.
    pub fn inverse_squared_times(&self, x: &[f64], out: &mut [f64]) {
        let q = self.reflected();
        let factor = self.inverse_square();
        let dot: f64 = q.iter().zip(x).map(|(a, b)| a * b).sum();
        out[0] = factor * (2.0 * dot * q[0] - x[0]);
        for i in 1..x.len() {
            out[i] = factor * (2.0 * dot * q[i] + x[i]);
        }
    }

    /// Second-order correction W^-1 (l^-1 o ((W^-1 ds) o (W dz))).
    pub fn correction(&self, ds: &[f64], dz: &[f64], out: &mut [f64]) {
        let dim = ds.len();
        let (mut a, mut b, mut c) = ([0.0; MAX], [0.0; MAX], [0.0; MAX]);
        self.inverse_times(ds, &mut a[..dim]);
        self.times(dz, &mut b[..dim]);
        product(&a[..dim], &b[..dim], &mut c[..dim]);
        divide(&self.l[..dim], &mut c[..dim]);
        self.inverse_times(&c[..dim], out);
    }
}

/// 1 / (the largest a with x + a d in the cone), 0 when there is none.
pub fn inverse_step(x: &[f64], d: &[f64]) -> f64 {
    let a = d[0] * d[0] - d[1..].iter().map(|v| v * v).sum::<f64>();
    let b = x[0] * d[0] - x[1..].iter().zip(&d[1..]).map(|(x, d)| x * d).sum::<f64>();
    let c = det(x);
    let root = (b * b - a * c).max(0.0).sqrt();
    let q = -(b + root.copysign(b));
    // f64::max drops the NaN of a / q when d = 0.
    (-d[0] / x[0]).max(a / q).max(q / c).max(0.0)
}
