//! The bodies as nodes of kiss3d's scene.

use super::lens::{Lens, plain};
use crate::replay::{Extent, Look, looks};
use drystone::math::tangents;
use drystone::recording::Frame;
use drystone::shape::Surface;
use drystone::step::PartId;
use drystone::world::{Body, BodyState, Model, Motion, State};
use kiss3d::prelude::{Color, GpuMesh3d, Light, SceneNode3d};
use kiss3d::prelude::{Rc, RefCell, Vec3 as Vec3f};
use kiss3d::procedural::{IndexBuffer, RenderMesh};

/// Where the sun shines to.
const SUN: Vec3f = Vec3f::new(0.75, 0.45, -1.1);
/// Opacity of bodies one sees through, and of ghosts.
const CLEAR: f32 = 0.35;
/// Opacity of what is fixed: bins and holes would hide what is in them.
const GLASS: f32 = 0.18;
/// A selected body is drawn this much brighter.
const BRIGHT: f32 = 0.35;
/// Light and dark tiles of a half-space.
const TILES: [[f32; 3]; 2] = [[0.80, 0.80, 0.78], [0.66, 0.66, 0.64]];
/// Tiles are smaller than this part of the radius of the picture.
const TILE: f64 = 0.5;
/// Tiles on either side of the middle.
const TILES_ACROSS: i32 = 24;

/// Everything solid in the picture.
pub struct Stage {
    /// Root of what is drawn.
    pub scene: SceneNode3d,
    /// The map from the world to the picture.
    pub lens: Lens,
    /// Surfaces and colours of the bodies.
    pub looks: Vec<Look>,
    /// Side of a tile of a half-space, m.
    pub tile: f64,
    /// Per body a node with a child per part.
    bodies: Vec<SceneNode3d>,
    /// Half-spaces and their bodies. They do not move, and far from the origin only a place that is
    /// computed in f64 is right.
    floors: Vec<(usize, SceneNode3d)>,
    ghosts: Vec<SceneNode3d>,
}

impl Stage {
    /// The bodies of `model`, the picture made for `extent`; `start` is where fixed ones are.
    pub fn new(model: &Model, start: &State, extent: &Extent) -> Self {
        let lens = Lens::on(extent);
        let mut scene = SceneNode3d::empty();
        let looks = looks(model, start, extent);
        let tile = round(TILE * extent.radius());
        let mut bodies = Vec::with_capacity(looks.len());
        let mut floors = Vec::new();
        let all = model.bodies.iter().zip(&looks).zip(&start.bodies);
        for (index, ((body, look), at)) in all.enumerate() {
            let mut node = scene.add_group();
            for (part, surface) in body.parts.iter().zip(&look.parts) {
                if part.placed.shape.is_bounded() {
                    node.add_mesh(mesh(surface, &lens), Vec3f::ONE);
                } else {
                    let mut group = scene.add_group();
                    floor(&mut group, &placed(surface, at), tile, &lens);
                    floors.push((index, group));
                }
            }
            bodies.push(node);
        }
        let sun = Light::directional(SUN).with_intensity(2.2);
        scene.add_light(sun);
        Self {
            scene,
            lens,
            looks,
            tile,
            bodies,
            floors,
            ghosts: Vec::new(),
        }
    }

    /// Puts the bodies where they are in `frame`.
    pub fn show(&mut self, frame: &Frame) {
        for (node, at) in self.bodies.iter_mut().zip(&frame.state().bodies) {
            node.set_pose(self.lens.pose(&at.position, &at.rotation));
        }
    }

    /// Shows body `index`, or not.
    pub fn set_visible(&mut self, index: usize, visible: bool) {
        self.bodies[index].set_visible(visible);
        for (_, floor) in self.floors.iter_mut().filter(|(own, _)| *own == index) {
            floor.set_visible(visible);
        }
    }

    /// Colours of all bodies: one may be selected, all may be clear.
    pub fn colour(&mut self, model: &Model, selected: Option<usize>, clear: bool) {
        for (i, (body, look)) in model.bodies.iter().zip(&self.looks).enumerate() {
            let bright = if selected == Some(i) { BRIGHT } else { 0.0 };
            let shade = look.colour.map(|c| c + (1.0 - c) * bright);
            for mut child in self.bodies[i].data().children().to_vec() {
                let opacity = opacity(body, clear);
                child.set_color(colour(shade, opacity));
                child.set_casts_shadows(opacity == 1.0);
            }
        }
    }

