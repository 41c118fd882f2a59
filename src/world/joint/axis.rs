//! The limits, springs, damper, friction, armature and motor along one coordinate of a joint.

/// A spring along a coordinate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spring {
    /// The stiffness, N m/rad or N/m.
    pub stiffness: f64,
    /// The value of the coordinate at which the spring is relaxed, rad or m.
    pub rest: f64,
    /// Whether the force is that of the coordinate at the start of the step (it keeps energy, and needs omega h < 2) instead of
    /// that at its end (it damps).
    pub symplectic: bool,
}

/// A motor along a coordinate. Limits are of the effort's magnitude, N m or N; infinite without one.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Motor {
    /// The motor exerts the commanded effort, cut off at the limit.
    Effort {
        /// The largest effort.
        limit: f64,
    },
    /// The motor pulls towards the commanded position and velocity, both at the end of the step.
    Position {
        /// The gain of the position, N m/rad or N/m.
        stiffness: f64,
        /// The gain of the velocity, N m s/rad or N s/m.
        damping: f64,
        /// The largest effort.
        limit: f64,
    },
    /// The motor pulls towards the commanded velocity.
    Velocity {
        /// The gain of the velocity, N m s/rad or N s/m; infinite for a motor that slips at its limit only.
        damping: f64,
        /// The largest effort.
        limit: f64,
    },
}

impl Motor {
    /// Returns a motor that exerts the commanded effort, at most `limit` (N m or N).
    pub fn effort(limit: f64) -> Self {
        Self::Effort { limit }
    }

    /// Returns a motor that pulls towards the commanded position with `stiffness` (N m/rad or N/m) and `damping` (N m s/rad or
    /// N s/m), and an effort of at most `limit` (N m or N).
    pub fn position(stiffness: f64, damping: f64, limit: f64) -> Self {
        Self::Position {
            stiffness,
            damping,
            limit,
        }
    }

    /// Returns a motor that pulls towards the commanded velocity with `damping` (N m s/rad or N s/m; infinite for a motor that
    /// gives way at its limit only), and an effort of at most `limit` (N m or N).
    pub fn velocity(damping: f64, limit: f64) -> Self {
        Self::Velocity { damping, limit }
    }

    /// Returns the largest effort, N m or N.
    pub fn limit(&self) -> f64 {
        match *self {
            Self::Effort { limit }
            | Self::Position { limit, .. }
            | Self::Velocity { limit, .. } => limit,
        }
    }

    /// Returns the name of the kind as in scenes.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Effort { .. } => "effort",
            Self::Position { .. } => "position",
            Self::Velocity { .. } => "velocity",
        }
    }
}

/// The command of a motor during a step.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct MotorCommand {
    /// The position at the end of the step, rad or m; position motors use it.
    pub position: f64,
    /// The velocity at the end of the step, rad/s or m/s; position and velocity motors use it.
    pub velocity: f64,
    /// The effort, N m or N; effort motors use it.
    pub effort: f64,
}

/// The limits, springs, damper, friction, armature and motor that act along one coordinate of a joint.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JointAxis {
    /// The least and the largest value, rad or m; infinite without a limit.
    pub limits: [f64; 2],
    /// The spring, if any.
    pub spring: Option<Spring>,
    /// The damping, N m s/rad or N s/m.
    pub damping: f64,
    /// The Coulomb friction, N m or N.
    pub friction: f64,
    /// The inertia of what turns with the coordinate, such as a rotor through its gear, kg m^2 or kg.
    pub armature: f64,
    /// The motor, if any.
    pub motor: Option<Motor>,
}

impl Default for JointAxis {
    fn default() -> Self {
        Self {
            limits: [f64::NEG_INFINITY, f64::INFINITY],
            spring: None,
            damping: 0.0,
            friction: 0.0,
            armature: 0.0,
            motor: None,
        }
    }
}

impl JointAxis {
    /// Returns an axis with these limits, rad or m.
    #[must_use]
    pub fn limits(mut self, lower: f64, upper: f64) -> Self {
        self.limits = [lower, upper];
        self
    }

    /// Returns the axis with a spring whose force is that at the end of the step.
    #[must_use]
    pub fn spring(mut self, stiffness: f64, rest: f64) -> Self {
        self.spring = Some(Spring {
            stiffness,
            rest,
            symplectic: false,
        });
        self
    }

    /// Returns the axis with a damper, N m s/rad or N s/m.
    #[must_use]
    pub fn damping(mut self, damping: f64) -> Self {
        self.damping = damping;
        self
    }

    /// Returns the axis with Coulomb friction, N m or N.
    #[must_use]
    pub fn friction(mut self, friction: f64) -> Self {
        self.friction = friction;
        self
    }

    /// Returns the axis with an armature, kg m^2 or kg.
    #[must_use]
    pub fn armature(mut self, armature: f64) -> Self {
        self.armature = armature;
        self
    }

    /// Returns the axis with a motor.
    #[must_use]
    pub fn motor(mut self, motor: Motor) -> Self {
        self.motor = Some(motor);
        self
    }
}
