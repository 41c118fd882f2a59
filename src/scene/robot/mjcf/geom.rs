//! `<geom>`: the shapes of a body, which touch others, have mass, or are only seen.

use super::defaults::Item;
use super::reader::Reader;
use super::solids;
use crate::error::{Result, remedy};
use crate::math::{Rot, Vec3, shortest_turn_to};
use crate::scene::robot::description::{Geometry, GeometryShape, Inertial, Pose, Visual, compose};

/// The density of shapes that give none, kg/m^3.
const DENSITY: f64 = 1000.0;
/// The types of shapes.
const TYPES: [&str; 9] = [
    "plane",
    "hfield",
    "sphere",
    "capsule",
    "ellipsoid",
    "cylinder",
    "box",
    "mesh",
    "sdf",
];

/// The body that a shape belongs to.
pub(super) struct GeomOf {
    /// The link.
    pub(super) link: usize,
    /// Whether nothing moves the link.
    pub(super) is_fixed: bool,
    /// Whether the shapes have the mass of the link.
    pub(super) weighs: bool,
}

impl Reader<'_, '_> {
    /// Reads a shape: adds it to its link where it touches others; returns its mass where it has one.
    pub(super) fn geom(
        &mut self,
        item: &Item<'_>,
        outer: &Pose,
        of: &GeomOf,
    ) -> Result<Option<Inertial>> {
        item.ignore(&["name", "rgba", "material", "user", "fitscale"]);
        let kind = self.kind(item)?;
        let surface = self.contacts.surface_of(item)?;
        let touches = self.touches && surface.touches();
        let group = item.number("group")?.unwrap_or(0.0);
        let mass = item.number("mass")?;
        let density = item.number("density")?.unwrap_or(DENSITY);
        if mass.unwrap_or(density) < 0.0 {
            let name = if mass.is_some() { "mass" } else { "density" };
            return Err(item.error(name, "it is negative", "give a number >= 0"));
        }
        let [low, high] = self.compiler.groups;
        let weighs = of.weighs && (low..=high).contains(&group) && mass.unwrap_or(density) > 0.0;
        if weighs && item.flag("shellinertia")? == Some(true) {
            let why = "the mass of a shell is not read";
            let fix = "remove shellinertia, or give the body an <inertial>";
            return Err(item.error("shellinertia", why, fix));
        }
        let is_solid = !matches!(kind, "plane" | "hfield" | "mesh" | "sdf");
        if !touches && !weighs && !is_solid {
            self.pass_over(item);
            return Ok(None);
        }
        let own = self.shape(item, kind)?;
        let Some(Shape { shape, pose, unit }) = own else {
            return self.refuse(item, kind, touches).map(|()| None);
        };
        let pose = compose(outer, &pose);
        if touches {
            if shape == GeometryShape::HalfSpace && !of.is_fixed {
                let why = "a plane on a body that moves: it would be solid without end";
                let fix = "use a flat box, or contype=\"0\" conaffinity=\"0\"";
                return Err(item.error("type", why, fix));
            }
            let place = [of.link, self.out.links[of.link].collisions.len()];
            self.contacts.add(place, surface);
            self.touch(item, of.link, pose, shape);
        } else if is_solid {
            self.show(item, of.link, pose, shape)?;
        }
        let Some(unit) = unit.filter(|_| weighs) else {
            return Ok(None);
        };
        let factor = mass.map_or(density, |mass| mass / unit.mass);
        let own = Inertial {
            mass: unit.mass * factor,
            inertia: unit.inertia * factor,
            ..unit
        };
        Ok(Some(own.placed(&pose)))
    }

    /// Adds a shape to the link.
    fn touch(&mut self, item: &Item<'_>, link: usize, pose: Pose, shape: GeometryShape) {
        self.out.links[link].collisions.push(Geometry {
            place: item.offset(),
            pose,
            shape,
            material: None,
        });
    }

    /// Adds a shape that is only seen to the link.
    fn show(
        &mut self,
        item: &Item<'_>,
        link: usize,
        pose: Pose,
        shape: GeometryShape,
    ) -> Result<()> {
        let color = item.numbers::<4>("rgba")?;
        self.out.links[link].visuals.push(Visual {
            geometry: Geometry {
                place: item.offset(),
                pose,
                shape,
                material: None,
            },
            color: color.map(|color| color.map(|x| x.clamp(0.0, 1.0))),
        });
        Ok(())
    }

    /// Marks what places a shape that is only seen.
    fn pass_over(&self, item: &Item<'_>) {
        item.ignore(&[
            "pos",
            "quat",
            "euler",
            "axisangle",
            "xyaxes",
            "zaxis",
            "size",
        ]);
        item.ignore(&["fromto", "mesh", "hfield", "density", "shellinertia"]);
    }

