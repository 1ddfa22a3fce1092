#!/bin/sh
# `make wheel`: builds the source package and from it the wheel, repairs the wheel so that it runs on other machines of
# this kind, and checks it in a clean environment without compiler, node and (where the system lets us) network.
# Both end up in dist/. The wheel of Python 3.12 is for all later ones too; PYTHON=python3.11 builds the one for 3.11.
set -eu
cd "$(dirname "$0")/.."
PYTHON="${PYTHON:-python3}" sh scripts/missing.sh
python=${PYTHON:-python3}
work=$PWD/build/wheel
rm -rf "$work"
"$python" -m venv "$work/tools"
tools=$work/tools/bin
export PIP_CONSTRAINT="$PWD/constraints.txt" PIP_DISABLE_PIP_VERSION_CHECK=1
# shellcheck disable=SC2086 - a list of names
"$tools/python" -m pip --quiet install $TOOLS

echo "[1/3] Building the source package, and the wheel from it."
PATH="$tools:$PATH" "$tools/python" -m build --outdir "$work/built" > "$work/build.log" 2>&1 || { tail -n 40 "$work/build.log"; exit 1; }

echo "[2/3] Repairing the wheel."
if [ "$(uname -s)" = Linux ]; then
  PATH="$tools:$PATH" "$tools/auditwheel" repair --wheel-dir "$work/repaired" "$work"/built/*.whl > "$work/repair.log" 2>&1 ||
    { cat "$work/repair.log"; exit 1; }
  "$tools/auditwheel" show "$work"/repaired/*.whl | grep -o 'manylinux[a-z0-9_]*' | head -n 1
else
  "$tools/delocate-wheel" --wheel-dir "$work/repaired" "$work"/built/*.whl
fi

echo "[3/3] Checking it in a clean environment."
"$tools/python" -m pip --quiet download --only-binary :all: --dest "$work/house" "$(ls "$work"/repaired/*.whl)[play]"
"$python" -m venv "$work/clean"
cat > "$work/check.sh" << END
set -eu
ip link set lo up 2> /dev/null || true # a new network has not even the loopback
"$work/clean/bin/python" -m pip --quiet install --no-index --find-links "$work/house" "\$(ls "$work"/repaired/*.whl)[play]"
cd / && "$work/clean/bin/python" "$PWD/scripts/check_wheel.py"
END
if unshare --map-root-user --net true 2> /dev/null; then
  CC=false CXX=false unshare --map-root-user --net sh "$work/check.sh"
else
  echo "(this system does not let us take the network away)"
  CC=false CXX=false sh "$work/check.sh"
fi
mkdir -p dist
mv "$work"/repaired/*.whl "$work"/built/*.tar.gz dist/
ls -l dist | awk 'NR > 1 { printf "dist/%s: %.1f MB\n", $NF, $5 / 1000000 }'
