"""The pages: one for each sheet, nothing beyond their edges, no tiny type, and the same bytes every time."""

import io
import re
from typing import Any, NamedTuple

import pypdf
import pytest

from haggis_cards import RULES, Rules
from haggis_cards.rulebook import sections, sheet_sections
from haggis_cards.sheets import KINDS, PAPER_NAMES, Kind, PaperName, make_sheet
from haggis_cards.sheets.fonts import FACES, font
from haggis_cards.sheets.page import PAPERS, Page, text_width
from tests.sheets.support import GAMES, IDS, page_texts, ranks, squeezed
from tests.support import PRESETS

EDGE = 4.0  # millimetres that printers leave white
SMALLEST = 6.0  # points


class Drawn(NamedTuple):
    """A text on a page."""

    page: Page
    left: float
    right: float
    base: float
    size: float
    words: str


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Drawn]:
    """Every text that is drawn while the test runs, as large as it came out."""
    found: list[Drawn] = []
    real = Page.text

    def note(page: Page, x: float, y: float, words: str, size: float, **how: Any) -> float:
        width = real(page, x, y, words, size, **how)
        left = x - width * {"left": 0.0, "centre": 0.5, "right": 1.0}[how.get("align", "left")]
        real_size = size * width / max(text_width(words, size, how.get("face", "text")), 0.001) if words else size
        found.append(Drawn(page, left, left + width, y, real_size, words))
        return width

    monkeypatch.setattr(Page, "text", note)
    return found


@pytest.mark.parametrize("paper", PAPER_NAMES)
@pytest.mark.parametrize("rules", GAMES, ids=IDS)
def test_everything_is_on_the_page(rules: Rules, paper: PaperName, drawn: list[Drawn]) -> None:
    for kind in KINDS:
        make_sheet(rules, kind, paper)
    for page, left, right, base, _, words in drawn:
        assert left >= EDGE, words
        assert right <= page.width - EDGE, words
        assert EDGE < base <= page.height - EDGE, words


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("preset", PRESETS)
def test_the_type_of_the_presets_can_be_read(preset: str, kind: Kind, drawn: list[Drawn]) -> None:
    for paper in PAPER_NAMES:
        make_sheet(RULES[preset], kind, paper)
    smallest = min(drawn, key=lambda one: one.size)
    assert smallest.size >= SMALLEST, smallest


@pytest.mark.parametrize("kind", KINDS)
def test_a_sheet_is_one_page_of_its_paper_with_its_fonts_inside(kind: Kind) -> None:
    for paper in PAPER_NAMES:
        reader = pypdf.PdfReader(io.BytesIO(make_sheet(RULES["tatties-3"], kind, paper)))
        (page,) = reader.pages
        sides = {round(float(side) * 25.4 / 72, 1) for side in page.mediabox[2:]}
        assert sides == set(PAPERS[paper])
        assert reader.metadata is not None
        assert reader.metadata.title == f"Haggis and Tatties: {kind}"
        fonts: Any = page["/Resources"]["/Font"]  # type: ignore[index]
        assert set(fonts) <= {f"/{face}" for face in FACES}
        for name in fonts:
            (inner,) = fonts[name]["/DescendantFonts"]
            assert len(inner.get_object()["/FontDescriptor"]["/FontFile2"].get_data()) > 5_000
        assert "/XObject" not in page["/Resources"]  # type: ignore[operator] # no pictures of pixels


def test_the_same_rules_give_the_same_bytes() -> None:
    for kind in KINDS:
        assert make_sheet(RULES["neeps-4"], kind) == make_sheet(RULES["neeps-4"], kind)
    assert make_sheet(RULES["neeps-4"]) != make_sheet(RULES["neeps-4"].replace(points="printed"))


@pytest.mark.parametrize("rules", GAMES[:16], ids=IDS[:16])
def test_the_rule_sheet_tells_the_whole_game(rules: Rules) -> None:
    """Every sentence of the rulebook is on it once, in the order of the original sheets."""
    (text,) = page_texts(make_sheet(rules))
    told = sheet_sections(rules)
    lines = [line for section in told for line in section.lines]
    aim = [line for line in sections(rules)[0].lines if line not in lines]
    assert sorted([*lines, *aim]) == sorted(line for section in sections(rules) for line in section.lines)
    place = 0
    for line in lines:
        wanted = squeezed(ranks(re.sub(r" [rygbo]\b", "", line)))  # a suit alone is a sign
        place = text.index(wanted, place) + len(wanted)
    assert told[0].title == "Setup"
    assert told[-1].title == "Next round"


def test_a_character_that_a_font_lacks_becomes_a_question_mark() -> None:
    known = font("text")
    assert list(known.run("猫")) == list(known.run("?"))
