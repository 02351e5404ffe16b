"""The module is typed, and these tests use it as it says."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
import qili


def test_mypy() -> None:
    pytest.importorskip("mypy")
    here = Path(__file__).parent
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports", "--cache-dir", "/dev/null", "-p", "qili"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
    ours = ["test_judge.py", "test_arrow.py"]
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports", "--cache-dir", "/dev/null"]
        + [str(here / name) for name in ours],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_stubs_name_what_there_is() -> None:
    stubs = ast.parse((Path(qili.__file__).parent / "_qili.pyi").read_text())
    public = {node.name: node for node in stubs.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    module = qili._qili
    assert set(public) == {name for name in dir(module) if not name.startswith("_")}
    for name, node in public.items():
        if isinstance(node, ast.ClassDef) and name != "Error":
            said = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
            there = {method for method in dir(getattr(module, name)) if not method.startswith("__")}
            assert {method for method in said if not method.startswith("__")} == there, name
