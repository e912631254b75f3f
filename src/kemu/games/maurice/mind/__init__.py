"""What opponents know of a battle beyond its rules: what an army, its order and its cards are worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, cast

import msgspec
from msgspec.structs import replace

from kemu.core.game import View
from kemu.core.mind import Mind
from kemu.core.pending import Action, Decide

from ..model.actions import Activate, Direction, Fire, HoldFire, Play, Refuse, Spend, Volleys
from ..model.moves import Advance, MoveCinC, Plan
from ..model.units import BW
from ..rules import movement
from ..rules.activation import NameForce, Paying
from ..rules.charging import ChargeOrders
from ..rules.command import CinCMove
from ..rules.orders import Moves
from .marches import marches
from .numbers import Numbers
from .value import charges, counted, promise, prospect, volley


class MauriceMind(Mind[Any]):
    """Counts what is lost and shaken, who bears on whom, and what the action under way still promises."""

    steps: ClassVar[int] = 5

    @cached_property
    def numbers(self) -> Numbers:
        """What the features, the prospects and the candidates are worked out with."""
        return msgspec.convert(self.weights.numbers, Numbers, strict=False)

    def features(self, state: Any) -> Mapping[str, float]:
        """Return what a person would count, each as Red's lead over Blue, for each unit whose loss ends the battle."""
        share = 1.0 / max(1, state.start_morale[0])
        red, blue = (counted(self.game, state, seat) for seat in (0, 1))
        found = {name: (red[name] - blue[name]) * share for name in red}
        found["promise"] = share * promise(self.game, state) * (1 if state.active == 0 else -1)
        return found

    def candidates(self, view: View[Any], decide: Decide) -> Sequence[Action]:
        """Return the answers listed that are worth a look, and of a march or charge a few points of the continuum."""
        free, state, options = decide.free, view.state, tuple(decide.options)
        if isinstance(free, Moves):
            return (*options[-1:], *self._best(state, free, free.units))
        if isinstance(free, ChargeOrders):
            return (*options, *self._charging(state, free))
        if isinstance(free, CinCMove):
            return (*options, *self._headquarters(state, free))
        if isinstance(top := state.stack[-1], NameForce):
            forces = [option for option in options if isinstance(option, Activate)]
            best = sorted(forces, key=lambda one: -prospect(self.game, state, top.action, one.units))
            return best[: self.numbers.forces]
        first = options[0] if options else None
        if isinstance(first, Direction):
            return (first,)
        if isinstance(first, Volleys):
            # Who calls fires first: that is worth a little.
            ours, theirs = (volley(self.game, state, seat, due=True) for seat in (decide.seat, 1 - decide.seat))
            return (Volleys(ours > 0 and ours >= self.numbers.call * theirs),)
        if any(isinstance(option, Spend) for option in options):
            return self._card(state, options)
        if isinstance(first, HoldFire):
            # All bases at as few targets as may be.
            fires = (option for option in options if isinstance(option, Fire))
            return sorted(fires, key=lambda one: len(set(one.targets)))[: self.numbers.ways]
        plays = [option for option in options if isinstance(option, Play)]
        return (options[0], *plays[: 2 * self.numbers.ways]) if plays else options

    def _best(self, state: Any, free: Moves, units: Sequence[int]) -> Sequence[Action]:
        """Return the moves after which the position looks best."""
        found = marches(free.field, units, self.numbers, free.leave, free.charging)
        ranked: list[tuple[float, int]] = []
        for n, order in enumerate(found):
            move = movement.advance if isinstance(order, Advance) else movement.plan
            plan = move(free.field, cast(Any, order), free.leave, free.charging)
            if isinstance(plan, Plan):
                after = replace(state, units=plan.units)
                mine, theirs = (counted(self.game, after, seat) for seat in (state.active, 1 - state.active))
                ranked.append((-sum(self.weights.weights[name] * (mine[name] - theirs[name]) for name in mine), n))
        return [found[n] for _, n in sorted(ranked)[: self.numbers.moves]]

    def _charging(self, state: Any, free: ChargeOrders) -> Sequence[Action]:
        """Return for each unit its best charges, and the best moves of those who need not charge."""
        most = self.numbers.charges
        found: list[Action] = [order for uid in free.able for _, order in charges(self.game, state, uid)[:most]]
        if free.moves is not None:
            found += self._best(state, free.moves, free.others)
        return [order for order in found if free.check(order) is None]

    def _card(self, state: Any, options: Sequence[Action]) -> Sequence[Action]:
        """Return the card that is spent: the shortest that pays, or else the longest; to discard, the shortest."""
        top, cards = state.stack[-1], self.game.cat.cards
        due = top.distance - top.spent if isinstance(top, Paying) else 0
        spans = sorted((cards[option.card].span * BW, option.card) for option in options if isinstance(option, Spend))
        card = next((card for span, card in spans if span >= due), spans[-1][1])
        return (*(option for option in options if isinstance(option, Refuse)), Spend(card))

    def _headquarters(self, state: Any, free: CinCMove) -> Sequence[Action]:
        """Return a place for the commander behind the middle of his army, if he is not near it already."""
        own, at, behind = free.field.sides[free.side], state.cinc[free.side], self.numbers.behind
        x, y = (sum(free.field.body(uid).centre[i] for uid in own) // max(1, len(own)) for i in (0, 1))
        if at is None or abs(x - at[0]) + abs(y - at[1]) < self.numbers.headquarters * BW:
            return ()
        back = -BW if free.side == state.south else BW
        places = (MoveCinC(x + dx * BW, y + back * (behind + dy)) for dy in (0, 1, -1, 2) for dx in (0, 1, -1, 3, -3))
        return tuple(place for place in places if free.check(place) is None)[:1]

    def turn(self, state: Any) -> int:
        """Return the round: a search looks at one of its own at a time."""
        return state.round
