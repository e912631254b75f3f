"""11: the stages of one battle: sighting, sea, first and second battle ashore, and what becomes of the beaten."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.parts.bits import bits

from ..model.battle_events import BattleBegan, Unopposed
from ..model.effects import Column
from .board import own, shifted, withdraw
from .fight import Fight, begin
from .held import UseCard, events_for
from .retreat import HalfTheCanoes, Retreating, eliminate
from .sea import Sighting, launch_pool

if TYPE_CHECKING:
    from .. import Hawaii
    from ..model.state import State

_replace: Any = replace


@rule("hawaii:R25")
def landed(game: Hawaii, state: State, seat: int, at: int) -> bool:
    """Tell whether a force was landed in this space this turn and still has a canoe: such a force can be met at sea."""
    here = state.places[at] & own(game, state, seat)
    return bool(here & state.rode and here & state.sailed)


@rule("hawaii:11.1", "hawaii:11.4", "hawaii:11.5", "hawaii:11.6", "hawaii:11.6b", "hawaii:4.1", "hawaii:R22")
class Battle(Frame, frozen=True, tag="battle"):
    """11: one space's battle, stage by stage. Between the stages everybody rallies (11.6b)."""

    at: int
    attacker: int
    stage: str = "begin"
    used: int = 0
    """Seats, as bits, that have had a card's event in this battle (R12)."""
    asked: int = 0
    """Which cards were offered already: 1 a bonus at sea, 2 a bonus ashore, 4 earthworks, 8 the cliff."""
    winner: int = -1
    beaten: int = 0
    """The loser's units that survived the last fight."""
    fleet: int = 0
    """The defender's war fleet."""
    abroad: int = 0
    """Those of it that came from the island's other space."""
    edge: int = -1
    gilt: int = 0
    works: bool = False
    cliff: bool = False
    beach: bool = False
    """An attacker came by canoe, so all fight from the beach: settled when the first battle ashore begins."""

    # -- what other steps tell it ------------------------------------------------------------------------

    def with_used(self, seat: int) -> Battle:
        """Return the battle with this seat's one event spent."""
        return _replace(self, used=self.used | 1 << seat)

    def at_sea(self, fleet: int, abroad: int, edge: int) -> Battle:
        """Return the battle with a war fleet at sea."""
        return _replace(self, stage="sea", fleet=fleet, abroad=abroad, edge=edge)

    def decided(self, winner: int, beaten: int) -> Battle:
        """Return the battle after a fight."""
        return _replace(self, stage=AFTER[self.stage], winner=winner, beaten=beaten)

    # -- the stages --------------------------------------------------------------------------------------

    def run(self, game: Hawaii, step: Step[State]) -> None:
        """Go on with the stage that is due."""
        STAGES[self.stage](game, step, self)

    def go(self, step: Step[State], stage: str, **changes: Any) -> Battle:
        """Put the battle into another stage."""
        changed: Battle = _replace(self, stage=stage, **changes)
        step.swap(changed)
        return changed


def _forces(game: Hawaii, state: State, battle: Battle) -> tuple[int, int]:
    """Return the attacker's and the defender's fighting units in the space."""
    here = state.places[battle.at] & game.cat.fighters
    return here & own(game, state, battle.attacker), here & own(game, state, 1 - battle.attacker)


def _lines(battle: Battle, attackers: int, defenders: int) -> tuple[int, int]:
    return (attackers, defenders) if battle.attacker == 0 else (defenders, attackers)


@rule("hawaii:11.7", "hawaii:R24", "hawaii:R25")
def _begin(game: Hawaii, step: Step[State], battle: Battle) -> None:
    """A landing by canoe can be sighted, if the defender could launch; an attack on foot is never sighted."""
    state = step.state
    battle.go(step, "ashore")
    if landed(game, state, battle.attacker, battle.at) and launch_pool(game, state, 1 - battle.attacker, battle.at):
        step.push(Sighting(battle.at, battle.attacker))


@rule("hawaii:8.2", "hawaii:R12")
def _bonus(game: Hawaii, step: Step[State], battle: Battle, asked: int, attackers: int) -> bool:
    """Offer the attacker the battle bonus of his card, once a stage, if it does anything here."""
    if battle.asked & asked or battle.gilt:
        return False
    for card in events_for(game, step.state, battle.attacker, "battle"):
        effect = cast(Column, game.cat.cards[game.cat.card[card]].effect("battle"))
        if any(game.cat.counters[unit].kind in effect.kinds for unit in bits(attackers & ~game.cat.elites)):
            battle.go(step, battle.stage, asked=battle.asked | asked)
            step.push(UseCard(battle.attacker, "battle"))
            return True
    return False


