"""Hawaii, 1795: Kamehameha against the Allied Chiefs.

Kamehameha of Hawaiʻi wants all the islands; the chiefs of Oʻahu and Maui want to stop him; Kauaʻi may come in on either
side. Each month each side draws a campaign card, recruits, sends its canoes and fights. `README.md` beside this file
tells how to play it here, `clauses.toml` every rule, `kit/` the counters, cards, table and map.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import astuple

from kemu.core.clauses import rule
from kemu.core.game import Game, View
from kemu.core.pending import Action, Decide, Touch
from kemu.core.refusal import Refusal

from .model.actions import AnyAction
from .model.catalogue import MONTHS, Catalogue
from .model.state import Frames, Settings, State
from .rules.board import occupied
from .rules.fight import MOST_ROUNDS
from .rules.setup import Adding, Dividing
from .rules.turn import PartStart
from .rules.victory import Finished

if TYPE_CHECKING:
    from kemu.core.winning import Near
    from kemu.scene import Scene

    from .mind import HawaiiMind

__all__ = ["Hawaii", "Settings", "State"]


class Hawaii(Game[State, Settings]):
    """Canoes, forts and chiefs: a campaign for the islands of Hawaiʻi, for two."""

    rules_version: ClassVar[int] = 4
    settings_type: ClassVar[type[Any]] = Settings
    state_type: ClassVar[type[Any]] = State
    action_type: ClassVar[Any] = AnyAction
    folder: ClassVar[Path] = Path(__file__).parent

    def __init__(self, kit: Path | None = None) -> None:
        super().__init__(kit)
        self.cat = Catalogue(self.kit)

    @cached_property
    def mind(self) -> HawaiiMind:
        """What opponents know of the game."""
        from .mind import HawaiiMind

        return HawaiiMind(self)

    @rule("hawaii:6.0", "hawaii:6.1", "hawaii:6.2", "hawaii:R8", "hawaii:R9")
    def opening(self, settings: Settings) -> State:
        """The counters stand; first their owners choose what the set-up leaves open, Kamehameha before the Chiefs."""
        cat = self.cat
        length = cat.lengths[settings.length]
        first: list[list[Frames]] = [[], []]
        for units, spaces in cat.divide:
            seat = 1 if units & cat.sides[1] else 0
            first[seat].append(Dividing(seat, units, spaces))
        for seat, added, spaces in cat.added[settings.length]:
            first[seat].append(Adding(seat, tuple(recruit.units for recruit in added), spaces))
        stack: tuple[Frames, ...] = (PartStart(0), *reversed([*first[0], *first[1]]))
        return State(
            settings=settings,
            stack=stack,
            places=cat.places,
            month=MONTHS.index(length.first) + 1,
            decks=(cat.deck[0], cat.deck[1]),
            played=(0, 0) if length.fixed else (cat.once[0], cat.once[1]),
        )

    def bound(self, settings: Settings) -> int:
        """A part has at most so many steps; the rounds of a fight are limited, so its dice are."""
        cat = self.cat
        length = cat.lengths[settings.length]
        turns = MONTHS.index(length.last) - MONTHS.index(length.first) + 1
        counters = len(cat.counters)
        # Card, die, events, recruits; a walk or a ride each, a sail and a landing for each canoe; storm; holding.
        quiet = 10 + 8 * counters
        # A round: the roll and a card; for each unit the choice to fire; for each die the die and the loss.
        a_round = 2 + counters + 2 * sum(cat.strength)
        # A battle: sighting, cards, launching, up to three fights, retreats.
        a_battle = 20 + 3 * counters + 3 * MOST_ROUNDS * a_round
        return 4 * counters + turns * 2 * (quiet + cat.n * (1 + a_battle))

    def notation(self, action: Action) -> str:
        """The action's tag and what it names: `walk k-w1`, `land maui`, `done`."""
        return " ".join([str(action.__struct_config__.tag), *(str(part).lower() for part in astuple(action))])

    def label(self, view: View[State], action: Action) -> str:
        """The action in a few words."""
        from .scene.words import label

        return label(self, view.state, action)

    def explain(self, view: View[State], decide: Decide, intent: Action | Touch) -> Refusal:
        """Say why a unit cannot move, fire or fall, or a canoe sail, with the clause."""
        from .rules.refusals import explain

        return explain(self, view.state, decide, intent)

    def near(self, view: View[State]) -> tuple[Near, ...]:
        """How many of the spaces that win each side has for sure."""
        from .scene.nearness import near

        return near(self, view.state)

    def decided(self, view: View[State]) -> tuple[str, ...]:
        """The spaces that the winner occupies, or the chiefs that have fallen."""
        from .scene.nearness import decided

        return decided(self, view.state)

    def numbers(self) -> Mapping[str, str]:
        """The strength of each counter, and what each space counts for."""
        from .scene.numbers import numbers

        return numbers(self.cat)

    def scene(self, view: View[State], decide: Decide | None = None) -> Scene:
        """The islands, the counters on them, and the battle map while a battle is fought."""
        from .scene.drawing import scene

        return scene(self, view, decide)

    def picture(self, view: View[State]) -> str:
        """The view in words: a line a space, a battle, a card, a box."""
        from .scene.describe import lines

        return "\n".join(lines(self, view.state))

    def scores(self, state: State) -> tuple[float, ...]:
        """The share of the map's spaces that each side occupies; 1 and 0 once the game is decided."""
        top = state.stack[-1]
        if isinstance(top, Finished):
            return top.ask(self, state).scores
        return tuple(len(occupied(self, state, seat)) / self.cat.n for seat in (0, 1))
