"""Judgements, referees, editions and errors."""

from __future__ import annotations

import json
import os
import threading

import pytest
import qili

CHECKS = ("4k4/9/9/9/9/9/9/9/4R4/3K5 b", "e9f9 e1f1 f9e9 f1e1")


@pytest.fixture(scope="module")
def edition() -> qili.Edition:
    return qili.Edition("2020")


def test_a_stretch(edition: qili.Edition) -> None:
    judged = edition.position(CHECKS[0]).judge(CHECKS[1].split())
    assert judged.outcome == "red-loses" and judged.closes
    assert judged.natures[1::2] == ["将", "将"]
    assert judged.pattern("red", "zh") == "长将"
    assert "Red loses" in judged.text() and "红方作负" in judged.text("zh", full=True)
    assert judged.json() == edition.judge(*CHECKS)
    assert judged.json("zh")["ruling"]["text"] == "红方作负"


def test_a_game(edition: qili.Edition) -> None:
    judged = edition.judge("start", "炮二平五 马8进7", cycle=False)
    assert (judged["length"], judged["ruling"]["outcome"]) == (2, "none")


@pytest.mark.parametrize("name", qili.editions())
def test_editions(name: str) -> None:
    edition = qili.Edition(name)
    assert edition.id == name and len(edition.digest) == 16 and edition.title("zh")


def test_an_edition_in_memory(tmp_path: object) -> None:
    about = "id: club\ntitle: { zh: 会规, en: Club rules }\nstatus: draft\namends: '2020'\n"
    club = qili.Edition.from_files("club", {"edition.yaml": about})
    assert (club.id, club.title()) == ("club", "Club rules")
    with pytest.raises(qili.Error) as raised:
        qili.Edition.from_files("club", {"edition.yaml": about + "files: [a.rule]\n", "a.rule": "clause\nwhat"})
    assert raised.value.place is not None and raised.value.place[:2] == ("club/a.rule", 2)


def test_errors_carry_what_is_known(edition: qili.Edition) -> None:
    with pytest.raises(qili.Error) as facing:
        edition.position("3k5/9/9/9/9/9/9/9/4R4/3K5 w")
    assert facing.value.code == "qili::position::facing"
    with pytest.raises(ValueError) as illegal:
        edition.start.judge("h2e2 h9g9")
    assert isinstance(illegal.value, qili.Error) and illegal.value.place == ("moves", 1, 6)
    with pytest.raises(qili.Error, match="1066"):
        qili.Edition("1066")
    with pytest.raises(ValueError):
        edition.title("fr")  # type: ignore[arg-type]


def test_a_referee(edition: qili.Edition) -> None:
    referee = edition.position("4k4/9/9/9/9/9/9/9/3R5/3K5 w").referee()
    for move in "d1e1 e9f9 e1f1 f9e9 f1e1 e9f9 e1f1 f9e9 f1e1".split():
        assert referee.play(move) == move
    claim = referee.claims()
    assert claim is not None and (claim["outcome"], claim["occurrences"]) == ("red-loses", 3)
    assert referee.status() == {"state": "playing"}
    assert referee.claim("black") == "red-loses"
    assert referee.status()["state"] == "over"
    assert referee.undo() == "f1e1" and referee.status()["state"] == "playing"
    assert referee.resign("black") == "black-loses"


def test_an_oracle(edition: qili.Edition) -> None:
    oracle, position = qili.Oracle(edition), edition.position(CHECKS[0])
    assert oracle.against("red", position, CHECKS[1]) is True
    assert oracle.against("black", position, CHECKS[1]) is False
    assert qili.Oracle(edition).against("red", edition.start, "a0a1 a9a8 a1a0 a8a9", 1) is None


def test_many(edition: qili.Edition) -> None:
    fens, moves = [CHECKS[0], "no fen", "start"], [CHECKS[1], "", "a0a1 a9a8 a1a0 a8a9"]
    assert qili.outcomes(edition, fens, moves) == ["red-loses", None, "draw"]
    judged = qili.judge_many(edition, fens, moves)
    assert judged[0] == edition.judge(*CHECKS) and judged[1]["error"]["code"]
    with pytest.raises(ValueError):
        qili.outcomes(edition, fens, moves[:2])


def test_the_lock_is_released(edition: qili.Edition) -> None:
    """While a thread judges, this one goes on: it could not even start the judging and count meanwhile otherwise."""
    done, counted = threading.Event(), 0

    def judge() -> None:
        qili.outcomes(edition, [CHECKS[0]] * 2000, [CHECKS[1]] * 2000)
        done.set()

    thread = threading.Thread(target=judge)
    thread.start()
    while not done.is_set():
        counted += 1
        done.wait(0.001)
    thread.join()
    assert counted > 2


def test_a_board_is_shown(edition: qili.Edition) -> None:
    assert edition.start._repr_svg_().startswith("<svg")
    assert "<svg" in edition.start.svg(last="h2e2", line=["h9g7"])
    assert edition.start.png(200).startswith(b"\x89PNG")
    assert "(帅)" in edition.start.text()


@pytest.mark.skipif("QILI_CASES" not in os.environ, reason="the cases come from the project's own test")
def test_every_case_is_judged_as_elsewhere() -> None:
    editions: dict[str, qili.Edition] = {}
    with open(os.environ["QILI_CASES"], encoding="utf-8") as lines:
        for line in lines:
            case = json.loads(line)
            edition = editions.setdefault(case["edition"], qili.Edition(case["edition"]))
            if case["answer"] is None:
                with pytest.raises(qili.Error):
                    edition.judge(case["fen"], case["moves"])
            else:
                assert edition.judge(case["fen"], case["moves"]) == case["answer"], case["id"]
    assert len(editions) > 4
