//! The settings of the main loop: those of a model, and how the recipes change them.

use super::recipe::Context;
use crate::ipm::Settings;
use crate::world::{ContactModel, Model};

/// Attempts go along the central path where their steps come out shorter than this (decisions D21, D22).
const CONTINUATION: f64 = 0.5;

/// Returns the settings of a model at relaxation `rho`; the bilevel models keep those they were compared with.
pub fn settings(model: &Model, rho: f64, precise: bool) -> Settings {
    let searching = Settings {
        line_search: true,
        boundary_fraction: Settings::CAREFUL,
        ..Settings::default()
    };
    match model.contact_model {
        ContactModel::SingleLevel => Settings::default().precise(precise),
        ContactModel::Bilevel | ContactModel::BilevelSoft => searching.precise(precise),
        // The published tolerances: 0.1 rho, and products of at most 1.1 rho (here 2 rho, and not 0).
        ContactModel::BilevelAsPublished => Settings {
            residual: 0.1 * rho,
            centrality: 1.0,
            polish: 0,
            ..searching
        },
    }
}

/// Returns the settings with which a point of other units is continued down to relaxation `rho`.
pub fn finishing(model: &Model, rho: f64, precise: bool) -> Settings {
    Settings {
        boundary_fraction: Settings::CAREFUL,
        ..continued(settings(model, rho, precise), 100)
    }
}

/// Sets the continuation along the central path, and the number of iterations.
fn continued(settings: Settings, max_iterations: usize) -> Settings {
    Settings {
        continuation: CONTINUATION,
        max_iterations,
        ..settings
    }
}

/// Sets the first attempt: 30 iterations for a lone body, which does not go along the path (decision D22), and 60 for
/// others.
pub(super) fn first(context: &Context, settings: Settings) -> Settings {
    match context.model.contact_model {
        ContactModel::SingleLevel if !context.is_lone => continued(settings, 60),
        _ => settings,
    }
}

/// Sets a boundary fraction that leaves room: an iteration less is worth nothing on a rung.
pub(super) fn careful(_context: &Context, settings: Settings) -> Settings {
    Settings {
        boundary_fraction: Settings::CAREFUL,
        ..settings
    }
}

/// Sets many iterations, along the central path where steps are short.
pub(super) fn patient<const ITERATIONS: usize>(context: &Context, settings: Settings) -> Settings {
    continued(careful(context, settings), ITERATIONS)
}

/// Sets the central path in every iteration.
pub(super) fn follow_all_the_way(context: &Context, settings: Settings) -> Settings {
    Settings {
        max_iterations: 100,
        continuation: f64::INFINITY,
        ..careful(context, settings)
    }
}

/// Sets steps without corrector that rotate no body by more than 0.1 rad.
pub(super) fn small_rotations(_context: &Context, settings: Settings) -> Settings {
    Settings {
        max_iterations: 50,
        corrector: false,
        boundary_fraction: [0.99; 2],
        rotation_limit: 0.1,
        ..settings
    }
}

/// Sets stages 1e-3, 1e-4, ... rho.
pub(super) fn staged(context: &Context, settings: Settings) -> Settings {
    Settings {
        max_iterations: 60,
        staged: true,
        ..careful(context, settings)
    }
}
