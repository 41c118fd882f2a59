//! One body as a node of kiss3d's scene: its parts, and its visuals, of which one is seen.

use super::lens::{Lens, plain};
use crate::replay::{Look, Painted};
use drystone::shape::Surface;
use drystone::world::{Body, Motion};
use kiss3d::prelude::{Color, GpuMesh3d, Pose3, SceneNode3d};
use kiss3d::prelude::{Rc, RefCell, Vec3 as Vec3f};
use kiss3d::procedural::{IndexBuffer, RenderMesh};
use std::collections::HashMap;
use std::sync::Arc;

/// Opacity of bodies one sees through, and of ghosts.
pub(super) const CLEAR: f32 = 0.35;
/// Opacity of what is fixed: bins and holes would hide what is in them.
const GLASS: f32 = 0.18;
/// A selected body is drawn this much brighter.
const BRIGHT: f32 = 0.35;

/// A mesh on the graphics card.
type Mesh = Rc<RefCell<GpuMesh3d>>;

/// Meshes of visuals, by the addresses of their surfaces: links share files.
pub(super) type Known = HashMap<*const Surface, Mesh>;

/// The nodes of a body.
pub(super) struct Actor {
    body: SceneNode3d,
    /// A child per bounded part.
    parts: SceneNode3d,
    /// A child per visual.
    visuals: SceneNode3d,
    has_visuals: bool,
}

impl Actor {
    /// Adds a body to a scene; its visuals are seen, if it has any.
    pub(super) fn new(
        scene: &mut SceneNode3d,
        (body, look): (&Body, &Look),
        lens: &Lens,
        known: &mut Known,
    ) -> Self {
        let mut node = scene.add_group();
        let (mut parts, mut visuals) = (node.add_group(), node.add_group());
        for (part, surface) in body.parts.iter().zip(&look.parts) {
            if part.placed.shape.is_bounded() {
                parts.add_mesh(mesh(surface, lens), Vec3f::ONE);
            }
        }
        for painted in &look.visuals {
            add_visual(&mut visuals, painted, lens, known);
        }
        let mut out = Self {
            body: node,
            parts,
            visuals,
            has_visuals: !look.visuals.is_empty(),
        };
        out.show_collisions(false);
        out
    }

    /// Shows the parts, or the visuals where there are any.
    pub(super) fn show_collisions(&mut self, collisions: bool) {
        self.parts.set_visible(collisions || !self.has_visuals);
        self.visuals.set_visible(!collisions);
    }

    /// Shows the body, or not.
    pub(super) fn set_visible(&mut self, visible: bool) {
        self.body.set_visible(visible);
    }

    /// Puts the body somewhere.
    pub(super) fn set_pose(&mut self, pose: Pose3) {
        self.body.set_pose(pose);
    }

    /// Colours the body; it may be selected, and clear.
    pub(super) fn colour(&mut self, (body, look): (&Body, &Look), selected: bool, clear: bool) {
        let bright = if selected { BRIGHT } else { 0.0 };
        let shade = |c: f32| c + (1.0 - c) * bright;
        let paint = |mut child: SceneNode3d, own: [f32; 3], opacity: f32| {
            child.set_color(colour(own.map(shade), opacity));
            child.set_casts_shadows(opacity == 1.0);
        };
        for child in self.parts.data().children().to_vec() {
            paint(child, look.colour, opacity(body, clear));
        }
        let children = self.visuals.data().children().to_vec();
        for (child, painted) in children.into_iter().zip(&look.visuals) {
            let [r, g, b, own] = painted.colour;
            let opacity = if clear { own.min(CLEAR) } else { own };
            paint(child, [r, g, b], opacity);
        }
    }
}

fn add_visual(node: &mut SceneNode3d, painted: &Painted, lens: &Lens, known: &mut Known) {
    let surface = &painted.surface;
    let mesh = known
        .entry(Arc::as_ptr(surface))
        .or_insert_with(|| mesh(surface, lens));
    let mut child = node.add_mesh(mesh.clone(), Vec3f::ONE);
    let pose = lens.pose_within(&painted.offset, &painted.rotation);
    child.set_pose(pose);
    // not every file turns all of its triangles outwards
    child.enable_backface_culling(false);
}

fn opacity(body: &Body, clear: bool) -> f32 {
    match body.motion {
        Motion::Fixed => GLASS,
        _ if clear => CLEAR,
        _ => 1.0,
    }
}

/// Returns a colour of kiss3d.
pub(super) fn colour([r, g, b]: [f32; 3], alpha: f32) -> Color {
    Color::new(r, g, b, alpha)
}

/// Returns a surface as a mesh on the graphics card.
pub(super) fn mesh(surface: &Surface, lens: &Lens) -> Mesh {
    let points = surface.points.iter().map(|p| lens.vector(p)).collect();
    let normals = surface.normals.iter().map(plain).collect();
    let triangles = surface.triangles.iter().map(|t| t.map(|k| k as u32));
    let indices = IndexBuffer::Unified(triangles.collect());
    let mesh = RenderMesh::new(points, Some(normals), None, Some(indices));
    Rc::new(RefCell::new(GpuMesh3d::from_render_mesh(mesh, false)))
}
