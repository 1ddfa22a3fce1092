"""Reasons: every number is recomputed from the worlds, and no fact speaks against the action that it explains."""

from string import Formatter
from typing import Any

import pytest

from haggis_cards.cards import NUMBERS, parse_cards, rank_of
from haggis_cards.review import SENTENCES, explain, sentence
from haggis_cards.review.causes import causes, fewest, kept_bomb
from haggis_cards.review.judge import NO_BET, Answer, Judgement
from haggis_cards.review.model import FactData
from haggis_cards.review.reasons import MOST, reason_for
from haggis_cards.review.sentences import SUMS, fact_words, plain, points_text
from haggis_cards.rules import RULES, Rules
from haggis_cards.view import View
from tests.review.helpers import TINY, Judging, decisions

Rows = list[dict[str, int]]
# Of these there are fewer after the better answer.
FEWER = {"held", "left", "trick-given", "bet-stopped", "bid-stopped", "stopped", "though", "plays"}


def rows_of(answer: Answer, worlds: int) -> Rows:
    """What came of an answer, world by world."""
    return [row._asdict() for row in answer.played[:worlds]]


def recomputed(fact: FactData, judgement: Judgement, other: Answer, rules: Rules, view: View) -> dict[str, Any]:
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
        case "first-out" | "though" | "bet-made" | "bid-made":
            assert code != "bet-made" or view["seats"][seat]["bet"]
            assert code != "bid-made" or (view["auction"] and view["auction"]["shepherd"] == seat)
            return of_100(lambda row: row["first_out"] == seat)
        case "partner-first-out":
            return of_100(lambda row: row["first_out"] == partner)
        case "bet-stopped" | "bid-stopped" | "stopped":
            found = []
            for other_seat in rules.opponents(seat):
                at, auction = view["seats"][other_seat], view["auction"]
                given = at["bet"] if code == "bet-stopped" else at["cards"] if code == "stopped" else None
                if code == "bid-stopped" and auction and auction["shepherd"] == other_seat:
                    given = max(bid["bid"] or 0 for bid in auction["bids"])
                name = "count" if code == "stopped" else "value"
                found.append({**of_100(lambda row, at=other_seat: row["first_out"] == at), name: given})
            return next(one for one in found if one == params)
        case "still-out":
            assert view["out"]
            return of_100(lambda row: row["place"] < rules.players)
        case "trick":
            return of_100(lambda row: row["trick_winner"] == seat)
        case "lead":
            return of_100(lambda row: row["next_lead"] == seat)
        case "side-lead":
            return of_100(lambda row: row["next_lead"] in (seat, partner))
        case "court-kept":
            shares = of_100(lambda row: bool(row["courts"] & 1 << "JQK".index(params["court"])))
            assert shares["best"] >= 90
            assert shares["other"] <= 10
            return params
        case "court":
            bit = 1 << "JQK".index(params["court"])
            return {**of_100(lambda row: bool(row["courts"] & bit)), "court": params["court"]}
        case "held" | "left":
            return dict(zip(("best", "other"), map(round, average(code)), strict=True))
        case "trick-bonus":
            assert rules.out_bonus == "trick"
            return dict(zip(("best", "other"), map(round, average("own_bonus")), strict=True))
        case "trick-points" | "trick-given":
            by_me = code == "trick-points"
            taken = [
                sum(row["trick_points"] for row in rows if (row["trick_side"] == rules.sides[seat]) == by_me)
                for rows in (ours, theirs)
            ]
            return dict(zip(("best", "other"), [round(points / worlds) for points in taken], strict=True))
        case "captured" | "going-out":
            mine, yours = average("own_cards" if code == "captured" else "own_bonus")
            assert mine - yours >= other.behind / 3
            return {"points": max(1, round(mine - yours))}
        case "given":
            all_of_it, own = average("bonus"), average("own_bonus")
            fewer = (all_of_it[0] - all_of_it[1]) / 2 - (own[0] - own[1])
            return {"points": max(1, round(fewer * (rules.side_count - 1)))}
        case "cards" | "bonus" | "bets" | "bid":
            assert (code == "bid") <= (rules.opening == "auction")
            mine, yours = average("bets" if code == "bid" else code)
            assert (mine - yours) / 2 >= other.behind / 3
            return {"points": max(1, round((mine - yours) / 2))}
        case "bid-outlook":
            bid = best if best.action.startswith("bid ") else other
            rows = ours if bid is best else theirs
            return {
                "value": int(bid.action.removeprefix("bid ")),
                "best": round(sum(row["first_out"] == seat for row in rows) * 100 / worlds),
            }
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
    seen_again(fact, view, best.action, other.action, rules)
    return params


def left(hand: str, action: str) -> list[str]:
    """The cards that an action leaves, card by card."""
    cards = hand.split()
    for cell in action.split()[1:]:
        cards.remove(cell.partition("=")[0])
    return cards


