"""A small writer of PDF: pages of vectors and text in embedded fonts, and the same bytes for the same pages.

It is here so that printing needs no library: those for PDF weigh more than the rest of the game.
"""

import hashlib
import zlib
from collections.abc import Sequence
from typing import Final

from haggis_cards.sheets.fonts import FACES, Face, Font, font

POINT: Final = 72 / 25.4  # points in a millimetre


def number(value: float) -> str:
    """A number as PDF writes it, to a thousandth."""
    return f"{value:.3f}".rstrip("0").rstrip(".") if round(value, 3) else "0"


def encode_run(face: Face, text: str) -> str:
    """A text as glyphs with kerning, for the operator TJ."""
    known = font(face)
    parts, line = [], ""
    for glyph, kern in known.run(text):
        line += f"{glyph:04x}"
        if kern:
            parts.append(f"<{line}>{number(-kern * 1000 / known.units)}")
            line = ""
    return f"[{''.join(parts)}{f'<{line}>' if line else ''}]"


def _literal(text: str) -> bytes:
    """A text for readers of the file's properties."""
    return b"<" + ("\ufeff" + text).encode("utf-16-be").hex().encode() + b">"


class _Objects:
    """The numbered objects of a file."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []

    def add(self, body: str | bytes) -> int:
        self.bodies.append(body.encode("ascii") if isinstance(body, str) else body)
        return len(self.bodies)

    def add_stream(self, data: bytes, entries: str = "") -> int:
        packed = zlib.compress(data, 9)
        head = f"<</Length {len(packed)}/Filter/FlateDecode{entries}>>".encode()
        return self.add(head + b"\nstream\n" + packed + b"\nendstream")

    def file(self, root: int, info: int) -> bytes:
        """All objects with the table of where they are. The id is that of the content: no clock is asked."""
        out = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
        places = []
        for place, body in enumerate(self.bodies, 1):
            places.append(len(out))
            out += b"%d 0 obj\n%b\nendobj\n" % (place, body)
        start, mark = len(out), hashlib.sha256(out).hexdigest()[:32]
        out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1)
        out += b"".join(b"%010d 00000 n \n" % at for at in places)
        trailer = f"/Size {len(places) + 1}/Root {root} 0 R/Info {info} 0 R/ID[<{mark}><{mark}>]"
        out += f"trailer\n<<{trailer}>>\nstartxref\n{start}\n%%EOF\n".encode()
        return bytes(out)


def write_pdf(title: str, pages: Sequence[tuple[float, float, str]]) -> bytes:
    """A file of pages; each is its width and height in millimetres and its drawing, in points."""
    objects = _Objects()
    used = [face for face in FACES if any(f"/{face} " in drawing for _, _, drawing in pages)]
    fonts = "".join(f"/{face} {_add_font(objects, font(face))} 0 R" for face in used)
    resources = objects.add(f"<</Font<<{fonts}>>>>")
    parent = len(objects.bodies) + 2 * len(pages) + 1
    kids = []
    for width, height, drawing in pages:
        content = objects.add_stream(drawing.encode("ascii"))
        box = f"0 0 {number(width * POINT)} {number(height * POINT)}"
        page = f"/Type/Page/Parent {parent} 0 R/MediaBox[{box}]/Resources {resources} 0 R/Contents {content} 0 R"
        kids.append(objects.add(f"<<{page}>>"))
    objects.add(f"<</Type/Pages/Count {len(kids)}/Kids[{' '.join(f'{kid} 0 R' for kid in kids)}]>>")
    root = objects.add(f"<</Type/Catalog/Pages {parent} 0 R/Lang(en)/ViewerPreferences<</DisplayDocTitle true>>>>")
    info = objects.add(b"<</Title%b/Producer(Haggis)>>" % _literal(title))
    return objects.file(root, info)


def _add_font(objects: _Objects, known: Font) -> int:
    """A font with its glyphs, their widths, and the characters that they stand for."""
    scale = 1000 / known.units
    name = f"HAGGIS+{known.face.capitalize()}"
    program = objects.add_stream(known.program, f"/Length1 {len(known.program)}")
    box = " ".join(number(edge * scale) for edge in known.box)
    about = f"/Type/FontDescriptor/FontName/{name}/Flags 4/FontBBox[{box}]/ItalicAngle 0/StemV 80"
    about += f"/Ascent {number(known.ascent * scale)}/Descent {number(known.descent * scale)}"
    about += f"/CapHeight {number(known.cap_height * scale)}/FontFile2 {program} 0 R"
    descriptor = objects.add(f"<<{about}>>")
    widths = " ".join(number(width * scale) for width in known.advances)
    system = "/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
    kind = f"/Type/Font/Subtype/CIDFontType2/BaseFont/{name}{system}/CIDToGIDMap/Identity"
    descendant = objects.add(f"<<{kind}/FontDescriptor {descriptor} 0 R/W[0[{widths}]]>>")
    unicode = objects.add_stream(_unicode_map(known).encode("ascii"))
    above = f"/Type/Font/Subtype/Type0/BaseFont/{name}/Encoding/Identity-H"
    return objects.add(f"<<{above}/DescendantFonts[{descendant} 0 R]/ToUnicode {unicode} 0 R>>")


def _unicode_map(known: Font) -> str:
    """The characters of the glyphs, so that text can be searched, copied and read aloud."""
    letters = {glyph: letter for letter, glyph in reversed(list(known.glyphs.items()))}
    rows = [f"<{glyph:04x}><{ord(letter):04x}>" for glyph, letter in sorted(letters.items())]
    blocks = [rows[start : start + 100] for start in range(0, len(rows), 100)]
    return "\n".join(
        [
            "/CIDInit/ProcSet findresource begin 12 dict begin begincmap",
            "/CMapName/Haggis def/CMapType 2 def",
            "1 begincodespacerange<0000><ffff>endcodespacerange",
            *(f"{len(block)} beginbfchar\n{chr(10).join(block)}\nendbfchar" for block in blocks),
            "endcmap CMapName currentdict/CMap defineresource pop end end",
        ]
    )
