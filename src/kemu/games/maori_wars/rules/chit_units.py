"""9.0 (3): the effects of chits on units and leaders. The choice is that of the side that the text favours."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.frames import Step
from kemu.core.pending import Action, Chance, Decide, Outcome
from kemu.parts.dice import Dice

from ..model import chits as words
from ..model.actions import Choose, Done, EnterBush, Follow, Hold, Place, Receive, Retreat, Stand
from ..model.catalogue import KINDS, SIDES
from ..model.events import Moved, Noted, Rolled
from .bans import shut_out
from .board import (
    BUSH,
    bush,
    good,
    here,
    leaders,
    put,
)
from .boats import leave_behind
from .bush import LIMITS, in_bush
from .chit_effect import CLAUSE, OfChit
from .chits import OVER, Dispatch, boxed, unmark
from .combat import SingleCombat, amend, combat_of, departed
from .entering import enter, may_enter
from .frame import Procedure
from .reinforcement import arrive_at, fed, landing_places, near_enemy
from .stacking import distinct, room
from .strength import beside, targets_of_hits
from .units import kill_leader

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State

PERIL = Dice(1, CLAUSE, "A die: does the leader fall?")


class Dropping(OfChit, frozen=True, tag="chit-drop"):
    """Declared attackers are taken out, unspent; if nobody is left, the combat is over."""

    def _units(self, game: MaoriWars, state: State) -> list[int]:
        combat, effect = combat_of(state), cast(words.Drop, self.data(game))
        if combat is None:
            return []
        band = [unit for unit, _ in combat.band]
        return [unit for unit in band if not effect.side or game.cat.side[unit] == SIDES.index(effect.side)]

    def asks(self, game: MaoriWars, state: State) -> Decide | None:
        """Ask which, if not all must go."""
        combat, units = combat_of(state), self._units(game, state)
        if combat is None or not cast(words.Drop, self.data(game)).n or len(distinct(game, state, units)) < 2:
            return None
        options = tuple(Choose(game.cat.counters[unit].id) for unit in distinct(game, state, units))
        return Decide(combat.seat, "Which unit drops out of the attack?", CLAUSE, options, waiting="A unit drops out.")

    def answer(self, game: MaoriWars, step: Step[State], choice: Choose) -> None:
        """It drops out."""
        step.pop()
        self._drop(game, step, [game.cat.index[choice.what]])

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """All of them, or the only sort there is."""
        step.pop()
        units = self._units(game, step.state)
        self._drop(game, step, units[:1] if cast(words.Drop, self.data(game)).n else units)

    def _drop(self, game: MaoriWars, step: Step[State], units: list[int]) -> None:
        combat = combat_of(step.state)
        if combat is None or not units:
            return
        band = tuple(entry for entry in combat.band if entry[0] not in units)
        if not combat.forced:
            self._unspend(step, combat, units, {start for _, start in band})
        amend(step, band=band)
        if not band:
            amend(step, stage=OVER)
        what = " and ".join(game.cat.counters[unit].name for unit in units)
        step.say(Noted(CLAUSE, f"{what}: out of the attack."))

    def _unspend(self, step: Step[State], combat: SingleCombat, units: list[int], starts: set[int]) -> None:
        """They have attacked nothing. In a combat that a dispatch has brought nobody was spent (R28)."""
        state = step.state
        spent = state.spent
        for unit in units:
            spent &= ~(1 << unit)
        # Whoever drops out alone has attacked nothing: his stack may still choose another hex.
        bound = starts | {state.where[u] for u in range(len(state.where)) if spent >> u & 1}
        aims = tuple(aim for aim in state.aims if aim[1] != combat.at or aim[0] in bound)
        step.set(spent=spent, aims=aims)


def spend(step: Step[State], combat: SingleCombat, unit: int) -> None:
    """A unit that joins a combat has attacked in this phase, unless a dispatch has brought that combat (R28)."""
    if not combat.forced:
        step.set(spent=step.state.spent | 1 << unit)


class Steadying(OfChit, frozen=True, tag="chit-rally"):
    """Disrupted Markers are removed: of the defenders, of one unit a side, or of all around a leader."""

    seat: int = 0

    def _units(self, game: MaoriWars, state: State) -> list[int]:
        effect, table, combat = cast(words.Rally, self.data(game)), game.units, combat_of(state)
        if combat is None:
            return []
        if effect.where == "defender":
            there = here(game, state, combat.at)
            return [unit for unit in there if table.camp[unit] == 1 - combat.seat and not good(state, unit)]
        disrupted = [unit for unit in range(len(state.where)) if not good(state, unit)]
        if effect.where == "leader":
            at = state.where[game.cat.index[effect.leader]]
            seat = table.camp[game.cat.index[effect.leader]]
            return [
                unit
                for unit in disrupted
                if table.camp[unit] == seat
                and state.where[unit] >= 0
                and at >= 0
                and game.cat.distance(at, state.where[unit]) <= effect.within
            ]
        return [
            unit
            for unit in disrupted
            if table.camp[unit] == self.seat and (state.where[unit] >= 0 or state.where[unit] <= BUSH)
        ]

    def asks(self, game: MaoriWars, state: State) -> Decide | None:
        """Ask each side which of its units, if only some rally."""
        effect = cast(words.Rally, self.data(game))
        units = distinct(game, state, self._units(game, state))
        if effect.where != "each-side" or self.seat > 1 or len(units) < 2:
            return None
        options = tuple(Choose(game.cat.counters[unit].id) for unit in units)
        return Decide(self.seat, "Which of your units rallies?", CLAUSE, options, waiting="A unit rallies.")

    def answer(self, game: MaoriWars, step: Step[State], choice: Choose) -> None:
        """It rallies."""
        step.swap(replace(self, seat=self.seat + 1))
        unmark(game, step, game.cat.index[choice.what])

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """All of them; or the other side's turn."""
        effect = cast(words.Rally, self.data(game))
        units = self._units(game, step.state) if self.seat < 2 else []
        if effect.where == "each-side":
            if self.seat > 1:
                step.pop()
                return
            step.swap(replace(self, seat=self.seat + 1))
            units = units[:1]
        else:
            step.pop()
            units = units[: effect.n] if effect.n else units
        for unit in units:
            unmark(game, step, unit)


