"""Game files and notations, against the package cchess."""

from __future__ import annotations

from pathlib import Path

import pytest
import qili

cchess = pytest.importorskip("cchess")

PLAYED = "炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3 兵七进一 卒7进1"


def test_what_we_write_they_read(tmp_path: Path) -> None:
    edition = qili.Edition("2020")
    game = edition.games(PLAYED)[0]
    for format in ("xqf", "pgn"):
        path = tmp_path / f"game.{format}"
        path.write_bytes(game.write(format))
        read = cchess.Game.read_from(str(path))
        line = read.dump_iccs_moves()[0]
        assert [str(move).lower() for move in line] == game.moves, format


def test_what_they_write_we_read(tmp_path: Path) -> None:
    edition = qili.Edition("2020")
    theirs = cchess.Game(cchess.ChessBoard(cchess.FULL_INIT_FEN))
    board = theirs.init_board.copy()
    last = theirs
    for move in edition.games(PLAYED)[0].moves:
        played = board.move_iccs(move)
        board.next_turn()
        last.append_next_move(played)
        last = played
    path = tmp_path / "game.pgn"
    theirs.save_to(str(path))
    assert edition.games(path.read_bytes())[0].moves == edition.games(PLAYED)[0].moves


def test_converting() -> None:
    edition = qili.Edition("2020")
    text = edition.convert(PLAYED, "pgn", "wxf").decode()
    assert "1. C2=5 H8+7" in text
    assert edition.convert(text, "pgn", "chinese").decode().count("炮二平五") == 1
    assert edition.start.write("h2e2", "letters") == "Che2"
    with pytest.raises(qili.Error):
        edition.convert(PLAYED, "cbl")
