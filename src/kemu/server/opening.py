"""Opening a table: options checked by the game's own types, seats given out, the dealer committed.

The dealer's secret is made here and committed to, for this table, before anybody has added a salt: the opener sends
none. Nothing is drawn before every person's seat has added its own (`Tables.salt`).
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from kemu.core.dealer import Dealer
from kemu.core.game import Game
from kemu.core.pending import Decide
from kemu.core.printable import one_line
from kemu.core.record import Begins, Entry, RecordError
from kemu.core.refusal import Refusal
from kemu.core.registry import games
from kemu.core.table import Table
from kemu.players.levels import LEVELS

from .clocks import GameClock, runs_for
from .errors import ApiError
from .kits import game_by_id
from .seats import Seat, digest, new_token
from .storage.rows import GameRow
from .web import whole
from .wire_acts import Computer, Friend, NewTable, TableOpened
from .wire_seats import ClockTerms, SeatKey

SHORTEST = 10_000
"""Milliseconds that a clock gives at least."""
LISTED = 90_000
"""Milliseconds for which a table is listed when nobody says again that somebody sits there."""


def table_id() -> str:
    """Return an id that nobody guesses. On a command line it is not taken for an option: no hyphen begins it."""
    while (made := secrets.token_urlsafe(12)).startswith("-"):
        pass
    return made


class Opened(Struct, frozen=True):
    """A new game, ready to be stored, and what its opener is told."""

    row: GameRow
    seats: tuple[Seat, ...]
    table: Table
    told: TableOpened


class Taken(Struct, frozen=True):
    """What a table takes over that goes on with another game."""

    begins: Begins
    entries: tuple[Entry, ...]


def open_table(wish: NewTable, now: int, opener: bytes = b"", taken: Taken | None = None) -> Opened:
    """Sit everybody down, or raise an `ApiError` that names what is wrong with the wish."""
    if wish.game not in games():
        raise ApiError(422, "unknown-game", f"There is no game '{wish.game[:40]}'.")
    try:
        game = game_by_id(wish.game)
    except Refusal as broken:
        raise ApiError(422, "broken-game", one_line(broken.reason)) from None
    options = _options(game, wish.options)
    if set(wish.seats) != set(game.seats):
        raise ApiError(422, "seats", f"Say who sits where; the seats are {', '.join(game.seats)}.")
    keys: dict[str, SeatKey | None] = {}
    seats: list[Seat] = []
    for index, name in enumerate(game.seats):
        who = wish.seats[name]
        if isinstance(who, Computer):
            if who.level not in LEVELS:
                raise ApiError(422, "level", f"The levels are {', '.join(LEVELS)}.")
            keys[name] = None
            seats.append(Seat(index, "computer", who.level, who.name, None))
        else:
            secret = new_token()
            friend = isinstance(who, Friend)
            keys[name] = SeatKey(None, secret) if friend else SeatKey(secret, None)
            kept = digest(secret)
            if friend:
                seats.append(Seat(index, "friend", "", who.name, None, kept))
            else:
                seats.append(Seat(index, "you", "", who.name, kept))
    if wish.listed and not any(seat.kind == "friend" for seat in seats):
        raise ApiError(409, "no-free-seat", "A table is listed for whoever comes: leave a seat free for a friend.")
    if wish.clock is not None:
        _check_clock(wish.clock, seats)
    row, table = set_up(game, options, seats, now, opener, taken, wish.clock)
    if wish.listed:
        row = msgspec.structs.replace(row, listed=now + LISTED)
    told = TableOpened(
        table=row.id,
        game=game.id,
        commitment=table.dealer.commitment,
        seats=keys,
    )
    return Opened(row, tuple(seats), table, told)


def set_up(
    game: Game[Any, Any],
    options: Any,
    seats: Sequence[Seat],
    now: int,
    opener: bytes,
    taken: Taken | None = None,
    terms: ClockTerms | None = None,
) -> tuple[GameRow, Table]:
    """Return a new table for those who sit there, and its row. Its dealer has committed himself."""
    salts = {game.seats[seat.index]: None for seat in seats if not seat.computer}
    dealer = Dealer(table=table_id(), salts=salts, whose="server")
    players = [seat.name or (f"computer ({seat.level})" if seat.computer else "") for seat in seats]
    begins, entries = (None, ()) if taken is None else (taken.begins, taken.entries)
    try:
        table = Table(game, options, dealer=dealer, players=players, begins=begins, taken=entries)
    except RecordError as error:
        raise ApiError(409, "other-rules", f"By the rules as they are now this game cannot go on: {error}.") from None
    except Refusal as refusal:
        raise ApiError(409, "refused", refusal.reason, refusal.clause) from None
    pending = table.pending
    clock = None if terms is None else GameClock.wound(terms, len(seats))
    runs = runs_for(table, seats)
    row = GameRow(
        id=dealer.table,
        header=table.header,
        secret=dealer.secret,
        created=now,
        ply=table.ply,
        revision=0,
        undos=0,
        over=table.outcome is not None,
        computer_due=isinstance(pending, Decide) and seats[pending.seat].computer,
        draw_offer=None,
        lines=0,
        opener=opener,
        clock=clock,
        runs_out=None if clock is None or runs is None else clock.runs_out(runs, now),
    )
    return row, table


def _check_clock(terms: ClockTerms, seats: Sequence[Seat]) -> None:
    """Raise unless somebody can play by this clock, and two people would, each at his own screen."""
    if terms.bank + terms.free < SHORTEST:
        raise ApiError(422, "clock", f"A clock gives each seat {SHORTEST // 1000} seconds at least.")
    if sum(not seat.computer for seat in seats) < 2 or all(seat.kind != "friend" for seat in seats):
        raise ApiError(409, "no-clock", "A clock is for people who play each other from two devices.")


def _options(game: Game[Any, Any], given: dict[str, Any]) -> Any:
    """Return the game's options. The types must be right; the game's own reader then says what is wrong, and where."""
    given = whole(given)
    known = game.settings_type.__struct_fields__
    try:
        if not given.keys() <= set(known):
            raise msgspec.ValidationError(f"the options are {', '.join(known) or '(none)'}")
        return msgspec.convert(given, game.settings_type)
    except msgspec.ValidationError as error:
        try:
            game.parse_settings(given)
        except Refusal as refusal:
            raise ApiError(422, "options", refusal.reason) from None
        raise ApiError(422, "options", f"Options: {error}.") from None
