"""Falling back (ME.10, ME.12): a full move away from the enemy; out of a house by the far side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Decide
from kemu.core.refusal import Refusal
from kemu.parts.tabletop.points import Point, cross, dot, mean, minus, square

from ...model.actions import Move
from ...model.events import FellBack, Special
from ...model.layout import OUTSIDE
from ...model.layout import Way as Opening
from ...model.names import name_of
from ...model.pieces import ATTACKERS, Group
from ..changes import changed, drop_gun, leave_melee, put, remove_figure
from ..facing import Facing
from ..movement import facing
from ..placing import with_lead
from .one_way import LONGEST, Retreat
from .several_ways import Flight

if TYPE_CHECKING:
    from ... import Siege
    from ...model.state import State


@rule("siege:ME.12", "siege:R38", "siege:R54")
def ways_out(game: Siege, state: State, group: Group, enemy: Point | None) -> tuple[Opening, ...]:
    """Return the openings of a group's floor, the farthest from the enemy first; of the whole house if it has none."""
    if group.room == OUTSIDE:
        return ()
    ground = game.ground(state)
    return _farthest(ground.layout.rooms[group.room].openings or ground.house_of(group.room).openings, enemy)


@rule("siege:R54")
def other_floors(game: Siege, state: State, group: Group, enemy: Point | None) -> tuple[Opening, ...]:
    """Return the openings of the other floors, but for those that the enemy holds, the farthest from him first."""
    layout = game.ground(state).layout
    held = {other.room for other in state.groups if other.side != group.side and other.men}
    rooms = layout.houses[layout.rooms[group.room].house].rooms if group.room != OUTSIDE else ()
    free = [room for room in rooms if room != group.room and room not in held]
    return _farthest(tuple(way for room in free for way in layout.rooms[room].openings), enemy)


def _farthest(openings: tuple[Opening, ...], enemy: Point | None) -> tuple[Opening, ...]:
    if enemy is None:
        return openings
    return tuple(sorted(openings, key=lambda way: (square(way.at, enemy), way.at), reverse=True))


@rule("siege:R37")
def straight_away(state: State, group: Group, enemy: Point, own: Point) -> tuple[Point, ...]:
    """Return the direction from the enemy's middle to one's own side's, and one's own if that is quite another.

    One's own is from the enemies nearest to the group's figures. If the side's direction leads a group towards these,
    as when the enemy stands between groups of the losers, only its own is left; if it leads along them, as when most
    of the losers stood on one flank, the group may take either.
    """
    away = minus(own, enemy)
    melee = state.melee_of(group.id)
    against = melee.groups if melee is not None else ()
    foes = [man for g in state.groups if g.id in against and g.side != group.side for man in g.men]
    if not foes:
        return (away,)
    gaps = [minus(man, min(foes, key=lambda foe: (square(man, foe), foe))) for man in group.men]
    apart = sum(x for x, _ in gaps), sum(y for _, y in gaps)
    if away == (0, 0) or dot(away, apart) < 0:
        return (apart,)
    return (away,) if dot(away, apart) >= abs(cross(away, apart)) else (away, apart)


