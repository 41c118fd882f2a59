//! Surfaces and colours of bodies as glTF meshes and materials.

use super::layout::{Layout, accessor, single};
use crate::replay::Look;
use drystone::error::Result;
use drystone::shape::Surface;
use gltf_json::accessor::{ComponentType, Type};
use gltf_json::buffer::Target;
use gltf_json::material::{AlphaMode, PbrBaseColorFactor, PbrMetallicRoughness, StrengthFactor};
use gltf_json::mesh::{Mode, Primitive, Semantic};
use gltf_json::validation::Checked::Valid;
use gltf_json::{Accessor, Index, Material, Mesh};

/// Roughness of stone: neither a mirror nor chalk.
const ROUGHNESS: f32 = 0.6;

/// The meshes and materials of a document; equal surfaces and equal colours are put there once.
#[derive(Default)]
pub(super) struct Meshes {
    surfaces: Vec<(Surface, [Index<Accessor>; 3])>,
    colours: Vec<([f32; 4], Index<Material>)>,
}

impl Meshes {
    /// The mesh of the body called `name`; none when it has no surface.
    pub(super) fn add(
        &mut self,
        out: &mut Layout,
        name: &str,
        look: &Look,
    ) -> Result<Option<Index<Mesh>>> {
        let mut primitives = Vec::new();
        for (surface, colour) in look.drawn(false) {
            if surface.triangles.is_empty() {
                continue;
            }
            let material = self.material(out, colour);
            let [points, normals, indices] = self.surface(out, &surface)?;
            let attributes = [(Semantic::Positions, points), (Semantic::Normals, normals)];
            primitives.push(Primitive {
                attributes: attributes.map(|(what, at)| (Valid(what), at)).into(),
                indices: Some(indices),
                material: Some(material),
                mode: Valid(Mode::Triangles),
                targets: None,
                extensions: None,
                extras: Default::default(),
            });
        }
        let mesh = Mesh {
            name: Some(name.into()),
            primitives,
            weights: None,
            extensions: None,
            extras: Default::default(),
        };
        Ok((!mesh.primitives.is_empty()).then(|| out.root.push(mesh)))
    }

    /// Points, normals and triangles.
    fn surface(&mut self, out: &mut Layout, surface: &Surface) -> Result<[Index<Accessor>; 3]> {
        if let Some((_, known)) = self.surfaces.iter().find(|(other, _)| other == surface) {
            return Ok(*known);
        }
        let points = surface.points.iter().map(|&point| single(point.into()));
        let points = points.collect::<Result<Vec<_>>>()?;
        let of_points = |fold: fn(f32, f32) -> f32| {
            let axis = |k: usize| points.iter().map(|p| p[k]).reduce(fold);
            Some(
                [0, 1, 2]
                    .map(|k| axis(k).unwrap_or_default())
                    .to_vec()
                    .into(),
            )
        };
        let normals = surface
            .normals
            .iter()
            .map(|n| [n.x, n.y, n.z].map(|x| x as f32));
        let indices = surface.triangles.iter().flatten().map(|&i| i as u32);
        let bytes = |numbers: &[[f32; 3]]| -> Vec<u8> {
            numbers
                .iter()
                .flatten()
                .flat_map(|x| x.to_le_bytes())
                .collect()
        };
        let (vertices, triangles) = (Some(Target::ArrayBuffer), Some(Target::ElementArrayBuffer));
        let view = out.fixed(&bytes(&points), vertices);
        let mut at_points = accessor(view, points.len(), ComponentType::F32, Type::Vec3);
        (at_points.min, at_points.max) = (of_points(f32::min), of_points(f32::max));
        let view = out.fixed(&bytes(&normals.collect::<Vec<_>>()), vertices);
        let at_normals = accessor(view, points.len(), ComponentType::F32, Type::Vec3);
        let view = out.fixed(
            &indices.flat_map(u32::to_le_bytes).collect::<Vec<_>>(),
            triangles,
        );
        let corners = surface.triangles.len() * 3;
        let at_corners = accessor(view, corners, ComponentType::U32, Type::Scalar);
        let at = [at_points, at_normals, at_corners].map(|accessor| out.root.push(accessor));
        self.surfaces.push((surface.clone(), at));
        Ok(at)
    }

    fn material(&mut self, out: &mut Layout, colour: [f32; 4]) -> Index<Material> {
        if let Some((_, known)) = self.colours.iter().find(|(other, _)| *other == colour) {
            return *known;
        }
        let [red, green, blue, opacity] = colour;
        let [red, green, blue] = [red, green, blue].map(linear);
        let at = out.root.push(Material {
            pbr_metallic_roughness: PbrMetallicRoughness {
                base_color_factor: PbrBaseColorFactor([red, green, blue, opacity]),
                metallic_factor: StrengthFactor(0.0),
                roughness_factor: StrengthFactor(ROUGHNESS),
                ..PbrMetallicRoughness::default()
            },
            alpha_mode: Valid(match opacity < 1.0 {
                true => AlphaMode::Blend,
                false => AlphaMode::Opaque,
            }),
            ..Material::default()
        });
        self.colours.push((colour, at));
        at
    }
}

/// The intensity of light that an sRGB value stands for, both 0 to 1 (IEC 61966-2-1).
fn linear(value: f32) -> f32 {
    if value <= 0.04045 {
        value / 12.92
    } else {
        ((value + 0.055) / 1.055).powf(2.4)
    }
}
