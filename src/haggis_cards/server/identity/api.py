"""The HTTP API of who one is: the profile, passkeys, recovery codes, second devices, and all that is stored of me.

Nothing that is asked with GET changes anything. Whoever signs in gets a new cookie; the old one is not taken over.
"""

import asyncio
import secrets
from typing import Annotated, Any, Final

import msgspec
from litestar import Response
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, PathParameter
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from haggis_cards.server.http.access import Asked
from haggis_cards.server.http.handlers import PROBLEMS, delete, get, limited, post
from haggis_cards.server.http.me_api import about, cookie_of
from haggis_cards.server.identity.service import Identity
from haggis_cards.server.people import passkeys, recovery_codes
from haggis_cards.server.people import store as identity_store
from haggis_cards.server.people.bans import Bans
from haggis_cards.server.people.store import PASSKEYS, Person
from haggis_cards.server.people.tokens import COOKIE
from haggis_cards.server.store.log import Store
from haggis_cards.table.guests import clean_text
from haggis_cards.wire import identity as i
from haggis_cards.wire import tables as m
from haggis_cards.wire.facts import LIMITS
from haggis_cards.wire.refusals import Refused

PasskeyId = Annotated[str, PathParameter(description="the id of a passkey", min_length=1, max_length=1400)]
_NO_COOKIE: Final = Cookie(key=COOKIE, value="", max_age=0, httponly=True, samesite="lax")
_UNNAMED: Final = "Passkey"


async def _profile(request: Asked, store: Store) -> i.Profile:
    guest = request.guest
    if guest is None:
        return i.Profile(name=None, since=None, passkeys=[], code=None, matches=0, running=0, puzzles=0)
    found = await store.read(identity_store.standing, guest.id)
    host = passkeys.host_of(request.origin)
    mine = [
        i.Passkey(id=row.id, name=row.name, made=row.made, used=row.used, site=row.site, here=row.site == host)
        for row in found.passkeys
    ]
    person: Person | None = found.person
    return i.Profile(
        name=person.name if person else guest.name,
        since=person.since if person else None,
        passkeys=mine,
        code=person.code_at if person else None,
        matches=found.matches,
        running=found.running,
        puzzles=found.puzzles,
    )


@get("/api/profile")
async def get_profile(request: Asked, store: NamedDependency[Store]) -> i.Profile:
    """Who I am, and by what I can come back."""
    return await _profile(request, store)


# Passkeys


async def _challenge(store: Store, kind: str, guest: str | None) -> str:
    """A challenge that is good once."""
    challenge = secrets.token_urlsafe(32)
    await store.write(identity_store.give_ticket, kind, challenge, guest)
    return challenge


async def _answered(store: Store, kind: str, guest: str | None, credential: dict[str, Any]) -> str:
    """The challenge that was answered; it was ours, and it is used up."""
    challenge = passkeys.challenge_of(credential)
    if not await store.write(identity_store.take_ticket, kind, challenge, guest):
        raise Refused("bad-passkey", fault="late")
    return challenge


@post("/api/passkeys/new", status_code=HTTP_200_OK, guards=[limited("sign_ins")])
async def ask_for_passkey(request: Asked, store: NamedDependency[Store]) -> i.Ceremony:
    """What my browser needs to make a passkey."""
    guest, site = request.me, passkeys.site_of(request.origin)
    person = await store.write(identity_store.keep, guest)
    known = await store.read(identity_store.passkeys_of, guest.id)
    if len(known) >= PASSKEYS:
        raise Refused("too-many", fault="passkeys", most=PASSKEYS)
    challenge = await _challenge(store, "add", guest.id)
    return i.Ceremony(await asyncio.to_thread(passkeys.ask_for_new, site, person, challenge, known))


@post("/api/passkeys", status_code=HTTP_201_CREATED)
async def add_passkey(request: Asked, store: NamedDependency[Store], data: JSONBody[i.NewPasskey]) -> i.Profile:
    """Adds a passkey, by which I can sign in."""
    guest, site = request.me, passkeys.site_of(request.origin)
    challenge = await _answered(store, "add", guest.id, data.credential)
    row = await asyncio.to_thread(passkeys.check_new, site, data.credential, challenge)
    name = clean_text(data.name, LIMITS.name_length) or _UNNAMED
    if not await store.write(identity_store.add_passkey, guest, {**row, "name": name}):
        raise Refused("bad-passkey", fault="refused", detail="it is in use")
    return await _profile(request, store)


@delete("/api/passkeys/{passkey:str}", status_code=HTTP_200_OK)
async def remove_passkey(request: Asked, store: NamedDependency[Store], passkey: PasskeyId) -> i.Profile:
    """Removes one of my passkeys: it no longer signs anybody in."""
    if not await store.write(identity_store.remove_passkey, request.me.id, passkey):
        raise Refused("bad-passkey", fault="unknown")
    return await _profile(request, store)


@post("/api/sign-in/passkey/new", status_code=HTTP_200_OK, guards=[limited("sign_ins")])
async def ask_for_sign_in(request: Asked, store: NamedDependency[Store]) -> i.Ceremony:
    """What my browser needs to sign in with a passkey."""
    site = passkeys.site_of(request.origin)
    challenge = await _challenge(store, "enter", None)
    return i.Ceremony(await asyncio.to_thread(passkeys.ask_for_known, site, challenge))


