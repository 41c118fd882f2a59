//! Edges of a mesh that belong to one triangle only.

use super::TriangleMesh;
use std::collections::HashMap;

impl TriangleMesh {
    /// Number of directed edges without an opposite; points with equal coordinates count as one.
    pub(super) fn open_edges(&self) -> usize {
        let mut first_at = HashMap::new();
        let welded: Vec<u32> = (0..)
            .zip(&self.points)
            // adding zero makes one number of both zeros
            .map(|(i, p)| {
                *first_at
                    .entry([p.x, p.y, p.z].map(|c| (c + 0.0).to_bits()))
                    .or_insert(i)
            })
            .collect();
        let mut excess: HashMap<(u32, u32), i32> = HashMap::new();
        for triangle in &self.triangles {
            let corners = triangle.map(|i| welded[i as usize]);
            for k in 0..3 {
                let (a, b) = (corners[k], corners[(k + 1) % 3]);
                if a != b {
                    let sign = if a < b { 1 } else { -1 };
                    *excess.entry((a.min(b), a.max(b))).or_default() += sign;
                }
            }
        }
        excess.values().map(|n| n.unsigned_abs() as usize).sum()
    }
}
