"""A PostgreSQL that a test starts itself."""

import os
import shutil
import subprocess
from pathlib import Path

from tests.server_process import free_port


class Postgres:
    """A PostgreSQL server of our own, on a port of its own."""

    def __init__(self, bin: Path, folder: Path) -> None:
        self.bin, self.folder, self.port = bin, folder, free_port()
        self.run = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self.run:
            shutil.chown(folder, "postgres")
        self._call("initdb", "-D", f"{folder}/data", "-U", "haggis", "-A", "trust", "-E", "UTF8", "--no-sync")
        self.start()
        self.client("createdb", "haggis")

    @property
    def url(self) -> str:
        return self.database("haggis")

    def database(self, name: str) -> str:
        return f"postgresql://haggis@127.0.0.1:{self.port}/{name}"

    def start(self) -> None:
        options = f"-h 127.0.0.1 -p {self.port} -k {self.folder} -F"
        self._call("pg_ctl", "-D", f"{self.folder}/data", "-w", "-l", f"{self.folder}/log", "-o", options, "start")

    def stop(self) -> None:
        self._call("pg_ctl", "-D", f"{self.folder}/data", "-m", "immediate", "stop")

    def _call(self, program: str, *args: str) -> None:
        command = [*self.run, str(self.bin / program), *args]
        subprocess.run(command, check=True, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def client(self, program: str, *args: str) -> str:
        """What a client program, connected to this server, prints."""
        place = ["-h", "127.0.0.1", "-p", str(self.port), "-U", "haggis"]
        command = [*self.run, str(self.bin / program), *place, *args]
        return subprocess.run(command, check=True, cwd=self.folder, capture_output=True, text=True).stdout

    def psql(self, query: str) -> str:
        return self.client("psql", "-Atc", query)
