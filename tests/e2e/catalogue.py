"""The words of the page, from its catalogue: tests find things by the keys of words, so that other words break none."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

ENGLISH = Path(__file__).parents[2] / "web" / "src" / "words" / "en"
# A text, a comment, a mark, a name; the rest (types, spaces) says nothing.
_TOKEN = re.compile(r"""(?P<text>'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")|//[^\n]*|(?P<mark>[{}:,])|(?P<name>[\w-]+)""")
_PLURALS = {"one", "other"}


@cache
def messages() -> dict[str, Any]:
    """All messages of the catalogue by their keys: texts, or forms by name."""
    found: dict[str, Any] = {}
    for path in sorted(ENGLISH.glob("*.ts")):
        if path.stem not in ("index", "late"):
            found |= _literal(path.read_text(encoding="utf-8"))
    return found


def _literal(source: str) -> dict[str, Any]:
    """The object that a module of the catalogue exports."""
    body = re.sub(r"satisfies [^\n]*>", "", source[source.index("export default") :].removeprefix("export default"))
    parts: list[str] = []
    for match in _TOKEN.finditer(body[: body.rindex("}") + 1]):
        if text := match["text"]:
            parts.append(json.dumps(re.sub(r"\\(.)", r"\1", text[1:-1])))
        elif name := match["name"]:
            parts.append(json.dumps(name))
        elif mark := match["mark"]:
            if mark == "}" and parts[-1] == ",":
                parts.pop()
            parts.append(mark)
    found: dict[str, Any] = json.loads("".join(parts))
    return found


def t(key: str, form: str = "", **slots: object) -> str:
    """A message in words; `n` chooses a form by number, `form` one by name. Slots without a value stay."""
    message = messages()[key]
    while not isinstance(message, str):
        message = message[form] if not set(message) <= _PLURALS else message["one" if slots["n"] == 1 else "other"]
    return re.sub(r"\{(\w+)(?::and)?\}", lambda slot: str(slots.get(slot[1], slot[0])), message)


def like(key: str, form: str = "", **slots: object) -> re.Pattern[str]:
    """The same where the page fills slots that a test does not know."""
    return re.compile(re.sub(r"\\\{\w+(?::and)?\\\}", ".+", re.escape(t(key, form, **slots))))
