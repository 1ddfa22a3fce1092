"""Reasons: every number is recomputed from the worlds, and no fact speaks against the action that it explains."""

from string import Formatter
from typing import Any

import pytest

from haggis_cards.cards import parse_cards
from haggis_cards.review import SENTENCES, explain, sentence
from haggis_cards.review.judge import NO_BET, Answer, Judgement
from haggis_cards.review.model import FactData
from haggis_cards.review.reasons import MOST, kept_bomb, plain, points_text, reason_for
from haggis_cards.rules import RULES, Rules
from tests.review.helpers import TINY, Judging, decisions

Rows = list[dict[str, int]]


def rows_of(answer: Answer, worlds: int) -> Rows:
    """What came of an answer, world by world."""
    return [row._asdict() for row in answer.played[:worlds]]


def recomputed(fact: FactData, judgement: Judgement, other: Answer, rules: Rules, hand: str) -> dict[str, Any]:
    """The parameters of a fact, counted one world after the other."""
    code, params, seat = fact["code"], fact["params"], judgement.seat
    best = judgement.best
    worlds = min(len(best.played), len(other.played))
    ours, theirs = rows_of(best, worlds), rows_of(other, worlds)
    partner = rules.partner(seat)

    def of_100(happens: Any) -> dict[str, int]:
        shares = [sum(map(happens, rows)) * 100 / worlds for rows in (ours, theirs)]
        return {"best": round(shares[0]), "other": round(shares[1])}

    def average(name: str) -> list[float]:
        return [sum(row[name] for row in rows) / worlds for rows in (ours, theirs)]

    match code:
        case "first-out":
            return of_100(lambda row: row["first_out"] == seat)
        case "partner-first-out":
            return of_100(lambda row: row["first_out"] == partner)
        case "trick":
            return of_100(lambda row: row["trick_winner"] == seat)
        case "lead":
            return of_100(lambda row: row["next_lead"] == seat)
        case "side-lead":
            return of_100(lambda row: row["next_lead"] in (seat, partner))
        case "court":
            bit = 1 << "JQK".index(params["court"])
            return {**of_100(lambda row: bool(row["courts"] & bit)), "court": params["court"]}
        case "court-kept":
            bit = 1 << "JQK".index(params["court"])
            assert all(row["courts"] & bit for row in ours)
            assert not any(row["courts"] & bit for row in theirs)
            return params
        case "held":
            return dict(zip(("best", "other"), map(round, average("held")), strict=True))
        case "cards" | "bonus" | "bets" | "bid":
            assert (code == "bid") <= (rules.opening == "auction")
            mine, yours = average("bets" if code == "bid" else code)
            assert (mine - yours) / 2 >= other.behind / 3
            return {"points": max(1, round((mine - yours) / 2))}
        case "bomb":
            assert set(params["bomb"].split()) <= set(hand.split())
            return {"bomb": kept_bomb(best.action, other.action, hand, rules)}
        case "points":
            return {"points": max(1, round(other.behind))}
        case "solved":
            return {"points": round(other.behind, 1)}
        case "outlook":
            every = rows_of(best, len(best.played))
            return {"best": round(sum(row["first_out"] == seat for row in every) * 100 / len(every))}
        case "bet":
            bet = best if best.action != NO_BET else other
            every = rows_of(bet, len(bet.played))
            made = round(sum(row["first_out"] == seat for row in every) * 100 / len(every))
            least = 50 if rules.side_count == 2 and rules.bet_multiplier == 1 else params["least"]
            return {"value": int(bet.action.split()[1]), "best": made, "least": least}
        case "bet-wins" | "bet-costs":
            bet = best if best.action != NO_BET else other
            silent = next(answer for answer in judgement.answers if answer.action == NO_BET)
            sums = [sum(row["margin"] for row in rows_of(one, len(one.played))) for one in (bet, silent)]
            points = (sums[0] - sums[1]) / 2 / len(bet.played)
            assert (points > 0) == (code == "bet-wins")
            return {"value": int(bet.action.split()[1]), "points": max(1, round(abs(points)))}
    raise AssertionError(f"no check for {code}")


