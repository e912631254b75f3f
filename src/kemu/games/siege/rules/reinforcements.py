"""Attackers who come on (AF, RE, RC, RS, WI.3): at the start, on face cards, on jokers, when none are left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Action, Chance, Decide, Outcome
from kemu.core.refusal import Refusal
from kemu.core.rng import Rng
from kemu.core.sources import Faces, Source
from kemu.parts.dice import AVERAGE, D6, Dice
from kemu.parts.tabletop.packing import linked, rank
from kemu.parts.tabletop.points import Point

from ..model.actions import Choose, ChooseGun, ComeOn, FirstEdge
from ..model.events import CameOn, ComposedGroup, EdgeRolled
from ..model.field import ACROSS
from ..model.ground import BASE, RADIUS, TOUCH
from ..model.names import EDGES, figures, name_of
from ..model.pieces import ATTACKERS, FULL_CREW, Group, Gun, PoolGun
from .continuum import Continuum
from .facing import Facing
from .movement import facing
from .placing import Places

if TYPE_CHECKING:
    from .. import Siege
    from ..model.layout import Layout
    from ..model.state import State

NORTH, EAST, SOUTH, WEST = 1, 2, 3, 4
NOBODY = Group(-1, ATTACKERS, "", ())
"""The group that comes on, before it is on the table."""


class Composition(Chance):
    """Two average dice and a plain one."""

    kind: ClassVar[str] = "composition"

    def __init__(self, clause: str, prompt: str) -> None:
        self.clause = clause
        self.prompt = prompt

    def drawn_from(self) -> tuple[Source, ...]:
        """The two average dice first."""
        return Faces(2, AVERAGE), Faces(1, D6)

    def sample(self, rng: Rng) -> Outcome:
        """Throw: the two average dice first."""
        return AVERAGE[rng.below(6)], AVERAGE[rng.below(6)], D6[rng.below(6)]

    def outcomes(self) -> Iterator[tuple[Outcome, int]]:
        """Yield the throws that differ: the average dice in order of size."""
        weight = {face: AVERAGE.count(face) for face in AVERAGE}
        for a in sorted(weight):
            for b in sorted(weight):
                if a <= b:
                    for die in D6:
                        yield (a, b, die), weight[a] * weight[b] * (1 if a == b else 2)

    def check(self, outcome: Outcome) -> Refusal | None:
        """Return None for two faces of an average die and one of a plain die."""
        if len(outcome) != 3 or any(type(value) is not int for value in outcome):
            return Refusal("Two average dice and a plain one are due.", self.clause)
        if outcome[0] not in AVERAGE or outcome[1] not in AVERAGE or outcome[2] not in D6:
            return Refusal(f"No such throw: {outcome}.", self.clause)
        return None

    def counts_as(self, outcome: Outcome) -> Outcome:
        """The average dice are alike; the plain one is not."""
        first, second, plain = outcome
        return (*sorted((first, second)), plain)  # pyright: ignore[reportReturnType]

    def total(self) -> int:
        """Return the number of ways three dice fall."""
        return 216


@rule("siege:RE.1", "siege:RE.2", "siege:WI.3", "siege:R47", "siege:R52")
class EdgeDie(Frame, frozen=True, tag="edge-die"):
    """A die for the edge: 5 and 6 bring nobody, or are rolled again when a group comes automatically."""

    automatic: bool = False

    def ask(self, game: Siege, state: State) -> Dice:
        if self.automatic:
            return Dice(
                1, "siege:WI.3", "No attackers are on the table: by which edge do more come?", faces=(1, 2, 3, 4)
            )
        return Dice(1, "siege:RE.2", "Reinforcements: 1 to 4 is the edge, 5 and 6 bring nobody.")

    def answer(self, game: Siege, step: Step[State], choice: tuple[int]) -> None:
        edge = choice[0]
        step.say(EdgeRolled(edge))
        groups = 1 if self.automatic else step.state.settings.doubled
        step.swap(*([Entry(edge)] * groups if edge <= 4 else []))


@rule("siege:UA.9", "siege:RE.5", "siege:R27", "siege:R52")
class JokerEdges(Frame, frozen=True, tag="joker-edges"):
    """A joker brings a group by each edge, clockwise from the one that the attackers choose, or that a die says."""

    def ask(self, game: Siege, state: State) -> Decide | Dice:
        if state.settings.joker == "die":
            return Dice(1, "siege:RE.5", "By which edge do the joker's reinforcements begin?", faces=(1, 2, 3, 4))
        options = tuple(FirstEdge(edge) for edge in (NORTH, EAST, SOUTH, WEST))
        return Decide(ATTACKERS, "With which edge do the joker's reinforcements begin?", "siege:RE.5", options)

    def answer(self, game: Siege, step: Step[State], choice: FirstEdge | tuple[int]) -> None:
        first = choice.edge if isinstance(choice, FirstEdge) else choice[0]
        order = [(first - 1 + i) % 4 + 1 for i in range(4)]
        groups = [Entry(edge, joker=True) for edge in order for _ in range(step.state.settings.doubled)]
        step.swap(*reversed(groups))


@rule("siege:AF.1", "siege:AF.2", "siege:AF.3", "siege:AF.5", "siege:RE.3", "siege:RE.4", "siege:R46")
class Entry(Frame, frozen=True, tag="entry"):
    """Two average dice and a plain one make a group: better troops on a six, as many as the higher average die."""

    edge: int
    joker: bool = False

    def ask(self, game: Siege, state: State) -> Composition:
        return Composition("siege:AF.3", f"A group for the {EDGES[self.edge]} edge: two average dice and a plain one.")

    def answer(self, game: Siege, step: Step[State], choice: tuple[int, int, int]) -> None:
        state = step.state
        a, b, die = choice
        better = is_better(game, state, die, joker=self.joker)
        size = max(a, b) if better else a + b
        step.say(ComposedGroup(choice, better, size))
        kinds = available(game, state, better=better, five=max(a, b) == 5)
        if not kinds:
            none = "no better troops are in the pool" if better else "no basic troops are in the pool"
            step.say(CameOn(none, 0, self.edge))
            step.pop()
            return
        only, *others = kinds
        step.swap(PickKind(self.edge, kinds, size) if others else of_kind(game, state, self.edge, only, size))


@rule("siege:AF.3", "siege:RC.1", "siege:RS.1", "siege:R51")
def is_better(game: Siege, state: State, die: int, *, joker: bool) -> bool:
    """A six brings better troops; by option a five too on a joker, and any die if no basic troops are left."""
    if die == 6 or (die == 5 and joker and state.settings.composition):
        return True
    if not state.settings.depleted:
        return False
    return not any(number for kind, number in zip(game.armies.kind, state.pool, strict=True) if kind.basic)


@rule("siege:RE.4", "siege:SA.1", "siege:R43", "siege:R46")
def available(game: Siege, state: State, *, better: bool, five: bool) -> tuple[str, ...]:
    """Return the kinds of that quality with a figure in the pool; the heavy weapon only if the number die is a five."""
    found: list[str] = []
    for at, kind in enumerate(game.armies.kind):
        if kind.basic == better:
            continue
        if kind.gun:
            there = five and any(gun.crew for gun in state.pool_guns)
        else:
            there = state.pool[at] > 0 and (five or not kind.jingals)
        if there:
            found.append(kind.id)
    return tuple(found)


@rule("siege:R46", "siege:R43")
class PickKind(Frame, frozen=True, tag="pick-kind"):
    """The attackers choose, after the dice, which of their better troops come."""

    edge: int
    kinds: tuple[str, ...]
    size: int

    def ask(self, game: Siege, state: State) -> Decide:
        prompt = f"Which better troops come on by the {EDGES[self.edge]} edge?"
        return Decide(ATTACKERS, prompt, "siege:R46", tuple(Choose(kind) for kind in self.kinds))

    def answer(self, game: Siege, step: Step[State], choice: Choose) -> None:
        step.swap(of_kind(game, step.state, self.edge, choice.kind, self.size))


@rule("siege:R43", "siege:R46")
def of_kind(game: Siege, state: State, edge: int, chosen: str, size: int) -> PickGun | ComingOn:
    """A gun comes with its crew; of others as many as the dice say, jingals four, but no more than are in the pool."""
    kind = game.kinds[chosen]
    if kind.gun:
        return PickGun(edge, chosen)
    number = min(FULL_CREW if kind.jingals else size, state.pool[game.kind_index[chosen]])
    return ComingOn(edge, chosen, number)


@rule("siege:R43", "siege:R46")
class PickGun(Frame, frozen=True, tag="pick-gun"):
    """If several guns are in the pool, and they are not alike, the attackers choose which comes."""

    edge: int
    kind: str

    def _guns(self, state: State) -> dict[PoolGun, int]:
        return {gun: i for i, gun in reversed(tuple(enumerate(state.pool_guns))) if gun.crew}

    def ask(self, game: Siege, state: State) -> Decide | None:
        guns = self._guns(state)
        if len(guns) == 1:
            return None
        options = tuple(ChooseGun(i) for i in sorted(guns.values()))
        return Decide(ATTACKERS, f"Which gun comes on by the {EDGES[self.edge]} edge?", "siege:R46", options)

    def run(self, game: Siege, step: Step[State]) -> None:
        self.answer(game, step, ChooseGun(min(self._guns(step.state).values())))

    def answer(self, game: Siege, step: Step[State], choice: ChooseGun) -> None:
        step.swap(ComingOn(self.edge, self.kind, step.state.pool_guns[choice.gun].crew, choice.gun))


def edge_length(layout: Layout, edge: int) -> int:
    """Return how long an edge is; the next one is as long as the table is deep."""
    return layout.width if edge % 2 else layout.height


@rule("siege:AF.4", "siege:R45")
def two_deep(layout: Layout, edge: int, at: int, number: int) -> tuple[Point, ...]:
    """Return the places of a body two deep whose rank touches an edge, centred at `at`."""
    first = at - ((number + 1) // 2 - 1) * BASE // 2
    if edge == NORTH:
        return rank((first, layout.height - RADIUS), (BASE, 0), number, (0, -BASE))
    if edge == SOUTH:
        return rank((first, RADIUS), (BASE, 0), number, (0, BASE))
    if edge == EAST:
        return rank((layout.width - RADIUS, first), (0, BASE), number, (-BASE, 0))
    return rank((RADIUS, first), (0, BASE), number, (BASE, 0))


class Arrival(Continuum):
    """Where along its edge a new group may stand: the continuum of its placing."""

    def __init__(self, game: Siege, state: State, edge: int, bodies: int) -> None:
        self.game = game
        self.state = state
        self.edge = edge
        self.bodies = bodies
        self.layout = game.ground(state).layout
        field = game.field(state)
        self.places = Places(field, NOBODY, 0, contact=False)
        self._judged: tuple[Action, Refusal | None] | None = None
        across, bodies_there = edge_length(self.layout, edge + 1), field.bodies.values()
        self._deep = (RADIUS, RADIUS + BASE) if edge in (SOUTH, WEST) else (across - RADIUS - BASE, across - RADIUS)
        low, high = self._deep[0] - ACROSS, self._deep[1] + ACROSS
        self._beside = (
            [body for body in bodies_there if body[2] <= high and body[3] >= low]
            if edge % 2
            else [body for body in bodies_there if body[0] <= high and body[1] >= low]
        )
        """Who stands along the edge."""

    def check(self, action: Action) -> Refusal | None:
        """Every base on the table, off walls and figures, out of contact, and no wall between them."""
        if not isinstance(action, ComeOn):
            return Refusal("Say where along the edge the new group stands.", "siege:AF.4")
        judged = self._judged
        if judged is None or judged[0] != action:
            judged = self._judged = (action, self._fault(action))
        return judged[1]

    @rule("siege:AF.4", "siege:R4")
    def _fault(self, action: ComeOn) -> Refusal | None:
        if self._nobody_about(action.at):
            return None
        stand = two_deep(self.layout, self.edge, action.at, self.bodies)
        for place in stand:
            fault = self.places.fault(place)
            if fault is not None:
                return fault
        if not linked(stand, TOUCH, self.places.links):
            return Refusal("A wall or the like would part the new group: it is kept together.", "siege:R4")
        return None

    def _nobody_about(self, at: int) -> bool:
        """Return whether the whole strip on which the group would stand is free, with nobody and nothing near it."""
        first = at - ((self.bodies + 1) // 2 - 1) * BASE // 2
        last = first + ((self.bodies + 1) // 2 - 1) * BASE
        if first < RADIUS or last > edge_length(self.layout, self.edge) - RADIUS:
            return False
        near, far = self._deep
        if self.edge % 2:
            return self.places.nobody_in(first, last, near, far, self._beside)
        return self.places.nobody_in(near, far, first, last, self._beside)

    def sample(self, rng: Rng) -> Action | None:
        """Return a place at random; if it is hard to find one, the first there is."""
        for _ in range(8):
            come = ComeOn(rng.below(edge_length(self.layout, self.edge) // 100 + 1) * 100)
            if self.check(come) is None:
                return come
        return self.first()

    def any_room(self) -> bool:
        """Return whether there is a place at all: mostly there is one at a quarter, a half or three quarters."""
        quarter = edge_length(self.layout, self.edge) // 4
        for at in (2 * quarter, quarter, 3 * quarter):
            if self._nobody_about(at):
                return True
        return self.first() is not None

    def first(self) -> ComeOn | None:
        """Return the first place along the edge, looked for every quarter of an inch."""
        for at in range(0, edge_length(self.layout, self.edge) + 1, 250):
            if self.check(ComeOn(at)) is None:
                return ComeOn(at)
        return None


@rule("siege:AF.4", "siege:RE.3", "siege:R45", "siege:R46")
class ComingOn(Frame, frozen=True, tag="coming-on"):
    """The new group is placed along its edge, two deep, out of contact; if there is no room it stays in the pool."""

    edge: int
    kind: str
    number: int
    gun: int = 0
    """Which of the pool's guns it is."""

    def _arrival(self, game: Siege, state: State) -> Arrival:
        return Arrival(game, state, self.edge, self.number + game.kinds[self.kind].gun)

    def ask(self, game: Siege, state: State) -> Decide | None:
        arrival = self._arrival(game, state)
        if not arrival.any_room():
            return None
        what = f"{game.kinds[self.kind].name}, {figures(self.number)}"
        prompt = f"Place the new group ({what}) along the {EDGES[self.edge]} edge."
        return Decide(ATTACKERS, prompt, "siege:AF.4", free=arrival)

    def run(self, game: Siege, step: Step[State]) -> None:
        step.say(CameOn("there is no room", 0, self.edge))
        step.pop()

    def answer(self, game: Siege, step: Step[State], choice: ComeOn) -> None:
        state, kind = step.state, game.kinds[self.kind]
        places = two_deep(game.ground(state).layout, self.edge, choice.at, self.number + kind.gun)
        gid, gun, stack = state.next, -1, state.stack[:-1]
        if kind.gun:
            gun, gid = gid, gid + 1
            taken = state.pool_guns[self.gun]
            face = facing(game.field(state), places[-1], 1 - ATTACKERS)
            step.set(
                guns=(*state.guns, Gun(gun, ATTACKERS, places[-1], face, taken.fired)),
                pool_guns=state.pool_guns[: self.gun] + state.pool_guns[self.gun + 1 :],
            )
            places, stack = places[:-1], (*stack, Facing(gun))
            pool = state.pool
        else:
            at = game.kind_index[self.kind]
            pool = (*state.pool[:at], state.pool[at] - self.number, *state.pool[at + 1 :])
        group = Group(gid, ATTACKERS, self.kind, places, 0, kind.mounted, -1, gun)
        step.set(stack=stack, pool=pool, next=gid + 1, groups=(*state.groups, group))
        step.say(CameOn(name_of(game, group), self.number, self.edge))
