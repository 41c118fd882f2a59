//! The JSON of a GLB and where its numbers are.
//!
//! ```text
//! buffer: surface 0 (points, normals, corners) ... surface m | times | body 0 positions, rotations | ...
//!         `fixed`                                              `streams`: kept x (4 | 12 | 16) bytes
//! ```

use super::layout::{Layout, single};
use super::meshes::Meshes;
use crate::export::Survey;
use crate::replay::{Replay, Visuals, looks};
use drystone::error::Result;
use drystone::world::Motion;
use gltf_json::accessor::Type;
use gltf_json::animation::{Channel, Interpolation, Property, Sampler, Target};
use gltf_json::scene::UnitQuaternion;
use gltf_json::validation::{Checked::Valid, USize64};
use gltf_json::{Animation, Asset, Buffer, Index, Node, Scene};

/// A GLB without the numbers of its animation.
#[derive(Default)]
pub(super) struct Document {
    pub(super) layout: Layout,
    /// Indices of the bodies that move.
    pub(super) moving: Vec<usize>,
}

impl Document {
    pub(super) fn new(replay: &Replay, survey: &Survey, visuals: &Visuals) -> Result<Self> {
        let mut out = Self::default();
        out.layout.root.asset = Asset {
            generator: Some(concat!("drystone ", env!("CARGO_PKG_VERSION")).into()),
            ..Asset::default()
        };
        let buffer = out.layout.root.push(Buffer {
            byte_length: USize64(0),
            name: None,
            uri: None,
            extensions: None,
            extras: Default::default(),
        });
        let nodes = out.nodes(replay, survey, visuals)?;
        if !out.moving.is_empty() {
            out.animation(survey, &nodes);
        }
        out.layout.root.buffers[buffer.value()].byte_length = USize64(out.layout.length);
        Ok(out)
    }

    /// One node per body below one that turns Z up to Y up.
    fn nodes(
        &mut self,
        replay: &Replay,
        survey: &Survey,
        visuals: &Visuals,
    ) -> Result<Vec<Index<Node>>> {
        let model = &replay.scene.model;
        let mut meshes = Meshes::default();
        let mut nodes = Vec::new();
        let looks = looks(model, &survey.first.state(), &survey.extent, visuals);
        for (i, (body, look)) in model.bodies.iter().zip(&looks).enumerate() {
            let mesh = meshes.add(&mut self.layout, &body.name, look)?;
            let [x, y, z, q @ ..] = survey.first.bodies[i];
            nodes.push(self.layout.root.push(Node {
                name: Some(body.name.clone()),
                mesh,
                translation: Some(single([x, y, z])?),
                rotation: Some(UnitQuaternion(xyzw([q[0], q[1], q[2], q[3]]))),
                ..Node::default()
            }));
            if body.motion != Motion::Fixed {
                self.moving.push(i);
            }
        }
        let quarter = std::f32::consts::FRAC_1_SQRT_2;
        let world = self.layout.root.push(Node {
            name: Some("world, Z up".into()),
            children: Some(nodes.clone()),
            rotation: Some(UnitQuaternion([-quarter, 0.0, 0.0, quarter])),
            ..Node::default()
        });
        let scene = self.layout.root.push(Scene {
            name: None,
            nodes: vec![world],
            extensions: None,
            extras: Default::default(),
        });
        self.layout.root.scene = Some(scene);
        Ok(nodes)
    }

    /// Positions and rotations of the moving bodies over one list of times.
    fn animation(&mut self, survey: &Survey, nodes: &[Index<Node>]) {
        let mut times = self.layout.stream(survey.kept(), Type::Scalar);
        let span = (survey.end - survey.first.time) as f32;
        (times.min, times.max) = (Some(vec![0.0f32].into()), Some(vec![span].into()));
        let times = self.layout.root.push(times);
        let (mut channels, mut samplers) = (Vec::new(), Vec::new());
        for body in self.moving.clone() {
            let both = [
                (Property::Translation, Type::Vec3),
                (Property::Rotation, Type::Vec4),
            ];
            for (path, kind) in both {
                let values = self.layout.stream(survey.kept(), kind);
                let sampler = Index::push(
                    &mut samplers,
                    Sampler {
                        input: times,
                        output: self.layout.root.push(values),
                        interpolation: Valid(Interpolation::Linear),
                        extensions: None,
                        extras: Default::default(),
                    },
                );
                let target = Target {
                    node: nodes[body],
                    path: Valid(path),
                    extensions: None,
                    extras: Default::default(),
                };
                channels.push(Channel {
                    sampler,
                    target,
                    extensions: None,
                    extras: Default::default(),
                });
            }
        }
        self.layout.root.push(Animation {
            name: Some("run".into()),
            channels,
            samplers,
            extensions: None,
            extras: Default::default(),
        });
    }
}

/// A quaternion w x y z in the order and the numbers of glTF.
pub(super) fn xyzw([w, x, y, z]: [f64; 4]) -> [f32; 4] {
    let norm = (w * w + x * x + y * y + z * z).sqrt();
    [x, y, z, w].map(|q| (q / norm) as f32)
}
