"""A match of a person against bots in the terminal: shows the position, asks for actions, reports every move."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final, assert_never

from rich.padding import Padding
from rich.text import Text

from haggis_cards.actions import Action, Award, Bet, Bid, Bury, Give, Lead, Pass
from haggis_cards.bots import Bot, BotError, Guarded, make_bot
from haggis_cards.bots.registry import ARENA_ONLY
from haggis_cards.cards import ALL_COURTS, GLYPHS, NUMBERS
from haggis_cards.cli.cards import (
    COLOURS,
    Grid,
    PlayerNames,
    cards_text,
    count_text,
    make_console,
    play_text,
    score_table,
    winners_text,
)
from haggis_cards.cli.prompt import ParsedInput, Prompt, request
from haggis_cards.cli.rules import game_title, house_text, length_text
from haggis_cards.cli.saved import SavedMatch, SaveError, free_path, save_match
from haggis_cards.combos import Kind, Play
from haggis_cards.match import Finished
from haggis_cards.round import Phase, Round

PERSON: Final = 0  # the seat of the person at the terminal
SHOWN: Final = 5  # how many legal plays of one kind a hint lists

HELP: Final = """\
5b 6b 7b      play these cards, in any order; a ten is T or 10
5b j 7b       courts are wild; if the cards can be read in several ways, you choose
pass, p       pass
bet 15        bet that you will be first out (before your first card)
15, pass      in the auction: bid 15, or pass
award left    choose who gets the cards: left, right, partner, or a seat's number
lead partner  choose who leads after your bomb: me or partner
undo, u       take back the cards that you have picked
?             show a hint and your legal plays
save [FILE]   save the match
quit          save the match and leave"""


class Quit(EOFError):
    """The person leaves the match."""


class TerminalGame:
    """A match of a person against bots."""

    def __init__(self, saved: SavedMatch, path: Path | None) -> None:
        self.match, self.specs = match, specs = saved
        self.path = path
        self.console = make_console()
        self.players = PlayerNames(match.rules, match.players)
        seed = match.seed or 0
        self.bots: dict[int, Bot] = {}
        for seat, spec in zip(match.rules.others(PERSON), specs, strict=True):
            if spec.partition(":")[0] in ARENA_ONLY:
                raise BotError(f"{spec} sees all cards, so it plays only in the arena")
            self.bots[seat] = Guarded(make_bot(spec, seed + seat), lambda incident: self._say(f"({incident})", "dim"))
        self.adviser = make_bot("greedy", seed)

    def close(self) -> None:
        """Closes the bots."""
        for bot in self.bots.values():
            bot.close()

    def play(self) -> None:
        """Plays the match to its end."""
        self._print_header()
        while not self.match.over:
            bot = next((seat for seat in self.match.to_act if seat != PERSON), None)
            if bot is None:
                self._apply(PERSON, self._ask_action())
            else:
                self._apply(bot, self.bots[bot].decide(self.match.view(bot)).action)
        self._print_end()

    def leave(self) -> None:
        """Saves the match and says how to continue it."""
        self.console.print()
        path = self.path or free_path()
        try:
            save_match(SavedMatch(self.match, self.specs), path)
        except SaveError as error:
            self._say(f"The match could not be saved: {error}", "bold")
            return
        self._say(f"Saved. To continue: haggis play --resume {path}")

    # Acting

    def _apply(self, seat: int, action: str) -> None:
        before = self.match
        self.match = before.act(seat, action)
        last = self.match.finished[-1].round if len(self.match.finished) > len(before.finished) else self.match.round
        self._print_action(before.round, seat, last)
        if self.path:
            save_match(SavedMatch(self.match, self.specs), self.path)
        if last.over:
            self._print_result(self.match.finished[-1])
            if not self.match.over:
                self._print_deal()

    def _ask_action(self) -> str:
        """Asks until the person has typed a legal action."""
        self._print_position()
        prompt = Prompt(self.match.round, PERSON)
        while True:
            parsed = prompt.read(self._input(request(self.match.round.phase).question))
            if parsed.action:
                return parsed.action
            if parsed.command:
                self._run_command(parsed)
                continue
            self._say(parsed.message)
            for number, reading in enumerate(parsed.readings, 1):
                self._line(f"{number}  ", play_text(reading), (f"  {reading.name}", "dim"))

    def _input(self, question: str) -> str:
        self.console.print(Text(f"{question}: ", "bold"), end="")
        return input()

    def _run_command(self, parsed: ParsedInput) -> None:
        match parsed.command:
            case "help":
                self._say(HELP)
            case "hint":
                self._hint()
            case "quit":
                raise Quit
            case "save":
                path = Path(parsed.argument) if parsed.argument else self.path or free_path()
                try:
                    save_match(SavedMatch(self.match, self.specs), path)
                except SaveError as error:
                    self._say(f"{error}.", "bold")
                    return
                self.path = path
                self._say(f"Saved. To continue later: haggis play --resume {path}")
            case None:
                pass
            case command:
                assert_never(command)

    def _hint(self) -> None:
        """Shows what `greedy` would do, and the legal actions."""
        advice = self.adviser.decide(self.match.view(PERSON))
        self._line(("Hint  ", "bold"), advice.action, (f"  {advice.why}" if advice.why else "", "dim"))
        legal = self.match.legal(PERSON)
        plays = [action for action in legal if isinstance(action, Play)]
        words = [str(action) for action in legal if not isinstance(action, Play | Give | Bury)]
        if words:
            self._line(("You may  ", "bold"), ", ".join(words))
        grid = Grid(self.players, 2)
        for title, group in _grouped(plays):
            cells = [play_text(play) for play in group[:SHOWN]]
            more = Text(f"and {len(group) - SHOWN} more", "dim") if len(group) > SHOWN else Text()
            grid.add(title, Text(" · ", "dim").join([*cells, more] if more else cells))
        if plays:
            self.console.print(grid.table)
        self._say("Type help to see what you can type.", "dim")

    # Showing

    def _say(self, message: str, style: str = "") -> None:
        self.console.print(Padding(Text(message, style), (0, 0, 0, 2), expand=False))

    def _line(self, *parts: str | Text | tuple[str, str]) -> None:
        self.console.print(Padding(Text.assemble(*parts), (0, 0, 0, 2), expand=False))

    def _print_header(self) -> None:
        rules, match = self.match.rules, self.match
        self.console.print(Text(game_title(rules), "bold"))
        others = ", ".join(
            f"{self.players.seats[seat]} ({spec}{', your partner' if rules.partner(PERSON) == seat else ''})"
            for seat, spec in zip(rules.others(PERSON), self.specs, strict=True)
        )
        self._say(f"At the table with you: {others}. The match lasts {length_text(match.end)}.")
        if rules.house:
            self._say(f"House rules: {house_text(rules)}", "dim")
        suits = [Text(f"{glyph} is {suit}", COLOURS[suit]) for suit, glyph in GLYPHS.items()][: rules.deck.suits]
        self._line("Type cards as rank and suit, for example 7g: ", Text(", ").join(suits), ". Type ? for a hint.")
        self._print_deal()

    def _print_deal(self) -> None:
        rnd = self.match.round
        self.console.print()
        self.console.rule(Text(f"Round {len(self.match.finished) + 1}", "bold"), align="left", style="dim")
        lead = "" if rnd.lead is None else f", {self._who(rnd.lead, 'lead').replace('You', 'you')}"
        self._say(f"{self._who(rnd.dealer, 'deal')}{lead}.", "dim")

    def _who(self, seat: int, verb: str) -> str:
        """`You lead`, `Isla leads`; `You pass`, `Isla passes`."""
        name = self.players.seats[seat]
        if name == "You":
            return f"{name} {verb}"
        ending = "ies" if verb.endswith("ry") else "es" if verb.endswith("s") else "s"
        return f"{name} {verb.removesuffix('y') if ending == 'ies' else verb}{ending}"

    def _print_position(self) -> None:
        rnd = self.match.round
        grid = Grid(self.players, 2)
        for seat in self.match.rules.others(PERSON):
            cards = rnd.hands[seat].bit_count()
            state = "out" if seat in rnd.out else f"{count_text(cards):>8}"
            bet = f"bet {rnd.bets[seat]}" if rnd.stands(seat) else ""
            bet = f"Shepherd, {rnd.bid}" if seat == rnd.shepherd else bet
            partner = "partner" if self.match.rules.partner(PERSON) == seat else ""
            courts = cards_text(rnd.hands[seat] & ALL_COURTS)
            grid.add(self.players.seats[seat], Text(state), courts, Text(bet, "magenta"), Text(partner, "dim"))
        self.console.print()
        self.console.print(grid.table)
        self._print_task(rnd)
        mine = rnd.bets[PERSON] if rnd.stands(PERSON) else None
        notes = (
            f"  your bet: {mine}" if mine else f"  you are the Shepherd: {rnd.bid}" if rnd.shepherd == PERSON else ""
        )
        self._line(("Your hand  ", "bold"), cards_text(rnd.hands[PERSON]), (notes, "magenta"))

    def _print_task(self, rnd: Round) -> None:
        """Shows what the person has to beat or to do."""
        match rnd.phase:
            case Phase.PLAY if rnd.top is not None and rnd.winner is not None:
                by = f"  by {self.players.seats[rnd.winner]}"
                self._line(("To beat  ", "bold"), play_text(rnd.top), (f"  {rnd.top.name}{by}", "dim"))
            case Phase.PLAY:
                self._say("You lead: play any combination.")
            case Phase.BURY:
                self._line(
                    "You drew ", cards_text(rnd.drawn), f"; put {count_text(rnd.draw_count)} back on the haggis."
                )
            case Phase.AWARD:
                self._say(f"Your bomb won. Choose who gets the {rnd.awarding}.")
            case Phase.EXCHANGE | Phase.AUCTION | Phase.LEAD | Phase.OVER:
                pass  # the question says it all
            case phase:
                assert_never(phase)

    def _print_action(self, before: Round, seat: int, after: Round) -> None:
        action = after.log[-1][1]
        self._line(*self._action_line(before, seat, action, after))
        if len(after.tricks) > len(before.tricks):
            trick = after.tricks[-1]
            taker = self.players.sides[trick.side]
            cards = sum(play.count for _, play in trick.entries if play)
            own = trick.side == self.match.rules.sides[trick.winner]
            gift = "" if own else f"; its {count_text(cards)} go to {taker}"
            self._say(f"→ {self._who(trick.winner, 'win')} the trick{gift}.", "dim")
        if before.phase is Phase.EXCHANGE and len(after.given[PERSON]) > len(before.given[PERSON]):
            partner = self.match.rules.partner(PERSON)
            assert partner is not None
            self._line("→ Your partner gave you ", cards_text(after.given[partner][-1]))
        if before.phase is Phase.AUCTION and after.phase is not Phase.AUCTION:
            shepherd = after.shepherd
            became = "Nobody becomes" if shepherd is None else self._who(shepherd, "become")
            self._say(f"→ {became} the Shepherd.", "dim")

    def _action_line(
        self, before: Round, seat: int, action: Action, after: Round
    ) -> Iterable[str | Text | tuple[str, str]]:
        """An action as a line."""
        match action:
            case Play():
                left = after.hands[seat].bit_count()
                bonus = sum(after.bonus) - sum(before.bonus)
                note = f"  {left} left" if left else f"  out{f', +{bonus}' if bonus else ''}!"
                verb = "bomb" if action.is_bomb else "play" if before.top else "lead"
                who = self._who(seat, verb) + (" with " if action.is_bomb else " ")
                return [who, play_text(action), (note, "dim" if left else "bold")]
            case Pass():
                return [(self._who(seat, "pass"), "dim")]
            case Bet():
                return [(f"{self._who(seat, 'bet')} {action.value} to be first out", "magenta")]
            case Bid():
                return [(f"{self._who(seat, 'bid')} {action.value}", "magenta")]
            case Give():
                own = seat == PERSON
                return ["You give ", cards_text(action.card)] if own else [(f"{self._who(seat, 'give')} a card", "dim")]
            case Bury():
                if seat == PERSON:
                    return ["You put back ", cards_text(action.cards)]
                return [f"{self._who(seat, 'put')} {count_text(after.draw_count)} back"]
            case Award():
                return [f"{self._who(seat, 'give')} the {before.awarding} to {self.players.seats[action.seat]}"]
            case Lead():
                if action.seat == seat:
                    return [f"{self._who(seat, 'lead')} again"]
                return [f"{self._who(seat, 'let')} {self.players.seats[action.seat]} lead"]
            case _:
                assert_never(action)

    def _print_result(self, done: Finished) -> None:
        rnd = done.round
        self.console.print()
        for seat, hand in enumerate(rnd.hands):
            if hand:
                self._line(f"{self.players.seats[seat]} held ", cards_text(hand))
        if rnd.haggis:
            self._line("The haggis was ", cards_text(rnd.haggis))
        table = score_table(self.players, len(self.match.finished), done.result)
        self.console.print(Padding(table, (0, 0, 0, 2)))

    def _print_end(self) -> None:
        winners = self.match.winners or ()
        praise = " Well played!" if self.match.rules.sides[PERSON] in winners else ""
        self._say(f"{winners_text(self.players, winners)} with {max(self.match.totals)} points.{praise}", "bold")
        if self.path:
            self._say(f"The match is saved. To read it: haggis show {self.path}", "dim")


def _grouped(plays: list[Play]) -> list[tuple[str, list[Play]]]:
    """Plays by kind and size, those with few courts first; only one of several plays that differ only in courts."""
    groups: dict[tuple[Kind, int, int], list[Play]] = {}
    alike: dict[tuple[Kind, int, int, int, int], Play] = {}
    for play in plays:
        courts = 0 if play & NUMBERS else play.cards
        alike.setdefault((play.kind, play.width, play.length, play.rank, play & NUMBERS | courts), play)
    for play in sorted(alike.values(), key=lambda play: ((play & ALL_COURTS).bit_count(), play.rank)):
        groups.setdefault((play.kind, play.width, play.length), []).append(play)
    titles = {Kind.SINGLE: "Singles", Kind.BOMB: "Bombs"}
    return [
        (titles.get(kind) or group[0].name.partition(",")[0], group) for (kind, _, _), group in sorted(groups.items())
    ]
