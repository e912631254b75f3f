"""8.0: the Alliance Phase: negotiating with Neutrals, and what becomes of those who join a side."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.frames import Step
from kemu.core.pending import Action, Chance, Decide, Outcome
from kemu.parts.dice import Dice

from ..model.actions import Done, Negotiate, Stop, Visit
from ..model.catalogue import LEAST, MAORI, MOST, NEUTRAL, PA, QUEENITE, VILLAGE
from ..model.events import Allied, Moved, Rolled
from .bans import shut_out
from .board import (
    AWAY,
    BOX,
    BRITISH_SEAT,
    GONE,
    MAORI_SEAT,
    NOBODY,
    board,
    clear_site,
    here,
    occupied,
    put,
    set_site,
    site_at,
    spare,
)
from .frame import Procedure
from .victory import award

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.state import State

VISIT = 3
DIE = Dice(1, "maori_wars:8.0", "A die: what do the Neutrals say?")


def neutral_village(game: MaoriWars, state: State, at: int) -> bool:
    """Tell whether a Neutral Village or Pa stands in a hex (R20)."""
    site = site_at(game, state, at)
    return site is not None and site[2] == NEUTRAL and site[1] in (VILLAGE, PA)


@rule("maori_wars:8.0", "maori_wars:R20")
def negotiation_drm(game: MaoriWars, state: State, leader: int) -> int:
    """Return the modification: +1 for a Maori leader, +1 for a British one without unit or Structure in his hex."""
    cat, at = game.cat, state.where[leader]
    side = cat.side[leader]
    if side == MAORI:
        return cat.drm["maori_leader_talks"]
    if side == QUEENITE:
        return cat.drm["queenite_leader_talks"]
    sole = not any(not game.units.leads[unit] for unit in here(game, state, at))
    no_structure = site_at(game, state, at) is None and not cat.town[at]
    return cat.drm["british_leader_talks"] if sole and no_structure else 0


def answered(game: MaoriWars, roll: int) -> str:
    """Read the Negotiation Table: `opponent`, `own` or `-`."""
    return game.cat.negotiate[max(LEAST, min(MOST, roll))]


@rule("maori_wars:8.0", "maori_wars:3.0.15", "maori_wars:R21")
def join_side(game: MaoriWars, step: Step[State], at: int, side: int, clause: str) -> None:
    """Neutrals ally with a side: Structure, units and leader are replaced with its counters while they last."""
    cat, state = game.cat, step.state
    site = site_at(game, state, at)
    if site is not None and spare(game, state, side, site[1]) > 0:
        set_site(step, at, site[1], side, site[3])
    elif site is not None:
        clear_site(step, at)
    where = list(step.state.where)
    disrupted = state.disrupted
    for unit in list(here(game, state, at)):
        if game.units.camp[unit] != NOBODY:
            continue
        twins = cat.equivalent[unit][side]
        found = next((twin for rest in (AWAY, BOX) for twin in twins if where[twin] == rest), -1)
        where[unit] = GONE
        if found >= 0:
            where[found] = at
            if disrupted >> unit & 1:
                disrupted |= 1 << found
        disrupted &= ~(1 << unit)
    step.set(where=tuple(where), disrupted=disrupted)
    step.say(Allied(clause, game.label_of(at), MAORI_SEAT if side == MAORI else BRITISH_SEAT))


@rule("maori_wars:8.0", "maori_wars:R2", "maori_wars:R22")
def settle_talks(game: MaoriWars, step: Step[State], at: int, seat: int, result: str, clause: str) -> None:
    """Carry out what the Neutrals of a hex answer to a side; driven to the opponent, they bring him a point."""
    if result == "-":
        return
    winner = seat if result == "own" else 1 - seat
    join_side(game, step, at, MAORI if winner == MAORI_SEAT else QUEENITE, clause)
    if winner != seat:
        award(game, step, winner, game.cat.vp["neutrals"], clause)


@rule("maori_wars:8.0", "maori_wars:2.0", "maori_wars:R20")
class Alliance(Procedure, frozen=True, tag="alliance"):
    """8.0: each leader next to a Neutral Village may negotiate with one; each Village once in a phase."""

    seat: int
    leaders: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()

    def offers(self, game: MaoriWars, state: State) -> list[tuple[int, int]]:
        """Return who may negotiate with whom."""
        if not any(site[2] == NEUTRAL for site in state.sites):
            return []
        table = game.units
        return [
            (leader, to)
            for leader in table.of_seat[self.seat]
            if table.leads[leader] and state.where[leader] >= 0 and leader not in self.leaders
            for to in game.cat.neighbours[state.where[leader]]
            if to >= 0 and to not in self.hexes and neutral_village(game, state, to)
        ]

    def asks(self, game: MaoriWars, state: State) -> Decide | None:
        """Ask who negotiates."""
        found = self.offers(game, state)
        if not found:
            return None
        cat = game.cat
        options: list[Action] = [Negotiate(cat.counters[leader].id, cat.label[to]) for leader, to in found]
        options.append(Done())
        prompt = "Alliance: does a leader negotiate with Neutrals?"
        return Decide(self.seat, prompt, "maori_wars:8.0", tuple(options), waiting="Leaders may negotiate.")

    def answer(self, game: MaoriWars, step: Step[State], choice: Negotiate | Done) -> None:
        """Negotiate, or end the phase."""
        if isinstance(choice, Done):
            step.pop()
            return
        leader, to = game.cat.index[choice.leader], game.cat.hex_of[choice.to]
        step.swap(replace(self, leaders=(*self.leaders, leader), hexes=(*self.hexes, to)))
        step.push(Visiting(leader))
        step.push(Talks(self.seat, to, leader))

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """Nobody to negotiate with."""
        step.pop()


@rule("maori_wars:8.0", "maori_wars:R20", "maori_wars:R22")
class Talks(Procedure, frozen=True, tag="talks"):
    """8.0: one die on the Negotiation Table."""

    seat: int
    at: int
    leader: int = -1

    def asks(self, game: MaoriWars, state: State) -> Chance | None:
        """Ask for the die."""
        return DIE if neutral_village(game, state, self.at) else None

    def answer(self, game: MaoriWars, step: Step[State], choice: Outcome) -> None:
        """The Neutrals join, join the other side, or stay as they are."""
        step.pop()
        die = cast(int, choice[0])
        drm = negotiation_drm(game, step.state, self.leader) if self.leader >= 0 else 0
        result = answered(game, die + drm)
        words = {"own": "they join", "opponent": "they join the enemy", "-": "they stay neutral"}[result]
        step.say(Rolled("maori_wars:8.0", self.seat, "negotiation", die, drm, words))
        settle_talks(game, step, self.at, self.seat, result, "maori_wars:8.0")

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """They have taken a side meanwhile."""
        step.pop()


@rule("maori_wars:8.0", "maori_wars:R21")
def visits(game: MaoriWars, state: State, leader: int) -> list[int]:
    """Return where a leader who negotiated may go: if sole, to friendly units on the map within 3 hexes, not boats."""
    start = state.where[leader]
    if start < 0:
        return []
    seat, cat = game.units.camp[leader], game.cat
    if any(not game.units.leads[unit] for unit in here(game, state, start)):
        return []
    if site_at(game, state, start) is not None or cat.town[start]:
        return []
    return sorted(
        at
        for at in board(game, state).held
        if at >= 0
        and at != start
        and occupied(game, state, at, seat)
        and cat.distance(start, at) <= VISIT
        and not shut_out(game, state, leader, at)
    )


@rule("maori_wars:8.0", "maori_wars:R21")
class Visiting(Procedure, frozen=True, tag="visiting"):
    """8.0: after the negotiation, whatever came of it, a sole leader may go to a friendly unit within 3 hexes."""

    leader: int

    def asks(self, game: MaoriWars, state: State) -> Decide | None:
        """Ask where to."""
        found = visits(game, state, self.leader)
        if not found:
            return None
        cat = game.cat
        options = (*(Visit(cat.label[at]) for at in found), Stop())
        prompt = f"{cat.counters[self.leader].name} may go to a friendly unit within 3 hexes."
        seat = game.units.camp[self.leader]
        return Decide(seat, prompt, "maori_wars:8.0", options, waiting="A leader may move.")

    def answer(self, game: MaoriWars, step: Step[State], choice: Visit | Stop) -> None:
        """He goes, or stays."""
        step.pop()
        if isinstance(choice, Visit):
            start = step.state.where[self.leader]
            put(step, (self.leader,), game.cat.hex_of[choice.to])
            id_ = game.cat.counters[self.leader].id
            step.say(Moved("maori_wars:8.0", (id_,), game.label_of(start), choice.to, "goes"))

    def runs(self, game: MaoriWars, step: Step[State]) -> None:
        """He stays with his own."""
        step.pop()
