"""Chapter 2: the armies are set up, each in the third of the table at its own long side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

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


class LastSpots(Spots):
    """Where the commander may be set up; and a unit that stands already may be put elsewhere."""

    by_hand: ClassVar[str] = "Click where he should stand. A unit that should stand elsewhere is dragged there."

    def __init__(self, game: Maurice, state: State, seat: int) -> None:
        super().__init__(game, state, seat, None)

    def of(self, piece: str) -> Unit | None:
        """Return the own unit that a piece of the scene is, or is a handle of."""
        named = piece.partition("-")[0][1:]
        unit = self.state.find(int(named)) if piece.startswith("u") and named.isdecimal() else None
        return unit if unit is not None and unit.side == self.seat else None

    def _spots(self, unit: Unit) -> Spots:
        return Spots(self.game, self.state, self.seat, unit)

    @rule("maurice:2.deployment", "maurice:R18")
    def check(self, action: Action) -> Refusal | None:
        """Return None if the commander, or a unit of the army that stands, may be set up there."""
        if not isinstance(action, Deploy):
            return super().check(action)
        unit = self.of(f"u{action.unit}")
        if unit is None:
            return Refusal("Only a unit of your own that stands can be put elsewhere.", "maurice:2.deployment")
        return self._spots(unit).check(action)

    def at(self, x: float, y: float, piece: str = "") -> Action | None:
        """Return the commander's place, or the new one of a unit that is dragged, or turned by its handle."""
        unit = self.of(piece)
        if unit is None:
            return super().at(x, y)
        stands = Deploy(unit.id, unit.x, unit.y, unit.facing, unit.formation)
        if piece.endswith(("-face", "-form")):
            return self._spots(unit).adjust(stands, x, y, piece)
        point = from_scene(self.game.cat.table, x, y)
        return None if point is None else Deploy(unit.id, *point, unit.facing, unit.formation)

    def adjust(self, draft: Action, x: float, y: float, piece: str) -> Action | None:
        """Return the draft changed; whoever drags somebody else begins anew with him."""
        unit = self.of(piece)
        if unit is None or not isinstance(draft, Deploy) or draft.unit != unit.id:
            return self.at(x, y, piece)
        return self._spots(unit).adjust(draft, x, y, piece)


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


MOST_CHANGES = 40
"""So many times units can be put elsewhere before the commander is set up."""


@rule("maurice:2.deployment", "maurice:R18")
class DeployingCinC(Frame, frozen=True, tag="deploying-cinc", omit_defaults=True):
    """The commander is set up after his army. Until then each of its units may still be put elsewhere."""

    seat: int
    changes: int = 0
    moved: int = -1
    """The unit that was put elsewhere last."""

    def ask(self, game: Maurice, state: State) -> Decide:
        fixed = self.changes >= MOST_CHANGES
        free = Spots(game, state, self.seat, None) if fixed else LastSpots(game, state, self.seat)
        first = free.first()
        options: tuple[Action, ...] = () if first is None else (first,)
        return Decide(self.seat, "Set up your commander.", "maurice:2.deployment", options, free=free)

    def answer(self, game: Maurice, step: Step[State], choice: DeployCinC | Deploy) -> None:
        state = step.state
        if isinstance(choice, Deploy):
            unit = state.unit(choice.unit)
            put = replace(unit, x=choice.x, y=choice.y, facing=choice.facing, formation=choice.formation)
            step.set(units=tuple(put if one.id == put.id else one for one in state.units))
            step.say(Deployed(self.seat, name(put)))
            step.swap(DeployingCinC(self.seat, self.changes + 1, put.id))
            return
        step.set(cinc=with_seat(state.cinc, self.seat, (choice.x, choice.y)))
        step.say(Deployed(self.seat, f"{SIDES[self.seat]}'s commander"))
        step.pop()
