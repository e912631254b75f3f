"""How a part is likely to end, before its battles are fought: for searching players.

Every battle that is due ends in one of a few ways (`clash.py`). A landing that may still be sighted is met at sea if
the defenders do better there: with the army of the island's other space, say. Of cards only those are thought of that
say whether it is sighted, or that give the defenders earthworks. While units are moved, those count as there who can
still be brought: a landing is begun with the first canoe, and looked hopeless with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from .between import Judged, Worth
from .catalogue import bits
from .clash import NOWHERE, End, Places, after, ends
from .forecast import KINDS
from .onward import better_at_sea, manned, walled
from .rules.battle import BattlePhase
from .rules.board import own, shifted
from .rules.fight import Fight
from .rules.held import events_for
from .rules.movement import Moving
from .rules.sea import SIGHTED, LaunchFleet, launch_pool, meets
from .rules.stages import Battle, landed

if TYPE_CHECKING:
    from . import Hawaii
    from .state import State

CLASHES = 3
"""So many battles of a part are weighed; a part seldom has more than one."""
FEW = 2
"""If there are several, each ends in about so many ways."""
HOPELESS = 0.001
"""Ends of a part's battles less likely than this are not looked at."""
LAUNCHED_BY_THE_WEAK = 0.5
"""Others who play at random meet only so many of the landings that they have sighted."""
SHAKEN = 0.3
"""What is left of the strength of a unit that has panicked."""


def foreseen(
    game: Hawaii, state: State, judge: Judged | None = None, *, met: bool = False, contempt: float = 0.0
) -> Worth:
    """Return what the end of this part is worth, by a judge or by the game's, over the ways its battles may end.

    `met` tells whether the landing that a war fleet may meet now is met; in a fight at sea it is. `contempt`: how
    likely it is, to the attacker, that the defenders play at random. They themselves know what they will do.
    """
    judge = game.judge if judge is None else judge
    first: Any = state.stack[0]
    actor: int = first.seat
    month = state.month + actor  # After the Allied Chiefs' part the next month begins.
    top, places, cat = state.stack[-1], state.places, game.cat
    if isinstance(top, Fight):
        met = top.stage == 0
        abroad = _abroad(state)
        if abroad:
            places = shifted(places, places[cat.sea] & abroad, cat.other[top.at])
        places = shifted(places, places[cat.sea] & cat.canoes, top.at)
    if state.kauai < 0 and cat.kauai:
        there = places[cat.kauai_space]
        if there & cat.kauai and there & cat.sides[actor] & cat.fighters:
            state = replace(state, kauai=1 - actor)  # Attacked while it is neutral, it joins the other side (R17).

    def mean(clashes: Sequence[list[End]]) -> Worth:
        first_total = second_total = sure = 0.0
        for likely, left in _ways(game, places, clashes, 1.0):
            worth = judge(game, state, left, 1 - actor, month)
            first_total += likely * worth[0]
            second_total += likely * worth[1]
            sure += likely
        return first_total / sure, second_total / sure

    clashes = _clashes(game, state, actor, met, 0.0)
    known = mean(clashes)
    slighted = _clashes(game, state, actor, met, contempt) if contempt else clashes
    if slighted == clashes:
        return known
    hoped = mean(slighted)
    return (hoped[0], known[1]) if actor == 0 else (known[0], hoped[1])


def _ways(game: Hawaii, places: Places, clashes: Sequence[list[End]], likely: float) -> Iterator[tuple[float, Places]]:
    """Yield how likely the part ends so, and where everybody is then."""
    if not clashes:
        yield likely, places
        return
    for end in clashes[0]:
        if likely * end.likely > HOPELESS:
            yield from _ways(game, after(game.cat, places, end), clashes[1:], likely * end.likely)


