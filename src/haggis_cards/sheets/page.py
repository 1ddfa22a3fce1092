"""A page to draw on: millimetres from the top left, sizes of type in points, colours as `#rrggbb`."""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from haggis_cards.sheets.fonts import Face, font
from haggis_cards.sheets.pdf import POINT, encode_run, number

Point: TypeAlias = tuple[float, float]
Align: TypeAlias = Literal["left", "centre", "right"]
INK, SOFT, LINE, SUNKEN, GOLD, PAPER = "#2a2320", "#61574e", "#cfc4b2", "#f3eee4", "#e0a92c", "#ffffff"
_ROUND: Final = 0.5523  # how far the handles of a quarter circle reach


class Paper(NamedTuple):
    """The size of a sheet in millimetres, upright."""

    width: float
    height: float


PAPERS: Final = {"a4": Paper(210, 297), "letter": Paper(215.9, 279.4)}
MARGIN: Final = 12.0


class Page:
    """One page: every call draws at once, over what is there."""

    def __init__(self, paper: Paper, landscape: bool = False) -> None:
        self.width, self.height = paper[::-1] if landscape else paper
        self._ops: list[str] = []

    @property
    def drawing(self) -> tuple[float, float, str]:
        """What `write_pdf` takes."""
        return self.width, self.height, "\n".join(self._ops)

    def _at(self, x: float, y: float) -> str:
        return f"{number(x * POINT)} {number((self.height - y) * POINT)}"

    def line(self, start: Point, end: Point, colour: str = LINE, width: float = 0.2) -> None:
        """A straight line."""
        path = f"{self._at(*start)} m {self._at(*end)} l S"
        self._ops.append(f"{_stroke(colour, width)} {path}")

    def dashes(self, start: Point, end: Point, gap: float = 1.5) -> None:
        """A line to cut or fold along."""
        dash = number(gap * POINT)
        path = f"{self._at(*start)} m {self._at(*end)} l S"
        self._ops.append(f"q [{dash} {dash}] 0 d {_stroke(SOFT, 0.2)} {path} Q")

    def box(
        self, x: float, y: float, width: float, height: float, *, fill: str = "", edge: str = "", radius: float = 0
    ) -> None:
        """A rectangle, with round corners if there is a radius."""
        path = self._rounded(x, y, width, height, radius) if radius else self._plain(x, y, width, height)
        colours = (f"{_fill(fill)} " if fill else "") + (f"{_stroke(edge, 0.25)} " if edge else "")
        self._ops.append(f"{colours}{path} {'B' if fill and edge else 'f' if fill else 'S'}")

    def _plain(self, x: float, y: float, width: float, height: float) -> str:
        return f"{self._at(x, y + height)} {number(width * POINT)} {number(height * POINT)} re"

    def _rounded(self, x: float, y: float, width: float, height: float, radius: float) -> str:
        right, low, near = x + width, y + height, radius * (1 - _ROUND)
        corners = (
            ((right - radius, y), (right - near, y), (right, y + near), (right, y + radius)),
            ((right, low - radius), (right, low - near), (right - near, low), (right - radius, low)),
            ((x + radius, low), (x + near, low), (x, low - near), (x, low - radius)),
            ((x, y + radius), (x, y + near), (x + near, y), (x + radius, y)),
        )
        path = f"{self._at(x + radius, y)} m"
        for start, *curve in corners:
            path += f" {self._at(*start)} l {' '.join(self._at(*point) for point in curve)} c"
        return f"{path} h"

    def shape(self, path: str, x: float, y: float, size: float, fill: str, edge: str = "") -> None:
        """A shape on a square of 24 (absolute M, L, C and Z) with its outline behind it."""
        scale, words, drawn = size / 24, path.split(), []
        points: list[str] = []
        for word in words:
            if word in "MLCZ":
                drawn.append(word)
                continue
            points.append(word)
            if len(points) == 2:
                drawn.append(self._at(x + float(points[0]) * scale, y + float(points[1]) * scale))
                points.clear()
        body = _operators(drawn)
        if edge:
            self._ops.append(f"q 1 j {_stroke(edge, size * 0.11)} {body} S Q")
        self._ops.append(f"{_fill(fill)} {body} f")

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        *,
        face: Face = "text",
        colour: str = INK,
        align: Align = "left",
        most: float = 0,
    ) -> float:
        """One line of text on the baseline y, smaller where it would be wider than `most`; answers with its width."""
        size = fitting_size(words, size, most, face) if most else size
        width = text_width(words, size, face)
        left = x - width * {"left": 0.0, "centre": 0.5, "right": 1.0}[align]
        if words:
            show = f"{encode_run(face, words)} TJ"
            self._ops.append(f"{_fill(colour)} BT /{face} {number(size)} Tf {self._at(left, y)} Td {show} ET")
        return width


def fitting_size(words: str, size: float, most: float, face: Face = "text") -> float:
    """The size, or the one at which the words are not wider than `most`."""
    return size * min(1.0, most / max(text_width(words, size, face), 0.001))


def text_width(words: str, size: float, face: Face = "text") -> float:
    """How wide a text is, in millimetres."""
    return font(face).width(words, size) / POINT


def _operators(words: Sequence[str]) -> str:
    """Letters of a path stand before their points, operators of PDF behind them."""
    out: list[str] = []
    held: list[str] = []
    letter = ""
    for word in [*words, ""]:
        if word in ("M", "L", "C", "Z", ""):
            out += [*held, letter.lower()] if held else []
            out += ["h"] * (word == "Z")
            held, letter = [], word
        else:
            held.append(word)
    return " ".join(out)


def _rgb(colour: str) -> str:
    return " ".join(number(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))


def _fill(colour: str) -> str:
    return f"{_rgb(colour)} rg"


def _stroke(colour: str, width: float) -> str:
    return f"{number(width * POINT)} w {_rgb(colour)} RG"
