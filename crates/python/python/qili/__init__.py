"""The rules of Chinese chess on repeated positions, by versioned editions.

>>> import qili
>>> edition = qili.Edition("2020")
>>> round = "e9f9 e1f1 f9e9 f1e1"
>>> judged = edition.position("4k4/9/9/9/9/9/9/9/4R4/3K5 b").judge(round)
>>> judged.outcome, judged.articles
('red-loses', ['principle.1'])
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, Union, runtime_checkable

from . import _qili
from ._qili import Edition, Error, Game, Judgement, Oracle, Position, Referee, __version__, editions

__all__ = [
    "Edition",
    "Error",
    "Game",
    "Judgement",
    "Oracle",
    "Position",
    "Referee",
    "__version__",
    "editions",
    "judge_many",
    "outcomes",
]


@runtime_checkable
class ArrowArray(Protocol):
    """A column that Arrow's PyCapsule interface can hand over, such as pyarrow's and Polars'."""

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...


@runtime_checkable
class ArrowStream(Protocol):
    """A column in chunks that Arrow's PyCapsule interface can hand over."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...


Column = Union[Sequence[str], ArrowArray, ArrowStream]


def _is_arrow(column: object) -> bool:
    return hasattr(column, "__arrow_c_array__") or hasattr(column, "__arrow_c_stream__")


def _nanoarrow() -> Any:
    try:
        import nanoarrow
    except ImportError as missing:
        raise ImportError("columns of Arrow need the package: pip install 'qili[arrow]'") from missing
    return nanoarrow


def _texts(column: Column | Iterable[str]) -> list[str | None]:
    if not _is_arrow(column):
        return list(column)  # type: ignore[arg-type]
    for own in ("to_pylist", "to_list"):  # those of pyarrow and of Polars
        if hasattr(column, own):
            return list(getattr(column, own)())
    nanoarrow = _nanoarrow()
    stream = nanoarrow.ArrayStream(column)
    if stream.schema.type not in (nanoarrow.Type.STRING, nanoarrow.Type.LARGE_STRING):
        raise TypeError(f"a column of {stream.schema.type.name.lower()} is none of texts")
    return list(stream.read_all().to_pylist())


def judge_many(edition: Edition, fens: Column, moves: Column, *, cycle: bool = True) -> list[dict[str, Any]]:
    """The judgements of many stretches (or, without `cycle`, games), on all cores and without the interpreter's lock.

    What cannot be judged has `error`, with a code and a message, in its place.
    """
    return _qili.judge_many(edition, _texts(fens), _texts(moves), cycle)


def outcomes(edition: Edition, fens: Column, moves: Column) -> Any:
    """What the rulings on many stretches say, on all cores: `draw`, `red-loses`, …; `None` for what cannot be judged.

    Lists give a list. A column of Arrow, from pyarrow or Polars for example, gives one, to be taken up by either:
    `pyarrow.array(…)`, `polars.Series(…)`.
    """
    found = _qili.outcomes(edition, _texts(fens), _texts(moves))
    if _is_arrow(fens) or _is_arrow(moves):
        nanoarrow = _nanoarrow()
        return nanoarrow.Array(found, nanoarrow.string())
    return found
