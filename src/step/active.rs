//! Which bodies a solve advances.

/// The bodies that a solve advances: all, or those that are marked. The others stay where they are and touch
/// nobody. Bodies that do not move by themselves are always marked.
#[derive(Debug, Clone, Copy, Default)]
pub struct Active<'a>(Option<&'a [bool]>);

impl<'a> Active<'a> {
    /// All bodies are active.
    pub const ALL: Self = Self(None);

    /// Returns the bodies with a mark, one per body of the model; all where there are no marks.
    pub fn marked(marks: &'a [bool]) -> Self {
        Self((!marks.is_empty()).then_some(marks))
    }

    /// Returns the marks; none where every body is advanced.
    pub fn marks(self) -> &'a [bool] {
        self.0.unwrap_or_default()
    }

    /// Returns whether a body is advanced.
    pub fn has(self, body: usize) -> bool {
        self.0.is_none_or(|marks| marks[body])
    }

    /// Returns whether both bodies of a pair are advanced.
    pub fn has_both(self, [a, b]: [usize; 2]) -> bool {
        self.has(a) && self.has(b)
    }
}
