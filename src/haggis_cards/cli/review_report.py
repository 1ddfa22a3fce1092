"""A review in the terminal: a line for each round, the worst decisions with their reasons, the players' profiles."""

from collections.abc import Sequence
from typing import Final

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from haggis_cards.actions import parse
from haggis_cards.cards import parse_cards
from haggis_cards.cli.cards import PlayerNames, cards_text, play_text, presentable
from haggis_cards.cli.rules import game_title
from haggis_cards.combos import Play
from haggis_cards.review import DecisionData, ReviewData, sentence
from haggis_cards.review.profile import THEMES, ProfileData, profiles, worst
from haggis_cards.review.reasons import as_good
from haggis_cards.review.rounds import PARTS, account
from haggis_cards.review.sentences import points_text
from haggis_cards.rules import Rules

STYLES: Final = {"inaccuracy": "yellow", "mistake": "dark_orange", "blunder": "bold red1"}


class Report:
    """Prints reviews to a console."""

    def __init__(self, console: Console, reviews: Sequence[ReviewData]) -> None:
        self.console, self.reviews = console, reviews

    def print(self, most: int) -> None:
        """Prints all of it, with at most this many decisions."""
        for review in self.reviews:
            self._print_rounds(review)
        self._print_decisions(most)
        for profile in profiles(self.reviews):
            if profile["decisions"]:
                self._print_profile(profile)

    def _line(self, *parts: str | Text | tuple[str, str], indent: int = 2) -> None:
        self.console.print(Padding(Text.assemble(*parts), (0, 0, 0, indent), expand=False))

    def _print_rounds(self, review: ReviewData) -> None:
        rules = Rules.from_spec(review["rules"])
        players = PlayerNames(rules, review["players"])
        self._line((game_title(rules), "bold"), f"  {', '.join(players.seats)}", indent=0)
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        for name in ("Round", "Side"):
            table.add_column(name)
        for name in ("result", *PARTS):
            table.add_column(name, justify="right")
        sides = sorted({rules.sides[seat] for seat in review["seats"]})
        for done in review["rounds"]:
            for side in sides:
                name = str(done["number"]) if side == sides[0] else ""
                table.add_row(name, players.sides[side], *map(_points, account(done, side)))
        self.console.print(Padding(table, (0, 0, 0, 2)))
        for words in PARTS.values():
            self._line((words, "dim"))
        self.console.print()

    def _print_decisions(self, most: int) -> None:
        found = worst(self.reviews)
        if not found:
            judged = any(done["decisions"] for review in self.reviews for done in review["rounds"])
            words = "No decision was clearly worse than another." if judged else "No decision has been reviewed."
            self._line((words, "bold"), indent=0)
            return
        shown = found[:most]
        title = "The worst decision" if len(shown) == 1 else f"The {len(shown)} worst decisions"
        if shown:
            self._line((title, "bold"), f" of {len(found)} that were not good" * (len(found) > len(shown)), indent=0)
        for review, decision in shown:
            self._print_decision(review, decision)
        self.console.print()

    def _print_decision(self, review: ReviewData, decision: DecisionData) -> None:
        rules = Rules.from_spec(review["rules"])
        players = PlayerNames(rules, review["players"])
        number = f"match {self.reviews.index(review) + 1}, " * (len(self.reviews) > 1)
        self.console.print()
        verdict = decision["verdict"]
        self._line(
            (f"{verdict.capitalize()}, {points_text(decision['loss'])}", STYLES[verdict]),
            f"  {players.seats[decision['seat']]}",
            (f"  {number}round {decision['round']}, action {decision['index'] + 1}", "dim"),
        )
        beat = decision["to_beat"]
        if beat:
            self._line(("to beat  ", "dim"), play_text(_play(beat, rules)), indent=4)
        self._line(("hand     ", "dim"), cards_text(parse_cards(decision["hand"])), indent=4)
        self._line(("made     ", "dim"), action_text(decision["made"], rules, players), indent=4)
        self._line(("better   ", "dim"), action_text(decision["best"], rules, players), indent=4)
        for one in as_good(decision):
            self._line(("or       ", "dim"), action_text(one, rules, players), indent=4)
        words = sentence(decision["reason"], lambda action: action_text(action, rules, players).plain)
        self._line((words, "italic"), indent=4)
        seen = decision["seen"]
        if seen is not None:
            self._line((f"Seeing all cards, it cost {points_text(seen['loss'])}.", "dim"), indent=4)

    def _print_profile(self, profile: ProfileData) -> None:
        player = presentable(profile["player"])
        rounds = profile["rounds"]
        each = f" ({profile['loss'] / rounds:.0f} a round)" if rounds > 1 else ""
        classes = ", ".join(f"{count} {name}{'s' * (count != 1)}" for name, count in _plural(profile["classes"]))
        counted = f"{profile['decisions']} decisions, {classes or 'all of them good'}"
        self._line((player, "bold"), f"  {counted}; lost {points_text(profile['loss'])}{each}", indent=0)
        for theme in profile["themes"]:
            times = f"{theme['count']}×"
            self._line((f"{theme['loss']:5.0f}  ", "bold"), f"{times:<4} {THEMES[theme['theme']]}")


def _plural(classes: dict[str, int]) -> list[tuple[str, int]]:
    return [(name if count == 1 else name.replace("cy", "cie"), count) for name, count in classes.items() if count]


def _points(number: float | None) -> Text:
    if number is None:
        return Text("–", "dim")
    return Text(f"{number:+.0f}" if round(number) else "0")


def _play(text: str, rules: Rules) -> Play:
    play = parse(f"play {text}", rules)
    assert isinstance(play, Play)
    return play


def action_text(action: str, rules: Rules, players: PlayerNames) -> Text:
    """An action as a terminal shows it."""
    verb, _, rest = action.partition(" ")
    match verb:
        case "play":
            return play_text(_play(rest, rules))
        case "give" | "bury":
            return Text.assemble(f"{verb} ", cards_text(parse_cards(rest)))
        case "award" | "lead":
            return Text(f"{verb} {players.seats[int(rest)]}")
    return Text(action)
