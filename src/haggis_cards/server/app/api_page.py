"""The HTTP API for people to read, at /api/docs, plain HTML without scripts; and its OpenAPI schema for programs."""

import html
from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import MediaType, get
from litestar.datastructures import State
from litestar.enums import OpenAPIMediaType


@get("/api/docs", include_in_schema=False, media_type=MediaType.HTML)
async def get_page(state: State) -> str:
    """The page, out of the schema."""
    schema: Mapping[str, Any] = state.description
    info = schema["info"]
    parts = [f"<h1>{_e(info['title'])} {_e(info['version'])}</h1><p>{_e(info.get('description', ''))}</p>"]
    parts.append('<p>For programs: <a href="/api/docs/openapi.json">openapi.json</a></p>')
    for path, methods in sorted(schema["paths"].items()):
        for method, operation in methods.items():
            if isinstance(operation, dict):
                parts.append(_operation(path, method, operation))
    parts.append("<h2>Types</h2>")
    for name, kind in sorted(schema.get("components", {}).get("schemas", {}).items()):
        parts.append(f'<h3 id="{_e(name)}">{_e(name)}</h3><p>{_e(kind.get("description", ""))}</p>')
        rows = [
            f"<tr><td><code>{_e(field)}</code></td><td>{_type(value)}</td></tr>"
            for field, value in kind.get("properties", {}).items()
        ]
        parts.append(f"<table>{''.join(rows)}</table>")
    head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Haggis API</title>'
    return head + "".join(parts) + "</html>"


@get("/api/docs/openapi.json", include_in_schema=False, media_type=OpenAPIMediaType.OPENAPI_JSON)
async def get_schema(state: State) -> bytes:
    """The schema."""
    return msgspec.json.encode(state.description)


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
