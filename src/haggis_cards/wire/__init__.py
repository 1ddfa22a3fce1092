"""The contract with clients: every message and answer that travels, and the facts that both sides must know."""
