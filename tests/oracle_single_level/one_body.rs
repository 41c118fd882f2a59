//! One body on a fixed half-space z <= 0, built from the crate's own blocks and solved to the last
//! digits, with the relaxations of contact and collision rows given apart.

use drystone::contact::{
    Block, Explicit, Geometry, PairPoints, PairSetup, PairStart, SingleLevel, Torsion,
};
use drystone::dynamics::{BodyBlock, BodySetup};
use drystone::ipm::{Combined, ConeVars, DirectionPart, InverseSteps, Problem, Settings, solve};
use drystone::math::{Attitude, Mat3, Rot, Vec3};
use drystone::shape::{Rows, Shape};
use drystone::world::{FrictionLaw, FrictionPoint};
use nalgebra::{DMatrix, DVector};

/// Body, pair and their condensed system; SI units (length 1 m, time 1 s, impulses in N s).
pub struct OneBody {
    pub body: BodyBlock,
    pub pair: Box<SingleLevel>,
    floor: BodyBlock,
    rows: [Rows; 2],
    setup: PairSetup,
    matrix: DMatrix<f64>,
    combined: Combined,
    /// Largest of the pair's equality residuals.
    residual: f64,
}

impl OneBody {
    /// Lays out one step of a body with these rows. `radius` bounds it.
    pub fn new(setup: BodySetup, rows: Rows, radius: f64) -> Self {
        let floor = BodySetup {
            freedoms: &[],
            mass: 0.0,
            inertia: Mat3::identity(),
            x: Vec3::zeros(),
            q: Attitude::by_lane(|_| Rot::identity()),
            end: Attitude::by_lane(|_| Rot::identity()),
            v: Vec3::zeros(),
            w: Vec3::zeros(),
            impulse: Vec3::zeros(),
            torque_impulse: Vec3::zeros(),
            ..setup
        };
        let ground = Shape::half_space(Vec3::z(), 0.0).unwrap();
        let pair = PairSetup {
            mu: 0.0,
            torsion: Torsion::None,
            law: FrictionLaw::Cone,
            mass: 1.0,
            plane: Some(Vec3::z()),
            largest_length: f64::INFINITY,
            inscribed: radius,
            centres: [Vec3::zeros(); 2],
            radii: [radius, f64::INFINITY],
            carriers: [0.0, 1.0],
            ..PairSetup::default()
        };
        let mut out = Self {
            body: BodyBlock::new(setup),
            floor: BodyBlock::new(floor),
            pair: Box::default(),
            rows: [rows, ground.rows()],
            setup: pair,
            matrix: DMatrix::zeros(0, 0),
            combined: Combined::affine(),
            residual: 0.0,
        };
        let bodies = [&out.body.kinematics, &out.floor.kinematics];
        let rows = [&out.rows[0], &out.rows[1]];
        let prediction = out
            .pair
            .predict(&pair, Geometry::of_rows(rows), bodies, false);
        assert!(prediction.converged, "the predicted pose");
        let start = PairStart {
            c0: 1e-2,
            rho: f64::INFINITY,
            load: 0.0,
            bodies: Some(bodies),
            point: FrictionPoint::Lagged,
            wedged: false,
            restart: None,
        };
        out.pair.start(&pair, start);
        out
    }

    /// Solves (alpha - 1) gamma = rho with the collision problem at `rho`, to 1e-12.
    pub fn solve(&mut self, rho: f64) {
        let length = self.pair.length();
        self.share_relaxation();
        let settings = Settings {
            max_iterations: 100,
            residual: 1e-12,
            centrality: 1e-9,
            ..Settings::default()
        };
        let outcome = solve(self, rho * length, &settings, None);
        assert!(outcome.converged, "{outcome:?}");
    }

    /// The relaxation of the contact rows is `rho` H, that of the collision rows `rho`.
    fn share_relaxation(&mut self) {
        let length = self.pair.length();
        for side in &mut self.pair.collision.sides {
            side.cone.factor = 1.0 / length;
        }
    }

    /// Derivative of the state at the end of the solved step: rows position, rotation vector (body
    /// frame), velocity, angular velocity (body frame), columns the same of the state at the start.
    ///
    /// By the implicit function theorem on the blocks' own derivatives, as the simulator does it.
    /// H cancels in these rows ((alpha - 1) gamma = rho whatever H is) and there is no friction, so
    /// nothing follows through the predicted pose.
    pub fn rates(&mut self, rho: f64) -> DMatrix<f64> {
        let rho = rho * self.pair.length();
        let mut saved = PairPoints::default();
        self.pair.save(0, &mut saved);
        let start = [BodyBlock::new(self.body.setup), self.floor.clone()];
        let bodies = [&start[0].kinematics, &start[1].kinematics];
        let rows = [&self.rows[0], &self.rows[1]];
        let point = saved.iter().next().expect("one pair");
        self.pair
            .restore(&self.setup, Geometry::of_rows(rows), bodies, &point);
        self.share_relaxation();
        self.evaluate(rho);
        self.predict(rho, false);
        self.pair
            .prepare_rates(Geometry::of_rows([&self.rows[0], &self.rows[1]]));

        let rates = self.body.state_rates();
        let mut explicit = Explicit::NONE;
        explicit.end[0] = &rates.end;
        let bodies = [&self.body.kinematics, &self.floor.kinematics];
        let wrench = self.pair.wrench_rates(bodies, rho, &explicit);
        let freedoms = self.body.setup.freedoms;
        let right = DMatrix::from_fn(freedoms.len(), 12, |r, c| {
            let row = freedoms[r];
            wrench[row].0[c] - rates.residual[row].0[c]
        });
        let motion = self.matrix.clone().lu().solve(&right);
        let motion = motion.expect("a regular system");
        let map = self.body.next_map();
        let map = DMatrix::from_fn(12, freedoms.len(), |r, c| map[r][freedoms[c]]);
        map * motion + DMatrix::from_fn(12, 12, |r, c| rates.next[r].0[c])
    }

