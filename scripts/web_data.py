"""Writes what the web client takes from the Python side: types of messages, numbers of the games, plays of lessons.

Also the pages in docs/games, which say the same sentences as the client's pages of rules.

`python scripts/web_data.py` writes the files; `tests/e2e/test_data.py` checks that they are current.
"""

import json
import re
import runpy
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any, Final, get_args

import msgspec

from haggis_cards import actions, errors
from haggis_cards.bots.registry import LEVELS
from haggis_cards.cards import GLYPHS, gather, parse_cards, text
from haggis_cards.combos import Kind, Play
from haggis_cards.errors import IllegalAction
from haggis_cards.keeper import errors as keeper_errors
from haggis_cards.keeper import surface as keeper
from haggis_cards.match import Match
from haggis_cards.review.classes import CERTAINTY, CLASSES
from haggis_cards.review.reasons import EQUAL
from haggis_cards.review.sentences import SENTENCES
from haggis_cards.round import OUT_BONUS, SWAPS, Phase
from haggis_cards.rulebook import LAYOUT, facts, sections
from haggis_cards.rules import HOUSE_RULES, RULES, Rules, choices
from haggis_cards.scoring import card_points
from haggis_cards.server.app.api_schema import MESSAGES
from haggis_cards.server.app.app import describe
from haggis_cards.server.http import games as server_games
from haggis_cards.sheets import KINDS, PAPER_NAMES
from haggis_cards.table import bots
from haggis_cards.table.chairs import CHARACTERS
from haggis_cards.view import View
from haggis_cards.wire import refusals as server_errors
from haggis_cards.wire import tables as messages
from haggis_cards.wire.facts import CLIENT_ROUTES, DAY, GUEST, LOCAL, MOST_MISSED, SENT
from haggis_cards.wording import TOPICS
from haggis_cards.wording.sentences import Sentence

WEB: Final = Path(__file__).parent.parent / "web" / "src"
# What travels without being the body or the answer of an operation: over sockets, and as a refusal.
ROOTS: Final = (View, messages.Command, messages.Event, messages.Problem)
# Views stand in messages as plain objects; here they get their type.
VERBS: Final = {kind.verb for kind in get_args(actions.Action)}
MADE: Final = "// Made by scripts/web_data.py; do not edit.\n"
VIEWS: Final = {
    ("State", "view"): "View | null",
    ("Table", "view"): "View",
    ("Seen", "view"): "View | null",
    ("Played", "changes"): "Partial<View>",
    ("Replay", "view"): "View",
    ("ReplayStep", "changes"): "Partial<View>",
    ("Position", "view"): "View",
    ("Analysis", "view"): "View",
    ("Line", "view"): "View | null",
    ("PuzzleTask", "view"): "View",
    ("PuzzleReply", "view"): "View | null",
}


@cache
def api() -> dict[str, dict[str, Any]]:
    """What the server can be asked, as its own schema has it: operations by method and path."""
    return {
        f"{method.upper()} {path}": operation
        for path, methods in describe()["paths"].items()
        for method, operation in methods.items()
        if path.startswith("/api/") and "operationId" in operation
    }


def operations() -> str:
    """The TypeScript module with what each operation is given, parts of its path and query, and what it answers."""
    lines = [
        f"{MADE}// What the server can be asked: in `given`, parts of the path and the query, and the body.",
        "import type {",
        *(f"  {name}," for name in sorted(_of_operations())),
        "} from './messages'",
        "",
        "type Nothing = Record<never, never>",
        "export interface Operations {",
    ]
    for name, operation in api().items():
        given = [
            f"{one['name']}{'' if one['required'] else '?'}: {_type(one['schema'])}"
            for one in operation.get("parameters", ())
        ]
        body = operation.get("requestBody")
        given += [f"body: {_type(_content(body))}"] if body else []
        answer = next(one for status, one in operation["responses"].items() if status.startswith("2"))
        fields = f"{{ {'; '.join(given)} }}" if given else "Nothing"
        lines.append(f"  {_json(name)}: {{ given: {fields}; answer: {_type(_content(answer))} }}")
    return "\n".join([*lines, "}", ""])


