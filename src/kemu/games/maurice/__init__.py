"""Maurice Lite: battles of the age of linear warfare, 1690 to 1790, with measured movement and a deck of action cards.

The rules are those of the free "Lite" introductory version. `README.md` beside this file tells how to play it here,
`clauses.toml` every rule and every ruling, `kit/` the cards, the terrain and the ready battles.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from kemu.core.clauses import rule
from kemu.core.game import Game, View
from kemu.core.pending import Action, Decide, Touch
from kemu.core.refusal import Refusal
from kemu.core.rng import Rng

from .model.actions import AnyAction
from .model.catalogue import Catalogue
from .model.state import Settings, State
from .model.units import SEATS
from .rules.field import Field
from .rules.hidden import redealt, seen_by
from .rules.morale import Finished, starting
from .rules.setup import Deal, TerrainRoll, armies

if TYPE_CHECKING:
    from kemu.core.winning import Near
    from kemu.scene import Scene

    from .mind import MauriceMind

__all__ = ["Maurice", "Settings", "State"]

FIELDS = 64
"""Of so many positions a player's game keeps the geometry."""


class Maurice(Game[State, Settings]):
    """Lines, columns and batteries, a commander and a hand of cards: a battle of the eighteenth century, for two."""

    id: ClassVar[str] = "maurice"
    title: ClassVar[str] = "Maurice Lite"
    seats: ClassVar[tuple[str, ...]] = SEATS
    settings_type: ClassVar[type[Any]] = Settings
    state_type: ClassVar[type[Any]] = State
    action_type: ClassVar[Any] = AnyAction
    folder: ClassVar[Path] = Path(__file__).parent
    hides: ClassVar[bool] = True
    pictured: ClassVar[str] = "battle"
    rules_version: ClassVar[int] = 4

    def __init__(self, kit: Path | None = None) -> None:
        super().__init__(kit)
        self.cat = Catalogue(self.kit)
        self._field: tuple[State, Field] | None = None
        self._fields: dict[object, Field] | None = None

    def field(self, state: State) -> Field:
        """Return everything geometric of a state. The last answer is kept: most questions are about one position."""
        kept = self._field
        if kept is not None:
            before, field = kept
            if before is state:
                return field
            if before.units is state.units and before.pieces is state.pieces and before.cinc is state.cinc:
                self._field = (state, field)
                return field
        old = None if kept is None else kept[1]
        field = self._known(state, old) if self._fields is not None else self._drawn_up(state, old)
        self._field = (state, field)
        return field

    def _drawn_up(self, state: State, old: Field | None) -> Field:
        return Field(self.cat.table, state.units, state.pieces, state.cinc, state.settings.depths, old)

    def _known(self, state: State, old: Field | None) -> Field:
        """Return the field of a state that a player may have met before."""
        assert self._fields is not None
        key = (state.units, state.cinc, state.pieces, state.settings.depths)
        field = self._fields.pop(key, None) or self._drawn_up(state, old)
        if len(self._fields) >= FIELDS:
            del self._fields[next(iter(self._fields))]
        self._fields[key] = field
        return field

    def without_memory(self) -> Self:
        """Return this game as it is handed to a player: the field that is kept here names a state.

        Who thinks comes back to the same positions, so a player's game keeps many; who only plays on never does.
        """
        blank = super().without_memory()
        blank._field = None
        blank._fields = {}
        return blank

    @rule("maurice:2.deal", "maurice:2.size", "maurice:2.morale", "maurice:4.reshuffle")
    def opening(self, settings: Settings) -> State:
        """A ready battle with its armies drawn up, or an empty table for which the players roll."""
        free = settings.battle == "free"
        morale = starting(settings.size)
        state = State(
            settings=settings,
            stack=(TerrainRoll(),) if free else (Deal(),),
            deck=self.cat.full,
            morale=(morale, morale),
            start_morale=(morale, morale),
        )
        if free:
            return state
        from msgspec.structs import replace

        battle = self.cat.battles[settings.battle]
        return replace(
            state, units=armies(self, settings.battle, settings.size), pieces=battle.pieces, cinc=battle.cincs
        )

    @rule("maurice:R30", "maurice:R61")
    def bound(self, settings: Settings) -> int:
        """Every round draws a card, spends one, or is a pass with an empty deck; two of those in a row end the battle.

        The deck is gone through three times at most. A round: each unit fires with a choice and three throws, moves,
        fights, rallies and falls back once, and each card is asked for, paid or discarded once.
        """
        cards = len(self.cat.full)
        drawn = 3 * cards + 1
        rounds = 2 * (2 * drawn + 2 * self.cat.hand) + 2
        units = 2 * settings.size
        setup = 200 + 2 * units
        return setup + rounds * (units * 12 + 2 * cards + 40)

    # -- what a seat may know ----------------------------------------------------------------------------

    def view(self, state: State, seat: int | None) -> View[State]:
        """Everybody sees the table, the discards and how many cards there are; only its owner sees a hand."""
        return View(seat, seen_by(state, seat))

    def redeal(self, view: View[State], rng: Rng) -> State:
        """Deal the cards that this seat does not see: to the enemy's hand and the deck, each deal equally likely."""
        return redealt(self, view.state, view.seat, rng)

    @cached_property
    def mind(self) -> MauriceMind:
        """What opponents know: what an army, its order and its cards are worth."""
        from .mind import MauriceMind

        return MauriceMind(self)

    # -- words -------------------------------------------------------------------------------------------

    def notation(self, action: Action) -> str:
        """The action's tag and what it names: `fire 3 21 21 21 -1`, `act march`, `spend aide-de-camp`."""
        from .scene.words import notation

        return notation(self, action)

    def label(self, view: View[State], action: Action) -> str:
        """The action in a few words."""
        from .scene.words import label

        return label(self, view.state, action)

    def explain(self, view: View[State], decide: Decide, intent: Action | Touch) -> Refusal:
        """Say why a card, a force, a shot, a move or a charge is not possible now, with the clause."""
        from .rules.refusals import explain

        return explain(self, view, decide, intent)

    def scores(self, state: State) -> tuple[float, ...]:
        """The morale that each army has left."""
        top = state.stack[-1]
        return (
            top.ask(self, state).scores
            if isinstance(top, Finished)
            else (float(state.morale[0]), float(state.morale[1]))
        )

    def near(self, view: View[State]) -> tuple[Near, ...]:
        """The morale that each army's enemy has left."""
        from .scene.nearness import near

        return near(view.state)

    def decided(self, view: View[State]) -> tuple[str, ...]:
        """The morale of the armies, and the unit whose breaking took the last of it."""
        from .scene.nearness import decided

        return decided(view.state)

    def numbers(self) -> Mapping[str, str]:
        """How far units move, what they are worth, what breaks them."""
        from .scene.numbers import numbers

        return numbers()

    def scene(self, view: View[State], decide: Decide | None = None) -> Scene:
        """The table, the armies on it, the hand, and what can be chosen."""
        from .scene.drawing import scene

        return scene(self, view, decide)

    def drags(self, view: View[State], decide: Decide) -> tuple[str, ...]:
        """The units that may be moved, or the commander."""
        from .scene.handles import drags

        return drags(self, view.state, decide)

    def picture(self, view: View[State]) -> str:
        """The view in words."""
        from .scene.describe import lines

        return "\n".join(lines(self, view.state))
