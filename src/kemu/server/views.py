"""Views: what each seat is shown of a table. Made once for a change, however many sockets and requests ask."""

from __future__ import annotations

from functools import cached_property
from itertools import count
from typing import Any, cast

import msgspec
from msgspec import Raw, Struct

from kemu.core.pending import Action, Decide, Free, Touch
from kemu.core.record import Record
from kemu.core.refusal import Refusal
from kemu.scene import Scene

from . import snapshot as cut
from .archive import Kept
from .bases import Bases
from .clock import now
from .clocks import Ticking
from .dragging import would_stand
from .errors import ApiError, other_rules, over, stale
from .landing import seat_at
from .live import Live
from .presence import Presence
from .seats import Seat
from .storage import rows, studies
from .tables import Tables, parse
from .wire import Position, Snapshot
from .wire_acts import Because, Drag, Dragged, NotAllowed, Why
from .wire_seats import ClockState

CHAT = 50
"""Lines of chat that a snapshot carries."""


KEPT = -1
"""Stands for the number of undos in a picture of a game that is served from its archive."""


class Which(Struct, frozen=True):
    """A picture of a table: the moment, and whose view it is. The moment after a ply is the same until an undo."""

    table: str
    undos: int
    ply: int
    seat: int | None


class Shown:
    """A table as a seat sees it, and what a socket compares to know what is new."""

    def __init__(self, number: int, whole: Snapshot, opens: bytes | None, ticking: Ticking | None = None) -> None:
        self.number = number
        """Of two pictures of a table, the one made later has the higher number."""
        self.whole = whole
        self.opens = opens
        """The digest of the secret that opened the seat then: who comes with another may not see this."""
        self.ticking = ticking
        people = [(seat.present, seat.taken, seat.player) for seat in whole.seats]
        self.present = (whole.places, whole.listed, whole.hints, people)

    @property
    def clock(self) -> ClockState | None:
        """How the clock stands at this moment, and not when this was made."""
        return None if self.ticking is None else self.ticking.told([seat.name for seat in self.whole.seats], now())

    @cached_property
    def position(self) -> Position:
        """What a move changes of it, as JSON that is made once for all sockets of a seat."""
        told = {name: getattr(self.whole, name) for name in Position.__struct_fields__}
        return cast(Position, Raw(msgspec.json.encode(Position(**told))))


