//! A step is what a plain dense solve of all its rows makes of it.

mod body;
mod collision;
mod compare;
mod cone;
mod dense;
mod drops;
mod dual;
mod kkt;
mod laws;
mod loads;
mod pair;
mod several;
mod step;
mod vector;
