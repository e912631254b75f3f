"""Presence by place: a seat may be open in two browsers. Who is there is soon said again, so no row is kept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the table of who is there anew, with the place in its key."""
    op.drop_table("presence")
    op.create_table(
        "presence",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("process", sa.Text, nullable=False),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat", "process", "place"),
    )
