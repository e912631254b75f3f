"""What opponents know of a battle beyond its rules: what an army, its order and its cards are worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from kemu.core.game import View
from kemu.core.mind import Mind
from kemu.core.pending import Action, Decide

from ..model.state import State
from ..rules.charging import ChargeOrders
from ..rules.orders import Moves
from .marches import charges, marches


class MauriceMind(Mind[Any]):
    """Counts morale, disruption and cards in hand."""

    steps: ClassVar[int] = 8

    def features(self, state: State) -> Mapping[str, float]:
        """Return what a person would count, each as Red's lead over Blue, as shares of an army."""
        size = state.settings.size
        disr = [sum(unit.disr / unit.bases for unit in state.side(seat)) for seat in (0, 1)]
        return {
            "morale": (state.morale[0] - state.morale[1]) / max(1, state.start_morale[0]),
            "disr": (disr[1] - disr[0]) / size,
            "cards": (len(state.hands[0]) - len(state.hands[1])) / self.game.cat.limit,
        }

    def candidates(self, view: View[Any], decide: Decide) -> Sequence[Action]:
        """Return the answers listed, and of a march or charge the few points of the continuum worth a look."""
        free, options = decide.free, tuple(decide.options)
        if isinstance(free, Moves):
            return (*options, *marches(free.field, free.units, free.leave, free.charging))
        if isinstance(free, ChargeOrders):
            found: list[Action] = []
            if free.charges:
                found += charges(free.charges.field, free.able, free.charges.leave)
            if free.moves is not None:
                found += marches(free.moves.field, free.others, free.moves.leave, True)
            return (*options, *(order for order in found if free.check(order) is None))
        return options

    def turn(self, state: State) -> int:
        """Return the round: a search looks at one of its own at a time."""
        return state.round
