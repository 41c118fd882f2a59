//! The report on designs.

use super::{DesignRow, Machine};
use crate::{Report, Table};
use serde::Serialize;
use std::fmt;

/// The chain ends with a loss of this share of that of control alone, at most,
const CHAIN_LOSS: f64 = 0.02;
/// and this near to the mark, in links.
const CHAIN_MISS: f64 = 0.2;
/// The spider walks this much farther than with control alone, at least.
const SPIDER_GAIN: f64 = 1.08;
/// The cross moves less than this in the jaw, m.
const JAW_SLIP: f64 = 5e-3;
/// The jaw is designed within this time, s.
const JAW_SECONDS: f64 = 120.0;

/// One machine: control alone beside co-design.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Line {
    /// The name of the machine.
    pub machine: String,
    /// The words for the figure, with its unit.
    pub what: String,
    /// The figure as given.
    pub given: f64,
    /// The figure with control alone.
    pub control: f64,
    /// The figure of the co-design,
    pub codesign: f64,
    /// and under `single_level`.
    pub single_level: f64,
    /// The loss of the co-design over that of control alone, both as designed; nothing where controls are no variables, and where the loss is minus a way.
    pub loss_ratio: Option<f64>,
    /// Whether the design does under `single_level` what is asked of it.
    pub holds: bool,
    /// The published figure.
    pub published: String,
}

/// The figures of the study.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CodesignReport {
    /// Machine by machine.
    pub machines: Vec<Line>,
    /// Designs that work under the model that made them alone.
    pub own_model_alone: Vec<String>,
    /// Why the pass line is missed; empty when it is met.
    pub missed: Vec<String>,
    #[serde(skip)]
    rows: Vec<DesignRow>,
    quick: bool,
}

impl CodesignReport {
    /// Returns the report on the rows; the reduced study judges losses alone.
    pub fn of(quick: bool, rows: &[DesignRow]) -> Self {
        let mut out = Self {
            machines: Vec::new(),
            own_model_alone: Vec::new(),
            missed: Vec::new(),
            rows: rows.to_vec(),
            quick,
        };
        for row in rows.iter().filter(|row| row.unsolved > 0) {
            let why = format!("{}: {} steps are not solved", row.name, row.unsolved);
            out.missed.push(why);
        }
        for machine in Machine::ALL {
            let own = |alone: bool| {
                let is_own =
                    |row: &&DesignRow| row.machine == machine.name() && row.control_alone == alone;
                rows.iter().find(is_own)
            };
            if let (Some(control), Some(codesign)) = (own(true), own(false)) {
                out.add(machine, control, codesign);
            }
        }
        out
    }

    fn add(&mut self, machine: Machine, control: &DesignRow, codesign: &DesignRow) {
        let ratio = codesign.loss / control.loss;
        let meets = |figure: f64, slip: f64| match machine {
            Machine::Chain => figure <= CHAIN_MISS,
            Machine::Spider => figure >= SPIDER_GAIN * control.own,
            // the time of the last step is a product that is rounded
            Machine::Biped => machine.seconds().is_some_and(|all| figure > all - 1e-9),
            Machine::Jaw => figure == 1.0 && slip < JAW_SLIP,
            Machine::Gripper | Machine::Hand => figure == machine.objects() as f64,
        };
        let holds = meets(codesign.single_level, codesign.slip_single_level);
        if !holds && !self.quick {
            self.own_model_alone.push(machine.name().into());
        }
        self.machines.push(Line {
            machine: machine.name().into(),
            what: machine.unit().into(),
            given: codesign.given,
            control: control.own,
            codesign: codesign.own,
            single_level: codesign.single_level,
            loss_ratio: Some(ratio).filter(|_| control.loss > 0.0),
            holds,
            published: machine.published().into(),
        });
        let mut miss = |why: String| self.missed.push(format!("{}: {why}", machine.name()));
        if self.quick {
            let is_smaller = codesign.loss < codesign.loss_given && codesign.loss < control.loss;
            if !is_smaller {
                miss(format!(
                    "the loss of the co-design, {:.3e}, is not the least",
                    codesign.loss
                ));
            }
            return;
        }
        if !meets(codesign.own, codesign.slip) {
            miss(format!("{} {:.3}", machine.unit(), codesign.own));
        }
        match machine {
            Machine::Chain if ratio > CHAIN_LOSS || ratio.is_nan() => {
                miss(format!("loss {ratio:.3} of that of control alone"));
            }
            Machine::Biped if meets(control.own, control.slip) => {
                miss("control alone stays upright, too".into());
            }
            Machine::Jaw => {
                if meets(control.own, control.slip) {
                    miss("control alone lifts the cross, too".into());
                }
                if codesign.slip >= JAW_SLIP {
                    miss(format!("slip of {:.1} mm", 1e3 * codesign.slip));
                }
                if codesign.seconds > JAW_SECONDS {
                    miss(format!("designed in {:.0} s", codesign.seconds));
                }
            }
            _ => {}
        }
    }

