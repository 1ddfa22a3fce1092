"""What every server does when it starts, done once: in the process of which copies are made (copies.py)."""

import gc

from haggis_cards.server.app import static_files
from haggis_cards.study import puzzles

static_files.load_client(None)
puzzles.collection()
gc.collect()
gc.freeze()