class Drafting(OfChit, frozen=True, tag="chit-draft"):
    """Units come from a Box, if they can be fed (R10), within stacking."""

    placed: int = 0
    unit: int = -1
    coast: int = -1
    """Where the first of them has landed: the others follow."""

    def _hexes(self, game: MaoriWars, state: State, unit: int) -> list[int]:
        effect, combat, cat = cast(words.Draft, self.data(game)), combat_of(state), game.cat
        if combat is None:
            return []
        seat = game.units.camp[unit]
        if effect.place in ("reinforcement", "town"):
            found = landing_places(game, state, unit)
            return [at for at in found if effect.place != "town" or cat.town[at]]
        if effect.place == "structure":
            own = [site[0] for site in state.sites if site[2] == cat.side[unit]]
            wanted = [at for at in own if cat.territories[cat.territory[at]] in effect.territories]
            found = [at for at in wanted if room(game, state, at, (unit,))]
            return found or [at for at in own if room(game, state, at, (unit,))]
        if effect.place == "defender":
            found = [combat.at]
        elif effect.place == "attacker":
            found = sorted({start for other, start in combat.band if state.where[other] == start})
        elif effect.place == "leader":
            found = [state.where[cat.index[effect.leader]]]
        elif self.coast >= 0:
            found = [self.coast]
        else:
            codes = effect.territories
            found = [
                at
                for at in game.units.coasts
                if cat.territories[cat.territory[at]] in codes
                and not near_enemy(game, state, at, seat)
                and not beside(game, state, at, seat)
            ]
        return [at for at in found if at >= 0 and may_enter(game, state, unit, at) and room(game, state, at, (unit,))]

    def _units(self, game: MaoriWars, state: State) -> list[int]:
        effect, combat = cast(words.Draft, self.data(game)), combat_of(state)
        if combat is None or self.placed >= effect.n:
            return []
        units = distinct(game, state, boxed(game, state, combat, effect.side, effect.kinds))
        return [unit for unit in units if fed(game, state, game.cat.side[unit]) and self._hexes(game, state, unit)]

    def asks(self, game: MaoriWars, state: State) -> Decide | None:
        """Ask which unit, and where."""
        cat = game.cat
        if self.unit >= 0:
            hexes = self._hexes(game, state, self.unit)
            options: tuple[Action, ...] = tuple(Place(cat.counters[self.unit].id, cat.label[at]) for at in hexes)
            prompt = f"Where does {cat.counters[self.unit].name} come in?"
            return Decide(game.units.camp[self.unit], prompt, CLAUSE, options, waiting="A unit comes in.")
        units = self._units(game, state)
        if not units:
            return None
        options = (*(Receive(cat.counters[unit].id) for unit in units), Done())
        seat = game.units.camp[units[0]]
        return Decide(seat, "Which unit comes from your Box?", CLAUSE, options, waiting="A unit may come from a Box.")

    def answer(self, game: MaoriWars, step: Step[State], choice: Receive | Place | Done) -> None:
        """Take the unit, and place it."""
        if isinstance(choice, Done):
            step.pop()
        elif isinstance(choice, Receive):
            unit = game.cat.index[choice.unit]
            hexes = self._hexes(game, step.state, unit)
            if len(hexes) > 1:
                step.swap(replace(self, unit=unit))
            else:
                self._place(game, step, unit, hexes[0])
        else:
            self._place(game, step, self.unit, game.cat.hex_of[choice.to])

    def _place(self, game: MaoriWars, step: Step[State], unit: int, at: int) -> None:
        effect = cast(words.Draft, self.data(game))
        coast = at if effect.place == "coast" else -1
        step.swap(replace(self, placed=self.placed + 1, unit=-1, coast=coast))
        stack = step.state.stack
        for i in range(len(stack) - 1, -1, -1):
            frame = stack[i]
            if isinstance(frame, Dispatch):
                step.set(stack=(*stack[:i], replace(frame, drafted=(*frame.drafted, unit)), *stack[i + 1 :]))
                break
        if effect.place == "attacker":
            combat = combat_of(step.state)
            assert combat is not None
            if game.units.fights[unit]:
                amend(step, band=(*combat.band, (unit, at)))
                spend(step, combat, unit)
        arrive_at(game, step, unit, at, CLAUSE)


