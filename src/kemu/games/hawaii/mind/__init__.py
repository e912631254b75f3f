"""What opponents know of Hawaii, 1795 beyond its rules."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from kemu.core.game import View
from kemu.core.mind import Mind
from kemu.core.pending import Action, Decide, Pending
from kemu.core.rng import Rng

from ..model.actions import Load, Walk
from ..model.state import State
from ..odds.policy import choose
from ..rules.board import shifted
from ..rules.fight import Fight
from ..rules.movement import Loading, Moving
from .features import Strength, features

if TYPE_CHECKING:
    from .. import Hawaii  # noqa: F401


class HawaiiMind(Mind["Hawaii"]):
    """Dice on the map, spaces towards a victory, chiefs in danger; in a fight, the plain policy's choices."""

    steps: ClassVar[int] = 8

    @cached_property
    def strength(self) -> Strength:
        """The strength of sets of this kit's counters."""
        return Strength(self.game.cat, self.weights.numbers)

    def features(self, state: State) -> Mapping[str, float]:
        """Return what counts, each as Kamehameha's lead."""
        return features(self.game, self.strength, state)

    def value(self, state: State, pending: Pending, rng: Rng) -> Sequence[float]:
        """Return how good it looks; in the middle of a fleet move, after the best landing with what is on board."""
        top = state.stack[-1]
        if not isinstance(top, Loading) or not top.load:
            return super().value(state, pending, rng)
        return max(
            (
                super(HawaiiMind, self).value(landed(state, top, to), pending, rng)
                for to in range(self.game.cat.n)
                if to != top.at
            ),
            key=lambda value: value[top.seat],
        )

    def candidates(self, view: View[State], decide: Decide) -> Sequence[Action]:
        """Return the answers worth a search's time.

        Who fires and who falls is left to the policy: its answers are nearly always right, and a fight has dozens of
        them. Canoes are not walked to an island's other space, nor sailed without a load while there is something to
        load: a fleet move picks up anywhere.
        """
        cat, top, options = self.game.cat, view.state.stack[-1], decide.options
        if isinstance(top, Fight):
            return options if top.doubt else (choose(cat, top, decide),)
        if isinstance(top, Moving):
            return [o for o in options if not isinstance(o, Walk) or not cat.canoes >> cat.index[o.unit] & 1]
        if isinstance(top, Loading) and not top.load:
            return [option for option in options if isinstance(option, Load)] or options
        return options

    def turn(self, state: State) -> Hashable:
        """Return whose part of which month it is."""
        part: Any = state.stack[0]
        return state.month, part.seat


def landed(state: State, move: Loading, to: int) -> State:
    """Return the state after a fleet move has brought what is on board to a space."""
    return replace(
        state,
        stack=state.stack[:-1],
        places=shifted(state.places, move.load | 1 << move.canoe, to),
        rode=state.rode | move.load,
        sailed=state.sailed | 1 << move.canoe,
        fleet=state.fleet - 1,
    )