    /// Ghosts of two parts at `frame`, each scaled by `alpha` about its own reference point; none
    /// without a pair.
    pub fn set_ghosts(&mut self, model: &Model, frame: &Frame, pair: Option<([PartId; 2], f64)>) {
        for mut ghost in self.ghosts.drain(..) {
            ghost.remove();
        }
        let Some((parts, alpha)) = pair else {
            return;
        };
        let state = frame.state();
        for PartId { body, part } in parts {
            let placed = &model.bodies[body].parts[part].placed;
            if !placed.shape.is_bounded() {
                continue;
            }
            let centre = placed.offset + placed.rotation * placed.shape.reference_point();
            let mut surface = self.looks[body].parts[part].clone();
            for point in &mut surface.points {
                *point = centre + (*point - centre) * alpha;
            }
            let mut ghost = self.scene.add_mesh(mesh(&surface, &self.lens), Vec3f::ONE);
            ghost.set_color(colour(self.looks[body].colour, CLEAR));
            ghost.set_casts_shadows(false);
            let at = &state.bodies[body];
            ghost.set_pose(self.lens.pose(&at.position, &at.rotation));
            self.ghosts.push(ghost);
        }
    }
}

fn opacity(body: &Body, clear: bool) -> f32 {
    match body.motion {
        Motion::Fixed => GLASS,
        _ if clear => CLEAR,
        _ => 1.0,
    }
}

fn colour([r, g, b]: [f32; 3], alpha: f32) -> Color {
    Color::new(r, g, b, alpha)
}

fn mesh(surface: &Surface, lens: &Lens) -> Rc<RefCell<GpuMesh3d>> {
    let points = surface.points.iter().map(|p| lens.vector(p)).collect();
    let normals = surface.normals.iter().map(plain).collect();
    let triangles = surface.triangles.iter().map(|t| t.map(|k| k as u32));
    let indices = IndexBuffer::Unified(triangles.collect());
    let mesh = RenderMesh::new(points, Some(normals), None, Some(indices));
    Rc::new(RefCell::new(GpuMesh3d::from_render_mesh(mesh, false)))
}

/// Returns the surface of a body that is `at` its pose, in the world.
fn placed(surface: &Surface, at: &BodyState) -> Surface {
    let points = surface.points.iter().map(|p| at.position + at.rotation * p);
    Surface {
        points: points.collect(),
        normals: surface.normals.iter().map(|n| at.rotation * n).collect(),
        triangles: surface.triangles.clone(),
    }
}

/// A half-space as tiles of side `tile` (m) around the middle of its `square` in the world; the
/// corners of the tiles are at multiples of the side from the origin.
fn floor(node: &mut SceneNode3d, square: &Surface, tile: f64, lens: &Lens) {
    let normal = square.normals[0];
    let middle = (square.points[0] + square.points[2]) * 0.5;
    let (t1, t2) = tangents(&normal);
    let [u, v] = [t1, t2].map(|t| (middle.dot(&t) / tile).round());
    let corner = middle + t1 * (u * tile - middle.dot(&t1)) + t2 * (v * tile - middle.dot(&t2));
    let first = (u + v).rem_euclid(2.0) as i32;
    for (parity, shade) in (0..).zip(TILES) {
        let mut tiles = Surface {
            points: Vec::new(),
            normals: Vec::new(),
            triangles: Vec::new(),
        };
        let across = || -TILES_ACROSS..TILES_ACROSS;
        let all = across().flat_map(|i| across().map(move |k| (i, k)));
        for (i, k) in all.filter(|(i, k)| (i + k + first).rem_euclid(2) == parity) {
            let start = tiles.points.len();
            let ends = [(i, k), (i + 1, k), (i + 1, k + 1), (i, k + 1)];
            let at = |(i, k): (i32, i32)| t1 * f64::from(i) + t2 * f64::from(k);
            tiles.points.extend(ends.map(|end| at(end) * tile));
            tiles.normals.extend([normal; 4]);
            tiles
                .triangles
                .extend([[0, 1, 2], [0, 2, 3]].map(|t| t.map(|k| start + k)));
        }
        let mut child = node.add_mesh(mesh(&tiles, lens), Vec3f::ONE);
        child.set_color(colour(shade, 1.0));
    }
    node.set_position(lens.point(&corner));
}

/// The largest of 1, 2 and 5 times a power of ten that is not above `length`.
fn round(length: f64) -> f64 {
    let power = 10f64.powf(length.log10().floor());
    let digits = [5.0, 2.0, 1.0].into_iter().map(|digit| digit * power);
    digits.into_iter().find(|&x| x <= length).unwrap_or(power)
}

#[cfg(test)]
mod tests {
    use super::round;

    #[test]
    fn tiles_are_round() {
        for (length, tile) in [(0.13, 0.1), (0.5, 0.5), (49.0, 20.0), (1e-3, 1e-3)] {
            assert!((round(length) / tile - 1.0).abs() < 1e-12, "{length}");
        }
    }
}
