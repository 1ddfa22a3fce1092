"""Every record of this folder verifies: `vectors/` by an independent implementation, the others one a situation."""

from pathlib import Path

import pytest

from haggis_cards import Record, RecordError
from haggis_cards.match import read_lines

HERE = Path(__file__).parent
VECTORS = sorted((HERE / "vectors").glob("*.jsonl"))
GOLDEN = sorted(HERE.glob("*.jsonl"))


def test_the_folder_is_not_empty() -> None:
    assert len(VECTORS) == 24
    assert len(GOLDEN) >= 20


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)
def test_vectors(path: Path) -> None:
    for number, line in read_lines(path):
        try:
            counts = Record.parse(line).verify()
        except RecordError as error:
            pytest.fail(f"{path.name}:{number}: {error}")
        assert counts.rounds > 0
        assert counts.actions > 0
        assert counts.assertions > 0


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)
def test_vectors_are_written_as_they_were_read(path: Path) -> None:
    """The independent implementation writes the same canonical text as this one."""
    for record in Record.load_all(path):
        assert record.canonical().data == record.data


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_games(path: Path) -> None:
    """Golden games say in `about` which clauses they show and how their numbers come about."""
    record = Record.load(path)
    assert record.data["about"].startswith("R")
    record.verify()
    assert record.canonical().data == record.data
    for item in filter(lambda item: "result" in item, record.data["rounds"]):
        item["result"]["points"][0] += 1
        with pytest.raises(RecordError, match="points: expected"):
            record.verify()
        item["result"]["points"][0] -= 1
