"""9.0 (3): Battle Dispatch chits: the draw, whether a text can be implemented, and its effects in their order."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.frames import Step
from kemu.core.pending import Chance, Outcome
from kemu.parts.decks import Draw

from ..model import chits as words
from ..model.catalogue import BRITISH, FORT, KINDS, MAORI, NEUTRAL, PA, QUEENITE, SETTLEMENT, SIDES, STRUCTURES, VILLAGE
from ..model.events import ChitDrawn, CupFilled, Noted, Rallied
from ..model.island import ROUGH
from .board import BOX, BRITISH_SEAT, BUSH, MAORI_SEAT, board, good, here, leaders, mark, occupied, site_at, spare
from .combat import ATTACK, BOMBARD, CHARGE, COUNTER, SingleCombat, amend, combat_of
from .counter_attack import counter_hexes
from .frame import Procedure
from .sappers import places_for_sap, work_sap
from .strength import beside, targets_of_hits

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State

STEPS = {"attack": ATTACK, "counter": COUNTER, "bombard": BOMBARD, "charge": CHARGE}
OVER = 10
"""The stage of a combat that a chit has ended."""


# -- the draw ------------------------------------------------------------------------------------------------


@rule("maori_wars:9.0.3", "maori_wars:R28")
class Drawing(Procedure, frozen=True, tag="drawing"):
    """9.0 (3): one chit is drawn from the cup in each single combat, those that a chit has caused included."""

    def asks(self, game: MaoriWars, state: State) -> Chance:
        """Ask for the chit."""
        return Draw(state.cup, "maori_wars:9.0.3", "A Battle Dispatch is drawn")

    def answer(self, game: MaoriWars, step: Step[State], choice: Outcome) -> None:
        """Put it aside and implement it; if its text cannot be implemented, it is According to Plan."""
        number = cast(int, choice[0])
        chit = game.cat.chits[number - 1]
        state = step.state
        cup = tuple(other for other in state.cup if other != number)
        step.set(cup=cup, aside=(*state.aside, number) if chit.returns else state.aside)
        amend(step, chit=number)
        combat = combat_of(step.state)
        assert combat is not None
        played = all(met(game, step.state, combat, need) for need in chit.needs)
        step.swap(Dispatch(number if played else 0))
        step.say(ChitDrawn(number, played))


@rule("maori_wars:9.0.3", "maori_wars:R28")
class Dispatch(Procedure, frozen=True, tag="dispatch"):
    """9.0 (3): the effects of a chit, one after the other; a single one that is impossible is skipped."""

    chit: int
    """0: According to Plan."""
    effect: int = 0
    drafted: tuple[int, ...] = ()
    """What has been drafted by it."""

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """The next effect; after the last the cup is filled again if it is empty."""
        effects = game.cat.chits[self.chit - 1].effects if self.chit else ()
        if self.effect < len(effects):
            step.swap(replace(self, effect=self.effect + 1))
            effect = effects[self.effect]
            combat = combat_of(step.state)
            assert combat is not None
            EFFECTS[type(effect)](game, step, combat, effect, self)
            return
        step.pop()
        state = step.state
        if not state.cup:
            step.set(cup=tuple(sorted(state.aside)), aside=())
            step.say(CupFilled(len(state.aside)))


# -- needs ---------------------------------------------------------------------------------------------------


def sides_of(combat: SingleCombat, who: str, phasing: int) -> tuple[int, ...]:
    """Return the sides that a chit's word stands for."""
    if who in SIDES:
        return (SIDES.index(who),)
    seat = {"attacker": combat.seat, "defender": 1 - combat.seat, "phasing": phasing}[who]
    return (BRITISH, QUEENITE) if seat == BRITISH_SEAT else (MAORI,)


def seat_named(combat: SingleCombat, who: str, phasing: int) -> int:
    """Return the seat that a chit's word stands for."""
    return MAORI_SEAT if MAORI in sides_of(combat, who, phasing) else BRITISH_SEAT


def kinds_named(kinds: tuple[str, ...]) -> frozenset[int]:
    """Return the kinds that a chit names."""
    return frozenset(KINDS.index(kind) for kind in kinds)


def boxed(game: MaoriWars, state: State, combat: SingleCombat, who: str, kinds: tuple[str, ...]) -> list[int]:
    """Return the units of a side in the Box: combat units and Artillery, of these kinds if any are named."""
    wanted = kinds_named(kinds)
    return [
        unit
        for side in sides_of(combat, who, state.seat)
        for unit in game.units.of_side[side]
        if state.where[unit] == BOX and game.units.occupies[unit] and (not wanted or game.cat.kind[unit] in wanted)
    ]


