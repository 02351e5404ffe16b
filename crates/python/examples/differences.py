"""Game files judged under two editions, on as many machines as Ray has; what differs is written as Parquet.

    pip install ./crates/python 'ray[data]'
    python crates/python/examples/differences.py 1965 2020 out/ games/

A folder may be on any file system that Ray reads, such as an object store; without a cluster Ray uses this machine's cores.
A file is what one worker takes at a time, and for each it opens the editions, some tens of milliseconds: archives are cut into files
of some thousand games first.
"""

from __future__ import annotations

import sys
from typing import Any, Iterator

import qili


def differences(row: dict[str, Any], old: str, new: str) -> Iterator[dict[str, Any]]:
    """The games of a file on which the two editions' judgements differ, or that cannot be read to their end."""
    both = [qili.Edition(name).games(row["bytes"]) for name in (old, new)]
    for number, games in enumerate(zip(*both), start=1):
        one, other = (game.judge()["ruling"] for game in games)
        problems = games[0].problems
        if one["outcome"] != other["outcome"] or problems:
            yield {
                "file": row["path"],
                "game": number,
                "moves": " ".join(games[0].moves),
                old: one["outcome"],
                f"{old} clauses": " ".join(one["clauses"]),
                new: other["outcome"],
                f"{new} clauses": " ".join(other["clauses"]),
                "problems": "; ".join(problems),
            }


def main(old: str, new: str, out: str, games: list[str]) -> None:
    import ray

    files = ray.data.read_binary_files(games, include_paths=True)
    found = files.flat_map(differences, fn_args=(old, new))
    found.write_parquet(out)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:])
