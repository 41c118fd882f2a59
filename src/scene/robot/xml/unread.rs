//! Elements and attributes of a file that were not read.

use super::Document;
use roxmltree::Node;
use std::collections::BTreeMap;

/// Elements or attributes of one kind that were not read.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::scene::robot) struct Unread {
    /// The tags on the way to it without names, and `@` before an attribute.
    pub(in crate::scene::robot) what: String,
    pub(in crate::scene::robot) count: usize,
    /// The byte of the text at which the first one begins.
    pub(in crate::scene::robot) first: usize,
}

impl Document<'_> {
    /// Returns what was not read, by kind, in the order of the first ones.
    pub(in crate::scene::robot) fn unread(&self) -> Vec<Unread> {
        let mut kinds: BTreeMap<String, (usize, usize)> = BTreeMap::new();
        let mut add = |what: String, start: usize| {
            let (count, first) = kinds.entry(what).or_insert((0, start));
            *count += 1;
            *first = start.min(*first);
        };
        let read = self.read.borrow();
        let mut stack = vec![(self.tree.root_element(), String::new())];
        while let Some((node, outer)) = stack.pop() {
            let tag = node.tag_name().name();
            let what = match outer.is_empty() {
                true => tag.to_string(),
                false => format!("{outer} > {tag}"),
            };
            if !read.contains(&(node.id().get(), 0)) {
                add(what, node.range().start);
                continue;
            }
            for attribute in node.attributes() {
                let start = attribute.range().start;
                if !read.contains(&(node.id().get(), start)) {
                    add(format!("{what} @{}", attribute.name()), start);
                }
            }
            let outer = if node.parent_element().is_some() {
                what
            } else {
                String::new()
            };
            let inside: Vec<_> = node.children().filter(Node::is_element).collect();
            stack.extend(inside.into_iter().map(|node| (node, outer.clone())));
        }
        let kinds = kinds.into_iter();
        let mut out: Vec<Unread> = kinds
            .map(|(what, (count, first))| Unread { what, count, first })
            .collect();
        out.sort_by_key(|unread| unread.first);
        out
    }
}
