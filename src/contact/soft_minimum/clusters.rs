//! Points that are connected by steps of a given length.

use crate::math::Vec3;

/// Clusters of points, by their numbers.
pub struct Clusters {
    /// Points of one cluster lead to its first point.
    leads: Vec<usize>,
}

impl Clusters {
    /// Returns `count` points, none of which is connected.
    pub fn new(count: usize) -> Self {
        Self {
            leads: (0..count).collect(),
        }
    }

    /// Connects those of some points that are within `near` of each other.
    pub fn connect(&mut self, mut points: Vec<(usize, Vec3)>, near: f64) {
        points.sort_by(|(_, a), (_, b)| a.x.total_cmp(&b.x));
        for (k, (i, a)) in points.iter().enumerate() {
            let ahead = points[k + 1..].iter();
            for (j, b) in ahead.take_while(|(_, b)| b.x - a.x <= near) {
                if self.lead(*i) != self.lead(*j) && (b - a).norm() <= near {
                    self.join(*i, *j);
                }
            }
        }
    }

    /// Connects two points.
    pub fn join(&mut self, a: usize, b: usize) {
        let [a, b] = [self.lead(a), self.lead(b)];
        self.leads[a.max(b)] = a.min(b);
    }

    fn lead(&mut self, mut point: usize) -> usize {
        while self.leads[point] != point {
            self.leads[point] = self.leads[self.leads[point]];
            point = self.leads[point];
        }
        point
    }

    /// Returns the clusters in the order of their first points, each in the order of its points.
    pub fn into_groups(mut self) -> Vec<Vec<usize>> {
        let mut places = vec![None; self.leads.len()];
        let mut out: Vec<Vec<usize>> = Vec::new();
        for point in 0..self.leads.len() {
            let lead = self.lead(point);
            let place = *places[lead].get_or_insert_with(|| {
                out.push(Vec::new());
                out.len() - 1
            });
            out[place].push(point);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Dice;

    #[test]
    fn clusters_are_those_of_all_distances() {
        let mut dice = Dice::new(7, 0);
        for near in [0.05, 0.1, 0.2, 0.4] {
            let points: Vec<Vec3> = (0..120)
                .map(|_| Vec3::from_fn(|_, _| dice.within(-0.7, 0.7)))
                .collect();
            let mut clusters = Clusters::new(points.len());
            clusters.connect(points.iter().copied().enumerate().collect(), near);
            // Labels spread until nothing changes.
            let mut label: Vec<usize> = (0..points.len()).collect();
            let mut changed = true;
            while std::mem::take(&mut changed) {
                for i in 0..points.len() {
                    for j in 0..points.len() {
                        if (points[i] - points[j]).norm() <= near && label[j] < label[i] {
                            (label[i], changed) = (label[j], true);
                        }
                    }
                }
            }
            let mut expected: Vec<Vec<usize>> = vec![Vec::new(); points.len()];
            (0..points.len()).for_each(|i| expected[label[i]].push(i));
            expected.retain(|group| !group.is_empty());
            assert_eq!(clusters.into_groups(), expected, "{near}");
        }
    }
}
