"""The bank of positions: drawn from mixed play, kept in a file, and what a bot's answers lose on it."""

from pathlib import Path

import pytest

from haggis_cards.arena.bank import SHARES, Bank, Choice, Entry, candidates, draw_entries, mean_loss, measure
from haggis_cards.arena.errors import ArenaError
from haggis_cards.match import Record


@pytest.fixture(scope="module")
def entries() -> list[Entry]:
    return draw_entries(6, 3, presets=("haggis-2", "tatties-3"))


def valued(entry: Entry) -> Entry:
    """Values that fall by ten points from candidate to candidate."""
    match = entry.match()
    legal = match.view(entry.seat)["legal"]
    actions = [legal[place] for place in candidates(match)]
    return Entry(
        entry.rules, entry.round, entry.seat, tuple(Choice(a, 5.0 - 10 * n, 0.5, 64) for n, a in enumerate(actions))
    )


def test_positions_follow_from_the_seed_and_have_a_choice(entries: list[Entry]) -> None:
    assert draw_entries(6, 3, presets=("haggis-2", "tatties-3")) == entries
    assert draw_entries(2, 4, presets=("haggis-2", "tatties-3")) != entries[:2]
    for entry in entries:
        match = entry.match()
        assert match.to_act[0] == entry.seat
        assert len(candidates(match)) > 1
        assert Record.from_match(match).data["rounds"][0] == entry.round


def test_every_preset_has_a_share() -> None:
    """But for the games of 2010: the network that makes the reference values has not learnt them."""
    from haggis_cards.rules import RULES

    assert set(SHARES) == {preset for preset in RULES if not preset.endswith("-2010")}


def test_a_file_keeps_everything(entries: list[Entry], tmp_path: Path) -> None:
    bank = Bank({"seed": 3, "bank": 1}, tuple(map(valued, entries)))
    bank.save(tmp_path / "bank.jsonl.xz")
    assert Bank.load(tmp_path / "bank.jsonl.xz") == bank


@pytest.mark.parametrize("content", [b"", b"no bank", None])
def test_other_files_are_refused_in_a_sentence(content: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "bank.jsonl.xz"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ArenaError, match="has no bank of positions"):
        Bank.load(path)


def test_a_loss_is_what_the_best_action_is_ahead(entries: list[Entry]) -> None:
    entry = valued(entries[0])
    assert entry.loss(entry.choices[0].action) == 0
    assert entry.loss(entry.choices[1].action) == 10
    assert entry.loss("no such action") == 10 * (len(entry.choices) - 1)


def test_a_bot_is_measured_the_same_by_any_number_of_workers(entries: list[Entry]) -> None:
    known = list(map(valued, entries))
    losses = list(measure("greedy", known))
    assert losses == list(measure("greedy", known, jobs=2))
    assert [loss.rules for loss in losses] == [entry.rules for entry in entries]
    worst = list(measure("random", known * 4))
    assert mean_loss(losses)[0] >= 0
    assert mean_loss(worst)[0] > 0