class Views:
    """Snapshots and answers to questions, each cut to the one who asks."""

    def __init__(self, tables: Tables, presence: Presence, bases: Bases) -> None:
        self._tables = tables
        self._presence = presence
        self._bases = bases
        self._numbers = count(1)

    def _seat(self, live: Live, token: str | None) -> int | None:
        return None if token is None else seat_at(live, token).index

    def snapshot(self, table: str, token: str | None) -> Snapshot:
        """Return the whole table for the one who holds this secret; without one, for a spectator."""
        try:
            with self._tables.slots.hold(table) as live:
                return self._arrived(live, self._seat(live, token))[1]
        except ApiError as error:
            return self._kept(table, error).moment(None)

    def _kept(self, table: str, error: ApiError) -> Kept:
        """Return a finished game whose rules are gone, or raise what was wrong."""
        return Kept(self._tables.database, table, error)

    def seat(self, table: str, token: str | None) -> Seat | None:
        """Return the seat that a secret opens, None for a spectator, or raise."""
        with self._tables.slots.hold(table) as live:
            return None if token is None else seat_at(live, token)

    def arrived(self, table: str, seat: int | None) -> tuple[Shown, Snapshot]:
        """Return the table for a seat that comes to it, and all that it is told at first: also what moved last."""
        with self._tables.slots.hold(table) as live:
            return self._arrived(live, seat)

    def _arrived(self, live: Live, seat: int | None) -> tuple[Shown, Snapshot]:
        shown = self._shown(live, seat)
        moved = live.moved.get(seat)
        if moved is None or moved[0] != live.revision:
            moved = live.moved[seat] = (live.revision, cut.moved_now(live, seat, self._bases))
        return shown, msgspec.structs.replace(shown.whole, moved=moved[1], clock=shown.clock)

    def shown_to(self, table: str, seat: int | None) -> Shown:
        """Return the table for a seat that is at it already."""
        with self._tables.slots.hold(table, fresh=False) as live:
            return self._shown(live, seat)

    def _shown(self, live: Live, seat: int | None) -> Shown:
        present = self._presence.at(live.id, len(live.seats))
        stuck = live.computer_due and self._tables.stuck(live.id, live.revision)
        stand = (live.revision, live.draw_offer, present, live.lines, stuck, live.seated, live.ticking)
        kept = live.shown.get(seat)
        if kept is not None and kept[0] == stand:
            return kept[1]
        whole = cut.snapshot(live, seat, present, self._chat(live), self._bases, stuck)
        shown = Shown(next(self._numbers), whole, None if seat is None else live.seats[seat].token, live.ticking)
        live.shown[seat] = (stand, shown)
        return shown

    def _chat(self, live: Live) -> list[rows.Line]:
        """Return the newest lines; the game's count says whether there are newer ones than those kept.

        Who agrees to hints says so in the chat: with newer lines, others may have agreed.
        """
        if live.lines and (not live.chat or live.chat[-1].line < live.lines):
            with self._tables.database.read() as connection:
                live.chat = rows.last_lines(connection, live.id, CHAT)
                live.hinters = studies.hinters(connection, live.id)
        return live.chat

    def moment(self, table: str, token: str | None, ply: int) -> Snapshot:
        """Return the table as it was after a ply."""
        try:
            return self._moment(table, token, ply)
        except ApiError as error:
            return self._kept(table, error).moment(ply)

    def _moment(self, table: str, token: str | None, ply: int) -> Snapshot:
        with self._tables.slots.hold(table) as live:
            seat = self._seat(live, token)
            _known(live, ply)
            return cut.moment(live, ply, seat, self._presence.at(live.id, len(live.seats)), self._bases)

    def which(self, table: str, token: str | None, ply: int | None) -> Which:
        """Return which picture of a table is asked for, now or after a ply, by somebody who may see it."""
        try:
            with self._tables.slots.hold(table) as live:
                seat = self._seat(live, token)
                ply = live.table.ply if ply is None else ply
                _known(live, ply)
                return Which(table, live.undos, ply, seat)
        except ApiError as error:
            return Which(table, KEPT, self._kept(table, error).moment(ply).ply, None)

    def scene(self, which: Which) -> Scene:
        """Return that picture as data, if the table has not gone back behind it meanwhile."""
        if which.undos == KEPT:
            return self._kept(which.table, other_rules()).scene(which.ply)
        with self._tables.slots.hold(which.table) as live:
            if live.undos != which.undos:
                raise stale()
            return cut.scene_at(live, which.ply, which.seat)

    def record(self, table: str, token: str | None) -> Record:
        """Return the record: whole when the game is over; before that only of a game that hides nothing."""
        try:
            return self._record(table, token)
        except ApiError as error:
            return self._kept(table, error).record()

    def _record(self, table: str, token: str | None) -> Record:
        with self._tables.slots.hold(table) as live:
            self._seat(live, token)
            if not live.over and live.hides:
                raise ApiError(409, "not-over", "The record of a game with hidden facts is told when it is over.")
            return live.table.record()

    def why(self, table: str, token: str, body: Why) -> Because:
        """Say whether a seat may do something, and if not, why not."""
        touch, action = body.intent.touch, body.intent.action
        if isinstance(touch, str) == isinstance(action, dict):
            raise ApiError(422, "malformed", "An intent is either a touch or an action.")
        with self._tables.slots.hold(table) as live:
            seat = seat_at(live, token)
            if live.table.outcome is not None:
                return Because(False, "The game is over.", live.table.outcome.clause)
            try:
                intent: Any = Touch(touch) if isinstance(touch, str) else live.game.parse(action)
                refusal = live.game.why_not(live.table.state, seat.index, intent)
                final = refusal is None and isinstance(action, dict) and live.table.is_final(intent)
            except Refusal as not_one:
                refusal, final = not_one, False
        if refusal is None:
            return Because(True, "", "", final)
        return Because(False, refusal.reason, refusal.clause)

    def _dragged(self, live: Live, free: Free, body: Drag) -> Action | None:
        """Return what a drag stands for: a change of the draft, where there is one and the game can; else an answer."""
        if body.draft is None:
            return free.at(body.x, body.y, body.piece)
        return free.adjust(parse(live.game, body.draft), body.x, body.y, body.piece)

    def drag(self, table: str, token: str, body: Drag) -> Dragged:
        """Say which answer a drag stands for, and whether it is legal now."""
        with self._tables.slots.hold(table) as live:
            seat = seat_at(live, token)
            if body.ply != live.table.ply:
                raise stale()
            pending = live.table.pending
            if not isinstance(pending, Decide):
                raise over()
            if pending.seat != seat.index:
                raise ApiError(409, "not-your-turn", "Only the seat that must decide can drag.", pending.clause)
            action = None if pending.free is None else self._dragged(live, pending.free, body)
            if action is None:
                raise ApiError(409, "no-answer", "That stands for nothing here.", pending.clause)
            refusal = live.game.why_not(live.table.state, seat.index, action)
            view = live.table.view(seat.index)
            label = live.game.label(view, action)
            pieces = would_stand(live.game, view, action) if refusal is None else ()
        told = None if refusal is None else NotAllowed(refusal.reason, refusal.clause)
        return Dragged(msgspec.to_builtins(action), label, told, pieces)


def _known(live: Live, ply: int) -> None:
    if ply > live.table.ply:
        raise ApiError(404, "unknown-ply", f"The table stands at ply {live.table.ply}.")
