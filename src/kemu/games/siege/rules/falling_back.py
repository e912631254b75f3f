"""Falling back: a full move away from the enemy, out of contact; out of a house by the far side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Decide
from kemu.core.refusal import Refusal
from kemu.parts.tabletop.points import Point, dot, mean, minus, square

from ..actions import Move
from ..events import FellBack, Special
from ..layout import OUTSIDE
from ..layout import Way as Opening
from ..names import name_of
from ..pieces import ATTACKERS, Group
from .changes import changed, drop_gun, leave_melee, put, remove_figure
from .facing import Facing
from .flight import Flight
from .movement import facing
from .placing import with_lead
from .retreat import Retreat

if TYPE_CHECKING:
    from .. import Siege
    from ..state import State


@rule("siege:ME.12", "siege:R38", "siege:R54")
def ways_out(game: Siege, state: State, group: Group, enemy: Point | None) -> tuple[Opening, ...]:
    """Return the openings by which a group leaves a house: of its floor, the farthest from the enemy; any if none."""
    if group.room == OUTSIDE:
        return ()
    ground = game.ground(state)
    openings = ground.layout.rooms[group.room].openings or ground.house_of(group.room).openings
    if enemy is None:
        return openings
    return (max(openings, key=lambda way: (square(way.at, enemy), way.at)),)


@rule("siege:R37")
def straight_away(state: State, group: Group, enemy: Point, own: Point) -> Point:
    """Return the direction from the enemy's middle to one's own side's, unless it leads a group back to the enemy.

    It does if it points towards the enemies nearest to the group's figures, as when the enemy stands between groups
    of the losers: then straight away is from these. Nearest, not the middle: a rank that is beaten outflanks the
    middle of the other rank at both ends, and yet all of it goes straight back.
    """
    away = minus(own, enemy)
    melee = state.melee_of(group.id)
    against = melee.groups if melee is not None else ()
    foes = [man for g in state.groups if g.id in against and g.side != group.side for man in g.men]
    if not foes:
        return away
    gaps = [minus(man, min(foes, key=lambda foe: (square(man, foe), foe))) for man in group.men]
    apart = sum(x for x, _ in gaps), sum(y for _, y in gaps)
    return apart if away == (0, 0) or dot(away, apart) < 0 else away


@rule("siege:ME.10", "siege:ME.12", "siege:R37", "siege:R38", "siege:R40", "siege:R44")
class FallBack(Frame, frozen=True, tag="fall-back"):
    """A loser falls back a full move; who cannot stays locked. `burning`: out of a house on fire, or lost.

    Straight away is from the middle of the enemies to the middle of all who lost that melee, the same for each of
    their groups whom it does not lead back to the enemy.
    """

    group: int
    enemy: Point | None
    burning: bool = False
    own: Point | None = None
    """The middle of the group's side in the melee; None for a group that goes for itself."""

    def retreat(self, game: Siege, state: State) -> Retreat | Flight:
        """Return where the group may go. What was found for the last state is kept: the act follows the question."""
        kept = game.kept_retreat
        known: dict[FallBack, Retreat | Flight] = kept[1] if kept is not None and kept[0] is state else {}
        game.kept_retreat = (state, known)
        found = known.get(self)
        if found is None:
            found = known[self] = self._retreat(game, state)
        return found

    def _retreat(self, game: Siege, state: State) -> Retreat | Flight:
        group = state.group(self.group)
        found = [
            Retreat(game, state, group, self._away(state, group, opening), opening)
            for opening in ways_out(game, state, group, self.enemy) or (None,)
        ]
        return found[0] if len(found) == 1 else Flight(found)

    @rule("siege:R37", "siege:R38", "siege:R54")
    def _away(self, state: State, group: Group, opening: Opening | None) -> Point:
        """Return the direction straight away, for a group that goes by an opening or stands in the open."""
        away = (0, 0)
        if self.enemy is not None:
            alone = minus(mean(list(group.men)), self.enemy)
            away = straight_away(state, group, self.enemy, self.own) if self.own is not None else alone
        if opening is not None and self.enemy is not None and dot(away, opening.out) < 0:
            # Back into the wall. Out of an opening on the enemy's own side it is no better to go straight at him.
            beyond = dot(minus(opening.at, self.enemy), opening.out) >= 0
            away = opening.out if beyond else away
        if opening is not None and (self.burning or away == (0, 0)):
            away = opening.out
        return away if away != (0, 0) else (0, 1000)

    def ask(self, game: Siege, state: State) -> Decide | None:
        group = state.group(self.group)
        retreat = self.retreat(game, state)
        if retreat.known is None:
            return None
        whence = "out of the house" if self.burning else "away from the enemy"
        prompt = f"{name_of(game, group)} must {retreat.label}, {whence}."
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
            step.say(FellBack(name_of(game, group), True))

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
        step.say(FellBack(name_of(game, group)))
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
