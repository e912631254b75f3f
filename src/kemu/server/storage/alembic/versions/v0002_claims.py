"""Seats that are claimed by a link, once. Seats given out before keep the secret that was in their link."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the digest of a seat's link, and how often the seats of a table have changed hands."""
    op.add_column("seats", sa.Column("invite", sa.LargeBinary))
    op.add_column("games", sa.Column("seated", sa.Integer, nullable=False, server_default="0"))
    # Kemu before Alembic counted in this table: it must find that the database is newer than it knows.
    op.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
    op.execute("INSERT INTO schema_version (version) VALUES (2)")
