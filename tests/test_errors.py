"""Refusals: data that a program can read, one table of sentences, and every place that raises one agrees with it."""

import ast
import json
import pickle
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Formatter

import pytest

import haggis_cards
from haggis_cards.errors import REFUSALS, IllegalAction, NotationError, Refusal, RulesError
from haggis_cards.keeper.errors import REFUSALS as KEEPER_REFUSALS
from haggis_cards.wire.refusals import REFUSALS as SERVER_REFUSALS
from tests.support import start

SOURCES = Path(haggis_cards.__file__).parent
CODES = {"NotationError": "bad-notation", "RulesError": "bad-rules"}
KEEPER_CODES = {"SheetError": "bad-sheet", "Unfinished": "unfinished"}


def raised(names: set[str]) -> Iterator[tuple[str, str, str | None, set[str], bool]]:
    """Every refusal that the package makes: where, its code and fault (None if computed), params, whether more are."""
    for path in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and node.args and (name := makes(node, names))):
                continue
            keywords = {word.arg: word.value for word in node.keywords}
            first = node.args[0]
            assert isinstance(first, ast.Constant), f"{path}:{node.lineno} computes the code"
            assert len(node.args) == 1, f"{path}:{node.lineno}"
            fault: ast.expr | None = (
                first if name in {**CODES, **KEEPER_CODES} else keywords.get("fault", ast.Constant(""))
            )
            yield (
                f"{path.name}:{node.lineno}",
                {**CODES, **KEEPER_CODES}.get(name, str(first.value)),
                str(fault.value) if isinstance(fault, ast.Constant) else None,
                {word for word in keywords if word},
                None in keywords,
            )


def makes(call: ast.Call, names: set[str]) -> str:
    """The error of `names` that a call makes, by its name or as `super().__init__(code, ...)` of a kind of its own."""
    name = ast.unparse(call.func)
    if name in names:
        return name
    is_code = isinstance(call.args[0], ast.Constant) and call.args[0].value in SERVER_REFUSALS
    return "Refused" if name == "super().__init__" and is_code and "Refused" in names else ""


def slots(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


@pytest.mark.parametrize(
    ("names", "sentences"),
    [
        ({"IllegalAction", *CODES}, REFUSALS),
        ({"Refused", "StorageError"}, SERVER_REFUSALS),
        (set(KEEPER_CODES), KEEPER_REFUSALS),
    ],
    ids=["engine", "server", "keeper"],
)
def test_every_refusal_has_its_sentence_and_every_sentence_its_params(
    names: set[str], sentences: Mapping[str, str]
) -> None:
    used: set[str] = set()
    for where, code, fault, params, more in raised(names):
        if fault is None:
            keys = [key for key in sentences if key.startswith(f"{code}.")]
            assert len(keys) > 1, f"{where}: {code} has no sentences by fault"
        else:
            keys = [f"{code}.{fault}" if fault else code]
            assert keys[0] in sentences, f"{where}: there is no sentence for {keys[0]}"
        for key in keys:
            assert more or slots(sentences[key]) <= params, f"{where}: {key} shows what is not given"
        used |= set(keys)
    assert used == set(sentences), "a sentence that nothing raises"


@pytest.mark.parametrize("sentences", [REFUSALS, SERVER_REFUSALS, KEEPER_REFUSALS])
def test_a_code_has_one_sentence_or_one_for_each_fault(sentences: Mapping[str, str]) -> None:
    assert not {key.partition(".")[0] for key in sentences if "." in key} & set(sentences)


@pytest.mark.parametrize(
    ("line", "code", "params", "says"),
    [
        ("0 pass", "must-lead", {}, "you are leading, so you must play"),
        ("1 play 3r", "not-your-turn", {"seat": 0}, "it is seat 0's turn"),
        ("0 bid 15", "wrong-phase", {"fault": "play", "verb": "bid"}, "you cannot bid during a trick; play or pass"),
        (
            "0 bet 20",
            "no-such-bet",
            {"fault": "bet", "values": [15, 30, 45], "value": 20},
            "a bet is 15, 30 or 45, not 20",
        ),
        ("9 pass", "no-such-seat", {"number": 9, "last": 2}, "there is no seat 9; seats are 0 to 2"),
        (
            "0 play 3r 6r",
            "no-combination",
            {"fault": "gap", "cards": "3r 6r", "ranks": [4, 5]},
            "3r 6r: the ranks must be consecutive; you also need 4 and 5",
        ),
    ],
)
def test_a_refusal_is_data_with_a_sentence(line: str, code: str, params: dict[str, object], says: str) -> None:
    seat, _, action = line.partition(" ")
    with pytest.raises(IllegalAction) as caught:
        start("haggis-3").act(int(seat), action)
    refusal = caught.value
    assert (refusal.code, refusal.params, str(refusal)) == (code, params, says)
    assert refusal.reason == says


def test_R5_6_a_play_of_another_shape_is_told_what_can_follow() -> None:
    grammar = haggis_cards.RULES["haggis-3"].grammar
    rnd = start("haggis-3")
    rnd = rnd._with(top=grammar.read("2r 2y 3r 3y"), winner=1, hands=(grammar.read("7g").cards, *rnd.hands[1:]))
    refusal = rnd.refusal(0, grammar.read("7g"))
    assert refusal is not None
    assert str(refusal) == "only another Stair of 2 × 2 or a bomb can follow a Stair of 2 × 2"
    assert refusal.params["top_parts"] == {"kind": "stair", "width": 2, "length": 2, "rank": 2}
    assert json.loads(json.dumps(refusal.params)) == refusal.params


@pytest.mark.parametrize(
    "refusal",
    [
        IllegalAction("lead-target", seats=[0, 2]),
        NotationError("action", text="'castle'", verbs=["play", "pass", "bet"]),
        RulesError("hand-size", seat=1, count=14, found=13),
    ],
)
def test_a_refusal_survives_pickling(refusal: Refusal) -> None:
    copy = pickle.loads(pickle.dumps(refusal))
    assert (type(copy), copy.code, copy.params) == (type(refusal), refusal.code, refusal.params)
    assert str(copy) == str(refusal)


@pytest.mark.parametrize(
    ("refusal", "says"),
    [
        (IllegalAction("lead-target", seats=[0, 2]), "the next trick can be led by seat 0 or seat 2"),
        (IllegalAction("lead-target", seats=[3]), "the next trick can be led by seat 3"),
        (
            NotationError("action", text="'castle'", verbs=["play", "pass", "bet"]),
            "'castle' is not an action; actions start with play, pass or bet",
        ),
        (RulesError("hand-size", seat=1, count=14, found=13), "seat 1 should have 14 number cards, but has 13"),
        (IllegalAction("a-code-of-a-newer-version", seat=1), "a-code-of-a-newer-version"),
    ],
)
def test_seats_and_lists_are_shown_in_words(refusal: Refusal, says: str) -> None:
    assert str(refusal) == says
