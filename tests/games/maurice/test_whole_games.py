"""What holds in every battle from its set-up to its end: nobody stands on anybody, cards are kept, and it ends."""

from __future__ import annotations

import pytest

from kemu.core.pending import Action, Decide, Over
from kemu.core.rng import QuickRng
from kemu.games.maurice import Settings, State
from kemu.games.maurice.model.actions import Act
from kemu.games.maurice.rules.marching import Marching
from kemu.games.maurice.rules.measuring import far
from kemu.parts.tabletop.convex import intrudes

from .positions import game

TOUCH = 5
BATTLES = ("open", "ridge", "broken", "free")
ENDS = ("maurice:4.nightfall", "maurice:2.morale")


def standing(before: State, state: State) -> None:
    """Assert that nobody who has moved sits on another, and nobody has more DISR than bases."""
    bodies, was = game().field(state).bodies, game().field(before).bodies
    for uid, body in bodies.items():
        if was.get(uid) is not body:
            for other, its in bodies.items():
                if other != uid and not far(body, its, 0):
                    assert not intrudes(body.corners, its.corners, TOUCH + 1), (uid, other)
    assert all(unit.disr <= unit.bases for unit in state.units)


def in_all(state: State) -> int:
    """Return how many cards there are, Reshuffle left out."""
    piles = (*state.hands, state.deck, state.discards, state.played, state.removed)
    return sum(len(pile) for pile in piles) - (state.pass_through == 1)


def eager(decide: Decide, rng: QuickRng) -> Action:
    """Return an answer at random; mostly a charge or another action where one can be chosen: more happens so."""
    acts = [option for option in decide.options if isinstance(option, Act)]
    charges = [option for option in acts if option.action == "charge"]
    wanted = charges or (acts if rng.below(4) else [])
    return wanted[rng.below(len(wanted))] if wanted else decide.pick(rng)


def played(settings: Settings, seed: int) -> str:
    """Play a battle at random and return how it ended; at every pause what must hold is looked at."""
    rng = QuickRng(seed)
    state = game().start(settings)
    for _ in range(game().bound(settings)):
        pending = game().pending(state)
        if isinstance(pending, Over):
            return pending.clause
        choice = eager(pending, rng) if isinstance(pending, Decide) else pending.sample(rng)
        before = state
        state, events = game().apply(state, choice)
        assert all(event.clause in game().clauses and event.tell(game()) for event in events)
        if state.units is not before.units:
            standing(before, state)
            if isinstance(before.stack[-1], Marching):
                assert len(state.units) == len(before.units)
        assert in_all(state) == len(game().cat.full)
    pytest.fail("the battle did not end")


@pytest.mark.parametrize("battle", BATTLES)
@pytest.mark.rule("maurice:6.noStacking", "maurice:6.neverBroken", "maurice:R08", "maurice:R12")
def test_nobody_stands_on_anybody_no_march_breaks_and_no_card_is_lost(battle: str) -> None:
    settings = Settings(battle=battle, size=8)  # type: ignore[arg-type]
    assert played(settings, 11) in ENDS


@pytest.mark.slow
@pytest.mark.parametrize("battle", BATTLES)
@pytest.mark.parametrize("size", [8, 14, 20])
@pytest.mark.parametrize("bases", ["square", "oblong"])
@pytest.mark.rule("maurice:6.noStacking", "maurice:6.neverBroken")
def test_two_thousand_battles_of_every_kind_end(battle: str, size: int, bases: str) -> None:
    settings = Settings(battle=battle, size=size, bases=bases)  # type: ignore[arg-type]
    for seed in range(84):
        assert played(settings, seed) in ENDS, seed
