"""`haggis site`: the browser client as a folder of files that any static host can show."""

import re
from pathlib import Path
from typing import Annotated

import typer

from haggis_cards.cli.errors import UsageError

_CORE = re.compile(r"assets/haggis-.*\.wasm$")
_MARK = "build.json"  # every site has it, so that an older one can be told from a folder with other things


def site(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the site goes; an older one is replaced.")],
) -> None:
    """Write the whole game as a static site: everybody plays in their own browser, also without a network."""
    from haggis_cards.server.app.static_files import client_files

    files = client_files()
    if _MARK not in files:
        raise UsageError("the browser client has not been built into this installation; see the README")
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file; give a folder")
    if folder.exists() and any(folder.iterdir()) and not (folder / _MARK).exists():
        raise UsageError(f"{folder} has other things in it; give a new folder, or one with an older site")
    try:
        _write(folder, files)
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {error.strerror or error}") from None
    if not any(map(_CORE.search, files)):
        typer.echo(
            "This installation has no core for browsers, so this site has no strong bots, hints and reviews. "
            "In a checkout, make site builds it.",
            err=True,
        )
    size = sum(map(len, files.values())) / 1e6
    typer.echo(f"The site is in {folder}: {len(files)} files, {size:.0f} MB. Put the folder on any web host.", err=True)


def _write(folder: Path, files: dict[str, bytes]) -> None:
    old = [path for path in folder.glob("assets/*") if path.is_file()]
    for name, body in sorted(files.items(), key=lambda file: not file[0].startswith("assets/")):  # pages name them
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(body)
    (folder / ".nojekyll").touch()  # GitHub Pages is to take the files as they are
    for path in old:
        if f"assets/{path.name}" not in files:
            path.unlink()
