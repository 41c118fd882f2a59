//! Hulls of points as written: names, sharing, mistakes, and that a resolved scene says the same.

use drystone::scene::Scene;
use drystone::world::ContactModel;

const POINTS: &str = "points = { tip = [0.4, 0.3, 0.3], a = [0.5, 0.2, 0.1], b = [0.3, 0.2, 0.1], c = [0.4, 0.5, 0.1], core = [0.4, 0.3, 0.15] }";

/// A scene with one body; the shape begins in line 4.
fn text(kind: &str, lines: &str) -> String {
    format!("[[body]]\nname = \"leg\"\nshape = \"foot\"\n[shape.foot.{kind}]\n{lines}\n")
}

fn parse(kind: &str, lines: &str) -> Scene {
    Scene::parse(&text(kind, lines), "hull.toml").unwrap_or_else(|e| panic!("{e}"))
}

fn parameters(scene: &Scene) -> Vec<String> {
    let all = scene.model.parameters().into_iter().map(|p| p.name);
    all.filter(|name| name.contains("points")).collect()
}

#[test]
fn coordinates_of_points_are_parameters_with_the_numbers_of_the_scene() {
    let scene = parse("hull", &format!("{POINTS}\nradius = 0.01"));
    assert_eq!(parameters(&scene).len(), 15);
    let of = |name: &str| scene.model.parameter(name).unwrap().value;
    assert_eq!(of("leg.foot.shape.points[tip].z"), 0.3);
    assert_eq!(of("leg.foot.shape.points[core].z"), 0.15);
    assert_eq!(of("leg.foot.shape.radius"), 0.01);
    let list = "points = [[0.4, 0.3, 0.3], [0.5, 0.2, 0.1], [0.3, 0.2, 0.1], [0.4, 0.5, 0.1]]";
    let scene = parse("hull", list);
    let first = scene.model.parameter("leg.foot.shape.points[0].y");
    assert_eq!(first.unwrap().value, 0.3);
}

#[test]
fn points_of_hulls_are_parameters_of_the_body() {
    let hulls = "hulls = [[\"tip\", \"a\", \"b\", \"c\"], [\"core\", \"a\", \"b\", \"c\"]]";
    let scene = parse("hulls", &format!("{POINTS}\n{hulls}"));
    assert_eq!(scene.model.bodies[0].parts.len(), 2);
    assert_eq!(parameters(&scene).len(), 15);
    let shared = scene.model.parameter("leg.foot.points[a].x").unwrap();
    assert_eq!(shared.value, 0.5);
    assert_eq!(scene.model.shaped_parts(shared.kind).len(), 2);
    let alone = scene.model.parameter("leg.foot.points[tip].x").unwrap();
    assert_eq!(scene.model.shaped_parts(alone.kind).len(), 1);
}

#[test]
fn a_resolved_scene_with_hulls_of_points_is_the_same_scene() {
    let hulls = "hulls = [[\"tip\", \"a\", \"b\", \"c\"], [\"core\", \"a\", \"b\", \"c\"]]";
    for (kind, lines) in [
        (
            "hull",
            format!("{POINTS}\nradius = 0.01\nmass_from = \"mesh\""),
        ),
        ("hull", format!("{POINTS}\nmass_from = \"vertices\"")),
        ("hulls", format!("{POINTS}\nradius = 0.01\n{hulls}")),
    ] {
        let scene = parse(kind, &lines);
        let again = Scene::parse(&scene.resolved(), "again.toml").unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(scene.model.fingerprint(), again.model.fingerprint());
    }
}

#[test]
fn mass_comes_from_what_the_scene_says() {
    let mass = |lines: &str| {
        let body = &parse("hull", &format!("{POINTS}\n{lines}")).model.bodies[0];
        (body.mass, body.inertia)
    };
    let solid = mass("");
    // 1000 kg/m^3 times a sixth of the base edges and the height.
    assert!((solid.0 - 1000.0 * 0.2 * 0.3 * 0.2 / 6.0).abs() < 1e-12);
    let mesh = mass("mass_from = \"mesh\"");
    assert!((mesh.1 - solid.1).amax() < 1e-12 * solid.1.amax());
    let points = mass("mass_from = \"vertices\"");
    assert!((points.0 - solid.0).abs() < 1e-12);
    assert!(points.1.trace() > 1.5 * solid.1.trace());
}

