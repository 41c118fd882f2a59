//! The page: words around the tables. It is written again by every run with `--out`.

use crate::engine::RHO;
use crate::report::Report;
use crate::tables;

/// The whole page.
pub fn page(report: &Report) -> String {
    let sections = [
        head(report),
        "## 1. Overlap below 1 mm\n\n".into(),
        MATCHED.into(),
        tables::matched(report),
        "### One step for drop, stack2 and stack4\n\nAn engine with one step for whatever comes: simulated seconds per \
         second of processor time at the fewest Hz that are accurate in all three, and how much faster ours is in each.\n\n"
            .into(),
        tables::matched_on_all(report),
        "## 2. At equal error of the trajectory\n\n".into(),
        EQUAL.into(),
        tables::equal_error(report),
        "Errors of every step, mm:\n\n".into(),
        tables::convergence(report),
        "## 3. At the same step, 500 Hz\n\n".into(),
        SAME_STEP.into(),
        tables::same_step(report),
        "## 4. Piles\n\n".into(),
        PILES.into(),
        tables::piles(report),
        "## 5. Peg in a hole\n\n".into(),
        PEG.into(),
        tables::peg(report),
        "## 6. Derivative of a step\n\n".into(),
        GRADIENT.into(),
        tables::gradients(report),
        "## 7. Free flight\n\n".into(),
        FLIGHT.into(),
        tables::flights(report),
        "## 8. Every step that was tried\n\n".into(),
        EVERY.into(),
        tables::every_step(report),
        format!("{MECHANISMS}\n"),
        troubles(report),
    ];
    sections.concat().trim_end().to_string() + "\n"
}

fn head(report: &Report) -> String {
    let extent = if report.quick {
        "**A quick run: few starts and steps. The figures below mean little.**\n\n"
    } else {
        ""
    };
    let mujoco = &report.mujoco;
    let [before, after] = report.yardstick.map(tables::short);
    let of = report.yardstick_of;
    let minutes = tables::short(report.wall_seconds / 60.0);
    format!(
        "# Drystone beside Rapier and MuJoCo\n\n\
         This page is for whoever compares engines: it says how accurate and how fast Drystone, Rapier and MuJoCo are in \
         the same scenes.\n\n\
         {extent}\
         Written by `cargo run --release -- --out ../../docs/peers.md` in `benches/peers` (its README says how, \
         and what is fair and what is not), in one run of {minutes} minutes on one core of a shared 2-core virtual machine. \
         All times are processor time of one thread; all scores come from the same code, from the true boxes, \
         never from an engine's own distances.\n\n\
         - **drystone**: relaxation {RHO:e}, everything else as scene files have it, velocities half a step early.\n\
         - **rapier_default**: rapier3d-f64 0.36, the crate's defaults. **rapier_acc**: 20 solver iterations of 4 sweeps, \
         contacts four times stiffer (in frequency), none recycled.\n\
         - **mj_default**: MuJoCo {mujoco}, its defaults. **mj_stiff**: implicitfast, elliptic cone, impratio 10, solref 2 steps, \
         solimp 0.99 0.999 1e-4.\n\n\
         Sleeping is off everywhere. Yardstick: a step of {of} in the drop at 500 Hz took {before} us before and {after} us \
         after everything else.\n\n"
    )
}

const MATCHED: &str = "\
The largest step of 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000 Hz at which the worst overlap at any node is below 1 mm over all \
starts (100 drops, 10 of each stack), no run fails and, in stacks, the drift stays below 1e-3 kg m/s in every one. Drift is the mean over \
time of the sum over bodies of |m v| + |I w|; of a drop that of the last half second is shown (median). `ours is faster by` compares \
simulated seconds per second of processor time, each at its own step; the two columns after it take ours at 10 and 20 Hz.

**What the rule does not see.** Drystone never sinks, it hovers: section 3 has the gap.

The rule asks for depth and for standing still, not for the way there. So the last column says how far a run is from one of the same engine with \
steps 50 times finer (ours with a relaxation 50 times smaller too, since a body at rest hovers by about rho L / (h sqrt(g / L)); what \
MuJoCo and Rapier tie to the step follows by itself): distance of the box after 0.2 s, in free flight (those starts that are still in the air), \
after 0.6 s, that is after the first impact, and after 3 s, at rest; medians of 20 starts. **At 5 to 20 Hz a drop ends elsewhere than with \
fine steps**: it is a right motion of a box that hits the ground at another instant. Whoever needs the way itself has to read \
this column and sections 2 and 3. A stack should stand still: there the last column is the largest way of a box from its start.

";

const EQUAL: &str = "\
The drops of section 1 (the first 20 starts), 0.6 s after the start, which is after the first impact: distance of the box from where a run of the same engine at 50 kHz \
has it (median; ours with a relaxation 500 times smaller there). For every engine the largest step whose error, and that of the next finer step tried, is below the level, and simulated seconds per \
second of processor time at that step. Who converges to a motion of its own, since its contacts are springs, is compared with that; the last column says how far it is from ours. Ours at its usual relaxation is off again at the finest steps, where it hovers by rho L / (h sqrt(g / L)).

";

const SAME_STEP: &str = "\
`over ours` is time of a step over ours (below 1: faster than Drystone). Overlap is the worst at any node of all runs. The gap is how far the lowest corner \
is from the ground at the end, above or below: Drystone hovers, the others sink.

";

const PILES: &str = "\
Cubes of 0.2 m and 1 kg with any orientation fall from a loose lattice into a square bin of four fixed boxes on a plane; 2 s, fall \
and rest. Mean time of a step; a step of Drystone is *unsolved* when it is not solved at the relaxation asked for, *retried* when its first attempt failed.

";

const PEG: &str = "\
`scenarios/peg_in_hole.toml`: a square peg, 1 % clearance, friction 0.03, the hole of five fixed boxes; 10 starts, off centre and leaning; 2 s. A peg is in when its \
lowest corner is within 5 mm of the floor. The fewest Hz with all pegs in and less than 1 mm of overlap; where there is none, most pegs in, then least overlap.

";

const GRADIENT: &str = "\
At rest, 100 Hz, 20 on end, least of many repetitions in rounds over the engines. Ours: A and B as matrices, the derivative of the next state with respect to state and to the forces and \
torques on every body, by the implicit function theorem, on top of the step. MuJoCo: `mjd_transitionFD`, forward differences, A alone (there are no actuators). Rapier has none.

";

const FLIGHT: &str = "\
Largest distance from the parabola after 0.2 s. Velocities half a step early make free flight exact at the nodes with anybody's symplectic Euler \
integrator; Drystone's scene files do it, the other engines' users have to do it themselves. In the tables above the others start at the node.

";

const EVERY: &str = "\
Worst overlap in mm / drift in kg m/s / microseconds per step. Above 500 Hz only engines that are not accurate at a larger step, here or in the drop.

";

/// Mechanisms are compared by scripts of their own; the text is written by hand.
const MECHANISMS: &str = include_str!("../mechanisms.md");

fn troubles(report: &Report) -> String {
    if report.troubles.is_empty() {
        return String::new();
    }
    let lines = report
        .troubles
        .iter()
        .map(|trouble| format!("- {trouble}\n"));
    format!("## What did not run\n\n{}", lines.collect::<String>())
}
