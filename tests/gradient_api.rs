//! Derivatives of a step through the public interface: they are those of central differences for
//! every kind of body and parameter, forward and adjoint agree, asking for them changes nothing,
//! and misuse is told from bad luck. (`tests/gradients.rs` goes through all pairs of shapes.)

#[path = "common/scenes.rs"]
mod scenes;

#[path = "gradient_api/case.rs"]
mod case;
#[path = "gradient_api/numeric.rs"]
mod numeric;

#[path = "gradient_api/adjoint.rs"]
mod adjoint;
#[path = "gradient_api/density.rs"]
mod density;
#[path = "gradient_api/differences.rs"]
mod differences;
#[path = "gradient_api/errors.rs"]
mod errors;
#[path = "gradient_api/quality.rs"]
mod quality;
#[path = "gradient_api/relaxation.rs"]
mod relaxation;
#[path = "gradient_api/repeat.rs"]
mod repeat;
#[path = "gradient_api/views.rs"]
mod views;
