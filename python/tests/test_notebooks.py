"""The notebooks run from the first cell to the last, and are committed without outputs."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"
SECONDS = 300  # for a cell; a notebook takes less than 60 on an idle core
#: What a notebook needs besides numpy.
NEEDS = {
    "first_hour": (),
    "gradients_and_rho": (),
    "learn_to_push": ("torch", "gymnasium", "stable_baselines3"),
}


def test_every_notebook_is_run() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.ipynb")) == sorted(NEEDS)


@pytest.mark.parametrize("name", NEEDS)
def test_notebook_is_committed_without_outputs(name: str) -> None:
    notebook: dict[str, Any] = json.loads((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))
    assert notebook["metadata"] == {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    for cell in notebook["cells"]:
        assert cell["metadata"] == {}
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [] and cell["execution_count"] is None, cell["id"]


@pytest.mark.parametrize("name", NEEDS)
def test_notebook_runs(name: str) -> None:
    """Every cell runs in a kernel of this interpreter; the last expression of a run is a page."""
    for module in ("ipykernel", "nbclient", "nbformat", *NEEDS[name]):
        pytest.importorskip(module, reason=f"{name}.ipynb needs {module}")
    import nbclient
    import nbformat

    notebook = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    client = nbclient.NotebookClient(
        notebook, timeout=SECONDS, kernel_name="python3", resources={"metadata": {"path": str(FOLDER)}}
    )
    start = time.perf_counter()
    client.execute()
    print(f"{name}: {time.perf_counter() - start:.1f} s")
    pages = [output.data for cell in notebook.cells for output in cell.get("outputs", []) if "data" in output]
    assert name != "first_hour" or sum("<iframe" in page.get("text/html", "") for page in pages) == 2