class Joining(OfChit, frozen=True, tag="chit-join"):
    """Unused units of the attacker near the attacked hex join the combat, in a hex from which it is attacked."""

    def _pairs(self, game: MaoriWars, state: State) -> list[tuple[int, int]]:
        effect, combat = cast(words.Join, self.data(game)), combat_of(state)
        if combat is None:
            return []
        kind, band = KINDS.index(effect.kind), {unit for unit, _ in combat.band}
        starts = sorted({start for unit, start in combat.band if state.where[unit] == start})
        units = [
            unit
            for unit in game.units.of_seat[combat.seat]
            if game.cat.kind[unit] == kind
            and unit not in band
            and good(state, unit)
            and state.where[unit] >= 0
            and not state.spent >> unit & 1
            and game.cat.distance(state.where[unit], combat.at) <= effect.within
        ]
        return [
            (unit, at)
            for unit in distinct(game, state, units)
            for at in starts
            if state.where[unit] == at or (room(game, state, at, (unit,)) and not shut_out(game, state, unit, at))
        ]

    def asks(self, game: MaoriWars, state: State) -> Decide | None:
        """Ask who joins, and where."""
        combat, found = combat_of(state), self._pairs(game, state)
        if combat is None or not found:
            return None
        options = (*(Place(game.cat.counters[unit].id, game.cat.label[at]) for unit, at in found), Done())
        return Decide(
            combat.seat, "Who joins the attack, and from which hex?", CLAUSE, options, waiting="A unit may join."
        )

    def answer(self, game: MaoriWars, step: Step[State], choice: Place | Done) -> None:
        """It joins."""
        step.pop()
        if isinstance(choice, Done):
            return
        unit, at = game.cat.index[choice.unit], game.cat.hex_of[choice.to]
        start, combat = step.state.where[unit], combat_of(step.state)
        assert combat is not None
        put(step, (unit,), at)
        amend(step, band=(*combat.band, (unit, at)))
        spend(step, combat, unit)
        step.say(Moved(CLAUSE, (choice.unit,), game.label_of(start), choice.to, "joins"))