    /// Returns the type of a shape.
    fn kind(&self, item: &Item<'_>) -> Result<&'static str> {
        let word = item.text("type");
        let word = word.unwrap_or(match item.text("mesh") {
            Some(_) => "mesh",
            None => "sphere",
        });
        let found = TYPES.into_iter().find(|kind| *kind == word);
        found.ok_or_else(|| {
            let why = format!("no type of shape is \"{word}\"");
            item.error("type", why, remedy(word, TYPES))
        })
    }

    /// Refuses a shape of a kind that is not read, unless it is only seen.
    fn refuse(&self, item: &Item<'_>, kind: &str, touches: bool) -> Result<()> {
        if !touches {
            self.pass_over(item);
            return Ok(());
        }
        let why = format!("a shape of the type {kind} is not read");
        let fix = "replace it by boxes or a mesh, or let it touch nothing: contype=\"0\" conaffinity=\"0\"";
        Err(item.error("type", why, fix))
    }
}

/// A shape, where it is, and its mass at a density of 1.
struct Shape {
    shape: GeometryShape,
    pose: Pose,
    unit: Option<Inertial>,
}

impl Reader<'_, '_> {
    /// Returns a shape in the frame around it; nothing for height fields and signed distances.
    fn shape(&mut self, item: &Item<'_>, kind: &str) -> Result<Option<Shape>> {
        if matches!(kind, "hfield" | "sdf") {
            return Ok(None);
        }
        let here = self.pose(item)?;
        if kind == "mesh" {
            let mesh = self.meshes.mesh(item, &self.compiler, self.paths)?;
            let needs_mass = mesh.inertial.is_none();
            if needs_mass {
                let why = "the triangles of the mesh enclose no volume";
                let fix = "turn the triangles round, or close the mesh";
                return Err(item.error("mesh", why, fix));
            }
            return Ok(Some(Shape {
                shape: mesh.shape,
                pose: compose(&here, &mesh.pose),
                unit: mesh.inertial,
            }));
        }
        if item.text("mesh").is_some() {
            let why = format!("a {kind} that is fitted to a mesh is not read");
            let fix = "give its size, or use type=\"mesh\"";
            return Err(item.error("mesh", why, fix));
        }
        let (here, size) = self.extent(item, kind, here)?;
        let [a, b, c] = size;
        let shape = match kind {
            "plane" => GeometryShape::HalfSpace,
            "sphere" => GeometryShape::Sphere { radius: a },
            "box" => GeometryShape::Box {
                half_extents: [a, b, c],
            },
            "ellipsoid" => GeometryShape::Ellipsoid {
                semi_axes: [a, b, c],
            },
            "cylinder" => GeometryShape::Cylinder {
                radius: a,
                length: 2.0 * b,
            },
            _ => GeometryShape::Capsule {
                radius: a,
                length: 2.0 * b,
            },
        };
        Ok(Some(Shape {
            unit: solids::primitive(&shape),
            shape,
            pose: here,
        }))
    }

    /// Returns pose and half sizes of a primitive, which may be given from one point to another.
    fn extent(&self, item: &Item<'_>, kind: &str, here: Pose) -> Result<(Pose, [f64; 3])> {
        let mut size = item.overlay("size", [0.0; 3])?;
        let ends = match kind {
            "capsule" | "cylinder" | "box" | "ellipsoid" => item.numbers::<6>("fromto")?,
            _ => None,
        };
        let mut pose = here;
        if let Some(n) = ends {
            let [from, to] = [Vec3::new(n[0], n[1], n[2]), Vec3::new(n[3], n[4], n[5])];
            let along = from - to;
            let Some(axis) = along.try_normalize(1e-12) else {
                let why = "both points are the same";
                return Err(item.error("fromto", why, "give two points"));
            };
            pose = ((from + to) * 0.5, shortest_turn_to(&axis));
            let half = 0.5 * along.norm();
            size = match kind {
                "box" | "ellipsoid" => [size[0], size[0], half],
                _ => [size[0], half, 0.0],
            };
        }
        let count = match kind {
            "plane" => 0,
            "sphere" => 1,
            "capsule" | "cylinder" => 2,
            _ => 3,
        };
        if let Some(wrong) = size[..count].iter().find(|x| **x <= 0.0) {
            let why = format!("{count} sizes are needed, and one is {wrong}");
            return Err(item.error("size", why, "give half sizes in metres, greater than 0"));
        }
        Ok((pose, size))
    }

    /// Returns `pos` and the orientation of an element.
    pub(super) fn pose(&self, item: &Item<'_>) -> Result<Pose> {
        let point = item.numbers::<3>("pos")?.unwrap_or_default();
        let turn: Rot = self.compiler.orientation(item)?;
        Ok((Vec3::from(point), turn))
    }
}