    /// Solves the body's system for right sides into parts of its direction.
    fn solve_body(&mut self, parts: &[DirectionPart], sides: &[[f64; 6]]) {
        let freedoms = self.body.setup.freedoms;
        let lu = self.matrix.clone().lu();
        for (&part, side) in parts.iter().zip(sides) {
            let rhs = DVector::from_iterator(freedoms.len(), freedoms.iter().map(|&i| side[i]));
            let x = lu.solve(&rhs).expect("a regular system");
            self.body.direction[part] = [0.0; 6];
            for (row, &i) in freedoms.iter().enumerate() {
                self.body.direction[part][i] = x[row];
            }
        }
    }

    fn combine_both(&mut self, excess: f64, corrector: bool) -> InverseSteps {
        self.combined = Combined {
            excess,
            corrected: corrector,
        };
        self.body.combine(excess, corrector);
        self.pair.combine(excess, corrector)
    }

    fn mean(&self, f: impl Fn(&ConeVars) -> f64) -> f64 {
        let degree: usize = self.pair.cones().map(ConeVars::degree).sum();
        self.pair.cones().map(f).sum::<f64>() / degree as f64
    }
}

impl Problem for OneBody {
    fn evaluate(&mut self, rho: f64) {
        self.body.evaluate();
        let bodies = [&self.body.kinematics, &self.floor.kinematics];
        let rows = [&self.rows[0], &self.rows[1]];
        self.residual = self
            .pair
            .evaluate(Geometry::of_rows(rows), bodies, rho)
            .residual;
        let (force, torque) = self.pair.wrench(0);
        self.body.add_wrench(&force, &torque);
    }

    fn residual(&self) -> f64 {
        self.body.worst_residual().max(self.residual)
    }

    fn centrality(&self, rho: f64) -> f64 {
        let cones = self.pair.cones();
        cones.map(|c| c.centrality(rho)).fold(0.0, f64::max)
    }

    fn complementarity(&self) -> f64 {
        self.mean(ConeVars::complementarity)
    }

    fn predict(&mut self, rho: f64, _corrector: bool) -> bool {
        let bodies = [&self.body.kinematics, &self.floor.kinematics];
        let rows = [&self.rows[0], &self.rows[1]];
        let mut tangent = [[0.0; 6]; 6];
        let mut sides = [[0.0; 6]; 2];
        self.pair.condense(
            Geometry::of_rows(rows),
            bodies,
            rho,
            |row, columns, [affine, unit]| {
                tangent[row].copy_from_slice(columns);
                (sides[0][row], sides[1][row]) = (affine, unit);
            },
        );
        let block = &self.body;
        let freedoms = block.setup.freedoms;
        let n = freedoms.len();
        self.matrix = DMatrix::from_fn(n, n, |r, c| {
            let (row, column) = (freedoms[r], freedoms[c]);
            block.jacobian[row][column] - tangent[row][column]
        });
        for (affine, residual) in sides[0].iter_mut().zip(block.residual) {
            *affine -= residual;
        }
        self.solve_body(&[DirectionPart::Affine, DirectionPart::Unit], &sides);
        let bodies = [&self.body.kinematics, &self.floor.kinematics];
        for part in [DirectionPart::Affine, DirectionPart::Unit] {
            let motion = [self.body.direction[part], [0.0; 6]];
            self.pair.recover(part, bodies, motion.each_ref());
        }
        true
    }

    fn complementarity_after(&self, step: f64) -> f64 {
        self.mean(|c| c.complementarity_after(step))
    }

    fn correct(&mut self, excess: f64, corrector: bool) -> [f64; 2] {
        let bodies = [&self.body.kinematics, &self.floor.kinematics];
        let wrenches = self.pair.corrector_wrenches(bodies);
        let side = std::array::from_fn(|i| wrenches[i]);
        self.solve_body(&[DirectionPart::Corrector], &[side]);
        let motion = [self.body.direction[DirectionPart::Corrector], [0.0; 6]];
        let bodies = [&self.body.kinematics, &self.floor.kinematics];
        self.pair
            .recover(DirectionPart::Corrector, bodies, motion.each_ref());
        self.combine_both(excess, corrector).steps()
    }

    fn combine(&mut self, excess: f64, corrector: bool) -> f64 {
        1.0 / self.combine_both(excess, corrector).combined
    }

    fn advance(&mut self, step: f64, rho: f64) {
        let Combined { excess, corrected } = self.combined;
        self.body.advance(step);
        self.pair.advance(step, excess, corrected);
        self.evaluate(rho);
    }
}
