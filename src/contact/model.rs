//! The questions that a step asks of a contact model. A step treats models differently in these points only.

use crate::ipm::Settings;
use crate::world::{ContactModel, Model};

impl ContactModel {
    /// Returns whether attempts may follow the central path, restart collision problems and be solved in other units of velocity: its
    /// pairs are one smooth system, whose points are those of the path.
    pub(crate) fn follows_path(self) -> bool {
        self == ContactModel::SingleLevel
    }

    /// Returns whether worlds with such pairs can be stepped four abreast.
    pub(crate) fn goes_abreast(self) -> bool {
        self == ContactModel::SingleLevel
    }

    /// Returns whether steps in which friction would drive bodies are solved with the slip at the contact points (decision D88).
    pub(crate) fn watches_friction(self) -> bool {
        self == ContactModel::SingleLevel
    }

    /// Returns whether attempts start from where bodies stand, where nothing overlaps: pairs keep apart on the way.
    pub(crate) fn starts_where_bodies_stand(self) -> bool {
        self.uses_hulls()
    }

    /// Returns whether a step in which hulls cross between two states is made in shorter parts.
    pub(crate) fn keeps_hulls_apart(self) -> bool {
        self == ContactModel::SeparatingPlane
    }

    /// Returns whether friction is that of the start of the step.
    pub(crate) fn is_lagged(self) -> bool {
        self == ContactModel::SeparatingPlaneAsPublished
    }

    /// Returns whether the mass of bodies is on their corners, where it is not given.
    pub(crate) fn has_mass_on_corners(self) -> bool {
        self == ContactModel::SeparatingPlaneAsPublished
    }

    /// Returns whether the points of bodies resist second differences of their way, which damps rotation.
    pub(crate) fn damps_rotation(self) -> bool {
        self == ContactModel::SeparatingPlaneAsPublished
    }

    /// Returns the settings of the main loop at relaxation `rho`; the bilevel models keep those they were compared with.
    pub(crate) fn settings(self, rho: f64, precise: bool) -> Settings {
        let searching = Settings {
            line_search: true,
            boundary_fraction: Settings::CAREFUL,
            ..Settings::default()
        };
        match self {
            ContactModel::SingleLevel => Settings::default().precise(precise),
            ContactModel::Bilevel | ContactModel::BilevelSoft => searching.precise(precise),
            ContactModel::SeparatingPlane | ContactModel::SeparatingPlaneAsPublished => Settings {
                corrector: false,
                centrality_excuses: false,
                rows_of_stage: true,
                max_iterations: 100,
                boundary_fraction: [crate::contact::separating_plane::FRACTION; 2],
                ..searching.precise(precise)
            },
            ContactModel::SoftMinimum | ContactModel::SoftMinimumAsPublished => Settings {
                corrector: false,
                ..searching.precise(precise)
            },
            // The published tolerances: 0.1 rho, and products of at most 1.1 rho (here 2 rho, and not 0).
            ContactModel::BilevelAsPublished => Settings {
                residual: 0.1 * rho,
                centrality: 1.0,
                polish: 0,
                ..searching
            },
        }
    }
}

impl Model {
    /// Returns whether a step has derivatives with respect to the shapes of parts.
    pub(crate) fn has_shape_derivatives(&self) -> bool {
        let has_none = matches!(
            self.contact_model,
            ContactModel::BilevelAsPublished
                | ContactModel::SoftMinimum
                | ContactModel::SoftMinimumAsPublished
        );
        !has_none && !self.has_solids()
    }
}
