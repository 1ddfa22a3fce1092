"""The HTTP API for people to read, at /api/docs: plain HTML out of the OpenAPI schema."""

import html
from typing import Any

from litestar import Request
from litestar.openapi.plugins import OpenAPIRenderPlugin


class ApiPage(OpenAPIRenderPlugin):
    """Renders the page without scripts, as the security headers demand."""

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
