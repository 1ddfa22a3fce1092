"""Checks that a tag can be released, and prints its section of CHANGELOG.md: `python scripts/check_release.py v0.1.0`.

The tag, `haggis_cards.__version__`, CITATION.cff and the changelog must name the same version.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def read(name: str, pattern: str) -> str:
    """What the pattern finds in a file."""
    found = re.search(pattern, (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


def main(tag: str) -> None:
    """Prints the section, or says what is wrong."""
    versions = {
        "the tag": tag.removeprefix("v"),
        "haggis_cards.__version__": read("src/haggis_cards/version.py", r'^__version__ = "(.+?)"$'),
        "CITATION.cff": read("CITATION.cff", r"^version: (\S+)$"),
        "the first release in CHANGELOG.md": read("CHANGELOG.md", r"^## ([\d.]+)"),
    }
    if len(set(versions.values())) > 1:
        sys.exit(
            "these must agree: "
            + ", ".join(f"{place} is {version or 'missing'}" for place, version in versions.items())
        )
    section = read("CHANGELOG.md", rf"^## {re.escape(versions['the tag'])}[^\n]*\n+(.*?)(?=^## |\Z)")
    sys.stdout.write(section)


if __name__ == "__main__":
    main(*sys.argv[1:])
