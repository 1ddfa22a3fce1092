"""The licences: the notice that ships names everything that ships and that others have written, with its text."""

import gzip
import json
import re
import struct
import sys
import zipfile
from fnmatch import fnmatch
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import pytest

ROOT = Path(__file__).parents[1]
PARTS: Final[list[dict[str, Any]]] = json.loads((ROOT / "licenses/parts.json").read_text(encoding="utf-8"))
STATIC = Path(str(files("haggis_cards.server") / "static"))
OURS = (
    "*.js",
    "*.css",
    "*.html",
    "*.png",
    "*.svg",
    "*.webmanifest",
    "build.json",
    "licenses.txt",
    "assets/haggis-*.bin",
)

# The libraries of others that Python's modules in the browser are made with.
LIBRARIES: Final = {
    "_bz2": "bzip2",
    "_ctypes": "libffi",
    "_decimal": "libmpdec",
    "_lzma": "liblzma",
    "_random": "Mersenne Twister",
    "_sqlite3": "SQLite",
    "_zstd": "Zstandard",
    "pyexpat": "Expat",
    "zlib": "zlib",
    **dict.fromkeys(("_blake2", "_hmac", "_md5", "_sha1", "_sha2", "_sha3"), "HACL*"),
}
PYODIDE: Final = {"_pyodide_core", "_ast_unparse", "_pyodide", "pyodide"}


def notice() -> str:
    """The notice of the client."""
    if not (STATIC / "licenses.txt").exists():
        pytest.skip("the browser client is not built into this installation: see web/README.md")
    return (STATIC / "licenses.txt").read_text(encoding="utf-8")


def parts() -> dict[str, str]:
    """Its sections by name."""
    return dict(re.findall(r"^## (.+?)(?: - [\d.]+)? \([^\n]*\)\n(.*?)(?=^## |\Z)", notice(), re.DOTALL | re.MULTILINE))


def only(pattern: str) -> Path:
    (found,) = STATIC.glob(pattern)
    return found


def test_every_file_that_ships_is_ours_or_has_a_part() -> None:
    whole, sections = notice(), parts()
    shipped = [str(path.relative_to(STATIC)) for path in STATIC.rglob("*") if path.is_file()]
    known = [pattern for part in PARTS for pattern in part["files"]]
    assert not [name for name in shipped if not any(fnmatch(name, pattern) for pattern in (*OURS, *known))]
    for part in PARTS:
        assert (ROOT / part["text"]).read_text(encoding="utf-8").strip() in whole
        assert part["name"] in sections


def test_every_package_of_the_bundle_has_its_text() -> None:
    sections = parts()
    needed = set(json.loads((ROOT / "web/package.json").read_text(encoding="utf-8"))["dependencies"])
    tools = {"@sveltejs/vite-plugin-svelte", "vite"}
    assert needed - tools - {"pyodide"} < set(sections)
    for package in (needed - tools - {"pyodide"}) | {"Haggis"}:
        assert re.search("Permission (is hereby granted|to use)", sections[package]), package


def test_every_font_that_ships_has_its_licence() -> None:
    assert [path.name for path in STATIC.rglob("*") if path.suffix in (".woff", ".woff2", ".ttf", ".otf")] == [
        only("assets/grenze-*.woff2").name
    ]
    assert "Grenze" in parts()["Grenze"]
    printed = {path.name for path in (ROOT / "src/haggis_cards/sheets/fonts").glob("*.ttf")}
    assert printed == {"bold.ttf", "display.ttf", "italic.ttf", "text.ttf"}  # Alegreya Sans, and Grenze for headings
    assert "SIL OPEN FONT LICENSE" in (ROOT / "licenses/alegreya-sans.txt").read_text(encoding="utf-8")


def test_the_python_that_ships_is_the_standard_library_and_ours() -> None:
    notice()
    packed = gzip.decompress(next(path for path in STATIC.glob("assets/haggis-*.bin")).read_bytes())
    (length,) = struct.unpack_from("<I", packed)
    assert {path.partition("/")[0] for path, _ in json.loads(packed[4 : 4 + length])} == {"haggis_cards"}
    library = zipfile.ZipFile(only("assets/python_library-*.zip")).namelist()
    modules = {re.sub(r"\.pyc?$", "", name.partition("/")[0]) for name in library}
    later = {"annotationlib", "compression", "_py_warnings", "_colorize", "_opcode_metadata", "_pylong"}  # than 3.11
    unlisted = {"__hello__", "__phello__", "_sysconfigdata__emscripten_wasm32-emscripten"}
    strange = modules - sys.stdlib_module_names - PYODIDE - later - unlisted
    assert not strange


def test_every_library_inside_of_python_is_named() -> None:
    sections = parts()
    code = gzip.decompress(only("assets/python.wasm-*.bin").read_bytes())
    modules = {name.decode() for name in re.findall(rb"PyInit_(\w+)", code)}
    assert modules >= {"_bz2", "zlib", "_decimal"}
    inside = (ROOT / "licenses/wasm.txt").read_text(encoding="utf-8")
    named = set(re.findall(r"^## (.+) \(", inside, re.MULTILINE))
    assert {LIBRARIES[name] for name in modules & LIBRARIES.keys()} <= named
    # A module that is neither Python's nor known here may bring a library.
    stdlib = {f"_{name.lstrip('_')}" for name in sys.stdlib_module_names} | sys.stdlib_module_names
    unknown = {
        name for name in modules - stdlib - PYODIDE - LIBRARIES.keys() if not name.startswith(("_test", "_xx", "xx"))
    }
    assert unknown <= {"_remote_debugging", "_hmac", "_types", "_zoneinfo", "_suggestions", "_sysconfig"}
    assert {"Libraries in the WebAssembly", "LLVM", "Python", "Pyodide"} < set(sections)
