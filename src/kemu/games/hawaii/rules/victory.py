"""5: how to win the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Over
from kemu.parts.bits import bits

from ..model.events import GameEnded, ending

if TYPE_CHECKING:
    from .. import Hawaii
    from ..model.state import State


@rule("hawaii:5.1", "hawaii:R2")
def occupation(game: Hawaii, state: State, seat: int) -> bool:
    """Tell whether a seat occupies what it must: each line of its own in the kit, so many spaces of these colours."""
    cat, places = game.cat, state.places
    fighting = cat.owned[state.kauai + 1][seat] & cat.fighters
    for need, spaces in cat.wins[seat]:
        for at in spaces:
            if places[at] & fighting:
                need -= 1
        if need > 0:
            return False
    return True


@rule("hawaii:5.1", "hawaii:R3", "hawaii:R4")
def about_to_win(game: Hawaii, state: State, seat: int) -> bool:
    """Tell whether a side holds all that it needs and is looked at next, when the other side's part has ended."""
    # No turn begins after the last one: Kamehameha comes too late then.
    return occupation(game, state, seat) and (seat == 1 or state.month < game.cat.last[state.settings.length])


def alarm(game: Hawaii, state: State, seat: int) -> str:
    """Return a warning for the prompts of the side in turn, if the other side is about to win; else nothing."""
    cat, places = game.cat, state.places
    fighting = cat.owned[state.kauai + 1][1 - seat] & cat.fighters
    for at in cat.keys[1 - seat]:
        if places[at] & fighting:
            break
    else:
        return ""  # What it needs at least it has not: by far the most often.
    if seat == 1 and state.month == cat.last[state.settings.length]:
        return ""
    return cat.alarms[1 - seat][_there(game, state, 1 - seat)]


def undoing(game: Hawaii, state: State, seat: int) -> bool:
    """Tell whether the battles that are due can keep the other side from winning: by its spaces, or by its chiefs."""
    cat, other = game.cat, 1 - seat
    theirs = _there(game, state, other)
    fought = theirs & _there(game, state, seat)
    at_stake = sum(state.places[at] for at in bits(fought))
    return not cat.suffices(other, theirs & ~fought) or not cat.chiefs[other] & ~at_stake & ~state.places[cat.gone]


def _there(game: Hawaii, state: State, seat: int) -> int:
    """Return the spaces that a side occupies, as bits."""
    cat = game.cat
    fighting = cat.owned[state.kauai + 1][seat] & cat.fighters
    found, bit = 0, 1
    for here in state.places[: cat.n]:
        if here & fighting:
            found |= bit
        bit <<= 1
    return found


@rule("hawaii:5.2", "hawaii:R5", "hawaii:R6")
def sudden_death(game: Hawaii, step: Step[State]) -> bool:
    """End the game at once if every chief of a side has been eliminated. A chief who never came is not eliminated."""
    cat = game.cat
    gone = step.state.places[cat.gone]
    for seat in (0, 1):
        if gone & cat.chiefs[seat] == cat.chiefs[seat]:
            end(step, 1 - seat, "sudden death", "hawaii:5.2")
            return True
    return False


def end(step: Step[State], winner: int | None, reason: str, clause: str) -> None:
    """End the game."""
    step.say(GameEnded(winner, reason, clause))
    step.set(stack=(Finished(winner, reason, clause),))


class Finished(Frame, frozen=True, tag="finished"):
    """The end of the game."""

    winner: int | None
    reason: str
    clause: str

    @rule("hawaii:5.3")
    def ask(self, game: Hawaii, state: State) -> Over:
        """Say who won, and how."""
        scores = {0: (1.0, 0.0), 1: (0.0, 1.0), None: (0.5, 0.5)}[self.winner]
        return Over(self.winner, self.reason, self.clause, scores, ending(self.winner, self.reason))
