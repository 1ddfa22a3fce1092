"""What all handlers share, and the handlers of tables."""
