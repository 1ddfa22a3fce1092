"""Who may open the owner's page: whoever comes by a link that `haggis admin page` has made, for twelve hours."""

import hashlib
import secrets
from typing import Final

import sqlalchemy as sa

from haggis_cards.server.people import store as people
from haggis_cards.server.process.addresses import http_url
from haggis_cards.server.process.config import ServerSettings

HOURS: Final = 12
_LINK, _SESSION = "owner", "desk"  # the kinds of their tickets


def new_link(conn: sa.Connection) -> str:
    """The secret of a new link, good once and for minutes; the store has only its hash."""
    secret = secrets.token_urlsafe(24)
    people.give_ticket(conn, _LINK, secret, None)
    return secret


def address(secret: str, settings: ServerSettings, url: str | None = None) -> str:
    """The address of a link; `url`: that of the server, if it does not follow from the settings."""
    server = url or settings.public_url or http_url(settings.host, settings.port)
    return f"{server.rstrip('/')}/owner?ticket={secret}"


def is_link(conn: sa.Connection, secret: str) -> bool:
    """Whether a link is good; to look changes nothing, as a messenger may look too."""
    return people.has_ticket(conn, _LINK, secret)


def enter(conn: sa.Connection, secret: str) -> str:
    """The secret of a new session for a link, which is used up; nothing if it is not good."""
    if not people.take_ticket(conn, _LINK, secret, None):
        return ""
    session = secrets.token_urlsafe(24)
    people.give_ticket(conn, _SESSION, session, None, HOURS * 60)
    return session


def is_owner(conn: sa.Connection, session: str) -> bool:
    """Whether a session is good."""
    return people.has_ticket(conn, _SESSION, session)


def leave(conn: sa.Connection, session: str) -> None:
    """Ends a session."""
    people.take_ticket(conn, _SESSION, session, None)


def form_token(session: str) -> str:
    """What every form of a session carries: no other page knows it."""
    return hashlib.sha256(f"form {session}".encode()).hexdigest()
