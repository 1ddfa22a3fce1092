"""The commands that solve positions and deals."""
