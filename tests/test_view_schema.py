"""The view's schema: made from the types, kept in docs, and true of every view."""

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from haggis_cards import RULES, Match, Rounds

ROOT = Path(__file__).parent.parent
SCHEMA = ROOT / "docs" / "view.schema.json"


def test_the_schema_in_docs_is_current() -> None:
    script = [sys.executable, str(ROOT / "scripts" / "view_schema.py")]
    made = subprocess.run(script, check=True, capture_output=True, text=True).stdout
    assert SCHEMA.read_text(encoding="utf-8") == made, "make schema brings it up to date"


def strict(schema: dict[str, Any]) -> dict[str, Any]:
    """The same schema without room for keys that it does not name."""
    for part in schema["$defs"].values():
        part["additionalProperties"] = False
    return schema


@pytest.mark.parametrize("preset", RULES)
def test_views_of_random_matches_follow_the_schema(preset: str) -> None:
    validator = jsonschema.Draft202012Validator(strict(json.loads(SCHEMA.read_text(encoding="utf-8"))))
    dice = random.Random(preset)
    match = Match(preset, Rounds(2), seed=4)
    while not match.over:
        seat = dice.choice(match.to_act)
        match = match.act(seat, dice.choice(match.legal(seat)))
        if match.over or dice.random() < 0.1:
            for viewer in (None, *match.rules.seats):
                validator.validate(json.loads(json.dumps(match.view(viewer))))


def test_every_key_is_explained_in_the_docs() -> None:
    explained = (ROOT / "docs" / "view.md").read_text(encoding="utf-8")
    keys = json.loads(SCHEMA.read_text(encoding="utf-8"))["$defs"]["View"]["properties"]
    assert [key for key in keys if f"`{key}`" not in explained] == []
