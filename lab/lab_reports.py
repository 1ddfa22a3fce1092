"""Makes the reports of the rules lab: the pages and pictures in docs/house-rules, and the data of the client's page.

    python lab/lab_reports.py build/lab      # plays for several minutes, or goes on from the files in that folder

The reports are those of `haggis lab` with the rounds and the seed below.
"""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
GAMES = ("haggis-2", "haggis-3")
ROUNDS, SEED = 2700, 1


def main() -> None:
    """Plays what is missing in the folder, and writes all files."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for game in GAMES:
        pages = ROOT / "docs" / "house-rules"
        command = ["lab", game, "--vary", "points=flat", "--vary", "sets", "--against", f"{game}-2010"]
        command += ["--rounds", str(ROUNDS), "--seed", str(SEED), "--out", str(folder / f"{game}.jsonl"), "--json"]
        command += ["--page", str(pages / f"{game}.md"), "--png", str(pages / f"{game}.png")]
        done = subprocess.run(
            [sys.executable, "-m", "haggis_cards.cli", *command], check=True, stdout=subprocess.PIPE, text=True
        )
        report = json.loads(done.stdout)
        figures = ",\n".join(json.dumps(figure) for figure in report.pop("figures"))
        text = json.dumps(report)[:-1] + f', "figures": [\n{figures}\n]}}\n'
        (ROOT / "web" / "src" / "features" / "rules" / "lab" / f"{game}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
