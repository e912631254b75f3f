"""Run by Alembic: migrate in the transaction that `kemu.server.storage.migrations` has begun."""

from __future__ import annotations

from alembic import context

from kemu.server.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
