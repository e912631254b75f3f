"""What a position between two parts is worth: learned from games, for searching players.

Between two parts nothing hangs in the air: no battle is due, nobody is at sea. Who wins from there is learned from
games of greedy players and of searches (`kemu.lab.hawaii`): the logarithm of a win's odds against a tie, for either
side, is a sum of weights, one for each thing that is true of the position. `learned.json` has them by name, so that a
kit with other cards or spaces is judged by what it shares with ours. What the side whose part begins can strike at
counts beside it (`reply.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from .catalogue import Catalogue, bits
from .clash import after
from .conduct import SIGNS
from .features import chance
from .kitfile import SEATS
from .reply import strikes
from .rules.turn import PHASES
from .rules.victory import occupation

if TYPE_CHECKING:
    from . import Hawaii
    from .state import State

LEARNED = Path(__file__).parent / "learned.json"
KEPT = 50_000
"""So many positions are remembered."""
ALWAYS = "always"
COUNTED_DOWN = 5
"""The last so many months have each a weight of their own."""

DULL, AT_LAST = (0.95, 0.25), (0.95, 0.7)
"""How bad a tie is, to Kamehameha and to the Allied Chiefs: a defeat is 1. And how bad when the year ends.

Players who do not mind one wait at home for the other to come."""
CAREFUL = (2.0, 1.1)
"""For how much an early defeat counts, to either.

Such a defeat is nearly always the death of chiefs in a battle that they need not have fought yet."""
EARLY, OVER = (7, 8), (4, 5)
"""With so many months left a defeat is early, to either; with so many it counts for 1."""
LATE = 5
"""With so many months left a tie begins to be worse."""
REPLY, OWN = 0.3, (0.55, 0.3)
"""How much the best strike of the side whose part begins counts, to the others and, by seat, to itself."""
ON_FOOT = 0.7
"""How much a strike from the island's other space counts to the others: nobody overlooks it."""
FOUND, OWN_FOUND = 0.65, (0.85, 0.65)
"""The same if that side must strike or lose: how likely it finds its best strike, to the others and to itself.

Others may not see it. Kamehameha, who searches, will, and the strike is nearly as good as it looks (596 such positions
of his). The Chiefs do better when they do not count on it."""

CAREFUL_WITH_THE_WEAK, DULL_WITH_THE_WEAK = (3.0, 1.0), 1.0
"""The same against others who play at random. There a victory is as good as sure for who waits for a good day, and
nothing but a victory will do: a tie is as bad as a defeat. The Chiefs' weights were learned from such games, and need
no more care than that; Kamehameha must not risk his life while there is time."""
LONGER = 3
"""Then a defeat is early for so many months more."""
REPLY_OF_THE_WEAK, FOUND_BY_THE_WEAK = (0.3, 0.05), (0.3, 0.15)
"""By the side that fears it: they seldom find a strike, however good. But Kamehameha, who has a king to lose, fears
those by canoe as much as anybody's, while he does not hold all that he needs."""
ON_FOOT_BY_THE_WEAK = 0.5
"""But they walk to and fro."""
Worth = tuple[float, float]
"""What something is worth to Kamehameha, and to the Allied Chiefs: -1 to 1."""

Judged = Callable[["Hawaii", "State", tuple[int, ...], int, int], Worth]
"""What it is worth that a seat's part begins in a month with the counters there."""
RESPECTS = 4
"""Respect is told in so many steps."""

Weighed = dict[str, dict[str, tuple[float, float]]]
"""By the side whose part begins, and by feature: what it adds for Kamehameha's win, and for the Allied Chiefs'."""


class Learned(msgspec.Struct, frozen=True):
    """What games have taught. By the side that searches: what a position is worth to it."""

    sound: dict[str, Weighed]
    """Against others who know how to play."""
    weak: dict[str, Weighed]
    """Against others who play at random."""
    conduct: dict[str, dict[str, float]]
    """By the side that is looked at: what each sign says of whether it plays at random (`conduct.py`)."""


def weighed(cat: Catalogue, length: str, month: int, first: float, second: float, *, contempt: float = 0.0) -> Worth:
    """Return what it is worth to either side that these are the chances of a victory; what is left is a tie.

    `contempt`: how likely it is that the others play at random.
    """
    left = cat.last[length] - month
    late = min(max(LATE - left, 0) / LATE, 1.0)
    tie = 1.0 - first - second

    def worth(seat: int, win: float, loss: float) -> float:
        careful = _mixed(CAREFUL[seat], CAREFUL_WITH_THE_WEAK[seat], contempt)
        defeat = 1.0 + (careful - 1.0) * _span(left + LONGER * contempt, EARLY[seat], OVER[seat])
        dull = _mixed(_mixed(DULL[seat], AT_LAST[seat], late), DULL_WITH_THE_WEAK, contempt)
        return (win - defeat * loss - dull * tie) / careful

    return worth(0, first, second), worth(1, second, first)


