# Everything installs itself into .venv; only Python 3.11+ is needed.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: play test lint format schema bench clean

play: $(READY)  ## start a game
	$(BIN)/haggis play

test: lint  ## everything that must hold, lint included
	$(BIN)/pytest -n auto

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

schema: $(READY)  ## docs/view.schema.json out of the types
	$(BIN)/python scripts/view_schema.py > docs/view.schema.json

bench: $(READY)  ## side-by-side figures, never asserted
	$(BIN)/python bench/engine.py

$(READY): pyproject.toml CMakeLists.txt
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet "scikit-build-core>=0.11" cmake ninja
	$(BIN)/pip install --quiet --no-build-isolation --editable ".[dev]"
	touch $@

clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
