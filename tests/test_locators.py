"""Browser tests find things by roles, data attributes and keys of the catalogue, not by English words."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.e2e.catalogue import like, messages, t

HERE = Path(__file__).parent
BY_WORDS = {"get_by_text", "get_by_label", "get_by_title", "get_by_placeholder", "get_by_alt_text"}
TYPED = {"Ann", "Bob", "Cat", "Eve"}  # names that tests type in
OWNERS = {"is closed", "Sign out"}  # of the owner's page, which has words of its own


def _texts(message: object) -> Iterator[str]:
    if isinstance(message, dict):
        for form in message.values():
            yield from _texts(form)
    else:
        yield str(message).lower()


def _sought(tree: ast.AST) -> Iterator[str]:
    """The words that locators look for."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
            sought = [word.value for word in call.keywords if word.arg in ("has_text", "name")]
            for given in sought + (call.args[:1] if call.func.attr in BY_WORDS else []):
                for part in given.values if isinstance(given, ast.JoinedStr) else [given]:
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        yield part.value


def test_no_locator_has_words_of_the_catalogue() -> None:
    known = [text for message in messages().values() for text in _texts(message)]
    found = [
        f"{path.relative_to(HERE)}: {words}"
        for folder in ("e2e", "journeys")
        for path in sorted((HERE / folder).glob("*.py"))
        for words in _sought(ast.parse(path.read_text(encoding="utf-8")))
        if sum(letter.isalpha() for letter in words) > 2 and words not in TYPED | OWNERS
        if any(re.search(rf"\b{re.escape(words.strip().lower())}\b", text) for text in known)
    ]
    assert not found, found


def test_the_catalogue_is_read_as_it_is_written() -> None:
    assert t("header.menu") == "Menu"
    assert t("daily.ends", "minutes", n=1) == "Ends in 1 minute"
    assert t("lines.away", "gone", name="Bob") == "Bob has not come back; a bot plays for Bob."
    assert like("undo.refused", "they").search("Cat refuses: the action stands.")
    assert len(messages()) > 1000
