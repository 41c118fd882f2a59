//! The bodies as nodes of kiss3d's scene.

use super::actor::{Actor, CLEAR, Known, colour, mesh};
use super::edges::sharp_edges;
use super::floor::{floor, placed, round};
use super::lens::Lens;
use crate::replay::{Extent, Look, Visuals, looks};
use drystone::math::Vec3;
use drystone::recording::Frame;
use drystone::step::PartId;
use drystone::world::{BodyState, Model, Motion, State};
use kiss3d::prelude::{Color, Light, SceneNode3d, Vec3 as Vec3f, Window};

/// Where the sun shines to.
const SUN: Vec3f = Vec3f::new(0.75, 0.45, -1.1);
/// Tiles are smaller than this part of the radius of the picture.
const TILE: f64 = 0.5;

/// The edges of glass, and their width, pixels.
const EDGE: Color = Color::new(0.30, 0.36, 0.42, 1.0);
const EDGE_WIDTH: f32 = 1.5;

/// The edges of a fixed body that is glass where its parts are drawn.
struct Glass {
    body: usize,
    has_visuals: bool,
    edges: Vec<[Vec3f; 2]>,
}

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
    bodies: Vec<Actor>,
    /// Half-spaces and their bodies. They do not move, and far from the origin only a place that is
    /// computed in f64 is right.
    floors: Vec<(usize, SceneNode3d)>,
    glass: Vec<Glass>,
    /// Parts are drawn in the place of visuals.
    collisions: bool,
    /// No body is drawn.
    empty: bool,
    ghosts: Vec<SceneNode3d>,
    /// Whether each body is shown.
    visible: Vec<bool>,
}

impl Stage {
    /// The bodies of `model` with their `visuals`, the picture made for `extent`; `start` is where fixed ones are.
    pub fn new(model: &Model, start: &State, extent: &Extent, visuals: &Visuals) -> Self {
        let lens = Lens::on(extent);
        let mut scene = SceneNode3d::empty();
        let looks = looks(model, start, extent, visuals);
        let tile = round(TILE * extent.radius());
        let mut bodies = Vec::with_capacity(looks.len());
        let mut floors = Vec::new();
        let mut known = Known::new();
        let mut glass = Vec::new();
        let all = model.bodies.iter().zip(&looks).zip(&start.bodies);
        for (index, ((body, look), at)) in all.enumerate() {
            bodies.push(Actor::new(&mut scene, (body, look), &lens, &mut known));
            if body.motion == Motion::Fixed {
                glass.push(glass_of(index, look, at, &lens));
            }
            let unbounded = body.parts.iter().zip(&look.parts);
            for (_, surface) in unbounded.filter(|(part, _)| !part.placed.shape.is_bounded()) {
                let mut group = scene.add_group();
                floor(&mut group, &placed(surface, at), tile, &lens);
                floors.push((index, group));
            }
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
            glass,
            collisions: false,
            empty: false,
            ghosts: Vec::new(),
            visible: vec![true; model.bodies.len()],
        }
    }

    /// Puts the bodies where they are in `frame`.
    pub fn show(&mut self, frame: &Frame) {
        for (body, at) in self.bodies.iter_mut().zip(&frame.state().bodies) {
            body.set_pose(self.lens.pose(&at.position, &at.rotation));
        }
    }

    /// Shows body `index`, or not.
    pub fn set_visible(&mut self, index: usize, visible: bool) {
        self.visible[index] = visible;
        self.reveal(index, visible);
    }

    /// Returns whether any body is shown.
    pub fn shows_any(&self) -> bool {
        self.visible.contains(&true)
    }

    /// Hides all bodies, or shows again those that are shown.
    pub fn set_empty(&mut self, empty: bool) {
        self.empty = empty;
        for index in 0..self.bodies.len() {
            self.reveal(index, !empty && self.visible[index]);
        }
    }

    fn reveal(&mut self, index: usize, visible: bool) {
        self.bodies[index].set_visible(visible);
        for (_, floor) in self.floors.iter_mut().filter(|(own, _)| *own == index) {
            floor.set_visible(visible);
        }
    }

    /// Shows the collision shapes of all bodies, or the visuals where there are any.
    pub fn show_collisions(&mut self, collisions: bool) {
        self.collisions = collisions;
        for body in &mut self.bodies {
            body.show_collisions(collisions);
        }
    }

    /// Draws the edges of what is glass in the next picture.
    pub fn draw_edges(&self, window: &mut Window) {
        let drawn = |glass: &&Glass| {
            let by_parts = self.collisions || !glass.has_visuals;
            by_parts && self.visible[glass.body] && !self.empty
        };
        for glass in self.glass.iter().filter(drawn) {
            for [a, b] in &glass.edges {
                window.draw_line(*a, *b, EDGE, EDGE_WIDTH, false);
            }
        }
    }

    /// Colours of all bodies: one may be selected, all may be clear.
    pub fn colour(&mut self, model: &Model, selected: Option<usize>, clear: bool) {
        let bodies = model.bodies.iter().zip(&self.looks);
        for (i, (own, actor)) in bodies.zip(&mut self.bodies).enumerate() {
            actor.colour(own, selected == Some(i), clear);
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

/// Returns the edges of a fixed body that is `at` its pose; what has no end has none.
fn glass_of(body: usize, look: &Look, at: &BodyState, lens: &Lens) -> Glass {
    let place = |end: Vec3| lens.point(&(at.position + at.rotation * end));
    // a half-space is a square, and its tiles are no glass
    let parts = look.parts.iter().filter(|part| part.triangles.len() > 2);
    Glass {
        body,
        has_visuals: !look.visuals.is_empty(),
        edges: parts
            .flat_map(sharp_edges)
            .map(|ends| ends.map(place))
            .collect(),
    }
}
