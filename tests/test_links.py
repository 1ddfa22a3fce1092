"""Links between the pages lead somewhere: to a file of this repository, and to a heading of it."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "web" / "README.md"])


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    broken = []
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" in link or link.startswith("mailto:"):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            broken.append(link)
    assert broken == []


def test_every_page_can_be_reached_from_the_readme() -> None:
    """Also those in folders: a page that nothing links to is not found by anybody."""
    reached, new = set[Path](), [ROOT / "README.md"]
    while new:
        page = new.pop()
        reached.add(page)
        for link in re.findall(r"\]\(([^)\s#]+\.md)", page.read_text(encoding="utf-8")):
            target = (page.parent / link).resolve()
            if target.exists() and target not in reached:
                new.append(target)
    assert sorted(str(page.relative_to(ROOT)) for page in ROOT.glob("docs/**/*.md") if page not in reached) == []
