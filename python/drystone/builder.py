"""Models made from numbers: a builder that writes a scene.

Every model is a scene, so that it can be saved, pickled, run by the command line, and named in messages.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._drystone import Model
from .errors import Error


@dataclass(frozen=True)
class Shape:
    """A shape: its kind in scenes (docs/scenes.md) and its values. SI units."""

    kind: str
    values: Mapping[str, Any]

    @staticmethod
    def sphere(radius: float) -> Shape:
        """Return a ball of a radius, m."""
        return Shape("sphere", {"radius": radius})

    @staticmethod
    def box(half_extents: ArrayLike) -> Shape:
        """Return a box of half extents [3], m."""
        return Shape("box", {"half_extents": half_extents})

    @staticmethod
    def half_space(normal: ArrayLike = (0.0, 0.0, 1.0), offset: float = 0.0) -> Shape:
        """Return the half-space below a plane: its outward normal [3] and its distance from the origin along it, m."""
        return Shape("halfspace", {"normal": normal, "offset": offset})

    @staticmethod
    def capsule(radius: float, length: float) -> Shape:
        """Return a capsule along z; its length is that between the middles of its caps, m."""
        return Shape("capsule", {"radius": radius, "length": length})

    @staticmethod
    def cylinder(radius: float, length: float) -> Shape:
        """Return a cylinder along z, m."""
        return Shape("cylinder", {"radius": radius, "length": length})

    @staticmethod
    def cone(height: float, half_angle: float) -> Shape:
        """Return a circular cone along z: height, m, and half angle at the apex, rad."""
        return Shape("cone", {"height": height, "half_angle": half_angle})

    @staticmethod
    def ellipsoid(semi_axes: ArrayLike) -> Shape:
        """Return an ellipsoid of semi-axes [3], m."""
        return Shape("ellipsoid", {"semi_axes": semi_axes})

    @staticmethod
    def polytope(vertices: ArrayLike) -> Shape:
        """Return the convex hull of points [n, 3], m."""
        return Shape("polytope", {"vertices": vertices})

    @staticmethod
    def hull(points: ArrayLike | Mapping[str, ArrayLike], **values: Any) -> Shape:
        """Return the hull of points [n, 3] or of points [3] by name, m, that keeps all of them; values are `radius` and `mass_from`."""
        return Shape("hull", {"points": points, **values})

    @staticmethod
    def of(kind: str, **values: Any) -> Shape:
        """Return a shape of any kind of a scene, e.g. `Shape.of("mesh", file="mug.stl", decompose=True)`."""
        return Shape(kind, values)


class ModelBuilder:
    """Bodies, joints and forces, one after another; `build` makes a `Model`.

    Parameters
    ----------
    time_step : float
        s.
    rho : float
        The relaxation of steps, unless they ask for another one.
    gravity : array_like [3]
        World, m/s^2.
    **simulation
        Further values of the table `[simulation]` of a scene.

    Examples
    --------
    >>> import drystone as ds
    >>> model = (
    ...     ds.ModelBuilder(time_step=0.01)
    ...     .body("floor", ds.Shape.half_space(), fixed=True)
    ...     .body("ball", ds.Shape.sphere(0.1), position=[0, 0, 0.5], friction=0.5)
    ...     .build()
    ... )
    >>> model.nx
    26
    """

    def __init__(
        self,
        *,
        time_step: float = 0.01,
        rho: float = 1e-6,
        gravity: ArrayLike = (0.0, 0.0, -9.81),
        **simulation: Any,
    ) -> None:
        self._simulation = {"time_step": time_step, "relaxation": rho, "gravity": gravity, **simulation}
        self._shapes: dict[str, Shape] = {}
        self._materials: dict[str, Mapping[str, Any]] = {}
        self._lists: dict[str, list[dict[str, Any]]] = {}

    def body(
        self,
        name: str,
        *shapes: Shape,
        friction: float | None = None,
        torsional_friction: float | str | None = None,
        **values: Any,
    ) -> ModelBuilder:
        """Add a body.

        Parameters
        ----------
        name : str
        *shapes : Shape
            One, or none for a body without a shape. A body of several parts takes `parts=[...]` (docs/scenes.md).
        friction : float, optional
            The coefficient of friction.
        torsional_friction : float or "patch", optional
            m.
        **values
            Keys of `[[body]]` in a scene: `position` (m), `quat_wxyz`, `velocity` (m/s), `angular_velocity` (rad/s), `mass` (kg),
            `density` (kg/m^3), `fixed`, `driven`, `prescribed`, `plane`, ...

        Returns
        -------
        ModelBuilder
            The builder itself.
        """
        if len(shapes) > 1:
            raise Error(
                f"body {name}: {len(shapes)} shapes\n  remedy: add shapes with shape(NAME, ...) and name them in parts=[...]",
                field=f"body {name}",
                why=f"{len(shapes)} shapes",
                fix="add shapes with shape(NAME, ...) and name them in parts=[...]",
            )
        entry: dict[str, Any] = {"name": name, **values}
        for shape in shapes:
            entry["shape"] = self._named(name, shape)
        if friction is not None or torsional_friction is not None:
            given = {"friction": friction, "torsional_friction": torsional_friction}
            self._materials[name] = {key: value for key, value in given.items() if value is not None}
            entry["material"] = name
        return self.add("body", **entry)

    def shape(self, name: str, shape: Shape) -> ModelBuilder:
        """Add a shape under a name, for `parts` and for sums."""
        self._shapes[name] = shape
        return self

    def material(self, name: str, **values: Any) -> ModelBuilder:
        """Add a material under a name: `friction`, `torsional_friction` (m)."""
        self._materials[name] = values
        return self

    def joint(self, name: str, type: str, *, child: str, parent: str | None = None, **values: Any) -> ModelBuilder:
        """Add a joint of a type ("revolute", "prismatic", ...); further keys are those of `[[joint]]` (docs/joints.md)."""
        entry: dict[str, Any] = {"name": name, "type": type, "child": child, **values}
        if parent is not None:
            entry["parent"] = parent
        return self.add("joint", **entry)

    def robot(self, file: str, **values: Any) -> ModelBuilder:
        """Add the robot of a URDF or MJCF file; further keys are those of `[[robot]]` (docs/robots.md)."""
        return self.add("robot", file=file, **values)

    def frame(self, name: str, body: str, **values: Any) -> ModelBuilder:
        """Add a named frame on a body."""
        return self.add("frame", name=name, body=body, **values)

    def no_contact(self, a: str, b: str) -> ModelBuilder:
        """Let two bodies pass through each other."""
        return self.add("no_contact", between=[a, b])

    def add(self, table: str, **values: Any) -> ModelBuilder:
        """Add an entry to any list of a scene, e.g. `add("wrench", body="box", force=[0, 0, 1])`."""
        self._lists.setdefault(table, []).append(values)
        return self

    @property
    def text(self) -> str:
        """The scene as TOML."""
        lines = ["[simulation]", *_pairs(self._simulation)]
        for name, shape in self._shapes.items():
            lines += ["", f"[shape.{_key(name)}.{shape.kind}]", *_pairs(shape.values)]
        for name, values in self._materials.items():
            lines += ["", f"[material.{_key(name)}]", *_pairs(values)]
        for table, entries in self._lists.items():
            for entry in entries:
                lines += ["", f"[[{table}]]", *_pairs(entry)]
        return "\n".join(lines) + "\n"

    def build(self, *, name: str = "built.toml") -> Model:
        """Build the model.

        Parameters
        ----------
        name : str
            The name in messages; mesh files are relative to its folder.

        Raises
        ------
        SceneError
            A value cannot be used; line and column are those of `text`.
        """
        return Model.parse(self.text, name=name)

    def _named(self, body: str, shape: Shape) -> str:
        known = [name for name, other in self._shapes.items() if other is shape]
        if known:
            return known[0]
        self._shapes[body] = shape
        return body


def _key(name: str) -> str:
    """Return a key of TOML."""
    plain = name.replace("_", "").replace("-", "")
    return name if plain.isascii() and plain.isalnum() else json.dumps(name)


def _pairs(values: Mapping[str, Any]) -> list[str]:
    return [f"{_key(key)} = {_value(value)}" for key, value in values.items() if value is not None]


def _value(value: Any) -> str:
    """Return a value of TOML; numbers keep their bits."""
    if isinstance(value, np.ndarray | np.generic):
        value = cast("NDArray[Any]", value).tolist()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else str(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(_pairs(cast("Mapping[str, Any]", value))) + " }"
    if isinstance(value, Sequence):
        return "[" + ", ".join(_value(item) for item in cast("Sequence[Any]", value)) + "]"
    raise TypeError(f"no value of a scene: {value!r}")