@rule("hawaii:11.8", "hawaii:13.0", "hawaii:R36")
def _sea(game: Hawaii, step: Step[State], battle: Battle) -> None:
    """The sea battle is fought as one battle; no wall protects anybody there."""
    state, cat = step.state, game.cat
    afloat = state.places[cat.sea] & cat.fighters
    attackers, defenders = afloat & ~battle.fleet, afloat & battle.fleet
    if _bonus(game, step, battle, 1, attackers):
        return
    step.say(BattleBegan(cat.spaces[battle.at].id, battle.attacker, 0))
    fight = Fight(battle.at, battle.attacker, 0, _lines(battle, attackers, defenders), gilt=battle.gilt)
    begin(game, step, fight, battle.edge)


@rule("hawaii:11.8", "hawaii:R27", "hawaii:R28", "hawaii:R40")
def _after_sea(game: Hawaii, step: Step[State], battle: Battle) -> None:
    """Winners land, or return each to his own space; losers retreat with half their canoes.

    Where the attacker won, the space is his: those whom the defender left ashore there leave with the beaten fleet.
    Where he lost, those who came on foot still fight.
    """
    state, cat, at = step.state, game.cat, battle.at
    afloat = state.places[cat.sea]
    fleet, landing = afloat & battle.fleet, afloat & ~battle.fleet
    if battle.winner == battle.attacker:
        withdraw(game, step, landing, at, "hawaii:11.8")
        ashore = step.state.places[at] & own(game, state, 1 - battle.attacker)
        battle.go(step, "done")
        _beaten_fleet(step, 1 - battle.attacker, fleet, ashore, cat.canoes, at)
    else:
        if fleet & battle.abroad:
            withdraw(game, step, fleet & battle.abroad, cat.other[at], "hawaii:11.8")
        withdraw(game, step, fleet & ~battle.abroad, at, "hawaii:11.8")
        battle.go(step, "ashore")
        _beaten_fleet(step, battle.attacker, landing, 0, cat.canoes, at)


@rule("hawaii:11.8", "hawaii:R28")
def _beaten_fleet(step: Step[State], seat: int, fleet: int, ashore: int, canoes: int, at: int) -> None:
    """Half of the canoes, rounded up, get away; all go to one space, those ashore unharmed."""
    lost = (fleet & canoes).bit_count() // 2
    step.push(LeaveWith(seat, fleet | ashore, at))
    step.push(HalfTheCanoes(seat, fleet & canoes, lost))


class LeaveWith(Frame, frozen=True, tag="leave"):
    """11.8: what is left of a beaten fleet, and those who leave with it, retreat."""

    seat: int
    force: int
    away_from: int

    def run(self, game: Hawaii, step: Step[State]) -> None:
        """Retreat with those that are still there."""
        force = self.force & sum(step.state.places[: game.cat.sea + 1])
        if force:
            step.swap(Retreating(self.seat, force, self.away_from, "hawaii:11.8"))
        else:
            step.pop()


@rule("hawaii:11.1", "hawaii:11.6", "hawaii:R22", "hawaii:R23", "hawaii:R36", "hawaii:R37")
def _ashore(game: Hawaii, step: Step[State], battle: Battle) -> None:
    """The first battle ashore. A fort's wall, or earthworks, keep its defenders from panic."""
    state, cat, at = step.state, game.cat, battle.at
    attackers, defenders = _forces(game, state, battle)
    if not attackers:
        step.pop()
        return
    if not defenders:
        step.say(Unopposed(cat.spaces[at].id, battle.attacker))
        battle.go(step, "taken")
        return
    if _bonus(game, step, battle, 2, attackers):
        return
    defender = 1 - battle.attacker
    if not battle.asked & 4 and not cat.fort[at] and events_for(game, state, defender, "defend"):
        battle.go(step, battle.stage, asked=battle.asked | 4)
        step.push(UseCard(defender, "defend"))
        return
    step.say(BattleBegan(cat.spaces[at].id, battle.attacker, 1))
    wall = defender if cat.fort[at] or battle.works else -1
    battle.go(step, "first", beach=by_canoe(game, state, battle))
    begin(game, step, Fight(at, battle.attacker, 1, _lines(battle, attackers, defenders), wall, battle.gilt), -1)


