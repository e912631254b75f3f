"""14.0: the shipment of a scenario's special instructions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.frames import Step
from kemu.core.pending import Action, Decide
from kemu.parts.bits import bits

from ..model.actions import Done, Load, Ship
from ..model.catalogue import ARTILLERY, MAORI, PA, VILLAGE
from ..model.events import Moved
from .board import BRITISH_SEAT, MAORI_SEAT, Board, board, here, put
from .boats import leave_behind
from .entering import enterable
from .frame import Procedure
from .movement import arrive, moving, note_moved, tied
from .stacking import distinct

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State


@rule("maori_wars:14.0.4", "maori_wars:R40")
def beside_maori(game: MaoriWars, state: State, at: int) -> bool:
    """Tell whether a hex is next to a Maori unit, Village or Pa, with no water hexside between them."""
    there = board(game, state)
    if there.beside_maori is None:
        there.beside_maori = frozenset(_beside_maori(game, there))
    return at in there.beside_maori


def _beside_maori(game: MaoriWars, there: Board) -> Iterator[int]:
    table, cat = game.units, game.cat
    held = {site[0] for site in there.site.values() if site[2] == MAORI and site[1] in (VILLAGE, PA)}
    held |= {at for at, units in there.bits.items() if at >= 0 and units & table.unit_bits[MAORI_SEAT]}
    for at in held:
        for way, other in enumerate(cat.neighbours[at]):
            if other >= 0 and not cat.waterside[at] >> way & 1:
                yield other


@rule("maori_wars:14.0.4", "maori_wars:R40")
def cargo(game: MaoriWars, state: State, moved: int, aboard: tuple[int, ...] = ()) -> list[int]:
    """Return who may be shipped: unmoved units in the port, so many of them, and the Artillery; no leaders."""
    shipment = game.scenario(state).shipment
    found = moving(state)
    if shipment is None or found is None:
        return []
    phase, cat, table = found[1], game.cat, game.units
    guns = sum(cat.kind[unit] == ARTILLERY for unit in aboard)
    return [
        unit
        for unit in here(game, state, shipment.at)
        if table.camp[unit] == BRITISH_SEAT
        and table.occupies[unit]
        and unit not in aboard
        and not moved >> unit & 1
        and all(other != unit for other, _, _ in phase.waiting)
        and not tied(game, state, unit)
        and (guns < shipment.artillery if cat.kind[unit] == ARTILLERY else len(aboard) - guns < shipment.units)
    ]


@rule("maori_wars:14.0.4", "maori_wars:R40")
def shores(game: MaoriWars, state: State) -> Iterator[int]:
    """Yield the coastal hexes that a shipment may go to: open, and not next to the Maori."""
    shipment = game.scenario(state).shipment
    assert shipment is not None
    for unit in cargo(game, state, 0)[:1]:
        for at in bits(game.units.coast_bits & enterable(game, state, unit)):
            if at != shipment.at and not beside_maori(game, state, at):
                yield at


@rule("maori_wars:14.0.4", "maori_wars:R40")
class Shipping(Procedure, frozen=True, tag="shipping"):
    """Scenario 1: on turn 1 the Artillery and up to 4 units of Auckland go to one coastal hex, and no further."""

    to: int = -1
    aboard: tuple[int, ...] = ()

    def asks(self, game: MaoriWars, state: State) -> Decide:
        """Ask where to, and then who goes."""
        if self.to < 0:
            coasts = tuple(Ship(game.cat.label[to]) for to in shores(game, state))
            prompt = "Shipment: to which coast?"
            return Decide(BRITISH_SEAT, prompt, "maori_wars:14.0.4", coasts, waiting="Troops are shipped.")
        found = moving(state)
        assert found is not None
        units = distinct(game, state, cargo(game, state, found[1].moved, self.aboard))
        options: list[Action] = [Load(game.cat.counters[unit].id) for unit in units]
        if self.aboard:
            options.append(Done())
        prompt = f"Shipment to {game.named(self.to)}: who goes?"
        return Decide(BRITISH_SEAT, prompt, "maori_wars:14.0.4", tuple(options), waiting="Troops are shipped.")

    def answer(self, game: MaoriWars, step: Step[State], choice: Ship | Load | Done) -> None:
        """Set out for a coast, load one more, or land them all."""
        cat = game.cat
        if isinstance(choice, Ship):
            step.swap(replace(self, to=cat.hex_of[choice.to]))
            return
        now = self
        if isinstance(choice, Load):
            now = replace(self, aboard=(*self.aboard, cat.index[choice.unit]))
            found = moving(step.state)
            if found is not None and cargo(game, step.state, found[1].moved, now.aboard):
                step.swap(now)
                return
        step.pop()
        start = step.state.where[now.aboard[0]]
        put(step, now.aboard, now.to)
        ids = tuple(cat.counters[unit].id for unit in now.aboard)
        step.say(Moved("maori_wars:14.0.4", ids, cat.label[start], cat.label[now.to], "are shipped"))
        note_moved(step, list(now.aboard), shipped=True)
        leave_behind(game, step, start)
        arrive(game, step, sorted(now.aboard, key=lambda unit: not game.units.fights[unit]), now.to)
