"""Landing: how an act reaches the disk, once. Keys tell a repeated request, revisions tell a late one."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import TypeVar

import msgspec
from msgspec import Struct
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from kemu.core.pending import Decide
from kemu.core.record import Back, Entry, Move
from kemu.core.refusal import Refusal

from .clock import now
from .clocks import Ticking
from .errors import ApiError, closed, over, refused, stale
from .heartbeat import Heartbeat
from .live import Live
from .seats import Seat, seat_of
from .slots import Slots
from .storage import Database, rows
from .wire_acts import Landed

RETRIES = 8
"""How often an act is tried when others change the table at the same time."""
T = TypeVar("T", bound=Struct)


class Change(Struct, frozen=True):
    """What an act did to a live game, to be written down."""

    added: tuple[Entry, ...] = ()
    removed: int = 0
    draw_offer: int | None = None
    salted: bool = False
    """A seat has added its salt: the record's header is another."""


class Request(Struct, frozen=True):
    """A seat's secret, its key for one request, and a digest of that request."""

    token: str
    key: str
    digest: bytes

    @classmethod
    def of(cls, token: str, key: str, body: Struct) -> Request:
        """Return the request that carries this body."""
        told = type(body).__name__.encode() + msgspec.json.encode(body)
        return cls(token, key, blake2b(told, digest_size=16).digest())

    def seat(self, live: Live) -> Seat:
        """Return the seat that the secret opens, or raise."""
        return seat_at(live, self.token)

    def noted(self, seat: Seat, answer: Struct) -> rows.Note:
        """Return what is kept of this request and of what was answered to it."""
        return rows.Note(seat.index, self.key, self.digest, msgspec.json.encode(answer).decode())

    def note(self, connection: Connection, game: str, seat: Seat, answer: Struct) -> None:
        """Keep the answer in the transaction that carries the request out."""
        rows.note_answer(connection, game, self.noted(seat, answer))


Act = Callable[[Live, Seat | None], Change]
"""Changes a live game in memory, as a seat (None: the server, for a computer), or raises."""


class _Stale(Exception):
    """Somebody else has changed the game since it was looked at."""


class _OutOfTime(Exception):
    """The time of the seat that must decide was over before this came."""


def seat_at(live: Live, token: str) -> Seat:
    """Return the seat that a secret opens at this table, or raise."""
    seat = seat_of(token, live.seats)
    if seat is None:
        headers = {"WWW-Authenticate": "Bearer"}
        raise ApiError(401, "foreign-token", "This secret opens no seat at this table.", headers=headers)
    return seat