def seen_again(fact: FactData, view: View, best: str, other: str, rules: Rules) -> None:
    """Checks a cause card by card, by the words of its sentence."""
    code, params, hand = fact["code"], fact["params"], view["hand"] or ""
    mine, yours = left(hand, best), left(hand, other)
    spent = [card for card in hand.split() if yours.count(card) < hand.split().count(card)]
    match code:
        case "goes-out":
            assert not mine
            assert yours
        case "few-left":
            assert len(mine) == params["count"] <= len(yours) - 2
        case "bomb" | "bomb-last" | "bomb-kept":
            bomb = params["bomb"].split()
            assert rules.grammar.read(params["bomb"]).is_bomb
            assert set(bomb) <= set(mine)
            assert not set(bomb) <= set(yours)
            assert code != "bomb-last" or len(mine) - len(bomb) == params["count"]
            assert (code == "bomb-kept") == (rules.grammar.read(other.removeprefix("play ")).is_bomb)
        case "bomb-gives":
            assert rules.grammar.read(other.removeprefix("play ")).is_bomb
            assert rules.bomb_to != "winner"
        case "sequence" | "stair" | "set":
            cards = params["cards"].split()
            assert rules.grammar.read(params["cards"]).kind.name.lower() == code
            assert set(cards) <= set(mine)
            assert set(cards) & set(spent)
            assert not set(cards) <= set(spent)
        case "plays":
            assert params["best"] < params["other"]
        case "loose":
            (card,) = best.split()[1:]
            assert card == params["cards"]
            numbers = parse_cards(hand) & NUMBERS
            assert not any(play & parse_cards(card) for play in rules.grammar.plays(numbers) if play.count > 1)
        case "kept":
            assert set(params["cards"].split()) <= set(mine) & set(spent)
            assert params["count"] == len(params["cards"].split())
        case "answer":
            assert params["court"] in set(mine) & set(spent)
        case "lower":
            assert [params["lower"]] == best.split()[1:]
            assert [params["cards"]] == other.split()[1:]
            assert params["cards"] in mine
            assert rank_of(parse_cards(params["cards"])) > rank_of(parse_cards(params["lower"]))
        case "shed":
            assert [len(hand.split()) - len(rest) for rest in (mine, yours)] == [params["best"], params["other"]]
        case "partner-wins":
            assert view["to_beat"] is not None
            assert view["to_beat"]["seat"] == rules.partner(view["seat"] or 0)
        case "threat":
            assert params["count"] in [view["seats"][seat]["cards"] for seat in rules.opponents(view["seat"] or 0)]
            assert len(mine) < len(yours)
        case _:
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
            facts = reason_for(judgement, view)
            codes = [fact["code"] for fact in facts]
            assert 1 <= len(facts) <= MOST + ("though" in codes)
            assert len(set(codes)) == len(codes)
            for fact in facts:
                assert fact["params"] == recomputed(fact, judgement, other, rules, view)
                params, code = fact["params"], fact["code"]
                if code in FEWER:
                    assert params["best"] <= params["other"]
                elif "other" in params:
                    assert params["best"] > params["other"]
                if "points" in params:
                    assert params["points"] > 0
                if code in ("bet-wins", "bet-costs"):
                    assert (code == "bet-wins") == judgement.best.action.startswith("bet ")
                if code == "bet":
                    assert (params["best"] > params["least"]) == judgement.best.action.startswith("bet ")
            if SUMS & set(codes):
                assert set(codes) <= SUMS | {"though"}  # they stand where there is no cause
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


def found(hand: str, best: str, other: str, game: str = "haggis-2", **seen: Any) -> list[str]:
    """The causes in words."""
    rules = RULES[game]
    seats = [{"cards": len(hand.split())} for _ in rules.seats]
    view: Any = {"rules": game, "seat": 0, "hand": hand, "seats": seats, "to_beat": None, **seen}
    return [fact_words(one.fact) for one in causes(view, rules, best, other)]


