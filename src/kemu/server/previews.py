"""Previews: what a link to a table shows where it is pasted: who plays what, and a picture of the position.

All of it is what a spectator may know. The picture is an address only: it is drawn when somebody asks for it, in its
turn, like every other. What stands behind the `#` of a friend's link is never sent to a server, and so is not here.
"""

from __future__ import annotations

from html import escape

from msgspec import Struct

from kemu.core.registry import games

from .seats import Seat
from .storage import Database, rows

WIDTH = 1_200


class Preview(Struct, frozen=True):
    """What a link to a table says of it."""

    title: str
    words: str


def preview(database: Database, table: str) -> Preview | None:
    """Return what is told of a table by its rows alone; None: there is none, or its game is not here."""
    with database.read() as connection:
        row = rows.game_row(connection, table)
        seats = () if row is None else rows.seats_of(connection, table)
    about = None if row is None else games().get(row.header.game)
    if row is None or about is None:
        return None
    names = [about.title_of(name) for name in row.header.seats]
    free = [names[seat.index] for seat in seats if not seat.taken]
    players = " against ".join(_called(seat, names[seat.index]) for seat in seats)
    if row.over or row.closed:
        return Preview(f"{about.title}: {players}", "The game is over: look at it again, move by move.")
    if free:
        opener = next((seat.name for seat in seats if seat.kind == "you" and seat.name), "")
        invites = f"{opener} invites you to a game of {about.title}" if opener else f"A game of {about.title}"
        return Preview(invites, f"{' and '.join(free)} {'is' if len(free) == 1 else 'are'} free. {about.sentence}")
    return Preview(f"{about.title}: {players}", about.sentence)


def _called(seat: Seat, name: str) -> str:
    return seat.name or ("the computer" if seat.computer else name)


def tags(told: Preview, origin: str, table: str) -> str:
    """Return the tags that say it, for the head of the page; `origin` is where this server is reached."""
    picture = f"{origin}/api/tables/{table}/picture.png?width={WIDTH}"
    properties = {
        "og:type": "website",
        "og:site_name": "Kemu",
        "og:title": told.title,
        "og:description": told.words,
        "og:url": f"{origin}/t/{table}",
        "og:image": picture,
        "og:image:type": "image/png",
        "og:image:alt": "The board as it stands",
    }
    lines = [f'<meta property="{name}" content="{escape(words)}" />' for name, words in properties.items()]
    return "".join(["\n    ".join([*lines, '<meta name="twitter:card" content="summary_large_image" />']), "\n  "])