def _clashes(game: Hawaii, state: State, actor: int, met: bool, contempt: float) -> list[list[End]]:
    """Return for each battle that is due how it may end."""
    cat, top = game.cat, state.stack[-1]
    owned = cat.owned[state.kauai + 1]
    now = top.at if isinstance(top, Fight | LaunchFleet) else -1
    engaged = top.lines[0] | top.lines[1] if isinstance(top, Fight) else 0
    forces = [here & cat.fighters | (engaged if at == now else 0) for at, here in enumerate(state.places[: cat.n])]
    fleets = [_war_fleet(game, state, at, actor) if at != now else 0 for at in range(cat.n)]
    due = [
        at
        for at, here in enumerate(forces)
        if here & owned[actor] and (here & owned[1 - actor] or fleets[at] or (met and at == now))
    ]
    due = sorted(due, key=lambda at: at != now)[:CLASHES]  # The one that is on comes first.
    kinds = KINDS if len(due) == 1 else FEW
    afloat, ashore = _to_come(game, state, actor)
    found: list[list[End]] = []
    for at in due:
        lines = forces[at] & owned[actor], forces[at] & owned[1 - actor]
        clash = Clash(game, state, at, actor, lines, kinds)
        if met and at == now:
            found.append(clash.at_sea(*clash.fleets()))
            continue
        coming = afloat if len(due) == 1 and lines[1] else 0
        near = ashore & state.places[cat.other[at]] if cat.other[at] >= 0 else 0
        fought = clash.ashore(coming | near) if lines[1] else [End(1.0, 0, lines[0], at, taken=True)]
        if fleets[at]:
            landing = meets(game, state, at, actor) & cat.fighters | coming
            met_by = _sighted(game, state, actor) * (1.0 - contempt * (1.0 - LAUNCHED_BY_THE_WEAK))
            fought = _in_doubt(fought, clash.at_sea(landing, fleets[at]), met_by, opposed=bool(lines[1]))
        found.append(fought)
    return found


def _abroad(state: State) -> int:
    """Return those of a war fleet at sea who go home to the island's other space if they win."""
    battle = state.stack[-2] if len(state.stack) > 1 else None
    return battle.abroad if isinstance(battle, Battle) else 0


def _war_fleet(game: Hawaii, state: State, at: int, actor: int) -> int:
    """Return who would meet the landing at a space, if it is sighted: nobody where it cannot be."""
    cat, phase = game.cat, state.stack[1] if len(state.stack) > 1 else None
    if isinstance(phase, BattlePhase) and phase.todo >= 0 and not phase.todo >> at & 1:
        return 0  # That battle is over, or is on.
    here, defender = state.places[at], 1 - actor
    if not landed(game, state, actor, at) or (state.stood >> at & 1 and not here & own(game, state, defender)):
        return 0
    pool = launch_pool(game, state, defender, at)
    other = cat.other[at]
    if other >= 0 and state.places[other] & own(game, state, actor) & cat.fighters:
        pool &= here  # Those have a battle of their own.
        pool = pool if pool & cat.canoes and pool & cat.fighters else 0
    return manned(cat, pool, 0) & cat.fighters if pool else 0


def _sighted(game: Hawaii, state: State, actor: int) -> float:
    """Return how likely a landing is sighted: as a card has it, the attacker's first, or the die."""
    if events_for(game, state, actor, "sighting"):
        return 0.0
    if events_for(game, state, 1 - actor, "sighting"):
        return 1.0
    return len(SIGHTED) / 6


def _in_doubt(ashore: list[End], at_sea: list[End], sighted: float, *, opposed: bool) -> list[End]:
    """Return how a landing may end that is met at sea if it is sighted, and if that is better for the defenders.

    `opposed`: there are defenders ashore.
    """
    met, waits = (sum(end.likely for end in ends if end.taken) for ends in (at_sea, ashore))
    if not sighted or not better_at_sea(met, waits if opposed else None):
        return ashore
    return [
        end._replace(likely=end.likely * share)
        for ends, share in ((ashore, 1.0 - sighted), (at_sea, sighted))
        for end in ends
        if share
    ]


