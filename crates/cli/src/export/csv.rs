//! Rows of a table: one per body and frame.

use crate::replay::{Replay, joint_columns};
use csv::Writer;
use drystone::recording::Frame;
use drystone::world::Model;
use std::io::{self, Write};
use std::sync::Arc;

/// Names of the columns, with units. `x_m` and the next are the position of the shape frame, as in
/// scene files; `com` is the centre of mass; `v` its velocity in world axes; `w` the angular
/// velocity in body axes. The last three belong to the step that ended at the frame and are empty
/// at the start. Position and velocity of every joint coordinate follow, the same in all rows of a frame.
const COLUMNS: [&str; 22] = [
    "step",
    "time_s",
    "body",
    "x_m",
    "y_m",
    "z_m",
    "qw",
    "qx",
    "qy",
    "qz",
    "com_x_m",
    "com_y_m",
    "com_z_m",
    "vx_m_per_s",
    "vy_m_per_s",
    "vz_m_per_s",
    "wx_rad_per_s",
    "wy_rad_per_s",
    "wz_rad_per_s",
    "iterations",
    "rung",
    "solved",
];

/// A table of frames. Numbers are written in the shortest form that reads back as the same bits.
#[derive(Debug)]
pub struct Csv<W: Write> {
    writer: Writer<W>,
    model: Arc<Model>,
}

impl<W: Write> Csv<W> {
    /// Begins the table of `replay` with the names of its columns.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn new(out: W, replay: &Replay) -> io::Result<Self> {
        let mut rows = csv::WriterBuilder::new();
        let mut writer = rows.has_headers(false).from_writer(out);
        let model = replay.scene.model.clone();
        let joints = joint_columns(&model).into_iter().flat_map(|column| {
            let (name, unit) = (&column.name, column.unit());
            [
                format!("{name}.position_{unit}"),
                format!("{name}.velocity_{unit}_per_s"),
            ]
        });
        let columns = COLUMNS.iter().map(ToString::to_string).chain(joints);
        writer.write_record(columns).map_err(cause)?;
        Ok(Self { writer, model })
    }

    /// Appends a row per body, in the order of the model.
    ///
    /// # Errors
    /// Those of the file below.
    pub fn append(&mut self, frame: &Frame) -> io::Result<()> {
        let step = frame.status.as_ref();
        let status = (
            step.map(|s| s.iterations),
            step.map(|s| &s.rung),
            step.map(|s| s.solved),
        );
        let state = frame.state();
        let (positions, velocities) = (
            state.joint_positions(&self.model),
            state.joint_velocities(&self.model),
        );
        let joints: Vec<_> = positions.into_iter().zip(velocities).collect();
        let bodies = self.model.bodies.iter().zip(&frame.bodies);
        for ((body, numbers), at) in bodies.zip(&state.bodies) {
            let shape: [f64; 3] = body.shape_from_centre(&at.position, &at.rotation).into();
            let [x, y, z, qw, qx, qy, qz, v @ ..] = *numbers;
            let pose = (shape, [qw, qx, qy, qz], [x, y, z]);
            let row = (frame.step, frame.time, &body.name, pose, v, status, &joints);
            self.writer.serialize(row).map_err(cause)?;
        }
        Ok(())
    }

    /// Ends the table; returns what it was written to.
    ///
    /// # Errors
    /// Those of the file below.
    pub fn finish(mut self) -> io::Result<W> {
        self.writer.flush()?;
        self.writer.into_inner().map_err(|e| e.into_error())
    }
}

/// The error of the file below, with its kind.
fn cause(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}
