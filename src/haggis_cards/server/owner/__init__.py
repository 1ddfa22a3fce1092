"""What the owner of a server can see and do; backups."""
