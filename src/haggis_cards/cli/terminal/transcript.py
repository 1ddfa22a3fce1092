"""The transcript of a match for people to read: each round's deal, exchange or auction, tricks, and score by parts.

A round is replayed from its log. Every action adds a row to the current block (the exchange, the auction or a trick);
what the action changed (a trick won, a player out, a bonus) is found by comparing the states before and after it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, assert_never

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from haggis_cards.actions import Action, Award, Bet, Bid, Bury, Give, Lead, Pass
from haggis_cards.cli.cards import (
    Grid,
    PlayerNames,
    cards_text,
    count_text,
    hands_table,
    play_text,
    presentable,
    score_table,
    winners_text,
)
from haggis_cards.cli.errors import UsageError
from haggis_cards.cli.rules import game_title, house_text, length_text
from haggis_cards.cli.terminal.prompt import request
from haggis_cards.combos import Kind, Play
from haggis_cards.comments import Comment, comments_of
from haggis_cards.match import Record
from haggis_cards.match_end import Finished
from haggis_cards.round import Phase, Round
from haggis_cards.scoring import bet_made, card_points, last_hand_side

LONGEST_COMMENT: Final = 1000
_BEFORE_PLAY = {Phase.EXCHANGE: "Exchange", Phase.AUCTION: "Auction", Phase.BURY: "Auction"}


@dataclass
class ActionRow:
    """What a player did, with notes about it."""

    seat: int
    action: Text
    notes: list[Text] = field(default_factory=list)
    play: Play | None = None
    passes: list[str] = field(default_factory=list)  # the players who passed on this play


class Transcript:
    """Prints a match to a console."""

    def __init__(self, record: Record, console: Console) -> None:
        self.match = match = record.replay()
        self.rules = match.rules
        self.players = PlayerNames(match.rules, match.players)
        self.console = console
        self._rounds: list[tuple[Round, Finished | None]] = [(done.round, done) for done in match.finished]
        if len(record.data["rounds"]) > len(match.finished):
            self._rounds.append((match.round, None))
        self._rows: list[ActionRow] = []  # of the current block
        self._comments = comments_of(record)

    def print(self, only: int | None = None) -> None:
        """Prints the whole match, or only one round, counted from 1."""
        count = len(self._rounds)
        if only is not None and only > count:
            raise UsageError(f"the match has {count} round{'s' * (count != 1)} so far; there is no round {only}")
        self._print_header()
        for number, (rnd, done) in enumerate(self._rounds, 1):
            if only in (None, number):
                self._print_round(number, rnd, done)
        if only is None:
            self._print_end()

    def _line(self, *parts: str | Text | tuple[str, str], indent: int = 2) -> None:
        self.console.print(Padding(Text.assemble(*parts), (0, 0, 0, indent), expand=False))

    def _print_header(self) -> None:
        self._line((game_title(self.rules), "bold"), indent=0)
        vs = "  against  " if self.rules.partners else ", "
        self._line(vs.join(self.players.sides), indent=0)
        self._line((length_text(self.match.end), "dim"), indent=0)
        if self.rules.house:
            self._line((f"House rules: {house_text(self.rules)}", "dim"), indent=0)

    # A round

    def _print_round(self, number: int, rnd: Round, done: Finished | None) -> None:
        self.console.print()
        self.console.rule(Text(f"Round {number}", "bold"), align="left", style="dim")
        names = self.players.seats
        auction = self.rules.opening == "auction"
        lead = "the auction decides who leads" if auction or rnd.lead is None else f"{names[rnd.lead]} leads"
        self._line((f"{names[rnd.dealer]} deals, {lead}", "dim"))
        state = Round.start(
            self.rules, rnd.deal, dealer=rnd.dealer, lead=None if auction else rnd.lead, totals=rnd.totals
        )
        self.console.print(hands_table(self.players, state.hands, rnd.deal.haggis))
        for seat, action in rnd.log:
            before, state = state, state.act(seat, action)
            self._add_action(before, seat, action, state)
        if done is None:
            self._print_block(state)
            self._print_waiting(state)
        else:
            self._print_last_hand(state)
            self._print_bets(done)
            self.console.print(Padding(score_table(self.players, number, done.result), (0, 0, 0, 2)))
        for comment in self._comments:
            if comment.round == number:
                self._print_comment(comment, rnd)

    def _print_comment(self, comment: Comment, rnd: Round) -> None:
        """An action, or what could have been done instead, with what somebody says of it."""
        if not 0 <= comment.action < len(rnd.log):
            return
        seat, action = rnd.log[comment.action]
        done = ", ".join(comment.line) if comment.line else f"{seat} {action}"
        worth = "" if comment.value is None else f"{comment.value:+.1f}"
        error = "" if comment.error is None else f" ± {comment.error:.1f}"
        said = "; ".join(filter(None, (comment.verdict, worth + error, comment.text, comment.by)))
        what = presentable("or " * bool(comment.line) + done, LONGEST_COMMENT)
        self._line((f"{comment.action + 1:>3}  {what}", "bold"), f"  {presentable(said, LONGEST_COMMENT)}")

    def _add_action(self, before: Round, seat: int, action: Action, after: Round) -> None:
        match action:
            case Play():
                notes = self._play_notes(before, seat, action, after)
                self._rows.append(ActionRow(seat, play_text(action), notes, action))
            case Pass() if before.phase is Phase.PLAY:
                self._top_row.passes.append(self.players.seats[seat])
            case Pass():
                self._rows.append(ActionRow(seat, Text("passes", "dim")))
            case Bid():
                self._rows.append(ActionRow(seat, Text(f"bids {action.value}")))
            case Bet():
                self._rows.append(
                    ActionRow(seat, Text(f"bets {action.value}", "bold magenta"), self._bet_notes(before, seat))
                )
            case Give():
                self._add_gift(seat, action)
            case Bury():
                self._rows.append(ActionRow(seat, Text.assemble("buries ", cards_text(action.cards))))
            case Lead():
                whom = "leads again" if action.seat == seat else f"gives {self.players.seats[action.seat]} the lead"
                self._line((f"→ {self.players.seats[seat]} {whom}", "dim"), indent=4)
            case Award():
                pass  # shown with the trick or the haggis
            case _:
                assert_never(action)
        if before.phase is Phase.AUCTION and after.phase is not Phase.AUCTION:
            self._add_shepherd(after)
        if before.phase in _BEFORE_PLAY and after.phase not in _BEFORE_PLAY:
            self._print_block(before)
        if len(after.tricks) > len(before.tricks):
            self._print_trick(before, action, after)

    @property
    def _top_row(self) -> ActionRow:
        """The row of the trick's last play."""
        return next(row for row in reversed(self._rows) if row.play)

    def _add_gift(self, seat: int, action: Give) -> None:
        """Adds a gift; both gifts of a player stand in one row."""
        card = cards_text(action.card)
        for row in self._rows:
            if row.seat == seat and row.action.plain.startswith("to "):
                row.action.append(" ").append_text(card)
                return
        partner = self.players.seats[self.rules.partner(seat) or 0]
        self._rows.append(ActionRow(seat, Text.assemble((f"to {partner}  ", "dim"), card)))

    def _play_notes(self, before: Round, seat: int, play: Play, after: Round) -> list[Text]:
        notes = []
        if play.is_bomb:
            notes.append(Text("bomb!", "bold reverse"))
        if seat in after.out:
            place = "out" if before.out else "first out"
            notes.append(Text(place + _bonus_text(before, after), "bold"))
        else:
            notes.append(Text(f"{after.hands[seat].bit_count():2} left", "dim"))
        return notes

    def _bet_notes(self, before: Round, seat: int) -> list[Text]:
        partner = self.rules.partner(seat)
        if partner is None or before.bets[partner] is None:
            return []
        return [Text(f"in place of {self.players.seats[partner]}'s {before.bets[partner]}", "dim")]

    # Blocks

    def _print_block(self, state: Round) -> None:
        """Prints the rows so far under their title."""
        if not self._rows:
            return
        title = Text(_BEFORE_PLAY.get(state.phase) or f"Trick {len(state.tricks) + 1}", "bold")
        led = next((row.play for row in self._rows if row.play), None)
        if led:
            title.append(f"  {_shape_text(led)}", "not bold dim")
        self.console.print()
        self._line(title)
        grid = Grid(self.players, 4)
        grid.table.add_column(min_width=20)
        for row in self._rows:
            passes = [Text(_passes_text(row.passes), "dim")] if row.passes else []
            grid.add(self.players.seats[row.seat], row.action, Text.assemble((" · ", "dim")).join(row.notes + passes))
        self.console.print(grid.table)
        self._rows = []

    def _add_shepherd(self, after: Round) -> None:
        if after.shepherd is None:
            self._rows.append(ActionRow(after.lead or 0, Text("leads"), [Text("there is no Shepherd", "dim")]))
            return
        action = Text.assemble(("Shepherd", "bold"), f" for {after.bid}, draws ", cards_text(after.drawn))
        self._rows.append(ActionRow(after.shepherd, action))

    def _print_trick(self, before: Round, action: Action, after: Round) -> None:
        """Prints the trick that has just ended: its rows, who took it, and a bonus that comes with it."""
        trick = after.tricks[-1]
        if len(self._top_row.passes) > 1:
            self._top_row.passes = ["all others"]
        self._print_block(before)
        winner, plays = self.players.seats[trick.winner], [play for _, play in trick.entries if play]
        worth = self._worth_text(plays)
        if isinstance(action, Award):
            result = f"{winner} wins with a bomb and gives the trick to {self.players.seats[action.seat]}: {worth}"
        elif trick.side != self.rules.sides[trick.winner]:
            result = f"{winner} wins with a bomb, so the trick goes to {self.players.sides[trick.side]}: {worth}"
        else:
            result = f"{winner} takes {worth}"
        if not isinstance(action, Play) and after.bonus != before.bonus:
            result += f", and scores{_bonus_text(before, after)} for being out"
        self._line("→ ", result, indent=4)

    def _worth_text(self, plays: Sequence[Play]) -> str:
        """The number of cards, and their points if these differ."""
        count = sum(play.count for play in plays)
        cards = count_text(count)
        if self.rules.points == "flat":
            return cards
        return f"{cards}, {_points_text(sum(card_points(self.rules, play.cards) for play in plays))}"

    def _print_waiting(self, state: Round) -> None:
        who = " and ".join(self.players.seats[seat] for seat in state.to_act)
        verb = "is" if len(state.to_act) == 1 else "are"
        self.console.print()
        self._line((f"The record ends here: {who} {verb} to {request(state.phase).task}.", "italic"))
        if state.log:
            self.console.print(hands_table(self.players, state.hands))

    # The end of a round

    def _print_last_hand(self, state: Round) -> None:
        """Prints who gets the cards that were never played."""
        self.console.print()
        side = last_hand_side(state)
        for name, hand in zip(self.players.seats, state.hands, strict=True):
            if hand:
                worth = card_points(self.rules, hand)
                self._line(f"{name} is left with ", cards_text(hand), self._goes_to(side, worth))
        if state.haggis:
            worth = card_points(self.rules, state.haggis)
            self._line("The haggis was ", cards_text(state.haggis), self._goes_to(state.haggis_to, worth))

    def _goes_to(self, side: int | None, points: int) -> str:
        if side is None:
            return ": for nobody"
        return f": {_points_text(points)} for {self.players.sides[side]}"

    def _print_bets(self, done: Finished) -> None:
        """Prints which bets were made (R7.2, R7.5, and R10 `bet_rule`)."""
        rnd, result = done.round, done.result
        if rnd.shepherd is not None:
            fate = "made" if rnd.shepherd == rnd.out[0] else "lost"
            self._line(f"{self.players.seats[rnd.shepherd]}'s bid of {rnd.bid} is ", (fate, "bold"))
        for seat, bet in enumerate(rnd.bets):
            if bet is None:
                continue
            made = bet_made(rnd, seat, result.cards)
            fate = "void" if not rnd.stands(seat) else "made" if made else "lost"
            self._line(f"{self.players.seats[seat]}'s bet of {bet} is ", (fate, "bold"))

    def _print_end(self) -> None:
        winners = self.match.winners
        if winners is not None:
            total = max(self.match.totals)
            self._line((f"{winners_text(self.players, winners)} with {total} points.", "bold"), indent=0)
        elif len(self._rounds) == len(self.match.finished):
            self._line(("The record ends here, before the end of the match.", "italic"), indent=0)


def _bonus_text(before: Round, after: Round) -> str:
    bonus = sum(after.bonus) - sum(before.bonus)
    return f" +{bonus}" if bonus else ""


def _passes_text(names: list[str]) -> str:
    return f"{names[0]} passes" if len(names) == 1 and names[0] != "all others" else f"{', '.join(names)} pass"


def _points_text(points: int) -> str:
    return f"{points} point{'s' * (points != 1)}"


def _shape_text(play: Play) -> str:
    """The kind and size that all plays of the trick share."""
    return play.kind.name.capitalize() if play.kind in (Kind.SINGLE, Kind.BOMB) else play.name.partition(",")[0]
