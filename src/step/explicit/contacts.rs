//! The contacts of an explicit step: each as it is at the last stage at which there is one, with the impulses of all stages.

use crate::contact::ContactRate;
use crate::math::lanes::Lanes;
use crate::step::Contact;
use crate::step::active::Active;
use crate::step::contacts::{CONTACT, ContactReport, IMPULSES, merge_earlier, read_contacts};
use crate::step::workspace::Workspace;
use crate::world::Model;

/// The contacts up to a stage.
#[derive(Debug, Default)]
pub struct StageContacts {
    pub contacts: Vec<Contact>,
    /// The places of the contacts before the last stage among those after it.
    places: Vec<usize>,
}

impl StageContacts {
    /// Adds the contacts of a stage with its weight.
    pub fn add(&mut self, model: &Model, work: &Workspace, weight: f64) {
        let mut now = Vec::new();
        read_contacts(model, work, 0, Active::ALL, &mut now);
        for contact in &mut now {
            contact.impulse *= weight;
            contact.normal_impulse *= weight;
            contact.torsional_impulse *= weight;
        }
        self.places.clear();
        merge_earlier(&self.contacts, &mut now, |place| self.places.push(place));
        self.contacts = now;
    }
}

/// The derivatives of the contacts up to a stage.
#[derive(Debug, Default)]
pub struct StageContactRates<const N: usize> {
    /// The rows of every contact.
    pub rows: Vec<[Lanes<N>; CONTACT]>,
    /// The rows of the contacts of the stage at hand.
    now: Vec<[Lanes<N>; CONTACT]>,
}

impl<const N: usize> StageContactRates<N> {
    /// Adds a contact of the stage at hand with the weight of the stage.
    pub fn add(&mut self, report: &ContactReport, rate: &ContactRate<N>, weight: f64) {
        let mut rows = report.rate(rate);
        for row in IMPULSES {
            rows[row] = rows[row] * weight;
        }
        self.now.push(rows);
    }

    /// Ends the stage at hand, whose contacts are in `contacts` by now.
    pub fn end_stage(&mut self, contacts: &StageContacts) {
        let mut merged = std::mem::take(&mut self.now);
        for (earlier, &place) in self.rows.iter().zip(&contacts.places) {
            match merged.get_mut(place) {
                Some(rows) => IMPULSES.for_each(|row| rows[row] = rows[row] + earlier[row]),
                None => merged.push(*earlier),
            }
        }
        self.rows = merged;
    }
}
