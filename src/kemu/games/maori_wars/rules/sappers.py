"""6.0, Sappers: the Sap Marker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Step
from kemu.core.pending import Decide

from ..model.actions import Done, Sap
from ..model.catalogue import BRITISH, MAORI, PA
from ..model.events import SapPlaced
from .board import BRITISH_SEAT, site_at
from .frame import Procedure
from .units import step_down

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State


@rule("maori_wars:6.0.1", "maori_wars:R33")
def places_for_sap(game: MaoriWars, state: State) -> list[tuple[int, int]]:
    """Return where the Sap Marker may be placed: a British unit, and an adjacent Maori Pa. Once a game."""
    scenario = game.scenario(state)
    if state.sap or not scenario.sap_from or state.turn < scenario.sap_from:
        return []
    cat, units = game.cat, game.units
    found: list[tuple[int, int]] = []
    seen: set[int] = set()
    for unit in units.of_side[BRITISH]:
        at = state.where[unit]
        if at < 0 or at in seen or not units.occupies[unit]:
            continue
        seen.add(at)
        for to in cat.walks[at]:
            site = site_at(game, state, to)
            if site is not None and site[1] == PA and site[2] == MAORI:
                found.append((unit, to))
    return found


@rule("maori_wars:6.0.1", "maori_wars:R33")
def place_sap(game: MaoriWars, step: Step[State], at: int, to: int) -> None:
    """The marker lies in the hex from now on, its arrow towards the Pa."""
    step.set(sap=(at, to))
    step.say(SapPlaced(game.label_of(at), game.label_of(to)))


@rule("maori_wars:6.0.1", "maori_wars:R33", "maori_wars:R3")
def work_sap(game: MaoriWars, step: Step[State]) -> None:
    """The Pa that the sap has reached is replaced with a Village, whoever stands where; nobody in it is affected."""
    at, to = step.state.sap
    step.set(sap=(at, -1))
    site = site_at(game, step.state, to)
    if site is not None and site[1] == PA and site[2] == MAORI:
        step_down(game, step, to, "maori_wars:6.0.1")


@rule("maori_wars:6.0.1", "maori_wars:R33")
class Sapping(Procedure, frozen=True, tag="sapping"):
    """6.0: at the start of the British Movement Phase a sap that was placed works; or the marker may be placed."""

    def asks(self, game: MaoriWars, state: State) -> Decide | None:
        """Ask where the sap is begun, if anywhere."""
        found = places_for_sap(game, state)
        if not found:
            return None
        cat = game.cat
        options = (*(Sap(cat.counters[unit].id, cat.label[to]) for unit, to in found), Done())
        prompt = "Place the Sap Marker against a Pa? It can be placed once in the game."
        return Decide(BRITISH_SEAT, prompt, "maori_wars:6.0.1", options, waiting="The British may begin a sap.")

    def answer(self, game: MaoriWars, step: Step[State], choice: Sap | Done) -> None:
        """Place it, or wait."""
        step.pop()
        if isinstance(choice, Sap):
            at = step.state.where[game.cat.index[choice.unit]]
            place_sap(game, step, at, game.cat.hex_of[choice.to])

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """A sap that is lying destroys its Pa."""
        step.pop()
        if step.state.sap and step.state.sap[1] >= 0:
            work_sap(game, step)
