"""Occupying (ME.11, R39): the winner of a melee may go where the loser stood."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Action, Decide
from kemu.core.refusal import Refusal
from kemu.core.rng import Rng
from kemu.parts.tabletop.points import Point, within

from ..model.actions import Climb, Move, Next, Stay
from ..model.events import Moved
from ..model.layout import OUTSIDE
from ..model.names import name_of
from ..model.pieces import SQUAD, Group
from .changes import overrun_guns, shift
from .continuum import Continuum
from .placing import Places, with_lead
from .routes import find_route
from .troops import allowance, lead_choices

if TYPE_CHECKING:
    from .. import Siege
    from ..model.state import State

NEAR = 1000
"""How near the lead must get to where a loser stood."""
AROUND = tuple(
    sorted(
        ((dx, dy) for dx in range(-NEAR, NEAR + 1, 250) for dy in range(-NEAR, NEAR + 1, 250)),
        key=lambda step: (step[0] * step[0] + step[1] * step[1], step),
    )
)


class Occupation(Continuum):
    """The places that the winner may take: within an inch of where a loser stood, or the room he held."""

    def __init__(self, game: Siege, state: State, group: Group, spots: tuple[tuple[int, int, int], ...]) -> None:
        self.game = game
        self.state = state
        self.group = group
        self.spots = spots
        self.field = game.field(state)

    def placed(self, move: Move) -> tuple[Point, ...] | Refusal:
        """Return everybody's place, or why the lead may not go there. The last answer is kept: the act follows."""
        what = (self.group, self.spots, self.state.ruins)
        kept = self.game.memory.place
        if kept is not None and kept[0] is self.field and kept[1] == move and kept[2] == what:
            return kept[3]
        result = self._placed(move)
        self.game.memory.place = (self.field, move, what, result)
        return result

    @rule("siege:ME.11", "siege:R39")
    def _placed(self, move: Move) -> tuple[Point, ...] | Refusal:
        group = self.group
        if move.figure not in lead_choices(group):
            if group.kind != SQUAD:
                return Refusal("There is no such figure in the group: it moves with one of them.", "siege:MV.11")
            return Refusal("A squad moves with its officer.", "siege:MV.3")
        end = (move.x, move.y)
        if move.room != OUTSIDE:
            barred = self._barred(move.room)
            if barred is not None:
                return barred
        elif not any(room == OUTSIDE and within(end, (x, y), NEAR) for x, y, room in self.spots):
            return Refusal("The winner goes to within an inch of where a loser stood.", "siege:R39")
        start = group.men[move.figure]
        if group.mounted and isinstance(find_route(self.field, group, start, end, OUTSIDE, allowance(group)), Refusal):
            return Refusal("Mounted troops cannot get there.", "siege:R9")
        places = Places(self.field, group, move.room, contact=False)
        fault = places.fault(end)
        if fault is not None:
            return fault
        rest = places.arranged(end, len(group.men) - 1, move.spread, move.rest)
        return rest if isinstance(rest, Refusal) else with_lead(end, move.figure, rest)

    @rule("siege:R9", "siege:R15", "siege:R39", "siege:R54")
    def _barred(self, room: int) -> Refusal | None:
        """Return why a room may not be occupied, or None."""
        if not any(room == there for _, _, there in self.spots):
            return Refusal("The loser held no such room.", "siege:R39")
        if self.group.mounted:
            return Refusal("Mounted troops do not enter houses.", "siege:R9")
        if self.field.held(room, 1 - self.group.side):
            return Refusal("The enemy still holds that room.", "siege:R15")
        if self.state.ruins >> self.field.ground.layout.rooms[room].house & 1:
            return Refusal("That house has burnt down.", "siege:R54")
        return None

    def floors(self) -> tuple[Climb, ...]:
        """Return the floors to choose from where losers held several of one house: a point of the scene tells none."""
        rooms = sorted({room for _, _, room in self.spots if room})
        houses = [self.field.ground.layout.rooms[room].house for room in rooms]
        several = [room for room, house in zip(rooms, houses, strict=True) if houses.count(house) > 1]
        return tuple(Climb(room) for room in several if self.into(room) is not None)

    def any_place(self) -> bool:
        """Return whether there is any place to take: else there is nothing to ask. Looked for every quarter inch."""
        leads = lead_choices(self.group)
        for x, y, room in self.spots:
            if room != OUTSIDE and self.into(room) is not None:
                return True
            for dx, dy in AROUND:
                for figure in leads:
                    if not isinstance(self._placed(Move(figure, x + dx, y + dy, room)), Refusal):
                        return True
                    if not self.group.mounted:
                        break  # on foot the way does not matter, and so not who leads
        return False

    def into(self, room: int) -> tuple[Point, ...] | None:
        """Return places for everybody in a room that may be occupied, near its middle; None if that cannot be."""
        if self._barred(room) is not None:
            return None
        return Places(self.field, self.group, room, contact=False).in_room(len(self.group.men))

    def check(self, action: Action) -> Refusal | None:
        """Return None if the lead may go there."""
        if not isinstance(action, Move):
            return Refusal("Move up to where the loser stood, or stay.", "siege:ME.11")
        placed = self.placed(action)
        return placed if isinstance(placed, Refusal) else None

    def sample(self, rng: Rng) -> Action | None:
        """Return one of the losers' places, or one near it."""
        for _ in range(6):
            x, y, room = self.spots[rng.below(len(self.spots))]
            spread = 1010 if rng.below(2) and room == OUTSIDE else 0
            move = Move(0, x + rng.below(801) - 400, y + rng.below(801) - 400, room, spread)
            if self.check(move) is None:
                return move
        for x, y, room in self.spots:
            move = Move(0, x, y, room)
            if self.check(move) is None:
                return move
        return None

    def others(self, move: Move) -> tuple[Point, ...] | None:
        """Return where all but the lead end; None if the move is not legal."""
        placed = self.placed(move)
        return None if isinstance(placed, Refusal) else placed[: move.figure] + placed[move.figure + 1 :]


