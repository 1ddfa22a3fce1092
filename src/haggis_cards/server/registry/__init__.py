"""The tables that this process holds, the lobby, limits, and what other processes say."""
