//! Reads a GLB with another reader than the writer's.

use drystone::math::{Rot, Vec3};
use gltf::animation::util::ReadOutputs;
use std::collections::BTreeMap;

/// A pose, world of glTF.
pub type Pose = (Vec3, Rot);

/// A glTF file that another reader finds valid.
pub struct Read {
    pub document: gltf::Document,
    pub blob: Vec<u8>,
}

impl Read {
    pub fn new(path: &str) -> Self {
        let bytes = std::fs::read(path).expect("it was written");
        let gltf::Gltf { document, blob } = gltf::Gltf::from_slice(&bytes).expect("valid glTF");
        let blob = blob.expect("a binary chunk");
        assert_eq!(
            document.buffers().next().map(|b| b.length()),
            Some(blob.len())
        );
        Self { document, blob }
    }

    /// The one root and its children.
    pub fn root(&self) -> gltf::Node<'_> {
        let scene = self.document.default_scene().expect("a scene");
        let mut roots = scene.nodes();
        let root = roots.next().expect("a root");
        assert!(roots.next().is_none());
        root
    }

    pub fn times(&self) -> Vec<f32> {
        let run = self.document.animations().next().expect("an animation");
        assert_eq!(run.name(), Some("run"));
        let channel = run.channels().next().expect("a channel");
        let input = channel.sampler().input();
        let number = |value: Option<gltf::json::Value>| value.expect("bounds")[0].as_f64();
        let times: Vec<f32> = (channel
            .reader(|_| Some(&self.blob))
            .read_inputs()
            .expect("times"))
        .collect();
        assert_eq!(number(input.min()), Some(f64::from(times[0])));
        assert_eq!(number(input.max()), times.last().map(|&t| f64::from(t)));
        assert!(times.is_sorted_by(|a, b| a < b));
        times
    }

    /// Poses of the nodes below the root by name: those at rest, those of the animation.
    pub fn poses(&self) -> BTreeMap<String, (Pose, Vec<Pose>)> {
        let pose = |node: &gltf::Node| {
            let (x, q, scale) = node.transform().decomposed();
            assert_eq!(scale, [1.0; 3]);
            (vector(x), rotation(q))
        };
        let world = pose(&self.root());
        let below = |(x, q): Pose| (world.0 + world.1 * x, world.1 * q);
        let mut moves: BTreeMap<usize, (Vec<Vec3>, Vec<Rot>)> = BTreeMap::new();
        for channel in self.document.animations().flat_map(|run| run.channels()) {
            let entry = moves.entry(channel.target().node().index()).or_default();
            let reader = channel.reader(|_| Some(&self.blob));
            match reader.read_outputs().expect("numbers") {
                ReadOutputs::Translations(list) => entry.0 = list.map(vector).collect(),
                ReadOutputs::Rotations(list) => {
                    let numbers: Vec<[f32; 4]> = list.into_f32().collect();
                    for pair in numbers.windows(2) {
                        let dot: f32 = pair[0].iter().zip(&pair[1]).map(|(a, b)| a * b).sum();
                        assert!(dot > 0.0, "the short way from {pair:?}");
                    }
                    entry.1 = numbers.into_iter().map(rotation).collect();
                }
                _ => panic!("nothing else moves"),
            }
        }
        let child = |node: gltf::Node| {
            let (x, q) = moves.remove(&node.index()).unwrap_or_default();
            assert_eq!(x.len(), q.len());
            let moving = x.into_iter().zip(q).map(below).collect();
            (
                node.name().expect("a name").to_string(),
                (below(pose(&node)), moving),
            )
        };
        self.root().children().map(child).collect()
    }
}

pub fn vector(x: [f32; 3]) -> Vec3 {
    Vec3::from(x.map(f64::from))
}

/// Of four numbers x y z w, which must have norm 1.
pub fn rotation(q: [f32; 4]) -> Rot {
    let [x, y, z, w] = q.map(f64::from);
    let norm = (x * x + y * y + z * z + w * w).sqrt();
    assert!((norm - 1.0).abs() < 1e-6, "norm {norm}");
    Rot::new_unchecked(nalgebra::Quaternion::new(w, x, y, z))
}

/// What is up is y in glTF, and what is north is -z.
pub fn y_up(v: Vec3) -> Vec3 {
    Vec3::new(v.x, v.z, -v.y)
}
