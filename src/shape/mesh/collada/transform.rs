//! Transforms of nodes, and that of the whole file: its unit and its upward axis.

use super::{Outcome, children, numbers};
use crate::math::{Mat3, Vec3};
use nalgebra::{Rotation3, Unit};
use roxmltree::Node;

/// y = linear x + offset.
#[derive(Clone, Copy)]
pub(super) struct Affine {
    pub linear: Mat3,
    pub offset: Vec3,
}

impl Affine {
    fn linear(linear: Mat3) -> Self {
        Self {
            linear,
            offset: Vec3::zeros(),
        }
    }

    pub(super) fn apply(&self, point: &Vec3) -> Vec3 {
        self.linear * point + self.offset
    }

    /// Returns the transform that applies `inner` first.
    pub(super) fn then(&self, inner: Self) -> Self {
        Self {
            linear: self.linear * inner.linear,
            offset: self.apply(&inner.offset),
        }
    }
}

/// Returns the transform from the axes and the unit of the file to metres with z up.
pub(super) fn of_asset(root: Node) -> Outcome<Affine> {
    let (mut unit, mut up) = (1.0, "Y_UP");
    if let Some(asset) = children(root, "asset").next() {
        for child in asset.children().filter(Node::is_element) {
            match child.tag_name().name() {
                "unit" => unit = child.attribute("meter").map_or(Ok(1.0), metres)?,
                "up_axis" => up = child.text().unwrap_or("").trim(),
                _ => {}
            }
        }
    }
    let [right, inwards, upwards] = match up {
        // what points right, into the screen (away from the viewer) and up becomes x, y, z
        "X_UP" => [-Vec3::y(), -Vec3::z(), Vec3::x()],
        "Y_UP" => [Vec3::x(), -Vec3::z(), Vec3::y()],
        "Z_UP" => [Vec3::x(), Vec3::y(), Vec3::z()],
        _ => return Err(format!("<up_axis> is \"{up}\", not X_UP, Y_UP or Z_UP")),
    };
    let rows = [right.transpose(), inwards.transpose(), upwards.transpose()];
    Ok(Affine::linear(Mat3::from_rows(&rows) * unit))
}

fn metres(text: &str) -> Outcome<f64> {
    let unit: Option<f64> = text.trim().parse().ok();
    let sane = unit.filter(|unit| unit.is_finite() && *unit > 0.0);
    sane.ok_or_else(|| format!("<unit> has meter \"{text}\", not a finite number > 0"))
}

/// Returns the transform that an element of a node stands for; most elements stand for none.
pub(super) fn of_element(node: Node) -> Outcome<Affine> {
    let name = node.tag_name().name();
    Ok(match name {
        "translate" => Affine {
            linear: Mat3::identity(),
            offset: Vec3::from(exactly::<3>(node)?),
        },
        "scale" => Affine::linear(Mat3::from_diagonal(&Vec3::from(exactly::<3>(node)?))),
        "rotate" => {
            let [x, y, z, degrees] = exactly::<4>(node)?;
            let axis = Unit::try_new(Vec3::new(x, y, z), 0.0).ok_or("<rotate> has no axis")?;
            let turn = Rotation3::from_axis_angle(&axis, degrees.to_radians());
            Affine::linear(turn.into_inner())
        }
        "matrix" => {
            let m = exactly::<16>(node)?;
            Affine {
                linear: Mat3::from_fn(|i, j| m[4 * i + j]),
                offset: Vec3::from_fn(|i, _| m[4 * i + 3]),
            }
        }
        "lookat" | "skew" => return Err(format!("the transform <{name}> is not supported")),
        _ => Affine::linear(Mat3::identity()),
    })
}

fn exactly<const N: usize>(node: Node) -> Outcome<[f64; N]> {
    let all: Vec<f64> = numbers(node)?;
    let count = all.len();
    <[f64; N]>::try_from(all).map_err(|_| {
        let name = node.tag_name().name();
        format!("<{name}> has {count} numbers, not {N}")
    })
}
