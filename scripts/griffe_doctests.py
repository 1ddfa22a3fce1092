"""For the documentation site: examples in docstrings (`>>> …`) become blocks of code; Markdown would quote them."""

import re
from typing import Any

from griffe import Extension, Module, Object

EXAMPLE = re.compile(r"^>>> .*?(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)


class Doctests(Extension):
    """Fences the examples of every docstring."""

    def on_package(self, *, pkg: Module, **_: Any) -> None:
        """Called when griffe has read a package."""
        waiting: list[Object] = [pkg]
        while waiting:
            thing = waiting.pop()
            waiting += [member for member in thing.members.values() if isinstance(member, Object)]
            if thing.docstring:
                thing.docstring.value = EXAMPLE.sub(r"```pycon\n\g<0>\n```", thing.docstring.value)
