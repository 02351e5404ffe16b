"""The examples run."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

CHECKED = '[FEN "4k4/9/9/9/9/9/9/9/4R4/3K5 b"]\n\n' + "e9f9 e1f1 f9e9 f1e1 " * 3 + "*\n"

QUIET = '[FEN "4k4/9/9/9/9/9/9/9/9/R2K5 w"]\n\n'


def example(name: str) -> ModuleType:
    path = Path(__file__).parents[1] / "examples" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_differences_of_a_file() -> None:
    row = {"path": "a.pgn", "bytes": (CHECKED + "\n" + QUIET + "a0a1 *\n\n" + QUIET + "a0b1 *\n").encode()}
    found = list(example("differences").differences(row, "1965", "2020"))
    assert [(one["game"], one["1965"], one["2020"]) for one in found] == [
        (1, "red-must-change", "red-loses"),
        (3, "none", "none"),
    ]
    assert found[1]["problems"]


def test_differences_on_ray(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    parquet = pytest.importorskip("pyarrow.parquet")
    games, out = tmp_path / "games", tmp_path / "out"
    games.mkdir()
    for number in range(4):
        (games / f"{number}.pgn").write_text(CHECKED * 5)
    script = Path(__file__).parents[1] / "examples" / "differences.py"
    subprocess.run([sys.executable, str(script), "1965", "2020", str(out), str(games)], check=True)
    found = parquet.read_table(out).to_pylist()
    assert len(found) == 20 and {one["2020"] for one in found} == {"red-loses"}
