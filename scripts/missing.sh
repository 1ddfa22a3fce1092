#!/bin/sh
# Says in one line what this system lacks for building the game, and how to install it; silent if all is there.
python=${PYTHON:-python3}
case $(uname -s) in
  Linux | Darwin) ;;
  *) echo "Haggis runs on Linux, macOS and WSL, but not on $(uname -s). On Windows, install WSL and start again there."; exit 1 ;;
esac

missing=
if ! command -v "$python" > /dev/null 2>&1; then
  missing="$python"
elif ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
  echo "Haggis needs Python 3.11 or newer, and $python is $("$python" -V 2>&1). If you have a newer one: make PYTHON=python3.12 ..."
  exit 1
else
  "$python" -c 'import venv, ensurepip' 2> /dev/null || missing="$missing python3-venv"
  if [ "${1:-}" != wheel ]; then
    "$python" -c 'import os, sysconfig; raise SystemExit(not os.path.exists(sysconfig.get_path("include") + "/Python.h"))' ||
      missing="$missing python3-dev"
  fi
fi
if [ "${1:-}" != wheel ]; then
  for compiler in ${CXX:-c++ g++ clang++ missing}; do
    command -v "${compiler%% *}" > /dev/null 2>&1 && break
  done
  [ "$compiler" = missing ] && missing="$missing g++"
fi
[ -z "$missing" ] && exit 0

missing=${missing# }
if [ "$(uname -s)" = Darwin ]; then
  echo "This is missing: $missing. The Xcode tools have a compiler and Python: xcode-select --install"
elif command -v apt-get > /dev/null 2>&1; then
  echo "This is missing: $missing. Install it with: sudo apt-get install $missing"
else
  echo "This is missing (by its Debian name): $missing. Install it with your package manager."
fi
exit 1
