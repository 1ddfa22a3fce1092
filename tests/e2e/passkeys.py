"""A device that makes passkeys, in the browser of a test."""

from typing import Any


class Device:
    """A virtual authenticator in a page's browser: a device with a finger on it."""

    def __init__(self, page: Any) -> None:
        self._line = page.context.new_cdp_session(page)
        self._line.send("WebAuthn.enable")
        kind = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True}
        person = {"hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True}
        made = self._line.send("WebAuthn.addVirtualAuthenticator", {"options": {**kind, **person}})
        self._id = made["authenticatorId"]

    @property
    def credentials(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._line.send("WebAuthn.getCredentials", {"authenticatorId": self._id})[
            "credentials"
        ]
        return found

    def add(self, credential: dict[str, Any]) -> None:
        self._line.send("WebAuthn.addCredential", {"authenticatorId": self._id, "credential": credential})
