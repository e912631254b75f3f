"""Playing again at a new table with the seats swapped, and open tables that anybody may sit down at."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add who would play again, the table at which they do, and until when a table is listed. None was before."""
    op.add_column("seats", sa.Column("again", sa.LargeBinary))
    op.add_column("games", sa.Column("next", sa.Text))
    op.add_column("games", sa.Column("listed", sa.BigInteger, nullable=False, server_default=sa.text("0")))
    op.execute("CREATE INDEX games_listed ON games (listed) WHERE listed > 0")
