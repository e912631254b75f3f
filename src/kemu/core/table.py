"""A table: one game being played, with a dealer who draws chance and a record that grows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, cast

import msgspec
from msgspec import Struct

from .dealer import Dealer
from .events import Event
from .game import Game, View
from .pending import Action, Chance, Decide, Over
from .record import (
    FORMAT,
    Drawn,
    End,
    Entry,
    Header,
    Leave,
    Move,
    Record,
    RecordError,
    left,
    load_record,
    outcome_named,
    verify,
)
from .refusal import Refusal
from .registry import game as game_by_id

LONGEST_NAME = 200
"""A name stands in the header of every record."""


def _writable(name: object) -> bool:
    try:
        return isinstance(name, str) and len(name) <= LONGEST_NAME and bool(name.encode() or True)
    except UnicodeEncodeError:
        return False


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
    ) -> None:
        """Sit down to a game.

        `options` is the game's own struct, or a mapping for it. `seed` makes the dealer's secret repeatable;
        without it (and without a `dealer`) the secret is drawn from the system. `players` names who sits where.
        """
        self.game: Game[Any, Any] = game_by_id(game) if isinstance(game, str) else game
        if options is None or isinstance(options, Mapping):
            options = self.game.parse_options(options or {})
        if not isinstance(options, self.game.options_type):
            raise Refusal(f"These are not options of {self.game.title}.")
        options = self.game.parse_options(msgspec.to_builtins(options))
        self.dealer = dealer or (Dealer() if seed is None else Dealer.from_seed(seed))
        names = list(players) or [""] * len(self.game.seats)
        if len(names) != len(self.game.seats):
            raise Refusal(f"{self.game.title} has {len(self.game.seats)} seats; {len(names)} players were named.")
        if not all(_writable(name) for name in names):
            raise Refusal(f"A player's name is text, of {LONGEST_NAME} letters at most.")
        self.header = Header(
            kemu=FORMAT,
            game=self.game.id,
            rules=self.game.rules_version,
            kit=self.game.kit.digest,
            options=msgspec.to_builtins(options),
            seats=dict(zip(self.game.seats, names, strict=True)),
            commitment=self.dealer.commitment,
            salt=self.dealer.salt,
        )
        self.past: list[Past] = []
        self._draws = 0
        self._left: Over | None = None
        self.state: Any = self.game.start(options)
        self._deal()

    @classmethod
    def resume(cls, record: Record, game: Game[Any, Any], dealer: Dealer) -> Table:
        """Return the table at the end of an unfinished record, with the dealer whose commitment it carries."""
        if dealer.commitment != record.header.commitment or dealer.salt != record.header.salt:
            raise RecordError(1, "this is not the dealer that the record committed to")
        verify(record, game)
        table = cls(game, record.header.options, dealer=dealer, players=tuple(record.header.seats.values()))
        for entry in record.entries[len(table.past) :]:
            if isinstance(entry, Move):
                table.play(game.parse(entry.do))
            elif isinstance(entry, Leave):
                table.leave(game.seats.index(entry.seat), entry.ends)
        if table.record().entries != record.entries:
            raise RecordError(1, "the dealer draws otherwise than this record")
        return table

    # -- what it waits for -------------------------------------------------------------------------------

    @property
    def pending(self) -> Decide | Over:
        """What the table waits for. Never chance: the dealer has drawn it already."""
        if self._left is not None:
            return self._left
        pending = self.game.pending(self.state)
        assert not isinstance(pending, Chance)
        return pending

    @property
    def options(self) -> tuple[Action, ...]:
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

    # -- what one can do ---------------------------------------------------------------------------------

    def play(self, action: Action | str, seat: int | None = None) -> None:
        """Answer the pending decision, as `seat` if it is given; then the dealer draws whatever chance is due.

        An action may be given by its notation. Anything illegal raises a `Refusal` and changes nothing.
        """
        pending = self.pending
        if isinstance(pending, Over):
            raise Refusal("The game is over.", pending.clause)
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
        self.past.append(Past(Move(self.ply + 1, self.game.seats[pending.seat], do), before, events))
        self._deal()

    def _by_notation(self, pending: Decide, text: str) -> Action:
        for option in pending.options:
            if self.game.notation(option) == text:
                return option
        raise Refusal(f"'{text}' is not one of the choices here.", pending.clause)

    def _deal(self) -> None:
        while isinstance(pending := self.game.pending(self.state), Chance):
            outcome = pending.sample(self.dealer.draw(self._draws))
            before = self.state
            self.state, events = self.game.apply(before, outcome)
            self.past.append(Past(Drawn(self.ply + 1, pending.kind, outcome), before, events))
            self._draws += 1

    def can_undo(self, seat: int | None = None) -> Refusal | None:
        """Return None if the last choice can be taken back (by `seat`, if given), else why not.

        Undo ends where knowledge begins: at a throw or a draw, at a fact revealed, at another seat's turn.
        """
        if not self.past:
            return Refusal("Nothing has been done yet.")
        last = self.past[-1]
        pending = self.pending
        if isinstance(last.entry, Drawn):
            return Refusal("Chance has spoken: what came before it stands.")
        if isinstance(pending, Over):
            return Refusal("The game is over.")
        if last.entry.seat != self.game.seats[pending.seat]:
            return Refusal("The turn has passed to another seat.")
        if seat is not None and seat != pending.seat:
            return Refusal("Only the seat that made the choice can take it back.")
        if any(event.reveals for event in last.events):
            return Refusal("Something hidden has been shown: what came before it stands.")
        return None

    def undo(self, seat: int | None = None) -> None:
        """Take back the last choice, or raise a `Refusal`. What is undone leaves the record."""
        refusal = self.can_undo(seat)
        if refusal is not None:
            raise refusal
        self.state = self.past.pop().before

    def leave(self, seat: int, ends: Literal["resigned", "agreed"] = "resigned") -> None:
        """End the game outside its rules: `seat` resigns, or accepts the draw that was offered to it."""
        if self.outcome is not None:
            raise Refusal("The game is over.")
        if seat not in range(len(self.game.seats)) or ends not in ("resigned", "agreed"):
            raise Refusal("A seat of this game resigns, or accepts a draw.")
        self._left = left(self.game, self.state, seat, ends)
        self.past.append(Past(Leave(self.ply + 1, self.game.seats[seat], ends), self.state, ()))

    def record(self) -> Record:
        """Return the record so far. The dealer's secret is in it only when the game is over."""
        over = self.outcome
        end = None if over is None else End(outcome_named(self.game, over), self.dealer.secret.hex())
        # Through bytes and back: what is handed out shares nothing with the table.
        record = Record(self.header, tuple(past.entry for past in self.past), end)
        return load_record(record.dump())
