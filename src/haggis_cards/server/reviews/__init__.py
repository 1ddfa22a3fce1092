"""Reviews of matches, and the mistakes that they find."""
