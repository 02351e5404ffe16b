"""Moves against Fairy-Stockfish's module, an independent implementation."""

from __future__ import annotations

import random

import pytest
import qili

pyffish = pytest.importorskip("pyffish")


def theirs(position: qili.Position) -> list[str]:
    """Their legal moves; they count ranks from 1 and have other letters for horse and elephant."""
    fen = position.fen.translate(str.maketrans("HhEe", "NnBb"))
    moves: list[str] = pyffish.legal_moves("xiangqi", fen, [])
    return sorted(one[0] + str(int(one[1:-1]) - 1) + two for one, two in map(halves, moves))


def halves(move: str) -> tuple[str, str]:
    """`h3e3` as `h3x` and `e2`: the first square with a mark behind it, the second one counted from 0."""
    at = next(index for index in range(1, len(move)) if move[index].isalpha())
    return move[:at] + "x", move[at] + str(int(move[at + 1 :]) - 1)


def test_legal_moves_and_checks_of_random_games() -> None:
    chance = random.Random(18)
    edition = qili.Edition("2020")
    compared = 0
    for _ in range(12):
        position = edition.start
        for _ in range(60):
            ours = position.legal_moves()
            assert sorted(ours) == theirs(position), position.fen
            fen = position.fen.translate(str.maketrans("HhEe", "NnBb"))
            assert position.is_check() == pyffish.gives_check("xiangqi", fen, [])
            compared += 1
            if not ours:
                break
            position = position.play(chance.choice(ours))
    assert compared > 300


def test_perft() -> None:
    start = qili.Edition("2020").start
    assert [start.perft(plies) for plies in range(4)] == [1, 44, 1920, 79666]
