"""The whole game in words: what a player has to know, written from `Rules`, so that house rules change the text.

`haggis rules PRESET` and `rules` in a match in the terminal print it, `sheets` puts it on paper. docs/rules.md is the
long version.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from haggis_cards.cards import SUIT_NAMES, TOP
from haggis_cards.examples import bombs, combinations, twice_in_a_stair, wild_examples
from haggis_cards.round import OUT_BONUS, SWAPS
from haggis_cards.rules import BOOKLET, PUBLISHED, Rules

_OPENINGS: Final = {"": "", "exchange": "Exchange", "auction": "Shepherd auction"}
NUMBERS: Final = ("no", "one", "two", "three", "four", "five")


class Section(NamedTuple):
    """A heading and its sentences; an example stands behind what it shows."""

    title: str
    lines: tuple[str, ...]


class Ruling(NamedTuple):
    """What this project decided where the sheets leave room (R9)."""

    number: int
    says: str
    fits: Callable[[Rules], bool]
    house_rules: tuple[str, ...] = ()  # those that play it another way


_Writers = tuple[Callable[[Rules], Iterator[str]], ...]


def sections(rules: Rules) -> tuple[Section, ...]:
    """The rules of a game in the order in which a match is played."""
    writers: Mapping[str, _Writers] = {
        "The aim": (_aim, _partnerships),
        "The deal": (_deck, _courts_dealt, _hands, _bet_cards, _first_dealer),
        "Combinations": (_combinations,),
        "Wild courts": (_courts,),
        "Bombs, from low to high": (_bombs,),
        "Before the first trick": (_opening,),
        "Bets": (_placing_bets, _settling_bets),
        "A trick": (_lead, _turns, _trick_end, _taking),
        "Going out": (_going_out,),
        "The end of the round": (_round_end,),
        "Points": (_card_points, _round_points),
        "The next round and the match": (_next_round, _length, _winner),
    }
    return _written(rules, writers)


def sheet_sections(rules: Rules) -> tuple[Section, ...]:
    """The same sentences in the order of the original rule sheets: the setup, then the hand from deal to score."""
    writers: Mapping[str, _Writers] = {
        "Setup": (_length, _partnerships, _deck, _bet_cards, _first_dealer),
        "The hand": (_hands, _courts_dealt),
        _OPENINGS[rules.opening]: (_opening,),
        "Playing a trick": (_lead, _turns),
        "Bets": (_placing_bets,),
        "Combinations": (_combinations,),
        "Wild courts": (_courts,),
        "Bombs, from low to high": (_bombs,),
        "The end of a trick": (_trick_end, _taking),
        "Going out": (_going_out,),
        "The end of the round": (_round_end,),
        "Points": (_card_points, _settling_bets, _round_points),
        "Next round": (_next_round, _winner),
    }
    return _written(rules, writers)


def aid_sections(rules: Rules) -> tuple[Section, ...]:
    """What a player wants to look up during a hand."""
    writers: Mapping[str, _Writers] = {
        _OPENINGS[rules.opening]: (_opening,),
        "Tricks": (_trick_end, _taking),
        "Bets": (_placing_bets, _settling_bets),
        "Going out": (_going_out, _round_end),
    }
    return _written(rules, writers)


def value_text(value: Any) -> str:
    """A house rule's value as the option --house takes it: true, flat, 15,30,45."""
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def house_text(game: Rules) -> str:
    """The house rules of a game: points=flat, sets=true."""
    return ", ".join(f"{name}={value_text(value)}" for name, value in game.house.items())


def top_name(rules: Rules) -> str:
    """The highest rank of a grid in words: 10, or King."""
    return str(rules.top_rank) if rules.top_rank <= TOP else ("Jack", "Queen", "King")[rules.top_rank - TOP - 1]


def _written(rules: Rules, writers: Mapping[str, _Writers]) -> tuple[Section, ...]:
    """The sections that have something to say of this game."""
    told = {title: tuple(line for write in parts for line in write(rules)) for title, parts in writers.items()}
    return tuple(Section(title, lines) for title, lines in told.items() if lines)


def _listed(values: tuple[int, ...], word: str = "or") -> str:
    return f" {word} ".join(filter(None, [", ".join(map(str, values[:-1])), str(values[-1])]))


def _others(rules: Rules) -> str:
    return "the other player" if rules.players == 2 else f"the {NUMBERS[rules.players - 1]} others"


