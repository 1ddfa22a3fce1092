"""The server's keys for push services (VAPID): made once, and kept in the store, so that backups have them.

A subscription is bound to the key that it was made with. After a rotation older keys stay as long as subscriptions need
them; browsers that come by subscribe anew.
"""

import json
from typing import Final

import sqlalchemy as sa

from haggis_cards.server.push.web_push import new_key, public_key
from haggis_cards.server.store.schema import meta, push_subscriptions
from haggis_cards.server.store.statements import insert_new

_KEY: Final = "push-keys"  # in `meta`: a JSON list of private keys, the newest first


def load_or_make(conn: sa.Connection) -> dict[str, str]:
    """Private keys by public key, the newest first; the first process that asks makes one."""
    keys = load(conn)
    if not keys:
        insert_new(conn, meta, [{"key": _KEY, "value": json.dumps([new_key()])}])
        keys = load(conn)
    return keys


def load(conn: sa.Connection) -> dict[str, str]:
    """The keys that are there."""
    value = conn.execute(sa.select(meta.c.value).where(meta.c.key == _KEY)).scalar()
    return {public_key(private): private for private in json.loads(value)} if value else {}


def rotate(conn: sa.Connection) -> int:
    """A new key for new subscriptions; the answer is how many of the older keys subscriptions still need."""
    needed = set(conn.execute(sa.select(push_subscriptions.c.server_key).distinct()).scalars())
    kept = [private for public, private in load_or_make(conn).items() if public in needed]
    conn.execute(sa.update(meta).where(meta.c.key == _KEY).values(value=json.dumps([new_key(), *kept])))
    return len(kept)