class Clash(NamedTuple):
    """A battle that is due, or is on."""

    game: Hawaii
    state: State
    at: int
    actor: int
    lines: tuple[int, int]
    """Attackers and defenders."""
    kinds: int

    def ashore(self, more: int) -> list[End]:
        """Return how it may end ashore, if these come too."""
        top = self.state.stack[-1]
        if isinstance(top, Fight) and top.at == self.at:
            wall = top.wall >= 0
        else:
            wall = walled(self.game, self.state, 1 - self.actor, self.at)
        return self._fought((self.lines[0] | more, self.lines[1]), wall=wall, sea=False)

    def at_sea(self, landing: int, fleet: int) -> list[End]:
        """Return how it may end if the war fleet meets the landing.

        Those who do not sail wait ashore: they leave with a beaten fleet, and stay with one that has won.
        """
        home = self.state.places[self.at] | self.state.places[self.game.cat.sea] & ~_abroad(self.state)
        attackers, defenders = self.lines[0] & ~landing, self.lines[1] & ~fleet
        return [
            end._replace(line=end.line | attackers, fled=end.fled | defenders)
            if end.taken
            else end._replace(line=end.line & home, fled=end.fled | attackers)
            for end in self._fought((landing, fleet), wall=False, sea=True)
        ]

    def _fought(self, lines: tuple[int, int], *, wall: bool, sea: bool) -> list[End]:
        game, top = self.game, self.state.stack[-1]
        shaken = top.panicked if isinstance(top, Fight) and top.at == self.at else 0
        strengths = None
        if shaken:
            attack, defence = (game.might(line & ~shaken) + SHAKEN * game.might(line & shaken) for line in lines)
            strengths = attack, defence
        refuges = self._refuge(self.actor), self._refuge(1 - self.actor)
        return ends(
            game, self.at, lines, self.actor, wall=wall, sea=sea, strengths=strengths, refuges=refuges, kinds=self.kinds
        )

    def fleets(self) -> tuple[int, int]:
        """Return who meets at sea, the landing and the war fleet."""
        game, state, top = self.game, self.state, self.state.stack[-1]
        if isinstance(top, Fight):
            return top.lines[self.actor], top.lines[1 - self.actor]
        assert isinstance(top, LaunchFleet), "a war fleet is manned"
        fighters = game.cat.fighters
        pool = launch_pool(game, state, top.seat, top.at)
        return meets(game, state, self.at, self.actor) & fighters, manned(game.cat, pool, top.fleet) & fighters

    def _refuge(self, seat: int) -> int:
        """Return where those flee who have lost: to the strongest of their own, or nowhere: then they are lost."""
        cat, owned = self.game.cat, self.game.cat.owned[self.state.kauai + 1]
        held = [
            (self.game.might(here & owned[seat]), space)
            for space, here in enumerate(self.state.places[: cat.n])
            if space != self.at and here & owned[seat] and not here & owned[1 - seat] & cat.fighters
        ]
        return max(held)[1] if held else NOWHERE


def _to_come(game: Hawaii, state: State, seat: int) -> tuple[int, int]:
    """Return who may still be brought to a battle by canoe in this movement, and who may still walk.

    A chief had better not walk.
    """
    cat = game.cat
    if not any(isinstance(frame, Moving) for frame in state.stack[:3]):
        return 0, 0
    mine, on_map = cat.owned[state.kauai + 1][seat], sum(state.places[: cat.n])
    fresh = mine & cat.fighters & on_map & ~(state.rode | state.walked)
    canoes = min((mine & cat.canoes & on_map & ~state.sailed).bit_count(), state.fleet)
    best = sorted(bits(fresh), key=game.might.of_unit.__getitem__, reverse=True)[: 2 * canoes]
    return sum(1 << unit for unit in best), fresh & ~cat.chiefs[seat]
