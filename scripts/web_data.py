"""Writes what the web client takes from the Python side: types of messages, numbers of the games, plays of lessons.

`python scripts/web_data.py` writes the files; `tests/e2e/test_data.py` checks that they are current.
"""

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, get_args

import msgspec

from haggis_cards import actions, errors
from haggis_cards.cards import GLYPHS, add, gather, parse_cards, text
from haggis_cards.combos import Kind, Play
from haggis_cards.errors import IllegalAction
from haggis_cards.match import Match
from haggis_cards.round import OUT_BONUS, SWAPS, Phase
from haggis_cards.rules import HOUSE_RULES, RULES, Rules
from haggis_cards.scoring import card_points
from haggis_cards.server import bots, messages
from haggis_cards.server import errors as server_errors
from haggis_cards.server.facts import CLIENT_ROUTES
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
    messages.Replay,
    messages.Problem,
)
# Views stand in messages as plain objects; here they get their type.
VERBS: Final = {kind.verb for kind in get_args(actions.Action)}
MADE: Final = "// Made by scripts/web_data.py; do not edit.\n"
VIEWS: Final = {
    ("State", "view"): "View | null",
    ("Table", "view"): "View",
    ("Played", "changes"): "Partial<View>",
    ("Replay", "view"): "View",
    ("ReplayStep", "changes"): "Partial<View>",
}


def types() -> str:
    """The TypeScript module with a type for everything that travels."""
    refs, found = msgspec.json.schema_components(ROOTS, ref_template="{name}")
    lines = [MADE]
    for name, schema in found.items():
        if "enum" in schema:
            lines += [f"export type {name} = {_type(schema)}", ""]
            continue
        lines += [f"/** {schema['description']} */"] if "description" in schema else []
        lines.append(f"export interface {name} {{")
        required = _required(name, schema)
        for key, value in schema["properties"].items():
            kind = VIEWS.get((name, key)) or _type(value)
            lines.append(f"  {key}{'' if key in required else '?'}: {kind}")
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


class Step(NamedTuple):
    """One decision of a lesson. Its words are in the client's catalogue, by the name of the lesson and of the step."""

    name: str
    hand: str
    over: str | None  # what lies on the table
    want: tuple[str, ...] = ()  # the plays that the lesson asks for; () if any play will do


LESSONS: Final = {
    "shedding": (
        Step("higher", "3r 4g 9b", "6y"),
        Step("lead", "3r 4g", None, ("play 4g", "play 3r")),
        Step("last", "3r", None),
    ),
    "sequences": (
        Step("higher", "2r 5g 6g 7g 8g Tr", "4b 5b 6b"),
        Step("long", "3y 4y 5y 6y 9b", None, ("play 3y 4y 5y 6y",)),
    ),
    "stairs": (
        Step("higher", "6y 6g 7y 7g 9r Tb", "4r 4b 5r 5b"),
        Step("long", "3r 4r 5r 3g 4g 5g 9b", None, ("play 3r 3g 4r 4g 5r 5g",)),
    ),
    "courts": (
        Step("gap", "2b 7g 9g J", "4r 5r 6r", ("play 7g J=8g 9g",)),
        Step(
            "readings",
            "6b 7b J Q",
            None,
            ("play 6b 7b J=8b Q=9b", "play J=5b 6b 7b Q=8b", "play J=4b Q=5b 6b 7b", "play J=6r 6b Q=7r 7b"),
        ),
    ),
    "bombs": (
        Step("run", "3r 4g 5y 7g 9b J Q", "8y 9y Ty", ("play 3r 5y 7g 9b", "play J Q")),
        Step("bomb", "5r Q K", "J Q", ("play Q K",)),
    ),
}


def lessons() -> str:
    """The lessons with everything that is legal in them, out of the engine."""
    grammar = RULES["haggis-2"].grammar
    found = []
    for lesson, steps in LESSONS.items():
        for step in steps:
            hand = 0
            for card in step.hand.split():
                hand = add(hand, parse_cards(card))
            over = grammar.read(step.over) if step.over else None
            legal = [str(play) for play in grammar.plays(hand, over)]
            if not set(step.want) <= set(legal):
                raise SystemExit(f"{lesson}.{step.name}: {step.want} is not among {legal}")
            name = f"{lesson}.{step.name}"
            found.append({**step._asdict(), "lesson": lesson, "name": name, "over": over and over.text, "legal": legal})
    return f"{MADE}{_const('STEPS', found)}"


