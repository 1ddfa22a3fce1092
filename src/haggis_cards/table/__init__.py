"""One table anywhere (server, page, test): its log, its state, its session, clock and bots. No HTTP, no SQL."""
