"""Why not: the reasons of the set-up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.refusal import Refusal

from ..model.actions import Place, Raise, Roam, Take, Uproot
from ..model.catalogue import FORT, STRUCTURES
from .board import closed_to, neutral, site_at
from .setup import SettingUp
from .setup_changes import run_of
from .setup_plan import plan
from .stacking import room

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.scenario import Entry
    from ..model.state import State
    from .setup_changes import Changing


def why_not_stand_up(
    game: MaoriWars, state: State, seat: int, top: SettingUp | Changing, what: Place | Raise | Roam
) -> Refusal | None:
    """Return why something is not set up in a place."""
    at = game.cat.hex_of.get(what.to, -1)
    found = None if at < 0 else _why_not_ground(game, state, seat, at)
    if found is not None or not isinstance(top, SettingUp):
        return found
    line = top.line(game, state)
    if line is None:
        return None
    entry, item = line
    if isinstance(what, Raise):
        due = STRUCTURES[item[1]] if item[0] == "structure" else ""
        if what.what != due:
            return Refusal(f"Now a {due or 'counter'} is set up.", "maori_wars:14.0.2")
        return None if at < 0 else _why_not_site(game, state, entry, item[1], at)
    if item[0] == "structure":
        return Refusal("The Structures of a line are set up first.", "maori_wars:14.0.2")
    unit = top.unit(game, state, entry, item)
    if what.unit != game.cat.counters[unit].id:
        return Refusal(f"Now '{game.cat.counters[unit].id}' is set up.", "maori_wars:14.0.2")
    return None if at < 0 else _why_not_counter(game, state, entry, unit, at)


def _why_not_ground(game: MaoriWars, state: State, seat: int, at: int) -> Refusal | None:
    where = game.cat.where(at)
    if not game.cat.open[at]:
        return Refusal(f"{where} is forbidden terrain.", "maori_wars:14.0.1")
    if closed_to(game, state, at, seat) or neutral(game, state, at):
        return Refusal(f"{where} is held by the enemy or by Neutrals.", "maori_wars:14.0.2")
    return None


def _why_not_site(game: MaoriWars, state: State, entry: Entry, kind: int, at: int) -> Refusal:
    where = game.cat.where(at)
    if at not in entry.hexes:
        return Refusal(f"{where} is not a hex of this line: {entry.words}.", "maori_wars:14.0.1")
    if site_at(game, state, at) is not None or (game.cat.town[at] and kind != FORT):
        return Refusal(f"There is a Structure at {where}.", "maori_wars:14.0.2")
    if plan(game, game.scenario(state)).reserved(entry, at):
        return Refusal(f"{where} is kept for the other side: its set-up names it.", "maori_wars:14.0.2")
    return Refusal(
        f"At {where} it would be next to an enemy Structure, or leave one that is still to come without a hex.",
        "maori_wars:14.0.2",
    )


def _why_not_counter(game: MaoriWars, state: State, entry: Entry, unit: int, at: int) -> Refusal:
    where, name = game.cat.where(at), game.cat.counters[unit].name
    if game.units.leads[unit]:
        return Refusal(f"{name} is set up on a friendly unit of his line, if there is one.", "maori_wars:14.0.2")
    if not room(game, state, at, (unit,)):
        return Refusal(f"{where} is fully stacked.", "maori_wars:4.0")
    return Refusal(
        f"{name} is set up in an empty Structure of its line ({entry.words}), "
        "else in or next to an occupied one, and leaves every Structure to come a hex.",
        "maori_wars:14.0.2",
    )


def why_not_change(game: MaoriWars, state: State, changing: Changing, what: Take | Uproot) -> Refusal:
    """Return why a counter or Structure is not set up anew."""
    before = run_of(game, state, changing.first, changing.stood).before
    if isinstance(what, Uproot):
        at = game.cat.hex_of[what.at]
        site = site_at(game, state, at)
        if site is None:
            return Refusal("No Structure stands there.", "maori_wars:14.0.2")
        name, now = f"The {STRUCTURES[site[1]].capitalize()} at {game.cat.where(at)}", site not in before.sites
    else:
        unit = game.cat.index[what.unit]
        name, now = game.cat.counters[unit].name, before.where[unit] != state.where[unit]
    if not now:
        return Refusal(f"{name} is not among what you set up now.", "maori_wars:14.0.2")
    return Refusal(f"{name} has no other place that the set-up allows.", "maori_wars:14.0.2")
