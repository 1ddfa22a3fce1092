"""What browsers get besides the API: the built client from `static/`, security headers, and the API's own page.

All files are read once and served from memory, so no path can lead outside. Addresses that the client handles itself
(`/table/...`, `/replay/...`) get its first page.
"""

import gzip
import hashlib
import html
import mimetypes
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final, NamedTuple

from litestar import Request, Response, get
from litestar.openapi.plugins import OpenAPIRenderPlugin

from haggis_cards.server.errors import Refused
from haggis_cards.server.facts import CLIENT_ROUTES

HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",  # a table's address is its key
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}

_INDEX: Final = "index.html"
_PLACEHOLDER: Final = b"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Haggis</title>
<h1>Haggis</h1>
<p>The table server is running, but the browser client has not been built into this installation.</p>
<p>The <a href="/api/docs">API</a> is there. To build the client, see the README.</p>
</html>
"""


class Page(NamedTuple):
    """A file as it is sent."""

    body: bytes
    zipped: bytes | None
    type: str
    tag: str
    forever: bool  # its name changes with its content


def load(folder: Path | None = None) -> dict[str, Page]:
    """The client's files by path."""
    # An editable installation may have the folder in two places: a resource shows both as one.
    pages = dict(_files(folder or files("haggis_cards.server") / "static", ""))
    if _INDEX not in pages:
        pages[_INDEX] = _page(_PLACEHOLDER, _INDEX)
    return pages


def _files(folder: Traversable, above: str) -> Iterator[tuple[str, Page]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name) if folder.is_dir() else ():
        name = above + entry.name
        if entry.is_dir():
            yield from _files(entry, name + "/")
        elif not entry.name.startswith("."):
            yield name, _page(entry.read_bytes(), name)


def _page(body: bytes, name: str) -> Page:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if name.endswith(".webmanifest"):
        kind = "application/manifest+json"
    text = kind.startswith("text/") or kind.split("/")[-1].split("+")[-1] in ("javascript", "json", "xml")
    zipped = gzip.compress(body, 9, mtime=0) if text and len(body) > 800 else None
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    kind += "; charset=utf-8" if text and not kind.startswith("text/") else ""  # Litestar adds it to text
    return Page(body, zipped, kind, tag, name.startswith("assets/"))


def _send(request: Request[Any, Any, Any], page: Page) -> Response[bytes]:
    headers = {
        "etag": page.tag,
        "cache-control": "public, max-age=31536000, immutable" if page.forever else "no-cache",
        "vary": "accept-encoding",
    }
    if request.headers.get("if-none-match") == page.tag:
        return Response(b"", status_code=304, headers=headers, media_type=page.type)
    body = page.body
    if page.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["content-encoding"] = page.zipped, "gzip"
    return Response(body, headers=headers, media_type=page.type)


@get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False)
def get_page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """A file of the client, or its first page."""
    pages: dict[str, Page] = request.app.state.pages
    path = request.url.path.strip("/")
    if path in pages:
        return _send(request, pages[path])
    if not path or path.split("/")[0] in CLIENT_ROUTES:
        return _send(request, pages[_INDEX])
    raise Refused("not-found")


class ApiPage(OpenAPIRenderPlugin):
    """The API for people to read: plain HTML, made by the server, without scripts from elsewhere."""

    def __init__(self) -> None:
        super().__init__(path="/")

    def render(self, _: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The page."""
        info = openapi_schema["info"]
        parts = [f"<h1>{_e(info['title'])} {_e(info['version'])}</h1><p>{_e(info.get('description', ''))}</p>"]
        parts.append('<p>For programs: <a href="/api/docs/openapi.json">openapi.json</a></p>')
        for path, methods in sorted(openapi_schema["paths"].items()):
            for method, operation in methods.items():
                if isinstance(operation, dict):
                    parts.append(_operation(path, method, operation))
        parts.append("<h2>Types</h2>")
        for name, schema in sorted(openapi_schema.get("components", {}).get("schemas", {}).items()):
            parts.append(f'<h3 id="{_e(name)}">{_e(name)}</h3><p>{_e(schema.get("description", ""))}</p>')
            rows = [
                f"<tr><td><code>{_e(field)}</code></td><td>{_type(kind)}</td></tr>"
                for field, kind in schema.get("properties", {}).items()
            ]
            parts.append(f"<table>{''.join(rows)}</table>")
        head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Haggis API</title>'
        return (head + "".join(parts) + "</html>").encode()


def _operation(path: str, method: str, operation: dict[str, Any]) -> str:
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    empty: dict[str, Any] = {}
    answers = [
        f"<li>{_e(status)}: {_type(next(iter(answer.get('content', empty).values()), empty).get('schema', empty))} "
        f"{_e(answer.get('description', ''))}</li>"
        for status, answer in operation.get("responses", {}).items()
    ]
    takes = f"<p>Takes {_type(body)}</p>" if body else ""
    about = operation.get("description") or operation.get("summary", "")
    return f"<h3><code>{method.upper()} {_e(path)}</code></h3><p>{_e(about)}</p>{takes}<ul>{''.join(answers)}</ul>"


def _type(schema: dict[str, Any]) -> str:
    """A schema in a few words."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        return f'<a href="#{_e(name)}">{_e(name)}</a>'
    if "oneOf" in schema or "anyOf" in schema:
        return " or ".join(map(_type, schema.get("oneOf") or schema["anyOf"]))
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    if "enum" in schema:
        return " or ".join(f"<code>{_e(str(value))}</code>" for value in schema["enum"])
    return _e(str(schema.get("type", "")))


def _e(text: object) -> str:
    return html.escape(str(text))
