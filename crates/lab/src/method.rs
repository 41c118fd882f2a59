//! The methods that the studies compare: ways of solving the same scene.

use drystone::world::ContactModel;

/// A contact model with its friction rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Method {
    /// Collision, contact and friction in one system; friction cone, lagged slip row.
    SingleLevel,
    /// The single-level model with the friction rows of SL eqs. 10-12: pyramid, slip at the unknown point.
    SingleLevelPaper,
    /// Collision solved within every look at contact and friction, all else as in the single-level model.
    Bilevel,
    /// The bilevel model with a collision problem never stiffer than 1e-4.
    BilevelSoft,
    /// The bilevel model as it was published, with the paper's friction rows.
    BilevelAsPublished,
}

impl Method {
    /// All methods, in the order of tables.
    pub const ALL: [Method; 5] = [
        Method::SingleLevel,
        Method::SingleLevelPaper,
        Method::Bilevel,
        Method::BilevelSoft,
        Method::BilevelAsPublished,
    ];

    /// Name in tables and rows.
    pub fn name(self) -> &'static str {
        match self {
            Method::SingleLevel => "single level",
            Method::SingleLevelPaper => "single level, paper's rows",
            Method::Bilevel => "bilevel, fair",
            Method::BilevelSoft => "bilevel, soft",
            Method::BilevelAsPublished => "bilevel, as published",
        }
    }

    /// Returns the lines of `[simulation]` that choose the method in a scene.
    pub fn settings(self) -> String {
        let model = match self {
            Method::SingleLevel | Method::SingleLevelPaper => ContactModel::SingleLevel,
            Method::Bilevel => ContactModel::Bilevel,
            Method::BilevelSoft => ContactModel::BilevelSoft,
            Method::BilevelAsPublished => ContactModel::BilevelAsPublished,
        };
        let (cone, point) = match self {
            Method::SingleLevelPaper | Method::BilevelAsPublished => ("pyramid", "implicit"),
            _ => ("cone", "lagged"),
        };
        let model = model.name();
        format!(
            "contact_model = \"{model}\"\nfriction_cone = \"{cone}\"\nfriction_point = \"{point}\"\n"
        )
    }

    /// Whether it is there to be compared with.
    pub fn is_baseline(self) -> bool {
        !matches!(self, Method::SingleLevel | Method::SingleLevelPaper)
    }
}
