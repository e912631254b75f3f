"""Tables: every act on a game, checked for seat, turn, version and legality, and on disk before it is acknowledged."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from kemu.core.game import Game
from kemu.core.pending import Action
from kemu.core.record import Entry
from kemu.core.refusal import Refusal

from .clock import now
from .errors import ApiError, over, refused, stale
from .keys import Key
from .live import Live
from .opening import open_table
from .seats import Seat, seat_of
from .settings import Limits
from .slots import Slots
from .storage import Database, rows
from .wire import Answer, DrawOffer, Landed, NewTable, Resign, Said, Say, TableOpened, Undo

DAY = 24 * 3600 * 1000
RETRIES = 8
"""How often an act that is not bound to a ply is tried when others change the table at the same time."""


class Outcome(Struct, frozen=True):
    """What an act did to a live game, to be written down."""

    added: tuple[Entry, ...] = ()
    removed: int = 0
    draw_offer: int | None = None


T = TypeVar("T", bound=Struct)
Act = Callable[[Live, Seat], Outcome]


class _Stale(Exception):
    """Somebody else has changed the game since it was looked at."""


class Tables:
    """The acts. `changed` is called after every change that is on disk, with the game and whether a computer is due."""

    def __init__(self, database: Database, limits: Limits, changed: Callable[[str, bool], None]) -> None:
        self.database = database
        self.slots = Slots(database)
        self._limits = limits
        self._changed = changed

    # -- opening ---------------------------------------------------------------------------------------------

    def open(self, wish: NewTable, address: str) -> TableOpened:
        """Open a table for somebody at this address."""
        opener = blake2b(address.encode(), digest_size=16, person=b"kemu opener").digest()
        with self.database.read() as connection:
            if rows.games_opened(connection, opener, now() - DAY) >= self._limits.games:
                raise ApiError(429, "too-many-games", "Too many unfinished games: finish some of them first.")
        opened = open_table(wish, now())
        entries = [past.entry for past in opened.table.past]
        self.database.write(
            lambda c: rows.insert_game(c, opened.row, opened.seats, entries, opener, self.database.tick(c))
        )
        self._changed(opened.row.id, opened.row.computer_due)
        return opened.told

    # -- acts of a seat --------------------------------------------------------------------------------------

    def answer(self, game: str, token: str, body: Answer) -> Landed:
        """Answer the pending decision."""

        def act(live: Live, seat: Seat) -> Outcome:
            _current(live, body.ply, body.revision)
            return play(live, seat.index, parse(live.game, body.action))

        return self._keyed(game, token, body.key, body, Landed, lambda key: self._act(game, act, key))

    def undo(self, game: str, token: str, body: Undo) -> Landed:
        """Take back the last choice."""

        def act(live: Live, seat: Seat) -> Outcome:
            _current(live, body.ply, body.revision)
            refusal = live.table.can_undo(seat.index)
            if refusal is not None:
                raise refused(refusal, "no-undo")
            live.changing = True
            live.take_back()
            return Outcome(removed=1)

        return self._keyed(game, token, body.key, body, Landed, lambda key: self._act(game, act, key))

    def resign(self, game: str, token: str, body: Resign) -> Landed:
        """Give the game up."""

        def act(live: Live, seat: Seat) -> Outcome:
            live.changing = True
            live.table.leave(seat.index, "resigned")
            return Outcome(added=(live.table.past[-1].entry,))

        return self._keyed(game, token, body.key, body, Landed, lambda key: self._act(game, act, key, retry=True))

    def draw(self, game: str, token: str, body: DrawOffer) -> Landed:
        """Offer a draw, or answer the other seat's offer."""

        def act(live: Live, seat: Seat) -> Outcome:
            offered = live.draw_offer
            if len(live.seats) != 2:
                raise ApiError(409, "no-draw", "A draw can be agreed between two players only.")
            if live.seats[1 - seat.index].computer:
                raise ApiError(409, "no-draw", "The computer plays on.")
            if body.offer:
                if offered == 1 - seat.index:
                    raise ApiError(409, "draw-offered", "The other seat offers a draw already: accept it or decline.")
                return Outcome(draw_offer=seat.index)
            if offered != 1 - seat.index:
                raise ApiError(409, "no-offer", "Nobody has offered you a draw.")
            if body.decline:
                return Outcome()
            live.changing = True
            live.table.leave(seat.index, "agreed")
            return Outcome(added=(live.table.past[-1].entry,))

        if body.offer + body.accept + body.decline != 1:
            raise ApiError(422, "malformed", "Say one of offer, accept and decline.")
        return self._keyed(game, token, body.key, body, Landed, lambda key: self._act(game, act, key, retry=True))

    def say(self, game: str, token: str, body: Say) -> Said:
        """Say a line to the table."""

        def work(key: Key) -> Said:
            def write(connection: Connection) -> Said:
                if rows.lines_said(connection, game, key.seat.index) >= self._limits.chat_lines:
                    raise ApiError(409, "chat-full", "You have said enough at this table.")
                tick = self.database.tick(connection)
                said = Said(rows.add_line(connection, game, key.seat.index, body.text, now(), tick))
                key.note(connection, game, said)
                self.database.notify(connection, game)
                return said

            return self.database.write(write)

        if len(body.text) > self._limits.chat:
            raise ApiError(422, "too-long", f"A line has at most {self._limits.chat} characters.")
        said = self._keyed(game, token, body.key, body, Said, work)
        self._changed(game, False)
        return said

    def play_for_computer(self, game: str, revision: int, seat: int, action: Action) -> bool:
        """Let a computer's answer land; return False if the table has moved on since it was asked."""

        def act(live: Live, _: Seat) -> Outcome:
            if live.revision != revision:
                raise stale()
            return play(live, seat, action)

        try:
            self._act(game, act, None)
        except ApiError as error:
            if error.problem.code in {"stale", "game-over"}:
                return False
            raise
        return True

    # -- how an act lands --------------------------------------------------------------------------------------

    def seat(self, live: Live, token: str) -> Seat:
        """Return the seat that a secret opens, or raise."""
        seat = seat_of(token, live.seats)
        if seat is None:
            headers = {"WWW-Authenticate": "Bearer"}
            raise ApiError(401, "foreign-token", "This secret opens no seat at this table.", headers=headers)
        return seat

    def _keyed(self, game: str, token: str, key: str, body: Struct, shape: type[T], work: Callable[[Key], T]) -> T:
        """Do `work` once for a key; the same request again gets the same answer, another one under that key a 409."""
        with self.slots.hold(game) as live:
            seat = self.seat(live, token)
        request = blake2b(type(body).__name__.encode() + msgspec.json.encode(body), digest_size=16).digest()
        noted = Key(seat, key, request)
        before = self._before(game, noted, shape)
        if before is not None:
            return before
        try:
            return work(noted)
        except (IntegrityError, ApiError) as error:
            # The same request may have landed while this one was on its way.
            before = self._before(game, noted, shape)
            if before is not None:
                return before
            if isinstance(error, IntegrityError):
                raise stale() from error
            raise

    def _before(self, game: str, key: Key, shape: type[T]) -> T | None:
        with self.database.read() as connection:
            found = rows.answered(connection, game, key.seat.index, key.key)
        if found is None:
            return None
        if found[0] != key.request:
            raise ApiError(409, "key-reused", "This key was used for another request: make a fresh one.")
        return msgspec.json.decode(found[1], type=shape)

    def _act(self, game: str, act: Act, key: Key | None, retry: bool = False) -> Landed:
        for attempt in range(RETRIES):
            with suppress(_Stale):
                landed, due = self._once(game, act, key)
                self._changed(game, due)
                return landed
            if not retry or attempt + 1 == RETRIES:
                break
        raise stale()

    def _once(self, game: str, act: Act, key: Key | None) -> tuple[Landed, bool]:
        with self.slots.hold(game) as live:
            if live.over:
                raise over()
            try:
                outcome = act(live, live.seats[0] if key is None else key.seat)
            except Refusal as refusal:
                raise refused(refusal) from None
            landed = self._write(live, outcome, key)
            live.changing = False
            live.draw_offer = outcome.draw_offer
            live.revision = landed.revision
            live.undos += bool(outcome.removed)
            return landed, live.computer_due

    def _write(self, live: Live, outcome: Outcome, key: Key | None) -> Landed:
        recorded = bool(outcome.added or outcome.removed)
        ply = live.table.ply
        landed = Landed(ply, live.revision + recorded)
        change = rows.Change(
            game=live.id,
            revision=live.revision,
            ply=ply,
            over=live.over,
            computer_due=live.computer_due,
            draw_offer=outcome.draw_offer,
            undone=bool(outcome.removed),
        )

        def write(connection: Connection) -> None:
            tick = self.database.tick(connection)
            if not recorded:
                rows.set_draw_offer(connection, live.id, outcome.draw_offer, tick)
            elif not rows.change_game(connection, change, tick):
                raise _Stale
            if outcome.removed:
                rows.delete_entries(connection, live.id, ply)
            rows.insert_entries(connection, live.id, outcome.added)
            if key is not None:
                key.note(connection, live.id, landed)
            self.database.notify(connection, live.id)

        self.database.write(write)
        return landed


