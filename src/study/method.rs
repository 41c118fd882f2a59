//! What the studies compare: ways of solving the same scene.

/// A contact model with its friction rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Method {
    /// Collision, contact and friction in one system; friction cone, lagged slip row.
    SingleLevel,
    /// The same with the friction rows of SL eqs. 10-12: pyramid, slip at the unknown point.
    SingleLevelPaper,
}

impl Method {
    /// All methods, in the order of tables.
    pub const ALL: [Method; 2] = [Method::SingleLevel, Method::SingleLevelPaper];

    /// Name in tables and rows.
    pub fn name(self) -> &'static str {
        match self {
            Method::SingleLevel => "single level",
            Method::SingleLevelPaper => "single level, paper's rows",
        }
    }

    /// Its lines of `[simulation]` in a scene.
    pub fn settings(self) -> String {
        let (model, cone, point) = match self {
            Method::SingleLevel => ("single_level", "cone", "lagged"),
            Method::SingleLevelPaper => ("single_level", "pyramid", "implicit"),
        };
        format!(
            "contact_model = \"{model}\"\nfriction_cone = \"{cone}\"\nfriction_point = \"{point}\"\n"
        )
    }
}
