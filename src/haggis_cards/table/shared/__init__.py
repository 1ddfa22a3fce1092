"""Tables whose cards others play too: deals of the day, and challenges."""
