//! The contacts of an explicit step: each as it is at the last stage at which there is one, with the impulses of all stages.

use crate::contact::{Block, ContactRate};
use crate::math::lanes::Lanes;
use crate::step::Contact;
use crate::step::contacts::{CONTACT, ContactReport, IMPULSES};
use crate::step::workspace::Workspace;
use crate::world::Model;

/// The contacts up to a stage, one place for every pair.
#[derive(Debug, Default)]
pub struct StageContacts(Vec<Option<Contact>>);

impl StageContacts {
    /// Adds the contacts of a stage with its weight.
    pub fn add(&mut self, model: &Model, work: &Workspace, weight: f64) {
        self.0.resize(work.slots().len(), None);
        for (slot, known) in work.slots().zip(&mut self.0) {
            let report = ContactReport::new(model, &slot.candidate);
            slot.block.contacts(0, |at| {
                let mut now = report.contact(&at);
                now.impulse *= weight;
                now.normal_impulse *= weight;
                now.torsional_impulse *= weight;
                if let Some(earlier) = *known {
                    now.impulse += earlier.impulse;
                    now.normal_impulse += earlier.normal_impulse;
                    now.torsional_impulse += earlier.torsional_impulse;
                }
                *known = Some(now);
            });
        }
    }

    /// Returns the contacts.
    pub fn into_contacts(self) -> Vec<Contact> {
        self.0.into_iter().flatten().collect()
    }
}

/// The derivatives of the contact of a pair up to a stage.
#[derive(Debug, Clone, Copy)]
pub struct StageContactRates<const N: usize>([Lanes<N>; CONTACT]);

impl<const N: usize> StageContactRates<N> {
    /// Returns the rates after a further stage with its weight.
    pub fn after(
        earlier: Option<Self>,
        report: &ContactReport,
        rate: &ContactRate<N>,
        weight: f64,
    ) -> Self {
        let mut now = report.rate(rate);
        for row in IMPULSES {
            let before = earlier.map_or(Lanes::ZERO, |earlier| earlier.0[row]);
            now[row] = before + now[row] * weight;
        }
        Self(now)
    }

    /// Returns the rows.
    pub fn rows(&self) -> &[Lanes<N>] {
        &self.0
    }
}
