"""11.7: the sea battle option. A landing may be sighted, and met by a war fleet."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Action, Chance, Decide, Outcome

from ..model.actions import Decline, Launch, PutToSea, Sighted, Use, Wait
from ..model.battle_events import FleetLaunched, FleetSighted
from ..model.events import CardUsed, DieRolled
from .board import own, shifted
from .held import events_for, spend, told
from .retreat import to_come

if TYPE_CHECKING:
    from .. import Hawaii
    from ..model.state import State
    from .stages import Battle

SIGHTED = (1, 2, 3)
WAITING = tuple(
    f"The landing is sighted: {side} whether to meet it at sea, and with whom."
    for side in ("Kamehameha decides", "the Allied Chiefs decide")
)


@rule("hawaii:11.7", "hawaii:R25", "hawaii:R26")
def launch_pool(game: Hawaii, state: State, seat: int, at: int) -> int:
    """Return what the defender could launch: canoes and units of the target space and of the island's other space.

    Not from the other space if a battle is still to come there. Without a canoe and a fighting unit there is no fleet.
    """
    cat = game.cat
    here = state.places[at]
    other = cat.other[at]
    if other >= 0 and not to_come(state) >> other & 1:
        here |= state.places[other]
    pool = here & own(game, state, seat)
    return pool if pool & cat.canoes and pool & cat.fighters else 0


@rule("hawaii:11.7", "hawaii:R24", "hawaii:R25")
class Sighting(Frame, frozen=True, tag="sighting"):
    """11.7: one roll of the defender for the whole landing force; a card may take its place."""

    at: int
    attacker: int
    asked: int = 0
    """How many seats were asked for a card: the attacker first, then the defender."""
    speaker: int = -1
    """The seat whose card says whether the fleet is sighted."""

    def _asking(self) -> int:
        return self.attacker if self.asked == 0 else 1 - self.attacker

    def ask(self, game: Hawaii, state: State) -> Decide | Chance | None:
        """Ask for a card, for what its owner says, or for the roll."""
        if self.speaker >= 0:
            where = game.cat.spaces[self.at].name
            prompt = f"Is the fleet bound for {where} sighted?"
            options: tuple[Action, ...] = (Sighted(True), Sighted(False))
            return Decide(self.speaker, prompt, "hawaii:8.2", options, waiting="A card decides the sighting.")
        if self.asked == 2:
            return game.cat.sighting[self.at]
        cards = events_for(game, state, self._asking(), "sighting")
        if not cards:
            return None
        options = (*(Use(card) for card in cards), Decline(cards[0]))
        where = game.cat.spaces[self.at].name
        prompt = f"A sighting roll is due for the landing on {where}: use your card instead? {told(game, cards)}"
        return Decide(self._asking(), prompt, "hawaii:8.2", options, waiting="A sighting is due.")

    def answer(self, game: Hawaii, step: Step[State], choice: Outcome | Use | Decline | Sighted) -> None:
        """Take the die, or the card's word."""
        if isinstance(choice, tuple):
            die = cast(int, choice[0])
            where = game.cat.spaces[self.at].name
            said = f"the landing on {where} is {'sighted' if die in SIGHTED else 'not sighted'}"
            step.say(DieRolled(1 - self.attacker, die, f"the sighting off {where}", "hawaii:11.7", said))
            self._seen(step, die in SIGHTED, -1)
        elif isinstance(choice, Sighted):
            step.say(FleetSighted(self.speaker, game.cat.spaces[self.at].id, choice.yes))
            self._seen(step, choice.yes, self.speaker)
        elif isinstance(choice, Use):
            seat = self._asking()
            step.say(CardUsed(seat, choice.card))
            step.swap(Sighting(self.at, self.attacker, 2, seat))
            spend(game, step, seat, choice.card)
        else:
            step.swap(Sighting(self.at, self.attacker, self.asked + 1))

    def run(self, game: Hawaii, step: Step[State]) -> None:
        """No card to ask for."""
        step.swap(Sighting(self.at, self.attacker, self.asked + 1))

    def _seen(self, step: Step[State], sighted: bool, edge: int) -> None:
        if sighted:
            step.swap(LaunchFleet(self.at, 1 - self.attacker, 0, edge))
        else:
            step.pop()


@rule("hawaii:11.7", "hawaii:R21", "hawaii:R26")
class LaunchFleet(Frame, frozen=True, tag="launch"):
    """11.7: the defender may launch a war fleet of canoes and what they carry. It costs no fleet moves."""

    at: int
    seat: int
    fleet: int
    edge: int

    def ask(self, game: Hawaii, state: State) -> Decide:
        """Offer to wait; canoes; as many units as these carry; and, with a fighter on board, to put to sea."""
        cat = game.cat
        pool = launch_pool(game, state, self.seat, self.at) & ~self.fleet
        canoes = (self.fleet & cat.canoes).bit_count()
        aboard = self.fleet & cat.fighters
        options: tuple[Action, ...] = (PutToSea(),) if aboard else ()
        if not self.fleet:
            options = (Wait(),)
        can = pool & cat.canoes
        if canoes:
            can |= pool & cat.leaders
            if (aboard & ~cat.leaders).bit_count() < 2 * canoes:
                can |= pool & cat.fighters
        other = cat.other[self.at]
        spaces = (self.at,) if other < 0 else (self.at, other)
        for at in spaces:
            here = state.places[at] & can
            if here:
                options += cat.launch[here]
        prompt = cat.boarding[self.fleet] if self.fleet else cat.launching[self.at]
        return Decide(self.seat, prompt, "hawaii:11.7", options, None, WAITING[self.seat])

    def answer(self, game: Hawaii, step: Step[State], choice: Wait | Launch | PutToSea) -> None:
        """Wait, add to the fleet, or put to sea."""
        if isinstance(choice, Launch):
            step.swap(LaunchFleet(self.at, self.seat, self.fleet | 1 << game.cat.index[choice.unit], self.edge))
            return
        step.pop()
        fleet = self.fleet if isinstance(choice, PutToSea) else 0
        step.say(FleetLaunched(self.seat, game.cat.ids[fleet]))
        if fleet:
            put_to_sea(game, step, self.at, fleet, self.edge)


@rule("hawaii:11.7", "hawaii:R24")
def meets(game: Hawaii, state: State, at: int, attacker: int) -> int:
    """Return whom a war fleet meets at sea: all who were to land in the space, with the canoes that carry them."""
    return state.places[at] & (state.rode | state.sailed) & own(game, state, attacker)


@rule("hawaii:11.7", "hawaii:R24")
def put_to_sea(game: Hawaii, step: Step[State], at: int, fleet: int, edge: int) -> None:
    """Both fleets are at sea: the defender's, and all who were to land in the space with the canoes that carry them."""
    cat, state = game.cat, step.state
    battle = cast("Battle", state.stack[-1])
    landing = meets(game, state, at, battle.attacker)
    other = cat.other[at]
    abroad = state.places[other] & fleet if other >= 0 else 0
    step.set(
        places=shifted(state.places, fleet | landing, cat.sea),
        stack=(*state.stack[:-1], battle.at_sea(fleet, abroad, edge)),
    )
