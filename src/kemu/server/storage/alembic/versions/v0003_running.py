"""What whoever runs the server needs: when a table was played last, notices, bars, finished games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the columns and tables. A table of before counts as begun, and as played when it was opened."""
    no, zero = sa.text("false" if op.get_bind().dialect.name == "postgresql" else "0"), sa.text("0")
    op.add_column("games", sa.Column("changed", sa.BigInteger, nullable=False, server_default=zero))
    op.add_column("games", sa.Column("begun", sa.Boolean, nullable=False, server_default=no))
    op.add_column("games", sa.Column("closed", sa.Boolean, nullable=False, server_default=no))
    op.add_column("games", sa.Column("watched_until", sa.BigInteger, nullable=False, server_default=zero))
    op.execute("UPDATE games SET changed = created, begun = (ply > 0)")
    op.execute("CREATE INDEX games_unfinished ON games (changed) WHERE NOT over")
    op.create_table(
        "notices",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
    )
    op.create_table(
        "bars",
        sa.Column("address", sa.Text, primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
    )
    op.create_table(
        "archives",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("release", sa.Text, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
