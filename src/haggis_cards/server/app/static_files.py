"""The built browser client from `static/`: all files are read once and served from memory, so no path leads outside."""

import gzip
import hashlib
import lzma
import mimetypes
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from litestar import Request, Response
from litestar.status_codes import HTTP_200_OK, HTTP_304_NOT_MODIFIED

INDEX: Final = "index.html"
SERVER_MARK: Final = '<meta name="haggis-server" />'  # in the head of the page: there is a server to talk to
_PACKAGED: Final = {
    "weights.npz": "bots/weights.npz",
    "quick.npz": "bots/quick.npz",
    "puzzles.bin": "puzzles/collection.jsonl.xz",
}
_PLACEHOLDER: Final = b"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Haggis</title>
<h1>Haggis</h1>
<p>The table server is running, but the browser client has not been built into this installation.</p>
<p>The <a href="/api/docs">API</a> is there. To build the client, see the README.</p>
</html>
"""


class StaticFile(NamedTuple):
    """A file as it is sent."""

    body: bytes
    zipped: bytes | None
    type: str
    tag: str
    forever: bool  # its name changes with its content, so that browsers may keep it


def client_files(folder: Path | None = None) -> dict[str, bytes]:
    """The files of the client by path, as they were built: for any folder of any host."""
    # An editable installation may have the folder in two places: a resource shows both as one.
    found = dict(_files(folder or files("haggis_cards.server") / "static", ""))
    return found | (_packaged() if INDEX in found else {})


def _packaged() -> dict[str, bytes]:
    """Networks for bots in the browser, and puzzles, which it can unpack; where `web/python.ts` expects them."""
    package, found = files("haggis_cards"), dict[str, bytes]()
    for name, path in _PACKAGED.items():
        stem, _, end = name.partition(".")
        body = package.joinpath(path).read_bytes()
        place = f"assets/{stem}-{hashlib.sha256(body).hexdigest()[:8]}.{end}"
        found[place] = gzip.compress(lzma.decompress(body), 9, mtime=0) if path.endswith(".xz") else body
    return found


@cache  # 30 MB: the servers of one process share them
def load_client(folder: Path | None = None) -> Mapping[str, StaticFile]:
    """The client's files by path, as this server sends them."""
    built = client_files(folder)
    built[INDEX] = served(built[INDEX]) if INDEX in built else _PLACEHOLDER
    return MappingProxyType({name: make_file(body, name) for name, body in built.items()})


def served(index: bytes) -> bytes:
    """The first file of the client, which is built for any folder of any host, as a server sends it.

    It stands at addresses of any depth, and it says that there is a server to talk to.
    """
    return index.replace(b'="./', b'="/').replace(b"<head>", f"<head>\n    {SERVER_MARK}".encode(), 1)


def _files(folder: Traversable, above: str) -> Iterator[tuple[str, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name) if folder.is_dir() else ():
        name = above + entry.name
        if entry.is_dir():
            yield from _files(entry, name + "/")
        elif not entry.name.startswith("."):
            yield name, entry.read_bytes()


def make_file(body: bytes, name: str) -> StaticFile:
    """A file of this name as it is sent."""
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if name.endswith(".webmanifest"):
        kind = "application/manifest+json"
    text = kind.startswith("text/") or kind.split("/")[-1].split("+")[-1] in ("javascript", "json", "xml")
    zipped = gzip.compress(body, 9, mtime=0) if text and len(body) > 800 else None
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    kind += "; charset=utf-8" if text and not kind.startswith("text/") else ""  # Litestar adds it to text
    return StaticFile(body, zipped, kind, tag, name.startswith("assets/"))


def find(request: Request[Any, Any, Any]) -> StaticFile | None:
    """The file of the client that has this address; the pages are not among them."""
    path = request.url.path.strip("/")
    client: Mapping[str, StaticFile] = request.app.state.client
    return client.get(path) if path != INDEX else None


def send(request: Request[Any, Any, Any], file: StaticFile, status: int = HTTP_200_OK) -> Response[bytes]:
    """The answer with a file; a browser that has it already is told so."""
    headers = {
        "etag": file.tag,
        "cache-control": "public, max-age=31536000, immutable" if file.forever else "no-cache",
        "vary": "accept-encoding, accept",
    }
    if request.headers.get("if-none-match") == file.tag and status == HTTP_200_OK:
        return Response(b"", status_code=HTTP_304_NOT_MODIFIED, headers=headers, media_type=file.type)
    body = file.body
    if file.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["content-encoding"] = file.zipped, "gzip"
    return Response(body, status_code=status, headers=headers, media_type=file.type)
