"""A player is shown its seat's view, and there is nothing else for it to look into."""

from __future__ import annotations

import gc
from typing import Any

from kemu import Action, Decide, QuickRng
from kemu.players.player import consult
from toys.ambush import BACK, AmbushGame
from toys.ambush import State as AmbushState
from toys.march import MarchGame
from toys.march import State as MarchState


class Spy:
    """Keeps what it was given, and everything that can be reached from it."""

    name = "spy"

    def choose(self, game: Any, view: Any, decide: Decide) -> Action:
        self.reached = reachable((game.__dict__, view, decide))
        return decide.pick(QuickRng(1))


def reachable(root: Any) -> list[Any]:
    """Return every object that can be reached, but for code: modules, classes and functions."""
    seen: dict[int, Any] = {}
    queue = [root]
    while queue:
        thing = queue.pop()
        if id(thing) in seen or isinstance(thing, type) or hasattr(thing, "__code__") or hasattr(thing, "__loader__"):
            continue
        seen[id(thing)] = thing
        queue += gc.get_referents(thing)
        queue += [getattr(thing, name) for name in getattr(thing, "__struct_fields__", ())]
    return list(seen.values())


def test_no_state_with_the_other_hand_in_it_can_be_reached() -> None:
    game, rng = AmbushGame(), QuickRng(4)
    state = game.start()
    while not isinstance(pending := game.pending(state), Decide) or len(state.deck) > 6:
        choice = pending.pick(rng) if isinstance(pending, Decide) else pending.sample(rng)
        state, _ = game.apply(state, choice)
    spy = Spy()
    consult(spy, game, state, pending)
    states = [thing for thing in spy.reached if isinstance(thing, AmbushState)]
    assert states
    assert all(set(one.hands[1 - pending.seat]) <= {BACK} and set(one.deck) <= {BACK} for one in states)


def test_the_continuum_that_a_player_gets_is_not_the_true_states() -> None:
    """The state is there (March hides nothing), but not as the object that the game was asked about."""
    game = MarchGame()
    state = game.start()
    asked = game.pending(state)
    assert isinstance(asked, Decide)
    spy = Spy()
    action = consult(spy, game, state, asked)
    assert asked.check(action) is None
    assert not any(thing is asked for thing in spy.reached)
    assert not any(thing is asked.free for thing in spy.reached)
    assert any(isinstance(thing, MarchState) for thing in spy.reached)
