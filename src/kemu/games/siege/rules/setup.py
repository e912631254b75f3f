"""Set-up (SU, DF, OA): the garrison inside its compound, then the attackers' first groups at the edges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Action, Decide
from kemu.core.refusal import Refusal
from kemu.core.rng import Rng
from kemu.parts.dice import Dice
from kemu.parts.tabletop.points import Point, minus
from kemu.parts.tabletop.polygons import contains

from ..model.actions import Again, Everyone, LeaveEdge, Mount, Place, PlaceGun, Quarter, Ready, RollEdge
from ..model.events import Placed, Special
from ..model.ground import BASE, RADIUS
from ..model.layout import OUTSIDE
from ..model.names import EDGES, name_of
from ..model.pieces import ATTACKERS, CREW, FULL_CREW, GARRISON, MEN, SQUAD, Group, Gun
from .changes import drop, new_id, put
from .continuum import Continuum
from .facing import Facing
from .offers import Offer, sure, when_asked
from .placing import Places
from .posts import sensible
from .reinforcements import Entry
from .troops import IN_THE_OPEN, linked_to

if TYPE_CHECKING:
    from .. import Siege
    from ..model.state import State


MOST_CHANGES = 30
"""How often the garrison may think better of where somebody stands."""


class Deployment(Continuum):
    """Where the garrison may set up a squad or a gun."""

    def __init__(self, game: Siege, state: State, gun: bool, mounted: bool = False) -> None:
        self.mounted = mounted
        self.game = game
        self.state = state
        self.gun = gun
        self.field = game.field(state)
        self.layout = self.field.ground.layout
        self.group = Group(-1, GARRISON, CREW if gun else SQUAD, ((0, 0),) * (FULL_CREW if gun else MEN + 1))

    @rule("siege:SU.1", "siege:SU.4", "siege:DF.1", "siege:R4", "siege:R45")
    def placed(self, place: Place) -> tuple[Point, ...] | Refusal:
        """Return a squad's places: the officer's and the others', wholly inside the compound."""
        if not 0 <= place.room < len(self.layout.rooms):
            return Refusal("There is no such room.", "siege:R11")
        if (place.mounted or self.mounted) and place.room:
            return Refusal("Mounted troops do not enter houses.", "siege:R9")
        places = Places(self.field, self.group, place.room, contact=True)
        end = (place.x, place.y)
        fault = places.fault(end)
        if fault is not None:
            return fault
        rest = places.arranged(end, MEN, place.spread, place.rest)
        if isinstance(rest, Refusal):
            return rest
        return self._inside((end, *rest))

    @rule("siege:SU.4", "siege:DF.2", "siege:R45")
    def gun_placed(self, place: PlaceGun) -> tuple[Point, ...] | Refusal:
        """Return the gun's place and its crew's round it."""
        if (place.fx, place.fy) == (0, 0):
            return Refusal("A gun faces somewhere.", "siege:MV.9")
        places = Places(self.field, self.group, OUTSIDE, contact=True)
        end = (place.x, place.y)
        if any(contains(house.outline, end) for house in self.layout.houses):
            return IN_THE_OPEN
        fault = places.fault(end)
        if fault is not None:
            return fault
        rest = places.arranged(end, FULL_CREW, 0, place.rest)
        if isinstance(rest, Refusal):
            return rest
        if linked_to(rest, end) < FULL_CREW:
            return Refusal("A gun's crew is set up at it: each man touches it, or one who does.", "siege:R45")
        return self._inside((end, *rest))

    def quarters(self) -> list[Offer]:
        """Return the rooms in which there may be room for a squad, and that a squad may be mounted."""
        rooms = range(1, len(self.layout.rooms))
        return [*((Quarter, room, self._has_room) for room in rooms), sure(Mount())]

    def rooms(self) -> list[int]:
        """Return the rooms, those with most doors and windows first, and of these the highest."""
        rooms = self.layout.rooms
        return sorted(range(1, len(rooms)), key=lambda room: (-len(rooms[room].openings), -rooms[room].level))

    def _has_room(self, room: int) -> bool:
        return self.quartered(room) is not None

    @rule("siege:SU.4", "siege:R11", "siege:R45")
    def quartered(self, room: int) -> tuple[Point, ...] | None:
        """Return a squad's places in a room, as near to its middle as there is room for all; None if there is none."""
        men = Places(self.field, self.group, room, contact=True).in_room(MEN + 1)
        return None if men is None or isinstance(self._inside(men), Refusal) else men

    def _inside(self, men: tuple[Point, ...]) -> tuple[Point, ...] | Refusal:
        if not all(self.field.ground.in_compound(man) for man in men):
            return Refusal("The garrison sets up wholly inside its compound.", "siege:R45")
        return men

    def check(self, action: Action) -> Refusal | None:
        """Return None if the squad or gun may stand there."""
        result = self.judged(action)
        return result if isinstance(result, Refusal) else None

    def judged(self, action: Action) -> tuple[Point, ...] | Refusal:
        """Return everybody's place, or why it is not allowed. The last answer is kept: the act follows the check."""
        what = (self.gun, self.mounted)
        kept = self.game.memory.place
        if kept is not None and kept[0] is self.field and kept[1] == action and kept[2] == what:
            return kept[3]
        if self.gun:
            result = (
                self.gun_placed(action)
                if isinstance(action, PlaceGun)
                else Refusal("Place the gun and say where it faces.", "siege:SU.4")
            )
        else:
            result = self.placed(action) if isinstance(action, Place) else Refusal("Place the squad.", "siege:SU.4")
        self.game.memory.place = (self.field, action, what, result)
        return result

    def sample(self, rng: Rng) -> Action | None:
        """Return a place along a wall of the compound, in a house, or anywhere inside."""
        for attempt in range(60):
            action = self._gun(rng) if self.gun else self._squad(rng, attempt)
            if action is not None and self.check(action) is None:
                return action
        return self.first()

    def _squad(self, rng: Rng, attempt: int) -> Action | None:
        if rng.below(4) and attempt < 40:
            lines = self.field.ground.inner_walls
            if lines:
                line = lines[rng.below(len(lines))]
                middle = self.field.ground.inside_of(line, 150 + rng.below(701))
                return None if middle is None else Place(*middle, 0, 1010 + 110 * rng.below(7))
        if rng.below(2) and attempt < 40 and self.layout.houses:
            room = 1 + rng.below(len(self.layout.rooms) - 1)
            outline = self.field.ground.house_of(room).outline
            x, y = min(p[0] for p in outline) + RADIUS, min(p[1] for p in outline) + RADIUS
            wide, high = max(p[0] for p in outline) - x, max(p[1] for p in outline) - y
            return Place(x + rng.below(wide), y + rng.below(high), room)
        return Place(*self._somewhere(rng))

    def _somewhere(self, rng: Rng) -> Point:
        outline = self.layout.compounds[rng.below(len(self.layout.compounds))]
        xs, ys = [p[0] for p in outline], [p[1] for p in outline]
        return min(xs) + rng.below(max(xs) - min(xs)), min(ys) + rng.below(max(ys) - min(ys))

    def _gun(self, rng: Rng) -> Action | None:
        if rng.below(2):
            ground = self.field.ground
            lines = [line for line in ground.inner_walls if not line.high]
            if lines:
                line = lines[rng.below(len(lines))]
                at = ground.inside_of(line, 200 + rng.below(601))
                if at is not None:
                    mid = (line.a[0] + line.b[0]) // 2, (line.a[1] + line.b[1]) // 2
                    near = ground.inside_of(line, 500)
                    out = minus(mid, near) if near is not None else (0, 1000)
                    return PlaceGun(*at, *out)
        x, y = self._somewhere(rng)
        fx, fy = x - self.layout.width // 2, y - self.layout.height // 2
        return PlaceGun(x, y, fx or 1, fy)

    def first(self) -> Place | PlaceGun | None:
        """Return the first place there is, looked for every half inch."""
        for outline in self.layout.compounds:
            xs, ys = [p[0] for p in outline], [p[1] for p in outline]
            for y in range(min(ys) + RADIUS, max(ys), BASE // 2):
                for x in range(min(xs) + RADIUS, max(xs), BASE // 2):
                    action = PlaceGun(x, y, 0, 1000) if self.gun else Place(x, y)
                    if self.check(action) is None:
                        return action
        return None


@rule("siege:OA.1", "siege:R50")
class UmpireDie(Frame, frozen=True, tag="umpire-die"):
    """The umpire takes one to six rifle counters away before play, and nobody sees how many."""

    def ask(self, game: Siege, state: State) -> Dice:
        return Dice(1, "siege:OA.1", "The umpire rolls unseen.", seen=())

    def answer(self, game: Siege, step: Step[State], choice: tuple[int]) -> None:
        step.set(rifle=step.state.rifle - choice[0])
        step.pop()


@rule("siege:SU.4", "siege:DF.1", "siege:DF.2", "siege:DB.4", "siege:R45")
class SetUp(Frame, frozen=True, tag="set-up"):
    """The garrison sets up its squads one by one, then its guns."""

    squads: int
    guns: int
    done: int = 0
    mounted: bool = False
    """Whether the squad that is set up now is mounted."""
    changes: int = 0
    """How often one of them has been set up anew: this one stands alone, the others stand already."""

    def ask(self, game: Siege, state: State) -> Decide | None:
        if self.done == self.squads + self.guns:
            return None
        gun = self.done >= self.squads
        more = 0 if self.changes else self.squads + self.guns - self.done - 1
        after = f"; {more} more after it." if more else "."
        deployment = Deployment(game, state, gun, self.mounted)
        if gun:
            prompt = (
                f"Set up the {game.armies.gun[self.done - self.squads].name} and its crew, inside the compound{after}"
            )
            options = () if self.changes else (Everyone(),)
            return Decide(GARRISON, prompt, "siege:SU.4", options, deployment)
        horse = ", mounted" if self.mounted else ""
        name = game.armies.squad[self.done].name
        prompt = f"Set up the {name}, an officer and six men{horse}, inside the compound{after}"
        if self.mounted:
            return Decide(GARRISON, prompt, "siege:SU.4", free=deployment)
        quick = [] if self.changes else [sure(Everyone())]
        options = when_asked(lambda: [*deployment.quarters(), *quick], Place)
        return Decide(GARRISON, prompt, "siege:SU.4", options, deployment)

    def run(self, game: Siege, step: Step[State]) -> None:
        step.swap(Edges())

    def answer(self, game: Siege, step: Step[State], choice: Place | PlaceGun | Quarter | Mount | Everyone) -> None:
        if isinstance(choice, Mount):
            step.swap(SetUp(self.squads, self.guns, self.done, True, self.changes))
        elif isinstance(choice, Everyone):
            self._everyone(game, step)
        elif self.changes:
            step.swap(Rearrange(self.squads, self.guns, self.changes), *self._put(game, step, choice))
        else:
            step.swap(SetUp(self.squads, self.guns, self.done + 1), *self._put(game, step, choice))

    def _everyone(self, game: Siege, step: Step[State]) -> None:
        """Set up all that are left; guns look where they were put to."""
        for done in range(self.done, self.squads + self.guns):
            deployment = Deployment(game, step.state, done >= self.squads)
            post = sensible(deployment, last=done == self.squads - 1)
            if post is None:
                step.swap(SetUp(self.squads, self.guns, done))
                return
            SetUp(self.squads, self.guns, done)._put(game, step, post)
        step.swap(Rearrange(self.squads, self.guns))

    def _put(self, game: Siege, step: Step[State], choice: Place | PlaceGun | Quarter) -> list[Frame]:
        """Put a squad or a gun on the table; return what is still to be asked about it."""
        state = step.state
        deployment = Deployment(game, state, isinstance(choice, PlaceGun), self.mounted)
        rooms = game.ground(state).layout.rooms
        facing: list[Frame] = []
        if isinstance(choice, PlaceGun):
            placed = deployment.judged(choice)
            assert not isinstance(placed, Refusal)
            gun = new_id(step)
            step.set(guns=(*step.state.guns, Gun(gun, GARRISON, placed[0], (choice.fx, choice.fy))))
            group = Group(new_id(step), GARRISON, CREW, placed[1:], OUTSIDE, False, self.done - self.squads, gun)
            where = "in the compound"
            facing.append(Facing(gun))
        elif isinstance(choice, Quarter):
            placed = deployment.quartered(choice.room)
            assert placed is not None
            group = Group(new_id(step), GARRISON, SQUAD, placed, choice.room, False, self.done)
            where = rooms[choice.room].within
        else:
            placed = deployment.judged(choice)
            assert not isinstance(placed, Refusal)
            mounted = choice.mounted or self.mounted
            group = Group(new_id(step), GARRISON, SQUAD, placed, choice.room, mounted, self.done)
            where = rooms[choice.room].within if choice.room else "in the compound"
        put(step, group)
        step.say(Placed(name_of(game, group), where))
        return facing


@rule("siege:SU.4")
class Rearrange(Frame, frozen=True, tag="rearrange"):
    """Everybody was set up by one answer: before the siege begins the garrison may change where each stands."""

    squads: int
    guns: int
    changes: int = 0

    def ask(self, game: Siege, state: State) -> Decide | None:
        prompt = "The garrison stands. Begin, or choose whom to set up somewhere else."
        own = [] if self.changes >= MOST_CHANGES else [group for group in state.groups if group.side == GARRISON]
        options = (Ready(), *(Again(group.id) for group in own))
        return Decide(GARRISON, prompt, "siege:SU.4", options)

    def answer(self, game: Siege, step: Step[State], choice: Ready | Again) -> None:
        if isinstance(choice, Ready):
            step.swap(Edges())
            return
        group = step.state.group(choice.group)
        drop(step, group.id)
        step.set(guns=tuple(gun for gun in step.state.guns if gun.id != group.gun))
        done = group.name + (self.squads if group.kind == CREW else 0)
        step.swap(SetUp(self.squads, self.guns, done, changes=self.changes + 1))


@rule("siege:SU.5", "siege:AF.2", "siege:DB.6", "siege:R45", "siege:R52")
class Edges(Frame, frozen=True, tag="edges"):
    """For each edge the attackers may roll a group, or leave it; at least one edge must be rolled for."""

    edge: int = 1
    rolled: bool = False

    def ask(self, game: Siege, state: State) -> Decide | None:
        if self.edge > 4:
            return None
        options: tuple[Action, ...] = (RollEdge(self.edge),)
        if self.rolled or self.edge < 4:
            options += (LeaveEdge(self.edge),)
        prompt = f"Roll for a group on the {EDGES[self.edge]} edge?"
        return Decide(ATTACKERS, prompt, "siege:AF.2", options)

    def run(self, game: Siege, step: Step[State]) -> None:
        from .cards import FULL_DECK, NextCard

        step.set(deck=FULL_DECK)
        step.swap(NextCard())
        step.say(Special("The siege begins.", "siege:UA.1"))

    def answer(self, game: Siege, step: Step[State], choice: RollEdge | LeaveEdge) -> None:
        rolls = isinstance(choice, RollEdge)
        groups = [Entry(self.edge)] * (step.state.settings.doubled if rolls else 0)
        step.swap(Edges(self.edge + 1, self.rolled or rolls), *groups)