def games() -> str:
    """The numbers of every game, and what a rules page has to know about it."""
    facts = {
        name: {
            "players": rules.players,
            "partners": rules.partners,
            "suits": rules.deck.suits,
            "copies": rules.deck.copies,
            "top": rules.top_rank,
            "hand": rules.hand_size,
            "haggis": rules.haggis_size,
            "opening": rules.opening,
            "openBets": rules.open_bets,
            "bets": rules.bets,
            "betMultiplier": rules.bet_multiplier,
            "reenter": rules.reenter,
            "bombTo": rules.bomb_to,
            "nameLead": rules.name_lead,
            "outBonus": rules.out_bonus,
            "leftover": rules.leftover,
            "slam": rules.slam,
            "points": rules.points,
            "nextRound": rules.next_round,
            "rounds": rules.suggested_rounds,
            "goal": rules.suggested_goal,
        }
        for name, rules in RULES.items()
    }
    cards = {"odd": "3r", "jack": "J", "queen": "Q", "king": "K"}
    scoring = {
        "swaps": SWAPS,
        "bonus": OUT_BONUS,
        "points": {
            points: {
                name: card_points(RULES["haggis-2"].replace(points=points), parse_cards(card))
                for name, card in cards.items()
            }
            for points in ("printed", "flat")
        },
    }
    values = dict.fromkeys(str(choice).lower() for rule in HOUSE_RULES.values() for choice in rule.choices)
    return (
        f"{MADE}{_const('GAMES', facts)}{_const('SCORING', scoring)}{_const('SUIT_SIGNS', GLYPHS)}"
        "export type Preset = keyof typeof GAMES\nexport type GameFacts = (typeof GAMES)[Preset]\n"
        f"{_union('HouseRule', HOUSE_RULES)}{_union('HouseValue', values)}{_union('Verb', sorted(VERBS))}"
        f"{_union('Kind', (kind.name.lower() for kind in Kind))}"
    )


def addresses() -> str:
    """The addresses within the client; the server answers others with "not found"."""
    return f"{MADE}{_const('ROUTES', CLIENT_ROUTES)}export type Route = (typeof ROUTES)[number]\n"


def refusals() -> str:
    """The English of the engine and the server: refusals by code and fault, and what house rules are about."""
    catalogue = {
        "refusal": {**errors.REFUSALS, **server_errors.REFUSALS},
        "bot.about": {bot.level: bot.about for bot in bots.infos()},
        "house.about": {name: rule.about for name, rule in HOUSE_RULES.items()},
    }
    return f"{MADE}export default {json.dumps(catalogue, ensure_ascii=False)} as const\n"


def cases() -> str:
    """Names of plays and refusals of cards as the engine words them; `web/test/cases.test.ts` must say the same."""
    names: dict[str, str] = {}
    refused: dict[str, dict[str, Any]] = {}
    for spec in ("haggis-3", "neeps-4", {"preset": "haggis-2", "sets": True}):
        rules = Rules.from_spec(spec)
        rng = Random(str(spec))
        for _ in range(60):
            low = rng.randrange(6)
            near = rules.deck.cards()[low * rules.deck.suits * rules.deck.copies :][: 3 * rules.deck.suits]
            cards = text(gather(rng.sample(near, rng.randint(2, 5))))
            _try(refused, rules, cards, None, partial(rules.grammar.read, cards))
        for seed in range(12):
            rnd = Match(rules, seed=seed).round
            while rnd.phase is not Phase.PLAY:
                rnd = rnd.act(rnd.to_act[0], rnd.legal(rnd.to_act[0])[0])
            plays = rules.grammar.plays(rnd.hands[rnd.to_act[0]])
            names |= {play.text: play.name for play in rng.sample(plays, 8)}
            kind = (Kind.SINGLE, Kind.BOMB, Kind.SEQUENCE)[seed % 3]
            lead = rng.choice([play for play in plays if play.kind is kind])
            led = rnd.act(rnd.to_act[0], lead)
            plain = [play for play in rules.grammar.plays(led.hands[led.to_act[0]]) if "=" not in play.text]
            for play in rng.sample(plain, 4):
                _try(refused, rules, play.text, lead, partial(led.act, led.to_act[0], play))
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in refused.values())
    return f'{{"names": {json.dumps(names, indent=1, ensure_ascii=False)},\n"refused": [\n{lines}\n]}}\n'


def _try(
    found: dict[str, dict[str, Any]], rules: Rules, cards: str, top: Play | None, act: Callable[[], object]
) -> None:
    """Adds the case if the engine refuses it."""
    try:
        act()
    except IllegalAction as error:
        over = top and {**top.parts, "name": top.name}
        found[f"{cards} on {top}"] = {"cards": cards, "over": over, "sets": rules.sets, "reason": error.reason}


def _union(name: str, values: Iterable[str]) -> str:
    return f"export type {name} = {' | '.join(map(json.dumps, values))}\n"


def _const(name: str, value: Mapping[str, object] | Sequence[object]) -> str:
    """A constant, with one line for each entry."""
    if isinstance(value, Mapping):
        (start, end), lines = "{}", [f"{_json(key)}: {_json(one)}" for key, one in value.items()]
    else:
        (start, end), lines = "[]", [_json(one) for one in value]
    joined = ",\n  ".join(lines)
    return f"export const {name} = {start}\n  {joined}\n{end} as const\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


FILES: Final = {
    WEB.parent / "test" / "cases.json": cases,
    WEB / "net" / "messages.ts": types,
    WEB / "learn" / "steps.ts": lessons,
    WEB / "net" / "facts.ts": addresses,
    WEB / "rules" / "facts.ts": games,
    WEB / "words" / "en" / "refusals.ts": refusals,
}

if __name__ == "__main__":
    for path, make in FILES.items():
        path.write_text(make(), encoding="utf-8")
        sys.stdout.write(f"{path.relative_to(WEB.parent.parent)}\n")
