//! The scenes of the study of step length. Each is given the time (s) by which its event is put
//! off, less than a step.

/// A scene.
#[derive(Debug)]
pub struct Case {
    /// Name of what happens in the scene.
    pub name: &'static str,
    /// How long, s; a whole number of the longest steps.
    pub seconds: f64,
    /// Order in theory; none where the motion has no limit as steps get finer.
    pub order: Option<f64>,
    /// Text of the scene without `[simulation]`.
    pub text: fn(f64) -> String,
}

/// All of them.
pub const SCENES: [Case; 8] = [
    Case {
        name: "box tumbles freely",
        seconds: 0.5,
        order: Some(2.0),
        text: tumbles,
    },
    Case {
        name: "box slides to a stop",
        seconds: 0.6,
        order: Some(1.0),
        text: slides,
    },
    Case {
        name: "ball slips, then rolls downhill",
        seconds: 0.6,
        order: Some(1.0),
        text: rolls,
    },
    Case {
        name: "spinning box lands on a corner, no friction",
        seconds: 0.24,
        order: Some(1.0),
        text: |late| lands(0.0, late),
    },
    Case {
        name: "spinning box lands on a corner, friction 0.4",
        seconds: 0.24,
        order: None,
        text: |late| lands(0.4, late),
    },
    Case {
        name: "rod falls on its end",
        seconds: 0.4,
        order: Some(1.0),
        text: topples,
    },
    Case {
        name: "two balls collide off centre",
        seconds: 0.4,
        order: Some(1.0),
        text: collide,
    },
    Case {
        name: "box hits a box",
        seconds: 0.4,
        order: Some(1.0),
        text: knocks,
    },
];

const GRAVITY: f64 = 9.81;

/// A floor; everything has the friction `mu`.
fn ground(mu: f64) -> String {
    format!(
        "[material.default]\nfriction = {mu}\n[shape.ground.halfspace]\nnormal = [0, 0, 1]\n\
         [[body]]\nname = \"ground\"\nfixed = true\nshape = \"ground\"\n"
    )
}

/// No event: the orientation at the start varies instead.
fn tumbles(late: f64) -> String {
    let angle = 50.0 * late;
    let (c, s) = (angle.cos(), angle.sin());
    format!(
        "[shape.stone.box]\nhalf_extents = [0.1, 0.06, 0.03]\n\
         [[body]]\nname = \"stone\"\nshape = \"stone\"\nmass = 1.0\nposition = [0, 0, 0]\n\
         quat_wxyz = [{c}, 0, {s}, 0]\nangular_velocity = [3, 5, 2]\n"
    )
}

/// Stops after v / (mu g), mu = 0.4.
fn slides(late: f64) -> String {
    let speed = 1.5 + 0.4 * GRAVITY * late;
    format!(
        "{}[shape.stone.box]\nhalf_extents = [0.1, 0.1, 0.05]\n\
         [[body]]\nname = \"stone\"\nshape = \"stone\"\nmass = 1.0\nposition = [0, 0, 0.05]\n\
         velocity = [{}, {}, 0]\n",
        ground(0.4),
        0.8 * speed,
        0.6 * speed
    )
}

/// Backspin on a slope of 10 degrees; the slip ends at about 0.2 s.
fn rolls(late: f64) -> String {
    let (c, s) = (10f64.to_radians().cos(), 10f64.to_radians().sin());
    let speed = 1.0 + 3.5 * 0.4 * GRAVITY * c * late;
    format!(
        "[material.default]\nfriction = 0.4\n\
         [shape.slope.halfspace]\nnormal = [{s}, 0, {c}]\n\
         [[body]]\nname = \"slope\"\nfixed = true\nshape = \"slope\"\n\
         [shape.ball.sphere]\nradius = 0.1\n\
         [[body]]\nname = \"ball\"\nshape = \"ball\"\nmass = 1.0\nposition = [{}, 0, {}]\n\
         velocity = [{}, 0.3, {}]\nangular_velocity = [0, -10, 2]\n",
        0.1 * s,
        0.1 * c,
        speed * c,
        -speed * s,
    )
}

/// Falls for about 0.2 s, lands at 2 m/s; the next corner follows after 10 ms.
///
/// An impact takes two steps: in the first the body goes on until it touches, in the second it loses
/// the rest of its approach. Where in the step it arrives decides how the impulse is shared between
/// them. Without friction, and where friction sticks, the sum is the same; where the slip turns
/// during the impact, each part points against its own slip, and the sum depends on the shares
/// however short the steps are.
fn lands(mu: f64, late: f64) -> String {
    let height = 0.3 + 2.0 * late;
    format!(
        "{}[shape.stone.box]\nhalf_extents = [0.1, 0.08, 0.06]\n\
         [[body]]\nname = \"stone\"\nshape = \"stone\"\nmass = 1.0\nposition = [0, 0, {height}]\n\
         quat_wxyz = [0.92338051687, 0.30779350563, 0.20519567042, 0.10259783521]\n\
         velocity = [0.3, 0, 0]\nangular_velocity = [1, -2, 3]\n",
        ground(mu)
    )
}

/// A rod that leans by 30 degrees falls for about 0.2 s and lands on its end.
fn topples(late: f64) -> String {
    let height = 0.35 + 2.0 * late;
    format!(
        "{}[shape.rod.capsule]\nradius = 0.02\nlength = 0.3\n\
         [[body]]\nname = \"rod\"\nshape = \"rod\"\nmass = 1.0\nposition = [0, 0, {height}]\n\
         quat_wxyz = [0.96592582629, 0, 0.2588190451, 0]\n",
        ground(0.4)
    )
}

/// They meet after about 0.2 s at 1.5 m/s; gravity moves both alike.
fn collide(late: f64) -> String {
    let start = -0.48 - 1.5 * late;
    format!(
        "[material.default]\nfriction = 0.4\n[shape.ball.sphere]\nradius = 0.1\n\
         [[body]]\nname = \"first\"\nshape = \"ball\"\nmass = 1.0\nposition = [{start}, 0.08, 0]\n\
         velocity = [1.5, 0, 0]\n\
         [[body]]\nname = \"second\"\nshape = \"ball\"\nmass = 2.0\nposition = [0, 0, 0]\n\
         angular_velocity = [0, 0, 5]\n"
    )
}

/// A turned box meets another after about 0.15 s, edge on face.
fn knocks(late: f64) -> String {
    let start = -0.45 - 1.5 * late;
    format!(
        "[material.default]\nfriction = 0.4\n[shape.stone.box]\nhalf_extents = [0.1, 0.1, 0.1]\n\
         [[body]]\nname = \"first\"\nshape = \"stone\"\nmass = 1.0\nposition = [{start}, 0.03, 0]\n\
         quat_wxyz = [0.96592582629, 0.2588190451, 0, 0]\n\
         velocity = [1.5, 0, 0]\nangular_velocity = [0, 0, 2]\n\
         [[body]]\nname = \"second\"\nshape = \"stone\"\nmass = 1.0\nposition = [0, 0, 0]\n"
    )
}
