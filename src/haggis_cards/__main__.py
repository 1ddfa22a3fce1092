"""The command `haggis`, also as `python -m haggis_cards`: starts it, or says in one sentence why it cannot start."""

import sys


def main() -> None:
    """The entry point of the scripts."""
    try:
        from haggis_cards.cli import main as run
    except ModuleNotFoundError as error:
        if error.name not in ("typer", "click"):
            raise
        sys.exit("haggis: the command needs more than the engine: pip install 'haggis-cards[play]'")
    run()


if __name__ == "__main__":
    main()
