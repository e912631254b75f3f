"""A live game: rebuilt from its rows through the contract, kept for as long as somebody uses it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from kemu.core.game import Game
from kemu.core.pending import Decide
from kemu.core.record import Back, Entry, Header, Leave, Move, dealer_of
from kemu.core.refusal import Refusal
from kemu.core.table import Table
from kemu.scene import Piece

from .clocks import Ticking, runs_for
from .drawings import Drawings
from .errors import ApiError, other_rules
from .kits import game_by_id
from .seats import Seat
from .storage.rows import GameRow, Line
from .wire import LogEntry, Position

OTHER_KIT = "This table was begun with another kit of its game. It goes on when that kit is served again."
"""What is told of a table that would not be the same game with the kit that is served now."""


OF_ITS_OWN, A_PLY, A_PICTURE = 50_000, 3_000, 3
"""Bytes of a live game, of each ply of it, and of a picture for each of its bytes on the wire."""


class Damaged(RuntimeError):
    """The rows of a game do not follow from one another: somebody has changed them by hand."""


class Live:
    """One game at one revision. Whoever touches it holds its slot's lock."""

    def __init__(self, row: GameRow, seats: tuple[Seat, ...], entries: Sequence[Entry]) -> None:
        self.id = row.id
        self.created = row.created
        self.opener = row.opener
        self.seats = seats
        self.game: Game[Any, Any] = _game(row)
        header = row.header
        dealer = dealer_of(header, row.secret)
        self.table = Table(
            self.game,
            header.options,
            dealer=dealer,
            players=tuple(header.seats.values()),
            begins=header.begins,
            taken=entries[: header.taken],
        )
        self.changing = False
        """True from the first change in memory until the same change is on disk."""
        self.logs: dict[int | None, list[LogEntry]] = {}
        """What each seat has been told so far; `snapshot` fills it."""
        self.logged: dict[int | None, int] = {}
        """Up to which ply it has."""
        self.chat: list[Line] = []
        """The newest lines of chat; `views` fills it."""
        self.hinters: frozenset[int] = frozenset()
        """The seats that have agreed to hints; `views` fills it."""
        self.drawings = Drawings(self.game)
        self.positions: dict[int | None, Position] = {}
        """How the table stood for each seat when it last looked; `snapshot` fills it."""
        self.moved: dict[int | None, tuple[int, dict[str, Piece | None]]] = {}
        """At which revision each seat came to the table, and what had moved last; `views` fills it."""
        self.shown: dict[int | None, tuple[Any, Any]] = {}
        """What each seat was last shown, and under which circumstances; `views` fills it."""
        self._recorded = (0, 0)
        self._compared = 0
        """How many of its states have been looked at for hidden facts."""
        self._hides = False
        self._private = False
        given = [past.entry for past in self.table.past]
        if given != list(entries[: len(given)]):
            raise Damaged(f"{row.id}: the dealer draws otherwise at the start")
        self._follow(header, entries[len(given) :])
        self._settle(row)
        self.stands_since = row.revision
        """The revision since which the position stands: a salt that comes later changes nothing about it."""

    def seat(self, seats: tuple[Seat, ...], row: GameRow) -> None:
        """Take in who sits where now, and what he is called."""
        self.seats, self.seated, self.next, self.listed = seats, row.seated, row.next, row.listed
        self.set_clock(row)
        for number, name in enumerate(row.header.seats.values()):
            self.table.name_player(number, name)

    def extend(self, row: GameRow, entries: Sequence[Entry]) -> None:
        """Follow what another process has added."""
        self._follow(row.header, entries)
        self._settle(row)
        if entries:
            self.stands_since = row.revision

    def _follow(self, header: Header, entries: Sequence[Entry]) -> None:
        """Take the seats' salts and play their entries; the dealer adds its own, and all must be as they were stored.

        When a salt came is not stored and need not be: none changes what was done before the first draw.
        """
        table, start = self.table, self.table.ply
        for name in table.dealer.waits_for:
            salt = (header.salts or {}).get(name)
            if salt is not None:
                table.add_salt(self.game.seats.index(name), salt)
        for entry in entries:
            if isinstance(entry, Move):
                table.play(self.game.parse(entry.do))
            elif isinstance(entry, Leave):
                table.leave(self.game.seats.index(entry.seat), entry.ends)
            elif isinstance(entry, Back):
                table.take_back(entry.back)
        if [past.entry for past in table.past[start:]] != list(entries):
            raise Damaged(f"{self.id}: the stored entries are not what the rules make of them")

    def _settle(self, row: GameRow) -> None:
        if self.table.ply != row.ply:
            raise Damaged(f"{self.id}: {self.table.ply} entries, and the game's row says {row.ply}")
        self.revision, self.undos, self.draw_offer, self.lines = row.revision, row.undos, row.draw_offer, row.lines
        self.seated, self.closed, self.next, self.listed = row.seated, row.closed, row.next, row.listed
        self.set_clock(row)

    def set_clock(self, row: GameRow) -> None:
        """Take over how the clock stands, if there is one. The row says when the time runs out, the table for whom."""
        if row.clock is None:
            self.ticking = None
        else:
            seat = None if row.runs_out is None else runs_for(self.table, self.seats)
            self.ticking = Ticking(row.clock, seat, row.runs_out)

    @property
    def runs_for(self) -> int | None:
        """The seat whose time runs, if there is a clock. Where people play again nobody's has run yet: it begins when
        all of them have come and have added their salts, however long ago one has agreed."""
        unbegun = self.ticking is not None and self.ticking.seat is None
        if self.closed or (unbegun and self.table.dealer.waits_for):
            return None
        return runs_for(self.table, self.seats)

    def take_back(self) -> None:
        """Undo the last choice in memory; what was told of it is forgotten."""
        self.table.undo()
        self._compared = min(self._compared, self.table.ply + 1)
        self.logs.clear()
        self.logged.clear()

    @property
    def size(self) -> int:
        """How much memory this game has, roughly: measured, our games have 1 to 3 kB a ply beside their pictures."""
        return OF_ITS_OWN + A_PLY * self.table.ply + A_PICTURE * self.drawings.size

    @property
    def recorded(self) -> int:
        """How many bytes the record has so far, its header apart."""
        if self._recorded[0] > self.table.ply:
            self._recorded = (0, 0)
        done, size = self._recorded
        size += sum(len(msgspec.json.encode(past.entry)) for past in self.table.past[done:])
        self._recorded = (self.table.ply, size)
        return size

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.table.outcome is not None

    @property
    def deciding(self) -> Seat | None:
        """The seat that must decide; None when the game is over."""
        pending = self.table.pending
        return self.seats[pending.seat] if isinstance(pending, Decide) else None

    @property
    def computer_due(self) -> bool:
        """Whether a computer must decide."""
        deciding = self.deciding
        return deciding is not None and deciding.computer

    @property
    def hides(self) -> bool:
        """Whether this game has, or has had, facts that somebody does not know."""
        self._compare()
        return self._hides

    @property
    def private(self) -> bool:
        """Whether its seats know, or have known, different things."""
        self._compare()
        return self._private

    def _compare(self) -> None:
        """Hold the views of the states that are new against the truth and against each other, once for each."""
        game, table = self.game, self.table
        if not game.hides or self._private:
            return
        seats = range(len(game.seats))
        for ply in range(self._compared, table.ply + 1):
            state = table.state if ply == table.ply else table.past[ply].before
            views = [game.view(state, seat).state for seat in seats]
            self._private = self._private or any(view is not views[0] and view != views[0] for view in views)
            shown = (*views, game.view(state, None).state)
            self._hides = self._hides or any(view is not state and view != state for view in shown)
        self._compared = table.ply + 1


def _game(row: GameRow) -> Game[Any, Any]:
    header = row.header
    try:
        game = game_by_id(header.game)
    except Refusal:
        raise ApiError(409, "unknown-game", "This table's game is not installed here.") from None
    if header.rules != game.rules_version:
        raise other_rules()
    if header.kit != game.kit.digest:
        raise ApiError(409, "other-kit", OTHER_KIT)
    return game
