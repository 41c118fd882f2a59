//! Robots from URDF files: what becomes of links and joints, what is said, what is refused.

#[path = "robots/convert.rs"]
mod convert;
#[path = "robots/damaged.rs"]
mod damaged;
#[path = "robots/files.rs"]
mod files;
#[path = "robots/links.rs"]
mod links;
#[path = "robots/movement.rs"]
mod movement;
#[path = "robots/refused.rs"]
mod refused;

use drystone::scene::{Overrides, Scene};

/// An arm of two links: a camera is welded to the second one, a wheel follows the elbow.
const ARM: &str = r#"<robot name="arm">
  <link name="base"><collision><geometry><box size="0.2 0.2 0.1"/></geometry></collision></link>
  <link name="upper">
    <inertial><origin xyz="0 0 0.2"/><mass value="2"/><inertia ixx="0.03" iyy="0.03" izz="0.002"/></inertial>
    <collision><origin xyz="0 0 0.2"/><geometry><cylinder radius="0.03" length="0.3"/></geometry></collision>
  </link>
  <link name="lower">
    <inertial><origin xyz="0 0 0.1" rpy="0 0 1.5707963267948966"/><mass value="1"/>
      <inertia ixx="0.004" ixy="0" ixz="0" iyy="0.008" iyz="0" izz="0.005"/></inertial>
  </link>
  <link name="camera"><inertial><mass value="0.5"/><inertia ixx="0.001" iyy="0.001" izz="0.001"/></inertial></link>
  <link name="wheel"><inertial><mass value="0.1"/><inertia ixx="1e-4" iyy="1e-4" izz="1e-4"/></inertial></link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="upper"/><origin xyz="0 0 0.1"/><axis xyz="0 2 0"/>
    <limit lower="-2" upper="2" effort="40" velocity="3"/><dynamics damping="0.5" friction="0.1"/>
  </joint>
  <joint name="elbow" type="continuous">
    <parent link="upper"/><child link="lower"/><origin xyz="0 0 0.4" rpy="0 0 0.5"/><axis xyz="0 1 0"/>
    <limit effort="0" velocity="3"/>
  </joint>
  <joint name="mount" type="fixed"><parent link="lower"/><child link="camera"/><origin xyz="0 0.1 0.3"/></joint>
  <joint name="roll" type="revolute">
    <parent link="lower"/><child link="wheel"/><axis xyz="1 0 0"/><limit lower="-9" upper="9" effort="1" velocity="1"/>
    <mimic joint="elbow" multiplier="-2" offset="0.25"/>
  </joint>
</robot>"#;

/// Reads a robot from its text.
fn robot(text: &str) -> Scene {
    Scene::parse(text, "arm.urdf").expect("a robot")
}

/// Reads a robot whose base moves, with masses mended.
fn floating(text: &str) -> drystone::Result<Scene> {
    let overrides = Overrides {
        floating: true,
        repair: true,
        ..Overrides::default()
    };
    Scene::parse_with(text, "arm.urdf", &overrides)
}

/// Returns the words of all warnings.
fn words(scene: &Scene) -> Vec<String> {
    let said = scene.warnings.iter();
    said.map(|warning| warning.why.clone()).collect()
}

/// Returns the index of a body.
fn body(scene: &Scene, name: &str) -> usize {
    let mut bodies = scene.model.bodies.iter();
    bodies.position(|body| body.name == name).expect("a body")
}
