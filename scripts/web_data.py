"""Writes what the web client takes from the Python side: the types of all messages, and the lessons' legal plays.

`python scripts/web_data.py` writes the files; `tests/e2e/test_data.py` checks that they are current.
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from haggis_cards.cards import add, parse_cards
from haggis_cards.rules import RULES
from haggis_cards.server import messages
from haggis_cards.view import View

WEB: Final = Path(__file__).parent.parent / "web" / "src"
ROOTS: Final = (
    View,
    messages.Command,
    messages.Event,
    messages.Name,
    messages.Me,
    messages.NewTable,
    messages.SeatWish,
    messages.StartWish,
    messages.Games,
    messages.Lobby,
    messages.Advice,
    messages.Seen,
    messages.Records,
    messages.Problem,
)
# Views stand in messages as plain objects; here they get their type.
VIEWS: Final = {("State", "view"): "View | null", ("Table", "view"): "View", ("Played", "changes"): "Partial<View>"}


def types() -> str:
    """The TypeScript module with a type for everything that travels."""
    refs, found = msgspec.json.schema_components(ROOTS, ref_template="{name}")
    lines = ["// Made by scripts/web_data.py from the server's types; do not edit.", ""]
    for name, schema in found.items():
        if "enum" in schema:
            lines += [f"export type {name} = {_type(schema)}", ""]
            continue
        lines += [f"/** {schema['description']} */"] if "description" in schema else []
        lines.append(f"export interface {name} {{")
        required = _required(name, schema)
        for key, value in schema["properties"].items():
            told = VIEWS.get((name, key)) or _type(value)
            lines.append(f"  {key}{'' if key in required else '?'}: {told}")
        lines += ["}", ""]
    for name, ref in (("Command", refs[1]), ("Event", refs[2])):
        lines += [f"export type {name} = {_type(ref)}", ""]
    return "\n".join(lines)


def _required(name: str, schema: Mapping[str, Any]) -> set[str]:
    """The keys that are always there: a default may be left out of a request, and of an event that omits defaults."""
    config = getattr(getattr(messages, name, None), "__struct_config__", None)
    if config and (config.omit_defaults or config.forbid_unknown_fields):
        return set(schema["required"])
    return {key for key in schema["properties"] if key != "id"} | set(schema["required"])


def _type(schema: Mapping[str, Any]) -> str:
    match schema:
        case {"$ref": name}:
            return str(name)
        case {"enum": values}:
            return " | ".join(json.dumps(value) for value in values)
        case {"anyOf": options}:
            return " | ".join(_type(option) for option in options)
        case {"type": "array", "prefixItems": items}:
            return f"[{', '.join(map(_type, items))}]"
        case {"type": "array", "items": items}:
            inner = _type(items)
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case {"type": "array"}:
            return "unknown[]"
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"Record<string, {_type(values)}>"
        case {"type": "object"}:
            return "Record<string, unknown>"
        case {"type": kind}:
            return "number" if kind == "integer" else str(kind)
    return "unknown"


class Step(msgspec.Struct, frozen=True):
    """One decision of a lesson: what is in hand, what lies there, what to find, and what is said before and after."""

    hand: str
    over: str | None
    say: str
    want: tuple[str, ...]  # () if any play will do
    done: str


class Lesson(msgspec.Struct, frozen=True):
    """One thing to learn, by doing it."""

    title: str
    steps: tuple[Step, ...]


LESSONS: Final = (
    Lesson(
        "Shedding",
        (
            Step(
                "3r 4g 9b",
                "6y",
                "You want an empty hand before everybody else. Ann has put a yellow 6 on the table. "
                "Put one higher card on it; suits do not matter.",
                (),
                "Only the 9 is higher. Ann passes, so the trick is yours, and you lead the next one.",
            ),
            Step(
                "3r 4g",
                None,
                "Who leads may play anything. Get rid of one of your two cards.",
                ("play 4g", "play 3r"),
                "Ann has nothing that she wants to put on it. You lead again.",
            ),
            Step(
                "3r",
                None,
                "Your last card. Play it, and you are out.",
                (),
                "Out! You score 5 points for each card that Ann still holds, and her cards too.",
            ),
        ),
    ),
    Lesson(
        "Sequences",
        (
            Step(
                "2r 5g 6g 7g 8g Tr",
                "4b 5b 6b",
                "Ann leads a Sequence: neighbouring ranks in one suit, three or more. "
                "You need a Sequence of three as well, and a higher one. Pick three cards.",
                (),
                "Same kind, same number of cards, higher: so it goes in every trick. Suits never count, "
                "and one rank higher is enough.",
            ),
            Step(
                "3y 4y 5y 6y 9b",
                None,
                "Now you lead. The longer the Sequence, the more cards you are rid of, and the harder it is to answer. "
                "Lead four at once.",
                ("play 3y 4y 5y 6y",),
                "Nobody has a Sequence of four that is higher. One card to go.",
            ),
        ),
    ),
    Lesson(
        "Stairs",
        (
            Step(
                "6y 6g 7y 7g 9r Tb",
                "4r 4b 5r 5b",
                "A Stair is the same run in two suits or more: here 4 and 5, in red and blue. Find a higher one.",
                (),
                "Right: 6 and 7, both in yellow and green.",
            ),
            Step(
                "3r 4r 5r 3g 4g 5g 9b",
                None,
                "Stairs can be long. You lead: shed six cards in one go.",
                ("play 3r 3g 4r 4g 5r 5g",),
                "A Stair of 2 × 3. Only another 2 × 3 can be put on it, not a 3 × 2, although that has six cards too.",
            ),
        ),
    ),
    Lesson(
        "Wild courts",
        (
            Step(
                "2b 7g 9g J",
                "4r 5r 6r",
                "Everybody has a Jack, a Queen and a King, face up. In a Sequence or a Stair they are wild. "
                "Beat Ann's Sequence with the help of your Jack.",
                ("play 7g J=8g 9g",),
                "The Jack stood for the green 8. Alone, J, Q and K are Singles above 10.",
            ),
            Step(
                "6b 7b J Q",
                None,
                "The same cards can often be read in several ways. Pick all four, "
                "and choose what they are: the best comes first.",
                ("play 6b 7b J=8b Q=9b", "play J=5b 6b 7b Q=8b", "play J=4b Q=5b 6b 7b", "play J=6r 6b Q=7r 7b"),
                "All four cards are gone. The higher you read them, the harder it is to beat them.",
            ),
        ),
    ),
    Lesson(
        "Bombs",
        (
            Step(
                "3r 4g 5y 7g 9b J Q",
                "8y 9y Ty",
                "Nothing is higher than a Sequence up to 10, except a bomb, which beats everything. "
                "Bombs are 3-5-7-9 in four suits or all in one suit, and two or three courts without any other card.",
                ("play 3r 5y 7g 9b", "play J Q"),
                "Boom. But mind: in most games of the family the cards of a bombed trick go to somebody else. "
                "You still lead next.",
            ),
            Step(
                "5r Q K",
                "J Q",
                "Ann has bombed with J Q. Bombs beat lower bombs: 3-5-7-9 in four suits, J Q, J K, Q K, J Q K, "
                "3-5-7-9 in one suit. Beat hers.",
                ("play Q K",),
                "One card left, and the lead is yours. You know the game: go and play it.",
            ),
        ),
    ),
)


def lessons() -> str:
    """The lessons with everything that is legal in them, out of the engine."""
    grammar = RULES["haggis-2"].grammar
    out = []
    for lesson in LESSONS:
        steps = []
        for step in lesson.steps:
            hand = 0
            for card in step.hand.split():
                hand = add(hand, parse_cards(card))
            over = grammar.read(step.over) if step.over else None
            legal = [str(play) for play in grammar.plays(hand, over)]
            if not set(step.want) <= set(legal):
                raise SystemExit(f"{lesson.title}: {step.want} is not among {legal}")
            told = None
            if over:
                told = {
                    "name": over.name,
                    "kind": over.kind.name.lower(),
                    "width": over.width,
                    "length": over.length,
                    "play": over.text,
                }
            steps.append({**msgspec.to_builtins(step), "over": told, "legal": legal})
        out.append({"title": lesson.title, "steps": steps})
    return json.dumps(out, indent=1, ensure_ascii=False) + "\n"


FILES: Final = {WEB / "net" / "messages.ts": types, WEB / "learn" / "lessons.json": lessons}

if __name__ == "__main__":
    for path, make in FILES.items():
        path.write_text(make(), encoding="utf-8")
        sys.stdout.write(f"{path.relative_to(WEB.parent.parent)}\n")
