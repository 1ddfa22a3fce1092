"""The sentences of the rules, by topics (`sentences.py` says how they are chosen)."""

from typing import Final

from haggis_cards.wording.before_play import BEFORE, COMBINATIONS, SETUP
from haggis_cards.wording.play import END, TRICK
from haggis_cards.wording.sentences import Topics

TOPICS: Final[Topics] = {**SETUP, **COMBINATIONS, **BEFORE, **TRICK, **END}
