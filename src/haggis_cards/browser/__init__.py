"""What runs in a browser: the engine, greedy bots and tables, by Pyodide, in a worker of the page ([browser.md]).

`calls` is the door for JavaScript. The bundle of the web client holds the modules of this folder and all that they
import at their top. A browser has neither NumPy nor the C++ core nor msgspec; `structs` stands in for the last.
"""

import importlib.util
import sys

if importlib.util.find_spec("msgspec") is None:
    from haggis_cards.browser import structs

    sys.modules["msgspec"] = structs
