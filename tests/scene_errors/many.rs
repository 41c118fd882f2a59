//! All mistakes of a file are told at once, one of each table, and none that follows from another.

use drystone::Error;
use drystone::scene::Scene;

fn mistakes(text: &str) -> Vec<Error> {
    let first = Scene::parse(text, "many.toml").expect_err(text);
    let others = first.others.clone();
    [first].into_iter().chain(others).collect()
}

fn lines(text: &str) -> Vec<usize> {
    let mistakes = mistakes(text);
    let places = mistakes
        .iter()
        .map(|e| e.place.as_ref().map_or(0, |place| place.line));
    places.collect()
}

const MANY: &str = "[simulation]
timestep = 0.01

[material.ice]
friction = -1

[shape.ball.sphere]
radus = 0.1

[shape.brick.box]
half_extents = [0.1, 0.1]

[[body]]
name = \"floor\"
fixed = true
shape = { halfspace = { normal = [0, 0, 1] } }

[[body]]
name = \"ball\"
shape = \"ball\"
material = \"ice\"

[[body]]
name = \"brick\"
shape = \"brick\"

[[body]]
name = \"stone\"
shape = { sphere = { radius = 0.1 } }
quat_wxyz = [0, 0, 0, 0]
mass = 1

[body.driven]
stiffness = 100
damping = 1

[[wrench]]
body = \"stone\"
force = [1, 0]

[[joint]]
name = \"hinge\"
type = \"revolut\"
child = \"floor\"
";

#[test]
fn every_table_with_a_mistake_is_told() {
    assert_eq!(lines(MANY), [2, 5, 8, 11, 30, 39, 43]);
    let text = Scene::parse(MANY, "many.toml")
        .expect_err("many")
        .to_string();
    for words in [
        "time_step",
        "friction",
        "\"radius\"",
        "3 entries",
        "norm is 0",
        "\"revolute\"",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert_eq!(text.matches("remedy").count(), 7);
}

#[test]
fn what_follows_from_a_mistake_is_none() {
    // the ball is missing only because its own table is wrong
    let text = "[shape.ball.sphere]\nradius = 0\n[[body]]\nname = \"a\"\nshape = \"ball\"\n[[wrench]]\nbody = \"a\"\n";
    assert_eq!(lines(text), [2]);
    // a mistake of its own is told, too
    let text = text.replace("[[wrench]]", "[material.x]\nfriktion = 1\n[[wrench]]");
    assert_eq!(lines(&text), [2, 7]);
}

#[test]
fn no_more_than_twenty_are_told() {
    let bodies = (0..50).map(|k| format!("[[body]]\nname = \"b{k}\"\nmas = 1\n"));
    assert_eq!(lines(&bodies.collect::<String>()).len(), 20);
}

#[test]
fn text_that_is_no_toml_is_one_mistake_of_its_table() {
    let text = "[shape.ball.sphere]\nradius = = 1\n[[body]]\nname = \"a\"\nmas = 1\n";
    assert_eq!(lines(text), [2, 5]);
    assert_eq!(lines("radius = = 1\n"), [1]);
}

/// Rows of a list that begin a line are no tables.
#[test]
fn lists_of_lists_are_not_cut() {
    let text = "[shape.wedge.polytope]
scale = 2
vertices = [
[-0.05, -0.05, -0.05],
[0.1, 0, 0],
[0, 0.1, 0],
[0, 0, 0.1],
]

  [[body]]
  name = \"a\"
  mas = 1

[[wrench]]
body = \"b\"
force = [
1, 0]
";
    assert_eq!(lines(text), [2, 12, 16]);
}

/// Groups, copies and links of robots that go with what was taken out are not missed.
#[test]
fn what_goes_along_is_not_missed() {
    let ball = "shape = { sphere = { radius = 0.1 } }\n";
    let grouped = format!(
        "[[body]]\nname = \"a\"\ngroup = \"g\"\nmas = 1\n[[body]]\nname = \"b\"\n{ball}\
         [[no_contact]]\nbetween = [\"g\", \"b\"]\n"
    );
    assert_eq!(lines(&grouped), [4]);
    let copied = format!(
        "[[body]]\nname = \"a\"\nmas = 1\n[[body]]\nname = \"b\"\n{ball}\
         [[repeat]]\nbody = \"a\"\ncount = 3\n[[no_contact]]\nbetween = [\"a_2\", \"b\"]\n"
    );
    assert_eq!(lines(&copied), [3]);
    let robot = format!(
        "[[robot]]\nfile = \"none.urdf\"\n[[body]]\nname = \"b\"\n{ball}[[no_contact]]\nbetween = [\"hand\", \"b\"]\n\
         [material.x]\nfriction = -1\n"
    );
    assert_eq!(lines(&robot), [2, 9]);
}

/// Paths that lead through what was taken out are not missed, nor is a table whose part was taken out; entries of lists keep their numbers.
#[test]
fn paths_and_parts_are_not_missed() {
    let shape = "[[body]]\nname = \"a\"\nmass = 1\n[body.shape.box]\nhalf_extents = [1]\n";
    assert_eq!(lines(shape), [5]);
    let design = "[shape.foot.hulls]
hulls = [[\"a\", \"b\", \"c\", \"tow\"]]

[shape.foot.hulls.points]
a = [0, 0, 0]
b = [0.1, 0, 0]
c = [0, 0.1, 0]
toe = [0, 0, 0.1]

[[body]]
name = \"left\"
shape = \"foot\"

[[design.loss]]
kind = \"position\"
body = \"left\"
target = [1, 0, 0]
at = 0.1

[[design.variable]]
name = \"height\"
moves = { \"shape.foot.hulls.points.toe[2]\" = 1 }

[[design.variable]]
moves = { \"body.left.mass\" = 1 }

[[design.variable]]
name = \"width\"
movs = { \"shape.foot.hulls.points.toe[1]\" = 1 }

[[design.variable]]
name = \"length\"
moves = { \"shape.feet.hulls.points.toe[0]\" = 1 }
";
    let mistakes = mistakes(design);
    let told: Vec<(usize, &str)> = mistakes
        .iter()
        .map(|e| (e.place.as_ref().map_or(0, |p| p.line), e.field.as_str()))
        .collect();
    let own = [
        (2, "shape.foot.hulls.hulls[0][3]"),
        (29, "design.variable.width.movs"),
        (33, "design.variable[3].moves"),
    ];
    assert_eq!(told, own);
}
