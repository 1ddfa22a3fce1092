"""The HTTP API of who one is: the profile, passkeys, recovery codes, second devices, and all that is stored of me.

Nothing that is asked with GET changes anything. Whoever signs in gets a new cookie; the old one is not taken over.
"""

import asyncio
import secrets
from typing import Annotated, Any, Final

import msgspec
from litestar import Response
from litestar.datastructures import Cookie
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, PathParameter
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from haggis_cards.server.daily import store as daily_store
from haggis_cards.server.http.access import address, guest_of
from haggis_cards.server.http.tables_api import PROBLEMS, Asked, about, cookie_of, delete, get, me_of, post, tables_of
from haggis_cards.server.people import passkeys, recovery_codes
from haggis_cards.server.people import store as identity_store
from haggis_cards.server.people.store import PASSKEYS, Person
from haggis_cards.server.people.tokens import COOKIE
from haggis_cards.table.guests import clean_text
from haggis_cards.wire import identity as i
from haggis_cards.wire import tables as m
from haggis_cards.wire.facts import LIMITS
from haggis_cards.wire.refusals import Refused

PasskeyId = Annotated[str, PathParameter(description="the id of a passkey", min_length=1, max_length=1400)]
_NO_COOKIE: Final = Cookie(key=COOKIE, value="", max_age=0, httponly=True, samesite="lax")
_UNNAMED: Final = "Passkey"


async def _profile(request: Asked) -> i.Profile:
    tables, guest = tables_of(request), guest_of(request)
    if guest is None:
        return i.Profile(name=None, since=None, passkeys=[], code=None, matches=0, running=0, puzzles=0)
    found = await tables.store.read(identity_store.standing, guest.id)
    host = passkeys.host_of(request, tables.settings).host
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
async def get_profile(request: Asked) -> i.Profile:
    """Who I am, and by what I can come back."""
    return await _profile(request)


# Passkeys


async def _challenge(request: Asked, kind: str, guest: str | None) -> str:
    """A challenge that is good once."""
    challenge = secrets.token_urlsafe(32)
    await tables_of(request).store.write(identity_store.give_ticket, kind, challenge, guest)
    return challenge


async def _answered(request: Asked, kind: str, guest: str | None, credential: dict[str, Any]) -> str:
    """The challenge that was answered; it was ours, and it is used up."""
    challenge = passkeys.challenge_of(credential)
    if not await tables_of(request).store.write(identity_store.take_ticket, kind, challenge, guest):
        raise Refused("bad-passkey", fault="late")
    return challenge


@post("/api/passkeys/new", status_code=HTTP_200_OK)
async def ask_for_passkey(request: Asked) -> i.Ceremony:
    """What my browser needs to make a passkey."""
    tables, guest = tables_of(request), me_of(request)
    tables.limits.sign_ins.check(address(request))
    site = passkeys.site_of(request, tables.settings)
    person = await tables.store.write(identity_store.keep, guest)
    known = await tables.store.read(identity_store.passkeys_of, guest.id)
    if len(known) >= PASSKEYS:
        raise Refused("too-many", fault="passkeys", most=PASSKEYS)
    challenge = await _challenge(request, "add", guest.id)
    return i.Ceremony(await asyncio.to_thread(passkeys.ask_for_new, site, person, challenge, known))


@post("/api/passkeys", status_code=HTTP_201_CREATED)
async def add_passkey(request: Asked, data: JSONBody[i.NewPasskey]) -> i.Profile:
    """Adds a passkey, by which I can sign in."""
    tables, guest = tables_of(request), me_of(request)
    site = passkeys.site_of(request, tables.settings)
    challenge = await _answered(request, "add", guest.id, data.credential)
    row = await asyncio.to_thread(passkeys.check_new, site, data.credential, challenge)
    name = clean_text(data.name, LIMITS.name_length) or _UNNAMED
    if not await tables.store.write(identity_store.add_passkey, {**row, "guest": guest.id, "name": name}):
        raise Refused("bad-passkey", fault="refused", detail="it is in use")
    return await _profile(request)


@delete("/api/passkeys/{passkey:str}", status_code=HTTP_200_OK)
async def remove_passkey(request: Asked, passkey: PasskeyId) -> i.Profile:
    """Removes one of my passkeys: it no longer signs anybody in."""
    if not await tables_of(request).store.write(identity_store.remove_passkey, me_of(request).id, passkey):
        raise Refused("bad-passkey", fault="unknown")
    return await _profile(request)


@post("/api/sign-in/passkey/new", status_code=HTTP_200_OK)
async def ask_for_sign_in(request: Asked) -> i.Ceremony:
    """What my browser needs to sign in with a passkey."""
    tables = tables_of(request)
    tables.limits.sign_ins.check(address(request))
    site = passkeys.site_of(request, tables.settings)
    challenge = await _challenge(request, "enter", None)
    return i.Ceremony(await asyncio.to_thread(passkeys.ask_for_known, site, challenge))


@post("/api/sign-in/passkey", status_code=HTTP_200_OK)
async def sign_in_with_passkey(request: Asked, data: JSONBody[i.Credential]) -> Response[m.Me]:
    """Signs in with a passkey."""
    tables = tables_of(request)
    site = passkeys.site_of(request, tables.settings)
    challenge = await _answered(request, "enter", None, data.credential)
    row = await tables.store.read(identity_store.passkey, str(data.credential.get("id"))[:1400])
    if row is None or row.site != site.host:
        raise Refused("bad-passkey", fault="unknown")
    count = await asyncio.to_thread(passkeys.check_known, site, data.credential, challenge, row)
    person = await tables.store.write(identity_store.use_passkey, row.id, row.count, count)
    if person is None:
        raise Refused("bad-passkey", fault="unknown")
    return await _become(request, person)


