//! Skins and their soft fields against what is known of the shapes.

#[path = "../../../tests/common/derivative.rs"]
mod derivative;

mod body_tests;
mod field_tests;
mod shape_tests;
mod sum_tests;
