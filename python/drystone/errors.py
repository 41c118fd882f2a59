"""The exceptions of Drystone.

A mistake (a bad scene, a bad argument) raises. A step that is not solved does not: it is data, and `Step.check` raises for
those who want it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class Error(ValueError):
    """A mistake: what is wrong, where, why, and the remedy.

    Attributes
    ----------
    kind : {"value", "file", "usage"}
    field : str
        The argument or the field of a file, e.g. "shape.ball.radius".
    why, fix : str
        The reason, with the value and the limit; the remedy.
    file : str or None
    line, column : int or None
        The place in a file, counted from 1.
    text : str
        The whole message, with a caret where there is a place.
    others : sequence of Error
        Further mistakes of the same file; `text` has them, too.
    """

    def __init__(
        self,
        text: str = "",
        *,
        kind: str = "value",
        field: str = "",
        why: str = "",
        fix: str = "",
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        others: Sequence[Error] = (),
    ) -> None:
        super().__init__(text)
        self.others = list(others)
        self.kind, self.field, self.why, self.fix = kind, field, why, fix
        self.file, self.line, self.column, self.text = file, line, column, text

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[Any, ...]:
        return (_again, (type(self), self.__dict__.copy()))


class SceneError(Error):
    """A mistake in a scene or the file of a robot, with its place."""


class FileError(Error, OSError):
    """A file that cannot be read or written."""


class ModelMismatch(Error):
    """Objects of different models do not go together."""


class UnsolvedStep(RuntimeError):
    """A step was not solved.

    Attributes
    ----------
    step : Step
        The step; `step.worst` are its worst rows, `step.scene()` is a scene of this step alone.
    """

    def __init__(self, text: str = "", *, step: Any = None) -> None:
        super().__init__(text)
        self.step = step

    def save(self, path: str) -> None:
        """Write a scene that starts where this step starts and lasts one step, for `drystone run --explain` and for reports.

        Wrenches and commands are those of the scene at its start: a step under other controls is another one.
        """
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.step.scene())


def _again(kind: type[Error], fields: dict[str, Any]) -> Error:
    return kind(**fields)