def _content(part: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema of a body or an answer."""
    (content,) = part["content"].values()
    return content["schema"]  # type: ignore[no-any-return]


def _of_operations() -> set[str]:
    """The names of the messages that are bodies or answers."""
    parts = (part for one in api().values() for part in (one.get("requestBody"), *one["responses"].values()) if part)
    refs = (_content(part).get("$ref") for part in parts if part.get("content"))
    return {ref.rsplit("/", 1)[-1] for ref in refs if ref} - {"Problem"}


def types() -> str:
    """The TypeScript module with a type for everything that travels."""
    found_by_name = {name: kind for module in MESSAGES for name, kind in vars(module).items()}
    roots = [*ROOTS, *(found_by_name[name] for name in sorted(_of_operations()))]
    refs, found = msgspec.json.schema_components(roots, ref_template="{name}")
    lines = _interfaces(found)
    for name, ref in (("Command", refs[1]), ("Event", refs[2])):
        lines += [f"export type {name} = {_type(ref)}", ""]
    return "\n".join(lines)


def keeper_types() -> str:
    """The TypeScript module with what the score keeper answers."""
    roots = (keeper.Opened, keeper.Tried, keeper.Season, keeper.Comparison)
    return "\n".join(_interfaces(msgspec.json.schema_components(roots, ref_template="{name}")[1]))


def _interfaces(found: Mapping[str, Mapping[str, Any]]) -> list[str]:
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
    return lines


def _required(name: str, schema: Mapping[str, Any]) -> set[str]:
    """The keys that are always there: a default may be left out of a request, and of an event that omits defaults."""
    known = next((found for part in MESSAGES if (found := getattr(part, name, None))), None)
    config = getattr(known, "__struct_config__", None)
    if config and (config.omit_defaults or config.forbid_unknown_fields):
        return set(schema["required"])
    return {key for key in schema["properties"] if key != "id"} | set(schema["required"])


def _type(schema: Mapping[str, Any]) -> str:
    match schema:
        case {"$ref": name}:
            return str(name).rsplit("/", 1)[-1]
        case {"enum": values}:
            return " | ".join(json.dumps(value) for value in values)
        case {"anyOf": options} | {"oneOf": options}:
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
        case {"type": list(kinds)}:
            return " | ".join(kinds)
        case {"type": kind}:
            return "number" if kind == "integer" else str(kind)
    return "unknown"


# Decisions of all seats in one round, the mean of 60 rounds of greedy bots (tests/e2e/test_home.py plays some again),
# by the number of players and what precedes the tricks.
DECISIONS: Final = {(2, ""): 24, (3, ""): 54, (3, "auction"): 50, (4, "exchange"): 102}
ROUNDS_TO_GOAL: Final = 5  # of a match to the lower goal, where the rules name no number (docs/house-rules.md)
PACE: Final = 6  # seconds that a person takes for a decision, quick passes included
BETWEEN: Final = 20  # seconds for looking at a round's result


def minutes(rules: Rules) -> int:
    """About how long people need for the shortest match that the rules suggest, in steps of five minutes."""
    rounds = rules.suggested_rounds[0] if rules.suggested_rounds else ROUNDS_TO_GOAL
    seconds = rounds * (DECISIONS[rules.players, rules.opening] * PACE + BETWEEN)
    return max(5, round(seconds / 300) * 5)


def is_older(rules: Rules) -> bool:
    """Whether a later edition of the same game exists."""
    return any(
        (other.title, other.players) == (rules.title, rules.players) and other.edition > rules.edition
        for other in RULES.values()
    )


def games() -> str:
    """The numbers of every game, and what a rules page has to know about it."""
    known = {
        name: {
            "older": is_older(rules),
            "minutes": minutes(rules),
            **facts(rules),
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
        f"{MADE}{_const('GAMES', known)}{_const('SCORING', scoring)}{_const('SUIT_SIGNS', GLYPHS)}"
        f"export type Preset = keyof typeof GAMES\n{_game_facts()}"
        f"{_union('HouseRule', HOUSE_RULES)}{_union('HouseValue', values)}{_union('Verb', sorted(VERBS))}"
        f"{_union('Kind', (kind.name.lower() for kind in Kind))}"
        f"{_const('SHEETS', KINDS)}export type Sheet = (typeof SHEETS)[number]\n"
        f"{_const('PAPERS', PAPER_NAMES)}export type Paper = (typeof PAPERS)[number]\n"
    )


def _game_facts() -> str:
    """The type of a game's numbers: those of a preset, with any value where a house rule may change it."""
    chosen = {name: choices(name) for name in HOUSE_RULES if choices(name)}
    wide = "".join(
        f"\n  {key}: {' | '.join(map(_json, values))} | (typeof GAMES)[Preset][{_json(key)}]"
        for key, values in chosen.items()
    )
    omitted = " | ".join(map(_json, chosen))
    return f"export type GameFacts = Omit<(typeof GAMES)[Preset], {omitted}> & {{{wide}\n}}\n"


def shared() -> str:
    """The addresses within the client (the server answers others with "not found"), and the bots' names by level."""
    return (
        f"{MADE}{_const('ROUTES', CLIENT_ROUTES)}export type Route = (typeof ROUTES)[number]\n"
        f"export const MOST_MISSED = {MOST_MISSED}\n"
        f"export const GUEST = {_json(GUEST)} // who has not said how to be called\n"
        f"export const LOCAL = {_json(LOCAL)}\n"
        f"export const DAY = {DAY} // seconds\n"
        f"export const SENT = {_json(SENT)}\n"
        f"{_const('LEVELS', LEVELS)}"
        f"{_const('CHARACTERS', CHARACTERS)}"
        "export type Character = (typeof CHARACTERS)[keyof typeof CHARACTERS][number]\n"
    )


def local_games() -> str:
    """What a server says at /api/games, for pages without one."""
    return json.dumps(msgspec.to_builtins(server_games.games()), indent=1, ensure_ascii=False) + "\n"


def refusals() -> str:
    """The English of engine, server and score keeper: refusals by code and fault, and what house rules are about."""
    catalogue = {
        "refusal": {**errors.REFUSALS, **server_errors.REFUSALS, **keeper_errors.REFUSALS},
        "bot.about": {bot.level: bot.about for bot in bots.infos()},
        "house.about": {name: rule.about for name, rule in HOUSE_RULES.items()},
    }
    return f"{MADE}{_catalogue(catalogue)}"


def rulebook() -> str:
    """Which sentences of the rules a game has: by section, places, and at each the first sentence that holds."""
    table = {
        topics[0]: [[_sentence(one) for one in place] for topic in topics for place in TOPICS[topic]]
        for topics in LAYOUT.values()
    }
    return f"{MADE}{_const('RULEBOOK', table)}"


def _sentence(sentence: Sentence) -> dict[str, Any]:
    """A sentence by its name, with its conditions and plays if it has any."""
    return {key: value for key, value in sentence._asdict().items() if value and key != "text"}


def rule_words() -> str:
    """The sentences of the rules, and the headings above them."""
    catalogue = {
        "rules.section": {topics[0]: title for title, topics in LAYOUT.items()},
        "rules.says": {one.name: one.text for places in TOPICS.values() for place in places for one in place},
    }
    return f"{MADE}{_catalogue(catalogue)}"


def rule_cases() -> str:
    """The rules of every game and of random tables in sentences; `web/test/rulebook.test.ts` must say the same."""
    rng = Random("rulebook")
    games = [*RULES.values(), *(_mix(rng, RULES[preset]) for preset in RULES for _ in range(15))]
    numbers: dict[str, int] = {}
    rows = []
    for rules in games:
        lines = [line for section in sections(rules) for line in (section.title, *section.lines)]
        plain = [re.sub(r" [rygbo]\b", "", line) for line in lines]  # the page names suits without their letters
        rows.append([rules.spec, [numbers.setdefault(line, len(numbers)) for line in plain]])
    return f'{{"lines": {json.dumps([*numbers], indent=1)},\n"games": [\n{",".join(map(_line, rows))}]}}\n'


def _line(value: object) -> str:
    return f"{_json(value)}\n"


def _mix(rng: Random, plain: Rules) -> Rules:
    """A table at which each house rule that fits has any of its values."""
    fitting = [rule for rule in HOUSE_RULES.values() if rule.fits(plain)]
    house = {rule.name: rng.choice(rule.choices_in(plain)) for rule in fitting if rule.choices}
    return plain.replace(**house, bets=rng.choice([plain.bets, (3, 6, 9)]))


def rule_page(rules: Rules) -> str:
    """The rules of a game as a page of the documentation."""
    parts = [f"## {title}\n\n" + "".join(f"- {line}\n" for line in lines) for title, lines in sections(rules)]
    head = (
        f"# {rules.title} for {rules.players} players, {rules.edition}\n\n"
        f"<!-- Made by scripts/web_data.py; do not edit. -->\n"
        f"The rules of `{rules.preset}`, as `haggis rules {rules.preset}`, the printed sheet and the client say them."
        " [The rules](../rules.md) has them with clauses, examples, house rules and sources.\n\n"
    )
    return head + "\n".join(parts)


def reasons() -> str:
    """The sentences of a review, by the code of the fact, with their plural forms."""
    forms = {code: one if isinstance(one, str) else next(iter(one.values())) for code, one in SENTENCES.items()}
    return f"{MADE}{_catalogue({'reason': forms})}"


def classes() -> str:
    """How a review calls decisions."""
    return (
        f"{MADE}{_const('CLASSES', dict(CLASSES))}"
        f"export const CERTAINTY = {CERTAINTY:g} // standard errors behind the best\n"
        f"export const EQUAL = {EQUAL:g} // points that make no difference to a person\n"
        f"/** The number that the text of a fact depends on. */\n"
        f"{_const('COUNTED', {code: next(iter(one)) for code, one in SENTENCES.items() if not isinstance(one, str)})}"
    )


def cases() -> str:
    """Names of plays and refusals of cards as the engine words them; `web/test/cases.test.ts` must say the same."""
    names: dict[str, str] = {}
    refused: dict[str, dict[str, Any]] = {}
    for spec in ("haggis-3", "neeps-4", {"preset": "haggis-2", "sets": True}, "haggis-3-2010"):
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


def _catalogue(messages: Mapping[str, Mapping[str, object]]) -> str:
    """Words of the page, one line for each text."""
    lines = [
        [f"  {_json(key)}: {{", *(f"    {_json(name)}: {_json(text)}," for name, text in forms.items()), "  },"]
        for key, forms in messages.items()
    ]
    return "\n".join(["export default {", *(line for one in lines for line in one), "} as const", ""])


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


FILES: Final = {
    WEB.parent / "test" / "cases.json": cases,
    WEB / "protocol" / "messages.ts": types,
    WEB / "protocol" / "operations.ts": operations,
    WEB / "protocol" / "keeper.ts": keeper_types,
    WEB / "protocol" / "facts.ts": shared,
    WEB / "protocol" / "games.json": local_games,
    WEB.parent / "test" / "rulebook.json": rule_cases,
    WEB / "protocol" / "games.ts": games,
    WEB / "protocol" / "rulebook.ts": rulebook,
    WEB / "words" / "en" / "rulebook.ts": rule_words,
    WEB / "words" / "en" / "refusals.ts": refusals,
    WEB / "words" / "en" / "reasons.ts": reasons,
    WEB / "protocol" / "classes.ts": classes,
    **{WEB.parent.parent / "docs" / "games" / f"{name}.md": partial(rule_page, rules) for name, rules in RULES.items()},
    **runpy.run_path(str(Path(__file__).with_name("lessons.py")))["FILES"],
}

if __name__ == "__main__":
    for path, make in FILES.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(make(), encoding="utf-8")
        sys.stdout.write(f"{path.relative_to(WEB.parent.parent)}\n")
