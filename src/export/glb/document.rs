//! The JSON of a GLB and where its numbers are.
//!
//! ```text
//! buffer: surface 0 (points, normals, corners) ... surface m | times | body 0 positions, rotations | ...
//!         `fixed`                                              `streams`: kept x (4 | 12 | 16) bytes
//! ```

use super::meshes::{Meshes, single};
use crate::error::Result;
use crate::export::Survey;
use crate::replay::{Replay, looks};
use crate::world::Motion;
use gltf_json::accessor::{ComponentType, GenericComponentType, Type};
use gltf_json::animation::{Channel, Interpolation, Property, Sampler, Target};
use gltf_json::buffer::{Target as ViewTarget, View};
use gltf_json::scene::UnitQuaternion;
use gltf_json::validation::{Checked::Valid, USize64};
use gltf_json::{Accessor, Animation, Asset, Buffer, Index, Node, Root, Scene};

/// A GLB without the numbers of its animation.
#[derive(Default)]
pub(super) struct Document {
    pub(super) root: Root,
    /// The beginning of the buffer.
    pub(super) fixed: Vec<u8>,
    /// Where the times and then, per moving body, the positions and the rotations begin, bytes
    /// from the beginning of the buffer.
    pub(super) streams: Vec<u64>,
    /// Indices of the bodies that move.
    pub(super) moving: Vec<usize>,
    /// Of the whole buffer, bytes.
    pub(super) length: u64,
}

impl Document {
    pub(super) fn new(replay: &Replay, survey: &Survey) -> Result<Self> {
        let mut out = Self::default();
        out.root.asset = Asset {
            generator: Some(concat!("drystone ", env!("CARGO_PKG_VERSION")).into()),
            ..Asset::default()
        };
        let buffer = out.root.push(Buffer {
            byte_length: USize64(0),
            name: None,
            uri: None,
            extensions: None,
            extras: Default::default(),
        });
        let nodes = out.nodes(replay, survey)?;
        if !out.moving.is_empty() {
            out.animation(survey, &nodes);
        }
        out.root.buffers[buffer.value()].byte_length = USize64(out.length);
        Ok(out)
    }

    /// One node per body below one that turns Z up to Y up.
    fn nodes(&mut self, replay: &Replay, survey: &Survey) -> Result<Vec<Index<Node>>> {
        let model = &replay.scene.model;
        let mut meshes = Meshes::default();
        let mut nodes = Vec::new();
        let looks = looks(model, &survey.extent);
        for (i, (body, look)) in model.bodies.iter().zip(&looks).enumerate() {
            let mesh = meshes.add(self, &body.name, look)?;
            let [x, y, z, q @ ..] = survey.first.bodies[i];
            nodes.push(self.root.push(Node {
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
        let world = self.root.push(Node {
            name: Some("world, Z up".into()),
            children: Some(nodes.clone()),
            rotation: Some(UnitQuaternion([-quarter, 0.0, 0.0, quarter])),
            ..Node::default()
        });
        let scene = self.root.push(Scene {
            name: None,
            nodes: vec![world],
            extensions: None,
            extras: Default::default(),
        });
        self.root.scene = Some(scene);
        Ok(nodes)
    }

    /// Positions and rotations of the moving bodies over one list of times.
    fn animation(&mut self, survey: &Survey, nodes: &[Index<Node>]) {
        let mut times = self.stream(survey.kept(), Type::Scalar);
        let span = (survey.end - survey.first.time) as f32;
        (times.min, times.max) = (Some(vec![0.0f32].into()), Some(vec![span].into()));
        let times = self.root.push(times);
        let (mut channels, mut samplers) = (Vec::new(), Vec::new());
        for body in self.moving.clone() {
            let both = [
                (Property::Translation, Type::Vec3),
                (Property::Rotation, Type::Vec4),
            ];
            for (path, kind) in both {
                let values = self.stream(survey.kept(), kind);
                let sampler = Index::push(
                    &mut samplers,
                    Sampler {
                        input: times,
                        output: self.root.push(values),
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
        self.root.push(Animation {
            name: Some("run".into()),
            channels,
            samplers,
            extensions: None,
            extras: Default::default(),
        });
    }

    /// Room for `count` values that are not known yet.
    fn stream(&mut self, count: usize, kind: Type) -> Accessor {
        self.streams.push(self.length);
        let view = self.view(4 * (kind.multiplicity() * count) as u64, None);
        accessor(view, count, ComponentType::F32, kind)
    }

    /// Puts `bytes`, a multiple of four, into the buffer.
    pub(super) fn fixed(&mut self, bytes: &[u8], target: Option<ViewTarget>) -> Index<View> {
        self.fixed.extend(bytes);
        self.view(bytes.len() as u64, target)
    }

    fn view(&mut self, length: u64, target: Option<ViewTarget>) -> Index<View> {
        let offset = self.length;
        self.length += length;
        self.root.push(View {
            buffer: Index::new(0),
            byte_length: USize64(length),
            byte_offset: Some(USize64(offset)),
            byte_stride: None,
            name: None,
            target: target.map(Valid),
            extensions: None,
            extras: Default::default(),
        })
    }
}

/// `count` values of a whole view.
pub(super) fn accessor(
    view: Index<View>,
    count: usize,
    component: ComponentType,
    kind: Type,
) -> Accessor {
    Accessor {
        buffer_view: Some(view),
        byte_offset: None,
        count: USize64(count as u64),
        component_type: Valid(GenericComponentType(component)),
        type_: Valid(kind),
        min: None,
        max: None,
        name: None,
        normalized: false,
        sparse: None,
        extensions: None,
        extras: Default::default(),
    }
}

/// A quaternion w x y z in the order and the numbers of glTF.
pub(super) fn xyzw([w, x, y, z]: [f64; 4]) -> [f32; 4] {
    let norm = (w * w + x * x + y * y + z * z).sqrt();
    [x, y, z, w].map(|q| (q / norm) as f32)
}