def in_combat(game: MaoriWars, state: State, combat: SingleCombat, seat: int) -> list[int]:
    """Return a seat's leaders who are in the combat: with declared units, or in the attacked hex."""
    places = {start for _, start in combat.band} if seat == combat.seat else {combat.at}
    return [leader for place in sorted(places) for leader in leaders(game, state, place, seat)]


def near(game: MaoriWars, state: State, combat: SingleCombat, need: words.Near) -> list[int]:
    """Return the good units that a need speaks of; they may have attacked already (R28)."""
    cat, table = game.cat, game.units
    wanted, band = kinds_named(need.kinds), {unit for unit, _ in combat.band}
    found: list[int] = []
    for side in sides_of(combat, need.side, state.seat):
        for unit in table.of_side[side]:
            place = state.where[unit]
            fighting = place == combat.at or (unit in band and not need.declared)
            if cat.kind[unit] not in wanted or not good(state, unit) or fighting:
                continue
            if place <= BUSH:
                if need.bush:
                    found.append(unit)
                continue
            if place < 0 or cat.distance(place, combat.at) > need.within:
                continue
            if need.river and not (cat.navigable[place] and cat.river_links[place]):
                continue
            if need.beside_enemy and not beside(game, state, place, table.camp[unit]):
                continue
            found.append(unit)
    return found


@rule("maori_wars:9.0.3")
def open_farms(game: MaoriWars, state: State, within: int) -> list[int]:
    """Return the empty Settlements that are near a Maori unit, or have Maori in their bush."""
    cat, there = game.cat, board(game, state)
    found: list[int] = []
    for at, kind, _, _ in state.sites:
        if kind != SETTLEMENT or occupied(game, state, at, BRITISH_SEAT):
            continue
        prowled = bool(there.held.get(BUSH - cat.territory[at], 0) >> MAORI_SEAT & 1)
        close = any(
            place >= 0 and bits >> MAORI_SEAT & 1 and cat.distance(place, at) <= within
            for place, bits in there.held.items()
        )
        if prowled or close:
            found.append(at)
    return found


def _fought(game: MaoriWars, state: State, combat: SingleCombat, need: words.Fought) -> bool:
    names = ("british", "maori")
    if need.attacker and names[combat.seat] != need.attacker:
        return False
    if need.defender and names[1 - combat.seat] != need.defender:
        return False
    if not need.target:
        return True
    site = site_at(game, state, combat.at)
    stands = {STRUCTURES[site[1]]} if site is not None else set[str]()
    ground = "rough" if game.cat.terrain[combat.at] == ROUGH else "clear"
    town = {"town"} if game.cat.town[combat.at] else set[str]()
    return bool({*stands, ground, *town} & set(need.target))


def _counter_due(game: MaoriWars, state: State, combat: SingleCombat) -> bool:
    return not combat.skipped & COUNTER and bool(counter_hexes(game, state))


def _sap(game: MaoriWars, state: State) -> bool:
    if state.sap:
        return state.sap[1] >= 0
    return bool(places_for_sap(game, state))


def _neutral(state: State) -> bool:
    return any(site[2] == NEUTRAL and site[1] in (VILLAGE, PA) for site in state.sites)


@rule("maori_wars:9.0.3")
def met(game: MaoriWars, state: State, combat: SingleCombat, need: words.Need) -> bool:
    """Tell whether a need of a chit is met; if one is not, its text cannot be implemented."""
    if isinstance(need, words.InBox):
        return bool(boxed(game, state, combat, need.side, need.kinds))
    if isinstance(need, words.Fought):
        return _fought(game, state, combat, need)
    if isinstance(need, words.LeaderThere):
        if need.name:
            return state.where[game.cat.index[need.name]] >= 0
        return bool(in_combat(game, state, combat, 0) or in_combat(game, state, combat, 1))
    if isinstance(need, words.Near):
        return bool(near(game, state, combat, need))
    if isinstance(need, words.NeutralThere):
        return _neutral(state)
    if isinstance(need, words.DisruptedThere):
        there = targets_of_hits(game, state, combat.at, 1 - combat.seat)
        return any(not good(state, unit) for unit in there)
    if isinstance(need, words.CounterDue):
        return _counter_due(game, state, combat)
    if isinstance(need, words.CounterLeft):
        kind = STRUCTURES.index(need.structure)
        side = BRITISH if kind in (SETTLEMENT, FORT) else MAORI
        return spare(game, state, side, kind) > 0
    if isinstance(need, words.FarmsOpen):
        return bool(open_farms(game, state, need.within))
    if isinstance(need, words.Declared):
        return any(game.cat.side[unit] == SIDES.index(need.side) for unit, _ in combat.band)
    return _sap(game, state)


