//! Records translated by hand, with sharper words than the record itself has.

/// What a translated record must do.
pub struct Case {
    /// The record's `given` in the language of scenes.
    pub text: String,
    /// Words that the message must contain: leaf of the field, reason, remedy.
    pub words: &'static [&'static str],
}

fn case(text: impl Into<String>, words: &'static [&'static str]) -> Option<Case> {
    let text = text.into();
    Some(Case { text, words })
}

const BLOCK: &str = "[shape.block.box]\nhalf_extents = [0.1, 0.1, 0.1]\n";
pub const BALL: &str = "[shape.ball.sphere]\nradius = 0.1\n";

/// One body called `b` with the shape `block` and further lines.
pub fn body(lines: &str) -> String {
    format!("{BLOCK}[[body]]\nname = \"b\"\nshape = \"block\"\n{lines}\n")
}

fn faces(count: usize) -> String {
    let rows = vec!["[1,0,0]"; count].join(",");
    let offsets = vec!["1"; count].join(",");
    format!("[shape.p.polytope]\nnormals = [{rows}]\noffsets = [{offsets}]\n")
}

/// The scene that says the same as the record `id`; `None` for ids not translated.
pub fn by_hand(id: &str) -> Option<Case> {
    match id.strip_prefix("bad-p-")? {
        "00" => case(
            body("mass = -1.0"),
            &["mass", "> 0, got -1", "positive mass"],
        ),
        "01" => case(body("mass = 0.0"), &["mass", "> 0, got 0", "positive mass"]),
        "02" => case(
            body("mass = 1\ninertia = [[1, 0.2, 0], [0, 1, 0], [0, 0, 1]]"),
            &["inertia", "entry (0,1)=0.2", "(1,0)=0", "symmetric"],
        ),
        "03" => case(
            body("mass = 1\ninertia = [1, 1, -0.1]"),
            &["inertia", "smallest principal moment is -0.1", "> 0"],
        ),
        "04" => case(
            body("mass = 1\ninertia = [1, 1, 3]"),
            &["inertia", "1+1 < 3", "sum of the two others"],
        ),
        "05" => case(
            body("position = [0, nan, 1]"),
            &["position[1]", "not a finite number", "finite coordinate"],
        ),
        "06" => case(
            body("quat_wxyz = [1.3, 0, 0, 0]"),
            &["quat_wxyz", "norm is 1.3", "normalise"],
        ),
        "07" => case(
            body("quat_wxyz = [0, 0, 0, 0]"),
            &["quat_wxyz", "norm is 0", "[1, 0, 0, 0]"],
        ),
        "08" => case(
            "[shape.s.sphere]\nradius = 0",
            &[
                "shape.s.sphere.radius",
                "> 0",
                "no interior",
                "positive radius",
            ],
        ),
        "09" => case(
            "[shape.c.capsule]\nradius = 0\nlength = 1",
            &["shape.c.capsule.radius", "no interior", "positive radius"],
        ),
        "10" => case(
            "[shape.c.capsule]\nradius = 0.1\nlength = -1",
            &["shape.c.capsule.length", ">= 0", "got -1", "cap centres"],
        ),
        "11" => case(
            "[shape.p.polytope]\nvertices = []",
            &[
                "shape.p.polytope.vertices",
                "empty list",
                "at least 4",
                "corners",
            ],
        ),
        "12" => case(
            "[shape.p.polytope]\nnormals = [[1,0,0], [0,1,0], [0,0,1]]\noffsets = [1, 1, 1]",
            &["shape.p.polytope.normals", "unbounded", "add faces"],
        ),
        "13" => case(
            "[shape.p.polytope]\nvertices = [[1,0,0], [2,0,0], [1,1,0], [1,0,1]]",
            &[
                "shape.p.polytope",
                "origin",
                "strictly inside",
                "shift the vertices",
            ],
        ),
        "14" => case(
            "[shape.p.polytope]\nvertices = [[1,1,0], [1,-1,0], [-1,1,0], [-1,-1,0], [0,0,0]]",
            &["shape.p.polytope.vertices", "flat", "thickness"],
        ),
        "15" => case(
            "[shape.p.polytope]\nnormals = [[1,0,0], [-1,0,0], [0,1,0], [0,-1,0], [0,0,1], \
             [0,0,-1], [0,0,0]]\noffsets = [1, 1, 1, 1, 1, 1, 1]",
            &[
                "shape.p.polytope.normals[6]",
                "zero length",
                "remove the row",
            ],
        ),
        "16" => case(
            "[shape.p.polytope]\nnormals = [[1,0,0], [-1,0,0], [0,1,0], [0,-1,0], [0,0,1], \
             [0,0,-1]]\noffsets = [1, 1, 1, 1, 1]",
            &[
                "offsets",
                "6 normals but 5 offsets",
                "one offset per normal",
            ],
        ),
        "17" => case(
            format!(
                "{BALL}[[body]]\nname = \"peg\"\nshape = \"ball\"\n[[body]]\nname = \"peg\"\n\
                 shape = \"ball\"\nposition = [1, 0, 0]"
            ),
            &[
                "body[1].name",
                "\"peg\" is already used by body[0]",
                "rename",
            ],
        ),
        "18" => case(
            "[shape.finger.sphere]\nradius = 0.1\n[[body]]\nname = \"b\"\nshape = \"fingr\"",
            &[
                "body.b.shape",
                "no shape \"fingr\"",
                "did you mean \"finger\"?",
            ],
        ),
        "19" => case(
            "[shape.a.minkowski]\nof = [\"b\", \"s\"]\n[shape.b.minkowski]\nof = [\"a\", \"s\"]\n\
             [shape.s.sphere]\nradius = 1",
            &["shape.a", "cycle a -> b -> a", "break the cycle"],
        ),
        "20" => case(
            "[shape.plane.halfspace]\nnormal = [0, 0, 1]\n[shape.s.sphere]\nradius = 1\n\
             [shape.m.minkowski]\nof = [\"plane\", \"s\"]",
            &[
                "shape.m.minkowski.of[0]",
                "unbounded and does not scale",
                "shift the plane",
            ],
        ),
        "21" => case(
            "[material.m]\nfriction = -0.3",
            &[
                "material.m.friction",
                ">= 0",
                "got -0.3",
                "use 0 for frictionless",
            ],
        ),
        "22" => case(
            "[simulation]\ntime_step = 0",
            &["simulation.time_step", "finite", "> 0", "e.g. 0.01"],
        ),
        "23" => case(
            "[simulation]\nrelaxation = 0",
            &[
                "simulation.relaxation",
                "needs rho > 0",
                "1e-6 (stiff) to 1e-2 (smooth)",
            ],
        ),
        "24" => case(
            format!(
                "{BALL}[[body]]\nname = \"a\"\nshape = \"ball\"\nposition = [0, 0, 0]\n[[body]]\n\
                 name = \"b\"\nshape = \"ball\"\nposition = [0, 0, 0]"
            ),
            &[
                "body.a.position, body.b.position",
                "overlap completely",
                "move them apart",
                "disable",
            ],
        ),
        "25" => case(
            "[shape.s.sphere]\nradius = 1e-12\n[shape.table.box]\nhalf_extents = [1, 1, 1]\n\
             [[body]]\nname = \"t\"\nshape = \"table\"\nfixed = true\n[[body]]\nname = \"s\"\n\
             shape = \"s\"\nposition = [0, 0, 2]",
            &[
                "shape.s.sphere.radius",
                "size ratio 1e12",
                "double precision",
                "rescale",
            ],
        ),
        "26" => case(
            format!(
                "{BALL}[[body]]\nname = \"a\"\nshape = \"ball\"\nmass = 1e-6\n[[body]]\n\
                 name = \"b\"\nshape = \"ball\"\nmass = 1e6\nposition = [0, 0, 0.2]"
            ),
            &[
                "body.a.mass, body.b.mass",
                "mass ratio 1e12",
                "lose accuracy",
                "rescale",
            ],
        ),
        "27" => case(
            faces(1_000_000),
            &[
                "shape.p.polytope.normals",
                "limit of 100000",
                "at most 2000 faces",
                "decimate",
            ],
        ),
        "28" => case(
            format!(
                "{BLOCK}[[body]]\nname = \"floor\"\nfixed = true\nshape = \"block\"\n[[body]]\n\
                 name = \"wall\"\nfixed = true\nshape = \"block\""
            ),
            &[],
        ),
        "29" => case(
            body(
                "[[joint]]\nname = \"hinge\"\ntype = \"revolute\"\nparent = \"b\"\nchild = \"arm\"",
            ),
            &["joint.hinge.child", "no body \"arm\"", "known are: b"],
        ),
        "30" => case(
            body(
                "[[joint]]\nname = \"hinge\"\ntype = \"revolute\"\nchild = \"b\"\naxis = [0, 0, 0]",
            ),
            &[
                "joint.hinge.axis",
                "a zero vector has no direction",
                "[0, 0, 1]",
            ],
        ),
        "31" => case(
            "[material.m]\nfrction = 0.5",
            &[
                "material.m.frction",
                "unknown key",
                "did you mean \"friction\"?",
            ],
        ),
        "32" => case(
            body("mass = \"two\""),
            &[
                "body.b.mass",
                "expected a number, found the text \"two\"",
                "2.0",
            ],
        ),
        "33" => case(
            "[[body]]\nname = \"a\"\nmass = 1.0\nposition = [0, 0, ",
            &["end of file", "unexpected end of input", "incomplete"],
        ),
        "34" => case(
            format!("x = {}", "[".repeat(100_000)),
            &["nesting deeper than the limit of 32", "flatten"],
        ),
        "35" => case("[[body]]\n".repeat(3_000_000), &["body", "limit of 10000"]),
        "36" => case("", &["file", "empty input", "[shape.ball.sphere]"]),
        "37" => case("body = []", &["no bodies"]),
        "38" => case(
            "[simulation]\ngravity = [0, 0, -inf]",
            &[
                "simulation.gravity[2]",
                "not a finite number",
                "[0, 0, -9.81]",
            ],
        ),
        "39" => case(
            "[shape.c.cone]\nheight = 1\nhalf_angle = 30",
            &[
                "shape.c.cone.half_angle",
                "(0, pi/2) radians, got 30",
                "30 degrees = 0.5236",
            ],
        ),
        _ => None,
    }
}
