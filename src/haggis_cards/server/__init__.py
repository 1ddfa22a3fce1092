"""The table server: people and bots play at tables over HTTP and WebSocket, and nothing that was played is lost."""