@post("/api/sign-in/passkey", status_code=HTTP_200_OK)
async def sign_in_with_passkey(
    request: Asked, store: NamedDependency[Store], identity: NamedDependency[Identity], data: JSONBody[i.Credential]
) -> Response[m.Me]:
    """Signs in with a passkey."""
    site = passkeys.site_of(request.origin)
    challenge = await _answered(store, "enter", None, data.credential)
    row = await store.read(identity_store.passkey, str(data.credential.get("id"))[:1400])
    if row is None or row.site != site.host:
        raise Refused("bad-passkey", fault="unknown")
    count = await asyncio.to_thread(passkeys.check_known, site, data.credential, challenge, row)
    person = await store.write(identity_store.use_passkey, row.id, row.count, count)
    if person is None:
        raise Refused("bad-passkey", fault="unknown")
    return await _become(request, identity, person)


# Recovery codes


@post("/api/code", status_code=HTTP_201_CREATED, guards=[limited("sign_ins")])
async def make_code(
    request: Asked, store: NamedDependency[Store], identity: NamedDependency[Identity]
) -> i.RecoveryCode:
    """A new recovery code, in place of the one before; it is shown this once."""
    guest, code = request.me, recovery_codes.new_code()
    await store.write(identity_store.set_code, guest, await identity.digest(code))
    return i.RecoveryCode(code)


@post("/api/sign-in/code", status_code=HTTP_200_OK, guards=[limited("sign_ins", 2)])
async def sign_in_with_code(
    request: Asked, store: NamedDependency[Store], identity: NamedDependency[Identity], data: JSONBody[i.RecoveryCode]
) -> Response[m.Me]:
    """Signs in with a recovery code."""
    person = await store.read(identity_store.with_code, await identity.digest(data.code))
    if person is None:
        raise Refused("bad-code", fault="unknown")
    return await _become(request, identity, person)


# A second device


@post("/api/link", status_code=HTTP_201_CREATED, guards=[limited("sign_ins")])
async def make_link(request: Asked, store: NamedDependency[Store]) -> i.Link:
    """A link by which another device becomes mine: good once, for some minutes, and instead of the one before."""
    secret = secrets.token_urlsafe(16)
    return i.Link(secret, await store.write(identity_store.invite, request.me, secret))


@get("/api/link")
async def get_link(request: Asked, store: NamedDependency[Store]) -> i.LinkState:
    """Whether another device has joined."""
    row = await store.read(identity_store.open_link, request.me.id)
    return i.LinkState(row.until, row.used is not None) if row else i.LinkState(None, False)


@post("/api/sign-in/link/look", status_code=HTTP_200_OK, guards=[limited("sign_ins")])
async def look_at_link(request: Asked, store: NamedDependency[Store], data: JSONBody[i.LinkSecret]) -> i.Invited:
    """Whom a link is for; it stays good."""
    person = await store.read(identity_store.invited, data.secret)
    if person is None:
        raise Refused("no-link")
    return i.Invited(person.name, await _profile(request, store))


@post("/api/sign-in/link", status_code=HTTP_200_OK, guards=[limited("sign_ins")])
async def sign_in_with_link(
    request: Asked, store: NamedDependency[Store], identity: NamedDependency[Identity], data: JSONBody[i.LinkSecret]
) -> Response[m.Me]:
    """Makes this device another one of the person whose link it is."""
    person = await store.write(identity_store.join, data.secret)
    if person is None:
        raise Refused("no-link")
    return await _become(request, identity, person)


# Coming and going


async def _become(request: Asked, identity: Identity, person: Person) -> Response[m.Me]:
    """The device is this person from here on; what it has open connects again."""
    before, guest = request.guest, person.as_guest
    bans: Bans = request.app.state.bans
    bans.check(request.address, guest.id)
    if before and before.id != guest.id:
        identity.part(before)
    return Response(await about(request, guest), cookies=[cookie_of(request, guest)])


@post("/api/sign-out", status_code=HTTP_200_OK, guards=[limited("sign_ins")])
async def sign_out(request: Asked, identity: NamedDependency[Identity]) -> Response[m.Me]:
    """Signs out on this device; it is nobody then, and neither is anybody with a copy of its cookie."""
    if request.guest:
        await identity.sign_out(request.guest)
    return Response(await about(request, None), cookies=[_NO_COOKIE])


@post("/api/sign-out/everywhere", status_code=HTTP_200_OK, guards=[limited("sign_ins")])
async def sign_out_everywhere(
    request: Asked, identity: NamedDependency[Identity], data: JSONBody[i.Ending]
) -> Response[m.Me]:
    """Signs out on all devices but this one; passkeys and a code that somebody else may have end, too."""
    guest = await identity.sign_out_everywhere(request.me, data)
    return Response(await about(request, guest), cookies=[cookie_of(request, guest)])


# All that is stored


@get(
    "/api/profile/data",
    responses=PROBLEMS | {HTTP_200_OK: ResponseSpec(dict[str, Any], generate_examples=False)},
    guards=[limited("personal")],
)
async def get_data(request: Asked, identity: NamedDependency[Identity]) -> Response[msgspec.Raw]:
    """Everything that the server knows of me, as one file."""
    text = await identity.export(request.me.id)
    name = 'attachment; filename="haggis-my-data.json"'
    return Response(msgspec.Raw(text), headers={"content-disposition": name, "cache-control": "no-store"})


@delete("/api/me", status_code=HTTP_200_OK, guards=[limited("personal")])
async def forget_me(request: Asked, identity: NamedDependency[Identity]) -> Response[m.Me]:
    """Deletes me: passkeys, code, name, chat, figures. Matches of others stay, with nobody's name in my place."""
    await identity.forget(request.me.id)
    return Response(await about(request, None), cookies=[_NO_COOKIE])


HANDLERS: Final[list[Any]] = [
    get_profile,
    ask_for_passkey,
    add_passkey,
    remove_passkey,
    ask_for_sign_in,
    sign_in_with_passkey,
    make_code,
    sign_in_with_code,
    make_link,
    get_link,
    look_at_link,
    sign_in_with_link,
    sign_out,
    sign_out_everywhere,
    get_data,
    forget_me,
]
