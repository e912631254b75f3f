"""What opponents know of Siege: what a position is worth, which answers deserve a thought, where attackers go."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property
from math import exp
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from kemu.core.game import View
from kemu.core.mind import Mind
from kemu.core.pending import Action, Decide

from ..model.actions import Activate, Everyone, Fire, FirstEdge, LeaveEdge, Lose, Next, Ready, RollEdge, Stay, Withdraw
from ..model.layout import OUTSIDE
from ..model.pieces import ATTACKERS, FULL_CREW, GARRISON, MEN
from ..rules.acting import Order
from ..rules.cards import NextCard
from ..rules.losses import Lose as Losing
from ..rules.losses import Morale
from ..rules.melee_front import OPEN_GROUND, front
from ..rules.movement import March
from ..rules.setup import SetUp
from ..rules.winning import left_in_pool
from .approach import moves_towards
from .assault import Aim, aims, hope, sides
from .numbers import Numbers

if TYPE_CHECKING:
    from .. import Siege
    from ..model.state import State


class SiegeMind(Mind["Siege"]):
    """Counts men, ammunition and threats; narrows what a search tries to what promises most."""

    steps: ClassVar[int] = 3

    @cached_property
    def numbers(self) -> Numbers:
        """What the features, the aims and the ways to the enemy are worked out with."""
        return msgspec.convert(self.weights.numbers, Numbers, strict=False)

    def turn(self, state: State) -> Hashable:
        """A turn is what one card brings."""
        return state.drawn

    def quiet(self, state: State) -> bool:
        """A search looks to the end of the card: whose the next one is, and what for, is anybody's guess."""
        return isinstance(state.stack[-1], NextCard)

    def features(self, state: State) -> Mapping[str, float]:
        """Return what stands for the garrison, less what threatens it."""
        settings, numbers, cards = state.settings, self.numbers, self.game.cards
        times, last = settings.doubled, numbers.last_man
        size = due(self.game, state)
        standing = sum(size[group.id] + last for group in state.groups if group.side == GARRISON and size[group.id] > 0)
        whole = (settings.squads * (MEN + 1 + last) + FULL_CREW + last) * times
        # Each man who is threatened counts the less the more of the others are.
        share = standing * exp(-self.threat(state, size) / standing) / whole if standing else 0.0
        there = min(1.0, 2.0 * share)
        return {
            "men": 2.0 * share**numbers.steep - 1.0,
            "rifles": min(max(state.rifle, 0) / (cards.rifle_counters * times), 1.0) * there,
            "shells": min(state.shells / max(1, cards.gun_counters * times), 1.0) * there,
            "sighted": state.sighted * there,
            "pool": left_in_pool(state) / times * there,
            "fires": (sum(blaze.smoke + 1 for blaze in state.fires) + numbers.ruin * state.ruins.bit_count()) * there,
        }

    def threat(self, state: State, size: Mapping[int, float]) -> float:
        """Return how many men the attackers are about to kill: in melee, and by actions spent on what kills most."""
        numbers, game = self.numbers, self.game
        total = 0.0
        for melee in state.melees:
            ours, theirs = sides(state, melee, size)
            need = front(game, state, melee) if melee.holder == GARRISON else OPEN_GROUND
            total += numbers.locked * hope(theirs, need, ours, numbers.last_man)
        best: dict[int, Aim] = {}
        for aim in aims(game, state, numbers, size):
            best.setdefault(aim.group, aim)
        spent = 0.0
        for aim in best.values():
            spent += aim.actions
            total += (numbers.charge if aim.need else numbers.shot) * numbers.later**spent * aim.kills
            total += numbers.near * size[aim.group] / (1.0 + aim.actions)
        return total

    def candidates(self, view: View[Any], decide: Decide) -> Sequence[Action]:
        """Return the options that a search should think about, and for attackers where to go.

        The figures of a group are alike, and the order of retreat is hardly felt. Attackers use every action: each
        card that passes brings the column nearer.
        """
        state: State = view.state
        options = decide.options
        first = options[0] if options else None
        if isinstance(first, Lose):
            return tuple({option.group: option for option in options if isinstance(option, Lose)}.values())
        if isinstance(first, FirstEdge | Next | Ready):
            return (first,)
        if isinstance(state.stack[-1], SetUp):
            return tuple(option for option in options if not isinstance(option, Everyone)) or options
        if decide.seat != ATTACKERS or first is None:
            return options
        if isinstance(first, RollEdge | LeaveEdge):
            return tuple(option for option in options if isinstance(option, RollEdge))
        if isinstance(first, Activate):
            return self._groups(state, options)
        return self._orders(state, decide) or options[-1:]

    def _aims(self, state: State) -> list[Aim]:
        return aims(self.game, state, self.numbers, due(self.game, state))

    def _groups(self, state: State, options: Sequence[Action]) -> Sequence[Action]:
        """Return the group that promises most, and those in melee: they can shoot where they stand."""
        groups = [option for option in options if isinstance(option, Activate)]
        if len(groups) < 2:
            return groups
        offered = {option.group for option in groups}
        best = next((aim.group for aim in self._aims(state) if aim.group in offered), -1)
        return [option for option in groups if option.group == best or state.melee_of(option.group)] or groups

    def _orders(self, state: State, decide: Decide) -> Sequence[Action]:
        """Return the best shot, the special actions, and moves towards the squads that promise most."""
        eager = [option for option in decide.options if not isinstance(option, Stay | Withdraw)]
        if not isinstance(top := state.stack[-1], Order):
            return eager
        own = [aim for aim in self._aims(state) if aim.group == top.group]
        if sum(isinstance(option, Fire) for option in eager) > 1:
            best = next((aim.squad for aim in own if not aim.need), -1)
            eager = [option for option in eager if not isinstance(option, Fire) or option.target == best]
        if isinstance(decide.free, March) and decide.free.group.room == OUTSIDE:
            squads = list(dict.fromkeys(aim.squad for aim in own if aim.need))[: self.numbers.squads]
            eager += moves_towards(decide.free, [state.group(squad) for squad in squads])
        return eager


def due(game: Siege, state: State) -> dict[int, float]:
    """Return how many figures each group will have once the losses and tests that are due have been settled."""
    size = {group.id: float(len(group.men)) for group in state.groups}
    for frame in reversed(state.stack):
        if isinstance(frame, Losing):
            left = float(frame.number)
            for gid in frame.groups:
                gone = min(size.get(gid, 0.0), left)
                size[gid] = size.get(gid, 0.0) - gone
                left -= gone
        elif isinstance(frame, Morale):
            for group in state.groups:
                # More than was lost, or a six: fanatics need not roll.
                if group.id in frame.groups and group.side == ATTACKERS and not game.kinds[group.kind].fanatic:
                    size[group.id] *= 1.0 - min(frame.losses, 5) / 6
    return size
