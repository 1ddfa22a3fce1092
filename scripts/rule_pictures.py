"""Draws the pictures of docs/rules.md, by the library itself: `python scripts/rule_pictures.py`."""

from pathlib import Path
from typing import Final

from haggis_cards import RULES, Rules, svg

FOLDER: Final = Path(__file__).parent.parent / "docs" / "pictures"
_RULES: Final = RULES["haggis-3"]
_SETS: Final = RULES["haggis-2-2010"]


def _play(text: str, rules: Rules = _RULES) -> str:
    return str(svg.play(rules.grammar.read(text)))


def _trick(*plays: str) -> str:
    return str(svg.trick([(seat, _RULES.grammar.read(text)) for seat, text in enumerate(plays)], ("Ann", "Bob", "Cat")))


PICTURES: Final = {
    "cards": str(svg.cards("2r 5y 8g Tb 9o J Q K")),
    "single": _play("8y"),
    "sequence": _play("2r 3r 4r"),
    "stair": _play("6r 6b 7r 7b"),
    "set": _play("6r 6g 6b", _SETS),
    "wild": _play("5b J=6b 7b"),
    "bomb-mixed": _play("3r 5y 7g 9b"),
    "bomb-courts": _play("Q K"),
    "bomb-suit": _play("3g 5g 7g 9g"),
    "trick": _trick("5g 6g 7g", "6r J=7r 8r", "8b 9b Tb"),
}
FILES: Final = {FOLDER / f"{name}.svg": f"{picture}\n" for name, picture in PICTURES.items()}


def main() -> None:
    """Writes all of them."""
    FOLDER.mkdir(exist_ok=True)
    for path, picture in FILES.items():
        path.write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
