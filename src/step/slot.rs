//! One pair of a step: which parts, what they are, their block.

use crate::broad_phase::Candidate;
#[cfg(debug_assertions)]
use crate::contact::Ordered as Checked;
use crate::contact::{
    Block, Geometry, PairBlock, PairSetup, PlaneSetup, PublishedSetup, SingleLevel, SoftSetup,
    Torsion,
};
use crate::linalg::Entry;
use crate::math::Four;
use crate::shape::Rows;
use crate::world::{Model, Part, STANDARD_GRAVITY, TorsionalFriction};

/// A block as the step holds it: builds with debug assertions check the order of its calls.
#[cfg(not(debug_assertions))]
type Checked<B> = B;

/// The least normal impulse with which a pair starts of a body that a joint holds, m_ab V (decision D82).
const PRESSED: f64 = 1.0;

/// Numbers of one world, or of several side by side, that are stepped.
pub trait Worlds: Entry {
    /// The block of a pair.
    type Block: Block<Self>;
}

impl Worlds for f64 {
    type Block = Checked<PairBlock>;
}

/// The block type of the single-level model alone.
impl Worlds for Four {
    type Block = Checked<Box<SingleLevel<Four>>>;
}

/// One pair of the step.
#[derive(Debug, Clone)]
pub struct PairSlot<R: Worlds = f64> {
    /// The candidate: the two parts.
    pub candidate: Candidate,
    /// The coefficients and constants.
    pub setup: PairSetup,
    /// The normal impulse of what rests on the pair, m_ab V.
    pub load: R,
    /// The least normal impulse with which every attempt starts, m_ab V.
    pub least_load: f64,
    /// The unknowns of the pair.
    pub block: R::Block,
}

/// Returns slot `index` (at most one beyond the last), set up for a pair.
pub fn claim<'a, R: Worlds>(
    slots: &'a mut Vec<PairSlot<R>>,
    index: usize,
    model: &Model,
    candidate: Candidate,
) -> &'a mut PairSlot<R> {
    let setup = pair_setup(model, &candidate);
    let as_clouds = meet_as_clouds(model, &candidate);
    if index == slots.len() {
        slots.push(PairSlot {
            candidate,
            setup,
            load: R::ZERO,
            least_load: 0.0,
            block: R::Block::new(model.contact_model, as_clouds),
        });
    }
    let slot = &mut slots[index];
    if slot.block.is_of_clouds() != as_clouds {
        slot.block = R::Block::new(model.contact_model, as_clouds);
    }
    slot.candidate = candidate;
    slot.setup = setup;
    slot.least_load = least_load(model, &candidate);
    slot
}

/// Returns the rows of the two parts.
pub fn pair_rows<'a>(model: &'a Model, candidate: &Candidate) -> [&'a Rows; 2] {
    sides(model, candidate).map(|side| side.rows)
}

/// Returns what the block of a pair reads of the shapes of the two parts.
#[inline(always)]
pub fn sides<'a>(model: &'a Model, candidate: &Candidate) -> [Geometry<'a>; 2] {
    let of = |s: usize| {
        let part = &model.bodies[candidate.bodies[s]].parts[candidate.parts[s]];
        Geometry {
            rows: &part.rows,
            soft: part.soft.as_deref(),
            hull: part.hull.as_deref(),
        }
    };
    [of(0), of(1)]
}

/// Returns whether the parts of a candidate meet as the clouds of their bodies.
fn meet_as_clouds(model: &Model, candidate: &Candidate) -> bool {
    let part = |s: usize| &model.bodies[candidate.bodies[s]].parts[candidate.parts[s]];
    model.meet_as_clouds([part(0), part(1)])
}

/// Returns whether two candidates are one pair: of bodies that meet as clouds, those with the same two clouds.
pub fn are_one_pair(model: &Model, a: &Candidate, b: &Candidate) -> bool {
    let as_clouds = |candidate| meet_as_clouds(model, candidate);
    if a.bodies != b.bodies || !as_clouds(a) || !as_clouds(b) {
        return false;
    }
    let clouds = |candidate: &Candidate| {
        sides(model, candidate).map(|side| side.soft.map(std::ptr::from_ref))
    };
    clouds(a) == clouds(b)
}

