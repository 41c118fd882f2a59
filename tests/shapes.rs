//! Shapes: hulls, supports, mass, parameters, certificates.

#[path = "shapes/catalogue.rs"]
mod catalogue;
#[path = "shapes/certificate.rs"]
mod certificate;
#[path = "common/derivative.rs"]
mod derivative;
#[path = "shapes/hull.rs"]
mod hull;
#[path = "shapes/mass.rs"]
mod mass;
#[path = "shapes/mesh_file.rs"]
mod mesh_file;
#[path = "shapes/oracle.rs"]
mod oracle;
#[path = "shapes/parameter.rs"]
mod parameter;
#[path = "shapes/support.rs"]
mod support;
