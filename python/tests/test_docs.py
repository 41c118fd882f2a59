"""The examples of the pages run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import ROOT


@pytest.mark.parametrize("page", ["docs/python.md", "docs/tutorial.md", "docs/learning.md", "python/README.md"])
def test_the_examples_of_a_page_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if page == "docs/learning.md":
        pytest.importorskip("gymnasium", reason="gymnasium is not installed")
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    assert blocks
    (tmp_path / "scenarios").symlink_to(ROOT / "scenarios")
    for name, scene in re.findall(r"Save this as `(.*?)`:\n\n```toml\n(.*?)```", text, flags=re.DOTALL):
        (tmp_path / name).write_text(scene)
    monkeypatch.chdir(tmp_path)
    for block in blocks:
        exec(compile(block, page, "exec"), {})


def test_every_public_name_has_a_docstring() -> None:
    import drystone as ds

    names = [name for name in ds.__all__ if not name.startswith("__")]
    assert len(names) > 20
    for name in names:
        public = getattr(ds, name)
        if not callable(public):
            continue
        assert public.__doc__, name
        own = vars(public) if isinstance(public, type) else {}
        members = {key: value for key, value in own.items() if not key.startswith("_")}
        for key, member in members.items():
            assert getattr(member, "__doc__", None), f"{name}.{key}"
