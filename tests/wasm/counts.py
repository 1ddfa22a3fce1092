"""The perft files, counted by the browser's core."""

from pathlib import Path

from haggis_cards.packing import pack_round
from tests.perft import FOLDER, read
from tests.wasm import answers, base64


def miscounts(core: Path, most: int = 1 << 62) -> tuple[int, list[str]]:
    """How many counts were made, and which are wrong; those greater than `most` are left out."""
    positions = [(path.stem, *position) for path in sorted(FOLDER.glob("*.perft")) for position in read(path)]
    wanted = [
        (
            f"{name} after {len(rnd.log)} actions, depth {depth}",
            {"position": base64(pack_round(rnd)), "depth": depth},
            count,
        )
        for name, rnd, counts in positions
        for depth, count in counts.items()
        if count <= most
    ]
    counted = answers((question for _, question, _ in wanted), core)
    wrong = [
        f"{where}: {found}, not {count}"
        for (where, _, count), found in zip(wanted, counted, strict=True)
        if found != count
    ]
    return len(wanted), wrong
