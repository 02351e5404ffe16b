from typing import Any, Literal, final

__version__: str

Side = Literal["red", "black"]
Language = Literal["zh", "en"]
Notation = Literal["chinese", "wxf", "iccs", "coordinates", "letters"]

class Error(ValueError):
    """What went wrong: its code, what to do about it, and where it is."""

    code: str | None
    help: str | None
    place: tuple[str, int, int] | None

def editions() -> list[str]:
    """The names of the editions that ship with the module."""

@final
class Edition:
    """An edition of the rules, compiled: by its name, or by the path of its folder."""

    def __new__(cls, name_or_path: str, *, budget: int | None = None) -> Edition: ...
    @staticmethod
    def from_files(name: str, files: dict[str, str]) -> Edition:
        """An edition whose files are in memory: their names, and their texts."""
    @property
    def id(self) -> str: ...
    @property
    def digest(self) -> str: ...
    def title(self, language: Language = "en") -> str: ...
    @property
    def start(self) -> Position: ...
    def position(self, fen: str) -> Position:
        """A position in FEN, checked; `start` is that of a fresh game."""
    def judge(self, fen: str, moves: str | list[str], *, cycle: bool = True, language: Language = "en") -> dict[str, Any]:
        """The judgement of a stretch, or, without `cycle`, of a game, as `qili.judgement/1`."""
    def games(self, source: str | bytes) -> list[Game]:
        """The games of a text or of a file's bytes, in any format that is known."""
    def convert(self, source: str | bytes, format: str, notation: Notation = "chinese") -> bytes:
        """The games of a text or of a file's bytes in another format: `pgn`, `text`, `fen`, `dhtmlxq`, `xqf`."""

@final
class Position:
    """A position that can occur. A notebook shows it as a board."""

    @property
    def fen(self) -> str: ...
    @property
    def turn(self) -> Side: ...
    def legal_moves(self) -> list[str]:
        """The legal moves, as `h2e2`."""
    def is_check(self) -> bool: ...
    def outcome(self) -> str | None:
        """How the game has ended on the board, if it has."""
    def perft(self, plies: int) -> int: ...
    def read(self, move: str) -> str:
        """A legal move in any notation, as `h2e2`."""
    def write(self, move: str, notation: Notation = "chinese") -> str:
        """A legal move in a notation."""
    def play(self, move: str) -> Position: ...
    def judge(self, moves: str | list[str]) -> Judgement:
        """The judgement of a stretch of moves from here."""
    def referee(self) -> Referee: ...
    def text(self) -> str: ...
    def svg(self, *, last: str | None = None, line: list[str] | None = None) -> str: ...
    def png(self, width: int = 616) -> bytes: ...
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object) -> bool: ...

@final
class Judgement:
    """A stretch judged."""

    @property
    def outcome(self) -> str: ...
    @property
    def articles(self) -> list[str]: ...
    @property
    def closes(self) -> bool: ...
    @property
    def natures(self) -> list[str | None]:
        """The nature of each move, in Chinese."""
    def pattern(self, side: Side, language: Language = "en") -> str: ...
    def text(self, language: Language = "en", *, full: bool = False) -> str: ...
    def json(self, language: Language = "en") -> dict[str, Any]: ...

@final
class Game:
    """A game as it was recorded."""

    @property
    def tags(self) -> dict[str, str]: ...
    @property
    def start(self) -> Position: ...
    @property
    def moves(self) -> list[str]: ...
    @property
    def result(self) -> str: ...
    @property
    def problems(self) -> list[str]: ...
    def write(self, format: str, notation: Notation = "chinese") -> bytes: ...
    def judge(self, language: Language = "en") -> dict[str, Any]:
        """What it comes to by its edition's procedure, as `qili.judgement/1`."""

@final
class Referee:
    """A game under way."""

    def play(self, move: str) -> str: ...
    def undo(self) -> str | None: ...
    @property
    def position(self) -> Position: ...
    @property
    def moves(self) -> list[str]: ...
    def claims(self) -> dict[str, Any] | None:
        """What may be claimed now: `by`, `unasked`, `occurrences`, `outcome`, `articles`."""
    def claim(self, side: Side) -> str: ...
    def arbiter(self) -> str | None: ...
    def resign(self, side: Side) -> str | None: ...
    def status(self) -> dict[str, Any]:
        """`state` is `playing`, `must-change` or `over`."""

@final
class Oracle:
    """What an engine asks: would going round be ruled against one side?"""

    def __new__(cls, edition: Edition) -> Oracle: ...
    def against(self, side: Side, position: Position, moves: str | list[str], work: int = 100_000) -> bool | None:
        """Whether it would; `None` where that is not known within the work allowed."""

def judge_many(
    edition: Edition, fens: list[str | None], moves: list[str | None], cycle: bool
) -> list[dict[str, Any]]: ...
def outcomes(edition: Edition, fens: list[str | None], moves: list[str | None]) -> list[str | None]: ...
