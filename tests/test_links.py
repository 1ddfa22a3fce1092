"""Links between the pages lead somewhere: to a file of this repository, and to a heading of it."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# Absolute, so that README.md reads elsewhere too; they lead to files of this repository all the same.
FILES = re.compile(
    r"https://(?:github\.com/haggis-cards/haggis/(?:blob|tree)|raw\.githubusercontent\.com/haggis-cards/haggis)/main/"
)
SITE = re.compile(r"https://haggis-cards\.github\.io/haggis/(\S*?)/?")
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "web" / "README.md"])


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def file_of(page: Path, path: str) -> Path:
    """The file that a link leads to: relative, absolute on GitHub, or on the documentation site."""
    if on_site := SITE.fullmatch(path):
        folder = ROOT / "docs" / (on_site[1] or "")
        return folder / "index.md" if folder.is_dir() else folder.with_suffix(".md")
    place, in_repository = FILES.subn("", path)
    return ((ROOT if in_repository else page.parent) / place).resolve()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    broken = []
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" in link and not FILES.match(link) and not SITE.fullmatch(link):
            continue
        path, _, anchor = link.partition("#")
        target = file_of(page, path) if path else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            broken.append(link)
    assert broken == []


def test_every_page_can_be_reached_from_the_readme() -> None:
    """Also those in folders: a page that nothing links to is not found by anybody."""
    home = (ROOT / "README.md").read_text(encoding="utf-8")
    assert not re.findall(r"\]\((?!https://)[^)]+\)", home), "relative links of README.md lead nowhere on PyPI"
    reached, new = set[Path](), [ROOT / "README.md"]
    while new:
        page = new.pop()
        reached.add(page)
        text = page.read_text(encoding="utf-8")
        for link in re.findall(r"\]\(([^)\s#]+\.md|https://haggis-cards\.github\.io/[^)\s#]*)", text):
            target = file_of(page, link)
            if target.exists() and target not in reached:
                new.append(target)
    assert sorted(str(page.relative_to(ROOT)) for page in ROOT.glob("docs/**/*.md") if page not in reached) == []