def _aim(_: Rules) -> Iterator[str]:
    yield "Empty your hand before the others, and have good cards on your score pile when it happens."
    yield "Points come from captured cards, from going out while others hold cards, and from bets."


def _partnerships(rules: Rules) -> Iterator[str]:
    if rules.partners:
        yield "Partners sit across the table and have one score and one score pile."


def _deck(rules: Rules) -> Iterator[str]:
    suits = ", ".join(f"{name} {suit}" for suit, name in list(SUIT_NAMES.items())[: rules.deck.suits])
    twice = ", each card twice" if rules.deck.copies == 2 else ""
    yield f"Number cards go from 2 to 10 in {NUMBERS[rules.deck.suits]} suits: {suits}{twice}."


def _courts_dealt(_: Rules) -> Iterator[str]:
    yield "Everybody has a Jack, a Queen and a King, the courts: face up, without a suit, part of the hand."


def _hands(rules: Rules) -> Iterator[str]:
    each = f"Everybody gets {rules.hand_size} number cards, so a hand has {rules.hand_size + 3}."
    if rules.haggis_size:
        yield f"{each} {rules.haggis_size} cards lie face down: the haggis."
    else:
        yield f"{each} There is no haggis."


def _bet_cards(rules: Rules) -> Iterator[str]:
    cards = f"a bet card of {rules.bets[0]}" if len(rules.bets) == 1 else f"bet cards of {_listed(rules.bets, 'and')}"
    yield f"Everybody also has {cards}; they are never played."


def _first_dealer(_: Rules) -> Iterator[str]:
    yield "The first dealer is drawn at random."


def _combinations(rules: Rules) -> Iterator[str]:
    for name, says, plays in combinations(rules):
        yield f"A {name} is {says}: {', or '.join(plays)}."
        twice = twice_in_a_stair(rules) if name == "Stair" else None
        if twice:
            yield f"{twice.says}: {twice.plays[0]}."
    if not rules.sets:
        yield "Cards of one rank alone are not a combination."
    if rules.top_rank < TOP:
        yield f"Above {rules.top_rank} there are only Singles and bombs."
    if rules.top_rank > TOP:
        yield f"Above the ten, a Sequence or Stair continues with courts, up to the {top_name(rules)}."
    yield "Higher means the same kind, width and length on higher ranks. Suits do not matter; one rank up is enough."


def _courts(rules: Rules) -> Iterator[str]:
    yield "Alone, a court is a Single above 10: J, then Q, then K."
    for where, says, plays in wild_examples(rules):
        yield f"{where} it stands for {says}: {', or '.join(plays)}."
    yield "Each of these needs at least one number card. If your cards can be read in several ways, you say which."


def _bombs(rules: Rules) -> Iterator[str]:
    for place, (name, says, plays) in enumerate(bombs(rules), 1):
        yield f"{place}. {name} {says}: {plays[0]}" if says else f"{place}. {name}"
    yield "A bomb beats everything but an equal or higher bomb, and may be led. A 3-5-7-9 takes no courts."


def _opening(rules: Rules) -> Iterator[str]:
    match rules.opening:
        case "":
            return
        case "exchange":
            yield f"{NUMBERS[SWAPS].capitalize()} times, everybody picks a number card for the partner. Courts stay."
            yield "When all have picked, the cards change hands; you do not see before what comes back."
        case "auction":
            yield f"Starting with the dealer, everybody bids {_listed(rules.bets)} on going out first, or passes."
            yield "A pass is final."
            yield "A bid exceeds the standing one; it may equal it if your total is lower than the bidder's."
            yield "The last bidder is the Shepherd and plays against the two Sheep. If all pass, there is no Shepherd."
            draws = ", ".join(f"{len(rules.bets) - place} for {bid}" for place, bid in enumerate(rules.bets))
            yield f"The Shepherd draws from the top of the haggis ({draws}) and puts as many number cards back."


def _placing_bets(rules: Rules) -> Iterator[str]:
    if not rules.open_bets:
        yield "The winning bid of the auction is the only bet."
        return
    promise = {
        "out": "that you will be first out",
        "score": "that your points from cards and going out in this round will reach it",
    }[rules.bet_rule]
    while_open = {"first-out": " and nobody is out", "first-card": ", even if somebody is out"}[rules.bets_until]
    if rules.players == 2:  # the first one out ends the round
        while_open = ""
    yield f"Once a round you may bet {_listed(rules.bets)} {promise}."
    yield f"Any moment will do, in turn or not, as long as you have played no card{while_open}."
    if rules.partners:
        yield "You may replace your partner's bet by a higher one; the replaced bet is void."


