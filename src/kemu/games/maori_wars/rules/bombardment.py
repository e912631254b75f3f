"""9.0 (4): bombardment, and intimidating Neutrals with guns."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kemu.core.clauses import rule
from kemu.core.frames import Step
from kemu.core.pending import Action, Chance, Decide, Outcome
from kemu.parts.dice import Dice

from ..model.actions import Bombard, Stand
from ..model.catalogue import (
    CANOE,
    CANOE_TARGET,
    GUNBOAT,
    LEAST,
    MOST,
    NEUTRAL,
    NEUTRAL_TARGET,
    PA,
    PA_TARGET,
    TARGETS,
    UNITS,
    VILLAGE,
    VILLAGE_TARGET,
)
from ..model.events import Rolled
from .alliance import settle_talks
from .board import BRITISH_SEAT, CAMP, MAORI_SEAT, NOBODY, board, boats, good, here, occupied, site_at
from .combat import combat_of
from .frame import Procedure
from .results import OneDisrupted, OneLost
from .stacking import distinct
from .strength import spared, targets_of_hits
from .units import disrupt_site, step_down

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State

DIE = Dice(1, "maori_wars:9.0.4", "A die: the bombardment")
WORDS = {
    "-": "no effect",
    "D": "Disrupted",
    "E": "a unit eliminated",
    "removed": "removed",
    "destroyed": "destroyed",
    "maori": "they join the Maori",
    "british": "they join the British",
}


@rule("maori_wars:9.0.4", "maori_wars:3.0.5", "maori_wars:3.0.12", "maori_wars:R29")
def guns(game: MaoriWars, state: State, at: int) -> list[int]:
    """Return the British guns that may fire at a hex: next to it, good, not fired; a Gunboat only along water.

    Water connects them if their hexside is water, or if both hexes lie on the same river, lake or coast.
    """
    if at in state.shelled:
        return []
    cat, table = game.cat, game.units
    found: list[int] = []
    for way, other in enumerate(cat.neighbours[at]):
        if other < 0:
            continue
        for unit in here(game, state, other):
            if not table.shells[unit] or table.camp[unit] != BRITISH_SEAT:
                continue
            if not good(state, unit) or state.fired >> unit & 1:
                continue
            wet = cat.waters[at] & cat.waters[other] or cat.waterside[at] >> way & 1
            if cat.kind[unit] != GUNBOAT or wet:
                found.append(unit)
    return found


def columns(game: MaoriWars, state: State, at: int) -> list[int]:
    """Return the columns of the Bombardment table that a hex offers: one is chosen for a roll (9.0.4)."""
    found: list[int] = []
    if targets_of_hits(game, state, at, MAORI_SEAT):
        found.append(UNITS)
    site = site_at(game, state, at)
    if site is not None and CAMP[site[2]] == MAORI_SEAT:
        found.append(PA_TARGET if site[1] == PA else VILLAGE_TARGET)
    if canoes_at(game, state, at):
        found.append(CANOE_TARGET)
    return found


@rule("maori_wars:9.0.4", "maori_wars:9.0.2")
def canoes_at(game: MaoriWars, state: State, at: int) -> tuple[int, ...]:
    """Return the Maori Canoes of a hex that guns may fire at: not those that have evaded in this phase."""
    out = spared(state, MAORI_SEAT)
    there = boats(game, state, at, MAORI_SEAT)
    return tuple(boat for boat in there if game.cat.kind[boat] == CANOE and not out >> boat & 1)


@rule("maori_wars:9.0.4", "maori_wars:R29")
def guns_at(game: MaoriWars, state: State, at: int, seat: int) -> bool:
    """Tell whether a combat could be declared with guns alone: phasing British, and something to fire at."""
    if seat != BRITISH_SEAT or state.seat != BRITISH_SEAT:
        return False
    return bool(columns(game, state, at)) and bool(guns(game, state, at))


def shellable(game: MaoriWars, state: State) -> list[int]:
    """Return the hexes where guns could fire at a Maori Canoe that is alone."""
    cat = game.cat
    found = {
        state.where[canoe] for canoe in game.units.of_side[2] if cat.kind[canoe] == CANOE and state.where[canoe] >= 0
    }
    return sorted(at for at in found if guns_at(game, state, at, BRITISH_SEAT))


@rule("maori_wars:9.0.4", "maori_wars:R22")
def intimidations(game: MaoriWars, state: State) -> list[tuple[int, int]]:
    """Return the guns that may bombard Neutrals into an alliance, and where: no attack, but gun and hex are used."""
    camps = board(game, state).camps
    hexes = {site[0] for site in state.sites if site[2] == NEUTRAL and site[1] in (VILLAGE, PA)}
    hexes |= {at for at, present in camps.items() if present >> NOBODY & 1}
    return [(gun, at) for at in sorted(hexes) for gun in distinct(game, state, guns(game, state, at))]


@rule("maori_wars:9.0.4")
def shelling_drm(game: MaoriWars, state: State, at: int, column: int) -> int:
    """Return the modification: units in a Pa or in rough are covered; a Disrupted Structure is easier to hit."""
    site = site_at(game, state, at)
    if column == UNITS:
        in_pa = site is not None and site[1] == PA
        return game.cat.drm["shelling_covered"] if in_pa or game.cat.attack_drm[at] < 0 else 0
    if column in (PA_TARGET, VILLAGE_TARGET) and site is not None and site[3]:
        return game.cat.drm["shelling_disrupted"]
    return 0


def shelled_for(game: MaoriWars, column: int, roll: int) -> str:
    """Read the Bombardment table."""
    return game.cat.bombard[column][max(LEAST, min(MOST, roll))]


@rule("maori_wars:9.0.4", "maori_wars:R29")
class Bombarding(Procedure, frozen=True, tag="bombarding"):
    """9.0 (4): one gun may bombard the attacked hex, once in the phase; more guns are no advantage."""

    at: int

    def asks(self, game: MaoriWars, state: State) -> Decide | None:
        """Ask whether a gun fires, and at what."""
        combat = combat_of(state)
        if combat is None or not guns_at(game, state, self.at, combat.seat):
            return None
        cat = game.cat
        options: list[Action] = []
        for gun in distinct(game, state, guns(game, state, self.at)):
            options += [Bombard(cat.counters[gun].id, TARGETS[what]) for what in columns(game, state, self.at)]
        options.append(Stand())
        prompt = f"Bombard {game.named(self.at)}? Choose the gun and its target."
        return Decide(combat.seat, prompt, "maori_wars:9.0.4", tuple(options), waiting="Guns may fire.")

    def answer(self, game: MaoriWars, step: Step[State], choice: Bombard | Stand) -> None:
        """Fire, or not."""
        step.pop()
        if isinstance(choice, Bombard):
            step.push(Shelling(self.at, game.cat.index[choice.gun], TARGETS.index(choice.what)))

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """No gun can."""
        step.pop()


@rule("maori_wars:9.0.4", "maori_wars:R22", "maori_wars:R29")
class Shelling(Procedure, frozen=True, tag="shelling"):
    """9.0 (4): a gun fires: one die on the column of its target. A removed Pa becomes a Village."""

    at: int
    gun: int
    column: int
    extra: int = 0
    """A chit's modification."""
    spends: bool = True
    """It uses up the gun and the hex for this phase; a chit's does not."""

    def asks(self, game: MaoriWars, state: State) -> Chance | None:
        """Ask for the die."""
        return DIE

    def answer(self, game: MaoriWars, step: Step[State], choice: Outcome) -> None:
        """Read the table and apply the result."""
        step.pop()
        state, at, column = step.state, self.at, self.column
        die = cast(int, choice[0])
        drm = shelling_drm(game, state, at, column) + self.extra
        result = shelled_for(game, column, die + drm)
        if self.spends:
            step.set(fired=state.fired | 1 << self.gun, shelled=tuple(sorted({*state.shelled, at})))
        what = f"bombardment of {game.named(at)}, {TARGETS[column]}"
        step.say(Rolled("maori_wars:9.0.4", BRITISH_SEAT, what, die, drm, WORDS[result]))
        self._apply(game, step, result)

    def _apply(self, game: MaoriWars, step: Step[State], result: str) -> None:
        at, column = self.at, self.column
        if result == "-":
            return
        if column == NEUTRAL_TARGET:
            settle_talks(game, step, at, BRITISH_SEAT, "own" if result == "british" else "opponent", "maori_wars:R22")
        elif column == UNITS:
            if result == "D":
                step.push(OneDisrupted(at, MAORI_SEAT))
            else:
                step.push(OneLost(at, MAORI_SEAT))
        elif column == CANOE_TARGET:
            canoes = canoes_at(game, step.state, at)
            step.push(OneDisrupted(at, MAORI_SEAT, canoes) if result == "D" else OneLost(at, MAORI_SEAT, canoes))
        elif result == "D":
            empty = not occupied(game, step.state, at, MAORI_SEAT)
            disrupt_site(game, step, at, "maori_wars:9.0.4", may_panic=empty)
        else:
            step_down(game, step, at, "maori_wars:9.0.4")
