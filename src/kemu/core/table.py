"""A table: one game being played, with a dealer who draws chance and a record that grows."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, cast, get_args

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from .dealer import Dealer, UnboundDealer
from .events import Event
from .game import Game, View
from .pending import Action, Chance, Decide, Offers, Over
from .printable import control_in
from .record import (
    FORMAT,
    OLD_FORMAT,
    Back,
    Begins,
    Course,
    Drawn,
    End,
    Ends,
    Entry,
    Header,
    Leave,
    Move,
    Record,
    RecordError,
    dealer_of,
    ending_named,
    left,
    load_record,
    replay,
    verify,
)
from .refusal import Refusal
from .registry import game as game_by_id

LONGEST_NAME = 200
"""A name stands in the header of every record."""


def _writable(name: object) -> bool:
    return isinstance(name, str) and len(name) <= LONGEST_NAME and not control_in(name)


class Past(Struct, frozen=True):
    """One entry of the record, the state before it, and what happened."""

    entry: Entry
    before: Any
    events: tuple[Event, ...]


class Table:
    """One game being played. It resolves chance through its dealer, so what it waits for is a decision, or nothing.

    >>> table = Table("moeraki", {"variant": "beginner"}, seed=1)
    >>> table.pending.prompt
    'Place the Moeraki ball in one of the nine hollows of the white circle.'
    >>> table.play("f6")
    >>> len(table.options)
    56
    """

    def __init__(
        self,
        game: Game[Any, Any] | str,
        options: Mapping[str, Any] | Struct | None = None,
        *,
        seed: int | None = None,
        dealer: Dealer | None = None,
        players: Sequence[str] = (),
        begins: Begins | None = None,
        taken: Sequence[Entry] = (),
    ) -> None:
        """Sit down to a game.

        `options` is the game's own struct, or a mapping for it. `seed` makes the dealer's secret repeatable;
        without it (and without a `dealer`) the secret is drawn from the system. `players` names who sits where.
        With `taken`, the first entries of another record (which `begins` names), the game goes on from where they lead.
        """
        self.game: Game[Any, Any] = game_by_id(game) if isinstance(game, str) else game
        if options is None or isinstance(options, Mapping):
            options = self.game.parse_settings(options or {})
        if not isinstance(options, self.game.settings_type):
            raise Refusal(f"These are not options of {self.game.title}.")
        options = self.game.parse_settings(msgspec.to_builtins(options))
        self.dealer = dealer or (Dealer() if seed is None else Dealer.from_seed(seed))
        bound = not isinstance(self.dealer, UnboundDealer)
        names = list(players) or [""] * len(self.game.seats)
        if len(names) != len(self.game.seats):
            raise Refusal(f"{self.game.title} has {len(self.game.seats)} seats; {len(names)} players were named.")
        if not all(_writable(name) for name in names):
            raise Refusal(f"A player's name is text without control characters, of {LONGEST_NAME} letters at most.")
        self.header = Header(
            kemu=FORMAT if bound else OLD_FORMAT,
            game=self.game.id,
            rules=self.game.rules_version,
            kit=self.game.kit.digest,
            options=msgspec.to_builtins(options),
            seats=dict(zip(self.game.seats, names, strict=True)),
            commitment=self.dealer.commitment,
            salt=self.dealer.salt,
            table=self.dealer.table if bound else None,
            salts=self.dealer.salts if bound else None,
            dealer=self.dealer.whose if bound else None,
            begins=begins,
        )
        if len(taken) != self.header.taken:
            raise Refusal("A game that is gone on with takes over the plies that it says.")
        self.past: list[Past] = []
        self._course = Course()
        self._left: Over | None = None
        self.state: Any = self.game.start(options)
        for moment in replay(Record(self.header, tuple(taken), None), self.game) if taken else ():
            if moment.entry is not None:
                self._add(moment.entry, self.state, moment.events)
            self.state = moment.state
        self._floor = self._course.last
        if taken and isinstance(self.pending, Over):
            raise Refusal("The game is over there: nobody can go on with it.")
        self._deal()

    @classmethod
    def resume(cls, record: Record, game: Game[Any, Any], dealer: Dealer) -> Table:
        """Return the table at the end of an unfinished record, with the dealer whose commitment it carries."""
        dealer = dealer_of(record.header, dealer.secret)
        if dealer.commitment != record.header.commitment:
            raise RecordError(1, "this is not the dealer that the record committed to")
        verify(record, game)
        header = record.header
        table = cls(
            game,
            header.options,
            dealer=dealer,
            players=tuple(header.seats.values()),
            begins=header.begins,
            taken=record.entries[: header.taken],
        )
        for entry in record.entries[len(table.past) :]:
            if isinstance(entry, Move):
                table.play(game.parse(entry.do))
            elif isinstance(entry, Leave):
                table.leave(game.seats.index(entry.seat), entry.ends)
            elif isinstance(entry, Back):
                table.take_back(entry.back)
        if table.record().entries != record.entries:
            raise RecordError(1, "the dealer draws otherwise than this record")
        return table

    # -- what it waits for -------------------------------------------------------------------------------

    @property
    def pending(self) -> Decide | Over:
        """What the table waits for. Never chance: the dealer has drawn it already.

        Where chance is due and a seat has yet to add its salt to the dice, the table waits for this seat: that is a
        decision of its own without options, answered by `add_salt`.
        """
        if self._left is not None:
            return self._left
        pending = self.game.pending(self.state)
        if isinstance(pending, Chance):
            lacking = self.game.seats.index(self.dealer.waits_for[0])
            prompt = f"Waiting for {self.game.seat_title(lacking)}: every player adds a salt before the first draw."
            return Decide(lacking, prompt, pending.clause, waiting=prompt)
        return pending

    @property
    def waits_for_salt(self) -> bool:
        """Whether chance is due, and cannot be drawn before every seat has added its salt."""
        return self._left is None and isinstance(self.game.pending(self.state), Chance)

    @property
    def options(self) -> tuple[Action, ...] | Offers:
        """The discrete answers to the pending decision; none when the game is over."""
        pending = self.pending
        return pending.options if isinstance(pending, Decide) else ()

    @property
    def outcome(self) -> Over | None:
        """How the game ended, or None while it goes on."""
        pending = self.pending
        return pending if isinstance(pending, Over) else None

    @property
    def ply(self) -> int:
        """How many choices have been made, by seats and by chance."""
        return len(self.past)

    def view(self, seat: int | None) -> View[Any]:
        """What a seat may know now; None is a spectator."""
        return self.game.view(self.state, seat)

    def forced(self) -> Action | None:
        """Return the only answer there is to the pending decision, if the table is to give it: nobody is asked then.

        Not where something is hidden: that a seat has a single answer may be its secret. And not where it would put an
        end to what the seat can still take back: then it is the word that confirms it.
        """
        pending = self.pending
        if not isinstance(pending, Decide) or self.game.hides or pending.free is not None or len(pending.options) != 1:
            return None
        only = pending.options[0]
        if self.can_undo(pending.seat) is None:
            after, _ = self.game.apply(self.state, only)
            then = self.game.pending(after)
            if not isinstance(then, Decide) or then.seat != pending.seat:
                return None
        return only

    # -- what one can do ---------------------------------------------------------------------------------

    def play(self, action: Action | str, seat: int | None = None) -> None:
        """Answer the pending decision, as `seat` if it is given; then the dealer draws whatever chance is due.

        An action may be given by its notation. Anything illegal raises a `Refusal` and changes nothing.
        """
        pending = self.pending
        if isinstance(pending, Over):
            raise Refusal("The game is over.", pending.clause)
        if self.waits_for_salt:
            raise Refusal(pending.prompt, pending.clause)
        if isinstance(action, str):
            action = self._by_notation(pending, action)
        if seat is not None and seat != pending.seat:
            refusal = self.game.why_not(self.state, seat, action)
            assert refusal is not None
            raise refusal
        before = self.state
        action = cast(Action, self.game.accept(before, action))
        do = msgspec.json.decode(msgspec.json.encode(action))
        self.state, events = self.game.apply(before, action)
        self._add(Move(self.ply + 1, self.game.seats[pending.seat], do), before, events)
        self._deal()

    def _by_notation(self, pending: Decide, text: str) -> Action:
        for option in pending.options:
            if self.game.notation(option) == text:
                return option
        raise Refusal(f"'{text}' is not one of the choices here.", pending.clause)

    def _deal(self) -> None:
        while not self.dealer.waits_for and isinstance(pending := self.game.pending(self.state), Chance):
            outcome = pending.sample(self.dealer.draw(self._course.draws))
            sources = None if self.header.table is None else pending.drawn_from()
            before = self.state
            self.state, events = self.game.apply(before, outcome)
            self._add(Drawn(self.ply + 1, pending.kind, outcome, sources), before, events)

    def _add(self, entry: Entry, before: Any, events: tuple[Event, ...]) -> None:
        self.past.append(Past(entry, before, events))
        self._course.add(entry)

    def add_salt(self, seat: int, salt: str) -> None:
        """Add a seat's salt to the dice, or raise a `Refusal`; with the last one the dealer draws whatever is due.

        Every salt is there before the first draw, so none can be chosen by somebody who has seen one.
        """
        if self.outcome is not None:
            raise Refusal("The game is over.")
        self.dealer = self.dealer.salted(self.game.seats[seat], salt)
        self.header = replace(self.header, salts=self.dealer.salts, salt=self.dealer.salt)
        self._deal()

    def name_player(self, seat: int, name: str) -> None:
        """Write into the record who sits at a seat now, or raise a `Refusal`."""
        if not _writable(name):
            raise Refusal(f"A player's name has at most {LONGEST_NAME} characters, and no control characters.")
        self.header = replace(self.header, seats={**self.header.seats, self.game.seats[seat]: name})

    def can_undo(self, seat: int | None = None) -> Refusal | None:
        """Return None if the last choice can be taken back (by `seat`, if given), else why not.

        Undo ends where knowledge begins: at a throw or a draw, at a fact revealed, at another seat's turn.
        """
        if not self.past:
            return Refusal("Nothing has been done yet.")
        if self.ply <= self.header.taken:
            return Refusal("The game is gone on with from here: what came before stands.")
        last = self.past[-1]
        pending = self.pending
        if isinstance(last.entry, Drawn):
            return Refusal("Chance has spoken: what came before it stands.")
        if isinstance(pending, Over):
            return Refusal("The game is over.")
        if isinstance(last.entry, Back):
            return Refusal("Something was taken back just now; that stands in the record.")
        if last.entry.seat != self.game.seats[pending.seat]:
            return Refusal("The turn has passed to another seat.")
        if seat is not None and seat != pending.seat:
            return Refusal("Only the seat that made the choice can take it back.")
        if any(event.reveals for event in last.events):
            return Refusal("Something hidden has been shown: what came before it stands.")
        return None

    def is_final(self, action: Action) -> bool:
        """Return whether the answer could not be undone once it is given. Where facts are hidden, that may be one."""
        if self.game.hides:
            return True
        seat = cast(Decide, self.pending).seat
        after, events = self.game.apply(self.state, action)
        then = self.game.pending(after)
        return not isinstance(then, Decide) or then.seat != seat or any(event.reveals for event in events)

    def undo(self, seat: int | None = None) -> None:
        """Take back the last choice, or raise a `Refusal`. What is undone leaves the record."""
        refusal = self.can_undo(seat)
        if refusal is not None:
            raise refusal
        self.state = self.past.pop().before
        self._course.drop()

    def decisions(self, seats: Collection[int]) -> Iterator[int]:
        """Yield the plies after which one of these seats had a choice whose answer stands, the newest first.

        What had one answer only was no choice.
        """
        standing = self._course.standing
        for place in range(len(standing) - 1, -1, -1):
            entry = standing[place]
            if entry.ply <= self.header.taken:
                return
            if isinstance(entry, Move) and self.game.seats.index(entry.seat) in seats:
                pending = self.game.pending(self.past[entry.ply - 1].before)
                assert isinstance(pending, Decide)
                if pending.free is not None or len(pending.options) > 1:
                    yield standing[place - 1].ply if place else 0

    def take_back(self, to: int) -> None:
        """Go back to how the table stood after ply `to`, past chance and other seats' turns, or raise a `Refusal`.

        The record keeps what was taken back. Draws have their numbers again, so dice that have fallen fall the same.
        """
        over = self.outcome
        if over is not None:
            raise Refusal("The game is over: what was played stands.", over.clause)
        if not self._course.can_return_to(to) or to < self._floor:
            raise Refusal("There is nothing to take back.")
        state = self.past[to].before
        pending = self.game.pending(state)
        if not isinstance(pending, Decide):
            raise Refusal("One takes back to a decision.", pending.clause)
        self._add(Back(self.ply + 1, self.game.seats[pending.seat], to), self.state, ())
        self.state = state

    @property
    def stands(self) -> tuple[int, ...]:
        """The plies that were not taken back."""
        return tuple(entry.ply for entry in self._course.standing)

    def leave(self, seat: int, ends: Ends = "resigned") -> None:
        """End the game outside its rules: `seat` resigns, accepts the draw that was offered to it, or has no time
        left. Whoever keeps the time says so: a table has no clock."""
        if self.outcome is not None:
            raise Refusal("The game is over.")
        if seat not in range(len(self.game.seats)) or ends not in get_args(Ends):
            raise Refusal("A seat of this game resigns, accepts a draw, or has no time left.")
        pending = self.pending
        if ends == "timed-out" and not (isinstance(pending, Decide) and pending.seat == seat):
            raise Refusal("Only the seat that is waited for loses time.")
        self._left = left(self.game, self.state, seat, ends)
        self._add(Leave(self.ply + 1, self.game.seats[seat], ends), self.state, ())

    def record(self) -> Record:
        """Return the record so far. The dealer's secret is in it only when the game is over."""
        over = self.outcome
        end = None if over is None else End(ending_named(self.game, over), self.dealer.secret.hex())
        # Through bytes and back: what is handed out shares nothing with the table.
        record = Record(self.header, tuple(past.entry for past in self.past), end)
        return load_record(record.dump())
