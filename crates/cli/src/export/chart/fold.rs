//! A series of any length in bounded memory.

/// Most buckets of a series: several per pixel of a chart.
const BUCKETS: usize = 2048;

/// Numbers over time, one per frame at most. Up to 2,048 frames are kept as they are; of more,
/// neighbours share a bucket, of which the smallest and the largest number remain.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::export) struct Fold {
    /// Frames that share a bucket.
    width: usize,
    /// In order of time; frames without a number leave gaps.
    buckets: Vec<Bucket>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Bucket {
    /// Index of the frame divided by the width.
    key: usize,
    /// Point (time, number) of the smallest number, the first of equals.
    low: (f64, f64),
    /// Point (time, number) of the largest number, the last of equals.
    high: (f64, f64),
}

impl Fold {
    pub(in crate::export) fn new() -> Self {
        Self {
            width: 1,
            buckets: Vec::new(),
        }
    }

    /// Adds the number of frame `index` (not before those that were added); not a number is no
    /// number.
    pub(in crate::export) fn add(&mut self, index: usize, time: f64, number: f64) {
        if number.is_nan() {
            return;
        }
        while index / self.width >= BUCKETS {
            self.widen();
        }
        let point = (time, number);
        self.put(Bucket {
            key: index / self.width,
            low: point,
            high: point,
        });
    }

    /// The points (time, number) that were kept, in order of time.
    pub(in crate::export) fn points(&self) -> Vec<(f64, f64)> {
        let mut out = Vec::with_capacity(2 * self.buckets.len());
        for Bucket { low, high, .. } in &self.buckets {
            match low.0.total_cmp(&high.0) {
                std::cmp::Ordering::Less => out.extend([*low, *high]),
                std::cmp::Ordering::Equal => out.push(*high),
                std::cmp::Ordering::Greater => out.extend([*high, *low]),
            }
        }
        out
    }

    fn put(&mut self, new: Bucket) {
        match self.buckets.last_mut() {
            Some(last) if last.key == new.key => {
                if new.low.1 < last.low.1 {
                    last.low = new.low;
                }
                if new.high.1 >= last.high.1 {
                    last.high = new.high;
                }
            }
            _ => self.buckets.push(new),
        }
    }

    fn widen(&mut self) {
        self.width *= 2;
        for bucket in std::mem::take(&mut self.buckets) {
            self.put(Bucket {
                key: bucket.key / 2,
                ..bucket
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn fold(numbers: &[f64]) -> Fold {
        let mut fold = Fold::new();
        for (k, &number) in numbers.iter().enumerate() {
            fold.add(k, k as f64, number);
        }
        fold
    }

    /// Numbers that repeat now and then.
    fn numbers(most: usize) -> impl Strategy<Value = Vec<f64>> {
        let number = prop_oneof![-1e9..1e9, (-3..3).prop_map(f64::from)];
        prop::collection::vec(number, 1..most)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn what_fits_is_kept_exactly(numbers in numbers(BUCKETS + 1)) {
            let all: Vec<_> = numbers.iter().enumerate().map(|(k, &n)| (k as f64, n)).collect();
            prop_assert_eq!(fold(&numbers).points(), all);
        }

        /// Wherever one looks, what was largest and smallest there is still there.
        #[test]
        fn extremes_stay_where_they_were(numbers in numbers(9 * BUCKETS)) {
            let points = fold(&numbers).points();
            prop_assert!(points.len() <= 2 * BUCKETS);
            prop_assert!(points.is_sorted_by(|a, b| a.0 < b.0), "in order, none twice");
            prop_assert!(points.iter().all(|&(t, n)| numbers[t as usize] == n), "none made up");
            // the fewest doublings with which the frames fit
            let mut width = 1;
            while numbers.len().div_ceil(width) > BUCKETS {
                width *= 2;
            }
            for (k, part) in numbers.chunks(width).enumerate() {
                let [from, to] = [k, k + 1].map(|k| (k * width) as f64);
                let kept = points.iter().filter(|p| from <= p.0 && p.0 < to).map(|p| p.1);
                let kept: Vec<f64> = kept.collect();
                for of in [f64::min, f64::max] {
                    let (want, found) = (part.iter().copied().reduce(of), kept.iter().copied().reduce(of));
                    prop_assert_eq!(want, found, "frames {} to {}", from, to);
                }
            }
        }
    }

    #[test]
    fn rare_marks_are_all_kept() {
        let mut marks = Fold::new();
        let frames = (0..100).map(|k| k * 9_973);
        frames.clone().for_each(|k| marks.add(k, k as f64, 7.0));
        let kept: Vec<usize> = marks.points().iter().map(|p| p.0 as usize).collect();
        assert_eq!(kept, frames.collect::<Vec<_>>());
        marks.add(1_000_000, f64::NAN, f64::NAN);
        assert_eq!(marks.points().len(), 100);
    }
}
