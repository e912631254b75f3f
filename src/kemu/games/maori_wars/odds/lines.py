"""What an answer is likely to come to, in words: shown before it is given."""

from __future__ import annotations

from collections import Counter as Tally
from fractions import Fraction
from typing import TYPE_CHECKING

from kemu.core.pending import Action

from ..model import actions as act
from ..model.catalogue import COLUMNS, LEAST, MOST, NEUTRAL_TARGET, TARGETS
from ..rules.alliance import answered, negotiation_drm
from ..rules.board import fighters, good
from ..rules.bombardment import WORDS as SHELLED
from ..rules.bombardment import shelled_for, shelling_drm
from ..rules.combat import CombatPhase, Declaring, attackers, combat_of
from ..rules.counter_attack import counter_drm
from ..rules.evasion import Evading, evades_on
from ..rules.panic import panics_on
from ..rules.raids import FINDS_ON, RaidFight, Raiding, raid_drm
from ..rules.rally import ALONE, rallies_on
from ..rules.results import ABSORBS_ON, WORDS
from ..rules.strength import attack_drm, compare, counter_column, defence, defenders
from .exact import Forecast, forecast, spread

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State


def percent(chance: Fraction) -> str:
    """Return a chance as a player reads it.

    >>> percent(Fraction(1, 6)), percent(Fraction(1, 1))
    ('17 %', '100 %')
    """
    return f"{round(100 * chance)} %"


def foretell(game: MaoriWars, state: State, action: Action) -> tuple[str, ...]:
    """Return what this answer is likely to come to, a line a step; nothing if there is no die in it."""
    cat, top = game.cat, state.stack[-1]
    if isinstance(action, act.Attack) and isinstance(top, CombatPhase):
        at = cat.hex_of[action.to]
        units = tuple(attackers(game, state, at, top.seat))
        return attack_lines(game, state, top.seat, at, units)
    if isinstance(top, Declaring):
        chosen = top.chosen
        if isinstance(action, act.Join):
            chosen = (*chosen, cat.index[action.unit])
        elif isinstance(action, act.Everyone):
            chosen = (*chosen, *top.eligible(game, state))
        return attack_lines(game, state, top.seat, top.at, chosen)
    if isinstance(action, act.Negotiate):
        return negotiation_lines(game, state, cat.index[action.leader])
    if isinstance(action, act.Intimidate):
        return shelling_lines(game, state, cat.hex_of[action.to], NEUTRAL_TARGET, 0)
    if isinstance(action, act.Bombard) and action.what in TARGETS and combat_of(state) is not None:
        combat = combat_of(state)
        assert combat is not None
        return shelling_lines(game, state, combat.at, TARGETS.index(action.what), 0)
    if isinstance(top, Evading) and isinstance(action, act.Evade | act.Everyone | act.Begin):
        return _evasion_line(game, state, top, action)
    if isinstance(action, act.Counter) and not isinstance(top, RaidFight):
        return _counter_lines(game, state, cat.hex_of[action.to])
    if isinstance(action, act.Charge):
        return _charge_lines(game, state)
    if isinstance(action, act.Absorb):
        return (f"The walls take it: {percent(Fraction(7 - ABSORBS_ON, 6))}; else a unit is lost.",)
    if isinstance(action, act.Support):
        needed = min(ALONE, rallies_on(game, cat.index[action.unit], cat.index[action.leader]))
        return (f"It rallies on {needed} or more: {percent(Fraction(7 - needed, 6))}.",)
    if isinstance(action, act.Disrupt | act.Starve):
        return panic_lines(game, state, cat.index[action.unit])
    if isinstance(action, act.Raid | act.Lurk | act.Begin):
        return _raid_lines(game, state, action)
    if isinstance(action, act.Ambush):
        return (f"They find the enemy on {FINDS_ON} or less: {percent(Fraction(FINDS_ON, 6))}.",)
    return ()


def attack_lines(game: MaoriWars, state: State, seat: int, at: int, units: tuple[int, ...]) -> tuple[str, ...]:
    """Return the odds of an attack, step by step; the chit as what it may be."""
    if not units:
        return ("Guns alone: they fire, and nobody attacks.",)
    whole = forecast(game, state, seat, at, units)
    if not defenders(game, state, at, 1 - seat) and not (whole.loses or whole.shaken or whole.thrown_back):
        # Nobody is there to evade or to lose.
        return (
            chit_line(game, state),
            f"Nobody defends it: {percent(whole.empties)} that it falls and you may advance.",
        )
    lines: list[str] = []
    if whole.evades:
        lines.append(f"Evasion: {percent(whole.evades)} that all of them slip away, if they try.")
    lines.append(chit_line(game, state))
    lines += _answer(whole)
    lines.append(_roll(game, state, seat, at, units))
    lines += _attack(whole)
    return tuple(lines)


def _roll(game: MaoriWars, state: State, seat: int, at: int, units: tuple[int, ...]) -> str:
    """Return what the attack's roll gives if all of these are left to make it."""
    column = compare(len(units), defence(game, state, at, 1 - seat))
    drm = attack_drm(game, state, at, seat, list(units))
    with_drm = f" at {drm:+d}" if drm else ""
    return f"The roll{with_drm}, as the {COLUMNS[column]} force: {_words(spread(game, column, drm))}."


def _answer(whole: Forecast) -> list[str]:
    if not (whole.loses or whole.shaken or whole.thrown_back):
        return ["Counter-attack: none."]
    return [
        f"Counter-attack: {percent(whole.loses)} you lose a unit, {percent(whole.thrown_back)} you are thrown back, "
        f"{float(whole.shaken):.1f} units Disrupted."
    ]


