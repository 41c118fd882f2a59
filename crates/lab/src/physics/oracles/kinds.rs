//! Which run answers which kind of record.

use super::{Comparison, Ledger, Record};
use super::{
    disc, fingers, flight, impacts, peg, pendulums, pushing, reach, rolling, sliding, spin, towers,
    wedge,
};
use drystone::error::Result;

type Examination = fn(&Record, &mut Ledger) -> Result<()>;

/// A kind of record.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// Name as in the data.
    pub name: &'static str,
    /// Comparisons that the reference does not ask for.
    pub own: &'static [&'static str],
    run: Examination,
}

const fn kind(name: &'static str, run: Examination) -> Kind {
    Kind {
        name,
        own: &[],
        run,
    }
}

const fn with(kind: Kind, own: &'static [&'static str]) -> Kind {
    Kind { own, ..kind }
}

/// The kinds that are examined.
pub const KINDS: [Kind; 24] = [
    with(kind("free_fall", flight::free_fall), &[flight::EXACT]),
    kind("torque_free_tumbling", flight::torque_free_tumbling),
    kind("explosion", flight::explosion),
    kind("sphere_slip_then_roll", rolling::sphere_slip_then_roll),
    kind("cylinder_on_incline", rolling::cylinder_on_incline),
    kind("block_on_incline", sliding::block_on_incline),
    kind("block_slides_to_stop", sliding::block_slides_to_stop),
    kind(
        "block_pushed_tip_or_slide",
        pushing::block_pushed_tip_or_slide,
    ),
    with(
        kind("inelastic_collision", impacts::inelastic_collision),
        &[impacts::PARTING],
    ),
    kind(
        "inelastic_collision_oblique",
        impacts::inelastic_collision_oblique,
    ),
    kind(
        "newtons_cradle_inelastic",
        impacts::newtons_cradle_inelastic,
    ),
    kind("drop_and_rest", impacts::drop_and_rest),
    kind("book_stacking", towers::book_stacking),
    kind("stack_on_table_edge", towers::stack_on_table_edge),
    kind("torsional_stop", spin::torsional_stop),
    kind("capsule_on_two_fingers", fingers::capsule_on_two_fingers),
    kind("capsule_in_v_groove", fingers::capsule_in_v_groove),
    kind(
        "fingers_converge_under_capsule",
        fingers::fingers_converge_under_capsule,
    ),
    kind("peg_in_hole_wedging", peg::peg_in_hole_wedging),
    kind("euler_disc_steady", disc::euler_disc_steady),
    kind("pendulum", pendulums::pendulum),
    kind("double_pendulum", pendulums::double_pendulum),
    kind("two_link_arm", reach::two_link_arm),
    kind("wedge_lock", wedge::wedge_lock),
];

impl Kind {
    /// The kind of a record; none when there is no run for it.
    pub fn of(record: &Record) -> Option<&'static Kind> {
        KINDS.iter().find(|kind| kind.name == record.kind)
    }

    /// Names of all comparisons with a record of this kind.
    pub fn names(&self, record: &Record) -> Vec<String> {
        let own = self.own.iter().copied();
        record.names().chain(own).map(str::to_string).collect()
    }

    /// All comparisons with a record, in the order of [`Kind::names`]. One that a failing run left
    /// out is not ok and says why.
    pub fn examine(&self, record: &Record) -> Vec<Comparison> {
        let mut ledger = Ledger::new(record);
        let why = match (self.run)(record, &mut ledger) {
            Ok(()) => "left out".to_string(),
            Err(e) => e.to_string(),
        };
        let made = ledger.comparisons;
        let names = self.names(record).into_iter();
        let all = names.map(|name| {
            let found = made.iter().find(|comparison| comparison.what == name);
            found.cloned().unwrap_or_else(|| Comparison {
                what: name,
                expected: String::new(),
                obtained: why.clone(),
                error: f64::INFINITY,
                tolerance: 0.0,
                ok: false,
            })
        });
        all.collect()
    }
}
