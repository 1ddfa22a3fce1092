"""The seed of this test run: `HAGGIS_TEST_SEED=n` repeats a run; without it every run has a fresh one.

The header of the run and every failure show it. It goes into the environment, so that the processes of pytest-xdist
have the same one.
"""

import os
import random

SEED = int(os.environ.setdefault("HAGGIS_TEST_SEED", str(random.SystemRandom().randrange(10**9))))
