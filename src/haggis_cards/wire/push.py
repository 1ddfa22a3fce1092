"""What travels about notifications: subscriptions of browsers, and what a notification says."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

NoticeKind: TypeAlias = Literal["turn", "round", "full", "rematch", "over"]


class PushState(Struct, frozen=True):
    """Whether the server sends notifications, and to how many browsers of mine."""

    key: str | None  # the server's public key (VAPID) for a new subscription; null: it sends none
    devices: int = 0


class NewSubscription(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A browser's subscription: endpoint and keys as the browser gives them, and the server's key that it is for."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    p256dh: Annotated[str, Meta(max_length=88)]
    auth: Annotated[str, Meta(max_length=24)]
    key: Annotated[str, Meta(max_length=88)]


class OldSubscription(Struct, frozen=True, forbid_unknown_fields=True):
    """The subscription that is to end."""

    endpoint: Annotated[str, Meta(max_length=1000)]


class PushMessage(Struct, frozen=True, kw_only=True):
    """What a notification says; the browser's service worker puts it into words."""

    kind: NoticeKind
    table: str  # its id
    title: str  # of the table, or the name of the game
    names: list[str]  # of the others at the table
