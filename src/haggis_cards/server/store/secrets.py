"""Secrets of this store, which backups have too."""

import secrets

import sqlalchemy as sa

from haggis_cards.server.store.schema import meta
from haggis_cards.server.store.statements import insert_new


def secret(conn: sa.Connection, name: str) -> bytes:
    """A secret by its name; the first process that asks for it makes it."""
    insert_new(conn, meta, [{"key": name, "value": secrets.token_hex(32)}])
    value: str = conn.execute(sa.select(meta.c.value).where(meta.c.key == name)).scalar_one()
    return bytes.fromhex(value)
