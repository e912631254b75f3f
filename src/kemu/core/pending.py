"""What a game waits for: a decision of a seat, a throw of chance, or nothing more."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar, overload

from msgspec import Struct

from .refusal import Refusal
from .rng import Rng
from .sources import Source, draw_from

Outcome = tuple[int | str, ...]
"""What chance gave: dice by value, cards by id. Plain, ordered and hashable, so that it can be recorded."""


class Action(Struct, frozen=True, tag_field="act", forbid_unknown_fields=True):
    """One answer of a seat to a decision: a tagged struct, readable as JSON.

    A game's actions are small frozen subclasses, each with a tag (`class Stone(Action, tag="stone")`).
    """


class Reach(Struct, frozen=True):
    """What may be reached by a decision over a continuum, to be drawn: an SVG path, and what it stands for."""

    path: str
    label: str = ""


class Free(ABC):
    """The answers of a decision whose answers are a continuum, such as a march across a table."""

    by_hand: ClassVar[str] = ""
    """How one answers on the board, where it is not by dragging a piece or clicking where something shall stand."""

    @abstractmethod
    def check(self, action: Action) -> Refusal | None:
        """Return None if the action is legal now, else why not. Never raises, whatever the action holds."""

    @abstractmethod
    def reach(self) -> tuple[Reach, ...]:
        """What to draw: where a legal answer may lie. Every legal answer lies in it; the converse is not promised."""

    @abstractmethod
    def sample(self, rng: Rng) -> Action | None:
        """Return a legal answer drawn at random, a sensible one where the game knows such; None if it found none."""

    def at(self, x: float, y: float, piece: str = "") -> Action | None:
        """Return the answer that dragging `piece` to this point of the scene stands for, legal or not.

        None if it stands for nothing: the default, for games without dragging. It never raises: a client sends what it
        likes, and `check` then judges.
        """
        return None

    def adjust(self, draft: Action, x: float, y: float, piece: str) -> Action | None:
        """Return what an answer that was drafted becomes when `piece` is dragged on, legal or not. It never raises.

        The default: a new answer.
        """
        return self.at(x, y, piece)


class Offers(Sequence[Action]):
    """A list of answers that is worked out only as far as somebody looks at it, where listing all would be dear.

    It stands where the tuple of a decision's options would, and behaves like it in all else: its length, its order
    and what it equals. There is at least one answer in it.
    """

    __slots__ = ()

    @abstractmethod
    def all(self) -> tuple[Action, ...]:
        """Return all the answers, in their order."""

    @abstractmethod
    def draw(self, rng: Rng) -> Action:
        """Return one of the answers, each equally likely."""

    @abstractmethod
    def find(self, action: object) -> Action | None:
        """Return the answer that equals an action, or None. Never raises."""

    def __len__(self) -> int:
        return len(self.all())

    def __bool__(self) -> bool:
        return True

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        return self.all()[index]

    def __iter__(self) -> Iterator[Action]:
        return iter(self.all())

    def __contains__(self, value: object) -> bool:
        return self.find(value) is not None

    def __eq__(self, other: object) -> bool:
        return self.all() == (other.all() if isinstance(other, Offers) else other)

    def __hash__(self) -> int:
        return hash(self.all())

    def __repr__(self) -> str:
        return repr(self.all())


class Decide(Struct, frozen=True):
    """One seat must choose.

    `options` lists every discrete answer, without repetition and in an order that depends on the state
    alone (a game to which listing them is dear puts `Offers` there). `free`, if there, adds a continuum of
    answers beside the list. At least one of the two offers an answer: a game never asks what cannot be
    answered.

    `prompt` speaks to the seat that decides and may name what only this seat knows; `waiting` is what
    everyone else is told, and names nothing hidden. `seen` lists the seats that learn the answer: None means
    everybody; a card laid face down has the seat itself.

    `no` is for a seat that is asked whatever it holds, so that the question tells nobody anything: the option that
    declines. A seat may leave a standing "no" with its table, which then gives this answer for it.
    """

    seat: int
    prompt: str
    clause: str
    options: tuple[Action, ...] | Offers = ()
    free: Free | None = None
    waiting: str = ""
    seen: tuple[int, ...] | None = None
    no: Action | None = None

    def check(self, action: object) -> Refusal | None:
        """Return None if `action` is one of the answers, else a refusal."""
        if action in self.options:
            return None
        if self.free is not None and isinstance(action, Action):
            return self.free.check(action)
        return Refusal("That is not one of the choices here.", self.clause)

    def pick(self, rng: Rng) -> Action:
        """Return a legal answer at random: uniform over a list, from the sampler over a continuum.

        Where there are both, the sampler counts as much as the whole list.
        """
        options = self.options
        if self.free is not None and (not options or rng.below(2)):
            action = self.free.sample(rng)
            if action is not None:
                return action
            if not options:
                raise AssertionError(f"{self.clause}: a continuum that offers no answer")
        return options[rng.below(len(options))] if isinstance(options, tuple) else options.draw(rng)

    def for_others(self) -> Decide:
        """Return what the other seats and the spectators may know of this decision: who, and under which clause."""
        return Decide(self.seat, self.waiting, self.clause)


class Chance(ABC):
    """Dice or a draw. Rules never roll: they pause here, and somebody outside brings the outcome.

    `kind` names the kind of chance in records. `clause` is the rule that calls for it. `seen` lists the
    seats that learn the outcome; None means everybody.
    """

    kind: ClassVar[str]
    clause: str
    prompt: str
    seen: tuple[int, ...] | None = None

    @abstractmethod
    def drawn_from(self) -> tuple[Source, ...]:
        """What an outcome is drawn from: faces, a pool, or listed throws, one after the other.

        It stands in the record beside the outcome, so that a draw is proved without the game's rules.
        """

    def sample(self, rng: Rng) -> Outcome:
        """Draw one outcome: from `drawn_from`, one after the other.

        A chance may do the same quicker; how the numbers of `rng` are used is part of the record's format.
        """
        return draw_from(self.drawn_from(), rng)

    @abstractmethod
    def outcomes(self) -> Iterator[tuple[Outcome, int]]:
        """Yield the outcomes that differ to the rules, each once, with exact integer weights, lazily."""

    @abstractmethod
    def check(self, outcome: Outcome) -> Refusal | None:
        """Return None if this outcome can happen, else why not."""

    def counts_as(self, outcome: Outcome) -> Outcome:
        """Return the one of `outcomes` that this outcome is to the rules. The default: itself."""
        return outcome

    def total(self) -> int:
        """Return the sum of all weights."""
        return sum(weight for _, weight in self.outcomes())


class Over(Struct, frozen=True):
    """The game has ended. `winner` is a seat, or None for a draw; `scores` has one number a seat."""

    winner: int | None
    reason: str
    clause: str
    scores: tuple[float, ...]
    text: str = ""


Pending = Decide | Chance | Over


class Touch(Struct, frozen=True):
    """The intent of a player who clicks on something in the scene that stands for no option."""

    id: str
