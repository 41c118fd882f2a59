//! `<site>`: named frames.

use super::reader::{Content, Reader};
use crate::error::Result;
use crate::scene::robot::description::{LinkFrame, compose};

impl<'a> Reader<'a, '_> {
    /// Reads a site, which becomes a frame unless a link has its name.
    pub(super) fn site(&mut self, content: &Content<'a>, link: usize) -> Result<()> {
        let item = self.defaults.item(content.element, content.class)?;
        item.ignore(&[
            "type", "size", "fromto", "rgba", "material", "group", "user",
        ]);
        let pose = compose(&content.frame, &self.pose(&item)?);
        let Some(name) = item.element.text("name") else {
            return Ok(());
        };
        if self.sites.insert(name.to_string(), (link, pose)).is_some() {
            let why = format!("a second site \"{name}\"");
            return Err(item.error("name", why, "rename one of the two"));
        }
        Ok(())
    }

    /// Makes frames of the sites, except for those that have the name of a link.
    pub(super) fn frames(&mut self) {
        for (name, (link, pose)) in std::mem::take(&mut self.sites) {
            if !self.names.contains(&name) {
                self.out.frames.push(LinkFrame { name, link, pose });
            }
        }
    }
}
