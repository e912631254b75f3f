"""10.0: raids, from the bush on the map and within the bush."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.frames import Step
from kemu.core.pending import Action, Chance, Decide, Outcome
from kemu.parts.dice import Dice

from ..model.actions import Begin, Counter, Everyone, Join, Lurk, Stand, Strike
from ..model.catalogue import COLUMNS
from ..model.events import CombatDeclared, Moved, Rolled
from .advance import Advancing
from .bans import shut_out
from .board import (
    BUSH,
    barred,
    board,
    bush,
    fighters,
    good,
    leaders,
    occupied,
    of_seat,
    put,
    site_at,
    territory_of,
)
from .boats import leave_behind
from .bush import BushPhase, bush_of
from .counter_attack import counter_drm
from .entering import enter
from .frame import Procedure
from .lanes import as_bits
from .results import WORDS, strike
from .stacking import distinct, free_for
from .strength import compare, defenders, read, targets_of_hits

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State

FINDS_ON = 3
RAID = Dice(1, "maori_wars:10.0.3", "A die: the raid")
ANSWER = Dice(1, "maori_wars:10.0.3", "A die: the raided strike back")
SEARCH = Dice(1, "maori_wars:10.0.5", "A die: do the raiders find them?")


# -- who may raid what ---------------------------------------------------------------------------------------


@rule("maori_wars:10.0.4", "maori_wars:R34", "maori_wars:R23")
def raid_target(game: MaoriWars, state: State, at: int, seat: int) -> bool:
    """Tell whether a hex may be raided: enemy combat units or Artillery in it, and no Structure, Towns among them."""
    open_ground = not game.cat.town[at] and site_at(game, state, at) is None
    return open_ground and bool(targets_of_hits(game, state, at, 1 - seat))


@rule("maori_wars:10.0.4", "maori_wars:R23")
def lairs(game: MaoriWars, state: State, unit: int, at: int, within: int = 0) -> list[int]:
    """Return the hexes from which a unit could raid another: next to it, in the unit's territory, within stacking.

    A unit on the map, which a dispatch lets raid, may go so many hexes, to raid what is no further off.
    """
    cat, table = game.cat, game.units
    place = state.where[unit]
    if place <= BUSH:
        territory = territory_of(game, place)
        near = [to for to in cat.walks[at] if cat.territory[to] == territory]
    elif cat.distance(place, at) <= within:
        near = [to for to in cat.walks[at] if cat.distance(place, to) <= within]
        near = [to for to in near if not shut_out(game, state, unit, to)]
    else:
        return []
    free = free_for(game, state, unit, as_bits(near))
    if place in near and table.cost[unit][place] and place not in barred(game, state, table.camp[unit]):
        free |= 1 << place  # It stands there already.
    return [to for to in near if free >> to & 1]


def raidable(game: MaoriWars, state: State, seat: int, raiders: list[int]) -> list[int]:
    """Return the hexes that some of these units could raid."""
    there = board(game, state)
    firsts = distinct(game, state, raiders)
    bushes = {state.where[unit] for unit in firsts}
    return sorted(
        at
        for at, bits in there.held.items()
        if at >= 0
        and bits >> (1 - seat) & 1
        and not bushes.isdisjoint(game.units.bushes_beside[at])
        and raid_target(game, state, at, seat)
        and any(lairs(game, state, unit, at) for unit in firsts)
    )


def ambushes(game: MaoriWars, state: State, seat: int, raiders: list[int]) -> list[int]:
    """Return the territories in whose bush both some of these units and enemy units are."""
    found = {state.where[unit] for unit in raiders}
    return sorted(BUSH - place for place in found if occupied(game, state, place, 1 - seat))


@rule(
    "maori_wars:10.0.3",
    "maori_wars:R35",
    "maori_wars:3.0.8",
    "maori_wars:3.0.11",
    "maori_wars:3.0.13",
    "maori_wars:3.0.7",
)
def raid_drm(game: MaoriWars, band: list[int], raided: list[int]) -> int:
    """Return the single best modification of the raiders, and what their surprise adds against Infantry.

    Maori +1, Militia +1, Rangers +2 with von Tempsky or Jackson. They do not add up.
    """
    cat = game.cat
    led = any(unit in cat.ranger_leader for unit in band)
    bonuses = [
        cat.kinds[cat.kind[unit]].raid_led if led and cat.kinds[cat.kind[unit]].raid_led else cat.raid[unit]
        for unit in band
        if not game.units.leads[unit]
    ]
    return max(bonuses, default=0) + max((cat.kinds[cat.kind[unit]].surprised for unit in raided), default=0)


# -- a raid on the map ---------------------------------------------------------------------------------------


def _done(state: State) -> int:
    """Return who has entered the bush or acted in it in this phase, as bits."""
    return next((frame.done for frame in reversed(state.stack) if isinstance(frame, BushPhase)), 0)


def acted(step: Step[State], units: list[int], *, out: bool = False) -> None:
    """Remember in the Bush Raider Phase who has acted, and who has come out of the bush to raid."""
    stack = step.state.stack
    for i in range(len(stack) - 1, -1, -1):
        frame = stack[i]
        if isinstance(frame, BushPhase):
            bits = 0
            for unit in units:
                bits |= 1 << unit
            now = replace(frame, done=frame.done | bits, raided=frame.raided | bits * out)
            step.set(stack=(*stack[:i], now, *stack[i + 1 :]))
            return


@rule("maori_wars:10.0.4", "maori_wars:R34", "maori_wars:R36")
class Raiding(Procedure, frozen=True, tag="raiding"):
    """10.0 (3): raiders come out of the bush into hexes next to their target; a leader may come with them."""

    seat: int
    at: int
    band: tuple[int, ...] = ()
    of: tuple[int, ...] = ()
    """In a raid that a dispatch has caused: who may take part."""
    within: int = 0
    most: int = 0

    def _free(self, game: MaoriWars, state: State) -> list[int]:
        table = game.units
        if self.of:
            full = self.most and len([unit for unit in self.band if not table.leads[unit]]) >= self.most
            return [unit for unit in self.of if unit not in self.band and (table.leads[unit] or not full)]
        done = _done(state)
        return [
            unit
            for unit in bush_of(game, state, self.seat)
            if not done >> unit & 1 and unit not in self.band and (table.leads[unit] or good(state, unit))
        ]

    def asks(self, game: MaoriWars, state: State) -> Decide | None:
        """Ask who takes part, and from where."""
        cat, table = game.cat, game.units
        starts = {state.where[unit] for unit in self.band}
        options: list[Action] = []
        for unit in distinct(game, state, self._free(game, state)):
            found = lairs(game, state, unit, self.at, self.within)
            if table.leads[unit]:
                found = [to for to in found if to in starts]
            options += [Lurk(cat.counters[unit].id, cat.label[to]) for to in found]
        if not options:
            return None
        if self.band:
            options.append(Begin())
        prompt = f"Raid on {game.named(self.at)}: who raids, and from which hex?"
        return Decide(self.seat, prompt, "maori_wars:10.0.4", tuple(options), waiting="A raid is prepared.")

    def answer(self, game: MaoriWars, step: Step[State], choice: Lurk | Begin) -> None:
        """One more comes out, or the raid begins."""
        if isinstance(choice, Begin):
            self._begin(game, step)
            return
        cat = game.cat
        unit, to = cat.index[choice.unit], cat.hex_of[choice.to]
        start = step.state.where[unit]
        step.swap(replace(self, band=(*self.band, unit)))
        put(step, (unit,), to)
        if not self.of:
            acted(step, [unit], out=True)
        if start != to:
            step.say(Moved("maori_wars:10.0.4", (choice.unit,), game.label_of(start), choice.to, "comes to raid"))
            enter(game, step, [unit], to)
            if start >= 0:
                leave_behind(game, step, start)

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """All have come who can."""
        if self.band:
            self._begin(game, step)
        else:
            step.pop()

    def _begin(self, game: MaoriWars, step: Step[State]) -> None:
        step.swap(RaidFight(self.seat, self.at, self.band))
        ids = tuple(game.cat.counters[unit].id for unit in self.band)
        step.say(CombatDeclared("maori_wars:10.0.4", self.seat, game.label_of(self.at), ids, raid=True))


@rule("maori_wars:10.0.3", "maori_wars:R34", "maori_wars:R25")
class RaidFight(Procedure, frozen=True, tag="raid-fight"):
    """10.0: the raiders attack first; good survivors of the raided strike at one hex of raiders. Nobody retreats.

    There is no evasion, chit, gun or charge. Terrain counts for the raiders' roll only, the Sap for that of the raided.
    """

    seat: int
    place: int
    """The raided hex, or the bush."""
    band: tuple[int, ...]
    prey: int = -1
    """In the bush: the single unit that is raided."""
    stage: int = 0
    """0 the raid, 1 the answer, 2 its die, 3 the advance."""
    against: int = 0

    def raiders(self, game: MaoriWars, state: State) -> list[int]:
        """Return the raiding units that are left and good."""
        return [
            unit for unit in self.band if _in_play(state, unit) and good(state, unit) and not game.units.leads[unit]
        ]

    def raided(self, game: MaoriWars, state: State) -> list[int]:
        """Return the combat units that are raided."""
        if self.prey >= 0:
            return [self.prey] if state.where[self.prey] == self.place else []
        return defenders(game, state, self.place, 1 - self.seat)

    def column(self, game: MaoriWars, state: State) -> int:
        """Return the raiders' column."""
        return compare(len(self.raiders(game, state)), len(self.raided(game, state)))

    def drm(self, game: MaoriWars, state: State) -> int:
        """Return the raiders' modification: the terrain of a hex, and the best of their own."""
        terrain = game.cat.attack_drm[self.place] if self.place >= 0 else 0
        band = [unit for unit in self.band if _in_play(state, unit)]
        return terrain + raid_drm(game, band, self.raided(game, state))

    def _answers(self, game: MaoriWars, state: State) -> list[int]:
        """Return the places of raiders that the raided may strike at."""
        if not any(good(state, unit) for unit in self.raided(game, state)):
            return []
        alive = [unit for unit in self.band if _in_play(state, unit) and not game.units.leads[unit]]
        return sorted({state.where[unit] for unit in alive})

    def asks(self, game: MaoriWars, state: State) -> Decide | Chance | None:
        """Ask for the raid's die, against whom the raided strike, and their die."""
        if self.stage == 0:
            return RAID if self.raiders(game, state) else None
        if self.stage == 1:
            found = self._answers(game, state)
            if not found:
                return None
            options: list[Action] = [Counter(game.label_of(place)) for place in found]
            options.append(Stand())
            prompt = f"The raided at {game.named(self.place)} strike back: against which hex?"
            return Decide(1 - self.seat, prompt, "maori_wars:10.0.3", tuple(options), waiting="The raided strike back.")
        return ANSWER if self.stage == 2 else None

    def answer(self, game: MaoriWars, step: Step[State], choice: Counter | Stand | Outcome) -> None:
        """Read the table for the one or the other."""
        state = step.state
        if isinstance(choice, Counter):
            step.swap(replace(self, stage=2, against=game.place_of(choice.to)))
        elif isinstance(choice, Stand):
            step.swap(replace(self, stage=3))
        elif self.stage == 0:
            die, column, drm = cast(int, choice[0]), self.column(game, state), self.drm(game, state)
            letter = read(game, column, die + drm)
            step.swap(replace(self, stage=1))
            words = WORDS["-"] if letter == "R" else WORDS[letter]
            step.say(Rolled("maori_wars:10.0.3", self.seat, f"raid, {COLUMNS[column]} force", die, drm, words))
            of = (self.prey,) if self.prey >= 0 else ()
            strike(game, step, self.place, 1 - self.seat, letter, raid=True, of=of)
        else:
            die = cast(int, choice[0])
            strength = sum(good(state, unit) for unit in self.raided(game, state))
            in_bush = self.place < 0
            group = [unit for unit in self.band if _in_play(state, unit) and not game.units.leads[unit]]
            theirs = len(group) if in_bush else len(fighters(game, state, self.against, self.seat))
            column = compare(strength, theirs)
            drm = counter_drm(game, state, self.place, 1 - self.seat)
            letter = read(game, column, die + drm)
            step.swap(replace(self, stage=3))
            words = WORDS["-"] if letter == "R" else WORDS[letter]
            what = f"the raided, {COLUMNS[column]} force"
            step.say(Rolled("maori_wars:10.0.3", 1 - self.seat, what, die, drm, words))
            of = tuple(group) if in_bush else ()
            strike(game, step, self.against, self.seat, letter, raid=True, of=of)

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """Go on to the answer, to the advance, or to the end."""
        if self.stage < 3:
            # No raider is left to roll, or nobody to answer: then there is no answer's die either.
            step.swap(replace(self, stage=3))
            return
        step.pop()
        if self.place >= 0 and not occupied(game, step.state, self.place, 1 - self.seat):
            band = tuple((unit, step.state.where[unit]) for unit in self.raiders(game, step.state))
            if band:
                step.push(Advancing(self.seat, self.place, band))


