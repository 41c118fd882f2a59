//! Shapes: hulls, supports, mass, parameters, certificates.

#[path = "shapes/catalogue.rs"]
mod catalogue;
#[path = "common/derivative.rs"]
mod derivative;
#[path = "shapes/hull.rs"]
mod hull;
#[path = "shapes/mass.rs"]
mod mass;
#[path = "shapes/parameter.rs"]
mod parameter;
#[path = "shapes/support.rs"]
mod support;
