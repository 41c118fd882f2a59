"""Rollouts over Ray and Dask workers have the hashes of one process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


@pytest.mark.parametrize("library", ["ray", "dask"])
def test_hashes_are_those_of_one_process(library: str) -> None:
    pytest.importorskip(library, reason=f"{library} is not installed")
    example = EXAMPLES / f"{library}_rollouts.py"
    command = [sys.executable, example, "--members", "200"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=58)
    assert done.returncode == 0, done.stderr
    assert "200 rollouts" in done.stdout


def test_a_member_depends_on_its_index_alone() -> None:
    sys.path.insert(0, str(EXAMPLES))
    import rollouts

    import drystone as ds

    model = ds.Model.load(rollouts.SCENE)
    assert rollouts.hashes(model, range(16, 20))[1] == rollouts.hashes(model, [17])[0]