class Retiring(OfChit, frozen=True, tag="chit-retire"):
    """Defenders may go some hexes away, or into the bush, before they are attacked; leaders with one who goes (R17)."""

    stayed: int = 0
    gone: tuple[int, ...] = ()
    """Where the last of them has gone: a leader may follow."""

    def _next(self, game: MaoriWars, state: State) -> int:
        combat = combat_of(state)
        if combat is None:
            return -1
        there = targets_of_hits(game, state, combat.at, 1 - combat.seat)
        return next((unit for unit in there if not self.stayed >> unit & 1), -1)

    def _hexes(self, game: MaoriWars, state: State, unit: int) -> list[int]:
        within = cast(words.Retire, self.data(game)).within
        seen, edge = {state.where[unit]}, [state.where[unit]]
        for _ in range(within):
            edge = [
                to for at in edge for to in game.cat.walks[at] if to not in seen and may_enter(game, state, unit, to)
            ]
            edge = list(dict.fromkeys(edge))
            seen.update(edge)
        return sorted(seen - {state.where[unit]})

    def asks(self, game: MaoriWars, state: State) -> Decide | None:
        """Ask where the next one goes, or who goes with it."""
        cat, combat = game.cat, combat_of(state)
        if combat is not None and self.gone and (found := leaders(game, state, combat.at, 1 - combat.seat)):
            follow: list[Action] = [Follow(cat.counters[leader].id) for leader in found]
            prompt = f"Does a leader go along to {game.named(self.gone[0])}?"
            return Decide(1 - combat.seat, prompt, CLAUSE, (*follow, Stand()), waiting="Defenders may slip away.")
        unit = self._next(game, state)
        if unit < 0:
            return None
        seat = game.units.camp[unit]
        id_ = cat.counters[unit].id
        options: list[Action] = [Retreat(id_, cat.label[at]) for at in self._hexes(game, state, unit)]
        barred = cat.kind[unit] in game.scenario(state).no_bush
        if game.units.bush[unit] and not barred and len(in_bush(game, state, seat)) < LIMITS[seat]:
            options.append(EnterBush(id_))
        options.append(Hold(id_))
        prompt = f"{cat.counters[unit].name} may slip away: where to?"
        return Decide(seat, prompt, CLAUSE, tuple(options), waiting="Defenders may slip away.")

    def answer(self, game: MaoriWars, step: Step[State], choice: Retreat | EnterBush | Hold | Follow | Stand) -> None:
        """It goes, or stays; who goes may not be attacked in this phase."""
        cat = game.cat
        if isinstance(choice, Stand):
            step.swap(replace(self, gone=()))
            return
        if isinstance(choice, Follow):
            leader = cat.index[choice.leader]
            start = step.state.where[leader]
            put(step, (leader,), self.gone[0])
            label = game.label_of(self.gone[0])
            step.say(Moved(CLAUSE, (choice.leader,), game.label_of(start), label, "slips away"))
            return
        unit = cat.index[choice.unit]
        step.swap(replace(self, stayed=self.stayed | 1 << unit, gone=()))
        if isinstance(choice, Hold):
            return
        at = step.state.where[unit]
        to = cat.hex_of[choice.to] if isinstance(choice, Retreat) else bush(cat.territory[at])
        step.swap(replace(self, stayed=self.stayed | 1 << unit, gone=(to,)))
        put(step, (unit,), to)
        step.set(evaded=step.state.evaded | 1 << unit)
        departed(step, at)
        step.say(Moved(CLAUSE, (choice.unit,), game.label_of(at), game.label_of(to), "slips away"))
        leave_behind(game, step, at)
        if to >= 0:
            enter(game, step, [unit], to)


@rule("maori_wars:9.0.3")
class InPeril(Procedure, frozen=True, tag="chit-peril"):
    """A leader in the combat falls on a low die."""

    leader: int
    falls_on: int

    def asks(self, game: MaoriWars, state: State) -> Chance | None:
        """Ask for the die."""
        return PERIL if state.where[self.leader] >= 0 else None

    def answer(self, game: MaoriWars, step: Step[State], choice: Outcome) -> None:
        """He falls, or not."""
        step.pop()
        die = cast(int, choice[0])
        falls = die <= self.falls_on
        name = game.cat.counters[self.leader].name
        step.say(
            Rolled(
                CLAUSE, game.units.camp[self.leader], f"{name} under fire", die, 0, "he falls" if falls else "he lives"
            )
        )
        if falls:
            kill_leader(game, step, self.leader, CLAUSE)

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """He is gone."""
        step.pop()
