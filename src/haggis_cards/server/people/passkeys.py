"""Passkeys (WebAuthn): what a browser is asked, and whether its answer is good.

Credentials are discoverable, so that nobody has to say who they are. The address of the page decides where a passkey
works: WebAuthn wants a name in it, and https unless the name is localhost.

What uses the library runs in a thread: it is loaded when it is first needed, and that would hold the loop.
"""

import json
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from haggis_cards.server.people.store import MINUTES, Person
from haggis_cards.server.process.addresses import is_number
from haggis_cards.wire import base64url
from haggis_cards.wire.refusals import Refused

_TITLE: Final = "Haggis"
_LONGEST_ID: Final = 1023  # bytes, as WebAuthn says


class Site(NamedTuple):
    """For what a passkey is: the host, and the origin of its pages."""

    host: str
    origin: str


def host_of(origin: str) -> str:
    """The host of a page, whether or not it can have passkeys."""
    return urlsplit(origin).hostname or ""


def site_of(origin: str) -> Site:
    """The site of a page; refused where browsers have no passkeys."""
    site = Site(host_of(origin), origin)
    if is_number(site.host):
        raise Refused("bad-passkey", fault="number", text=site.host)
    local = site.host == "localhost" or site.host.endswith(".localhost")
    if not local and not site.origin.startswith("https://"):
        raise Refused("bad-passkey", fault="insecure")
    return site


def ask_for_new(site: Site, person: Person, challenge: str, known: list[Any]) -> dict[str, Any]:
    """What a browser needs to make a passkey; `known` are those that the person has."""
    import webauthn
    from webauthn.helpers import options_to_json_dict, structs

    return options_to_json_dict(
        webauthn.generate_registration_options(
            rp_id=site.host,
            rp_name=_TITLE,
            user_id=base64url.decode(person.handle),
            user_name=person.name,
            challenge=base64url.decode(challenge),
            timeout=MINUTES * 60_000,
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED,
                user_verification=structs.UserVerificationRequirement.PREFERRED,  # a finger, a face or a PIN
            ),
            exclude_credentials=[
                structs.PublicKeyCredentialDescriptor(id=base64url.decode(row.id))
                for row in known
                if row.site == site.host
            ],
        )
    )


def ask_for_known(site: Site, challenge: str) -> dict[str, Any]:
    """What a browser needs to find a passkey, whosever it is."""
    import webauthn
    from webauthn.helpers import options_to_json_dict, structs

    return options_to_json_dict(
        webauthn.generate_authentication_options(
            rp_id=site.host,
            challenge=base64url.decode(challenge),
            timeout=MINUTES * 60_000,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        )
    )


def challenge_of(credential: dict[str, Any]) -> str:
    """The challenge that a browser has answered, as it stands in its answer."""
    try:
        challenge = str(json.loads(base64url.decode(credential["response"]["clientDataJSON"]))["challenge"])
        challenge.encode("ascii")
        return challenge
    except Exception:  # anything may come from outside
        raise Refused("bad-passkey", fault="refused", detail="it cannot be read") from None


def check_new(site: Site, credential: dict[str, Any], challenge: str) -> dict[str, Any]:
    """The row of a new passkey."""
    import webauthn

    try:
        found = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=base64url.decode(challenge),
            expected_rp_id=site.host,
            expected_origin=site.origin,
        )
    except Exception as error:  # the library meets anything that can come from outside
        raise _refusal(error) from None
    if len(found.credential_id) > _LONGEST_ID:
        raise _refusal(ValueError("its id is too long"))
    row = {"id": base64url.encode(found.credential_id), "key": base64url.encode(found.credential_public_key)}
    return {**row, "site": site.host, "count": found.sign_count}


def check_known(site: Site, credential: dict[str, Any], challenge: str, row: Any) -> int:
    """How often the device has used the passkey of a row, if the answer is its own."""
    import webauthn

    try:
        found = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=base64url.decode(challenge),
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=base64url.decode(row.key),
            credential_current_sign_count=row.count,
        )
    except Exception as error:  # as above
        raise _refusal(error) from None
    return found.new_sign_count


def _refusal(error: Exception) -> Refused:
    return Refused("bad-passkey", fault="refused", detail=str(error)[:200] or type(error).__name__)
