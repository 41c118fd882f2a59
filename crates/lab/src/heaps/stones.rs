//! The stones that heaps are made of.

/// The kinds of stones of a heap; every kind has a few shapes, which take turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stones {
    /// A cube, a brick, a slab, a beam.
    Boxes,
    /// Three capsules and a ball.
    Capsules,
    /// Cube, brick, capsule, cylinder, ellipsoid, cone, ball.
    Mixed,
    /// Tees and hooks of boxes, dumb-bells: not convex.
    Bundles,
}

impl Stones {
    /// All kinds.
    pub const ALL: [Stones; 4] = [
        Stones::Boxes,
        Stones::Capsules,
        Stones::Mixed,
        Stones::Bundles,
    ];

    /// Name in tables and rows.
    pub fn name(self) -> &'static str {
        match self {
            Stones::Boxes => "boxes",
            Stones::Capsules => "capsules",
            Stones::Mixed => "mixed",
            Stones::Bundles => "bundles",
        }
    }

    /// The names of its shapes.
    pub fn shapes(self) -> &'static [&'static str] {
        match self {
            Stones::Boxes => &["cube", "brick", "slab", "beam"],
            Stones::Capsules => &["pill", "rod", "bean", "ball"],
            Stones::Mixed => &["cube", "pill", "tube", "egg", "brick", "cone", "ball"],
            Stones::Bundles => &["tee", "hook", "dumbbell"],
        }
    }
}

/// Every shape fits into a ball of this radius about the origin of its frame, m.
#[cfg(test)]
const RADIUS: f64 = 0.155;

/// A shape as a part of a scene, with what it refers to.
pub(crate) fn shape(name: &str) -> &'static str {
    match name {
        "cube" => "[shape.cube.box]\nhalf_extents = [0.088, 0.088, 0.088]\n",
        "brick" => "[shape.brick.box]\nhalf_extents = [0.11, 0.07, 0.05]\n",
        "slab" => "[shape.slab.box]\nhalf_extents = [0.1, 0.1, 0.04]\n",
        "beam" => "[shape.beam.box]\nhalf_extents = [0.13, 0.05, 0.05]\n",
        "pill" => "[shape.pill.capsule]\nradius = 0.06\nlength = 0.14\n",
        "rod" => "[shape.rod.capsule]\nradius = 0.05\nlength = 0.2\n",
        "bean" => "[shape.bean.capsule]\nradius = 0.08\nlength = 0.1\n",
        "ball" => "[shape.ball.sphere]\nradius = 0.09\n",
        "tube" => "[shape.tube.cylinder]\nradius = 0.08\nlength = 0.2\n",
        "egg" => "[shape.egg.ellipsoid]\nsemi_axes = [0.12, 0.08, 0.06]\n",
        "cone" => "[shape.cone.cone]\nheight = 0.2\nhalf_angle = 0.5\n",
        "tee" => {
            "[shape.tee_bar.box]\nhalf_extents = [0.12, 0.035, 0.035]\n\
             [shape.tee_post.box]\nhalf_extents = [0.035, 0.035, 0.06]\n\
             [shape.tee.bundle]\nparts = [\"tee_bar\", { shape = \"tee_post\", position = [0, 0, 0.075] }]\n"
        }
        "hook" => {
            "[shape.hook_long.box]\nhalf_extents = [0.035, 0.035, 0.1]\n\
             [shape.hook_short.box]\nhalf_extents = [0.045, 0.035, 0.035]\n\
             [shape.hook.bundle]\nparts = [\"hook_long\", { shape = \"hook_short\", position = [0.07, 0, 0.05] }]\n"
        }
        _ => {
            "[shape.knob.sphere]\nradius = 0.06\n\
             [shape.grip.capsule]\nradius = 0.03\nlength = 0.12\n\
             [shape.dumbbell.bundle]\nparts = [\n    \"grip\",\n    { shape = \"knob\", position = [0, 0, 0.09] },\n    \
             { shape = \"knob\", position = [0, 0, -0.09] },\n]\n"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use drystone::math::Vec3;
    use drystone::scene::Scene;

    /// In every direction the farthest point of every shape is within the radius that the places of
    /// a heap's stones leave it.
    #[test]
    fn stones_fit_into_their_places() {
        for name in Stones::ALL.iter().flat_map(|stones| stones.shapes()) {
            let text = format!(
                "{}[[body]]\nname = \"stone\"\nshape = \"{name}\"\n",
                shape(name)
            );
            let scene = Scene::parse(&text, name).expect("a valid scene");
            let (body, at) = (&scene.model.bodies[0], &scene.initial.bodies[0]);
            let mut farthest: f64 = 0.0;
            for i in 0..4000 {
                let (z, turn) = (
                    -1.0 + 2.0 * (f64::from(i) + 0.5) / 4000.0,
                    2.4 * f64::from(i),
                );
                let n =
                    Vec3::new(turn.cos(), turn.sin(), 0.0) * (1.0 - z * z).sqrt() + Vec3::z() * z;
                for part in &body.parts {
                    // the state is that of the centre of mass, the shape frame is at the origin
                    let reach = part.placed.support_value(&n) + n.dot(&at.position);
                    farthest = farthest.max(reach);
                }
            }
            assert!((0.08..RADIUS).contains(&farthest), "{name}: {farthest}");
        }
    }
}