def _settling_bets(rules: Rules) -> Iterator[str]:
    if not rules.open_bets:
        yield "If the Shepherd is first out, the Shepherd scores the bid."
        yield "If a Sheep is, that Sheep scores two thirds of it, the other Sheep one third."
        return
    yield f"A bet that comes true scores {('its value', 'twice its value')[rules.bet_multiplier - 1]}."
    yield f"A bet that fails scores its value for {_failed_bet(rules)}."


def _failed_bet(rules: Rules) -> str:
    if rules.partners:
        return "the other side"
    if rules.players == 2:
        return "the other player"
    if rules.bet_rule == "score" or rules.failed_bet_to == "without_bet":
        return "the first player out and for everybody who has not bet, but never for you"
    return "the first player out"


def _lead(rules: Rules) -> Iterator[str]:
    match rules.opening:
        case "auction":
            yield "The Shepherd leads the first trick; without one, the lowest total, a tie from the dealer's left."
        case "" | "exchange":
            yield "In the first round, the player to the dealer's left leads."


def _turns(rules: Rules) -> Iterator[str]:
    yield "The leader plays any combination."
    yield "Going left, everybody plays a higher one of the same kind and size, or a bomb, or passes."
    yield "You may pass although you could play; nobody is skipped."
    if rules.reenter is not None:
        back = "A player who has passed may come back while the trick goes on."
        yield back if rules.reenter else "A pass lasts for the trick."


def _trick_end(rules: Rules) -> Iterator[str]:
    match rules.reenter:
        case None:
            yield "A pass ends the trick."
        case True:
            yield "The trick ends when all others with cards have passed since the highest combination was played."
        case False:
            yield "The trick ends when all others with cards have passed in it."


def _taking(rules: Rules) -> Iterator[str]:
    yield "Whoever played the highest combination takes the trick and leads the next."
    yield "If that player is out, the next one to the left who has cards leads."
    yield f"If the highest combination is a bomb, {_bombed(rules)}."
    if rules.name_lead:
        yield "A winner by bomb leads, or names the partner to lead if the partner has cards."


def _bombed(rules: Rules) -> str:
    match rules.bomb_to:
        case "winner":
            return "the winner keeps the cards all the same"
        case "opponents":
            return "the cards go to the other side"
        case "chosen" if rules.players == 2:
            return "the cards go to the other player"
        case "chosen":
            return f"the winner gives the cards to one of {_others(rules)}, who may be out"
        case "previous":
            return "the cards go to the player whom it beat; if it was led, to the player on the winner's right"


def _going_out(rules: Rules) -> Iterator[str]:
    yield "With your last card you are out. The trick goes on without you."
    match rules.out_bonus:
        case "immediate" if rules.players == 2:
            yield f"You score {OUT_BONUS} for each card that the other player holds."
        case "immediate":
            whose = "of the other side" if rules.partners else "at that moment"
            yield f"Everybody who goes out scores {OUT_BONUS} for each card in the largest opposing hand {whose}."
        case "trick":
            yield (
                f"If a trick's winner is out when it ends, and both others hold cards, the winner scores {OUT_BONUS}"
                " for each card in the larger of the two hands. Being out without winning the trick brings nothing."
            )
            yield f"The second player out scores {OUT_BONUS} for each card in the last hand."


def _round_end(rules: Rules) -> Iterator[str]:
    sides = ", or when both partners of a side are out" if rules.partners else ""
    yield f"The round and its trick end at once when only one player has cards{sides}."
    yield {
        "first_out": "The cards left in the last hand go to the first player out.",
        "last_out": "The cards left in the last hand go to the last player who went out.",
        "nobody": "The cards left in the last hand score for nobody.",
    }[rules.last_hand]
    if rules.slam:
        yield "Slam: partners who are out first and second take all cards of the two other hands."
    elif rules.partners:
        yield "If partners are out first and second, the cards of the two other hands score for nobody."
    if not rules.haggis_size:
        return
    match rules.haggis_to:
        case "first_out":
            yield "The haggis goes to the first player out."
        case "last_to_play":
            chosen = "the other player" if rules.players == 2 else "an opponent of that player's choice"
            yield f"The haggis goes to whoever played the last combination; if it was a bomb, to {chosen}."


