//! Short forms of scene files, which become long ones before anything is built: `[defaults]`, shapes inline, angles,
//! `[[repeat]]`, groups of `[[no_contact]]`.

mod defaults;
mod groups;
mod inline;
mod repeat;
mod turns;

pub(crate) use defaults::DefaultsConfig;
pub(crate) use repeat::RepeatConfig;
pub(crate) use turns::{Turns, turns};

use super::config::Config;
use crate::error::Result;

/// Replaces the short forms that concern one file alone.
///
/// # Errors
/// One of them has a mistake; fields are those of the file.
pub(super) fn settle_file(config: &mut Config) -> Result<()> {
    defaults::settle(config);
    inline::settle(config)?;
    turns::settle(config)
}

/// Replaces the masks of bodies, once the bodies of robots are there.
///
/// # Errors
/// A mask has a name that nothing has.
pub(super) fn settle_masks(config: &mut Config) -> Result<()> {
    groups::settle_masks(config)
}

/// Replaces the short forms that concern the bodies of all files.
///
/// # Errors
/// One of them has a mistake; fields are those of the files.
pub(super) fn settle_scene(config: &mut Config) -> Result<()> {
    repeat::settle(config)?;
    groups::settle(config)
}
