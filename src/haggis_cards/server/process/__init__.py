"""A process of the server: settings, addresses, logs, workers and their queue. It knows no tables."""
