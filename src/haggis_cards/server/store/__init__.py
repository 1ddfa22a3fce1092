"""The store: its schema and migrations, the log of the tables, and statements for SQLite and PostgreSQL."""
