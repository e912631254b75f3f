"""Clocks at tables where people play each other, and the heartbeat of the installation."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add each table's clock, when its time runs out, and when a server was last there. No table had a clock before."""
    op.add_column("games", sa.Column("clock", sa.Text))
    op.add_column("games", sa.Column("runs_out", sa.BigInteger))
    op.execute("CREATE INDEX games_running ON games (runs_out) WHERE runs_out IS NOT NULL")
    op.create_table("heartbeat", sa.Column("at", sa.BigInteger, nullable=False))
    op.execute("INSERT INTO heartbeat VALUES (0)")
