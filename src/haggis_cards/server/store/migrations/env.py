"""Alembic's entry: runs the migrations on the connection that `upgrade` gives."""

from alembic import context

from haggis_cards.server.store.schema import metadata

if __name__ == "env_py":  # as Alembic loads it
    connection = context.config.attributes["connection"]
    context.configure(connection=connection, target_metadata=metadata, transactional_ddl=False)
    context.run_migrations()