def test_causes_are_read_off_the_position() -> None:
    bomb = "3g 5y 7r 9b Tb"
    assert "your bomb 3g 5y 7r 9b stays whole, and you have only 1 other card then" in found(bomb, "pass", "play 9b")
    assert "you keep your bomb J K for later" in found("5r 6r J Q K", "pass", "play J K")
    assert "a bomb would give the cards of this trick away" in found("5r 6r J Q K", "pass", "play J K")
    assert "a bomb would give the cards of this trick away" not in found("5r J K", "pass", "play J K", "tatties-3")
    assert found("2o 3o 4o 9r", "play 9r", "play 3o", "haggis-3")[:1] == ["your sequence 2o 3o 4o stays whole"]
    assert "your stair 5r 5y 6r 6y stays whole" in found("2b 5r 5y 6r 6y 9g", "play 2b", "play 5y")
    assert "you keep the K for later" in found("2b 5r K", "play 5r", "play K")
    assert "you keep Q K for later" in found("2b 5r 7r Q K", "play 2b", "play 5r Q=6r 7r K=8r")
    assert "you keep the Tb for later" in found("2b 5r Tb", "play 2b", "play Tb")
    assert "you keep the 7b for later" in found("5b 7b", "play 5b", "play 7b")
    assert "you keep 8y 8g 9y 9g for later" in found(
        "4y 4b 8y 8g 9y 9g", "play 4y 4b", "play 8y 8g 9y 9g", "haggis-2-2010"
    )
    assert "the 5r wins more tricks later than the 2b" in found("2b 5r 9g", "play 2b", "play 5r")
    assert "the 6g wins more tricks later than the 2y" in found("2y 6g 9r K", "bury 2y", "bury 6g", "tatties-3")
    assert "you can still answer with the K" in found("2b 4o K", "play 4o", "play K", "haggis-3")
    assert "you get rid of 3 cards at once instead of 1" in found("2b 3b 4b 9r", "play 2b 3b 4b", "play 9r")
    assert "you go out at once" in found("2b 3b 4b", "play 2b 3b 4b", "play 4b")
    assert "you have only 1 card left then" in found("2b 3b 4b 9r", "play 2b 3b 4b", "play 9r")
    assert "the 2g is part of no combination without a court" in found("2g 5r 5y 6r 6y", "play 2g", "play 5r")
    assert found("3r Tg K", "give 3r", "give Tg", "neeps-4") == ["you keep the Tg for later"]
    near: Any = [{"cards": 9}, {"cards": 1}, {"cards": 6}]
    threat = "an opponent has only 1 card left, and may score 5 for each card in your hand"
    assert threat in found("2b 3b 4b 5b 6b 7b 8b 9b Tb", "play 4b", "pass", "haggis-3", seats=near)
    near[2]["cards"] = 9  # whose hand counts, not mine
    assert threat not in found("2b 3b 4b 5b 6b 7b 8b 9b Tb", "play 4b", "pass", "haggis-3", seats=near)
    partner: Any = {"seat": 2}
    assert "your partner is winning this trick" in found("2b 9g", "pass", "play 9g", "neeps-4", to_beat=partner)


def test_the_fewest_plays_of_a_hand() -> None:
    grammar = RULES["haggis-2"].grammar
    for hand, count in (("", 0), ("2r", 1), ("2r 3r 4r", 1), ("2r 2y 3r 3y 4r", 2), ("3r 5y 7g 9b 3g 4g 5g", 2)):
        assert fewest(grammar, parse_cards(hand)) == count


def test_a_sentence_has_a_slot_for_every_parameter() -> None:
    """And reads as a sentence."""
    values = {"best": 62, "other": 44, "court": "K", "bomb": "J K", "points": 3.5, "value": 30, "least": 50}
    values |= {"count": 3, "cards": "2r 3r 4r", "worlds": 4096, "deals": 12}
    for code, template in SENTENCES.items():
        forms = (
            [template] if isinstance(template, str) else [text for one in template.values() for text in one.values()]
        )
        slots = {slot for form in forms for _, slot, _, _ in Formatter().parse(form) if slot}
        params = {
            slot: values.get(slot, "play 5b") for slot in [*slots, *([] if isinstance(template, str) else template)]
        }
        words = sentence([{"code": code, "params": params}])
        assert not words[0].islower()
        assert words.endswith(".")
        assert "{" not in words
    two: list[FactData] = [
        {"code": "first-out", "params": {"best": 62, "other": 44}},
        {"code": "court-kept", "params": {"court": "K"}},
    ]
    assert sentence(two) == "You go out first in 62 of 100 deals instead of 44. You keep the K for later."
    assert sentence([{"code": "equal", "params": {"action": "play 5b"}}], str.upper) == "PLAY 5B is about as good."
    assert sentence([{"code": "bomb", "params": {"bomb": "J K"}}]) == "Your bomb J K stays whole."
    assert sentence([{"code": "bomb", "params": {"bomb": "J K"}}], str.lower) == "Your bomb play j k stays whole."
    held: list[FactData] = [{"code": "held", "params": {"best": 1, "other": 5}}]
    assert sentence(held) == "You are down to about 1 card after this trick instead of 5."
    assert [points_text(points) for points in (0.6, 12.4)] == ["1 point", "12 points"]


def test_what_older_reviews_have_stored_can_be_read() -> None:
    old = "first-out partner-first-out trick lead side-lead court bomb held court-kept cards bonus bets bid points"
    old += " solved solved-best bet bet-wins bet-costs outlook equal"
    assert set(old.split()) <= set(SENTENCES)


def test_every_count_has_its_plural() -> None:
    """Also in what older reviews have stored."""
    for code in ("points", "cards", "bonus", "bets", "bid", "solved"):
        one, many = (sentence([{"code": code, "params": {"points": points}}]) for points in (1, 2))
        assert " 1 " in one
        assert "points" not in one
        assert " 2 " in many
        assert "points" in many


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
        assert hint.other is None or why.startswith(f"Better than {plain(hint.other)}. ")
