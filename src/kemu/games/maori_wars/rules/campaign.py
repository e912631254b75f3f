"""The campaign: the wars in their order at one table, and what is carried from each to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Step

from ..model.catalogue import BRITISH, FORT, LEADER, MAORI, PA, QUEENITE
from ..model.events import Noted
from .board import BRITISH_SEAT, GONE, MAORI_SEAT
from .frame import Finished

if TYPE_CHECKING:
    from .. import MaoriWars
    from ..model.scenario import Scenario
    from ..model.state import State

CLAUSE = "maori_wars:14.0.6"


@rule("maori_wars:14.0.6")
def scenario_points(game: MaoriWars, state: State) -> int:
    """Return what a war that has ended scores for its winner: by the level of the victory; a decisive one most."""
    assert state.ended is not None
    winner, reason, _ = state.ended
    if winner < 0:
        return 0
    return next((level.campaign for level in game.cat.levels if level.name == reason), game.cat.campaign.decisive)


@rule("maori_wars:14.0.6")
def carried(game: MaoriWars, state: State, following: Scenario) -> int:
    """Return the lead of the British with which the next war begins.

    Each Pa or Fort that still stands in its area, above those of its own set-up, gives its owner a point, to a limit.
    """
    lead = 0
    for sign, kept in ((1, ((FORT, BRITISH), (PA, QUEENITE))), (-1, ((PA, MAORI),))):
        more = 0
        for kind, side in kept:
            standing = sum(
                site[1:3] == (kind, side) and game.cat.territory[site[0]] in following.area for site in state.sites
            )
            given = sum(entry.structures.count(kind) for entry in following.entries if entry.side == side)
            more += max(0, standing - given)
        lead += sign * min(game.cat.campaign.carried, more)
    return lead


@rule("maori_wars:14.0.6")
def fallen(game: MaoriWars, state: State) -> tuple[int, ...]:
    """Return the leaders who are dead for good, with their counters of every side."""
    cat = game.cat
    dead = {unit for unit, place in enumerate(state.where) if place == GONE and cat.kind[unit] == LEADER}
    # A leader whose Neutrals have joined a side has been replaced with his twin, and is dead only if that one is.
    for unit in tuple(dead):
        twins = {twin for per_side in cat.equivalent[unit] for twin in per_side}
        if any(state.where[twin] != GONE and _seen(state, twin) for twin in twins):
            dead -= twins
        else:
            dead |= twins
    return tuple(sorted(dead))


def _seen(state: State, unit: int) -> bool:
    return state.where[unit] >= 0 or state.where[unit] <= -10


@rule("maori_wars:14.0.6")
def close(game: MaoriWars, step: Step[State]) -> None:
    """A war has ended: in a campaign the next one begins; after the last the lead says who has won it all."""
    state = step.state
    assert state.ended is not None
    if state.war < 0:
        step.set(stack=(Finished(),))
        return
    wars = game.cat.campaign.scenarios
    winner = state.ended[0]
    score = list(state.score)
    if winner >= 0:
        score[winner] += scenario_points(game, state)
    told = f"{game.scenario(state).title} is over. The campaign: British {score[0]}, Maori {score[1]}."
    step.say(Noted(CLAUSE, told))
    if state.war + 1 < len(wars):
        following = game.cat.scenarios[wars[state.war + 1]]
        step.state = game.war(
            state.settings,
            state.war + 1,
            score=(score[0], score[1]),
            fallen=tuple(sorted({*state.fallen, *fallen(game, state)})),
            vp=carried(game, state, following),
        )
        return
    lead = score[0] - score[1]
    victor = -1 if abs(lead) < game.cat.campaign.lead else BRITISH_SEAT if lead > 0 else MAORI_SEAT
    reason = f"the campaign, {max(score)} to {min(score)}" if victor >= 0 else "Draw"
    step.set(stack=(Finished(),), score=(score[0], score[1]), ended=(victor, reason, CLAUSE))
