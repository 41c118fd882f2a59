//! Values of other units bring a word.

use drystone::scene::Scene;

fn words(text: &str) -> Vec<String> {
    let scene = Scene::parse(text, "units.toml").unwrap_or_else(|e| panic!("{e}"));
    scene.warnings.iter().map(ToString::to_string).collect()
}

/// A floor and a box of a half-size, m, with further keys.
fn text(half: f64, keys: &str) -> String {
    format!(
        "[shape.ground.halfspace]\nnormal = [0, 0, 1]\n[[body]]\nname = \"floor\"\nfixed = true\nshape = \"ground\"\n\
         [[body]]\nname = \"box\"\nshape = {{ box = {{ half_extents = [{half}, {half}, {half}] }} }}\n\
         position = [0, 0, {}]\n{keys}\n",
        2.0 * half
    )
}

#[test]
fn usual_values_bring_none() {
    assert!(words(&text(0.05, "velocity = [3, 0, 0]\ndensity = 7800")).is_empty());
}

#[test]
fn values_of_other_units_bring_one_each() {
    for (half, keys, field, fix) in [
        (50.0, "mass = 1", "body.box.shape", "50 mm as 0.05"),
        (5e-5, "", "body.box.shape", "metres"),
        (0.05, "mass = 2e5", "body.box.mass", "kilograms"),
        (0.05, "density = 0.5", "body.box.density", "1 g/cm^3"),
        (0.05, "density = 78000", "body.box.density", "kg/m^3"),
        (0.05, "velocity = [0, 0, -300]", "body.box.velocity", "m/s"),
    ] {
        let words = words(&text(half, keys));
        assert_eq!(words.len(), 1, "{words:?}");
        assert!(
            words[0].contains(field) && words[0].contains(fix),
            "{words:?}"
        );
        assert!(words[0].contains("units.toml:"), "{words:?}");
    }
}

#[test]
fn a_box_in_millimetres_brings_its_mass_too() {
    let words = words(&text(50.0, ""));
    assert!(words.iter().any(|w| w.contains("1.000e9 kg")), "{words:?}");
}

#[test]
fn a_scene_in_which_everything_falls_for_ever_brings_one() {
    let ball = "[[body]]\nname = \"ball\"\nshape = { sphere = { radius = 0.1 } }\n";
    let falling = words(ball);
    assert!(
        falling.len() == 1 && falling[0].contains("falls for ever"),
        "{falling:?}"
    );
    assert!(words(&format!("[simulation]\ngravity = [0, 0, 0]\n{ball}")).is_empty());
}
