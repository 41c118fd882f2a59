"""Scenes for the tests."""

from __future__ import annotations

from pathlib import Path

import drystone as ds
import pytest

#: The root of the repository.
ROOT = Path(__file__).resolve().parents[2]

BOX = """
[simulation]
time_step = 0.01
duration = 1.0

[material.wood]
friction = 0.5

[shape.ground.halfspace]
normal = [0, 0, 1]

[shape.box.box]
half_extents = [0.05, 0.05, 0.05]

[[body]]
name = "ground"
fixed = true
shape = "ground"
material = "wood"

[[body]]
name = "box"
shape = "box"
material = "wood"
mass = 0.5
position = [0, 0, 0.06]
"""


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the root of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def box() -> ds.Model:
    """Return a box above a floor; its controls are force and torque."""
    return ds.Model.parse(BOX)


@pytest.fixture(scope="session")
def push() -> ds.Model:
    """Return the scene in which a finger pushes a box; its controls are the finger's commands."""
    return ds.Model.load(ROOT / "scenarios" / "push.toml")


@pytest.fixture(scope="session")
def arm() -> ds.Model:
    """Return a robot's arm with motors."""
    return ds.Model.load(ROOT / "scenarios" / "robot_arm.toml")
