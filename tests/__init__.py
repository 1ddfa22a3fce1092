"""The tests are a package: under --import-mode=importlib that is how `from tests.support import ...` works everywhere.

Give every folder of tests an `__init__.py`, so that mypy and pytest agree on the names of the modules.
"""
