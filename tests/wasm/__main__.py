"""The whole comparison of the browser's core with the native one: `python -m tests.wasm 1000 CORE` (`make core`)."""

import sys
from pathlib import Path

from tests.seed import SEED
from tests.wasm.counts import miscounts
from tests.wasm.decisions import cases, differences


def main() -> None:
    count, core = int(sys.argv[1]), Path(sys.argv[2])
    positions, wrong = miscounts(core)
    sys.stdout.write("".join(f"{line}\n" for line in wrong))
    sys.stdout.write(f"{positions} counts of the perft files, {len(wrong)} differ\n")
    chosen = list(cases(count))
    found = differences(chosen, core)
    sys.stdout.write("".join(f"{line}\n" for line in found))
    sys.stdout.write(f"{len(chosen)} decisions, {len(found)} differ (HAGGIS_TEST_SEED={SEED})\n")
    sys.exit(bool(wrong or found))


if __name__ == "__main__":
    main()
