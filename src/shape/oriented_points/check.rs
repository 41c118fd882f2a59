//! Checks tell whether points can be the surface of a body.

use super::tree::Tree;
use super::{MAX_POINTS, MIN_POINTS};
use crate::error::{Error, Result};
use crate::math::Vec3;
use crate::shape::mesh::TriangleMesh;

/// The areas times normals of a closed surface have the sum zero; up to this fraction of the area they do for scattered points.
const OPEN: f64 = 0.1;
/// The sum of areas that are given and that of estimated ones differ by at most this factor.
const AREAS: f64 = 2.0;
/// The volume by the points and that of the mesh differ by at most this factor.
const VOLUMES: f64 = 1.2;
/// Points this close, in their extent, are one.
const ONE: f64 = 1e-9;

/// Checks the number of points.
pub(super) fn count(count: usize) -> Result<()> {
    if count < MIN_POINTS {
        let why = format!("{count} points; at least {MIN_POINTS} enclose a volume");
        return Err(Error::value("", why, "scan more points"));
    }
    if count > MAX_POINTS {
        let why = format!("{count} points; more than the limit of {MAX_POINTS}");
        return Err(Error::value("", why, "keep every second point or fewer"));
    }
    Ok(())
}

/// Checks that points `apart` from each other (m) are apart at all.
pub(super) fn are_apart(apart: f64, extent: f64) -> Result<()> {
    if apart > ONE * extent {
        return Ok(());
    }
    let why = format!("the points lie on each other: they are {apart:.3e} m apart");
    Err(Error::value("", why, "remove points that are there twice"))
}

/// Checks that areas have about the sum that the distances between the points let expect.
pub(super) fn same_area(areas: &[f64], estimated: &[f64]) -> Result<()> {
    let [own, expected]: [f64; 2] = [areas, estimated].map(|all| all.iter().sum());
    if own < AREAS * expected && expected < AREAS * own {
        return Ok(());
    }
    let why = format!(
        "the areas have the sum {own:.4e} m^2, and the points lie as on a surface of about {expected:.4e} m^2"
    );
    let fix = "check that areas are in m^2, or give none";
    Err(Error::value("", why, fix))
}

/// Checks that areas times normals have no sum, and that the normals point outwards.
pub(super) fn closed(tree: &Tree, areas: &[f64]) -> Result<()> {
    let points = tree.points.iter().zip(areas);
    let sum: Vec3 = points.map(|(point, area)| point.normal * *area).sum();
    let open = sum.norm() / areas.iter().sum::<f64>();
    if open > OPEN {
        // adding zero makes one number of both zeros
        let way = sum.normalize().map(|c| (-100.0 * c).round() / 100.0 + 0.0);
        let [x, y, z]: [f64; 3] = way.into();
        let why = format!(
            "the points close no surface: the sum of area times normal is {:.0} % of the area; what is missing faces ({x}, {y}, {z})",
            100.0 * open
        );
        let fix = "scan the missing side too, or close the surface and give it as a mesh";
        return Err(Error::value("", why, fix));
    }
    let volume = volume(tree, areas);
    if volume <= 0.0 {
        let why =
            format!("the normals point inwards: 1/3 sum area p.n, the volume, is {volume:.4e} m^3");
        return Err(Error::value("", why, "turn the normals round"));
    }
    Ok(())
}

/// Checks that the mesh through points encloses the volume that they enclose by the divergence theorem.
pub(super) fn same_volume(mesh: &TriangleMesh, tree: &Tree, areas: &[f64]) -> Result<()> {
    let (own, expected) = (mesh.volume(), volume(tree, areas));
    if own < VOLUMES * expected && expected < VOLUMES * own {
        return Ok(());
    }
    let why = format!(
        "the points contradict each other: the surface through them encloses {own:.4e} m^3, and 1/3 sum area p.n is {expected:.4e} m^3"
    );
    let fix = "use a spacing below the thinnest wall or more points, and check that all normals point outwards and that areas are in m^2";
    Err(Error::value("", why, fix))
}

/// Returns the volume by the divergence theorem, m^3; the middle of the points is its origin.
fn volume(tree: &Tree, areas: &[f64]) -> f64 {
    let (low, high) = tree.bounds();
    let middle = (low + high) / 2.0;
    let points = tree.points.iter().zip(areas);
    let height = points.map(|(p, area)| area * (p.position - middle).dot(&p.normal));
    height.sum::<f64>() / 3.0
}
