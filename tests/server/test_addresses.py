"""Where people find the server: the addresses in `/api/games`, the flag --public-url, and what `--open` does."""

import os
import re
import signal
import socket
import subprocess
import sys
import webbrowser
from pathlib import Path

import httpx
import pytest

from haggis_cards.cli.serve import open_page
from haggis_cards.server.process.addresses import http_url, is_loopback, network_address, network_url
from haggis_cards.server.process.config import load_settings
from haggis_cards.wire.refusals import ConfigError
from tests.server.support import Guest, ServerProcess
from tests.server_process import free_port


def test_addresses_as_a_browser_wants_them() -> None:
    assert [is_loopback(host) for host in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "10.0.0.1")] == [
        *[True] * 3,
        *[False] * 2,
    ]
    assert [http_url(host, 80) for host in ("::1", "0.0.0.0")] == ["http://[::1]:80", "http://127.0.0.1:80"]
    assert network_url("127.0.0.1", 8000) is None
    assert network_url("192.168.1.5", 8000) == "http://192.168.1.5:8000"


def test_a_server_on_this_computer_only_promises_nothing(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data") as server:
        games = Guest(server.url, signed_in=False).get("/api/games")
    assert (games["public_url"], games["network_url"]) == (None, None)


@pytest.mark.skipif(network_address() is None, reason="this machine has no network")
def test_the_address_in_the_network_is_one_that_answers(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data", host="0.0.0.0", public_url="https://club.example/") as server:
        games = Guest(server.url, signed_in=False).get("/api/games")
        assert games["network_url"] == f"http://{network_address()}:{server.port}"
        assert httpx.get(games["network_url"] + "/health").status_code == 200
        assert games["public_url"] == "https://club.example"
        # A page behind the tunnel may act, though the tunnel names another host; its preview names the public address.
        answer = httpx.post(f"{server.url}/api/me", json={"name": "Ann"}, headers={"origin": "https://club.example"})
        assert answer.status_code == 200
        assert 'property="og:url" content="https://club.example/"' in httpx.get(server.url).text


@pytest.mark.parametrize("url", ["club.example", "https://club.example/haggis", "ftp://x", "https://"])
def test_a_public_address_is_an_origin(url: str) -> None:
    with pytest.raises(ConfigError, match=r"public_url must be an address such as https://club.example"):
        load_settings({"public_url": url}, {}, None)


class Browser:
    """What `webbrowser.get` returns."""

    def __init__(self, name: str) -> None:
        self.name, self.opened = name, list[str]()

    def open(self, address: str) -> None:
        self.opened.append(address)


@pytest.mark.parametrize(("name", "opens"), [("firefox", 1), ("/usr/bin/w3m", 0), ("www-browser", 0)])
def test_a_text_browser_is_not_opened(name: str, opens: int, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = Browser(name)
    monkeypatch.setattr(webbrowser, "get", lambda: browser)
    open_page("http://127.0.0.1:8000")
    assert len(browser.opened) == opens


def test_open_takes_the_next_port_and_says_where_the_game_is(tmp_path: Path) -> None:
    """The port that the settings name is taken; nothing is opened, because there is no browser here."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        config = tmp_path / "haggis.toml"
        config.write_text(f"port = {port}\n")
        command = [sys.executable, "-u", "-m", "haggis_cards", "serve", "--open", "--config", str(config)]
        environment = {**os.environ, "BROWSER": "w3m", "HAGGIS_DATA": str(tmp_path / "data")}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
            assert process.stdout
            said = [process.stdout.readline() for _ in range(2)]
            process.send_signal(signal.SIGINT)
            said += process.stdout.readlines()
    assert re.fullmatch(rf"Port {port} is taken, so this server uses \d+\.\n", said[0])
    assert said[1] == f"Haggis is ready: http://127.0.0.1:{said[0].split()[-1].rstrip('.')}\n"
    assert said[-1] == "Stop it with Ctrl-C.\n"
    assert process.returncode == 0


def test_a_port_that_was_asked_for_is_not_exchanged(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", free_port())) as taken:
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "haggis_cards", "serve", "--open", "--port", str(port)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert f"cannot listen on 127.0.0.1:{port}" in done.stderr
