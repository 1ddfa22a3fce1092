"""What a person can ask for during a match in the terminal: the score, the log, the last trick, the legal plays."""

from collections.abc import Iterator
from typing import Final

from rich.table import Table
from rich.text import Text

from haggis_cards.actions import Bury, Give
from haggis_cards.cards import ALL_COURTS, NUMBERS
from haggis_cards.cli.cards import Grid, PlayerNames, cards_text, play_text
from haggis_cards.cli.review_report import action_text
from haggis_cards.combos import Kind, Play
from haggis_cards.match import Match
from haggis_cards.round import Round

SHOWN: Final = 5  # how many legal plays of one kind a hint lists


def score_sheet(match: Match, players: PlayerNames) -> Table | Text:
    """The points of each finished round, and the totals."""
    if not match.finished:
        return Text("No round is finished yet.")
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_row(Text("round", "dim"), *(Text(name, "dim") for name in players.sides))
    for number, done in enumerate(match.finished, 1):
        table.add_row(str(number), *map(str, done.result.points))
    table.add_row(Text("total", "bold"), *(Text(str(total), "bold") for total in match.totals))
    return table


def log_lines(rnd: Round, players: PlayerNames, person: int) -> Iterator[Text]:
    """Every action of the round so far, as the person saw it: cards that others give or bury stay hidden."""
    if not rnd.log:
        yield Text("Nothing was played in this round yet.")
    for seat, action in rnd.log:
        hidden = seat != person and isinstance(action, Give | Bury)
        shown = Text("a card" if isinstance(action, Give) else "cards put back", "dim")
        shown = shown if hidden else action_text(str(action), rnd.rules, players)
        yield Text.assemble((f"{players.seats[seat]:<{players.width}}  ", "dim"), shown)


def trick_lines(rnd: Round, players: PlayerNames) -> Iterator[Text]:
    """The last finished trick of the round, play by play."""
    if not rnd.tricks:
        yield Text("No trick is finished yet.")
        return
    trick = rnd.tricks[-1]
    for seat, play in trick.entries:
        shown = play_text(play) if play else Text("pass", "dim")
        yield Text.assemble((f"{players.seats[seat]:<{players.width}}  ", "dim"), shown)
    yield Text(f"won by {players.seats[trick.winner]}", "dim")


def left_lines(rnd: Round, players: PlayerNames) -> Iterator[Text]:
    """The cards that were not played."""
    for seat, hand in enumerate(rnd.hands):
        if hand:
            yield Text.assemble(f"{players.seats[seat]} held ", cards_text(hand))
    if rnd.haggis:
        yield Text.assemble("The haggis was ", cards_text(rnd.haggis))


def plays_table(plays: list[Play], players: PlayerNames) -> Table:
    """The first few plays of each kind."""
    grid = Grid(players, 2)
    for title, group in _grouped(plays):
        cells = [play_text(play) for play in group[:SHOWN]]
        more = Text(f"and {len(group) - SHOWN} more", "dim") if len(group) > SHOWN else Text()
        grid.add(title, Text(" · ", "dim").join([*cells, more] if more else cells))
    return grid.table


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
