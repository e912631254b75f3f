"""What a click on a counter, a Structure, a hex or a territory most likely means, to say why it is not possible."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from kemu.core.frames import Frame
from kemu.core.pending import Action, Decide

from ..model import actions as act
from .board import BUSH
from .bush import BushPhase
from .combat import CombatPhase, Declaring
from .movement import Going, Moving
from .setup_changes import Changing
from .transport import Sailing

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State

COUNTERS = ("unit", "leader", "gun")
PLACES = ("to", "at")


def guesses(game: MaoriWars, state: State, decide: Decide, touched: str) -> Iterator[Action]:
    """Yield what a click may mean: first what the phase is about, then the options with the touched thing in them."""
    cat, top = game.cat, state.stack[-1]
    place = touched.removeprefix("site-").removeprefix("bush-")
    if touched in cat.index:
        if isinstance(top, Moving) or (isinstance(top, Changing) and top.item < 0):
            yield act.Take(touched)
        elif isinstance(top, Declaring) or _together(top, state, cat.index[touched]):
            yield act.Join(touched)
        elif isinstance(top, BushPhase):
            bush = state.where[cat.index[touched]] <= BUSH
            yield act.Take(touched) if bush else act.EnterBush(touched)
        elif isinstance(top, Sailing):
            yield act.Load(touched)
        yield from _with(decide, COUNTERS, touched, cat.index)
        at = state.where[cat.index[touched]]
        place = cat.label[at] if at >= 0 else ""
    if place in cat.hex_of:
        if isinstance(top, Changing) and top.item < 0 and touched != place:
            yield act.Uproot(place)
        if isinstance(top, Going | Sailing):
            yield act.Go(place)
        elif isinstance(top, CombatPhase):
            yield act.Attack(place)
        elif isinstance(top, BushPhase):
            yield act.Raid(place)
        yield from _with(decide, PLACES, place, cat.hex_of)
    elif place in cat.territory_index:
        yield from _with(decide, PLACES, place, cat.territory_index)


def _together(top: Frame, state: State, unit: int) -> bool:
    """Tell whether this counter stands where some are about to move off."""
    return isinstance(top, Going) and state.where[unit] == state.where[top.units[0]]


def _with(decide: Decide, fields: tuple[str, ...], name: str, known: dict[str, int]) -> Iterator[Action]:
    """Yield the first option of each kind with another counter or place in it."""
    seen: set[type[Action]] = set()
    for option in decide.options:
        field = next((field for field in fields if getattr(option, field, None) in known), "")
        if field and type(option) not in seen:
            seen.add(type(option))
            yield replace(option, **{field: name})