class Landing:
    """Carries acts out. `changed` is told after each, with whether a computer must answer now; `ended`, at the end."""

    def __init__(
        self,
        database: Database,
        slots: Slots,
        changed: Callable[[str, bool], None],
        ended: Callable[[str], None],
        heartbeat: Heartbeat,
        clock: Callable[[], int] = now,
    ) -> None:
        self._database = database
        self._slots = slots
        self._changed = changed
        self._ended = ended
        self._heartbeat = heartbeat
        self._clock = clock

    def act(self, game: str, act: Act, request: Request | None) -> Landed:
        """Carry out an act. If somebody else was quicker it is tried at the table as it is then: an act that is bound
        to the position that its sender saw refuses there by itself. What counts is when it came here."""
        at = self._clock()

        def work(_: Request | None) -> Landed:
            for attempt in range(RETRIES):
                try:
                    landed, due, over = self._try(game, act, request, at, fresh=attempt > 0)
                except _Stale:
                    continue
                except _OutOfTime:
                    # What is remembered may be behind the row, and nobody loses by that.
                    if attempt > 0 or not self._database.shared:
                        self.flag(game)
                    continue
                except ApiError:
                    # What is remembered may be behind the row: nobody is refused before it was looked at.
                    if attempt == 0 and self._database.shared:
                        continue
                    raise
                self._changed(game, due)
                if over:
                    self._ended(game)
                return landed
            raise stale()

        return work(None) if request is None else self.once(game, request, Landed, work)

    def flag(self, game: str) -> bool:
        """End a game in which time has run out; return whether it was this that ended it. A move, a resignation and a
        fallen flag are bound to the same revision: one of them lands."""
        self._heartbeat.beat()
        at = self._clock()

        def act(live: Live, _: Seat | None) -> Change:
            pending = live.table.pending
            if live.ticking is None or not live.ticking.is_out(at) or not isinstance(pending, Decide):
                raise stale()
            live.changing = True
            live.table.leave(pending.seat, "timed-out")
            return Change(added=(live.table.past[-1].entry,))

        try:
            self.act(game, act, None)
        except ApiError as error:
            if error.problem.code in {"stale", "game-over", "closed"}:
                return False
            raise
        return True

    def once(self, game: str, request: Request, shape: type[T], work: Callable[[Request], T]) -> T:
        """Do `work` once for a key; the same request again gets the same answer, another one under that key a 409.

        The key is written down with the work, so work that was done before cannot land again: it fails, and what
        was answered then is found.
        """
        try:
            return work(request)
        except (IntegrityError, ApiError) as error:
            if isinstance(error, ApiError) and error.status in {401, 404}:
                raise
            before = self._before(game, request, shape)
            if before is not None:
                return before
            if isinstance(error, IntegrityError):
                raise stale() from error
            raise

    def _before(self, game: str, request: Request, shape: type[T]) -> T | None:
        with self._slots.hold(game) as live:
            seat = request.seat(live)
        with self._database.read() as connection:
            found = rows.answered(connection, game, seat.index, request.key)
        if found is None:
            return None
        if found[0] != request.digest:
            raise ApiError(409, "key-reused", "This key was used for another request: make a fresh one.")
        return msgspec.json.decode(found[1], type=shape)

    def _try(self, game: str, act: Act, request: Request | None, at: int, fresh: bool) -> tuple[Landed, bool, bool]:
        with self._slots.hold(game, fresh) as live:
            seat = None if request is None else request.seat(live)
            ended = live.table.outcome
            if ended is not None:
                raise over(ended.text) if ended.reason == "timed-out" else over()
            if live.closed:
                raise closed()
            if request is not None and live.ticking is not None and live.ticking.is_out(at):
                raise _OutOfTime
            try:
                done = act(live, seat)
            except Refusal as refusal:
                raise refused(refusal) from None
            ticking = timed(live, done, at)
            landed = self._write(live, done, ticking, seat, request)
            live.changing = False
            live.ticking = ticking
            live.draw_offer = done.draw_offer
            live.revision = landed.revision
            if done.added or done.removed:
                live.stands_since = landed.revision
            live.undos += bool(done.removed)
            return landed, live.computer_due, live.over

    def _write(
        self, live: Live, done: Change, ticking: Ticking | None, seat: Seat | None, request: Request | None
    ) -> Landed:
        recorded = bool(done.added or done.removed or done.salted)
        ply = live.table.ply
        landed = Landed(ply, live.revision + recorded)
        change = rows.Change(
            game=live.id,
            revision=live.revision,
            ply=ply,
            over=live.over,
            computer_due=live.computer_due,
            draw_offer=done.draw_offer,
            undone=bool(done.removed),
            played=not done.salted,
            seated=live.seated,
            now=self._clock(),
            seen_offer=live.draw_offer,
            clock=None if ticking is None else ticking.clock,
            runs_out=None if ticking is None else ticking.runs_out,
            seen_runs_out=None if live.ticking is None else live.ticking.runs_out,
        )

        if not self._database.sqlite and done.added and not done.salted and not done.removed:
            note = None if request is None or seat is None else request.noted(seat, landed)
            if not self._database.land(change, done.added, note):
                raise _Stale
            return landed

        def write(connection: Connection) -> None:
            tick = self._database.tick(connection)
            landed_in_time = rows.change_game if recorded else rows.set_draw_offer
            if not landed_in_time(connection, change, tick):
                raise _Stale
            if done.salted:
                rows.set_header(connection, live.id, live.table.header)
            if done.removed:
                rows.delete_entries(connection, live.id, ply)
            rows.insert_entries(connection, live.id, done.added)
            if request is not None and seat is not None:
                request.note(connection, live.id, seat, landed)
            self._database.notify(connection, live.id, due=live.computer_due)

        self._database.write(write)
        return landed


def timed(live: Live, done: Change, at: int) -> Ticking | None:
    """Return how the clock stands after an act that came at a moment. A stretch ends also where the table has answered
    for another seat, which had one answer: what is asked next is another turn."""
    if live.ticking is None:
        return None
    was = None if live.ticking.seat is None else live.game.seats[live.ticking.seat]
    anew = any(isinstance(entry, Back) or (isinstance(entry, Move) and entry.seat != was) for entry in done.added)
    return live.ticking.after(live.runs_for, at, anew)
