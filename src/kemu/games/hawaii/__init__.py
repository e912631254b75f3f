"""Hawaii, 1795: Kamehameha against the Allied Chiefs.

Kamehameha of Hawaiʻi wants all the islands; the chiefs of Oʻahu and Maui want to stop him; Kauaʻi may come in on either
side. Each month each side draws a campaign card, recruits, sends its canoes and fights. `README.md` beside this file
tells how to play it here, `clauses.toml` every rule, `kit/` the counters, cards, table and map.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from kemu.core.clauses import rule
from kemu.core.game import Game, Impression, View
from kemu.core.pending import Action, Decide, Pending, Touch
from kemu.core.refusal import Refusal
from kemu.core.rng import Rng

from .actions import AnyAction
from .catalogue import MONTHS, Catalogue
from .kitfile import SEATS
from .rules.board import occupied
from .rules.fight import MOST_ROUNDS
from .rules.setup import Adding, Dividing
from .rules.turn import PartStart
from .rules.victory import Finished
from .state import Frames, Options, State

if TYPE_CHECKING:
    from kemu.scene import Scene

    from .between import Judge
    from .features import Weights
    from .forecast import Forecasts
    from .might import Might
    from .outright import Outright

__all__ = ["Hawaii", "Options", "State"]


class Hawaii(Game[State, Options]):
    """Canoes, forts and chiefs: a campaign for the islands of Hawaiʻi, for two."""

    id: ClassVar[str] = "hawaii"
    title: ClassVar[str] = "Hawaii, 1795"
    rules_version: ClassVar[int] = 3
    seats: ClassVar[tuple[str, ...]] = SEATS
    options_type: ClassVar[type[Any]] = Options
    state_type: ClassVar[type[Any]] = State
    action_type: ClassVar[Any] = AnyAction
    folder: ClassVar[Path] = Path(__file__).parent

    def __init__(self, kit: Path | None = None) -> None:
        super().__init__(kit)
        self.cat = Catalogue(self.kit)

    @cached_property
    def weights(self) -> Weights:
        """What the evaluation knows of this kit's counters."""
        from .features import Weights

        return Weights(self.cat)

    @cached_property
    def judge(self) -> Judge:
        """What was learned of positions between two parts."""
        from .between import Judge

        return Judge(self.cat)

    @cached_property
    def might(self) -> Might:
        """The strength of sets of counters in a battle, for searching players."""
        from .might import Might

        return Might(self.cat)

    @cached_property
    def forecasts(self) -> Forecasts:
        """What battles are likely to come to, for searching players."""
        from .forecast import Forecasts

        return Forecasts(self.cat, self.might, self.outright)

    @cached_property
    def outright(self) -> Outright:
        """Fights thrown out at once, for searching players."""
        from .outright import Outright

        return Outright(self.cat)

    @rule("hawaii:6.0", "hawaii:6.1", "hawaii:6.2", "hawaii:R8", "hawaii:R9")
    def opening(self, options: Options) -> State:
        """The counters stand; first their owners choose what the set-up leaves open, Kamehameha before the Chiefs."""
        cat = self.cat
        length = cat.lengths[options.length]
        first: list[list[Frames]] = [[], []]
        for units, spaces in cat.divide:
            seat = 1 if units & cat.sides[1] else 0
            first[seat].append(Dividing(seat, units, spaces))
        for seat, added, spaces in cat.added[options.length]:
            first[seat].append(Adding(seat, tuple(recruit.units for recruit in added), spaces))
        stack: tuple[Frames, ...] = (PartStart(0), *reversed([*first[0], *first[1]]))
        return State(
            options=options,
            stack=stack,
            places=cat.places,
            month=MONTHS.index(length.first) + 1,
            decks=(cat.deck[0], cat.deck[1]),
            played=(0, 0) if length.fixed else (cat.once[0], cat.once[1]),
        )

    def bound(self, options: Options) -> int:
        """A part has at most so many steps; the rounds of a fight are limited, so its dice are."""
        cat = self.cat
        length = cat.lengths[options.length]
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
        return " ".join([str(action.__struct_config__.tag), *(str(part).lower() for part in _parts(action))])

    def label(self, view: View[State], action: Action) -> str:
        """The action in a few words."""
        from .words import label

        return label(self, view.state, action)

    def explain(self, view: View[State], decide: Decide, intent: Action | Touch) -> Refusal:
        """Say why a unit cannot move, fire or fall, or a canoe sail, with the clause."""
        from .refusals import explain

        return explain(self, view.state, decide, intent)

    def evaluate(self, state: State, seat: int) -> float:
        """How good it looks: victory and its threats, dice on the map, spaces, chiefs, canoes."""
        from .features import evaluate

        return evaluate(self, state, seat)

    def advice(self, view: View[State], decide: Decide) -> Sequence[Action]:
        """In a fight the policy's answer; no idle shifting of canoes."""
        from .policy import advice

        return advice(self.cat, view.state, decide)

    def plans(self, view: View[State], decide: Decide) -> Sequence[Sequence[Action]]:
        """Landings in strength, garrisons for empty spaces, chiefs and their people who come together."""
        from .plans import plans

        return plans(self, view.state)

    def horizon(self, state: State) -> bool:
        """Between two parts: what comes of it is learned."""
        from .appraise import horizon

        return horizon(state)

    def appraise(self, state: State, pending: Pending, rng: Rng, respect: float = 1.0) -> tuple[float, float]:
        """What the end of the part is likely to be worth: by formula, and played on."""
        from .appraise import appraise

        return appraise(self, state, pending, rng, respect)

    def impression(self, view: View[State]) -> Impression | None:
        """How the other side seems to play, by where it stands."""
        from .conduct import impression

        return impression(self, view)

    def scene(self, view: View[State], decide: Decide | None = None) -> Scene:
        """The islands, the counters on them, and the battle map while a battle is fought."""
        from .scene import scene

        return scene(self, view, decide)

    def picture(self, view: View[State]) -> str:
        """The view in words: a line a space, a battle, a card, a box."""
        from .describe import lines

        return "\n".join(lines(self, view.state))

    def scores(self, state: State) -> tuple[float, ...]:
        """The share of the map's spaces that each side occupies; 1 and 0 once the game is decided."""
        top = state.stack[-1]
        if isinstance(top, Finished):
            return top.ask(self, state).scores
        return tuple(len(occupied(self, state, seat)) / self.cat.n for seat in (0, 1))


def _parts(action: Action) -> tuple[object, ...]:
    return tuple(getattr(action, field) for field in action.__struct_fields__)
