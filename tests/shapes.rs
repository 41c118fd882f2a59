//! Shapes: hulls, supports, mass, parameters, certificates.

pub mod catalogue;
mod certificate;
mod hull;
mod mass;
mod mesh_file;
mod oracle;
mod parameter;
mod point_hull;
mod support;