def _in_play(state: State, unit: int) -> bool:
    return state.where[unit] >= 0 or state.where[unit] <= BUSH


# -- a raid in the bush --------------------------------------------------------------------------------------


@rule("maori_wars:10.0.5", "maori_wars:R34", "maori_wars:R36")
class Ambushing(Procedure, frozen=True, tag="ambushing"):
    """10.0 (4): raiders look for the enemy in the bush of their territory; on a 3 or less they find one unit to raid.

    If they do not find it, they do not try again in this phase. Leaders who are there lead them, unless they have come
    or acted in this phase.
    """

    seat: int
    territory: int
    chosen: tuple[int, ...] = ()
    stage: int = 0
    """0 who goes, 1 the die, 2 which unit is raided."""

    def _free(self, game: MaoriWars, state: State) -> list[int]:
        done = _done(state)
        return [
            unit
            for unit in of_seat(game, state, bush(self.territory), self.seat)
            if not game.units.leads[unit] and good(state, unit) and not done >> unit & 1 and unit not in self.chosen
        ]

    def asks(self, game: MaoriWars, state: State) -> Decide | Chance | None:
        """Ask who goes, for the die, then for the prey."""
        cat, name = game.cat, game.cat.territory_names[self.territory]
        if self.stage == 1:
            return SEARCH
        if self.stage == 2:
            prey = distinct(game, state, fighters(game, state, bush(self.territory), 1 - self.seat))
            found = tuple(Strike(cat.counters[unit].id) for unit in prey)
            prompt = "They are found: which unit is raided?"
            return Decide(self.seat, prompt, "maori_wars:10.0.5", found, waiting="Raiders are found.")
        free = self._free(game, state)
        if not free:
            return None
        options: list[Action] = [Join(cat.counters[unit].id) for unit in distinct(game, state, free)]
        options.append(Everyone())
        if self.chosen:
            options.append(Begin())
        prompt = f"Raid in the bush of {name}: who looks for the enemy (found on 3 or less)?"
        return Decide(self.seat, prompt, "maori_wars:10.0.5", tuple(options), waiting="A raid is prepared.")

    def answer(self, game: MaoriWars, step: Step[State], choice: Join | Everyone | Begin | Strike | Outcome) -> None:
        """Choose, look, and raid."""
        cat = game.cat
        if isinstance(choice, Join):
            step.swap(replace(self, chosen=(*self.chosen, cat.index[choice.unit])))
        elif isinstance(choice, Everyone):
            step.swap(replace(self, chosen=(*self.chosen, *self._free(game, step.state)), stage=1))
        elif isinstance(choice, Begin):
            step.swap(replace(self, stage=1))
        elif isinstance(choice, Strike):
            place = bush(self.territory)
            done = _done(step.state)
            led = (leader for leader in leaders(game, step.state, place, self.seat) if not done >> leader & 1)
            step.swap(RaidFight(self.seat, place, (*self.chosen, *led), prey=cat.index[choice.unit]))
            ids = tuple(cat.counters[unit].id for unit in self.chosen)
            step.say(CombatDeclared("maori_wars:10.0.5", self.seat, game.label_of(place), ids, raid=True))
        else:
            die = cast(int, choice[0])
            found = die <= FINDS_ON
            words = "they find them" if found else "they find nobody"
            step.say(Rolled("maori_wars:10.0.5", self.seat, "raiders in the bush", die, 0, words))
            if found:
                step.swap(replace(self, stage=2))
            else:
                step.pop()
            acted(step, list(self.chosen))

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """All go."""
        if self.chosen:
            step.swap(replace(self, stage=1))
        else:
            step.pop()
