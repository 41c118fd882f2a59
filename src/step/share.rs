//! The part of a list that belongs to one island.

use std::ops::{Index, IndexMut};

/// What an island has of a list: its own items, and those that all islands read; under the numbers
/// of the whole list.
#[derive(Debug)]
pub struct Share<'a, T> {
    pub own: &'a mut [T],
    /// Place of the first own item.
    pub first: usize,
    /// The items at the first places.
    pub shared: &'a [T],
    pub places: &'a [usize],
}

impl<T> Share<'_, T> {
    /// Returns the number of an own item among the own ones.
    pub fn own_index(&self, i: usize) -> usize {
        self.places[i] - self.first
    }
}

impl<T> Index<usize> for Share<'_, T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, i: usize) -> &T {
        let place = self.places[i];
        match place.checked_sub(self.first) {
            Some(own) => &self.own[own],
            None => &self.shared[place],
        }
    }
}

impl<T> IndexMut<usize> for Share<'_, T> {
    #[inline(always)]
    fn index_mut(&mut self, i: usize) -> &mut T {
        &mut self.own[self.places[i] - self.first]
    }
}