    /// Returns machine by machine what is reached, beside the paper.
    fn outcomes(&self) -> Table {
        let row = |line: &Line| {
            let figure = |x: f64| format!("{x:.3}");
            let ratio = line
                .loss_ratio
                .map_or("-".into(), |ratio| format!("{ratio:.2e}"));
            let gain = match line.machine.as_str() {
                "spider" => format!("{:+.1} %", 100.0 * (line.codesign / line.control - 1.0)),
                _ => "-".into(),
            };
            vec![
                line.machine.clone(),
                line.what.clone(),
                figure(line.given),
                figure(line.control),
                figure(line.codesign),
                figure(line.single_level),
                ratio,
                gain,
                line.published.clone(),
            ]
        };
        table(
            "What the machines do: control alone against co-design, and the co-design under single_level",
            &[
                "machine",
                "figure",
                "given",
                "control alone",
                "co-design",
                "co-design, single_level",
                "loss, co-design over control alone",
                "gain",
                "SDRS",
            ],
            self.machines.iter().map(row).collect(),
        )
    }

    /// Returns design by design what it took.
    fn designs(&self) -> Table {
        let row = |row: &DesignRow| {
            let slip = |slip: f64| match row.machine.as_str() {
                "jaw" => format!("{:.1}", 1e3 * slip),
                _ => "-".into(),
            };
            let loss = |loss: f64| match loss.is_nan() {
                true => "-".into(),
                false => format!("{loss:.3e}"),
            };
            vec![
                row.name.clone(),
                row.variables.to_string(),
                row.iterations.to_string(),
                row.retreats.to_string(),
                loss(row.loss_given),
                loss(row.loss),
                slip(row.slip),
                slip(row.slip_single_level),
                row.unsolved.to_string(),
                format!("{:.1}", row.seconds),
            ]
        };
        table(
            "Designs",
            &[
                "design",
                "variables",
                "iterations",
                "taken back",
                "loss as given",
                "as designed",
                "slip, mm",
                "slip, single_level, mm",
                "unsolved",
                "time on one thread, s",
            ],
            self.rows.iter().map(row).collect(),
        )
    }

    fn notes(&self) -> Vec<String> {
        let alone = self.own_model_alone.iter();
        alone
            .map(|name| format!("{name}: the design does not work under single_level"))
            .collect()
    }
}

fn table(title: &str, columns: &[&str], rows: Vec<Vec<String>>) -> Table {
    Table {
        title: title.into(),
        columns: columns.iter().map(|name| name.to_string()).collect(),
        rows,
    }
}

impl Report for CodesignReport {
    fn pass_line(&self) -> String {
        if self.quick {
            return "the co-design ends with the least loss".into();
        }
        format!(
            "chain: a loss at most {CHAIN_LOSS} of that of control alone, at most {CHAIN_MISS} links from the mark; spider: at least {:.0} % \
             farther than control alone; biped: upright to the end, control alone falls; jaw: lifts with a slip below {:.0} mm, \
             designed within {JAW_SECONDS} s, control alone fails; \
             gripper 4 of 4; hand 3 of 3",
            100.0 * (SPIDER_GAIN - 1.0),
            1e3 * JAW_SLIP
        )
    }

    fn missed(&self) -> &[String] {
        &self.missed
    }

    fn markdown(&self) -> String {
        let tables = [self.outcomes(), self.designs()].map(|table| table.markdown());
        let mut page = format!("# Co-design\n\n{}\n{}", tables[0], tables[1]);
        for note in self.notes() {
            page += &format!("\n- {note}");
        }
        page
    }
}

impl fmt::Display for CodesignReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let designs = self.designs().to_string();
        write!(f, "{}\n{}", self.outcomes(), designs.trim_end())?;
        for note in self.notes() {
            write!(f, "\n{note}")?;
        }
        Ok(())
    }
}
