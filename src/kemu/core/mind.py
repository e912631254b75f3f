"""The mind: what opponents know of a game beyond its rules.

A mind never says what is legal. Nothing in the rules, the scenes or the records depends on it. Searching players ask
it; a game whose mind knows nothing is played out at random instead.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property
from math import tanh
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec import Struct

from .pending import Action, Decide, Over, Pending
from .rng import Rng

if TYPE_CHECKING:
    from .game import Game, View

G = TypeVar("G", bound="Game[Any, Any]")


class Weights(Struct, frozen=True, forbid_unknown_fields=True):
    """`mind/weights.json`: every number that a mind was fitted with, and to what."""

    fitted: str
    """What the numbers were fitted to."""
    weights: Mapping[str, float] = {}
    """By feature: how much it counts for the first seat."""
    numbers: Mapping[str, float] = {}
    """What the features themselves are worked out with."""


class Mind(Generic[G]):
    """What opponents know of one game. This one knows nothing, and plays out at random."""

    steps: ClassVar[int] = 1
    """About how many real choices a seat has in a turn: a search shares the turn's time among them."""

    def __init__(self, game: G) -> None:
        self.game = game

    @cached_property
    def weights(self) -> Weights:
        """The numbers of the game's `mind/weights.json`; none if there is no such file."""
        path = self.game.folder / "mind" / "weights.json"
        return msgspec.json.decode(path.read_bytes(), type=Weights) if path.is_file() else Weights("nothing")

    @cached_property
    def words(self) -> Mapping[str, Mapping[str, str]]:
        """What each feature means when it speaks for a seat: the game's `mind/words.toml`, if there is one."""
        path = self.game.folder / "mind" / "words.toml"
        return msgspec.toml.decode(path.read_bytes(), type=dict[str, dict[str, str]]) if path.is_file() else {}

    def features(self, state: Any) -> Mapping[str, float]:
        """Return what a person would count, each as the first seat's lead over the second."""
        return {}

    def value(self, state: Any, pending: Pending, rng: Rng) -> Sequence[float]:
        """Return how good a state looks that waits for `pending`: a number a seat, from -1 (lost) to 1 (won).

        The default puts the weights on the features; with no weights, it plays out at random.
        """
        if isinstance(pending, Over):
            return rewards(pending, len(self.game.seats))
        weights = self.weights.weights
        if not weights:
            return played_out(self.game, state, pending, rng)
        lead = tanh(sum(weights[name] * amount for name, amount in self.features(state).items()))
        return (lead, -lead)

    def candidates(self, view: View[Any], decide: Decide) -> Sequence[Action]:
        """Return the answers worth a search's time: at least one of the options, if there are any.

        It is asked of the deciding seat's view, so it knows no more than that seat. The default: all options.
        """
        return decide.options

    def plans(self, view: View[Any], decide: Decide) -> Sequence[Sequence[Action]]:
        """Return whole sequences to try first: answers to this decision and to the seat's next ones."""
        return ()

    def quiet(self, state: Any) -> bool:
        """Tell whether a search need look no further than this pause for chance."""
        return False

    def turn(self, state: Any) -> Hashable:
        """Return what tells one turn from another, for a search to share its time; None: every decision is a turn."""
        return None


def rewards(over: Over, seats: int) -> tuple[float, ...]:
    """Return what an end is worth: 1 to the winner, -1 to the others, 0 to everybody in a draw.

    >>> rewards(Over(1, "marae", "moeraki:D.5", (3.0, 4.0)), 2)
    (-1.0, 1.0)
    """
    if over.winner is None:
        return (0.0,) * seats
    return tuple(1.0 if seat == over.winner else -1.0 for seat in range(seats))


LONGEST = 2_000
"""A game that is played out at random for this many decisions counts as drawn."""


def played_out(game: Game[Any, Any], state: Any, pending: Pending, rng: Rng) -> Sequence[float]:
    """Return how one game at random from here ends."""
    left = LONGEST
    while not isinstance(pending, Over):
        if isinstance(pending, Decide):
            if left <= 0:
                return (0.0,) * len(game.seats)
            left -= 1
            choice = pending.pick(rng)
        else:
            choice = pending.sample(rng)
        state, _ = game.apply(state, choice)
        pending = game.pending(state)
    return rewards(pending, len(game.seats))