# Recovery codes


async def _digest(request: Asked, code: str) -> str:
    identity, store = tables_of(request).identity, tables_of(request).store
    salt = await store.write(daily_store.secret, recovery_codes.SALT)
    async with identity.hashing:
        return await asyncio.to_thread(recovery_codes.digest, recovery_codes.read_code(code), salt)


@post("/api/code", status_code=HTTP_201_CREATED)
async def make_code(request: Asked) -> i.RecoveryCode:
    """A new recovery code, in place of the one before; it is shown this once."""
    tables, guest = tables_of(request), me_of(request)
    tables.limits.sign_ins.check(address(request))
    code = recovery_codes.new_code()
    await tables.store.write(identity_store.set_code, guest, await _digest(request, code))
    return i.RecoveryCode(code)


@post("/api/sign-in/code", status_code=HTTP_200_OK)
async def sign_in_with_code(request: Asked, data: JSONBody[i.RecoveryCode]) -> Response[m.Me]:
    """Signs in with a recovery code."""
    tables = tables_of(request)
    tables.limits.sign_ins.check(address(request), 2)
    person = await tables.store.read(identity_store.with_code, await _digest(request, data.code))
    if person is None:
        raise Refused("bad-code", fault="unknown")
    return await _become(request, person)


# A second device


@post("/api/link", status_code=HTTP_201_CREATED)
async def make_link(request: Asked) -> i.Link:
    """A link by which another device becomes mine: good once, for some minutes, and instead of the one before."""
    tables, guest = tables_of(request), me_of(request)
    tables.limits.sign_ins.check(address(request))
    await tables.store.write(identity_store.keep, guest)
    secret = secrets.token_urlsafe(16)
    return i.Link(secret, await tables.store.write(identity_store.give_ticket, "join", secret, guest.id))


@get("/api/link")
async def get_link(request: Asked) -> i.LinkState:
    """Whether another device has joined."""
    row = await tables_of(request).store.read(identity_store.open_link, me_of(request).id)
    return i.LinkState(row.until, row.used is not None) if row else i.LinkState(None, False)


@post("/api/sign-in/link/look", status_code=HTTP_200_OK)
async def look_at_link(request: Asked, data: JSONBody[i.LinkSecret]) -> i.Invited:
    """Whom a link is for; it stays good."""
    tables = tables_of(request)
    tables.limits.sign_ins.check(address(request))
    person = await tables.store.read(identity_store.invited, data.secret)
    if person is None:
        raise Refused("no-link")
    return i.Invited(person.name, await _profile(request))


@post("/api/sign-in/link", status_code=HTTP_200_OK)
async def sign_in_with_link(request: Asked, data: JSONBody[i.LinkSecret]) -> Response[m.Me]:
    """Makes this device another one of the person whose link it is."""
    tables = tables_of(request)
    tables.limits.sign_ins.check(address(request))
    person = await tables.store.write(identity_store.join, data.secret)
    if person is None:
        raise Refused("no-link")
    return await _become(request, person)


# Coming and going


async def _become(request: Asked, person: Person) -> Response[m.Me]:
    """The device is this person from here on; what it has open connects again."""
    tables, before, guest = tables_of(request), guest_of(request), person.as_guest
    tables.bans.check(address(request), guest.id)
    if before and before.id != guest.id:
        tables.identity.part(before)
    return Response(await about(request, guest), cookies=[cookie_of(request, guest)])


@post("/api/sign-out", status_code=HTTP_200_OK)
async def sign_out(request: Asked) -> Response[m.Me]:
    """Signs out on this device; it is nobody then."""
    guest = guest_of(request)
    if guest:
        tables_of(request).identity.part(guest)
    return Response(await about(request, None), cookies=[_NO_COOKIE])


@post("/api/sign-out/everywhere", status_code=HTTP_200_OK)
async def sign_out_everywhere(request: Asked) -> Response[m.Me]:
    """Signs out on all devices but this one."""
    tables_of(request).limits.sign_ins.check(address(request))
    guest = await tables_of(request).identity.sign_out_everywhere(me_of(request))
    return Response(await about(request, guest), cookies=[cookie_of(request, guest)])


# All that is stored


@get(
    "/api/profile/data",
    responses=PROBLEMS | {HTTP_200_OK: ResponseSpec(dict[str, Any], generate_examples=False)},
)
async def get_data(request: Asked) -> Response[msgspec.Raw]:
    """Everything that the server knows of me, as one file."""
    tables, guest = tables_of(request), me_of(request)
    tables.limits.personal.check(address(request))
    text = await tables.identity.export(guest.id)
    name = 'attachment; filename="haggis-my-data.json"'
    return Response(msgspec.Raw(text), headers={"content-disposition": name, "cache-control": "no-store"})


@delete("/api/me", status_code=HTTP_200_OK)
async def forget_me(request: Asked) -> Response[m.Me]:
    """Deletes me: passkeys, code, name, chat, figures. Matches of others stay, with nobody's name in my place."""
    tables, guest = tables_of(request), me_of(request)
    tables.limits.personal.check(address(request))
    await tables.identity.forget(guest.id)
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
