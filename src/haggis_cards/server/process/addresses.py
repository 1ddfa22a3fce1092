"""The addresses under which people reach this server: for an invitation, and for what the command prints."""

import socket
from collections.abc import Iterator
from ipaddress import ip_address
from typing import Final

EVERYWHERE: Final = ("0.0.0.0", "::", "")  # noqa: S104 - what people write to listen on all interfaces
_ELSEWHERE: Final = ("192.0.2.1", 9)  # an address of no machine (RFC 5737); nothing is sent to it
_SIOCGIFADDR: Final = 0x8915  # Linux: the address of an interface


def is_number(host: str) -> bool:
    """Whether an address has a number, and not a name."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Whether only this machine can open it."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def network_url(host: str, port: int) -> str | None:
    """The address for others in the same network, None if the server listens on this machine only."""
    if is_loopback(host):
        return None
    found = network_address() if host in EVERYWHERE else host
    return found and http_url(found, port)


def http_url(host: str, port: int) -> str:
    """The address of a page; a browser wants brackets around IPv6, and a real address for "all interfaces"."""
    shown = "127.0.0.1" if host in EVERYWHERE else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}"


def network_address() -> str | None:
    """The machine's address in its network: of the interface that leads outside, else of any other."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        try:
            sock.connect(_ELSEWHERE)  # sends nothing: it only chooses the interface
            found: str = sock.getsockname()[0]
            return None if is_loopback(found) else found
        except OSError:
            return next(_interface_addresses(sock), None)


def _interface_addresses(sock: socket.socket) -> Iterator[str]:
    """The addresses of the interfaces, for a network without a way outside."""
    try:
        import fcntl
    except ImportError:
        return
    for _, name in socket.if_nameindex():
        try:
            answer = fcntl.ioctl(sock.fileno(), _SIOCGIFADDR, name.encode()[:15].ljust(256, b"\0"))
        except OSError:
            continue  # it has none, or this is not Linux
        found = socket.inet_ntoa(answer[20:24])
        if not is_loopback(found):
            yield found
