"""How a part is likely to end, before its battles are fought: for searching players.

Every battle that is due ends in one of a few ways (`clash.py`). A landing is met at sea where somebody has just to say
so, or has said it. That one may still be sighted is not thought of, nor are cards: a search that minded it in every
landing stayed at home too long. And while units are moved, those count as there who can still be brought: a landing is
begun with the first canoe, and looked hopeless with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from .between import Worth
from .catalogue import bits
from .clash import End, Places, after, ends
from .forecast import KINDS
from .onward import manned
from .rules.board import shifted
from .rules.fight import Fight
from .rules.movement import Moving
from .rules.sea import LaunchFleet, meets

if TYPE_CHECKING:
    from . import Hawaii
    from .state import State

CLASHES = 3
"""So many battles of a part are weighed; a part seldom has more than one."""
FEW = 2
"""If there are several, each ends in about so many ways."""
HOPELESS = 0.001
"""Ends of a part's battles less likely than this are not looked at."""
SHAKEN = 0.3
"""What is left of the strength of a unit that has panicked."""


def foreseen(game: Hawaii, state: State, met: bool = False) -> Worth:
    """Return what the end of this part is worth, over the ways in which its battles may end.

    `met` tells whether the landing that a war fleet may meet now is met.
    """
    first: Any = state.stack[0]
    actor: int = first.seat
    month = state.month + actor  # After the Allied Chiefs' part the next month begins.
    top, places = state.stack[-1], state.places
    if isinstance(top, Fight):
        places = shifted(places, places[game.cat.sea] & game.cat.canoes, top.at)
    clashes = _clashes(game, state, actor, met)
    # Kauaʻi, attacked while it is neutral, joins the other side (R17).
    held = game.cat.kauai & places[game.cat.kauai_space] if state.kauai < 0 and game.cat.kauai else 0
    provoked = any(held & (end.dead | end.line | end.fled) for clash in clashes for end in clash)
    at_end = replace(state, kauai=1 - actor) if provoked else state
    first_total = second_total = sure = 0.0
    for likely, left in _ways(game, places, clashes, 1.0):
        worth = game.judge(game, at_end, left, 1 - actor, month)
        first_total += likely * worth[0]
        second_total += likely * worth[1]
        sure += likely
    return first_total / sure, second_total / sure


def _ways(game: Hawaii, places: Places, clashes: Sequence[list[End]], likely: float) -> Iterator[tuple[float, Places]]:
    """Yield how likely the part ends so, and where everybody is then."""
    if not clashes:
        yield likely, places
        return
    for end in clashes[0]:
        if likely * end.likely > HOPELESS:
            yield from _ways(game, after(game.cat, places, end), clashes[1:], likely * end.likely)


def _clashes(game: Hawaii, state: State, actor: int, met: bool) -> list[list[End]]:
    """Return for each battle that is due how it may end."""
    cat, top = game.cat, state.stack[-1]
    owned = cat.owned[state.kauai + 1]
    theirs = owned[1 - actor] | (cat.kauai if state.kauai < 0 else 0)
    now = top.at if isinstance(top, Fight | LaunchFleet) else -1
    engaged = top.lines[0] | top.lines[1] if isinstance(top, Fight) else 0
    forces = [here & cat.fighters | (engaged if at == now else 0) for at, here in enumerate(state.places[: cat.n])]
    due = [at for at, here in enumerate(forces) if here & owned[actor] and here & theirs]
    due = sorted(due, key=lambda at: at != now)[:CLASHES]  # The one that is on comes first.
    kinds = KINDS if len(due) == 1 else FEW
    afloat, ashore = _to_come(game, state, actor)
    found: list[list[End]] = []
    for at in due:
        lines = forces[at] & owned[actor], forces[at] & theirs
        clash = Clash(game, state, at, actor, lines, kinds)
        more = (afloat if len(due) == 1 else 0) | (ashore & state.places[cat.other[at]] if cat.other[at] >= 0 else 0)
        found.append(clash.at_sea() if met and at == now else clash.ashore(more))
    return found


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
        on = isinstance(top, Fight) and top.at == self.at
        wall = top.wall >= 0 if isinstance(top, Fight) and on else self.game.cat.fort[self.at]
        return self._fought((self.lines[0] | more, self.lines[1]), wall=wall, sea=False)

    def at_sea(self) -> list[End]:
        """Return how it may end if the war fleet meets the landing.

        Those who do not sail wait ashore: they leave with a beaten fleet, and stay with one that has won.
        """
        fleets = self._fleets()
        home = self.state.places[self.at] | self.state.places[self.game.cat.sea]
        attackers, defenders = (line & ~fleet for line, fleet in zip(self.lines, fleets, strict=True))
        return [
            end._replace(line=end.line | attackers, fled=end.fled | defenders)
            if end.taken
            else end._replace(line=end.line & home, fled=end.fled | attackers)
            for end in self._fought(fleets, wall=False, sea=True)
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

    def _fleets(self) -> tuple[int, int]:
        """Return who meets at sea, the landing and the war fleet."""
        game, state, top = self.game, self.state, self.state.stack[-1]
        if isinstance(top, Fight):
            return top.lines[self.actor], top.lines[1 - self.actor]
        assert isinstance(top, LaunchFleet), "a war fleet is manned"
        fighters = game.cat.fighters
        return meets(game, state, self.at, self.actor) & fighters, manned(game, state, top) & fighters

    def _refuge(self, seat: int) -> int:
        """Return where those flee who have lost: to the strongest of their own, or nowhere."""
        cat, owned = self.game.cat, self.game.cat.owned[self.state.kauai + 1]
        held = [
            (self.game.might(here & owned[seat]), space)
            for space, here in enumerate(self.state.places[: cat.n])
            if space != self.at and here & owned[seat] and not here & owned[1 - seat] & cat.fighters
        ]
        return max(held)[1] if held else cat.boxes[seat]


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
