"""Makes web/src/kit/fonts/grenze.woff2 out of the npm package @fontsource/grenze: `scripts/display_font.py FOLDER`.

FOLDER is the unpacked package. Only the characters of Western European languages stay, and lining figures take the
place of the old-style ones: ranks and scores must stand on one line. Needs `pip install fonttools brotli`.
"""

import shutil
import sys
from pathlib import Path
from typing import Final

from fontTools import subset
from fontTools.ttLib import TTFont

FONTS: Final = Path(__file__).parent.parent / "web" / "src" / "kit" / "fonts"
WEIGHT: Final = 600
FIGURES: Final = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
CHARACTERS: Final = [*range(0x20, 0x7F), *range(0xC0, 0x100), *map(ord, "\u00a0–—‘’“”•…−·×¡¿")]


def main() -> None:
    """The font and its licence."""
    package = Path(sys.argv[1])
    font = TTFont(package / "files" / f"grenze-latin-{WEIGHT}-normal.woff2")
    for table in font["cmap"].tables:
        table.cmap.update({ord("0") + value: f"{name}.lf" for value, name in enumerate(FIGURES)})
    options = subset.Options(layout_features=["kern", "liga"], flavor="woff2", hinting=False)
    smaller = subset.Subsetter(options)
    smaller.populate(unicodes=CHARACTERS)
    smaller.subset(font)
    FONTS.mkdir(exist_ok=True)
    subset.save_font(font, FONTS / "grenze.woff2", options)
    shutil.copy(package / "LICENSE", FONTS / "OFL.txt")
    sys.stdout.write(f"{(FONTS / 'grenze.woff2').stat().st_size} bytes\n")


if __name__ == "__main__":
    main()
