"""The tables as the newest migration leaves them; a test holds the two together."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
)

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", Text, primary_key=True),
    Column("header", Text, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("opener", LargeBinary, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("revision", BigInteger, nullable=False),
    Column("undos", BigInteger, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("computer_due", Boolean, nullable=False),
    Column("draw_offer", Integer),
    Column("lines", Integer, nullable=False),
    Column("tick", BigInteger, nullable=False),
    Column("thinker", Text),
    Column("thinks_until", BigInteger),
    Column("seated", Integer, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("begun", Boolean, nullable=False),
    Column("closed", Boolean, nullable=False),
    Column("watched_until", BigInteger, nullable=False),
    Column("next", Text),
    Column("listed", BigInteger, nullable=False),
    Column("clock", Text),
    Column("runs_out", BigInteger),
)
"""`header` is the record's header. `revision` counts every change of the record and never goes back, `undos` those
that shortened it. `lines` counts the chat, `seated` how often its seats have changed hands. `tick` is the storage's
clock at the last change of any kind. `opener` is a digest of the address. `changed` is when somebody played
last, `begun` whether anybody has, `closed` whether an admin has ended it. A computer thinks while `watched_until` lies
ahead. `next` is the table at which those of a finished game play again. Until `listed` anybody may find its free seats;
0: nobody. `clock` is what is left of each seat's bank, as a `GameClock`; none: nobody's time counts. At `runs_out` the
time of the seat that must decide is over; none: no time runs."""

entries = Table(
    "entries",
    metadata,
    Column("game", Text, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("game", "ply"),
)
"""`body` is the entry as the record writes it. The key is what keeps two answers to one decision from both landing."""

seats = Table(
    "seats",
    metadata,
    Column("game", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("level", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("token", LargeBinary),
    Column("invite", LargeBinary),
    Column("again", LargeBinary),
    PrimaryKeyConstraint("game", "seat"),
)
"""`token` is a digest of the seat's secret, `invite` one of the link by which it can be claimed, once; a computer has
neither. `again` is one of the secret with which its player would play again, at another table."""

keys = Table(
    "keys",
    metadata,
    Column("game", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("key", Text, nullable=False),
    Column("request", LargeBinary, nullable=False),
    Column("answer", Text, nullable=False),
    PrimaryKeyConstraint("game", "seat", "key"),
)
"""What was answered to a request that carried this key, and a digest of that request."""

chat = Table(
    "chat",
    metadata,
    Column("game", Text, nullable=False),
    Column("line", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("said", BigInteger, nullable=False),
    PrimaryKeyConstraint("game", "line"),
)

presence = Table(
    "presence",
    metadata,
    Column("game", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("process", Text, nullable=False),
    Column("place", Text, nullable=False),
    Column("until", BigInteger, nullable=False),
    PrimaryKeyConstraint("game", "seat", "process", "place"),
)
"""Which seats have an open socket at which process, and from which page; a row whose time is over counts for
nothing."""

bases = Table(
    "bases",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("body", Text, nullable=False),
)
"""What never changes in a scene, by its digest, so that any process can give it."""

clock = Table("clock", metadata, Column("tick", BigInteger, nullable=False))
"""One row: how many changes there have been. Used where the database cannot notify (SQLite)."""

heartbeat = Table("heartbeat", metadata, Column("at", BigInteger, nullable=False))
"""One row: when a server was last there. What lies between that and its return is nobody's time."""

notices = Table(
    "notices",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("what", Text, nullable=False),
    Column("about", Text, nullable=False),
    Column("why", Text, nullable=False),
)
"""What an admin has done, in order: every process looks here and forgets what it remembers of a table."""

bars = Table(
    "bars",
    metadata,
    Column("address", Text, primary_key=True),
    Column("until", BigInteger, nullable=False),
    Column("why", Text, nullable=False),
)
"""Addresses, and networks, that may not come in; 0: for good."""

archives = Table(
    "archives",
    metadata,
    Column("game", Text, primary_key=True),
    Column("release", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
"""Finished games as they were shown, so that they can still be shown when their rules have changed."""

records = Table(
    "records",
    metadata,
    Column("id", Text, primary_key=True),
    Column("body", LargeBinary, nullable=False),
    Column("brought", BigInteger, nullable=False),
)
"""Records that somebody has brought along to be looked at, by their digest."""

studies = Table(
    "studies",
    metadata,
    Column("game", Text, primary_key=True),
    Column("until", BigInteger, nullable=False),
    Column("done", Boolean, nullable=False),
    Column("body", Text, nullable=False),
)
"""What was found in a game, by the id of its table or of the record. Until `until` a process says that it looks."""

hints = Table(
    "hints",
    metadata,
    Column("game", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    PrimaryKeyConstraint("game", "seat"),
)
"""Seats that have agreed to hints at a table where people play each other."""