@pytest.mark.parametrize("game", RULES)
def test_every_number_is_counted_in_the_worlds(game: str) -> None:
    rules, told = RULES[game], 0
    judge = Judging(rules, TINY._replace(worlds=16))
    for match, seat in decisions(game, every=11, seed=9):
        view = match.view(seat)
        bets = [text for text in view["legal"] if text.startswith("bet ")]
        made = view["legal"][-1 - len(bets)] if len(view["legal"]) > len(bets) + 1 else None
        judgements = [judge.judge(view, made)] if made else []
        judgements += [judge.judge_bet(view, bets[-1]), judge.judge_bet(view, NO_BET)] if bets else []
        for judgement in judgements:
            other = judgement.made
            assert other is not None
            facts = reason_for(judgement, rules, view["hand"] or "")
            assert 1 <= len(facts) <= MOST
            for fact in facts:
                assert fact["params"] == recomputed(fact, judgement, other, rules, view["hand"] or "")
                params, code = fact["params"], fact["code"]
                if code == "held":
                    assert params["best"] < params["other"]
                elif "other" in params:
                    assert params["best"] > params["other"]
                if "points" in params:
                    assert params["points"] > 0
                if code in ("bet-wins", "bet-costs"):
                    assert (code == "bet-wins") == judgement.best.action.startswith("bet ")
                if code == "bet":
                    assert (params["best"] > params["least"]) == judgement.best.action.startswith("bet ")
            told += len(facts)
    assert told > 3


def test_a_fact_about_a_court_or_a_bomb_agrees_with_the_action() -> None:
    rules, hand = RULES["haggis-2"], "2r 3r 5g 7b 9y J K"
    assert kept_bomb("play 2r", "play 3r", hand, rules) == "3r 5g 7b 9y"
    assert kept_bomb("play 3r", "play 2r", hand, rules) is None
    assert kept_bomb("pass", "play J", hand, rules) == "J K"
    assert kept_bomb("play J", "pass", hand, rules) is None
    assert kept_bomb("pass", "play 3r J=4r 5r", "3r 5r J", rules) is None
    assert kept_bomb("give 3r", "give 2r", hand, rules) is None
    assert parse_cards(hand)


def test_a_sentence_has_a_slot_for_every_parameter() -> None:
    """And reads as a sentence."""
    values = {"best": 62, "other": 44, "court": "K", "bomb": "J K", "points": 3.5, "value": 30, "least": 50}
    for code, template in SENTENCES.items():
        slots = [slot for _, slot, _, _ in Formatter().parse(template) if slot]
        params = {slot: values.get(slot, "play 5b") for slot in slots}
        words = sentence([{"code": code, "params": params}])
        assert not words[0].islower()
        assert words.endswith(".")
        assert "{" not in words
    two: list[FactData] = [
        {"code": "first-out", "params": {"best": 62, "other": 44}},
        {"code": "court-kept", "params": {"court": "K"}},
    ]
    assert sentence(two) == "You go out first in 62 of 100 deals instead of 44; you keep the K for later."
    assert sentence([{"code": "equal", "params": {"action": "play 5b"}}], str.upper) == "PLAY 5B is about as good."
    assert sentence([{"code": "bomb", "params": {"bomb": "J K"}}]) == "Your bomb J K stays whole."
    assert sentence([{"code": "bomb", "params": {"bomb": "J K"}}], str.lower) == "Your bomb play j k stays whole."
    held: list[FactData] = [{"code": "held", "params": {"best": 1, "other": 5}}]
    assert sentence(held) == "You are down to about 1 card after this trick instead of 5."
    assert [points_text(points) for points in (0.6, 12.4)] == ["1 point", "12 points"]


@pytest.mark.parametrize("game", RULES)
def test_a_hint_says_what_and_why(game: str) -> None:
    for match, seat in list(decisions(game, every=25, seed=2))[:3]:
        view = match.view(seat)
        hint = explain(view)
        assert hint.action in view["legal"] or hint.action == NO_BET
        assert hint.action == hint.best[0]["action"]
        assert 1 <= len(hint.best) <= 3
        assert [one["behind"] for one in hint.best] == sorted(one["behind"] for one in hint.best)
        why = hint.why()
        assert why.endswith(".")
        assert "ahead" not in why
        assert hint.other is None or why.startswith(f"Better than {plain(hint.other)}: ")
