"""Runs to look at: a page for a browser or a notebook, an animation."""

from __future__ import annotations

import base64
import html
import json
import tempfile
from importlib import resources
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._drystone import Recording
from ._drystone import main as run
from .errors import Error

#: A page has at most this many frames; of longer runs every second, third, ... one is shown.
MOST_FRAMES = 2000


def to_html(recording: Recording, path: str | PathLike[str] | None = None, *, title: str = "drystone") -> str:
    """Return a page that plays a run: one file that needs no network.

    Parameters
    ----------
    recording : Recording
    path : str or path, optional
        The page is written there.
    title : str

    Returns
    -------
    str
        The page. It needs WebGL; drag to turn, wheel to come nearer, shift and drag to move.
    """
    template = resources.files("drystone").joinpath("viewer.html").read_text(encoding="utf-8")
    page = template.replace("{{title}}", html.escape(title)).replace("{{data}}", json.dumps(_data(recording)))
    if path is not None:
        Path(path).write_text(page, encoding="utf-8")
    return page


def notebook(recording: Recording, height: int = 420) -> str:
    """Return a frame with the page of a run, for notebooks."""
    page = html.escape(to_html(recording), quote=True)
    style = f"width:100%;height:{height}px;border:0"
    return f'<iframe srcdoc="{page}" style="{style}" sandbox="allow-scripts"></iframe>'


def animation(
    recording: Recording,
    path: str | PathLike[str],
    *,
    size: tuple[int, int] = (480, 320),
    fps: float = 25.0,
    speed: float = 1.0,
) -> None:
    """Write a run as a GIF, drawn as `drystone view --gif` draws it.

    Parameters
    ----------
    recording : Recording
    path : str or path
        It ends in ".gif".
    size : (int, int)
        Width and height, pixels.
    fps, speed : float
        Pictures per second, and seconds of the run per second.

    Raises
    ------
    Error
        There is no graphics driver; stderr has the packages by name.
    """
    with tempfile.TemporaryDirectory(prefix="drystone-") as folder:
        file = str(Path(folder) / "run.jsonl")
        recording.save(file)
        flags = ["--size", f"{size[0]}x{size[1]}", "--fps", str(fps), "--speed", str(speed)]
        code = run(["drystone", "view", file, "--gif", str(path), *flags])
    if code != 0:
        fix = "see stderr"
        raise Error(f"no picture could be drawn (exit code {code})\n  remedy: {fix}", field="animation", fix=fix)


def _data(recording: Recording) -> dict[str, Any]:
    model = recording.model
    states, time = recording.X, recording.time
    stride = max(1, -(-len(states) // MOST_FRAMES))
    # The last frame is always there.
    kept = sorted({*range(0, len(states), stride), len(states) - 1})
    bodies = model.names("body")
    poses = states[kept, : 13 * len(bodies)].reshape(len(kept), len(bodies), 13)[:, :, :7]
    surfaces = [
        {
            "body": bodies.index(body),
            "points": _pack(points, "<f4"),
            "normals": _pack(normals, "<f4"),
            "triangles": _pack(triangles, "<u4"),
            "colour": [round(float(c), 4) for c in colour],
        }
        for body, points, normals, triangles, colour in model.surfaces()
    ]
    return {
        "surfaces": surfaces,
        "bodies": len(bodies),
        "poses": _pack(poses, "<f4"),
        "time": [round(float(t), 6) for t in time[kept]],
        "unsolved": [i for i, k in enumerate(kept) if not recording.ok[k]],
    }


def _pack(array: NDArray[Any], dtype: str) -> str:
    return base64.b64encode(np.ascontiguousarray(array, dtype=dtype).tobytes()).decode("ascii")
