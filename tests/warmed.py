"""What every server does when it starts, done once: in the process of which copies are made (copies.py)."""

import gc

from haggis_cards.server.app import app, static_files
from haggis_cards.study import puzzles

static_files.load_client(None)
puzzles.collection()
app.describe()
gc.collect()
gc.freeze()
