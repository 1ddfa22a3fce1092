"""Accounts: passkeys, links, export and deletion."""