def _card_points(rules: Rules) -> Iterator[str]:
    match rules.points:
        case "printed":
            yield "Each 3, 5, 7 and 9 on a score pile counts 1, a Jack 2, a Queen 3, a King 5, all other cards nothing."
        case "flat":
            yield "Each card on a score pile counts 1."


def _round_points(_: Rules) -> Iterator[str]:
    yield "A round's points are cards, bonuses for going out, and bets."


def _next_round(rules: Rules) -> Iterator[str]:
    match rules.next_round:
        case "trailing_leads":
            yield "The lowest total leads; a tie goes to the first of them to the left of the last lead."
            yield "The player on the right of the lead deals."
        case "leader_deals":
            yield (
                "The highest total deals; a tie goes to the first out of the last round if among the tied, otherwise to"
                " the first of them to the left of the last dealer."
            )
            if rules.opening != "auction":
                yield "The lowest total leads; a tie goes to the first of them to the dealer's left."


def _length(rules: Rules) -> Iterator[str]:
    low, high = rules.suggested_goal
    rounds = "{} to {} rounds, or ".format(*rules.suggested_rounds) if rules.suggested_rounds else ""
    yield f"Play {rounds}until a total reaches {low} to {high} points."


def _winner(rules: Rules) -> Iterator[str]:
    match rules.tie:
        case "shared":
            yield "The highest total wins; equal ones share the win."
        case "play_on":
            yield "The highest total wins. If several are highest, play on, a round at a time, until one is ahead."


def rulings(rules: Rules) -> list[Ruling]:
    """The decisions that concern this game."""
    return [ruling for ruling in RULINGS if ruling.fits(rules)]


def _any(_: Rules) -> bool:
    return True


def _has_auction(rules: Rules) -> bool:
    return rules.opening == "auction"


def _is_on_a_sheet(rules: Rules) -> bool:
    return rules.edition != PUBLISHED


# The same numbers as in the table "Rulings" of docs/rules.md, which also says why.
RULINGS: Final = (
    Ruling(1, "All games bet with 15, 30 and 45.", _is_on_a_sheet, ("bets",)),
    Ruling(2, "Pairs and other Sets are off.", _is_on_a_sheet, ("sets",)),
    Ruling(3, "A Sequence has at least three cards, a Stair at least two lines of two.", _any),
    Ruling(4, "A wild court stands for 2 to 10 and nothing else.", _is_on_a_sheet, ("top_rank",)),
    Ruling(5, "A 3-5-7-9 takes no courts, and mixed means four different suits.", _any),
    Ruling(6, "A Stair is answered only by one of equal width and equal length.", _any),
    Ruling(7, "The first lead of a match is on the dealer's left.", lambda rules: rules.opening != "auction"),
    Ruling(8, "The player who is behind in the match leads next.", lambda rules: rules.preset == "haggis-2"),
    Ruling(
        9, "A pass is final in the auction but not in tricks.", lambda rules: rules.preset == "tatties-3", ("reenter",)
    ),
    Ruling(10, "Emptying your hand earns the bonus only if you also win the trick.", _has_auction, ("out_bonus",)),
    Ruling(11, "The first player out takes the last hand.", _has_auction, ("last_hand",)),
    Ruling(
        12,
        "Of the booklet, only lines marked for this game replace those of the standard game.",
        lambda rules: rules.edition == BOOKLET,
        ("reenter", "bet_rule", "haggis_to", "bomb_to"),
    ),
    Ruling(
        13,
        "Once somebody is out, nobody may bet.",
        lambda rules: rules.open_bets and _is_on_a_sheet(rules),
        ("bets_until",),
    ),
    Ruling(
        14,
        "Of leaders who tie for the deal, the first out deals.",
        lambda rules: rules.next_round == "leader_deals",
    ),
    Ruling(15, "You may lead a bomb; a Sequence or Stair needs a number card.", _any),
    Ruling(
        15,
        "A player who is out may get a bombed trick.",
        lambda rules: rules.bomb_to == "chosen" and rules.players > 2,
    ),
    Ruling(16, "Tied winners share the win.", _is_on_a_sheet, ("tie",)),
    Ruling(
        17,
        "The first player out gets no five points more, as the German sheet of the box has it for three.",
        lambda rules: not _is_on_a_sheet(rules),
    ),
)