@rule("siege:ME.10", "siege:ME.12", "siege:R37", "siege:R38", "siege:R40", "siege:R44")
class FallBack(Frame, frozen=True, tag="fall-back"):
    """A loser falls back a full move; who cannot stays locked. `burning`: out of a house on fire, or lost.

    Straight away is from the middle of the enemies to the middle of all who lost that melee, the same for each of
    their groups whom it does not lead back to the enemy or along his front.
    """

    group: int
    enemy: Point | None
    burning: bool = False
    own: Point | None = None
    """The middle of the group's side in the melee; None for a group that goes for itself."""

    def retreat(self, game: Siege, state: State) -> Retreat | Flight:
        """Return where the group may go. What was found for the last state is kept: the act follows the question."""
        kept = game.memory.retreat
        known: dict[FallBack, Retreat | Flight] = kept[1] if kept is not None and kept[0] is state else {}
        game.memory.retreat = (state, known)
        found = known.get(self)
        if found is None:
            found = known[self] = self._retreat(game, state)
        return found

    @rule("siege:R37", "siege:R38", "siege:R54")
    def _retreat(self, game: Siege, state: State) -> Retreat | Flight:
        """Return how the group may go: by its floor; out of a fire by any other, if its own has no way out."""
        group = state.group(self.group)
        found = self._ways(game, state, ways_out(game, state, group, self.enemy) or (None,))
        if self.burning and all(way.known is None for way in found):
            found += self._ways(game, state, other_floors(game, state, group, self.enemy))
        return found[0] if len(found) == 1 else Flight(found)

    def _ways(self, game: Siege, state: State, openings: tuple[Opening | None, ...]) -> list[Retreat]:
        """Return the ways by these openings; with an enemy near none after the first, or the first with a full move."""
        group = state.group(self.group)
        found: list[Retreat] = []
        for opening in openings:
            ways = [Retreat(game, state, group, away, opening) for away in self._away(state, group, opening)]
            found += ways
            if self.enemy is not None and (not self.burning or any(way.stage != LONGEST for way in ways)):
                break
        return found

    @rule("siege:R37", "siege:R38", "siege:R54")
    def _away(self, state: State, group: Group, opening: Opening | None) -> tuple[Point, ...]:
        """Return the directions straight away, for a group that goes by an opening or stands in the open."""
        if opening is not None and (self.burning or self.enemy is None):
            return (opening.out,)
        if self.enemy is None:
            return ((0, 1000),)
        alone = minus(mean(list(group.men)), self.enemy)
        aways = straight_away(state, group, self.enemy, self.own) if self.own is not None else (alone,)
        return tuple(dict.fromkeys(self._outward(away, opening, self.enemy) for away in aways))

    def _outward(self, away: Point, opening: Opening | None, enemy: Point) -> Point:
        """Return a direction straight away, turned straight out of an opening if it would lead back into the wall."""
        if opening is None:
            return away if away != (0, 0) else (0, 1000)
        # Out of an opening on the enemy's own side it is no better to go straight at him.
        back = dot(away, opening.out) < 0 and dot(minus(opening.at, enemy), opening.out) >= 0
        return opening.out if back or away == (0, 0) else away

    def ask(self, game: Siege, state: State) -> Decide | None:
        group = state.group(self.group)
        retreat = self.retreat(game, state)
        if retreat.known is None:
            return None
        where = "out of the house" if self.burning else "away from the enemy"
        prompt = f"{name_of(game, group)} must {retreat.label}, {where}."
        return Decide(group.side, prompt, "siege:R54" if self.burning else "siege:ME.10", free=retreat)

    def run(self, game: Siege, step: Step[State]) -> None:
        """There is nowhere to go."""
        step.pop()
        group = step.state.group(self.group)
        if self.burning:
            step.say(Special(f"{name_of(game, group)} cannot get out and are lost in the flames.", "siege:R54"))
            for _ in group.men:
                remove_figure(step, group.id, 0)
        else:
            step.say(FellBack(name_of(game, group), group.side, True))

    def answer(self, game: Siege, step: Step[State], choice: Move) -> None:
        state = step.state
        group = state.group(self.group)
        retreat = self.retreat(game, state)
        judged = retreat.judged(choice)
        assert not isinstance(judged, Refusal)
        end, *rest = judged[1]
        step.pop()
        if group.side == ATTACKERS and group.gun >= 0:
            rest = self._gun(game, step, group, rest)
            group = step.state.group(self.group)
        put(step, changed(group, men=with_lead(end, choice.figure, tuple(rest)), room=OUTSIDE))
        leave_melee(step, group.id)
        step.say(FellBack(name_of(game, group), group.side))
        if group.side == ATTACKERS and group.gun >= 0:
            step.push(Facing(group.gun))

    def _gun(self, game: Siege, step: Step[State], group: Group, rest: list[Point]) -> list[Point]:
        """An unfired gun goes with its crew, one that has fired is destroyed."""
        gun = step.state.gun(group.gun)
        if gun.fired:
            drop_gun(step, gun.id)
            step.say(Special("The attackers' gun is abandoned and destroyed.", "siege:R44"))
            return rest
        moved = changed(gun, at=rest[0], face=facing(game.field(step.state), rest[0], 1 - ATTACKERS))
        step.set(guns=tuple(moved if g.id == gun.id else g for g in step.state.guns))
        return rest[1:]
