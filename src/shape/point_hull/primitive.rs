//! Here a hull of points answers what every shape is asked.

use super::PointHull;
use crate::error::{Result, finite};
use crate::math::{Rot, Vec3};
use crate::shape::padded_polytope::push_ball;
use crate::shape::primitive::{Primitive, Rounded};
use crate::shape::skin::{self, Piece};
use crate::shape::support::{along, farthest, largest};
use crate::shape::surface::{Features, GRID, Surface};
use crate::shape::{Geom, HullPointRates, MassProperties, Parameter, RowDerivative, Rows, Shape};

impl Primitive for PointHull {
    /// n.c + alpha (b - n.c) - n.(y + e), and S4(alpha R; e) with a ball.
    fn rows(&self) -> Rows {
        let round = self.radius > 0.0;
        let mut rows = Rows::new(if round { 3 } else { 0 });
        for (normal, depth) in self.core.normals.iter().zip(self.depths()) {
            let ge = [(0, -normal.x), (1, -normal.y), (2, -normal.z)];
            let ge = if round { &ge[..] } else { &[] };
            rows.push_orthant(normal.dot(&self.centre), -normal, depth, ge);
        }
        if round {
            push_ball(&mut rows, self.radius);
        }
        rows
    }

    fn row_size(&self) -> (usize, usize) {
        let faces = self.core.normals.len();
        match self.radius > 0.0 {
            true => (faces + 4, 3),
            false => (faces, 0),
        }
    }

    fn support(&self, d: &Vec3) -> Option<Vec3> {
        Some(farthest(&self.core.vertices, d) + along(d, self.radius))
    }

    fn reference_point(&self) -> Vec3 {
        self.centre
    }

    fn bounding_radius(&self) -> f64 {
        largest(&self.core.vertices) + self.radius
    }

    fn bounding_radius_rate(&self, i: usize) -> f64 {
        self.bounding_rate(i)
    }

    fn inscribed_radius(&self) -> f64 {
        self.depths().fold(f64::INFINITY, f64::min) + self.radius
    }

    fn inscribed_radius_rate(&self, i: usize) -> [f64; 2] {
        self.inscribed_rate(i)
    }

    /// The radius where there is one, then the coordinates of every point.
    fn parameters(&self) -> Vec<Parameter> {
        let mut all = Vec::new();
        if self.radius > 0.0 {
            all.push(Parameter::metres("radius", self.radius));
        }
        for (i, point) in self.points.iter().enumerate() {
            for (axis, &value) in ["x", "y", "z"].iter().zip(point) {
                let name = match self.names.get(i) {
                    Some(name) => format!("points[{name}].{axis}"),
                    None => format!("points[{i}].{axis}"),
                };
                all.push(Parameter::metres(name, value));
            }
        }
        all
    }

    fn parameter_count(&self) -> usize {
        self.first_point() + 3 * self.points.len()
    }

    fn parameter_rows(&self, i: usize) -> Vec<RowDerivative> {
        self.row_derivatives(i)
    }

    fn with_parameter(&self, i: usize, value: f64) -> Result<Shape> {
        let Some((point, axis)) = self.point_and_axis(i) else {
            return self.clone().grown(value).map(Shape::from);
        };
        finite("", &[value], "give metres")?;
        let mut to = self.points[point];
        to[axis] = value;
        self.moved(point, to).map(Shape::from)
    }

    fn hull_point_rates(&self, i: usize) -> Option<HullPointRates> {
        Some(self.point_rates(i))
    }

    fn origin(&self) -> Vec3 {
        self.origin
    }

    fn shared_points(&self) -> Vec<(String, usize)> {
        let Some(set) = self.set() else {
            return Vec::new();
        };
        let names = self.names().iter().enumerate();
        let first = self.first_point();
        names
            .map(|(point, name)| (format!("{set}.points[{name}]"), first + 3 * point))
            .collect()
    }

    fn mass_properties(&self) -> Option<MassProperties> {
        Some(self.mass())
    }

    fn rounded(&self) -> Option<Rounded> {
        Some(Rounded {
            points: (0..self.points.len()).map(|i| self.local(i)).collect(),
            radius: self.radius,
        })
    }

    fn face_normals(&self, turn: &Rot, visit: &mut dyn FnMut(Vec3)) {
        self.core.face_normals(turn, visit);
    }

    fn features(&self, features: &mut Features, turn: &Rot) {
        self.core.features(features, turn);
        if self.radius > 0.0 {
            features.add_grid(turn, &Vec3::repeat(1.0), GRID);
        }
    }

    fn is_smooth(&self) -> bool {
        self.radius > 0.0
    }

    fn corners(&self) -> Option<Vec<Vec3>> {
        (self.radius == 0.0).then(|| self.core.vertices.clone())
    }

    fn pieces(&self) -> Option<Vec<Piece>> {
        match self.radius > 0.0 {
            true => Some(skin::padded(&self.core, self.radius)),
            false => self.core.pieces(),
        }
    }

    fn exact_surface(&self) -> Option<Surface> {
        match self.radius > 0.0 {
            true => None,
            false => self.core.exact_surface(),
        }
    }

    fn geom(&self) -> Option<Geom> {
        match self.radius > 0.0 {
            true => None,
            false => self.core.geom(),
        }
    }
}