def parse(game: Game[Any, Any], raw: dict[str, Any]) -> Action:
    """Return an action from plain data, or raise. A field that the action does not have is a mistake, not a comment."""
    try:
        action = game.parse(raw)
    except Refusal as refusal:
        raise refused(refusal, "not-an-action") from None
    # A game with one kind of action reads it without its tag too: here it must be there, as in the record.
    lacking = {"act"} - raw.keys()
    strange = raw.keys() - msgspec.to_builtins(action).keys()
    if lacking or strange:
        what = "'act' is missing" if lacking else f"it has no field '{min(strange)[:40]}'"
        raise ApiError(409, "not-an-action", f"Not an action of {game.title}: {what}.")
    return action


def _current(live: Live, ply: int, revision: int | None) -> None:
    """Refuse an act that was meant for another position. A ply can come again after an undo, a revision cannot."""
    if ply != live.table.ply or revision not in {None, live.revision}:
        raise stale()


def play(live: Live, seat: int, action: Action) -> Outcome:
    """Answer the pending decision in memory; the draws that follow are part of the outcome."""
    table, start = live.table, live.table.ply
    deciding = live.deciding
    if deciding is None:
        raise over()
    if deciding.index != seat:
        refusal = live.game.why_not(table.state, seat, action)
        assert refusal is not None
        raise refused(refusal, "not-your-turn")
    live.changing = True
    try:
        table.play(action, seat)
    except Refusal:
        live.changing = False
        raise
    # An offer lapses when the seat that it was made to plays on.
    offer = None if live.draw_offer is not None and live.draw_offer != seat else live.draw_offer
    return Outcome(added=tuple(past.entry for past in table.past[start:]), draw_offer=offer)
