"""What the owner says of the server, in the files of the client: its name, its imprint, and whether there is a chat."""

import json
from collections.abc import Mapping
from html import escape
from types import MappingProxyType
from typing import Any, Final

from haggis_cards.server.app.static_files import INDEX, SERVER_MARK, StaticFile, make_file
from haggis_cards.server.process.config import ServerSettings

GAME: Final = "Haggis"
MANIFEST: Final = "manifest.webmanifest"
_SHORT: Final = 12  # characters that fit under an icon


def branded(client: Mapping[str, StaticFile], settings: ServerSettings) -> Mapping[str, StaticFile]:
    """The client's files as this server sends them."""
    said = {"name": settings.name, "imprint": settings.imprint, "chat": settings.chat}
    mark = SERVER_MARK.replace("/>", f'content="{escape(json.dumps(said, ensure_ascii=False))}" />')
    index = client[INDEX].body.replace(SERVER_MARK.encode(), mark.encode(), 1)
    if settings.name:
        title = f"<title>{escape(settings.name)} · {GAME}</title>"
        index = index.replace(f"<title>{GAME}</title>".encode(), title.encode(), 1)
    own = {INDEX: make_file(index, INDEX)}
    if settings.name and MANIFEST in client:
        own[MANIFEST] = make_file(_manifest(client[MANIFEST].body, settings.name), MANIFEST)
    return MappingProxyType({**client, **own})


def _manifest(body: bytes, name: str) -> bytes:
    manifest: dict[str, Any] = json.loads(body)
    manifest |= {"name": name, "short_name": name if len(name) <= _SHORT else GAME}
    return json.dumps(manifest, ensure_ascii=False, indent=2).encode()
