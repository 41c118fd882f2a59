//! The scenes whose steps are held against the laws of contact.

/// A scene: name and text without `[simulation]`.
pub const SCENES: [(&str, &str); 6] = [
    ("box drops and tumbles", DROP),
    ("box slides", SLIDE),
    ("stack of 4", STACK),
    ("peg drops into a hole", PEG),
    ("coin spins on its rim", COIN),
    ("ball pushes a box", PUSH),
];

const DROP: &str = r#"
[material.default]
friction = 0.5
[shape.ground.halfspace]
normal = [0, 0, 1]
[shape.stone.box]
half_extents = [0.1, 0.08, 0.06]
[[body]]
name = "ground"
fixed = true
shape = "ground"
[[body]]
name = "stone"
shape = "stone"
mass = 1
position = [0, 0, 0.35]
quat_wxyz = [0.9233805168766387, 0.3077935056255462, 0.20519567041703082, 0.10259783520851541]
velocity = [0.5, 0.2, 0]
angular_velocity = [2, -3, 4]
"#;

const SLIDE: &str = r#"
[material.default]
friction = 0.4
[shape.floor.box]
half_extents = [2, 2, 0.1]
[shape.stone.box]
half_extents = [0.1, 0.1, 0.05]
[[body]]
name = "floor"
fixed = true
shape = "floor"
position = [0, 0, -0.1]
[[body]]
name = "stone"
shape = "stone"
mass = 1
position = [0, 0, 0.05]
velocity = [2.0, 1.2, 0]
angular_velocity = [0, 0, 3]
"#;

const STACK: &str = r#"
[material.default]
friction = 0.5
[shape.ground.halfspace]
normal = [0, 0, 1]
[shape.stone.box]
half_extents = [0.1, 0.1, 0.1]
[[body]]
name = "ground"
fixed = true
shape = "ground"
[[body]]
name = "first"
shape = "stone"
mass = 1
position = [0, 0, 0.11]
[[body]]
name = "second"
shape = "stone"
mass = 1
position = [0.03, 0.01, 0.33]
quat_wxyz = [0.995, 0, 0, 0.0998749]
[[body]]
name = "third"
shape = "stone"
mass = 1
position = [0.0, -0.02, 0.55]
[[body]]
name = "fourth"
shape = "stone"
mass = 1
position = [0.02, 0.02, 0.77]
quat_wxyz = [0.98, 0, 0, 0.1989975]
"#;

const PEG: &str = r#"
[material.default]
friction = 0.3
[shape.peg.box]
half_extents = [0.0475, 0.0475, 0.12]
[shape.slab.box]
half_extents = [0.2, 0.2, 0.05]
[shape.wall_x.box]
half_extents = [0.05, 0.2, 0.1]
[shape.wall_y.box]
half_extents = [0.05, 0.05, 0.1]
[[body]]
name = "floor"
fixed = true
shape = "slab"
position = [0, 0, -0.05]
[[body]]
name = "left"
fixed = true
shape = "wall_x"
position = [-0.1, 0, 0.1]
[[body]]
name = "right"
fixed = true
shape = "wall_x"
position = [0.1, 0, 0.1]
[[body]]
name = "front"
fixed = true
shape = "wall_y"
position = [0, -0.1, 0.1]
[[body]]
name = "back"
fixed = true
shape = "wall_y"
position = [0, 0.1, 0.1]
[[body]]
name = "peg"
shape = "peg"
mass = 1
position = [0.001537, -0.003442, 0.322876]
quat_wxyz = [0.999887502109, 0.013926628101, 0.00557065124041, 0]
"#;

const COIN: &str = r#"
[material.default]
friction = 0.5
[shape.ground.halfspace]
normal = [0, 0, 1]
[shape.coin.cylinder]
radius = 0.1
length = 0.02
[[body]]
name = "ground"
fixed = true
shape = "ground"
[[body]]
name = "coin"
shape = "coin"
mass = 0.5
position = [0, 0, 0.102]
quat_wxyz = [0.7372773368, 0.6755902076, 0, 0]
angular_velocity = [0, 0.5, 12]
"#;

const PUSH: &str = r#"
[material.default]
friction = 0.5
[shape.ground.halfspace]
normal = [0, 0, 1]
[shape.stone.box]
half_extents = [0.05, 0.05, 0.05]
[shape.tip.sphere]
radius = 0.02
[[body]]
name = "ground"
fixed = true
shape = "ground"
[[body]]
name = "stone"
shape = "stone"
mass = 0.5
position = [0, 0, 0.05]
[[body]]
name = "finger"
shape = "tip"
[body.prescribed]
keyframes = [
    { time = 0.0, position = [-0.09, 0.02, 0.04] },
    { time = 0.8, position = [0.07, 0.02, 0.04] },
]
"#;
