//! Several hulls of a scene over one set of points.

use super::written::Points;
use super::{MassFrom, PointHull};
use crate::error::{Error, Result, remedy};
use crate::math::Vec3;
use serde::{Deserialize, Serialize};

/// A scene writes it as `[shape.NAME.hulls]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HullsTable {
    points: Points,
    /// The names of the points of every hull.
    hulls: Vec<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    radius: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mass_from: Option<MassFrom>,
}

impl HullsTable {
    /// Builds the hulls; `set` is the name of the shape.
    ///
    /// # Errors
    /// The error names the key of a value that cannot be used.
    pub fn build(&self, set: &str) -> Result<Vec<PointHull>> {
        let Points::Named(named) = &self.points else {
            let why = "hulls share points by their names, but the points have none";
            let fix = "write them as a table, e.g. points = { tip = [0, 0, 0.1] }";
            return Err(Error::value("points", why, fix));
        };
        let points = self.points.vectors()?;
        let names: Vec<&str> = named.iter().map(|(name, _)| name.as_str()).collect();
        if self.hulls.is_empty() {
            let fix =
                "list the names of the points of every hull, e.g. [[\"a\", \"b\", \"c\", \"d\"]]";
            return Err(Error::value("hulls", "empty list", fix));
        }
        let hulls = self.hulls.iter().enumerate();
        let hulls = hulls.map(|(i, own)| {
            let field = format!("hulls[{i}]");
            let chosen = choose(own, &names, &points).map_err(|e| e.within(&field))?;
            // What is wrong with its points together is wrong with the list.
            let hull = PointHull::named(chosen).map_err(|e| Error {
                field: field.clone(),
                ..e
            })?;
            let hull = hull.sharing(set);
            let hull = hull.mass_from(self.mass_from.unwrap_or_default());
            match self.radius {
                Some(radius) => hull.grown(radius),
                None => Ok(hull),
            }
        });
        let hulls = hulls.collect::<Result<_>>()?;
        // A misspelt name in a hull leaves the point unused, so unused points are looked for last.
        let is_used = |name: &str| self.hulls.iter().flatten().any(|used| used == name);
        if let Some(name) = names.iter().find(|name| !is_used(name)) {
            let why = "the point is in none of the hulls";
            let fix = "add it to a hull, or remove it";
            return Err(Error::value(format!("points.{name}"), why, fix));
        }
        Ok(hulls)
    }
}

/// Returns the points with these names.
fn choose(own: &[String], names: &[&str], points: &[Vec3]) -> Result<Vec<(String, Vec3)>> {
    let chosen = own.iter().enumerate();
    let chosen = chosen.map(|(k, name)| {
        let field = || format!("[{k}]");
        if own[..k].contains(name) {
            let why = format!("\"{name}\" is twice in the hull");
            return Err(Error::value(field(), why, "remove it once"));
        }
        let Some(at) = names.iter().position(|known| known == name) else {
            let why = format!("no point \"{name}\"");
            let fix = remedy(name, names.iter().copied());
            return Err(Error::value(field(), why, fix));
        };
        Ok((name.clone(), points[at]))
    });
    chosen.collect()
}
