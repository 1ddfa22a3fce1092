"""`haggis pick`: picks matches out of files of records and writes them as records or as a table."""

import csv
import io
import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from haggis_cards.cards import clip
from haggis_cards.cli.errors import UsageError
from haggis_cards.cli.records import placed, read_records
from haggis_cards.cli.review import writing
from haggis_cards.comments import comments_of
from haggis_cards.match import Record

COLUMNS: Final = (
    *("file", "line", "id", "date", "rules", "players", "bots", "rounds", "over", "totals", "winners", "reviewed"),
    "comments",
)


def pick(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE", help="Files with one record on each line, or - for standard input.")
    ],
    rules: Annotated[str | None, typer.Option(metavar="GAME", help="Only this game.")] = None,
    player: Annotated[str | None, typer.Option(metavar="NAME", help="Only matches of this player.")] = None,
    bot: Annotated[str | None, typer.Option(metavar="BOT", help="Only matches of this bot.")] = None,
    since: Annotated[str | None, typer.Option(metavar="DATE", help="Only matches of this day or later.")] = None,
    until: Annotated[str | None, typer.Option(metavar="DATE", help="Only matches of this day or earlier.")] = None,
    over: Annotated[bool | None, typer.Option("--over/--open", help="Only matches that are over, or are not.")] = None,
    verdict: Annotated[
        str | None, typer.Option(metavar="WORD", help="Only with a comment of this verdict, as in blunder.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write to this file; .gz, .bz2 and .xz pack it.")
    ] = None,
    table: Annotated[bool, typer.Option("--csv", help="Write a table with one row for each match.")] = False,
) -> None:
    """Pick matches out of records by game, player, bot, day or comments.

    Records are written as they are, one on each line; they are not verified.
    """
    first, last = _day(since), _day(until)

    def fits(record: Record) -> bool:
        data, day = record.data, _day_of(record)
        return (
            (rules is None or _game(data) == rules)
            and (player is None or player in _list(data, "players"))
            and (bot is None or bot in _list(data, "bots"))
            and (first is None or (day is not None and day >= first))
            and (last is None or (day is not None and day <= last))
            and (over is None or over == ("winners" in data))
            and (verdict is None or any(one.verdict == verdict for one in comments_of(record)))
        )

    picked = [(file, line, record) for file, line, record in _read(files) if fits(record)]
    text = _csv(picked) if table else "".join(f"{record.dump()}\n" for *_, record in picked)
    if out is None:
        typer.echo(text, nl=False)
        return
    matches = "match is" if len(picked) == 1 else "matches are"
    with writing(out, f"{len(picked)} {matches}"):
        if table:
            out.write_text(text, encoding="utf-8", errors="backslashreplace")
        else:
            Record.save_all(out, [record for *_, record in picked])


def _read(files: list[str]) -> Iterator[tuple[str, int, Record]]:
    for file in files:
        for line, text in read_records(file):
            with placed(file, line):
                record = Record.parse(text)
                comments_of(record)
                yield file, line, record


def _day(text: str | None) -> date | None:
    try:
        return None if text is None else date.fromisoformat(text)
    except ValueError:
        raise UsageError(f"a day is written as in 2026-11-19, not {clip(text)}") from None


def _day_of(record: Record) -> date | None:
    try:
        return date.fromisoformat(str(record.data.get("date"))[:10])
    except ValueError:
        return None


def _game(data: Any) -> Any:
    rules = data.get("rules")
    return rules.get("preset") if isinstance(rules, dict) else rules


def _list(data: Any, key: str) -> list[Any]:
    found = data.get(key)
    return found if isinstance(found, list) else []


def _csv(picked: list[tuple[str, int, Record]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for file, line, record in picked:
        data = record.data
        results = [item["result"] for item in data.get("rounds", ()) if isinstance(item.get("result"), dict)]
        totals = results[-1].get("totals") if results else None
        bots = ["" if one is None else one for one in _list(data, "bots")]
        writer.writerow(
            [
                *(file, line, data.get("id"), data.get("date"), _game(data)),
                *(_joined(_list(data, "players")), _joined(bots), len(results), "winners" in data),
                *(_joined(totals or []), _joined(_list(data, "winners")), "review" in data, len(comments_of(record))),
            ]
        )
    return text.getvalue()


def _joined(values: Any) -> str:
    return "; ".join(one if isinstance(one, str) else json.dumps(one) for one in values)
