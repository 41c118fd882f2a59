//! Derivatives of a step through the public interface: they are those of central differences for
//! every kind of body and parameter, forward and adjoint agree, asking for them changes nothing,
//! and misuse is told from bad luck. (`tests/gradients.rs` goes through all pairs of shapes.)

mod case;
mod numeric;

mod adjoint;
mod clouds;
mod density;
mod differences;
mod errors;
mod explicit;
mod point_hulls;
mod quality;
mod relaxation;
mod repeat;
mod separating_plane;
mod soft_minimum;
mod views;
