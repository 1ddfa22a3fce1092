"""Makes the fonts of the sheets from two npm packages: `python scripts/print_fonts.py GRENZE ALEGREYA_SANS`.

The arguments are the unpacked packages @fontsource/grenze and @fontsource/alegreya-sans. Each font keeps the
characters of Western European languages and lining figures, and its kerning becomes a plain table of pairs, which
`sheets/fonts.py` reads without a library. Needs `pip install fonttools brotli`.
"""

import shutil
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, Final

from fontTools import subset
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables._k_e_r_n import KernTable_format_0

ROOT: Final = Path(__file__).parent.parent
FONTS: Final = ROOT / "src" / "haggis_cards" / "sheets" / "fonts"
CHARACTERS: Final = [*range(0x20, 0x7F), *range(0xC0, 0x100), *map(ord, "\u00a0–—‘’“”•…−·×¡¿")]
FACES: Final = {
    "display": ("grenze", "grenze-latin-600-normal"),
    "text": ("alegreya", "alegreya-sans-latin-400-normal"),
    "bold": ("alegreya", "alegreya-sans-latin-800-normal"),
    "italic": ("alegreya", "alegreya-sans-latin-400-italic"),
}


def main() -> None:
    """The four faces and the licence of the second font; that of the first is with the browser client."""
    packages = {"grenze": Path(sys.argv[1]), "alegreya": Path(sys.argv[2])}
    FONTS.mkdir(parents=True, exist_ok=True)
    for face, (package, file) in FACES.items():
        font = TTFont(packages[package] / "files" / f"{file}.woff2", recalcTimestamp=False)
        use_lining_figures(font)
        pairs = dict(kerning(font))
        options = subset.Options(layout_features=[], hinting=False, notdef_outline=True, glyph_names=False)
        options.drop_tables += ["GPOS", "GSUB", "GDEF", "STAT", "gasp", "prep", "cvt ", "fpgm", "meta"]
        smaller = subset.Subsetter(options)
        smaller.populate(unicodes=CHARACTERS)
        smaller.subset(font)
        font["kern"], font.flavor = kern_table(pairs), None
        font.save(FONTS / f"{face}.ttf")
        sys.stdout.write(f"{face}: {(FONTS / f'{face}.ttf').stat().st_size} bytes, {len(pairs)} pairs\n")
    shutil.copy(packages["alegreya"] / "LICENSE", ROOT / "licenses" / "alegreya-sans.txt")


def use_lining_figures(font: TTFont) -> None:
    """Puts the figures of the feature `lnum` in the place of the old-style ones: they must stand on one line."""
    swaps: dict[str, str] = {}
    for feature in font["GSUB"].table.FeatureList.FeatureRecord:
        if feature.FeatureTag == "lnum":
            for index in feature.Feature.LookupListIndex:
                for sub in font["GSUB"].table.LookupList.Lookup[index].SubTable:
                    swaps |= getattr(sub, "ExtSubTable", sub).mapping
    for table in font["cmap"].tables:
        for code in range(ord("0"), ord("9") + 1):
            table.cmap[code] = swaps.get(table.cmap[code], table.cmap[code])


def kerning(font: TTFont) -> Iterator[tuple[tuple[str, str], int]]:
    """The pairs of characters that move together or apart, from the first subtable that has each."""
    cmap = font.getBestCmap()
    names = sorted({cmap[code] for code in CHARACTERS if code in cmap and not 0xC0 <= code <= 0xFF})  # no accents
    lookups = {
        index
        for feature in font["GPOS"].table.FeatureList.FeatureRecord
        if feature.FeatureTag == "kern"
        for index in feature.Feature.LookupListIndex
    }
    tables = [font["GPOS"].table.LookupList.Lookup[index] for index in sorted(lookups)]
    subtables = [getattr(sub, "ExtSubTable", sub) for lookup in tables for sub in lookup.SubTable]
    subtables = [sub for sub in subtables if sub.LookupType == 2]
    for left, right in product(names, names):
        moves = (move for sub in subtables if (move := pair(sub, left, right)) is not None)
        if value := next(moves, 0):
            yield (left, right), value


def pair(sub: Any, left: str, right: str) -> int | None:
    """What a subtable says of a pair; None if it says nothing."""
    if left not in sub.Coverage.glyphs:
        return None
    if sub.Format == 1:
        records = sub.PairSet[sub.Coverage.glyphs.index(left)].PairValueRecord
        values = [record.Value1 for record in records if record.SecondGlyph == right]
        return (values[0].XAdvance if values[0] else 0) if values else None
    first, second = sub.ClassDef1.classDefs.get(left, 0), sub.ClassDef2.classDefs.get(right, 0)
    value = sub.Class1Record[first].Class2Record[second].Value1
    return getattr(value, "XAdvance", 0) if value else 0


def kern_table(pairs: dict[tuple[str, str], int]) -> Any:
    """The pairs as a table of the oldest format."""
    table = newTable("kern")
    table.version = 0
    part = KernTable_format_0(apple=False)
    part.coverage, part.format, part.kernTable = 1, 0, pairs
    table.kernTables = [part]
    return table


if __name__ == "__main__":
    main()
