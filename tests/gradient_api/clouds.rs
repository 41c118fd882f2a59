//! Derivatives of steps between clouds against central differences.

use crate::clouds::{GROUND, folder, scene, thing};
use crate::gradient_api::case::Case;
use crate::gradient_api::differences::compare_by;
use drystone::world::{Input, ParameterKind};

fn case(name: &'static str, bodies: &str) -> Case {
    let scene = scene(&folder(), "", bodies);
    let input = Input::hold(&scene.model, &scene.initial);
    Case {
        name,
        model: scene.model,
        state: scene.initial,
        input,
    }
}

#[test]
fn steps_between_clouds_are_differentiated() {
    let cube = "position = [0.01, 0.02, 0.12]\nrpy_deg = [4, 7, 11]\nvelocity = [0.5, 0.1, -1.0]\nangular_velocity = [0.3, -0.4, 1.0]";
    let cube = case("cube", &format!("{GROUND}{}", thing("cube", 0.04, cube)));
    let ring = "position = [0.01, 0.02, 0.06]\nrpy_deg = [20, 35, 30]\nvelocity = [0.1, 0.2, -0.5]";
    let ring = case("ring", &format!("{GROUND}{}", thing("torus", 0.008, ring)));
    let mug = format!(
        "{}[[body]]\nname = \"marble\"\nmass = 0.5\nshape = {{ sphere = {{ radius = 0.02 }} }}\nposition = [0.0625, 0.01, 0.03]\nvelocity = [-0.2, 0.05, 0.02]\nangular_velocity = [1, 2, 3]\n",
        thing("mug", 0.006, "")
    );
    let mug = case("marble on a mug", &mug);
    let cube = cube.until(&[("ground", "cube")]);
    let ring = ring.until(&[("ground", "torus")]);
    let mug = mug.until(&[("mug", "marble")]);
    for case in [&cube, &ring, &mug] {
        let is_shape = |kind: &ParameterKind| matches!(kind, ParameterKind::Shape { .. });
        let parameters = case.model.parameters().into_iter();
        let parameters: Vec<_> = parameters.filter(|p| !is_shape(&p.kind)).collect();
        for rho in [1e-2, 1e-4, 1e-6] {
            compare_by(case, rho, 1e-6, parameters.clone());
        }
    }
}
