"""Players that are programs: the protocol, the registry, and one module a bot."""

from haggis.bots.protocol import Bot, Decision

__all__ = ["Bot", "Decision"]