#[test]
fn all_convex_contact_models_take_a_hull_of_points() {
    for name in [
        "single_level",
        "bilevel_soft",
        "soft_minimum",
        "separating_plane",
    ] {
        let lines = format!("{POINTS}\n[simulation]\ncontact_model = \"{name}\"");
        let model = parse("hull", &lines).model;
        assert_eq!(model.contact_model.name(), name);
        let hull = model.bodies[0].parts[0].hull.as_ref();
        let points = hull.map(|hull| hull.points.len());
        let expected = (model.contact_model == ContactModel::SeparatingPlane).then_some(5);
        assert_eq!(points, expected);
    }
}

/// Kind, lines behind those of the points where they begin with `..`, words of the message.
const MISTAKES: [(&str, &str, [&str; 3]); 14] = [
    (
        "hull",
        "points = { a = [0, 0, 0], b = [1, 0, 0], c = [0, 1, 0] }",
        ["hull.toml:5:", "points", "3 points; at least 4"],
    ),
    (
        "hull",
        "points = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]",
        [
            "hull.toml:5:",
            "flat: thickness 0 along (0,0,1)",
            "give it thickness",
        ],
    ),
    (
        "hull",
        "points = { a = [0, 0, nan], b = [1, 0, 0], c = [0, 1, 0], d = [0, 0, 1] }",
        ["hull.toml:5:", "points.a", "finite metres"],
    ),
    (
        "hull",
        "points = { a = [0, 0, 0], a = [1, 0, 0] }",
        ["hull.toml:5:", "the key is there already", "remove one"],
    ),
    (
        "hull",
        "points = { \"a.x\" = [0, 0, 0], b = [1, 0, 0], c = [0, 1, 0], d = [0, 0, 1] }",
        ["hull.toml:5:", "\"a.x\" is not a name", "use letters"],
    ),
    (
        "hull",
        "points = 3",
        ["hull.toml:5:", "a list of points or a table", "tip"],
    ),
    (
        "hull",
        "..radius = 0.0",
        ["hull.toml:6:", "radius", "leave it out"],
    ),
    (
        "hull",
        "..mass_from = \"shell\"",
        ["hull.toml:6:", "shell", "solid"],
    ),
    (
        "hulls",
        "..hulls = [ALL, [\"tip\", \"a\", \"b\", \"d\"]]",
        ["hull.toml:6:", "hulls[1][3]", "no point \"d\""],
    ),
    (
        "hulls",
        "..hulls = [ALL, [\"tip\", \"a\", \"b\", \"a\"]]",
        [
            "hull.toml:6:",
            "\"a\" is twice in the hull",
            "remove it once",
        ],
    ),
    (
        "hulls",
        "..hulls = [ALL, [\"tip\", \"a\", \"b\"]]",
        ["hull.toml:6:", "hulls[1]", "3 points; at least 4"],
    ),
    (
        "hulls",
        "..hulls = [[\"tip\", \"a\", \"b\", \"c\"]]",
        ["hull.toml:5:", "points.core", "add it to a hull"],
    ),
    (
        "hulls",
        "..hulls = []",
        ["hull.toml:6:", "empty list", "list the names"],
    ),
    (
        "hulls",
        "points = [[0, 0, 0]]\nhulls = []",
        ["hull.toml:5:", "by their names", "write them as a table"],
    ),
];

#[test]
fn mistakes_in_hulls_name_line_field_reason_and_remedy() {
    let all = "[\"tip\", \"a\", \"b\", \"c\", \"core\"]";
    for (kind, lines, words) in MISTAKES {
        let lines = lines
            .replace("..", &format!("{POINTS}\n"))
            .replace("ALL", all);
        let error = Scene::parse(&text(kind, &lines), "hull.toml");
        let error = error.expect_err("a mistake").to_string();
        for word in words {
            assert!(error.contains(word), "{lines}\n{word}\n{error}");
        }
    }
}
