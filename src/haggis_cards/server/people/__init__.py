"""Who is asking: tokens, passkeys, recovery codes, bans."""
