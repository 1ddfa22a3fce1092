"""The owner's page as HTML: without a script, so that it works wherever the server does."""

import base64
import hashlib
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from html import escape
from typing import Any, Final, NamedTuple

from haggis_cards.server.owner.health import Health
from haggis_cards.server.owner.owner import PersonLine, TableLine
from haggis_cards.server.people.bans import Ban

# The colours are those of the client, web/src/kit/theme.css.
_STYLE: Final = """
:root { color-scheme: light dark; --page: light-dark(#f3eee4, #171411); --raised: light-dark(#fffdf8, #221e1a);
  --line: light-dark(#d8cebd, #423a32); --ink: light-dark(#2a2320, #f1eae0); --soft: light-dark(#61574e, #b8ac9d);
  --warn: light-dark(#9a3412, #f0a27c); --felt: light-dark(#296350, #1b4337); --focus: light-dark(#8a5a00, #f1c14b) }
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.45 system-ui, sans-serif }
header { background: var(--felt); color: #fdf9f2 }
header, main { padding: 14px max(16px, (100% - 1000px) / 2) }
header { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px 16px }
h1, h2 { margin: 0; font-family: Georgia, serif; overflow-wrap: anywhere }
h1 { font-size: 1.5rem }
h2 { font-size: 1.25rem }
main { display: grid; gap: 28px; padding-bottom: 48px }
section { display: grid; gap: 10px; min-width: 0 }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 10px; margin: 0 }
dl > div, li, .said { padding: 10px 14px; border: 1px solid var(--line); border-radius: 12px }
dl > div, li, .said { background: var(--raised) }
dl > div:last-child { grid-column: span 2 }
dt, .soft { color: var(--soft); font-size: .9rem }
dd { margin: 0; font-weight: 600; overflow-wrap: anywhere }
ul { display: grid; gap: 8px; margin: 0; padding: 0; list-style: none }
li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 4px 12px; align-items: start }
li > div { overflow-wrap: anywhere }
code { font-size: .86rem }
form { display: flex; flex-wrap: wrap; gap: 8px; align-items: end }
details[open] { grid-column: 1 / -1 }
details form { padding-top: 10px }
summary { cursor: pointer; width: fit-content }
label { display: grid; gap: 2px; font-size: .9rem }
input { min-height: 44px; padding: 0 10px; border: 1px solid var(--soft); border-radius: 9px; font: inherit;
  background: var(--page); color: var(--ink); min-width: 0 }
button, summary { min-height: 44px; padding: 0 14px; border: 1px solid var(--soft); border-radius: 9px; font: inherit;
  background: var(--raised); color: var(--ink); line-height: 42px }
button { cursor: pointer }
.grave { border-color: var(--warn); color: var(--warn) }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px }
"""
_HASH: Final = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
POLICY: Final = (
    f"default-src 'none'; style-src 'sha256-{_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


class Seen(NamedTuple):
    """What the owner sees."""

    health: Health
    people: list[PersonLine]
    tables: list[TableLine]
    bans: list[Ban]
    invited: set[str]
    words: str  # that were looked for
    said: str  # what was done, or why not


def entrance(name: str, ticket: str) -> str:
    """What a link opens: nothing has happened yet, so that whatever looks at links does not use it up."""
    field = f'<input type="hidden" name="ticket" value="{escape(ticket)}">'
    form = f'<form method="post" action="/owner/enter">{field}<button>Open the owner’s page</button></form>'
    return _document(name, f"<main><section>{form}<p>The link is good once.</p></section></main>", "")


def page(name: str, token: str, seen: Seen) -> str:
    """The whole page."""
    form = _Forms(token)
    parts = [
        f'<p class="said" role="status">{escape(seen.said)}</p>' if seen.said else "",
        _section("Health", _figures(seen.health)),
        _section("Look for", _search(seen.words)),
        _section("Tables that are not closed", _list(_table(one, form) for one in seen.tables)),
        _section("People", _list(_person(one, one.guest in seen.invited, form) for one in seen.people)),
        _section("Bans", _list(_ban(one, form) for one in seen.bans) + form.ban("", "Ban a person or an address")),
    ]
    return _document(name, f"<main>{''.join(parts)}</main>", form.button("leave", "Sign out"))


def _document(name: str, main: str, tool: str) -> str:
    title = f"{escape(name)} · Owner"
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">'
        f"<title>{title}</title><style>{_STYLE}</style></head>"
        f"<body><header><h1>{title}</h1>{tool}</header>{main}</body></html>"
    )


