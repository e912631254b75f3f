"""One side's line in a battle, as the odds see it: its states, who fires next, and where a volley takes it.

A volley changes the target's line alone, and who fires next depends on one's own line alone. So the two lines of a
battle can be followed apart, each with its own few hundred states, and `odds.py` needs only the joint distribution
over the two. Choices follow `policy.py`. Equal counters are not told apart.
"""

from __future__ import annotations

from kemu.parts.bits import bits

from ..model.catalogue import NONE, PANIC, Catalogue
from ..rules.fight import takers
from .policy import to_fire, to_lose

Standing = tuple[int, int, int, bool]
"""Who lives, who has panicked, who has fired; and whether no pikes can cancel the next panic."""
Shot = tuple[tuple[int, int] | None, int]
"""Column of the table and dice (None: nobody can fire), and the number of the state afterwards."""
FACES = (1, 2, 3, 4, 5, 6)


class Line:
    """The states of a line that were met, by number, and what becomes of them."""

    def __init__(self, cat: Catalogue, *, walled: bool, gilt: int) -> None:
        self.cat = cat
        self.walled = walled
        self.elite = cat.elites | gilt
        self.states: list[Standing] = []
        self.number: dict[Standing, int] = {}
        self._sorted: dict[Standing, Standing] = {}
        self._fresh: dict[int, int] = {}
        self._shots: dict[tuple[int, bool], Shot] = {}
        self._dies: dict[tuple[int, int], tuple[tuple[int, float], ...]] = {}
        self._volleys: dict[tuple[int, int, int], tuple[tuple[int, float], ...]] = {}
        self._groups = tuple({mask for mask in cat.alike if mask & (mask - 1)})
        self._shares = tuple(
            tuple((result, sum(column[face] == result for face in FACES) / 6) for result in sorted(set(column[1:])))
            for column in cat.brt
        )

    def standing(self, living: int, panicked: int = 0, fired: int = 0, piked: bool = False) -> int:
        """Return the number of a state."""
        if not piked:
            piked = self.walled or not living & self.cat.pikes & ~panicked
        given = (living, panicked, fired, piked)
        state = self._sorted.get(given)
        if state is None:
            state = self._sorted[given] = self._canonical(*given)
        number = self.number.get(state)
        if number is None:
            number = self.number[state] = len(self.states)
            self.states.append(state)
        return number

    def _canonical(self, living: int, panicked: int, fired: int, piked: bool) -> Standing:
        """Return the state with equal counters sorted: the lowest have not fired, then who has, then who panicked."""
        for group in self._groups:
            here = living & group
            if not here & (here - 1):
                continue
            number = here.bit_count()
            steady = number - (here & panicked).bit_count()
            unfired = steady - (here & fired & ~panicked).bit_count()
            living, panicked, fired = living & ~group, panicked & ~group, fired & ~group
            for rank, unit in enumerate(bits(group)[:number]):
                living |= 1 << unit
                if rank >= steady:
                    panicked |= 1 << unit
                elif rank >= unfired:
                    fired |= 1 << unit
        return living, panicked, fired & ~panicked, piked

    def new_round(self, number: int) -> int:
        """Return the state at the start of the next round: all may fire again, pikes are steady again."""
        again = self._fresh.get(number)
        if again is None:
            living, panicked, _, _ = self.states[number]
            again = self._fresh[number] = self.standing(living, panicked)
        return again

    def shot(self, number: int, guns: bool) -> Shot:
        """Return the next shot of a line in this state, of gunpowder only or of anybody."""
        found = self._shots.get((number, guns))
        if found is None:
            living, panicked, fired, piked = self.states[number]
            ready = living & ~panicked & ~fired
            if guns:
                ready &= self.cat.guns
            found = (None, number)
            if ready:
                unit = to_fire(self.cat, ready)
                kind = (self.elite >> unit & 1, self.cat.strength[unit])
                found = (kind, self.standing(living, panicked, fired | 1 << unit, piked))
            self._shots[number, guns] = found
        return found

    def volley(self, number: int, column: int, dice: int) -> tuple[tuple[int, float], ...]:
        """Return where so many dice of this column take a line, with the chance of each."""
        key = (number, column, dice)
        found = self._volleys.get(key)
        if found is None:
            if dice == 0:
                found = ((number, 1.0),)
            else:
                after: dict[int, float] = {}
                for then, share in self._die(number, column):
                    for last, rest in self.volley(then, column, dice - 1):
                        after[last] = after.get(last, 0.0) + share * rest
                found = tuple(after.items())
            self._volleys[key] = found
        return found

    def _die(self, number: int, column: int) -> tuple[tuple[int, float], ...]:
        key = (number, column)
        found = self._dies.get(key)
        if found is None:
            after: dict[int, float] = {}
            for result, share in self._shares[column]:
                then = self._takes(number, result)
                after[then] = after.get(then, 0.0) + share
            found = self._dies[key] = tuple(after.items())
        return found

    def _takes(self, number: int, result: int) -> int:
        """Return the state after one result."""
        living, panicked, fired, piked = self.states[number]
        if result == NONE or not living:
            return number
        units, lost = takers(self.cat, living, panicked, result, walled=self.walled, piked=piked)
        if lost == "pikes":
            return self.standing(living, panicked, fired, True)
        if not units:
            return number
        unit = 1 << to_lose(self.cat, units, panicked, fired, result)
        if result == PANIC and not panicked & unit:
            return self.standing(living, panicked | unit, fired & ~unit, piked)
        return self.standing(living & ~unit, panicked & ~unit, fired & ~unit, piked)
