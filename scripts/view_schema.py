"""Prints the JSON schema of a view, made from its types: `make schema` keeps docs/view.schema.json current."""

import json
import sys

import msgspec

from haggis_cards.view import VERSION, View


def schema() -> dict[str, object]:
    """The schema as JSON Schema 2020-12; every key of a view is always there."""
    made = msgspec.json.schema(View)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"What one seat may see of a match of Haggis, version {VERSION}",
        **made,
    }


if __name__ == "__main__":
    json.dump(schema(), sys.stdout, indent=1)
    sys.stdout.write("\n")
