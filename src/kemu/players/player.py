"""What a player is: somebody who is shown a view and a decision, and answers."""

from __future__ import annotations

from typing import Any, Protocol

from kemu.core.game import Game, View
from kemu.core.pending import Action, Decide
from kemu.core.rng import QuickRng


class Player(Protocol):
    """Anything that answers decisions. It holds its own random numbers, and nothing that it was not shown.

    All that it keeps between decisions is the clock of its turn, which can be handed to another player: each decision
    may be put to a new one.

    A player never gets a state, only the view of the seat that it answers for. What it wants to know beyond
    that it must imagine, with `game.redeal(view, rng)`.
    """

    @property
    def name(self) -> str:
        """How the player was asked for: `random`, `mcts:400`. A record names the seat so."""
        ...

    def choose(self, game: Game[Any, Any], view: View[Any], decide: Decide) -> Action:
        """Return a legal answer to the decision. `view` is what the seat that must answer may know."""
        ...


def consult(player: Player, game: Game[Any, Any], state: Any, decide: Decide) -> Action:
    """Return the player's answer, having shown it the deciding seat's view of the state and nothing else.

    Whatever runs a game asks its players through here: this is the one place where a state becomes a view. The game
    is handed over without the memory of the states it was asked about; and a continuum, which may hold on to the
    state it was made for, is asked anew of a state dealt from the view.
    """
    view = game.view(state, decide.seat)
    blank = game.without_memory()
    if decide.free is not None:
        imagined = blank.pending(blank.redeal(view, QuickRng(0)))
        assert isinstance(imagined, Decide)
        decide = imagined
        blank = game.without_memory()
    return player.choose(blank, view, decide)
