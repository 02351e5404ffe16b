"""The module is typed, and these tests use it as it says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


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
    stubtest = pytest.importorskip("mypy.stubtest")
    assert stubtest is not None
    checked = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "qili._qili", "--ignore-missing-stub"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
