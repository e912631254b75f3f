"""Chapter 2: the armies are set up, each in the third of the table at its own long side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Action, Decide, Free, Reach
from kemu.core.refusal import Refusal
from kemu.core.rng import Rng
from kemu.parts.tabletop.oriented import facing_towards
from kemu.parts.tabletop.points import square

from ..model.actions import Deploy, DeployCinC, DeployFirst, DrawUp
from ..model.bases import body_of, square_at
from ..model.events import Deployed, FirstChosen
from ..model.names import SIDES, name
from ..model.scale import from_scene, rectangle_path
from ..model.units import BW, CAV, DRAWN_UP, FORMATIONS, Unit
from . import command, measuring
from .morale import starting, with_seat

if TYPE_CHECKING:
    from .. import Maurice
    from ..model.state import State


@rule("maurice:2.deployment", "maurice:R18")
def third(game: Maurice, state: State, seat: int) -> tuple[int, int]:
    """The southern or northern third of the table, its border included."""
    height = game.cat.table.height
    return (0, height // 3) if seat == state.south else (height - height // 3, height)


@rule("maurice:2.sides")
class FirstToDeploy(Frame, frozen=True, tag="first-to-deploy"):
    """The winner of the roll says whether he sets up first or second."""

    seat: int

    def ask(self, game: Maurice, state: State) -> Decide:
        options: tuple[Action, ...] = (DeployFirst(True), DeployFirst(False))
        return Decide(self.seat, "Set up first, or second?", "maurice:2.sides", options)

    def answer(self, game: Maurice, step: Step[State], choice: DeployFirst) -> None:
        from .setup import Deal

        first = self.seat if choice.first else 1 - self.seat
        step.say(FirstChosen(self.seat, choice.first))
        step.swap(Deal(), DeployingCinC(1 - first), Deploying(1 - first), DeployingCinC(first), Deploying(first))


class Spots(Free):
    """Where a unit, or the commander, may be set up."""

    by_hand: ClassVar[str] = "Click where it should stand; a unit is turned by its handle; then confirm."

    def __init__(self, game: Maurice, state: State, seat: int, unit: Unit | None) -> None:
        self.game = game
        self.state = state
        self.seat = seat
        self.unit = unit

    @rule("maurice:2.deployment", "maurice:R18")
    def check(self, action: Action) -> Refusal | None:
        """Return None if he may be set up there, else why not."""
        game, state, unit = self.game, self.state, self.unit
        field = game.field(state)
        south, north = third(game, state, self.seat)
        if unit is None:
            if not isinstance(action, DeployCinC) or max(abs(action.x), abs(action.y)) > 10**6:
                return Refusal("The commander is set up now.", "maurice:2.deployment")
            outline = square_at((action.x, action.y))
            if not measuring.on_table(field, outline) or any(not south <= y <= north for _, y in outline):
                return Refusal("Everybody is set up inside his own third of the table.", "maurice:2.deployment")
            if command.sits_on_bases(field, (action.x, action.y)):
                return Refusal("A base stands there.", "maurice:2.deployment")
            return None
        if not isinstance(action, Deploy) or action.unit != unit.id:
            return Refusal(f"{name(unit)} is set up now.", "maurice:2.deployment")
        if action.formation not in DRAWN_UP[unit.arm]:
            allowed = " or ".join(FORMATIONS[form] for form in DRAWN_UP[unit.arm])
            return Refusal(f"{name(unit)} is set up in {allowed}.", "maurice:1.formations")
        if not 0 <= action.facing < 36_000 or max(abs(action.x), abs(action.y)) > 10**6:
            return Refusal("A facing is 0 to 35999 hundredths of a degree.", "maurice:R01")
        placed = Unit(unit.id, unit.side, unit.arm, action.x, action.y, action.facing, action.formation)
        if any(not south <= y <= north for _, y in body_of(placed, state.settings.depths).corners):
            return Refusal("Everybody is set up inside his own third of the table.", "maurice:2.deployment")
        return measuring.free_place(field, placed)

    def reach(self) -> tuple[Reach, ...]:
        """Return the third."""
        south, north = third(self.game, self.state, self.seat)
        table = self.game.cat.table
        return (Reach(rectangle_path(table, 0, table.width, south, north), "Your third of the table"),)

    def at(self, x: float, y: float, piece: str = "") -> Action | None:
        """Return the place at a point of the scene."""
        point = from_scene(self.game.cat.table, x, y)
        if point is None:
            return None
        if self.unit is None:
            return DeployCinC(*point)
        facing = 0 if self.seat == self.state.south else 18_000
        return Deploy(self.unit.id, *point, facing, DRAWN_UP[self.unit.arm][0])

    def adjust(self, draft: Action, x: float, y: float, piece: str) -> Action | None:
        """Return the draft elsewhere, or turned to where its handle is drawn; dropped where it is, formed anew."""
        point = from_scene(self.game.cat.table, x, y)
        if point is None or not isinstance(draft, Deploy) or self.unit is None:
            return self.at(x, y, piece)
        if piece.endswith("-face"):
            facing = round(facing_towards((draft.x, draft.y), point) / 500) * 500 % 36_000
            return Deploy(draft.unit, draft.x, draft.y, facing, draft.formation)
        forms = DRAWN_UP[self.unit.arm]
        close = square((draft.x, draft.y), point) < (BW // 2) ** 2
        if draft.formation in forms and (close or piece.endswith("-form")):
            form = forms[(forms.index(draft.formation) + 1) % len(forms)]
            return Deploy(draft.unit, draft.x, draft.y, draft.facing, form)
        return Deploy(draft.unit, *point, draft.facing, draft.formation)

    def sample(self, rng: Rng) -> Action | None:
        """Return a clear place, at random among the first that are found."""
        south, north = third(self.game, self.state, self.seat)
        width = self.game.cat.table.width
        for _ in range(30):
            x, y = rng.below(width), south + rng.below(north - south)
            if self.unit is None:
                action: Action = DeployCinC(x, y)
            else:
                forms = DRAWN_UP[self.unit.arm]
                facing = (0 if self.seat == self.state.south else 18_000) + (rng.below(7) - 3) * 1_500
                action = Deploy(self.unit.id, x, y, facing % 36_000, forms[rng.below(len(forms))])
            if self.check(action) is None:
                return action
        return self.first()

    def first(self) -> Action | None:
        """Return the first clear place of two lines: from the front to the rear and from the middle outward."""
        return next((spot for spot in self._drawn_up() if self.check(spot) is None), None)

    def _drawn_up(self) -> Iterator[Action]:
        game, state, unit = self.game, self.state, self.unit
        south, north = third(game, state, self.seat)
        middle = game.cat.table.width // 2
        at_south = self.seat == state.south
        steps = range(0, middle, BW // 2)
        columns = [middle + sign * step for step in steps for sign in (1, -1)]
        if unit is None:
            for back in range(3 * BW, north - south, BW // 2):
                for x in columns:
                    yield DeployCinC(x, north - back if at_south else south + back)
            return
        if unit.arm == CAV:
            columns = columns[len(columns) // 2 :] + columns[: len(columns) // 2]
        facing = 0 if at_south else 18_000
        for back in range(BW, north - south, BW // 2):
            for x in columns:
                yield Deploy(unit.id, x, north - back if at_south else south + back, facing, DRAWN_UP[unit.arm][0])


@rule("maurice:2.deployment", "maurice:R18", "maurice:2.size")
class Deploying(Frame, frozen=True, tag="deploying"):
    """The units of one army are set up one after another, or drawn up all at once in two lines."""

    seat: int

    def _units(self, game: Maurice, state: State) -> list[Unit]:
        """Return who is still to be set up."""
        there = {unit.id for unit in state.units}
        return [
            Unit(20 * self.seat + i, self.seat, arm, 0, 0, 0, DRAWN_UP[arm][0])
            for i, arm in enumerate(game.cat.muster[: state.settings.size])
            if 20 * self.seat + i not in there
        ]

    def ask(self, game: Maurice, state: State) -> Decide | None:
        left = self._units(game, state)
        if not left:
            return None
        free = Spots(game, state, self.seat, left[0])
        prompt = f"Set up {name(left[0])}; {len(left)} units are left."
        return Decide(self.seat, prompt, "maurice:2.deployment", (DrawUp(),), free=free)

    def run(self, game: Maurice, step: Step[State]) -> None:
        step.pop()

    def answer(self, game: Maurice, step: Step[State], choice: Deploy | DrawUp) -> None:
        if isinstance(choice, Deploy):
            self._place(game, step, choice)
            return
        for unit in self._units(game, step.state):
            spot = Spots(game, step.state, self.seat, unit).first()
            if isinstance(spot, Deploy):
                self._place(game, step, spot, quiet=True)
            else:
                # No room is left in the third: who does not take part does not count.
                self._count(step)
                break
        step.say(Deployed(self.seat, "the army in two lines"))
        step.pop()

    @rule("maurice:2.morale")
    def _count(self, step: Step[State]) -> None:
        """Army morale is counted from the units that are on the table."""
        state = step.state
        morale = starting(len(state.side(self.seat)))
        step.set(
            morale=with_seat(state.morale, self.seat, morale),
            start_morale=with_seat(state.start_morale, self.seat, morale),
        )

    def _place(self, game: Maurice, step: Step[State], spot: Deploy, *, quiet: bool = False) -> None:
        state = step.state
        arm = game.cat.muster[spot.unit - 20 * self.seat]
        unit = Unit(spot.unit, self.seat, arm, spot.x, spot.y, spot.facing, spot.formation)
        step.set(units=tuple(sorted((*state.units, unit), key=lambda one: one.id)))
        if not quiet:
            step.say(Deployed(self.seat, name(unit)))


@rule("maurice:2.deployment", "maurice:R18")
class DeployingCinC(Frame, frozen=True, tag="deploying-cinc"):
    """The commander is set up after his army."""

    seat: int

    def ask(self, game: Maurice, state: State) -> Decide:
        free = Spots(game, state, self.seat, None)
        first = free.first()
        options: tuple[Action, ...] = () if first is None else (first,)
        return Decide(self.seat, "Set up your commander.", "maurice:2.deployment", options, free=free)

    def answer(self, game: Maurice, step: Step[State], choice: DeployCinC) -> None:
        step.set(cinc=with_seat(step.state.cinc, self.seat, (choice.x, choice.y)))
        step.say(Deployed(self.seat, f"{SIDES[self.seat]}'s commander"))
        step.pop()
