"""A match of a person against bots in the terminal: shows the position, asks for actions, reports every move."""

import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Final, assert_never

from rich.padding import Padding
from rich.text import Text

from haggis_cards.actions import Action, Award, Bet, Bid, Bury, Give, Lead, Pass
from haggis_cards.bots import Bot, BotError, Guarded, make_bot
from haggis_cards.bots.registry import ARENA_ONLY
from haggis_cards.cards import ALL_COURTS, GLYPHS, clip
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
from haggis_cards.cli.review_report import action_text
from haggis_cards.cli.rules import game_title, house_text, length_text, print_game
from haggis_cards.cli.terminal.info import left_lines, log_lines, plays_table, score_sheet, trick_lines, words_to_type
from haggis_cards.cli.terminal.line import ask_line, at_terminal, paged
from haggis_cards.cli.terminal.prompt import COMMANDS, DECLINED, HELP, ParsedInput, Prompt, request
from haggis_cards.cli.terminal.saved import SavedMatch, SaveError, free_path, save_match
from haggis_cards.combos import Play
from haggis_cards.match import Match
from haggis_cards.review import Explanation, explain
from haggis_cards.round import Phase, Round

PERSON: Final = 0  # the seat of the person at the terminal


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
        self._earlier: list[Match] = []  # this round's positions in which the person has acted
        self._offered = -1  # the round in which a bet out of turn was offered
        self._asks_bets = at_terminal()
        self._hinted: tuple[tuple[int, int], Explanation] | None = None

    def close(self) -> None:
        """Closes the bots."""
        for bot in self.bots.values():
            bot.close()

    def play(self) -> None:
        """Plays the match to its end."""
        self._print_header()
        while not self.match.over:
            bot = next((seat for seat in self.match.to_act if seat != PERSON), None)
            if bot is not None and self._asks_bets and self._offer_bet():
                continue
            if bot is None:
                asked = time.monotonic()
                if action := self._ask_action():
                    self._earlier.append(self.match)
                    self._apply(PERSON, action, time.monotonic() - asked)
            else:
                asked = time.monotonic()
                action = self.bots[bot].decide(self.match.view(bot)).action
                self._apply(bot, action, time.monotonic() - asked)
        self._print_end()

    def leave(self) -> None:
        """Saves the match and says how to continue it; elsewhere, if it cannot be written where it should be."""
        self.console.print()
        if self.path is None and not self._has_acted():
            self._say("You have not played yet, so nothing is saved.")
            return
        folders = [Path.home(), Path(tempfile.gettempdir())] if self._has_acted() else []
        for path in (self.path or free_path(), *map(free_path, folders)):
            try:
                save_match(SavedMatch(self.match, self.specs), path)
            except SaveError as error:
                self._say(f"The match could not be saved: {error}", "bold")
            else:
                self._say(f"Saved. To continue: haggis play --resume {path}")
                return

    def _has_acted(self) -> bool:
        return bool(self.match.finished) or any(seat == PERSON for seat, _ in self.match.round.log)

    # Acting

    def _apply(self, seat: int, action: str, seconds: float | None = None) -> None:
        before = self.match
        self.match = before.act(seat, action, seconds=seconds)
        last = self.match.finished[-1].round if len(self.match.finished) > len(before.finished) else self.match.round
        self._print_action(before.round, seat, last)
        if self.path:
            try:
                save_match(SavedMatch(self.match, self.specs), self.path)
            except SaveError as error:
                self._say(f"{error}. The match continues; to save it elsewhere: save FILE", "bold")
                self.path = None
        if last.over:
            self._earlier.clear()
            self._print_result()
            if not self.match.over:
                self._print_deal()

    def _offer_bet(self) -> bool:
        """Asks once a round for a bet before the others play on; True if one was made, or an action taken back."""
        number = len(self.match.finished)
        bets = [str(action) for action in self.match.legal(PERSON) if isinstance(action, Bet)]
        if self._offered == number or not bets or self.match.round.phase is not Phase.PLAY:
            return False
        self._offered = number
        self._line(("Your hand  ", "bold"), cards_text(self.match.round.hands[PERSON]))
        question = f"Bet before the others play ({', '.join(bets)}), or Enter for no"
        while (answer := self._input(question).strip()).lower() not in DECLINED:
            word, _, rest = answer.partition(" ")
            word = word.lower()
            action = f"bet {rest.strip() if word == 'bet' else word}"
            if action in bets:
                self._apply(PERSON, action)
                return True
            if word == "back":
                if self._take_back():
                    return True
            elif word in COMMANDS:
                self._run_command(ParsedInput(command=COMMANDS[word], argument=rest.strip()))
            else:
                self._say(f"Type {' or '.join(bets)}, or press Enter for no bet. Type help to see more.")
        return False

    def _ask_action(self) -> str | None:
        """Asks until the person has typed a legal action; None if the last one was taken back."""
        self._print_position()
        prompt = Prompt(self.match.round, PERSON, self.players.seats)
        while True:
            parsed = prompt.read(self._input(request(self.match.round.phase).question))
            if parsed.action:
                return parsed.action
            if parsed.command == "back":
                if self._take_back():
                    return None
                continue
            if parsed.command:
                self._run_command(parsed)
                continue
            self._say(parsed.message)
            for number, reading in enumerate(parsed.readings, 1):
                self._line(f"{number}  ", play_text(reading), (f"  {reading.name}", "dim"))

    def _input(self, question: str) -> str:
        return ask_line(self.console, question, words_to_type(self.match.round, PERSON))

    def _take_back(self) -> bool:
        """Returns to the person's last decision in this round; bots do not mind."""
        if self._earlier:
            self.match = self._earlier.pop()
            self._say("Taken back, with all that the others did since.")
            return True
        self._say("You have done nothing in this round that you could take back.")
        return False

    def _run_command(self, parsed: ParsedInput) -> None:
        match parsed.command:
            case "help":
                self._say(HELP)
            case "hint":
                self._hint()
            case "best":
                self._show_best()
            case "score":
                self.console.print(Padding(score_sheet(self.match, self.players), (0, 0, 0, 2)))
            case "hand":
                self._line(("Your hand  ", "bold"), cards_text(self.match.round.hands[PERSON]))
            case "log" | "trick":
                rnd, names = self.match.round, self.players
                for line in log_lines(rnd, names, PERSON) if parsed.command == "log" else trick_lines(rnd, names):
                    self._line(line)
            case "rules":
                with paged(self.console):
                    print_game(self.console, self.match.rules)
            case "quit":
                raise Quit
            case "save":
                if self._save(Path(parsed.argument) if parsed.argument else self.path or free_path()):
                    self._say(f"Saved. To continue later: haggis play --resume {self.path}")
            case "back" | None:
                pass  # not for here
            case command:
                assert_never(command)

    def _save(self, path: Path) -> bool:
        """Saves the match from now on in this file, and says why if that cannot be."""
        try:
            if path != self.path and path.exists():
                raise SaveError(f"{clip(str(path), 80)} is there already; choose another name")
            save_match(SavedMatch(self.match, self.specs), path)
        except SaveError as error:
            self._say(f"{error}.", "bold")
            return False
        self.path = path
        return True

    def _hint(self) -> None:
        """Shows the legal actions, and below them, where it stays in sight, what to do and why."""
        hint, legal = self._explain(), self.match.legal(PERSON)
        words = [self._typed(str(action)).plain for action in legal if not isinstance(action, Play | Give | Bury)]
        if words:
            self._line(("You may  ", "bold"), ", ".join(words))
        plays = [action for action in legal if isinstance(action, Play)]
        if plays:
            self.console.print(plays_table(plays, self.players))
        self._line(("Hint  ", "bold"), self._typed(hint.action))
        self._say(hint.why(lambda action: self._typed(action).plain), "dim")
        self._say("Type ?? to see the three best answers, and help to see what you can type.", "dim")

    def _typed(self, action: str) -> Text:
        """An action as the person may type it."""
        own_lead = action == f"{Lead.verb} {PERSON}"
        return Text("lead me") if own_lead else action_text(action, self.match.rules, self.players)

    def _show_best(self) -> None:
        """Shows the three best answers, and how far the others are behind."""
        first, *_ = answers = self._explain().best
        for answer in answers:
            action = self._typed(answer["action"])
            equal = "  the best" if answer is first else "  as good"
            behind = f"  {answer['behind']:.1f} points less" if answer["behind"] else equal
            chance = f", first out in {100 * answer['first_out']:.0f} of 100 deals"
            self._line(action, (behind + chance, "dim"))

    def _explain(self) -> Explanation:
        """The best answers for the person now; worked out once for each decision."""
        key = len(self.match.finished), len(self.match.round.log)
        if self._hinted is None or self._hinted[0] != key:
            self._hinted = key, explain(self.match.view(PERSON), seed=self.match.seed or 0)
        return self._hinted[1]

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
        lead = "" if rnd.lead is None else f", {self.players.who(rnd.lead, 'lead').replace('You', 'you')}"
        self._say(f"{self.players.who(rnd.dealer, 'deal')}{lead}.", "dim")

    def _to(self, seat: int) -> str:
        return "you" if seat == PERSON else self.players.seats[seat]

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
            self._say(f"→ {self.players.who(trick.winner, 'win')} the trick{gift}.", "dim")
        if before.phase is Phase.EXCHANGE and len(after.given[PERSON]) > len(before.given[PERSON]):
            partner = self.match.rules.partner(PERSON)
            assert partner is not None
            self._line("→ Your partner gave you ", cards_text(after.given[partner][-1]))
        if before.phase is Phase.AUCTION and after.phase is not Phase.AUCTION:
            shepherd = after.shepherd
            became = "Nobody becomes" if shepherd is None else self.players.who(shepherd, "become")
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
                who = self.players.who(seat, verb) + (" with " if action.is_bomb else " ")
                return [who, play_text(action), (note, "dim" if left else "bold")]
            case Pass():
                return [(self.players.who(seat, "pass"), "dim")]
            case Bet():
                return [(f"{self.players.who(seat, 'bet')} {action.value} to be first out", "magenta")]
            case Bid():
                return [(f"{self.players.who(seat, 'bid')} {action.value}", "magenta")]
            case Give():
                if seat == PERSON:
                    return ["You give ", cards_text(action.card)]
                return [(f"{self.players.who(seat, 'give')} a card", "dim")]
            case Bury():
                if seat == PERSON:
                    return ["You put back ", cards_text(action.cards)]
                return [f"{self.players.who(seat, 'put')} {count_text(after.draw_count)} back"]
            case Award():
                return [f"{self.players.who(seat, 'give')} the {before.awarding} to {self._to(action.seat)}"]
            case Lead():
                if action.seat == seat:
                    return [f"{self.players.who(seat, 'lead')} again"]
                return [f"{self.players.who(seat, 'give')} {self._to(action.seat)} the lead"]
            case _:
                assert_never(action)

    def _print_result(self) -> None:
        done = self.match.finished[-1]
        self.console.print()
        for line in left_lines(done.round, self.players):
            self._line(line)
        table = score_table(self.players, len(self.match.finished), done.result)
        self.console.print(Padding(table, (0, 0, 0, 2)))

    def _print_end(self) -> None:
        winners = self.match.winners or ()
        praise = " Well played!" if self.match.rules.sides[PERSON] in winners else ""
        self._say(f"{winners_text(self.players, winners)} with {max(self.match.totals)} points.{praise}", "bold")
        while self.path is None and self._asks_bets:
            if not (name := self._input("A file to keep this match in, as in match.json, or Enter for none").strip()):
                return
            self._save(Path(name))
        if self.path:
            seat = self.players.seats[PERSON]
            self._say(f"The match is saved. To learn from it: haggis review {self.path} --seat {seat}", "dim")
