"""Pictures, where there is a graphics driver."""

from __future__ import annotations

import os
from pathlib import Path

import drystone as ds
import numpy as np
import pytest

pytestmark = pytest.mark.skipif(not ds.pictures(), reason="no graphics driver, or a wheel without pictures")


def test_bodies_are_in_the_picture(push: ds.Model) -> None:
    picture = push.render(push.initial(), size=(320, 200))
    assert picture.shape == (200, 320, 3) and picture.dtype == np.uint8
    x = push.initial()
    x[push.index("box.position.z")] += 0.2
    assert np.abs(push.render(x, size=(320, 200)).astype(int) - picture).max() > 50
    assert np.array_equal(push.render(push.initial(), size=(320, 200)), picture)
    near = push.render(x, size=(160, 160), camera=([0.5, -0.5, 0.5], [0, 0, 0.1]))
    assert near.shape == (160, 160, 3)


def test_an_animation(push: ds.Model, tmp_path: Path) -> None:
    ds.animation(push.run(steps=20), tmp_path / "run.gif", size=(160, 120))
    assert (tmp_path / "run.gif").read_bytes()[:6] == b"GIF89a"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_says_that_it_cannot(push: ds.Model) -> None:
    push.render(push.initial())
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            push.render(push.initial())
        except ds.Error as error:
            os.write(write, str(error).encode())
        os._exit(0)
    assert "spawn" in os.read(read, 1000).decode()
    os.waitpid(child, 0)
