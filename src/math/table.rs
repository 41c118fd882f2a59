//! Columns of numbers, one behind the other in one buffer.

use std::ops::Range;

/// `N` columns of the same length: what belongs to one owner lies side by side in memory.
#[derive(Debug, Clone)]
pub struct Table<const N: usize, R = f64> {
    length: usize,
    entries: Vec<R>,
}

impl<const N: usize, R> Default for Table<N, R> {
    fn default() -> Self {
        Self {
            length: 0,
            entries: Vec::new(),
        }
    }
}

impl<const N: usize, R: Copy> Table<N, R> {
    /// Makes room for `length` rows; the contents are undefined afterwards.
    pub fn resize(&mut self, length: usize, value: R) {
        self.length = length;
        self.entries.resize(N * length, value);
    }

    /// Returns the number of rows.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Returns one number.
    #[inline(always)]
    pub fn entry(&self, column: usize, row: usize) -> R {
        debug_assert!(row < self.length, "beyond the column");
        self.entries[column * self.length + row]
    }

    /// Returns some rows of a column.
    #[inline(always)]
    pub fn part(&self, column: usize, rows: Range<usize>) -> &[R] {
        debug_assert!(rows.end <= self.length, "beyond the column");
        let start = column * self.length;
        &self.entries[start + rows.start..start + rows.end]
    }

    /// Returns one column.
    #[inline(always)]
    pub fn column(&self, k: usize) -> &[R] {
        self.part(k, 0..self.length)
    }

    /// Returns one column, to be set.
    #[inline(always)]
    pub fn column_mut(&mut self, k: usize) -> &mut [R] {
        &mut self.entries[k * self.length..(k + 1) * self.length]
    }

    /// Returns the first columns, to be set.
    #[inline(always)]
    pub fn first_mut<'a, const M: usize>(&'a mut self) -> [&'a mut [R]; M]
    where
        [&'a mut [R]; M]: Default,
    {
        let mut out = <[&mut [R]; M]>::default();
        let mut rest = &mut self.entries[..];
        for column in &mut out {
            (*column, rest) = rest.split_at_mut(self.length);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_has_numbers_of_its_own() {
        let mut table = Table::<3>::default();
        table.resize(4, 0.0);
        let [a, b] = table.first_mut();
        a.copy_from_slice(&[1.0, 2.0, 3.0, 4.0]);
        b.copy_from_slice(&[5.0, 6.0, 7.0, 8.0]);
        table.column_mut(2).fill(9.0);
        assert_eq!(table.column(0), [1.0, 2.0, 3.0, 4.0]);
        assert_eq!(table.part(1, 1..3), [6.0, 7.0]);
        assert_eq!((table.entry(1, 3), table.entry(2, 0)), (8.0, 9.0));
        assert_eq!(table.length(), 4);
    }
}
