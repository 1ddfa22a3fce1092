"""`python -m haggis_cards.cli` is the command `haggis`."""

from haggis_cards.cli import main

if __name__ == "__main__":
    main()
