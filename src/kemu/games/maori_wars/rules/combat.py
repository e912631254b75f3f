"""9.0: the Combat Phase. Single combats, one after the other, each through its seven steps."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.frames import Step
from kemu.core.pending import Action, Decide
from kemu.parts.bits import bits

from ..model.actions import Attack, Begin, Done, Everyone, Intimidate, Join
from ..model.events import CombatDeclared
from .board import BRITISH_SEAT, CAMP, MAORI_SEAT, board, closed_to, good, occupied, site_at
from .frame import Procedure
from .lanes import as_bits
from .obstacles import obstacles
from .stacking import distinct
from .strength import stronghold, targets_of_hits

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State

ATTACK, COUNTER, BOMBARD, CHARGE = 1, 2, 4, 8
"""Steps that a chit may leave out, as bits."""
SKIPS = {4: BOMBARD, 5: CHARGE, 6: COUNTER, 7: ATTACK}
"""By step."""


# -- who may attack what -------------------------------------------------------------------------------------


@rule("maori_wars:9.0.1", "maori_wars:R23", "maori_wars:9.0")
def attackers(game: MaoriWars, state: State, at: int, seat: int, *, unspent: bool = True) -> list[int]:
    """Return who may attack a hex: good combat units next to it, not across water, that have not attacked yet.

    Those of one stack all attack the same hex.
    """
    table, there = game.units, board(game, state)
    found: list[int] = []
    for start in game.cat.walks[at]:
        if not there.held.get(start, 0) >> seat & 1:
            continue
        if unspent and any(origin == start and to != at for origin, to in state.aims):
            continue
        for unit in there.at[start]:
            able = table.camp[unit] == seat and table.fights[unit] and good(state, unit)
            if able and not (unspent and state.spent >> unit & 1):
                found.append(unit)
    return found


@rule("maori_wars:9.0.1", "maori_wars:14.0.3")
def attackable(game: MaoriWars, state: State, at: int, seat: int) -> bool:
    """Tell whether a hex is one to attack: an enemy unit, Artillery, Structure or Town in it, Neutrals never.

    A sole leader or boat is entered instead. Who evaded this phase may not be attacked. The Maori attack Towns only in
    the designated area.
    """
    if not closed_to(game, state, at, seat):
        return False
    if seat == MAORI_SEAT and game.cat.town[at] and game.cat.territory[at] not in game.scenario(state).area:
        return False
    if targets_of_hits(game, state, at, 1 - seat):
        return True
    site = site_at(game, state, at)
    empty_town = seat == MAORI_SEAT and game.cat.town[at]
    ours = site is not None and CAMP[site[2]] == 1 - seat
    # A hex that holds only those who have evaded into it is not vacant, and nobody in it is a target.
    return (ours or empty_town) and (
        not occupied(game, state, at, 1 - seat) or bool(stronghold(game, state, at, 1 - seat))
    )


def enemy_hexes(game: MaoriWars, state: State, seat: int) -> list[int]:
    """Return the hexes that may be attacked, next to some counter of ours."""
    there = board(game, state)
    ours = as_bits([at for at, camps in there.camps.items() if camps >> seat & 1])
    near = game.lanes.neighbours.step(ours) & obstacles(game, state, seat).closed_bits
    return [at for at in bits(near) if attackable(game, state, at, seat)]


# -- the phase -----------------------------------------------------------------------------------------------


@rule("maori_wars:9.0", "maori_wars:2.0", "maori_wars:R28")
class CombatPhase(Procedure, frozen=True, tag="combat-phase"):
    """9.0: the phasing player attacks as often as he likes; a combat that a chit has caused comes before the next."""

    seat: int
    begun: bool = False

    def asks(self, game: MaoriWars, state: State) -> Decide | None:
        """Ask which hex is attacked next."""
        if not self.begun or state.queue:
            return None
        from .bombardment import guns_at, intimidations, shellable

        cat, options = game.cat, list[Action]()
        if not state.peace:
            for at in enemy_hexes(game, state, self.seat):
                if attackers(game, state, at, self.seat) or guns_at(game, state, at, self.seat):
                    options.append(Attack(cat.label[at]))
            if self.seat == BRITISH_SEAT:
                # A Canoe by itself is no target of an attack, but guns alone may fire at it.
                options += [attack for at in shellable(game, state) if (attack := Attack(cat.label[at])) not in options]
        if self.seat == BRITISH_SEAT:
            options += [Intimidate(cat.counters[gun].id, cat.label[at]) for gun, at in intimidations(game, state)]
        if not options:
            return None
        options.append(Done())
        prompt = "Combat: which hex do you attack?"
        return Decide(self.seat, prompt, "maori_wars:9.0.1", tuple(options), waiting="Attacks may be declared.")

    def answer(self, game: MaoriWars, step: Step[State], choice: Attack | Intimidate | Done) -> None:
        """Choose the units, bombard Neutrals, or end the phase."""
        from .bombardment import Shelling

        if isinstance(choice, Done):
            self._leave(step)
        elif isinstance(choice, Intimidate):
            gun, at = game.cat.index[choice.gun], game.cat.hex_of[choice.to]
            step.push(Shelling(at, gun, 4))
        else:
            step.push(Declaring(self.seat, game.cat.hex_of[choice.to]))

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """Begin afresh; take up what a chit has caused; end when nothing can be attacked."""
        from .chit_fights import ChitFight

        if not self.begun:
            step.swap(replace(self, begun=True))
            step.set(spent=0, evaded=0, fired=0, shelled=(), aims=(), queue=(), peace=False)
        elif step.state.queue:
            (chit, effect, origin, busy), *rest = step.state.queue
            step.set(queue=tuple(rest))
            step.push(ChitFight(chit, effect, origin, busy))
        else:
            self._leave(step)

    def _leave(self, step: Step[State]) -> None:
        """The phase is over: whoever evaded in it may be raided again, and all that was noted is forgotten."""
        step.pop()
        step.set(spent=0, evaded=0, fired=0, shelled=(), aims=(), peace=False)


@rule("maori_wars:9.0.1", "maori_wars:R29")
class Declaring(Procedure, frozen=True, tag="declaring"):
    """9.0 (1): the units that take part are chosen, or none: then only guns fire."""

    seat: int
    at: int
    chosen: tuple[int, ...] = ()
    of: tuple[int, ...] = ()
    """In a combat that a chit has caused: who may take part."""

    def eligible(self, game: MaoriWars, state: State) -> list[int]:
        """Return who may still be chosen."""
        if self.of:
            return [unit for unit in self.of if unit not in self.chosen]
        if not attackable(game, state, self.at, self.seat):
            return []  # A sole Canoe: guns alone fire at it.
        return [unit for unit in attackers(game, state, self.at, self.seat) if unit not in self.chosen]

    def asks(self, game: MaoriWars, state: State) -> Decide | None:
        """Ask who takes part."""
        from .bombardment import guns_at

        left = self.eligible(game, state)
        if not left:
            return None
        options: list[Action] = [Join(game.cat.counters[unit].id) for unit in distinct(game, state, left)]
        options.append(Everyone())
        if self.chosen or guns_at(game, state, self.at, self.seat):
            options.append(Begin())
        prompt = f"Attack on {game.named(self.at)}: who takes part?"
        return Decide(self.seat, prompt, "maori_wars:9.0.1", tuple(options), waiting="An attack is declared.")

    def answer(self, game: MaoriWars, step: Step[State], choice: Join | Everyone | Begin) -> None:
        """Take one more, all, or begin."""
        if isinstance(choice, Join):
            step.swap(replace(self, chosen=(*self.chosen, game.cat.index[choice.unit])))
        elif isinstance(choice, Everyone):
            self._declare(game, step, (*self.chosen, *self.eligible(game, step.state)))
        else:
            self._declare(game, step, self.chosen)

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """All are chosen."""
        self._declare(game, step, self.chosen)

    def _declare(self, game: MaoriWars, step: Step[State], chosen: tuple[int, ...]) -> None:
        state = step.state
        band = tuple((unit, state.where[unit]) for unit in chosen)
        manned = bool(targets_of_hits(game, state, self.at, 1 - self.seat))
        step.swap(SingleCombat(self.seat, self.at, band, manned, forced=bool(self.of), guns_alone=not band))
        if not self.of:
            spent = state.spent
            for unit in chosen:
                spent |= 1 << unit
            aims = {*state.aims, *((start, self.at) for _, start in band)}
            step.set(spent=spent, aims=tuple(sorted(aims)))
        ids = tuple(game.cat.counters[unit].id for unit in chosen)
        step.say(CombatDeclared("maori_wars:9.0.1", self.seat, game.label_of(self.at), ids))


# -- one combat ----------------------------------------------------------------------------------------------


@rule("maori_wars:9.0", "maori_wars:R6", "maori_wars:R27")
class SingleCombat(Procedure, frozen=True, tag="single-combat"):
    """9.0: one single combat. Its steps are: 2 evasion, 3 chit, 4 bombardment, 5 charge, 6 counter-attack, 7 attack.

    A hex that is emptied in steps 2 to 5 ends it: then there is only the advance.
    """

    seat: int
    """Who attacks: not always the phasing player, when a chit has caused it."""
    at: int
    band: tuple[tuple[int, int], ...]
    """The declared units, and where they stood."""
    manned: bool
    """There has been somebody in the hex."""
    forced: bool = False
    """A chit has caused it: it spends nobody."""
    guns_alone: bool = False
    """Nobody else was declared: this was the bombardment of the hex, whether they fired or not."""
    stage: int = 2
    chit: int = 0
    attack: int = 0
    counter: int = 0
    charge: int = 0
    skipped: int = 0
    charged: tuple[int, ...] = ()
    fell: str = "-"
    """What the attack, or the charge, has come to."""
    departed: tuple[int, ...] = ()
    """Hexes that somebody has left by evading or retreating while others stayed (R17)."""

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """Begin the next step."""
        stage = self.stage
        if stage < 8 and self.emptied(game, step.state):
            step.swap(replace(self, stage=9))
            if self.band:
                step.push(self._next(8))
            return
        if stage > 8 or (stage == 8 and not self._may_advance(game, step.state)):
            step.pop()
            if self.guns_alone:
                step.set(shelled=tuple(sorted({*step.state.shelled, self.at})))
            return
        left_out = self.skipped & SKIPS.get(stage, 0) or (stage in (6, 7) and not self.band)
        # A dispatch may have brought somebody into a hex that was empty.
        manned = self.manned or bool(targets_of_hits(game, step.state, self.at, 1 - self.seat))
        now = replace(self, stage=stage + 1, manned=manned)
        if left_out:
            step.swap(now)
        else:
            step.swap(now, self._next(stage))

    def _next(self, stage: int) -> Procedure:
        """Return what is done in a step."""
        if stage == 3:
            return _steps()[3]()
        if stage == 8:
            return _steps()[8](self.seat, self.at, self.band)
        return _steps()[stage](self.at)

    @rule("maori_wars:R27", "maori_wars:9.0.2")
    def emptied(self, game: MaoriWars, state: State) -> bool:
        """Tell whether a hex that was held has no combat unit or Artillery left to attack, and no Fort or Pa.

        Those who have evaded into it are not attacked; but they keep the attacker out. A hex in which only a Structure
        stood is empty when guns or a charge have removed it.
        """
        enemy = 1 - self.seat
        if targets_of_hits(game, state, self.at, enemy) or stronghold(game, state, self.at, enemy):
            return False
        return self.manned or (bool(self.band) and not closed_to(game, state, self.at, self.seat))

    @rule("maori_wars:R27", "maori_wars:9.0.11")
    def _may_advance(self, game: MaoriWars, state: State) -> bool:
        """Tell whether the hex may be advanced into: nobody is in it, and the result was not No Effect."""
        return bool(self.band) and self.fell != "-" and not occupied(game, state, self.at, 1 - self.seat)

    def ready(self, state: State) -> list[int]:
        """Return the declared units that are still good and where they were."""
        return [unit for unit, start in self.band if state.where[unit] == start and good(state, unit)]

    def attacking(self, state: State) -> list[int]:
        """Return who takes part in the attack of step 7: the chargers have had their fight."""
        return [unit for unit in self.ready(state) if unit not in self.charged]


@cache
def _steps() -> dict[int, Callable[..., Procedure]]:
    """Return what is done in each step. They are imported when the first combat begins: they look at it themselves."""
    from .advance import Advancing
    from .attack import Attacking
    from .bombardment import Bombarding
    from .charge import Charging
    from .chits import Drawing
    from .counter_attack import CounterAttacking
    from .evasion import Evading

    return {2: Evading, 3: Drawing, 4: Bombarding, 5: Charging, 6: CounterAttacking, 7: Attacking, 8: Advancing}


def combat_of(state: State) -> SingleCombat | None:
    """Return the single combat that is going on."""
    for frame in reversed(state.stack):
        if isinstance(frame, SingleCombat):
            return frame
    return None


def amend(step: Step[State], **changes: Any) -> None:
    """Change something about the single combat that is going on."""
    stack = step.state.stack
    for i in range(len(stack) - 1, -1, -1):
        frame = stack[i]
        if isinstance(frame, SingleCombat):
            changed = replace(frame, **changes)
            step.set(stack=(*stack[:i], changed, *stack[i + 1 :]))
            return


@rule("maori_wars:R17")
def left_behind(state: State, place: int) -> bool:
    """Tell whether somebody left this place earlier in the combat: a leader who stayed is then just sole."""
    combat = combat_of(state)
    return combat is not None and place in combat.departed


def departed(step: Step[State], place: int) -> None:
    """Remember that somebody has left a place while others stayed."""
    combat = combat_of(step.state)
    if combat is not None and place not in combat.departed:
        amend(step, departed=(*combat.departed, place))
