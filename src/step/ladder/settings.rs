//! The settings of the main loop: those of a model, and how the recipes change them.

use super::recipe::Context;
use crate::ipm::Settings;
use crate::world::Model;

/// Attempts go along the central path where their steps come out shorter than this (decisions D21, D22).
const CONTINUATION: f64 = 0.5;

/// Returns the settings of a model at relaxation `rho`.
pub fn settings(model: &Model, rho: f64, precise: bool) -> Settings {
    model.contact_model.settings(rho, precise)
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
    match context.model.contact_model.follows_path() && !context.is_lone {
        true => continued(settings, 60),
        false => settings,
    }
}

/// Sets a boundary fraction that leaves room: an iteration less is worth nothing on a rung.
pub(super) fn careful(_context: &Context, settings: Settings) -> Settings {
    Settings {
        boundary_fraction: Settings::CAREFUL,
        ..settings
    }
}

/// Sets 300 iterations, along the central path where steps are short.
pub(super) fn patient(context: &Context, settings: Settings) -> Settings {
    continued(careful(context, settings), 300)
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
        first_stage: 1e-3,
        ..careful(context, settings)
    }
}

/// Sets stages 0.1, 0.01, ... rho, for as many iterations as they take.
pub(super) fn thinned(_context: &Context, settings: Settings) -> Settings {
    Settings {
        max_iterations: 300,
        first_stage: 0.1,
        ..settings
    }
}

/// Sets stages 1, 0.3, 0.09, ... rho, for as many iterations as they take.
pub(super) fn thinned_slowly(context: &Context, settings: Settings) -> Settings {
    Settings {
        first_stage: 1.0,
        stage_factor: 0.3,
        ..thinned(context, settings)
    }
}
