"""The picture of push_gradients.py: score against steps of the simulator."""

from __future__ import annotations

import json
from pathlib import Path

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot  # noqa: E402

COLOURS = {
    "ppo": "#888888",
    "gradients-1e-06": "#1f6fb4",
    "gradients-0.001": "#2a9d4f",
    "gradients-0.003": "#d1495b",
    "gradients-0.01": "#e09f3e",
}


def label(kind: str) -> str:
    """Return the name of a kind of run."""
    return "PPO" if kind == "ppo" else f"gradients at rho {float(kind.split('-', 1)[1]):g}"


def plot(runs: Path, out: Path, target: float) -> None:
    """Draw all runs of a folder; runs that differ in the seed alone have one colour."""
    figure, axes = pyplot.subplots(figsize=(7, 4), layout="constrained")
    seen: set[str] = set()
    for file in sorted(runs.glob("*.json")):
        kind = file.stem.rsplit("-", 1)[0]
        points = [point for point in json.loads(file.read_text()) if point["steps"] > 0]
        axes.plot(
            [point["steps"] for point in points],
            [point["score"]["mean"] for point in points],
            color=COLOURS.get(kind),
            label=None if kind in seen else label(kind),
        )
        seen.add(kind)
    axes.axhline(target, color="black", linewidth=0.8, linestyle=":")
    axes.set(xscale="log", xlabel="steps of the simulator", ylabel="score (mean return of 100 episodes)")
    axes.legend(frameon=False)
    axes.grid(alpha=0.3)
    figure.savefig(out, metadata={"Date": None})