def _mixed(one: float, other: float, share: float) -> float:
    """Return what lies between, with so large a share of the other."""
    return one + share * (other - one)


def _span(left: float, full: int, none: int) -> float:
    """Return 1 while so many months are left, 0 when it is so few, and what lies between."""
    return min(max((left - none) / (full - none), 0.0), 1.0)


def names(cat: Catalogue) -> list[str]:
    """Return what is looked at, in the order of `features`."""
    found: list[str] = []
    for space in cat.spaces:
        for side in SEATS:
            found += [f"{space.id}: {side} is there", f"{space.id}: {side} can be beaten"]
    found += [f"Kauaʻi: with {side}" for side in SEATS] + ["Kauaʻi: neutral, strength"]
    for seat in (0, 1):
        for chief in bits(cat.chiefs[seat]):
            found += [f"{cat.counters[chief].id}: {what}" for what in CHIEF]
    for side in SEATS:
        found += [f"{side}: {what}" for what in SIDE]
        found += [f"{side}: line {i} of victory" for i, _ in enumerate(cat.wins[SEATS.index(side)])]
        found += [f"{side}: {what}" for what in VICTORY]
    found += ["strength, Kamehameha's lead"]
    found += ["months left", *(f"months left: {i}" for i in range(COUNTED_DOWN))]
    for seat in (0, 1):
        found += [f"deck: {cat.cards[card].id}" for card in bits(cat.deck[seat])]
        found += [f"held: {cat.cards[card].id}" for card in bits(cat.deck[seat]) if cat.cards[card].held]
    return found


CHIEF = ("gone", "beaten by one canoe", "beaten by two", "beaten by three", "beaten by two without leaders")
SIDE = (
    "strength on the map",
    "strength in the box",
    "greatest force",
    "canoes",
    "no canoe",
    "strength of one canoe",
    "strength of two",
    "strength of three",
)
VICTORY = ("spaces short", "none short", "one short", "nearness")


def features(game: Hawaii, state: State) -> list[float]:
    """Return what is true of a position as a part begins, as numbers from 0 to about 1."""
    cat, weigh, places = game.cat, game.weights, state.places
    spaces = range(cat.n)
    on_map = sum(places[: cat.n])
    owned = cat.owned[state.kauai + 1]
    mine = [owned[seat] & cat.fighters & on_map for seat in (0, 1)]
    canoes = [(owned[seat] & cat.canoes & on_map).bit_count() for seat in (0, 1)]
    strong = [[weigh(here & mine[seat]) for here in places[: cat.n]] for seat in (0, 1)]
    led = [weigh(mine[seat] & cat.leaders) for seat in (0, 1)]
    # What one, two or three canoes can bring: two units each, and every leader.
    lifted = [
        [weigh.best(mine[seat] & ~cat.leaders, 2 * min(number, canoes[seat])) for number in (1, 2, 3)]
        for seat in (0, 1)
    ]
    strikes = [[lift + led[seat] for lift in lifted[seat]] if canoes[seat] else [0.0] * 3 for seat in (0, 1)]

    def beaten(at: int, seat: int, strike: float) -> float:
        """How likely a strike, or whoever stands on the island's other space, takes a space from a seat."""
        other = cat.other[at]
        near = strong[1 - seat][other] if other >= 0 else 0.0
        return chance(strike if strike > near else near, strong[seat][at], wall=cat.fort[at])

    found: list[float] = []
    for at in spaces:
        for seat in (0, 1):
            found += (1.0, beaten(at, seat, strikes[1 - seat][1])) if strong[seat][at] else (0.0, 0.0)
    neutral = weigh(places[cat.kauai_space] & cat.kauai) / 5 if cat.kauai and state.kauai < 0 else 0.0
    found += (float(state.kauai == 0), float(state.kauai == 1), neutral)
    for seat in (0, 1):
        for chief in bits(cat.chiefs[seat]):
            found.append(float(places[cat.gone] >> chief & 1))
            at = next((at for at in spaces if places[at] >> chief & 1), -1)
            if at < 0:
                found += (0.0,) * 4
                continue
            found += [beaten(at, seat, strike) for strike in strikes[1 - seat]]
            found.append(beaten(at, seat, lifted[1 - seat][1]))
    totals = [sum(strong[0]), sum(strong[1])]
    for seat in (0, 1):
        found += (totals[seat] / 30, weigh(places[cat.boxes[seat]]) / 20, max(strong[seat]) / 20, canoes[seat] / 4)
        found += (float(not canoes[seat]), strikes[seat][0] / 15, strikes[seat][1] / 15, strikes[seat][2] / 20)
        short = 0
        for need, wanted in cat.wins[seat]:
            there = sum(strong[seat][at] > 0.0 for at in wanted)
            found.append(there / 3)
            short += max(0, need - there)
        found += (short / 4, float(short == 0), float(short == 1), exp(-short))
    found.append((totals[0] - totals[1]) / (totals[0] + totals[1] + 3.0))
    left = cat.last[state.options.length] - state.month
    found.append(left / 10)
    found += [float(left == months) for months in range(COUNTED_DOWN)]
    for seat in (0, 1):
        found += [float(state.decks[seat] >> card & 1) for card in bits(cat.deck[seat])]
        found += [float(state.held[seat] >> card & 1) for card in bits(cat.deck[seat]) if cat.cards[card].held]
    return found


