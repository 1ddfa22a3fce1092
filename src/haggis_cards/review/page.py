"""A review as one page of HTML, to send to a friend: it loads nothing, runs no script, and draws its own cards."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from haggis_cards.cards import SUIT_NAMES, SUITS
from haggis_cards.review.model import DecisionData, ReviewData, RoundData
from haggis_cards.review.profile import THEMES, ProfileData, name_of, profiles, worst
from haggis_cards.review.reasons import as_good
from haggis_cards.review.rounds import PARTS, account
from haggis_cards.review.sentences import points_text, sentence
from haggis_cards.rules import Rules

# The shapes of the suits on a square of 24, as in the browser client.
SUIT_PATHS: Final = {
    "r": "M12 21C7 16.6 2.5 12.8 2.5 8.4 2.5 5.3 4.8 3.2 7.5 3.2c1.8 0 3.5 1 4.5 2.7 1-1.7 2.7-2.7 4.5-2.7 2.7 0 5 2.1 "
    "5 5.2 0 4.4-4.5 8.2-9.5 12.6z",
    "y": "M12 2l2.95 6.5 7.05.75-5.25 4.75 1.45 7L12 17.45 5.8 21l1.45-7L2 9.25l7.05-.75z",
    "g": "M12 2.5a4.7 4.7 0 0 1 4.1 7 4.7 4.7 0 1 1-2.7 7.3c.2 1.9.9 3.4 2.1 4.7h-7c1.2-1.3 1.9-2.8 2.1-4.7a4.7 4.7 0 "
    "1 1-2.7-7.3 4.7 4.7 0 0 1 4.1-7z",
    "b": "M12 1.5L20.5 12 12 22.5 3.5 12z",
    "o": "M12 2.8L22.3 20.8H1.7z",
}

STYLE: Final = """
:root { color-scheme: light dark; --page: #f5f1e8; --sheet: #fffdf7; --ink: #22302a; --faint: #5d6a63; --line: #d9d2c0;
  --card: #fffefa; --r: #b3202c; --y: #8a6200; --g: #1e6b3a; --b: #1d56a5; --o: #b04a00; --bad: #a32018;
  --best: #1e6b3a }
@media (prefers-color-scheme: dark) { :root { --page: #16201b; --sheet: #1e2a24; --ink: #ece7da; --faint: #a8b3ac;
  --line: #38463e; --card: #2a3831; --r: #ff8f8f; --y: #f0c64a; --g: #7fd6a0; --b: #8fbcff; --o: #ffab66;
  --bad: #ff9d8f; --best: #7fd6a0 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.5 Georgia, "Times New Roman", serif }
main { max-width: 52rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
h1 { font-size: 1.7rem; margin: .5rem 0 0 } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem }
h3 { font-size: 1rem; margin: 0 } p { margin: .4rem 0 } .faint { color: var(--faint) }
.scroll { overflow-x: auto } table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th, td { padding: .3rem .6rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap }
th:first-child, td:first-child, .name { text-align: left } th { font-weight: normal; color: var(--faint) }
article { background: var(--sheet); border: 1px solid var(--line); border-radius: .6rem; padding: .9rem 1rem;
  margin: .9rem 0 }
.head { display: flex; flex-wrap: wrap; gap: .2rem .8rem; align-items: baseline; justify-content: space-between }
.verdict { color: var(--bad); font-weight: bold }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: .6rem 1.2rem; margin: .7rem 0 }
.label { color: var(--faint); font-size: .85rem } .better .label { color: var(--best) }
.cards { display: flex; flex-wrap: wrap; gap: .25rem; min-height: 3rem; align-items: center }
.hand .cards { min-height: 2.5rem } .hand { margin: .4rem 0 }
.card { display: inline-flex; flex-direction: column; align-items: center; justify-content: center; width: 2.1rem;
  height: 3rem; border: 1px solid var(--line); border-radius: .3rem; background: var(--card); font-weight: bold;
  line-height: 1.1 }
.card svg { width: .95rem; height: .95rem; fill: currentColor } .card small { font-size: .8rem; white-space: nowrap }
.card small svg { width: .65rem; height: .65rem; margin-left: .05rem }
.hand .card { width: 1.75rem; height: 2.5rem; font-size: .9rem }
.r { color: var(--r) } .y { color: var(--y) } .g { color: var(--g) } .b { color: var(--b) } .o { color: var(--o) }
.reason { font-style: italic } details { margin-top: .5rem } summary { cursor: pointer; color: var(--faint) }
ul { list-style: none; margin: .3rem 0; padding: 0 } li { margin: .15rem 0 }
.bar { display: inline-block; height: .6rem; background: var(--bad); border-radius: .2rem; vertical-align: baseline;
  margin-right: .5rem; opacity: .75 }
.hidden { position: absolute; width: 0; height: 0; overflow: hidden }
"""

LEGEND: Final = f'<p class="faint">Points ahead of the others. {" ".join(PARTS.values())}</p>'


def render(reviews: Sequence[ReviewData]) -> str:
    """The page."""
    matches = [part for review in reviews for part in _match(review)]
    body = [*matches, LEGEND, *_worst(reviews), *_profiles(profiles(reviews))]
    symbols = "".join(
        f'<symbol id="suit-{suit}" viewBox="0 0 24 24"><path d="{path}"/></symbol>' for suit, path in SUIT_PATHS.items()
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Review of {_count(len(reviews), 'match', 'matches')}</title>\n<style>{STYLE}</style>\n</head>\n"
        "<body>\n"
        f'<svg class="hidden" aria-hidden="true">{symbols}</svg>\n<main>\n<h1>Review</h1>\n'
        + "\n".join(body)
        + "\n</main>\n</body>\n</html>\n"
    )


def _match(review: ReviewData) -> Iterator[str]:
    rules = Rules.from_spec(review["rules"])
    names = ", ".join(escape(name_of(review, seat)) for seat in rules.seats)
    yield f"<h2>{escape(rules.title)} ({escape(rules.preset)})</h2>\n<p>{names}</p>"
    if not review["complete"]:
        yield '<p class="faint">The review was interrupted.</p>'
    heads = "".join(f"<th>{head}</th>" for head in ("result", *PARTS))
    sides = sorted({rules.sides[seat] for seat in review["seats"]})
    rows = "".join(_row(review, rules, done, side) for done in review["rounds"] for side in sides)
    yield f'<div class="scroll"><table><tr><th>Round</th><th class="name">Side</th>{heads}</tr>{rows}</table></div>'


def _row(review: ReviewData, rules: Rules, done: RoundData, side: int) -> str:
    name = " &amp; ".join(escape(name_of(review, seat)) for seat in rules.seats if rules.sides[seat] == side)
    cells = "".join(f"<td>{_points(number)}</td>" for number in account(done, side))
    return f'<tr><td>{done["number"]}</td><td class="name">{name}</td>{cells}</tr>'


def _worst(reviews: Sequence[ReviewData]) -> Iterator[str]:
    found = worst(reviews)
    if not found:
        yield "<h2>Decisions</h2>\n<p>No decision was clearly worse than another.</p>"
        return
    yield f"<h2>{_count(len(found), 'decision', 'decisions')} that could have been better, the worst first</h2>"
    for review, decision in found:
        number = f"match {reviews.index(review) + 1}, " if len(reviews) > 1 else ""
        yield _decision(review, decision, number)


def _decision(review: ReviewData, decision: DecisionData, number: str) -> str:
    place = f"{number}round {decision['round']}, action {decision['index'] + 1}"
    who = escape(name_of(review, decision["seat"]))
    beat, seen = decision["to_beat"], decision["seen"]
    reason = escape(sentence(decision["reason"]))
    candidates = "".join(
        f'<tr><td class="name">{escape(one["action"])}</td><td>{-one["behind"]:.1f}</td><td>± {one["error"]:.1f}</td>'
        f"<td>{one['first_out']:.0%}</td><td>{one['worlds']}</td></tr>"
        for one in decision["candidates"]
    )
    parts = [
        f'<div class="head"><h3><span class="verdict">{decision["verdict"].capitalize()}, '
        f'{points_text(decision["loss"])}</span> by {who}</h3><span class="faint">{place}</span></div>',
        f'<div class="hand"><div class="label">hand</div>{_cards(decision["hand"])}</div>',
        f'<div class="hand"><div class="label">to beat</div>{_cards(beat)}</div>' if beat else "",
        f'<div class="pair"><div class="made"><div class="label">made</div>{_action(review, decision["made"])}</div>'
        f'<div class="better"><div class="label">better</div>{_action(review, decision["best"])}',
        *(f'<div class="label">or</div>{_action(review, one)}' for one in as_good(decision)),
        "</div></div>",
        f'<p class="reason">{reason}</p>',
        '<details><summary>All answers that were tried</summary><div class="scroll"><table><tr>'
        '<th class="name">answer</th><th>points</th><th>error</th><th>first out</th><th>deals</th></tr>'
        f"{candidates}</table></div></details>",
        f'<p class="faint">Seeing all cards, it cost {points_text(seen["loss"])}.</p>' if seen else "",
    ]
    return f"<article>{''.join(parts)}</article>"


def _action(review: ReviewData, action: str) -> str:
    verb, _, rest = action.partition(" ")
    match verb:
        case "play":
            return _cards(rest)
        case "give" | "bury":
            return f"<div>{verb}</div>{_cards(rest)}"
        case "award" | "lead":
            return f'<div class="cards">{verb} {escape(name_of(review, int(rest)))}</div>'
    return f'<div class="cards">{escape(action)}</div>'


def _cards(text: str) -> str:
    return f'<div class="cards">{"".join(map(_card, text.split()))}</div>'


def _card(cell: str) -> str:
    """A card, or a court with the card that it stands for."""
    court, wild, stands_for = cell.partition("=")
    rank, suit = court[0], court[1:]
    label = f"{rank} {SUIT_NAMES[suit]}" if suit in SUITS and suit else rank
    if wild:
        label += f" as {stands_for}"
    mark = _mark(suit)
    below = f'<small class="{stands_for[1:]}">{escape(stands_for[:1])}{_mark(stands_for[1:])}</small>' if wild else ""
    face = "10" if rank == "T" else rank
    return f'<span class="card {suit}" role="img" aria-label="{escape(label)}">{escape(face)}{mark}{below}</span>'


def _mark(suit: str) -> str:
    return f'<svg aria-hidden="true"><use href="#suit-{suit}"/></svg>' if suit else ""


def _profiles(found: Sequence[ProfileData]) -> Iterator[str]:
    yield "<h2>What cost most</h2>"
    for profile in found:
        loss = f"lost {points_text(profile['loss'])} in {_count(profile['rounds'], 'round', 'rounds')}"
        most = max((theme["loss"] for theme in profile["themes"]), default=1.0)
        lines = "".join(
            f'<li><span class="bar" style="width:{8 * theme["loss"] / most:.2f}rem"></span>'
            f"{points_text(theme['loss'])}, {theme['count']}×: {THEMES[theme['theme']]}</li>"
            for theme in profile["themes"]
        )
        yield (
            f'<p><b>{escape(profile["player"])}</b> <span class="faint">{profile["decisions"]} decisions; {loss}</span>'
            f"</p><ul>{lines}</ul>"
        )


def _points(number: float | None) -> str:
    if number is None:
        return "–"
    return f"{number:+.0f}".replace("-", "−") if round(number) else "0"


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
