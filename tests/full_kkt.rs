//! A step is what a plain dense solve of all its rows makes of it.

#[path = "common/scenes.rs"]
mod scenes;

#[path = "full_kkt/body.rs"]
mod body;
#[path = "full_kkt/collision.rs"]
mod collision;
#[path = "full_kkt/compare.rs"]
mod compare;
#[path = "full_kkt/cone.rs"]
mod cone;
#[path = "full_kkt/dense.rs"]
mod dense;
#[path = "full_kkt/drops.rs"]
mod drops;
#[path = "full_kkt/dual.rs"]
mod dual;
#[path = "full_kkt/kkt.rs"]
mod kkt;
#[path = "full_kkt/laws.rs"]
mod laws;
#[path = "full_kkt/loads.rs"]
mod loads;
#[path = "full_kkt/pair.rs"]
mod pair;
#[path = "full_kkt/several.rs"]
mod several;
#[path = "full_kkt/step.rs"]
mod step;
#[path = "full_kkt/vector.rs"]
mod vector;
