"""Siege: a garrison holds a compound until the relief column comes, or nobody is left.

Cards give the sides their actions; attackers come on again and again by all four edges; ammunition runs down. The
table is a continuum: figures stand anywhere, see along straight lines and move round what is in their way.
`README.md` beside this file tells how to play it here, `clauses.toml` every rule and every ruling.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from kemu.core.clauses import rule
from kemu.core.game import Game, View
from kemu.core.pending import Action, Decide, Reach, Touch
from kemu.core.refusal import Refusal
from kemu.core.rng import Rng

from .model.actions import AnyAction
from .model.field import Field
from .model.ground import Ground
from .model.kitcheck import army_faults, card_faults, room_faults
from .model.kitfile import ArmiesFile, CardsFile, Kind
from .model.layout import load_layout
from .model.pieces import ATTACKERS, FULL_CREW, GARRISON, SEATS, PoolGun
from .model.state import Settings, State
from .rules.memory import Memory
from .rules.setup import SetUp, UmpireDie
from .rules.shooting import LOW
from .rules.winning import MOST_CARDS

if TYPE_CHECKING:
    from kemu.core.winning import Near
    from kemu.scene import Scene

    from .mind import SiegeMind
    from .rules.continuum import Continuum

__all__ = ["Settings", "Siege", "State"]

LAYOUTS = ("legation", "mission", "boulevard")
ENOUGH, SOME = -1, -2
"""What a view says of rifle counters under the umpire: more than five, or one to five."""


class Siege(Game[State, Settings]):
    """A garrison holds out until the column comes: figures, walls, cards and lines of sight, for two."""

    id: ClassVar[str] = "siege"
    title: ClassVar[str] = "Siege"
    rules_version: ClassVar[int] = 8
    seats: ClassVar[tuple[str, ...]] = SEATS
    settings_type: ClassVar[type[Any]] = Settings
    state_type: ClassVar[type[Any]] = State
    action_type: ClassVar[Any] = AnyAction
    folder: ClassVar[Path] = Path(__file__).parent
    hides: ClassVar[bool] = True
    """Under the umpire nobody knows how many rifle counters are left."""
    pictured: ClassVar[str] = "layout"
    """The setting whose choices a form shows by pictures."""

    @rule("siege:G.2")
    def __init__(self, kit: Path | None = None) -> None:
        super().__init__(kit)
        self.armies = self.kit.read("armies.toml", ArmiesFile)
        self.cards = self.kit.read("cards.toml", CardsFile)
        self.kinds: dict[str, Kind] = {kind.id: kind for kind in self.armies.kind}
        self.titles = {kind.id: f"{kind.name[0].upper()}{kind.name[1:]}" for kind in self.armies.kind}
        """What groups of each kind are called at the beginning of a sentence."""
        self.kind_index = {kind.id: index for index, kind in enumerate(self.armies.kind)}
        self.ranks = {rank: (entry.actions, entry.resolves) for entry in self.cards.rank for rank in entry.ranks}
        self.grounds = {name: Ground(load_layout(self.kit, name)) for name in LAYOUTS}
        self._check_kit()
        self.memory = Memory()

    def _check_kit(self) -> None:
        """Refuse a kit that could not be played, naming the file, the line and the field."""
        for path, message in army_faults(self.armies):
            raise self.kit.error("armies.toml", path, message)
        for path, message in card_faults(self.cards):
            raise self.kit.error("cards.toml", path, message)
        for name, ground in self.grounds.items():
            for path, message in room_faults(ground):
                raise self.kit.error(f"{name}.toml", path, message)

    def ground(self, state: State) -> Ground:
        """Return the ground that a state is played on."""
        return self.grounds[state.settings.layout]

    def field(self, state: State) -> Field:
        """Return who stands where. The last answer is kept: most questions are about one state."""
        kept = self.memory.field
        if kept is not None and kept[0] is state:
            return kept[1]
        ground, field = self.grounds[state.settings.layout], None if kept is None else kept[1]
        if field is None or field.ground is not ground:
            field = Field(ground, state)
        elif (
            field.all_groups is not state.groups
            or field.all_guns is not state.guns
            or field.melees is not state.melees
            or field.down != state.down
        ):
            field = Field(ground, state, field)
        self.memory.field = (state, field)
        return field

    def on_ground(self, ground: Ground) -> Self:
        """Return this game with another ground in place of the one whose layout has the same id."""
        other = copy(self)
        other.grounds = {**self.grounds, ground.layout.id: ground}
        other.memory, other._asked, other._blank = Memory(), (None, None), None
        vars(other).pop("mind", None)
        return other

    def without_memory(self) -> Self:
        """Return this game as it is handed to a player: what is kept here names states, and they hold hidden facts."""
        blank = super().without_memory()
        blank.memory = Memory(self.memory.sightings)
        return blank

    @rule("siege:DF.1", "siege:DB.3")
    def parse_settings(self, given: Mapping[str, Any]) -> Settings:
        """Return typed settings; a wrong number of squads, or a double battle on a small table, names its clause."""
        if str(given.get("double", False)).lower() == "true":
            raise Refusal("A double-sized battle needs the large table: choose layout=boulevard.", "siege:DB.3")
        try:
            return super().parse_settings(given)
        except Refusal as refusal:
            if "'squads'" in refusal.reason:
                raise Refusal(refusal.reason, "siege:DF.1") from None
            raise

    @rule("siege:R55")
    def bound(self, settings: Settings) -> int:
        """The number of cards is limited; a card gives so many choices at most, and every figure dies once.

        A card: six actions of a dozen choices each, melees (each group rolls, regroups, falls back and occupies
        once, and is picked for it), and eight groups that come on by four choices each.
        """
        groups = 100 * settings.doubled
        return 400 * settings.doubled + MOST_CARDS * (6 * 12 + 8 * groups + 8 * 4 + 10)

    @rule("siege:SU.1", "siege:SU.2", "siege:DF.1", "siege:DF.3", "siege:SA.1", "siege:SA.2", "siege:R52")
    @rule("siege:DB.2", "siege:DB.3", "siege:DB.4", "siege:DB.5", "siege:EQ.1", "siege:EQ.2")
    def opening(self, settings: Settings) -> State:
        """An empty table: the garrison sets up first. The attackers' whole force is in the pool."""
        times = settings.doubled
        army = next(army for army in self.armies.army if army.id == settings.army)
        pool = [army.figures.get(kind.id, 0) * times for kind in self.armies.kind]
        guns: tuple[PoolGun, ...] = ()
        if settings.gun == "jingals":
            pool[next(i for i, kind in enumerate(self.armies.kind) if kind.jingals)] = FULL_CREW * army.guns * times
        else:
            guns = (PoolGun(FULL_CREW, False),) * (army.guns * times)
        first = SetUp(settings.squads * times, times)
        return State(
            settings=settings,
            stack=(first, UmpireDie()) if settings.umpire else (first,),
            rifle=self.cards.rifle_counters * times,
            shells=self.cards.gun_counters * times,
            pool=tuple(pool),
            pool_guns=guns,
        )

    # -- what a seat may know ----------------------------------------------------------------------------

    @rule("siege:OA.1", "siege:R50")
    def view(self, state: State, seat: int | None) -> View[State]:
        """Under the umpire nobody knows how many rifle counters are left: only whether they are low, or gone."""
        if not state.settings.umpire or not state.rifle:
            return View(seat, state)
        from .rules.changes import changed

        if isinstance(state.stack[-1], UmpireDie):
            return View(seat, state)
        return View(seat, changed(state, rifle=SOME if state.rifle <= LOW else ENOUGH))

    @rule("siege:OA.1", "siege:R50")
    def redeal(self, view: View[State], rng: Rng) -> State:
        """Draw the umpire's die from those that fit what has been heard."""
        state = view.state
        if state.rifle >= 0:
            return state
        from .rules.changes import changed

        whole = self.cards.rifle_counters * state.settings.doubled - state.spent
        if state.low_at >= 0:
            # It was called low the moment it fell to five.
            return changed(state, rifle=LOW - (state.spent - state.low_at))
        fits = [whole - die for die in range(1, 7) if whole - die > LOW]
        return changed(state, rifle=fits[rng.below(len(fits))])

    # -- words and numbers -------------------------------------------------------------------------------

    def explain(self, view: View[State], decide: Decide, intent: Action | Touch) -> Refusal:
        """Say why a group cannot do that, or why a place cannot be reached."""
        from .rules.refusals import explain

        return explain(self, view.state, decide, intent)

    def notation(self, action: Action) -> str:
        """Return the action as it can be typed: `fire 7`, `move 0 24000 15600`."""
        from .scene.words import notation

        return notation(action)

    def label(self, view: View[State], action: Action) -> str:
        """Return the action in a few words, with the odds of a shot."""
        from .scene.words import label

        return label(self, view.state, action)

    def scores(self, state: State) -> tuple[float, ...]:
        """Return the figures that each side still has: on the table, and for the attackers in the pool."""
        from .rules.winning import left_in_pool

        return float(state.count(GARRISON)), float(state.count(ATTACKERS) + left_in_pool(state))

    @cached_property
    def mind(self) -> SiegeMind:
        """What opponents know: men, ammunition, threats, and where attackers go."""
        from .mind import SiegeMind

        return SiegeMind(self)

    def near(self, view: View[State]) -> tuple[Near, ...]:
        """How far the column has come, and how many defenders are left."""
        from .scene.nearness import near

        return near(view.state)

    def decided(self, view: View[State]) -> tuple[str, ...]:
        """Who still lives and the column that has come; or the attackers who hold the place."""
        from .scene.nearness import decided

        return decided(self, view.state)

    def scene(self, view: View[State], decide: Decide | None = None) -> Scene:
        """The table from above, north at the top."""
        from .scene.drawing import scene

        return scene(self, view, decide)

    def drags(self, view: View[State], decide: Decide) -> tuple[str, ...]:
        """The pieces of the scene that an order moves: those of the group that acts."""
        from .scene.hand import drags

        return drags(decide)

    def reach(self, free: Continuum) -> tuple[Reach, ...]:
        """Return the ground on which the answers to a decision over a continuum lie."""
        from .scene.hand import reach

        return reach(free)

    def dropped(self, free: Continuum, x: float, y: float, piece: str) -> Action | None:
        """Return the answer that dropping a piece at a point of the scene stands for."""
        from .scene.hand import drop

        return drop(free, x, y, piece)

    def adjusted(self, free: Continuum, draft: Action, x: float, y: float, piece: str) -> Action | None:
        """Return an answer not yet confirmed with one figure put elsewhere."""
        from .scene.hand import adjust

        return adjust(free, draft, x, y, piece)

    def picture(self, view: View[State]) -> Any:
        """The table in letters, for a terminal."""
        from .scene.terminal import picture

        return picture(self, view.state)