@rule("siege:ME.11", "siege:R39")
class Occupy(Frame, frozen=True, tag="occupy"):
    """Each winning group may, once and free, put its lead where a loser stood; the others close up round it."""

    group: int
    spots: tuple[tuple[int, int, int], ...]

    def ask(self, game: Siege, state: State) -> Decide | None:
        group = next((g for g in state.groups if g.id == self.group and g.men), None)
        if group is None or not self.spots:
            return None
        prompt = f"{name_of(game, group)} have won: move up to where the enemy stood, or stay."
        free = Occupation(game, state, group, self.spots)
        floors = free.floors()
        if not floors and not free.any_place():
            return None
        return Decide(group.side, prompt, "siege:ME.11", (Stay(), *floors), free)

    def run(self, game: Siege, step: Step[State]) -> None:
        step.pop()

    def answer(self, game: Siege, step: Step[State], choice: Move | Climb | Stay) -> None:
        step.pop()
        if isinstance(choice, Stay):
            return
        state = step.state
        group = state.group(self.group)
        free = Occupation(game, state, group, self.spots)
        placed = free.into(choice.room) if isinstance(choice, Climb) else free.placed(choice)
        assert placed is not None
        assert not isinstance(placed, Refusal)
        shift(step, group, placed, choice.room)
        step.say(Moved(name_of(game, group), "take the place of the enemy", "siege:ME.11"))
        overrun_guns(game, step)


@rule("siege:ME.11", "siege:R39")
class MoveUp(Frame, frozen=True, tag="move-up"):
    """Several groups of the winners may go where the losers stood, in the order that their player likes."""

    groups: tuple[int, ...]
    spots: tuple[tuple[int, int, int], ...]

    def ask(self, game: Siege, state: State) -> Decide | None:
        if len(self.groups) < 2:
            return None
        options = tuple(Next(gid) for gid in self.groups)
        side = state.group(self.groups[0]).side
        return Decide(side, "Which group is next to move up or stay?", "siege:R39", options)

    def run(self, game: Siege, step: Step[State]) -> None:
        self._go(step, self.groups[0])

    def answer(self, game: Siege, step: Step[State], choice: Next) -> None:
        self._go(step, choice.group)

    def _go(self, step: Step[State], gid: int) -> None:
        left = tuple(group for group in self.groups if group != gid)
        step.swap(*((MoveUp(left, self.spots),) if left else ()), Occupy(gid, self.spots))