@rule("hawaii:11.4", "hawaii:11.5", "hawaii:8.2", "hawaii:R22", "hawaii:R37")
def _after_first(game: Hawaii, step: Step[State], battle: Battle) -> None:
    """The defender won: the attacker retreats. The attacker won: what is left of the defender fights once more.

    A card can spare the attacker of a landing the second battle.
    """
    state = step.state
    if battle.works:
        step.set(places=shifted(state.places, game.cat.works, game.cat.aside))
        battle = battle.go(step, "after first", works=False)
    if battle.winner != battle.attacker:
        beaten_off(game, step, battle)
    elif not battle.beaten:
        battle.go(step, "taken")
    elif battle.cliff:
        battle.go(step, "taken")
        eliminate(game, step, battle.beaten, "hawaii:8.2")
    elif not battle.asked & 8 and battle.beach and events_for(game, state, battle.attacker, "won"):
        battle.go(step, "after first", asked=battle.asked | 8)
        step.push(UseCard(battle.attacker, "won"))
    else:
        attackers, defenders = _forces(game, state, battle)
        step.say(BattleBegan(game.cat.spaces[battle.at].id, battle.attacker, 2))
        battle.go(step, "second")
        lines = _lines(battle, attackers, defenders)
        begin(game, step, Fight(battle.at, battle.attacker, 2, lines, gilt=battle.gilt), -1)


def by_canoe(game: Hawaii, state: State, battle: Battle) -> bool:
    """Tell whether any attacker in the space came by canoe: then all fight from the beach."""
    return bool(state.places[battle.at] & (state.rode | state.sailed) & own(game, state, battle.attacker))


@rule("hawaii:11.4", "hawaii:11.6", "hawaii:R22")
def _after_second(game: Hawaii, step: Step[State], battle: Battle) -> None:
    """Beaten on the cliff, panicked defenders are eliminated; beaten on the beach, they leave by canoe."""
    state, cat = step.state, game.cat
    if battle.winner != battle.attacker:
        beaten_off(game, step, battle)
        return
    battle.go(step, "taken")
    canoes = state.places[battle.at] & own(game, state, 1 - battle.attacker) & cat.canoes
    if not battle.beaten:
        return
    if battle.beach or not canoes:
        eliminate(game, step, battle.beaten, "hawaii:11.4" if battle.beach else "hawaii:R22")
    else:
        step.push(Retreating(1 - battle.attacker, battle.beaten | canoes, battle.at, "hawaii:11.6"))


@rule("hawaii:11.5", "hawaii:R23", "hawaii:R40")
def beaten_off(game: Hawaii, step: Step[State], battle: Battle) -> None:
    """Those who walked in walk back; the others leave by canoe, and without one are eliminated.

    Canoes that are all that is left go where they like (R23).
    """
    state, cat, at = step.state, game.cat, battle.at
    force = state.places[at] & own(game, state, battle.attacker)
    on_foot = force & state.walked & ~state.rode & cat.fighters
    battle.go(step, "done")
    if on_foot:
        withdraw(game, step, on_foot, cat.other[at], "hawaii:R40")
    rest = force & ~on_foot
    if rest & cat.canoes:
        step.push(Retreating(battle.attacker, rest, at, "hawaii:11.5" if rest & cat.fighters else "hawaii:R23"))
    elif rest:
        eliminate(game, step, rest, "hawaii:R40")


@rule("hawaii:R23")
def _taken(game: Hawaii, step: Step[State], battle: Battle) -> None:
    """Canoes left without fighters never fight, and are not eliminated: they sail off."""
    state, cat = step.state, game.cat
    stray = state.places[battle.at] & own(game, state, 1 - battle.attacker) & cat.canoes
    if stray:
        step.swap(Retreating(1 - battle.attacker, stray, battle.at, "hawaii:R23"))
    else:
        step.pop()


def _done(game: Hawaii, step: Step[State], battle: Battle) -> None:
    """Nothing is left to settle here."""
    step.pop()


STAGES = {
    "begin": _begin,
    "sea": _sea,
    "after sea": _after_sea,
    "ashore": _ashore,
    "after first": _after_first,
    "after second": _after_second,
    "taken": _taken,
    "done": _done,
}
AFTER = {"sea": "after sea", "first": "after first", "second": "after second"}