def _attack(whole: Forecast) -> list[str]:
    parts = [f"{percent(whole.kills)} they lose a unit", f"{float(whole.shakes):.1f} Disrupted"]
    if whole.drives_out:
        parts.append(f"{percent(whole.drives_out)} driven out")
    if whole.breaks:
        parts.append(f"{percent(whole.breaks)} the walls go down a step")
    return [f"After all that: {', '.join(parts)}.", f"You may advance: {percent(whole.empties)}."]


def chit_line(game: MaoriWars, state: State) -> str:
    """Return what the chit may be: how many in the cup change nothing."""
    plain = sum(game.cat.chits[number - 1].plain for number in state.cup)
    titles = Tally(game.cat.chits[number - 1].title for number in state.cup)
    return f"Dispatch: {plain} of the {len(state.cup)} in the cup are According to Plan; {len(titles)} kinds in all."


def negotiation_lines(game: MaoriWars, state: State, leader: int) -> tuple[str, ...]:
    """Return the odds of a negotiation."""
    drm = negotiation_drm(game, state, leader) if leader >= 0 else 0
    answers = Tally(answered(game, die + drm) for die in range(1, 7))
    return (
        f"They join you: {percent(Fraction(answers['own'], 6))}; "
        f"they join the enemy, who gains a point: {percent(Fraction(answers['opponent'], 6))}.",
    )


def shelling_lines(game: MaoriWars, state: State, at: int, column: int, extra: int) -> tuple[str, ...]:
    """Return the odds of a bombardment."""
    drm = shelling_drm(game, state, at, column) + extra
    found = Tally(shelled_for(game, column, max(LEAST, min(MOST, die + drm))) for die in range(1, 7))
    return (", ".join(f"{SHELLED[result]} {percent(Fraction(number, 6))}" for result, number in found.items()) + ".",)


def _words(chances: dict[str, Fraction]) -> str:
    return ", ".join(f"{WORDS[letter]} {percent(chance)}" for letter, chance in chances.items())


def _evasion_line(game: MaoriWars, state: State, frame: Evading, action: Action) -> tuple[str, ...]:
    combat = combat_of(state)
    if combat is None:
        return ()
    units = list(frame.chosen)
    if isinstance(action, act.Evade):
        units.append(game.cat.index[action.unit])
    elif isinstance(action, act.Everyone):
        from ..rules.evasion import may_evade

        units = may_evade(game, state, combat)
    if not units:
        return ()
    needed = max(evades_on(game, state, combat, unit) for unit in units)
    return (f"They evade on {needed} or more: {percent(Fraction(7 - needed, 6))}.",)


def _counter_lines(game: MaoriWars, state: State, against: int) -> tuple[str, ...]:
    combat = combat_of(state)
    if combat is None:
        return ()
    seat = 1 - combat.seat
    column = counter_column(game, state, combat.at, seat, against)
    drm = counter_drm(game, state, combat.at, seat) + combat.counter
    return (f"As the {COLUMNS[column]} force: {_words(spread(game, column, drm))}.",)


def _charge_lines(game: MaoriWars, state: State) -> tuple[str, ...]:
    from ..rules.charge import Charging

    combat, top = combat_of(state), state.stack[-1]
    if combat is None or not isinstance(top, Charging):
        return ()
    column = compare(len(top.chosen) + 1, defence(game, state, combat.at, 1 - combat.seat))
    drm = game.cat.drm["charge"] + combat.charge
    return (f"As the {COLUMNS[column]} force: {_words(spread(game, column, drm))}.",)


def panic_lines(game: MaoriWars, state: State, unit: int) -> tuple[str, ...]:
    """Return the odds of panic, for a unit that is Disrupted already."""
    if good(state, unit):
        return ()
    low = panics_on(game, unit)
    return (f"It is Disrupted already: it panics on {low} or less, {percent(Fraction(low, 6))}.",)


def _raid_lines(game: MaoriWars, state: State, action: Action) -> tuple[str, ...]:
    """Return the odds of a raid by those who have come, and the one that would come."""
    top, cat = state.stack[-1], game.cat
    if not isinstance(top, Raiding):
        return ()
    band = [*top.band, *([cat.index[action.unit]] if isinstance(action, act.Lurk) else [])]
    return raid_lines(game, state, top.seat, top.at, band)


def raid_lines(game: MaoriWars, state: State, seat: int, at: int, band: list[int]) -> tuple[str, ...]:
    """Return the odds of a raid on a hex: its roll, and the answer if it comes to nothing."""
    raiders = [unit for unit in band if not game.units.leads[unit]]
    there = fighters(game, state, at, 1 - seat)
    if not raiders:
        return ()
    drm = game.cat.attack_drm[at] + raid_drm(game, band, there)
    column = compare(len(raiders), len(there))
    lines = [f"Raid, as the {COLUMNS[column]} force: {_words(_no_retreat(spread(game, column, drm)))}."]
    ready = sum(good(state, unit) for unit in there)
    if ready:
        column = compare(ready, len(raiders))
        drm = counter_drm(game, state, at, 1 - seat)
        lines.append(f"If it has no effect, they strike back: {_words(_no_retreat(spread(game, column, drm)))}.")
    return tuple(lines)


def _no_retreat(chances: dict[str, Fraction]) -> dict[str, Fraction]:
    """In a raid a retreat is no effect."""
    found = {letter: chance for letter, chance in chances.items() if letter != "R"}
    if "R" in chances:
        found["-"] = found.get("-", Fraction(0)) + chances["R"]
    return found
