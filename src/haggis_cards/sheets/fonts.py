"""The fonts of the sheets: glyphs, widths and kerning, from the TrueType files that scripts/print_fonts.py makes."""

import struct
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from importlib.resources import files
from typing import Final, Literal, TypeAlias, get_args

Face: TypeAlias = Literal["display", "text", "bold", "italic"]
FACES: Final[tuple[Face, ...]] = get_args(Face)
MISSING: Final = "?"  # in the place of a character that a font lacks
_EMBEDDED: Final = ("glyf", "head", "hhea", "hmtx", "loca", "maxp")  # what a PDF needs of a font


class Font:
    """One face: what a PDF embeds, and how wide text is."""

    def __init__(self, face: Face) -> None:
        self.face = face
        self._data = (files("haggis_cards.sheets") / "fonts" / f"{face}.ttf").read_bytes()
        (self.glyph_count,) = self._read("maxp", 4, "H")
        (self.units,) = self._read("head", 18, "H")
        self.box = self._read("head", 36, "4h")
        self.ascent, self.descent = self._read("hhea", 4, "2h")
        self.cap_height: int = self._read("OS/2", 88, "h")[0]

    @cached_property
    def _tables(self) -> Mapping[str, tuple[int, int]]:
        """Where each table lies: its offset and length."""
        (count,) = struct.unpack_from(">H", self._data, 4)
        rows = (struct.unpack_from(">4sIII", self._data, 12 + 16 * place) for place in range(count))
        return {tag.decode(): (offset, length) for tag, _, offset, length in rows}

    def _read(self, table: str, at: int, form: str) -> tuple[int, ...]:
        return struct.unpack_from(f">{form}", self._data, self._tables[table][0] + at)

    @cached_property
    def glyphs(self) -> Mapping[str, int]:
        """The glyph of each character, from the table `cmap` in format 4."""
        (offset,) = self._read("cmap", 8, "I")
        (double,) = self._read("cmap", offset + 6, "H")
        count, at = double // 2, offset + 14
        ends, starts = self._read("cmap", at, f"{count}H"), self._read("cmap", at + double + 2, f"{count}H")
        deltas, ranges = (self._read("cmap", at + place * double + 2, f"{count}H") for place in (2, 3))
        found: dict[str, int] = {}
        for segment, (start, end) in enumerate(zip(starts, ends, strict=True)):
            for code in range(start, min(end, 0xFFFE) + 1):
                glyph = code
                if ranges[segment]:
                    place = at + 3 * double + 2 + 2 * segment + ranges[segment] + 2 * (code - start)
                    (glyph,) = self._read("cmap", place, "H")
                found[chr(code)] = (glyph + deltas[segment]) & 0xFFFF
        return found

    @cached_property
    def advances(self) -> tuple[int, ...]:
        """The width of each glyph."""
        (metrics,) = self._read("hhea", 34, "H")
        widths = self._read("hmtx", 0, "Hh" * metrics)[::2]
        return widths + widths[-1:] * (self.glyph_count - metrics)

    @cached_property
    def _kerning(self) -> Mapping[tuple[int, int], int]:
        (count,) = self._read("kern", 10, "H")
        pairs = self._read("kern", 18, "HHh" * count)
        return dict(zip(zip(pairs[::3], pairs[1::3], strict=True), pairs[2::3], strict=True))

    def run(self, text: str) -> Iterator[tuple[int, int]]:
        """The glyphs of a text, each with the kerning behind it."""
        glyphs = [self.glyphs.get(letter, self.glyphs[MISSING]) for letter in text]
        for place, glyph in enumerate(glyphs):
            yield glyph, self._kerning.get((glyph, glyphs[place + 1]), 0) if place + 1 < len(glyphs) else 0

    def width(self, text: str, size: float) -> float:
        """How wide a text is, in the unit of the size."""
        return sum(self.advances[glyph] + kern for glyph, kern in self.run(text)) * size / self.units

    @cached_property
    def program(self) -> bytes:
        """The font file without what only layout needs."""
        tables = {tag: self._data[at : at + length] for tag in _EMBEDDED for at, length in [self._tables[tag]]}
        head = struct.pack(">IHHHH", 0x00010000, len(tables), 64, 2, 16 * len(tables) - 64)
        offset, rows, body = 12 + 16 * len(tables), b"", b""
        for tag, data in tables.items():
            padded = data + bytes(-len(data) % 4)
            checksum = sum(struct.unpack(f">{len(padded) // 4}I", padded)) & 0xFFFFFFFF
            rows += struct.pack(">4sIII", tag.encode(), checksum, offset + len(body), len(data))
            body += padded
        return head + rows + body


@cache
def font(face: Face) -> Font:
    """A face, read once."""
    return Font(face)
