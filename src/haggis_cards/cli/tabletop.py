"""The table in the terminal: what the player sees, is asked and is told, move by move."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from rich import box
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from haggis_cards.actions import Action, Award, Bet, Bid, Bury, Give, Lead, Pass
from haggis_cards.bots import Bot, BotError, Guarded, make
from haggis_cards.bots.registry import ARENA_ONLY
from haggis_cards.cards import ALL_COURTS, NUMBERS
from haggis_cards.cli.cards import LOOKS, Grid, Party, cards_text, make_console, play_text
from haggis_cards.cli.choosing import Chooser, Typed
from haggis_cards.cli.rules import game_title, house_text, length_text
from haggis_cards.cli.saved import Saved, SaveError, free_path, store
from haggis_cards.combos import Kind, Play
from haggis_cards.match import Finished
from haggis_cards.round import Phase, Round

PERSON: Final = 0  # the seat of whoever sits at the terminal
SHOWN: Final = 5  # legal plays of one kind that a hint lists

HELP: Final = """\
5b 6b 7b     play these cards, in any order; 10 is T or 10
5b j 7b      courts are wild; if they can be read in two ways, you are asked
pass, p      no play
bet 15       bet that you will be first out (before your first card)
15, pass     in the auction: bid, or leave it
award left   who gets a bombed trick: left, right, partner, or a seat's number
lead partner who leads after your bomb: me or partner
undo, u      take back cards that you have picked
?            a hint, and what you may play
save [FILE]  save the match
quit         leave; you are told how to go on later"""

ASKS: Final = {
    Phase.EXCHANGE: "A card for your partner",
    Phase.AUCTION: "Your bid, or pass",
    Phase.BURY: "Cards to put back",
    Phase.PLAY: "Your play",
    Phase.AWARD: "Who gets the cards? award left, right, partner or a seat's number",
    Phase.LEAD: "Who leads? lead me or lead partner",
}


class Left(EOFError):
    """The player leaves the table."""


class Tabletop:
    """A match between a person and bots."""

    def __init__(self, saved: Saved, path: Path | None) -> None:
        self.match, self.specs = match, specs = saved
        self.path = path
        self.console = make_console()
        self.party = Party(match.rules, match.players)
        seed = match.seed or 0
        self.bots: dict[int, Bot] = {}
        for seat, spec in zip(match.rules.others(PERSON), specs, strict=True):
            if spec.partition(":")[0] in ARENA_ONLY:
                raise BotError(f"{spec} sees all cards and plays in the arena only")
            self.bots[seat] = Guarded(make(spec, seed + seat), lambda incident: self._say(f"({incident})", "dim"))
        self.adviser = make("greedy", seed)

    def close(self) -> None:
        """Ends the bots."""
        for bot in self.bots.values():
            bot.close()

    def play(self) -> None:
        """The whole match, from where it stands."""
        self._greet()
        while not self.match.over:
            waiting = self.match.to_act
            bot = next((seat for seat in waiting if seat != PERSON), None)
            if bot is None:
                self._act(PERSON, self._ask())
            else:
                self._act(bot, self.bots[bot].decide(self.match.view(bot)).action)
        self._tell_end()

    def leave(self) -> None:
        """Saves the match, so that nothing is lost, and tells how to go on."""
        self.console.print()
        path = self.path or free_path()
        try:
            store(Saved(self.match, self.specs), path)
        except SaveError as error:
            self._say(f"The match could not be saved: {error}", "bold")
            return
        self._say(f"Saved. Go on with: haggis play --resume {path}")

    # Acting

    def _act(self, seat: int, action: str) -> None:
        before = self.match
        self.match = before.act(seat, action)
        last = self.match.finished[-1].round if len(self.match.finished) > len(before.finished) else self.match.round
        self._tell_action(before.round, seat, last)
        if self.path:
            store(Saved(self.match, self.specs), self.path)
        if last.over:
            self._tell_round(self.match.finished[-1])
            if not self.match.over:
                self._tell_deal()

    def _ask(self) -> str:
        """The person's next action."""
        self._show_table()
        chooser = Chooser(self.match.round, PERSON)
        while True:
            typed = chooser.type(self._read(ASKS[self.match.round.phase]))
            if typed.action:
                return typed.action
            if typed.command:
                self._obey(typed)
                continue
            self._say(typed.say)
            for number, reading in enumerate(typed.readings, 1):
                self._line(f"{number}  ", play_text(reading), (f"  {reading.name}", "dim"))

    def _read(self, what: str) -> str:
        self.console.print(Text(f"{what}: ", "bold"), end="")
        return input()

    def _obey(self, typed: Typed) -> None:
        match typed.command:
            case "help":
                self._say(HELP)
            case "hint":
                self._hint()
            case "quit":
                raise Left
            case "save":
                path = Path(typed.argument) if typed.argument else self.path or free_path()
                try:
                    store(Saved(self.match, self.specs), path)
                except SaveError as error:
                    self._say(f"{error}.", "bold")
                    return
                self.path = path
                self._say(f"Saved. Go on later with: haggis play --resume {path}")

    def _hint(self) -> None:
        """What `greedy` would do, and what may be done."""
        advice = self.adviser.decide(self.match.view(PERSON))
        self._line(("Hint  ", "bold"), advice.action, (f"  {advice.why}" if advice.why else "", "dim"))
        legal = self.match.legal(PERSON)
        plays = [action for action in legal if isinstance(action, Play)]
        words = [str(action) for action in legal if not isinstance(action, Play | Give | Bury)]
        if words:
            self._line(("You may  ", "bold"), ", ".join(words))
        grid = Grid(self.party, 2)
        for title, group in _grouped(plays):
            cells = [play_text(play) for play in group[:SHOWN]]
            more = Text(f"and {len(group) - SHOWN} more", "dim") if len(group) > SHOWN else Text()
            grid.add(title, Text(" · ", "dim").join([*cells, more] if more else cells))
        if plays:
            self.console.print(grid.table)
        self._say("help tells what you can type.", "dim")

    # Telling

    def _say(self, what: str, style: str = "") -> None:
        self.console.print(Padding(Text(what, style), (0, 0, 0, 2), expand=False))

    def _line(self, *parts: str | Text | tuple[str, str]) -> None:
        self.console.print(Padding(Text.assemble(*parts), (0, 0, 0, 2), expand=False))

    def _greet(self) -> None:
        rules, match = self.match.rules, self.match
        self.console.print(Text(game_title(rules), "bold"))
        against = ", ".join(
            f"{self.party.seats[seat]} ({spec}{', your partner' if rules.partner(PERSON) == seat else ''})"
            for seat, spec in zip(rules.others(PERSON), self.specs, strict=True)
        )
        self._say(f"You play with {against}. {length_text(match.end).capitalize()}.")
        if rules.house:
            self._say(f"House rules: {house_text(rules)}", "dim")
        suits = [Text(f"{look.glyph} is {suit}", look.colour) for suit, look in LOOKS.items()][: rules.deck.suits]
        self._line("Cards are typed by rank and suit, as in 7g: ", Text(", ").join(suits), ". ? gives a hint.")
        self._tell_deal()

    def _tell_deal(self) -> None:
        rnd = self.match.round
        self.console.print()
        self.console.rule(Text(f"Round {len(self.match.finished) + 1}", "bold"), align="left", style="dim")
        lead = "" if rnd.lead is None else f", {self._who(rnd.lead, 'lead').replace('You', 'you')}"
        self._say(f"{self._who(rnd.dealer, 'deal')}{lead}.", "dim")

    def _who(self, seat: int, verb: str) -> str:
        """`You lead`, `Isla leads`; `You pass`, `Isla passes`."""
        name = self.party.seats[seat]
        if name == "You":
            return f"{name} {verb}"
        ending = "ies" if verb.endswith("ry") else "es" if verb.endswith("s") else "s"
        return f"{name} {verb.removesuffix('y') if ending == 'ies' else verb}{ending}"

    def _show_table(self) -> None:
        rnd = self.match.round
        grid = Grid(self.party, 2)
        for seat in self.match.rules.others(PERSON):
            cards = rnd.hands[seat].bit_count()
            state = "out" if seat in rnd.out else f"{cards:2} card{'s' * (cards != 1)}"
            bet = f"bets {rnd.bets[seat]}" if rnd.stands(seat) else ""
            bet = f"Shepherd, {rnd.bid}" if seat == rnd.shepherd else bet
            partner = "partner" if self.match.rules.partner(PERSON) == seat else ""
            courts = cards_text(rnd.hands[seat] & ALL_COURTS)
            grid.add(self.party.seats[seat], Text(state), courts, Text(bet, "magenta"), Text(partner, "dim"))
        self.console.print()
        self.console.print(grid.table)
        self._show_task(rnd)
        mine = rnd.bets[PERSON] if rnd.stands(PERSON) else None
        notes = (
            f"  your bet: {mine}" if mine else f"  you are the Shepherd: {rnd.bid}" if rnd.shepherd == PERSON else ""
        )
        self._line(("Your hand  ", "bold"), cards_text(rnd.hands[PERSON]), (notes, "magenta"))

    def _show_task(self, rnd: Round) -> None:
        """What there is to beat, or to do."""
        match rnd.phase:
            case Phase.PLAY if rnd.top is not None and rnd.winner is not None:
                by = f"  by {self.party.seats[rnd.winner]}"
                self._line(("To beat  ", "bold"), play_text(rnd.top), (f"  {rnd.top.name}{by}", "dim"))
            case Phase.PLAY:
                self._say("You lead: play any combination.")
            case Phase.BURY:
                self._line("You drew ", cards_text(rnd.drawn), f"; put {rnd.draw_count} back on the haggis.")
            case Phase.AWARD:
                self._say(f"Your bomb won: the {rnd.awarding} goes to somebody else.")

    def _tell_action(self, before: Round, seat: int, after: Round) -> None:
        action = after.log[-1][1]
        self._line(*self._deed(before, seat, action, after))
        if len(after.tricks) > len(before.tricks):
            trick = after.tricks[-1]
            taker = self.party.sides[trick.side]
            cards = sum(play.count for _, play in trick.entries if play)
            own = trick.side == self.match.rules.sides[trick.winner]
            said = f"{self._who(trick.winner, 'win')} the trick" + ("" if own else f"; its {cards} cards go to {taker}")
            self._say(f"→ {said}.", "dim")
        if before.phase is Phase.EXCHANGE and len(after.given[PERSON]) > len(before.given[PERSON]):
            partner = self.match.rules.partner(PERSON)
            assert partner is not None
            self._line("→ your partner gave you ", cards_text(after.given[partner][-1]))
        if before.phase is Phase.AUCTION and after.phase is not Phase.AUCTION:
            shepherd = after.shepherd
            said = "Nobody is the Shepherd" if shepherd is None else f"{self._who(shepherd, 'become')} the Shepherd"
            self._say(f"→ {said}.", "dim")

    def _deed(self, before: Round, seat: int, action: Action, after: Round) -> Iterable[str | Text | tuple[str, str]]:
        """One action in a line."""
        match action:
            case Play():
                left = after.hands[seat].bit_count()
                bonus = sum(after.bonus) - sum(before.bonus)
                said = f"  {left} left" if left else f"  out{f', +{bonus}' if bonus else ''}!"
                verb = "bomb" if action.is_bomb else "play" if before.top else "lead"
                who = self._who(seat, verb) + (" with " if action.is_bomb else " ")
                return [who, play_text(action), (said, "dim" if left else "bold")]
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
                count = after.draw_count
                own = seat == PERSON
                return (
                    ["You put back ", cards_text(action.cards)] if own else [f"{self._who(seat, 'put')} {count} back"]
                )
            case Award():
                return [f"{self._who(seat, 'give')} the {before.awarding} to {self.party.seats[action.seat]}"]
            case Lead():
                whom = "leads again" if action.seat == seat else f"lets {self.party.seats[action.seat]} lead"
                return [f"{self.party.seats[seat]}: {whom}"]

    def _tell_round(self, done: Finished) -> None:
        rnd, result = done.round, done.result
        self.console.print()
        for seat, hand in enumerate(rnd.hands):
            if hand:
                self._line(f"{self._who(seat, 'hold') if seat else 'You held'} ", cards_text(hand))
        if rnd.haggis:
            self._line("The haggis was ", cards_text(rnd.haggis))
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        table.add_column(f"Round {len(self.match.finished)}")
        for name in self.party.sides:
            table.add_column(Text(name), justify="right")
        for label, values in (("cards", result.cards), ("going out", result.bonus), ("bets", result.bets)):
            table.add_row(label, *(str(value) if value else Text("–", "dim") for value in values))
        table.add_section()
        table.add_row("points", *map(str, result.points))
        table.add_row("total", *(Text(str(total), "bold") for total in result.totals))
        self.console.print(Padding(table, (0, 0, 0, 2)))

    def _tell_end(self) -> None:
        winners = self.match.winners or ()
        names = " and ".join(self.party.sides[side] for side in winners)
        own = self.match.rules.sides[PERSON] in winners
        self._say(f"{names}: the win, with {max(self.match.totals)} points." + (" Well played!" if own else ""), "bold")
        if self.path:
            self._say(f"The match is in {self.path}; haggis show {self.path} tells it again.", "dim")


def _grouped(plays: list[Play]) -> list[tuple[str, list[Play]]]:
    """Plays by kind and size, those with few courts first; of plays that differ in courts alone, only one."""
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