def _section(title: str, content: str) -> str:
    return f"<section><h2>{title}</h2>{content}</section>"


def _list(lines: Iterable[str]) -> str:
    found = "".join(f"<li>{line}</li>" for line in lines)
    return f"<ul>{found}</ul>" if found else '<p class="soft">None.</p>'


class _Forms:
    """Buttons that do something; each is a form with the token of the session."""

    def __init__(self, token: str) -> None:
        self._hidden = f'<input type="hidden" name="token" value="{token}">'

    def button(self, action: str, words: str, who: str = "", grave: bool = False) -> str:
        field = f'<input type="hidden" name="who" value="{escape(who)}">' if who else ""
        kind = ' class="grave"' if grave else ""
        return (
            f'<form method="post" action="/owner/{action}">{self._hidden}{field}<button{kind}>{words}</button></form>'
        )

    def ban(self, who: str, title: str) -> str:
        """A form that bans somebody, or asks for whom."""
        kind = "hidden" if who else "text"
        field = f'<input type="{kind}" name="who" required maxlength="60" value="{escape(who)}">'
        fields = field if who else f"<label>Id, address or network{field}</label>"
        fields += '<label>What they read<input name="reason" maxlength="200"></label>'
        fields += '<label>Days (empty: for good)<input name="days" type="number" min="0" step="any"></label>'
        form = (
            f'<form method="post" action="/owner/ban">{self._hidden}{fields}<button class="grave">Ban</button></form>'
        )
        return f"<details><summary>{title}</summary>{form}</details>"


def _search(words: str) -> str:
    field = f'<input type="search" name="words" maxlength="60" value="{escape(words)}">'
    return (
        f'<form method="get" action="/owner"><label>A name, a title or an id{field}</label><button>Look</button></form>'
    )


def _figures(health: Health) -> str:
    days, rest = divmod(int(health.uptime), 86_400)
    refused = " · ".join(f"{escape(code)} {count}" for code, count in health.refused.items())
    shown: Mapping[str, str] = {
        "Version": escape(health.version),
        "Running for": f"{days} d {rest // 3600} h {rest // 60 % 60} min",
        "Connections": str(health.connections),
        "Tables in memory": str(health.tables),
        "Damaged tables": str(health.damaged),
        "Memory": f"{health.memory / 1e6:.0f} MB",
        "Store": f"{health.store / 1e6:.1f} MB",
        "Longest delay": f"{health.lag * 1000:.0f} ms",
        "Refused": refused or "nothing",
    }
    note = '<p class="soft">Of the process that answered, since it started.</p>'
    return f"<dl>{''.join(f'<div><dt>{key}</dt><dd>{value}</dd></div>' for key, value in shown.items())}</dl>{note}"


def _table(line: TableLine, form: _Forms) -> str:
    names = ", ".join(seat.get("name") or "(open)" for seat in line.info.get("seats", ()))
    words = [line.info.get("title") or "", _game(line.info), line.status, names, _time(line.changed)]
    shown = escape(" · ".join(filter(None, words)))
    sure = f"<details><summary>End…</summary>{form.button('close', 'End this table now', line.id, True)}</details>"
    return f"<div>{shown}<br><code>{escape(line.id)}</code></div>{sure}"


def _person(line: PersonLine, invited: bool, form: _Forms) -> str:
    tables = f"{line.tables} {'table' if line.tables == 1 else 'tables'}"
    shown = escape(" · ".join([", ".join(line.names) or "(no name)", tables, f"last seen {_time(line.seen)}"]))
    action = ("uninvite", "Take the invitation to make tables back") if invited else ("invite", "Invite to make tables")
    return (
        f"<div>{shown}<br><code>{escape(line.guest)}</code></div>{form.ban(line.guest, 'Ban…')}"
        f"{form.button(*action, line.guest)}"
    )


def _ban(one: Ban, form: _Forms) -> str:
    until = "for good" if one.until is None else "over" if one.over else f"until {_time(one.until)}"
    shown = " · ".join(filter(None, [until, one.reason]))
    return (
        f"<div><code>{escape(one.subject)}</code><br>{escape(shown)}</div>{form.button('unban', 'Lift', one.subject)}"
    )


def _game(info: Mapping[str, Any]) -> str:
    rules = info.get("rules", "")
    return str(rules if isinstance(rules, str) else rules.get("preset", ""))


def _time(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M")
