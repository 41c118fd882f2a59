//! Names that other programs have for keys of scenes, and for what scenes do not have.

/// A key of another program, the keys here that may be meant, and the remedy.
type Alias = (
    &'static [&'static str],
    &'static [&'static str],
    &'static str,
);

const TURN: &str =
    "orientations are quat_wxyz = [w, x, y, z], rpy = [...] in rad or rpy_deg = [...] in degrees";

const ALIASES: &[Alias] = &[
    (
        &["dt", "timestep", "step", "h"],
        &["time_step"],
        "write time_step = ... in seconds",
    ),
    (
        &["size", "sizes", "extents", "dimensions"],
        &["half_extents"],
        "write half_extents = [...], half of every side, m",
    ),
    (
        &["size", "sizes", "height", "half_length"],
        &["length"],
        "write length = ..., m",
    ),
    (
        &["radius1", "radius2", "r1", "r2", "radius"],
        &["radii"],
        "write radii = [r1, r2], m",
    ),
    (
        &["size", "diameter"],
        &["radius"],
        "write radius = ..., m: half of the diameter",
    ),
    (&["r"], &["radius"], "write radius = ..., m"),
    (
        &["quat_xyzw", "xyzw"],
        &["quat_wxyz"],
        "write quat_wxyz with the scalar first: [w, x, y, z]",
    ),
    (
        &[
            "orientation",
            "rotation",
            "quat",
            "quaternion",
            "euler",
            "rpy",
            "rpy_deg",
        ],
        &["quat_wxyz"],
        TURN,
    ),
    (
        &["colour", "rgba", "rgb"],
        &["color"],
        "write color = [red, green, blue], each from 0 to 1",
    ),
    (
        &["pos", "xyz", "translation", "origin"],
        &["position"],
        "write position = [...], m",
    ),
    (
        &["vel", "linear_velocity"],
        &["velocity"],
        "write velocity = [...], m/s",
    ),
    (
        &["omega", "angvel"],
        &["angular_velocity"],
        "write angular_velocity = [...], rad/s, world axes",
    ),
    (
        &["static", "is_static", "immovable"],
        &["fixed"],
        "write fixed = true",
    ),
    (
        &["kinematic"],
        &["prescribed"],
        "write prescribed = { keyframes = [...] }",
    ),
    (&["g"], &["gravity"], "write gravity = [...], m/s^2"),
    (
        &["stiffness", "kp"],
        &["motor", "spring"],
        "write motor = { type = \"position\", stiffness = ... } or spring = { stiffness = ... }",
    ),
    (
        &["range", "lower", "upper"],
        &["limits"],
        "write limits = [lower, upper], rad or m",
    ),
    (
        &["mask", "collides_with", "touches"],
        &["collision_mask"],
        "write collision_mask = [...], names of groups and bodies",
    ),
    (
        &["friction", "mu", "value"],
        &["coefficient"],
        "write coefficient = ...",
    ),
    (
        &["friction", "mu", "torsional_friction"],
        &["material"],
        "friction is that of a material: [material.NAME] with friction = ..., and material = \"NAME\" here",
    ),
];

/// What scenes do not have, and why.
const MISSING: &[(&[&str], &str)] = &[(
    &["restitution", "bounce", "elasticity"],
    "there is none: contact is inelastic (docs/accuracy.md); remove the key",
)];

/// Returns the remedy for a key that another program has, where `known` are the keys that may stand there.
pub(super) fn meant(name: &str, known: &[String]) -> Option<String> {
    let missing = MISSING.iter().find(|(names, _)| names.contains(&name));
    if let Some((_, why)) = missing {
        return Some((*why).to_string());
    }
    let possible = |keys: &[&str]| keys.iter().any(|key| known.iter().any(|k| k == key));
    let found = ALIASES
        .iter()
        .find(|(names, keys, _)| names.contains(&name) && possible(keys));
    found.map(|(.., fix)| (*fix).to_string())
}

/// Returns what to do with a file that is no scene, by the ending of its name.
pub(super) fn foreign(name: &str) -> Option<&'static str> {
    let ending = name.rsplit_once('.')?.1.to_ascii_lowercase();
    Some(match ending.as_str() {
        "sdf" | "world" => "SDF is not read: convert it to URDF or MJCF, which are",
        "usd" | "usda" | "usdc" | "usdz" => "USD is not read: export it as MJCF or URDF, which are",
        "xacro" => "xacro is not read: expand it first (xacro robot.xacro > robot.urdf)",
        "stl" | "obj" | "dae" => {
            "a mesh is a shape of a scene: [shape.NAME.mesh] with file = \"...\""
        }
        "glb" | "gltf" => {
            "glTF is written (drystone export --glb) and not read: use STL, OBJ or Collada for meshes"
        }
        "jsonl" | "json" => "recordings are read by drystone view, plot and export",
        _ => return None,
    })
}