# -- effects that ask nothing --------------------------------------------------------------------------------


def _add(game: MaoriWars, step: Step[State], combat: SingleCombat, effect: words.Add, chit: Dispatch) -> None:
    """A modification of this combat's rolls."""
    attack, counter, charge = combat.attack, combat.counter, combat.charge
    if effect.roll == "attack":
        attack += effect.n
    elif effect.roll == "counter":
        counter += effect.n
    elif effect.roll == "charge":
        charge += effect.n
    else:
        attack += effect.n if in_combat(game, step.state, combat, combat.seat) else 0
        counter += effect.n if in_combat(game, step.state, combat, 1 - combat.seat) else 0
    amend(step, attack=attack, counter=counter, charge=charge)


def _skip(game: MaoriWars, step: Step[State], combat: SingleCombat, effect: words.Skip, chit: Dispatch) -> None:
    """A step is left out; or the whole combat is over, and the declared units are spent."""
    if effect.step == "combat":
        amend(step, stage=OVER)
    else:
        amend(step, skipped=combat.skipped | STEPS[effect.step])


def _ban(game: MaoriWars, step: Step[State], combat: SingleCombat, effect: words.Ban, chit: Dispatch) -> None:
    """Attacks are forbidden for this phase; or a territory is closed until the end of the next British turn."""
    if effect.act == "attack":
        step.set(peace=True)
        step.say(Noted("maori_wars:9.0.3", "No more attacks are declared in this phase."))
        return
    state = step.state
    until = state.turn + 1 if state.seat == BRITISH_SEAT else state.turn
    bans = tuple((until, game.cat.territories.index(code)) for code in effect.territories)
    step.set(bans=(*state.bans, *bans))


def unmark(game: MaoriWars, step: Step[State], unit: int) -> None:
    """A Disrupted Marker is removed by a dispatch."""
    mark(step, unit, False)
    step.say(Rallied("maori_wars:9.0.3", game.cat.counters[unit].id, game.label_of(step.state.where[unit])))


def _sapping(game: MaoriWars, step: Step[State], combat: SingleCombat, effect: words.Sap, chit: Dispatch) -> None:
    """The Sap that is lying works now; or it is placed now."""
    from .chit_places import SapNow

    if step.state.sap:
        if step.state.sap[1] >= 0:
            work_sap(game, step)
    elif places_for_sap(game, step.state):
        step.push(SapNow())


def _fight(game: MaoriWars, step: Step[State], combat: SingleCombat, effect: words.Fight, chit: Dispatch) -> None:
    """Another combat waits until this one is finished (R28); those who are in this one take no part in it."""
    busy = 0
    for unit in (*(unit for unit, _ in combat.band), *here(game, step.state, combat.at)):
        busy |= 1 << unit
    step.set(queue=(*step.state.queue, (chit.chit, chit.effect, combat.at, busy)))


def _peril(game: MaoriWars, step: Step[State], combat: SingleCombat, effect: words.Peril, chit: Dispatch) -> None:
    """Each leader in the combat is in danger."""
    from .chit_units import InPeril

    for seat in (0, 1):
        for leader in in_combat(game, step.state, combat, seat):
            step.push(InPeril(leader, effect.n))


def _asking(module: str, name: str) -> Callable[..., None]:
    """Return an effect that asks somebody: the frame of this name carries it out. Those modules need this one."""

    def ask(game: MaoriWars, step: Step[State], combat: SingleCombat, effect: words.Effect, chit: Dispatch) -> None:
        frames = import_module(f".{module}", __package__)
        step.push(getattr(frames, name)(chit.chit, chit.effect))

    return ask


EFFECTS: dict[type, Callable[..., Any]] = {
    words.Add: _add,
    words.Skip: _skip,
    words.Ban: _ban,
    words.Sap: _sapping,
    words.Fight: _fight,
    words.Peril: _peril,
    words.Drop: _asking("chit_units", "Dropping"),
    words.Rally: _asking("chit_units", "Steadying"),
    words.Draft: _asking("chit_units", "Drafting"),
    words.Join: _asking("chit_units", "Joining"),
    words.Retire: _asking("chit_units", "Retiring"),
    words.Shell: _asking("chit_places", "MoreShells"),
    words.Parley: _asking("chit_places", "Parleying"),
    words.Build: _asking("chit_places", "Founding"),
    words.Burn: _asking("chit_places", "Burning"),
}
"""By the kind of effect: what it does. Whatever asks a player is a frame of `chit_units` or `chit_places`."""
