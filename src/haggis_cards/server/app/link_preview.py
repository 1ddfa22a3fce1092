"""What a shared link shows before it is opened: title, words and picture of a page, as tags in the head of its HTML.

Messengers and search engines read them; they run no script. Only what everybody with the link may know is in them.
"""

from html import escape
from typing import Final, NamedTuple

from haggis_cards.rules import Rules
from haggis_cards.wire.challenges import Challenge
from haggis_cards.wire.tables import TableInfo

PICTURE: Final = "og.png"
_PICTURE_SIZE: Final = (1200, 630)
_PICTURE_WORDS: Final = "Cards of the Haggis games on a table"
_NUMBERS: Final = ("no", "one", "two", "three", "four")


class Preview(NamedTuple):
    """The words of a page's preview."""

    title: str
    words: str


HOME: Final = Preview(
    "Haggis, Tatties and Neeps",
    "Climbing card games for two to four. Learn them in three minutes, play against bots or with friends.",
)


def of_table(info: TableInfo) -> Preview:
    """The preview of a table: its game, who is there, and whether there is a seat."""
    rules = Rules.from_spec(info.rules)
    game = f"{rules.title} for {_NUMBERS[rules.players]}"
    people = [seat.name for seat in info.seats if seat.kind == "person" and seat.name]
    host = info.seats[info.host].name if info.host is not None else None
    if info.status == "waiting" and host and not info.locked:
        game = f"{host} invites you to {game}"
    return Preview(f"{info.title} · {game}" if info.title else game, _words(info, people))


def of_challenge(made: Challenge) -> Preview:
    """What a link to a challenge shows."""
    game = Rules.from_spec(made.rules).title
    deals = f"{made.rounds} {'deal' if made.rounds == 1 else 'deals'} of {game}"
    title = made.title or f"A challenge by {made.maker}"
    if made.beat is not None:
        return Preview(title, f"Beat {made.maker} with the same cards: {deals}, {made.beat:+g} points.")
    return Preview(title, f"The same cards for all who come: {deals}.")


def _words(info: TableInfo, people: list[str]) -> str:
    names = " and ".join(filter(None, [", ".join(people[:-1]), *people[-1:]]))
    free = sum(seat.kind == "open" for seat in info.seats)
    are = "is" if len(people) == 1 else "are"
    match info.status:
        case "playing":
            return f"{names} {are} playing. Come and watch." if people else "Bots are playing. Come and watch."
        case "closed":
            return "This table is closed."
        case "waiting" | "over" if free and not info.locked:
            seats = f"{_NUMBERS[free].capitalize()} {'seat is' if free == 1 else 'seats are'} free."
            return f"{names} {are} waiting for you. {seats}" if people else f"Sit down and play. {seats}"
    return f"{names} {are} at the table. Come and watch." if people else "Come and watch."


def tags(preview: Preview, site: str, origin: str, path: str, picture: bool) -> str:
    """The tags for the head of a page at this address."""
    properties = {
        "og:type": "website",
        "og:site_name": site,
        "og:title": preview.title,
        "og:description": preview.words,
        "og:url": f"{origin}{path}",
    }
    if picture:
        width, height = _PICTURE_SIZE
        properties |= {
            "og:image": f"{origin}/{PICTURE}",
            "og:image:width": str(width),
            "og:image:height": str(height),
            "og:image:alt": _PICTURE_WORDS,
        }
    names = {
        "twitter:card": "summary_large_image" if picture else "summary",
        "twitter:title": preview.title,
        "twitter:description": preview.words,
        **({"twitter:image": f"{origin}/{PICTURE}"} if picture else {}),
    }
    lines = [f'<meta property="{key}" content="{escape(value)}" />' for key, value in properties.items()]
    lines += [f'<meta name="{key}" content="{escape(value)}" />' for key, value in names.items()]
    return "\n".join(lines)