/// Returns the least normal impulse with which a pair starts that nearly touches, m_ab V: that of a body at rest where a body is
/// quasi-dynamic (decision D25), and [`PRESSED`] where a joint holds a body.
fn least_load(model: &Model, candidate: &Candidate) -> f64 {
    let bodies = candidate.bodies;
    let at_rest = match bodies.iter().any(|&i| model.bodies[i].quasi_dynamic) {
        true => model.time_step / model.units.time,
        false => 0.0,
    };
    let is_held = bodies.iter().any(|&i| model.forest.holder[i].is_some());
    at_rest.max(if is_held { PRESSED } else { 0.0 })
}

/// Returns what resists a spin about the normal of two parts with friction `mu`: nothing without friction or where one of them is a ball, which touches
/// in a point.
fn torsion(parts: [&Part; 2], mu: f64, length: f64) -> Torsion {
    let [a, b] = parts;
    match a.torsional_friction.between(b.torsional_friction) {
        _ if mu == 0.0 => Torsion::None,
        TorsionalFriction::Metres(0.0) => Torsion::None,
        TorsionalFriction::Metres(metres) => Torsion::Radius(metres / (mu * length)),
        TorsionalFriction::Patch if parts.iter().any(|part| part.is_ball()) => Torsion::None,
        TorsionalFriction::Patch => Torsion::Patch,
    }
}

fn pair_setup(model: &Model, candidate: &Candidate) -> PairSetup {
    let length = model.units.length;
    let [a, b] = [0, 1].map(|s| &model.bodies[candidate.bodies[s]]);
    let (pa, pb) = (&a.parts[candidate.parts[0]], &b.parts[candidate.parts[1]]);
    let normal = pb.placed.shape.plane_normal();
    let plane = normal.map(|normal| pb.placed.rotation * normal);
    let (ra, rb) = (pa.bounding_radius, pb.bounding_radius);
    let mass = match b.is_moving() {
        true => (a.mass * b.mass).sqrt(),
        false => a.mass,
    };
    let mu = model.friction(pa, pb);
    PairSetup {
        mu,
        torsion: torsion([pa, pb], mu, length),
        law: model.friction_law,
        mass,
        plane,
        largest_length: if plane.is_some() { ra } else { ra + rb } / length,
        inscribed: (pa.inscribed_radius + pb.inscribed_radius) / length,
        centres: [pa, pb].map(|part| part.placed.offset / length),
        radii: [ra / length, rb / length],
        carriers: match b.is_moving() {
            true => [a.mass, b.mass].map(|mass| mass / (a.mass + b.mass)),
            false => [0.0, 1.0],
        },
        soft: soft_setup(model, mass),
        separating: plane_setup(model, mass),
    }
}

/// Returns the constants of the soft-minimum model in units of the model, for a pair of mass unit `mass`.
fn soft_setup(model: &Model, mass: f64) -> SoftSetup {
    let (settings, units) = (&model.soft_minimum, &model.units);
    SoftSetup {
        weight: STANDARD_GRAVITY * units.time * units.time / units.length,
        stiffness: settings
            .stiffness
            .map(|k| k * units.time * units.time / mass),
        separation: settings.separation.map(|e| e / units.length),
        smoothing: settings.smoothing.map(|e| e / units.length),
        dissipation_velocity: settings.dissipation_velocity / units.velocity,
        stiction_velocity: settings.stiction_velocity / units.velocity,
    }
}

/// Returns the constants of the separating-plane model in units of the model, for a pair of mass unit `mass`.
fn plane_setup(model: &Model, mass: f64) -> PlaneSetup {
    let (settings, length) = (&model.separating_plane, model.units.length);
    let unit_of_force = mass * length / (model.units.time * model.units.time);
    PlaneSetup {
        weight: settings.barrier_weight,
        slip_speed: settings.slip_speed,
        published: model.contact_model.is_lagged().then(|| PublishedSetup {
            weight: settings.barrier_energy / (length * length * unit_of_force),
            force_smoothing: settings.force_smoothing / unit_of_force,
            length,
        }),
    }
}
