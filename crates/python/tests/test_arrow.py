"""Columns through Arrow's PyCapsule interface."""

from __future__ import annotations

import pytest
import qili

nanoarrow = pytest.importorskip("nanoarrow")

FENS = ["4k4/9/9/9/9/9/9/9/4R4/3K5 b", None, "start"]
MOVES = ["e9f9 e1f1 f9e9 f1e1", "h2e2 h9g7", "a0a1 a9a8 a1a0 a8a9"]
EXPECTED = ["red-loses", None, "draw"]


def test_nanoarrow() -> None:
    columns = [nanoarrow.Array(column, nanoarrow.string()) for column in (FENS, MOVES)]
    assert qili.outcomes(qili.Edition("2020"), *columns).to_pylist() == EXPECTED


def test_pyarrow() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    edition = qili.Edition("2020")
    table = pyarrow.table({"fen": FENS, "moves": MOVES})
    found = pyarrow.array(qili.outcomes(edition, table["fen"], table["moves"]))
    assert found.to_pylist() == EXPECTED
    assert qili.judge_many(edition, table["fen"], table["moves"])[0]["ruling"]["outcome"] == "red-loses"


def test_polars() -> None:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"fen": FENS, "moves": MOVES})
    found = polars.Series(qili.outcomes(qili.Edition("2020"), frame["fen"], frame["moves"]))
    assert found.to_list() == EXPECTED
