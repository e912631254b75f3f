"""Tables: every act on a game, checked for seat, turn, version and legality, and on disk before it is acknowledged."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Any

import msgspec
from sqlalchemy import Connection

from kemu.core.game import Game
from kemu.core.pending import Action
from kemu.core.refusal import Refusal

from .claims import named_within
from .clock import now
from .errors import ApiError, closed, over, refused, stale
from .heartbeat import Heartbeat
from .landing import Change, Landing, Request
from .listing import may_list
from .live import Live
from .opening import Taken, open_table
from .seats import Seat
from .settings import Limits
from .slots import Slots
from .snapshot import draws
from .storage import Database, listed, rows
from .taking_back import ASKS, back_asked, back_to, draw_offered, needs_leave
from .wire_acts import AddSalt, Answer, DrawOffer, Landed, NewTable, Resign, Said, Say, TableOpened, TakeBack, Undo

DAY = 24 * 3600 * 1000


class Tables:
    """The acts. `changed` is called after every change that is on disk, with the game and whether a computer is due."""

    def __init__(
        self,
        database: Database,
        limits: Limits,
        changed: Callable[[str, bool], None],
        clock: Callable[[], int] = now,
    ) -> None:
        self.database = database
        self.slots = Slots(database, most=limits.live_bytes)
        self.heartbeat = Heartbeat(database, self.slots, changed, clock)
        self._landing = Landing(database, self.slots, changed, self._over, self.heartbeat, clock)
        self.flag = self._landing.flag
        """Ends a game in which time has run out."""
        self.ended: Callable[[str], None] = lambda game: None
        """Told of each game that has ended."""
        self.limits = limits
        self._changed = changed
        self.stuck: Callable[[str, int], bool] = lambda game, revision: False
        """Whether the computer that must decide at this revision has given up; the computers say so."""

    def _over(self, game: str) -> None:
        self.ended(game)

    def tell(self, game: str) -> None:
        """Let those who watch a table look again: something beside its record has changed."""
        self._changed(game, False)

    # -- opening ---------------------------------------------------------------------------------------------

    def open(self, wish: NewTable, address: str, taken: Taken | None = None) -> TableOpened:
        """Open a table for somebody at this address; one that goes on with another game takes over its plies."""
        for who in wish.seats.values():
            named_within(who.name, self.limits)
        opener = blake2b(address.encode(), digest_size=16, person=b"kemu opener").digest()
        with self.database.read() as connection:
            if rows.games_opened(connection, opener, now() - DAY) >= self.limits.games:
                raise ApiError(429, "too-many-games", "Too many unfinished games: finish some of them first.")
            if wish.listed:
                may_list(listed.listed_by(connection, opener, now()), self.limits)
        opened = open_table(wish, now(), opener, taken)
        entries = [past.entry for past in opened.table.past]
        self.database.write(lambda c: rows.insert_game(c, opened.row, opened.seats, entries, self.database.tick(c)))
        self._changed(opened.row.id, opened.row.computer_due)
        return opened.told

    # -- acts of a seat --------------------------------------------------------------------------------------

    def salt(self, game: str, token: str, body: AddSalt) -> Landed:
        """Add the seat's salt to the dice; with the last one the dealer draws whatever is due.

        The commitment is in the table's row since it was opened, so this cannot change the secret; and no salt is
        taken twice or after a draw, so nobody can change his when he has seen one.
        """

        def act(live: Live, seat: Seat | None) -> Change:
            assert seat is not None
            table, start = live.table, live.table.ply
            live.changing = True
            try:
                table.add_salt(seat.index, body.salt)
            except Refusal as refusal:
                live.changing = False
                raise refused(refusal, "salted") from None
            while (only := live.table.forced()) is not None:
                table.play(only)
            added = tuple(past.entry for past in table.past[start:])
            return Change(added=added, draw_offer=live.draw_offer, salted=True)

        return self._landing.act(game, act, Request.of(token, body.key, body))

    def answer(self, game: str, token: str, body: Answer) -> Landed:
        """Answer the pending decision."""

        def act(live: Live, seat: Seat | None) -> Change:
            assert seat is not None
            _current(live, body.ply, body.revision)
            self._room(live)
            return play(live, seat.index, parse(live.game, body.action))

        return self._landing.act(game, act, Request.of(token, body.key, body))

    def undo(self, game: str, token: str, body: Undo) -> Landed:
        """Take back the last choice."""

        def act(live: Live, seat: Seat | None) -> Change:
            assert seat is not None
            _current(live, body.ply, body.revision)
            refusal = live.table.can_undo(seat.index)
            if refusal is not None:
                raise refused(refusal, "no-undo")
            self._room(live)
            return taken_back(live, seat.index)

        return self._landing.act(game, act, Request.of(token, body.key, body))

    def take_back(self, game: str, token: str, body: TakeBack) -> Landed:
        """Go back to the seat's last choice, or ask for it; or answer what the other seat asks for."""

        def act(live: Live, seat: Seat | None) -> Change:
            assert seat is not None
            _current(live, body.ply, body.revision)
            asked = back_asked(live)
            if body.answer is None:
                to = back_to(live, seat.index)
                if isinstance(to, Refusal):
                    raise refused(to, "no-undo")
                if needs_leave(live, seat.index):
                    return Change(draw_offer=ASKS + seat.index)
            else:
                if asked is None or asked == seat.index:
                    raise ApiError(409, "no-offer", "Nobody asks you to take back.")
                if body.answer == "decline":
                    return Change()
                to = back_to(live, asked)
                if isinstance(to, Refusal):
                    raise refused(to, "no-undo")
            self._room(live)
            live.changing = True
            live.table.take_back(to)
            return Change(added=(live.table.past[-1].entry,))

        return self._landing.act(game, act, Request.of(token, body.key, body))

    def resign(self, game: str, token: str, body: Resign) -> Landed:
        """Give the game up."""

        def act(live: Live, seat: Seat | None) -> Change:
            assert seat is not None
            _current(live, body.ply, body.revision)
            leaves = seat.index if body.seat is None else self._given_up(live, body.seat)
            live.changing = True
            live.table.leave(leaves, "resigned")
            return Change(added=(live.table.past[-1].entry,))

        return self._landing.act(game, act, Request.of(token, body.key, body))

    def _room(self, live: Live) -> None:
        """Refuse what would make a record still longer that is too long already."""
        if live.recorded > self.limits.record_bytes:
            raise ApiError(409, "record-full", "The record of this game is full: it can only be resigned or drawn.")

    def _given_up(self, live: Live, name: str) -> int:
        """Return the seat of that name if it is a computer's that must decide and cannot, or raise."""
        deciding = live.deciding
        if deciding is None or live.game.seats[deciding.index] != name or not self.stuck(live.id, live.revision):
            raise ApiError(409, "not-stuck", "Only a computer that cannot decide can be made to resign.")
        return deciding.index

    def draw(self, game: str, token: str, body: DrawOffer) -> Landed:
        """Offer a draw, or answer the other seat's offer."""

        def act(live: Live, seat: Seat | None) -> Change:
            assert seat is not None
            _current(live, body.ply, body.revision)
            offered = draw_offered(live)
            if len(live.seats) != 2:
                raise ApiError(409, "no-draw", "A draw can be agreed between two players only.")
            if live.seats[1 - seat.index].computer:
                raise ApiError(409, "no-draw", "The computer plays on.")
            if not draws(live):
                raise ApiError(409, "no-draw", f"{live.game.title} knows no draw.")
            if body.offer:
                if offered == 1 - seat.index:
                    raise ApiError(409, "draw-offered", "The other seat offers a draw already: accept it or decline.")
                return Change(draw_offer=seat.index)
            if offered != 1 - seat.index:
                raise ApiError(409, "no-offer", "Nobody has offered you a draw.")
            if body.decline:
                return Change()
            live.changing = True
            live.table.leave(seat.index, "agreed")
            return Change(added=(live.table.past[-1].entry,))

        if body.offer + body.accept + body.decline != 1:
            raise ApiError(422, "malformed", "Say one of offer, accept and decline.")
        return self._landing.act(game, act, Request.of(token, body.key, body))

    def say(self, game: str, token: str, body: Say) -> Said:
        """Say a line to the table."""

        def write(connection: Connection, seat: Seat, request: Request) -> Said:
            lines, size = rows.said(connection, game, seat.index)
            if lines >= self.limits.chat_lines:
                raise ApiError(409, "chat-full", "You have said enough at this table.")
            if size + len(body.text) > self.limits.chat_size:
                raise ApiError(409, "chat-full", "Enough has been said at this table.")
            tick = self.database.tick(connection)
            said = Said(rows.add_line(connection, game, seat.index, body.text, now(), tick))
            request.note(connection, game, seat, said)
            self.database.notify(connection, game)
            return said

        def work(request: Request) -> Said:
            with self.slots.hold(game) as live:
                seat = request.seat(live)
                if live.closed:
                    raise closed()
                said = self.database.write(lambda c: write(c, seat, request))
                live.lines = said.line
            return said

        if len(body.text) > self.limits.chat:
            raise ApiError(422, "too-long", f"A line has at most {self.limits.chat} characters.")
        said = self._landing.once(game, Request.of(token, body.key, body), Said, work)
        self._changed(game, False)
        return said

    def play_for_computer(self, game: str, revision: int, seat: int, action: Action) -> bool:
        """Let a computer's answer land; return False if the table has moved on since it was asked."""

        def act(live: Live, _: Seat | None) -> Change:
            if live.revision != revision:
                raise stale()
            return play(live, seat, action)

        try:
            self._landing.act(game, act, None)
        except ApiError as error:
            if error.problem.code in {"stale", "game-over"}:
                return False
            raise
        return True


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
    seen = live.revision if revision is None else revision
    if ply != live.table.ply or not live.stands_since <= seen <= live.revision:
        raise stale()


def play(live: Live, seat: int, action: Action) -> Change:
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
    while (only := live.table.forced()) is not None:
        table.play(only)
    # An offer lapses when the seat that it was made to plays on; a wish to take back when anybody does.
    offer = seat if draw_offered(live) == seat else None
    return Change(added=tuple(past.entry for past in table.past[start:]), draw_offer=offer)


def taken_back(live: Live, seat: int) -> Change:
    """Take back the seat's last choice in memory, with what the table answered by itself after it."""
    live.changing = True
    removed = 1
    live.take_back()
    while live.table.forced() is not None and live.table.can_undo(seat) is None:
        live.take_back()
        removed += 1
    return Change(removed=removed)
