"""Maori Wars: the New Zealand Wars of 1845 to 1872, on a map of the North Island.

The British, with the Queenite Maori, against the Maori who fight for their land: Pa and Forts, raiders in the bush,
canoes and gunboats, and Neutrals whom both court. `README.md` beside this file tells how to play it here,
`clauses.toml` every rule, `kit/` the map, the counters, the tables, the chits and the scenarios.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from kemu.core.clauses import rule
from kemu.core.game import Game, View
from kemu.core.pending import Action, Decide, Touch
from kemu.core.refusal import Refusal

from .model.actions import AnyAction
from .model.catalogue import Catalogue
from .model.scenario import Scenario
from .model.state import Settings, State
from .rules.board import AWAY, BOX, BUSH, DUE, GONE, Board, bush
from .rules.lanes import Lanes
from .rules.setup import FirstTurn, SettingUp
from .rules.setup_changes import MOST_CHANGES, Run
from .rules.setup_plan import Plan
from .rules.units import UnitTable

if TYPE_CHECKING:
    from kemu.core.mind import Mind
    from kemu.core.winning import Near
    from kemu.scene import Scene

__all__ = ["MaoriWars", "Settings", "State"]

OFF_MAP = {BOX: "box", AWAY: "away", GONE: "gone", DUE: "due"}


class MaoriWars(Game[State, Settings]):
    """Pa and Forts, bush and canoes: the wars for the North Island of New Zealand, for two."""

    id: ClassVar[str] = "maori_wars"
    title: ClassVar[str] = "Maori Wars"
    rules_version: ClassVar[int] = 6
    seats: ClassVar[tuple[str, ...]] = ("british", "maori")
    settings_type: ClassVar[type[Any]] = Settings
    state_type: ClassVar[type[Any]] = State
    action_type: ClassVar[Any] = AnyAction
    folder: ClassVar[Path] = Path(__file__).parent

    def __init__(self, kit: Path | None = None) -> None:
        super().__init__(kit)
        self.cat = Catalogue(self.kit)
        self.units = UnitTable(self.cat)
        self.lanes = Lanes(self.cat)
        self.plans: dict[str, Plan] = {}
        """By scenario: its set-up, once it has been asked for."""
        self.last_board: Board | None = None
        self.last_run: Run | None = None
        """What was last set up by one answer, and is being changed."""
        self.only_answer: tuple[Any, Any] = (None, None)
        """The state that was last asked about, and the answer if it had one only."""

    def scenario(self, state: State) -> Scenario:
        """Return the scenario that is played."""
        cat = self.cat
        return cat.scenarios[state.settings.scenario if state.war < 0 else cat.campaign.scenarios[state.war]]

    def wars(self, settings: Settings) -> list[Scenario]:
        """Return the scenarios that are played, one after the other."""
        ids = self.cat.campaign.scenarios if settings.scenario == "campaign" else (settings.scenario,)
        return [self.cat.scenarios[id_] for id_ in ids]

    def opening(self, settings: Settings) -> State:
        """The first war, or the only one."""
        return self.war(settings, 0 if settings.scenario == "campaign" else -1)

    @rule("maori_wars:14.0", "maori_wars:14.0.6", "maori_wars:1.0", "maori_wars:9.0.3")
    def war(
        self,
        settings: Settings,
        war: int,
        *,
        score: tuple[int, int] = (0, 0),
        fallen: tuple[int, ...] = (),
        vp: int = 0,
    ) -> State:
        """The counters of a scenario are counted out, its chits put into the cup; then it is set up."""
        cat = self.cat
        scenario = self.wars(settings)[max(war, 0)]
        where = [AWAY] * len(cat.counters)
        for entry in scenario.arrivals:
            for kind, count in entry.units:
                # From the end of the pool: the set-up takes its counters from the beginning.
                for unit in [unit for unit in reversed(cat.pool[entry.side, kind]) if where[unit] == AWAY][:count]:
                    where[unit] = DUE
            for leader in entry.leaders:
                where[leader] = DUE
        for leader in fallen:
            where[leader] = GONE
        return State(
            settings=settings,
            stack=(FirstTurn(), SettingUp()),
            where=tuple(where),
            cup=tuple(chit.number for chit in cat.chits if chit.number not in scenario.out),
            war=war,
            score=score,
            fallen=fallen,
            vp=vp,
        )

    def bound(self, settings: Settings) -> int:
        """Every counter moves, fights and raids at most so often in a Player Turn."""
        return sum(self._bound(scenario) for scenario in self.wars(settings))

    def _bound(self, scenario: Scenario) -> int:
        entries = (*scenario.entries, *scenario.arrivals)
        pieces = sum(count for entry in entries for _, count in entry.units)
        pieces += sum(len(entry.structures) + len(entry.leaders) for entry in entries)
        # A counter is taken up, goes hex by hex, boards, lands, walks on; a combat asks every unit on both sides.
        moving = 40 * pieces
        fighting = 4 * pieces * (20 + 4 * pieces)
        # A set-up is changed so often after each line at most, by two answers.
        setting_up = 4 * pieces + 2 * MOST_CHANGES * len(scenario.entries)
        return setting_up + 2 * scenario.turns * (100 + moving + fighting)

    # -- places ------------------------------------------------------------------------------------------

    def label_of(self, place: int) -> str:
        """Return a place as actions and events write it: a hex label, a territory's code, or `box`."""
        if place >= 0:
            return self.cat.label[place]
        return self.cat.territories[BUSH - place] if place <= BUSH else OFF_MAP[place]

    def place_of(self, label: str) -> int:
        """Return the place that is written so."""
        found = self.cat.hex_of.get(label)
        return found if found is not None else bush(self.cat.territories.index(label))

    def place(self, label: str) -> str:
        """Return a place in words."""
        if label in self.cat.hex_of:
            return self.cat.where(self.cat.hex_of[label])
        if label in self.cat.territory_index:
            return f"the bush of {self.cat.territory_names[self.cat.territory_index[label]]}"
        return "the Reinforcement Box" if label == "box" else "off the map"

    def named(self, place: int) -> str:
        """Return a place, by its number, in words."""
        return self.place(self.label_of(place))

    # -- words -------------------------------------------------------------------------------------------

    def notation(self, action: Action) -> str:
        """The action's tag and what it names: `go 1417`, `take heke`, `done`."""
        parts = [str(getattr(action, field)).lower() for field in action.__struct_fields__]
        return " ".join([str(action.__struct_config__.tag), *parts])

    def label(self, view: View[State], action: Action) -> str:
        """The action in a few words."""
        from .scene.words import label

        return label(self, view.state, action)

    def explain(self, view: View[State], decide: Decide, intent: Action | Touch) -> Refusal:
        """Say why a counter cannot go there, attack, build, with the clause."""
        from .rules.refusals import explain

        return explain(self, view.state, decide, intent)

    def near(self, view: View[State]) -> tuple[Near, ...]:
        """The Victory Points of each side."""
        from .scene.nearness import near

        return near(self, view.state)

    def decided(self, view: View[State]) -> tuple[str, ...]:
        """The marker on the track of Victory Points."""
        return ("vp-marker", "score")

    def numbers(self) -> Mapping[str, str]:
        """What each counter can do, and what terrain costs."""
        from .scene.numbers import numbers

        return numbers(self.cat)

    def scene(self, view: View[State], decide: Decide | None = None) -> Scene:
        """The North Island, what stands on it, the cup and the tracks."""
        from .scene.drawing import scene

        return scene(self, view, decide)

    def picture(self, view: View[State]) -> str:
        """The view in words: the turn, the points, who stands where."""
        from .scene.describe import lines

        return "\n".join(lines(self, view.state))

    def scores(self, state: State) -> tuple[float, ...]:
        """The Victory Points as a share of the track; 1 and 0 once the game is decided."""
        if state.ended is not None:
            winner = state.ended[0]
            return (0.5, 0.5) if winner < 0 else (float(winner == 0), float(winner == 1))
        lead = state.vp / (2 * self.cat.vp["decisive"])
        return (0.5 + lead, 0.5 - lead)

    @cached_property
    def mind(self) -> Mind[Any]:
        """What opponents know of the game."""
        from .mind import MaoriMind

        return MaoriMind(self)