class Judge:
    """What has been learned, put in the order of a kit's features; and what was judged lately.

    There is one for each degree of respect for the other side (`with_respect`).
    """

    def __init__(self, cat: Catalogue, learned: Learned | None = None, respect: float = 1.0) -> None:
        if learned is None:
            learned = msgspec.json.decode(LEARNED.read_bytes(), type=Learned)
        self._cat, self._learned = cat, learned
        self.contempt = 1.0 - respect
        """How likely it is that the others play at random."""
        self._others: dict[int, Judge] = {round(RESPECTS * respect): self}
        self.conduct = [[learned.conduct[side].get(sign, 0.0) for sign in SIGNS] for side in SEATS]
        """By the side that is looked at: what each sign says of whether it plays at random."""
        self._weights = [[self._in_order(searcher, side) for side in SEATS] for searcher in SEATS]
        """By the seat that searches, and the seat whose part begins: what adds to the one's win, and the other's."""
        order = names(cat)
        self._chiefs = [
            [tuple(order.index(f"{cat.counters[chief].id}: {CHIEF[i]}") for i in (0, 2)) for chief in bits(chiefs)]
            for chiefs in cat.chiefs
        ]
        """Of either side's chiefs: where the features say that one is gone, and that two canoes can beat him."""
        self._known: dict[object, Worth] = {}
        self._plain: dict[object, tuple[bool, Worth]] = {}

    def _in_order(self, searcher: str, side: str) -> tuple[list[float], list[float]]:
        """Return the weights of what is looked at, and of what is always true, for either side's victory."""
        sound, weak = self._learned.sound[searcher][side], self._learned.weak[searcher][side]
        both = [
            [_mixed(strong, slight, self.contempt) for strong, slight in zip(one, other, strict=True)]
            for name in [*names(self._cat), ALWAYS]
            for one, other in [(sound.get(name, (0.0, 0.0)), weak.get(name, (0.0, 0.0)))]
        ]
        return [first for first, _ in both], [second for _, second in both]

    def ended(self, length: str, month: int, winner: int | None) -> Worth:
        """Return what it is worth that the game ends so."""
        return weighed(self._cat, length, month, float(winner == 0), float(winner == 1), contempt=self.contempt)

    def with_respect(self, respect: float) -> Judge:
        """Return the judge for this much respect for the other side, from 0 to 1."""
        step = round(RESPECTS * respect)
        judge = self._others.get(step)
        if judge is None:
            judge = self._others[step] = Judge(self._cat, self._learned, step / RESPECTS)
            judge._others = self._others
        return judge

    def __call__(self, game: Hawaii, state: State, places: tuple[int, ...], seat: int, month: int) -> Worth:
        """Return what it is worth, to either side, that this seat's part begins with the counters there.

        Victory is looked at as the rules do it then: chiefs, the occupation of the seat in turn, the end of the year.
        """
        key = places, seat, month, state.decks, state.held, state.kauai, state.options.length
        value = self._known.get(key)
        if value is None:
            if len(self._known) > KEPT:
                self._known.clear()
            value = self._known[key] = self._judge(game, state, places, seat, month)
        return value

    def _judge(self, game: Hawaii, state: State, places: tuple[int, ...], seat: int, month: int) -> Worth:
        over, worth = self._as_learned(game, state, places, seat, month)
        if over:
            return worth
        # Is all over if nothing is done? Then the other side has its victory in hand, or the year ends.
        then = month + seat
        over, idle = self._as_learned(game, state, places, 1 - seat, then)
        must = over and then <= game.cat.last[state.options.length]
        if must:
            waits, share, own = idle, _mixed(FOUND, FOUND_BY_THE_WEAK[1 - seat], self.contempt), OWN_FOUND[seat]
        elif over:
            waits, share, own = idle, 1.0, 1.0
        else:
            waits, share, own = worth, _mixed(REPLY, REPLY_OF_THE_WEAK[1 - seat], self.contempt), OWN[seat]
        # The side that strikes looks for what is best for it, the other side fears what is worst for itself: they need
        # not agree, for either thinks that it plays better than the other.
        other = 1 - seat
        best, worst, on_foot = waits[seat], waits[other], waits[other]
        for strike in strikes(game, state, places, seat, must=must):
            worths = [0.0, 0.0]
            for end in strike.ends:
                at_end = self._as_learned(game, state, after(game.cat, places, end), other, then)[1]
                worths[0] += end.likely * at_end[0]
                worths[1] += end.likely * at_end[1]
            best, worst = max(best, worths[seat]), min(worst, worths[other])
            if strike.afoot:
                on_foot = min(on_foot, worths[other])
        afoot = _mixed(ON_FOOT, ON_FOOT_BY_THE_WEAK, self.contempt)
        mine = _mixed(waits[seat], best, own)
        theirs = min(_mixed(waits[other], worst, share), _mixed(waits[other], on_foot, afoot))
        return (mine, theirs) if seat == 0 else (theirs, mine)

    def _as_learned(
        self, game: Hawaii, state: State, places: tuple[int, ...], seat: int, month: int
    ) -> tuple[bool, Worth]:
        """Return whether the game is over as this seat's part begins, and what it is worth by what was learned."""
        key = places, seat, month, state.decks, state.held, state.kauai, state.options.length
        value = self._plain.get(key)
        if value is None:
            if len(self._plain) > KEPT:
                self._plain.clear()
            value = self._plain[key] = self._work_out(game, state, places, seat, month)
        return value

    def _work_out(
        self, game: Hawaii, state: State, places: tuple[int, ...], seat: int, month: int
    ) -> tuple[bool, Worth]:
        cat, length = game.cat, state.options.length
        for side in (0, 1):
            if places[cat.gone] & cat.chiefs[side] == cat.chiefs[side]:
                return True, self.ended(length, month, 1 - side)
        if month > cat.last[length]:
            return True, self.ended(length, month, None)
        begun = replace(state, stack=PHASES[seat], places=places, month=month)
        if occupation(game, begun, seat):
            return True, self.ended(length, month, seat)
        told = features(game, begun)
        most = [1.0 if self._time_left(game, begun, seat, side) else self._killed(told, 1 - side) for side in (0, 1)]
        if seat == 1 and month == cat.last[length]:
            most[0] = 0.0  # His year is over.
        first, second = (
            weighed(cat, length, month, *map(min, self._chances(told, seat, searcher), most), contempt=self.contempt)
            for searcher in (0, 1)
        )
        return False, (first[0], second[1])

    def _time_left(self, game: Hawaii, begun: State, seat: int, side: int) -> bool:
        """Tell whether a side's occupation can still be looked at; for the last time, if the others are to move first.

        It has not won now: what it does not hold by its last part but one comes too late.
        """
        looks_left = game.cat.last[begun.options.length] - begun.month + (seat < side)
        return looks_left > 1 or (looks_left == 1 and (seat == side or occupation(game, begun, side)))

    def _killed(self, told: list[float], side: int) -> float:
        """Return how likely all chiefs of a side can be killed by a strike each: not those who are not there yet."""
        chance = 1.0
        for gone, beaten in self._chiefs[side]:
            if not told[gone]:
                chance *= told[beaten]
        return chance

    def chances(self, game: Hawaii, state: State, searcher: int) -> tuple[float, float]:
        """Return how likely either side wins from a position as a part begins; what is left is a tie.

        This seat searches, and the other plays as well or as badly as those from whom it was learned.
        """
        frame: Any = state.stack[0]
        return self._chances(features(game, state), frame.seat, searcher)

    def _chances(self, told: list[float], seat: int, searcher: int) -> tuple[float, float]:
        ones, others = self._weights[searcher][seat]
        first, second = ones[-1], others[-1]
        for value, one, other in zip(told, ones, others, strict=False):
            if value:
                first += value * one
                second += value * other
        first, second = exp(first), exp(second)
        total = 1.0 + first + second
        return first / total, second / total
