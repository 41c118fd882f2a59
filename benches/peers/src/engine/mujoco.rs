//! MuJoCo through its Python package: a child process steps, this side judges.
//!
//! One line of JSON asks, one line of JSON answers; a track follows its line as raw little-endian
//! numbers. Steps are made inside the library, many per call.

use super::{Engine, Gradient, Job, Result};
use crate::scene::{Fixed, GRAVITY, Node, Track};
use drystone::math::{Vec3, rotation_from_wxyz, wxyz};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::rc::Rc;

const RUNNER: &str = include_str!("../../mujoco_runner.py");

/// Numbers of a brick at a node: position, quaternion, velocity, angular velocity in body axes.
const NUMBERS: usize = 13;

/// The child process.
pub struct Runner {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// Version of the package.
    pub version: String,
}

impl Runner {
    /// Starts `python`.
    ///
    /// # Errors
    /// When it does not start, or has no `mujoco` or `numpy`.
    pub fn start(python: &str) -> Result<Self> {
        let mut child = Command::new(python)
            .args(["-c", RUNNER])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("{python} does not start: {e}"))?;
        let input = child.stdin.take().ok_or("no way in")?;
        let output = child.stdout.take().ok_or("no way out")?;
        let mut out = Self {
            child,
            input,
            output: BufReader::new(output),
            version: String::new(),
        };
        let hello = out.answer()?;
        out.version = hello["version"].as_str().unwrap_or("?").into();
        Ok(out)
    }

    fn ask(&mut self, question: &Value) -> Result<Value> {
        let sent = writeln!(self.input, "{question}").and_then(|()| self.input.flush());
        sent.map_err(|e| format!("the Python process is gone: {e}"))?;
        self.answer()
    }

    fn answer(&mut self) -> Result<Value> {
        let mut line = String::new();
        let read = self.output.read_line(&mut line);
        read.map_err(|e| format!("the Python process cannot be read: {e}"))?;
        let answer: Value =
            serde_json::from_str(&line).map_err(|_| format!("the Python process said {line:?}"))?;
        match answer["error"].as_str() {
            Some(error) => Err(error.into()),
            None => Ok(answer),
        }
    }

    fn numbers(&mut self, count: usize) -> Result<Vec<f64>> {
        let mut bytes = vec![0; 8 * count];
        let read = self.output.read_exact(&mut bytes);
        read.map_err(|e| format!("the track is cut off: {e}"))?;
        let (words, _) = bytes.as_chunks();
        Ok(words.iter().map(|word| f64::from_le_bytes(*word)).collect())
    }
}

impl Drop for Runner {
    fn drop(&mut self) {
        // The process ends at a line it does not know; a process that is gone already is fine.
        let _ = writeln!(self.input, "{{\"do\": \"end\"}}");
        let _ = self.child.wait();
    }
}

/// Settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variant {
    /// Every default.
    Default,
    /// implicitfast, elliptic cone, impratio 10, solref of 2 steps, solimp .99 .999 1e-4.
    Stiff,
}

/// The engine with one of its settings.
pub struct Mujoco {
    /// The process that steps, shared by the variants.
    pub runner: Rc<RefCell<Runner>>,
    /// Settings.
    pub variant: Variant,
}

impl Mujoco {
    fn question(&self, what: &str, job: Job, starts: &[Vec<Node>], steps: usize) -> Value {
        let bricks = job.scene.bricks.iter();
        let bricks: Vec<Value> = bricks
            .map(|brick| json!({"half": brick.half.as_slice(), "mass": brick.mass}))
            .collect();
        let fixed = job.scene.fixed.iter();
        let fixed: Vec<Value> = fixed
            .map(|fixed| match fixed {
                Fixed::Ground => Value::Null,
                Fixed::Block { half, position } => {
                    json!({"half": half.as_slice(), "position": position.as_slice()})
                }
            })
            .collect();
        let lead = if job.early.or(false) {
            0.5 * job.step() * GRAVITY
        } else {
            0.0
        };
        let numbers = |start: &Vec<Node>| -> Vec<[f64; NUMBERS]> {
            start.iter().map(|at| numbers_of(at, lead)).collect()
        };
        json!({
            "do": what,
            "model": {
                "stiff": self.variant == Variant::Stiff,
                "step": job.step(),
                "gravity": GRAVITY,
                "friction": job.scene.friction,
                "bricks": bricks,
                "fixed": fixed,
            },
            "starts": starts.iter().map(numbers).collect::<Vec<_>>(),
            "steps": steps,
        })
    }
}

impl Engine for Mujoco {
    fn name(&self) -> &'static str {
        match self.variant {
            Variant::Default => "mj_default",
            Variant::Stiff => "mj_stiff",
        }
    }

    fn track(&mut self, job: Job, start: &[Node], steps: usize) -> Result<Track> {
        let question = self.question("track", job, &[start.to_vec()], steps);
        let mut runner = self.runner.borrow_mut();
        let answer = runner.ask(&question)?;
        let numbers = runner.numbers(NUMBERS * start.len() * steps)?;
        let (nodes, _) = numbers.as_chunks::<NUMBERS>();
        Ok(Track {
            nodes: nodes.iter().map(node_of).collect(),
            unsolved: answer["warnings"].as_u64().unwrap_or(0) as usize,
            retried: 0,
            seconds: answer["seconds"].as_f64().unwrap_or(f64::NAN),
        })
    }

    fn time(&mut self, job: Job, starts: &[Vec<Node>], steps: usize) -> Result<f64> {
        let question = self.question("time", job, starts, steps);
        let answer = self.runner.borrow_mut().ask(&question)?;
        answer["seconds"]
            .as_f64()
            .ok_or_else(|| "no time was told".into())
    }

    fn gradient(&mut self, job: Job) -> Result<Option<Gradient>> {
        let steps = job.hertz as usize;
        let question = self.question("gradient", job, &job.scene.starts[..1], steps);
        let answer = self.runner.borrow_mut().ask(&question)?;
        let time = |name: &str| answer[name].as_f64().map(|seconds| 1e6 * seconds);
        Ok(time("step")
            .zip(time("gradient"))
            .map(|(step, gradient)| Gradient { step, gradient }))
    }
}

fn numbers_of(at: &Node, lead: f64) -> [f64; NUMBERS] {
    let (x, q) = (&at.position, wxyz(&at.rotation));
    let v = at.velocity + Vec3::z() * lead;
    let w = at.rotation.inverse_transform_vector(&at.spin);
    [
        x.x, x.y, x.z, q[0], q[1], q[2], q[3], v.x, v.y, v.z, w.x, w.y, w.z,
    ]
}

fn node_of(n: &[f64; NUMBERS]) -> Node {
    let rotation = rotation_from_wxyz([n[3], n[4], n[5], n[6]]);
    Node {
        position: Vec3::new(n[0], n[1], n[2]),
        rotation,
        velocity: Vec3::new(n[7], n[8], n[9]),
        spin: rotation * Vec3::new(n[10], n[11], n[12]),
    }
}
