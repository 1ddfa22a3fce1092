"""What a sheet tells: corrections, the end, links, tables for spreadsheets, seasons, and printed deals over tables."""

import csv
import io
from typing import Any

import pytest

from haggis_cards import Match
from haggis_cards.match_end import Goal, Rounds
from haggis_cards.sheets.duplicate import deals
from tests.keeper.people import ask, new_sheet, refused
from tests.keeper.rounds import HAGGIS_3, NEEPS, RIGHT, SWEPT, TATTIES

LOW = {**HAGGIS_3, "bets": None, "held": [[1, None, 1], [None, None, 1]]}


def kept(sheet: dict[str, Any], *entries: dict[str, Any]) -> Any:
    """A sheet with these rounds."""
    opened = ask("open_sheet", sheet)
    for entry in entries:
        opened = ask("add_round", opened["sheet"], entry)
    return opened


def test_who_deals_and_leads_the_next_round() -> None:
    """Haggis: the trailing player leads, and the deal is at the leader's right; Tatties: the leader deals (R8.3)."""
    assert ask("open_sheet", new_sheet("haggis-3"))["account"]["next"] == {
        "dealer": 0, "lead": 1, "without_shepherd": None
    }  # fmt: skip
    assert kept(new_sheet("haggis-3"), HAGGIS_3)["account"]["next"]["lead"] == 2  # Ann and Cat trail: left of Bob
    after = kept(new_sheet("tatties-3"), TATTIES)["account"]
    assert after["totals"] == [35, 10, 84]
    assert after["next"] == {"dealer": 2, "lead": None, "without_shepherd": 1}


def test_a_correction_that_ends_the_match_earlier_leaves_later_rounds_out() -> None:
    opened = kept(new_sheet("haggis-3", Goal(100)), LOW, LOW)
    assert (opened["account"]["over"], opened["account"]["late"]) == (False, 0)
    high = {**LOW, "held": [[17, None, 17], [None, None, 1]], "bets": [None, 45, None]}
    corrected = ask("add_round", opened["sheet"], high, 0)["account"]
    assert (corrected["over"], corrected["winners"], corrected["late"]) == (True, [1], 1)
    assert ask("add_round", ask("add_round", opened["sheet"], high, 0)["sheet"], LOW, 0) == opened


def test_a_link_is_short_enough_for_a_code_to_scan() -> None:
    """A whole match with names, all piles by ranks, in less than a QR code of version 20 holds (L: 858 bytes)."""
    for rules, entry in RIGHT.values():
        opened = kept(new_sheet(rules, Rounds(9), group="The Friday table", date="2026-11-18"), *[entry] * 9)
        assert len(ask("pack", opened["sheet"])) < 400
        assert ask("unpack", ask("pack", opened["sheet"])) == opened


def test_a_table_for_spreadsheets() -> None:
    sheet = {**new_sheet("neeps-4"), "players": ["=SUM(A1)", "Bob", "Cat", "Dee, MD"]}
    rows = [*csv.reader(io.StringIO(ask("to_csv", kept(sheet, NEEPS, NEEPS)["sheet"])))]
    assert rows[0] == ["round", "dealer", "lead", "side", "place out", "cards", "out", "bets", "points", "total"]
    assert rows[2] == ["1", "'=SUM(A1)", "Bob", "Bob and Dee, MD", "2", "40", "25", "30", "95", "95"]
    assert rows[3][3:] == ["'=SUM(A1) and Cat", "1 3", "44", "95", "0", "139", "278"]
    assert len(rows) == 5


def test_a_season_has_a_table_records_and_partners() -> None:
    first = kept(new_sheet("neeps-4", Rounds(1), date="2026-01-02", id="a"), {**SWEPT, "piles": [74, 10]})["sheet"]
    second = kept(new_sheet("neeps-4", Rounds(1), date="2026-01-09", id="b"), NEEPS)["sheet"]
    third = kept({**new_sheet("haggis-3", Rounds(1), date="2026-02-01", id="c")}, HAGGIS_3)["sheet"]
    open_one = new_sheet("haggis-3", date="2026-02-02", id="d")
    printed = kept(new_sheet("haggis-3", Rounds(1), deals=5, id="e"), HAGGIS_3)["sheet"]
    found = ask("season_of", [third, open_one, second, first, printed])
    assert (found["matches"], found["unfinished"]) == (3, 1)
    table = {row["names"][0]: row for row in found["players"]}
    assert [row["names"][0] for row in found["players"]] == ["Ann", "Cat", "Bob", "Dee"]
    assert {name: (row["matches"], row["won"], row["first_out"]) for name, row in table.items()} == {
        "Ann": (3, 2, 2), "Bob": (3, 1, 1), "Cat": (3, 2, 0), "Dee": (2, 0, 0)
    }  # fmt: skip
    assert (table["Bob"]["bets"], table["Bob"]["bets_made"], table["Cat"]["bets_made"]) == (1, 1, 0)
    assert table["Dee"]["ahead"] == pytest.approx(-((169 - 10) + (139 - 95)) / 2)
    assert [(row["names"], row["matches"], row["won"]) for row in found["partners"]] == [
        (["Ann", "Cat"], 2, 2), (["Bob", "Dee"], 2, 0)
    ]  # fmt: skip
    records = {one["kind"]: (one["names"], one["value"], one["sheet"]) for one in found["records"]}
    assert records == {
        "round": (["Ann", "Cat"], 169, "a"),
        "total": (["Ann", "Cat"], 169, "a"),
        "margin": (["Ann", "Cat"], 159, "a"),
        "streak": (["Ann"], 2, ""),
        "slams": (["Ann", "Cat"], 1, "a"),
    }


def test_printed_deals_have_their_own_dealer_and_are_compared_over_tables() -> None:
    tables = [
        kept(new_sheet("haggis-3", Rounds(3), deals=7, table="kitchen"), HAGGIS_3, LOW)["sheet"],
        kept(new_sheet("haggis-3", Rounds(3), deals=7), LOW, HAGGIS_3, LOW)["sheet"],
    ]
    printed = deals(Match("haggis-3").rules, 7, 3)
    starts = [scored["start"] for scored in ask("open_sheet", tables[1])["account"]["rounds"]]
    assert [(start["dealer"], start["lead"]) for start in starts] == [
        (deal.round.dealer, deal.round.lead) for deal in printed
    ]
    found = ask("compare", tables)
    assert found["tables"] == ["kitchen", "table 2"]
    assert [deal["seed"] for deal in found["deals"]] == [7, 8, 9]
    assert found["deals"][0]["points"] == [[20, 80, 20], [15, 25, 20]]
    assert found["deals"][0]["average"] == [17.5, 52.5, 20]
    assert found["deals"][0]["above"] == [[2.5, 27.5, 0], [-2.5, -27.5, 0]]
    assert found["deals"][2]["points"] == [None, [15, 25, 20]]
    assert (found["counted"], found["above"]) == (2, [[0, 0, 0], [0, 0, 0]])
    assert "two or more tables" in refused("compare", tables[:1])
    assert "table 2 played other deals" in refused("compare", [tables[0], {**tables[1], "deals": 8}])
    assert "did not play printed deals" in refused("compare", [tables[0], new_sheet("haggis-3")])
