"""11.1 to 11.3, 12 to 14: one fight, round by round, die by die.

A fight is the sea battle, the first battle ashore, or the second. Canoes take no part.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Action, Chance, Decide, Outcome

from ..model.actions import Decline, Fire, Lose, Use
from ..model.battle_events import AdvantageRolled, FightWon, Fired, UnitHit
from ..model.catalogue import ELIMINATION, NONE, PANIC, Catalogue
from ..model.effects import Advantage
from ..model.events import CardUsed
from .advantage import ROLLS, plus_one
from .board import altered, moved, place_of
from .held import events_for, spend, told
from .victory import sudden_death

if TYPE_CHECKING:
    from .. import Hawaii
    from ..model.state import State
    from .stages import Battle

changed = cast("Callable[..., Fight]", replace)
"""Return the fight with some fields changed."""
MOST_ROUNDS = 60
"""An undecided fight ends after so many rounds (R41), so that every game ends."""


@rule("hawaii:R28", "hawaii:R40", "hawaii:R42")
def other_way(state: State) -> int:
    """Return who goes back another way than their like in this battle, and so is not equal to them.

    Of the attackers those who walked in: beaten, they walk back, and do not leave by canoe. Of a war fleet those who
    came from the island's other space: if it wins, they return there.
    """
    return state.walked & ~state.rode | cast("Battle", state.stack[-2]).abroad


@rule("hawaii:11.1", "hawaii:14.2", "hawaii:R31", "hawaii:R39")
def next_to_fire(cat: Catalogue, lines: tuple[int, int], ready: int, first: int, turn: int) -> tuple[int, int]:
    """Return who fires next, and with which units: gunpowder of the first player, of the second, then by turns.

    `ready` are the unpanicked units that have not fired. When one side has none left, the other fires on.
    """
    for seat in (first, 1 - first):
        guns = lines[seat] & ready & cat.guns
        if guns:
            return seat, guns
    mine = lines[turn] & ready
    return (turn, mine) if mine else (1 - turn, lines[1 - turn] & ready)


@rule("hawaii:11.3", "hawaii:12.0", "hawaii:13.0", "hawaii:14.1", "hawaii:R33", "hawaii:R35", "hawaii:R38")
def takers(cat: Catalogue, line: int, panicked: int, result: int, *, walled: bool, piked: bool) -> tuple[int, str]:
    """Return which units of a line may take a result, or none and why it is lost.

    An elimination must go to an unpanicked unit while there is one. A panic goes to a unit that is not elite, panicked
    already or not; it is lost behind a wall, on elites alone, and the first of a round on a line with steady pikes.
    """
    if result == ELIMINATION:
        return line & ~panicked or line, ""
    if walled:
        return 0, "wall"
    plain = line & ~cat.elites
    if not plain:
        return 0, "elite"
    if not piked and line & cat.pikes & ~panicked:
        return 0, "pikes"
    return plain, ""


@rule("hawaii:11.1", "hawaii:11.2", "hawaii:11.3", "hawaii:R29", "hawaii:R31", "hawaii:R32", "hawaii:R34")
class Fight(Frame, frozen=True, tag="fight"):
    """11.1: rounds of advantage roll and fire, until a side has no unpanicked unit at the end of a round."""

    at: int
    attacker: int
    stage: int
    """0 at sea, 1 the first battle ashore, 2 the second."""
    lines: tuple[int, int]
    """The fighting units of both seats, panicked or not."""
    wall: int = -1
    """The seat behind a fort's wall or earthworks, or -1."""
    gilt: int = 0
    """Units that a card lets fire on the elite column."""
    round: int = 1
    panicked: int = 0
    fired: int = 0
    """Units that have fired this round."""
    piked: int = 0
    """Seats, as bits, whose pikes have cancelled a panic this round."""
    first: int = -1
    """Who has the advantage; -1 before the roll."""
    turn: int = 0
    """Who is to fire next, when it goes by turns."""
    doubt: bool = False
    """A card may still turn the advantage round."""
    shooter: int = -1
    dice: int = 0
    result: int = NONE
    """A result that waits for its taker."""
    thrown: tuple[tuple[int, int], ...] = ()
    """The dice that have fallen since the last advantage roll, for players to look at: unit and face."""

    def ask(self, game: Hawaii, state: State) -> Decide | Chance | None:
        """Ask for the roll, the card, the unit that fires, its next die, or who takes its result."""
        cat = game.cat
        if self.result:
            return self._who_takes(cat, state)
        if self.shooter >= 0:
            return cat.volley[self.shooter]
        if self.first < 0:
            return ROLLS[plus_one(cat, self.lines, self.panicked)]
        if self.doubt:
            seat = 1 - self.first
            cards = turners(game, state, self.lines, seat)
            options = (*(Use(card) for card in cards), Decline(cards[0]))
            prompt = f"Turn the advantage round with your card? {told(game, cards)}"
            return Decide(seat, prompt, "hawaii:8.2", options, waiting="A card may be used.")
        ready = (self.lines[0] | self.lines[1]) & ~self.panicked & ~self.fired
        seat, units = next_to_fire(cat, self.lines, ready, self.first, self.turn)
        options = cat.fire.apart(units, other_way(state))
        return Decide(seat, "Which unit fires next?", "hawaii:11.1", options, None, "A unit fires.")

    def _who_takes(self, cat: Catalogue, state: State) -> Decide:
        seat = 1 - (self.lines[1] >> self.shooter & 1)
        units, _ = takers(cat, self.lines[seat], self.panicked, self.result, walled=False, piked=True)
        options = self._losses(cat, state, units)
        if self.result == PANIC:
            prompt = "A panic: which unit takes it? One that has panicked already is eliminated."
        else:
            prompt = "An elimination: which unit is lost?"
        return Decide(seat, prompt, "hawaii:11.3", options, None, "A loss is taken.")

    @rule("hawaii:11.3", "hawaii:R42")
    def _losses(self, cat: Catalogue, state: State, units: int) -> tuple[Action, ...]:
        """Offer units for a loss: equal counters once, but fresh, fired and panicked apart, and by the way they go."""
        other = other_way(state) & units
        shaken = units & self.panicked
        fired = units & self.fired & ~shaken
        if not other:
            if not shaken and not fired:
                return cat.lose[units]
            return cat.lose[units & ~shaken & ~fired] + cat.lose[fired] + cat.lose[shaken]
        fresh = units & ~shaken & ~fired
        return cat.lose.apart(fresh, other) + cat.lose.apart(fired, other) + cat.lose.apart(shaken, other)

    def answer(self, game: Hawaii, step: Step[State], choice: Outcome | Fire | Lose | Use | Decline) -> None:
        """Go on with the roll, the card, the shooter, the die or the loss."""
        cat = game.cat
        if self.result:
            self._take(game, step, cat.index[cast(Lose, choice).unit], self.result)
        elif self.shooter >= 0:
            self._die(game, step, cast(int, cast(Outcome, choice)[0]))
        elif self.first < 0:
            self._rolled(game, step, cast(tuple[int, int], choice))
        elif self.doubt:
            first = self.first
            if isinstance(choice, Use):
                first = 1 - first
                spend(game, step, first, choice.card)
                step.say(CardUsed(first, choice.card))
                step.say(AdvantageRolled(first, (), -1))
            self._next(game, step, first=first, turn=first, doubt=False)
        else:
            unit = cat.index[cast(Fire, choice).unit]
            put(step, changed(self, shooter=unit, dice=cat.strength[unit]))

    @rule("hawaii:11.1", "hawaii:R12")
    def _rolled(self, game: Hawaii, step: Step[State], pair: tuple[int, int]) -> None:
        """The higher die has the advantage; the other side may hold a card against it."""
        roll = ROLLS[plus_one(game.cat, self.lines, self.panicked)]
        first = roll.first(pair)
        step.say(AdvantageRolled(first, pair, roll.plus))
        if step.state.held[1 - first] and turners(game, step.state, self.lines, 1 - first):
            put(step, changed(self, first=first, turn=first, thrown=(), doubt=True))
        else:
            self._next(game, step, first=first, turn=first, thrown=())

    @rule("hawaii:11.2", "hawaii:14.1")
    def _die(self, game: Hawaii, step: Step[State], die: int) -> None:
        """Read one die in the column of the unit that fires; its result is applied before the next is rolled."""
        cat, shooter = game.cat, self.shooter
        now = changed(self, dice=self.dice - 1, thrown=(*self.thrown, (shooter, die)))
        result = cat.brt[(cat.elites | self.gilt) >> shooter & 1][die]
        lost = ""
        if result:
            seat = 1 - (self.lines[1] >> shooter & 1)
            walled, piked = self.wall == seat, self.piked >> seat & 1 == 1
            units, lost = takers(cat, self.lines[seat], self.panicked, result, walled=walled, piked=piked)
            if units:
                step.say(Fired(cat.counters[shooter].id, die, result))
                losses = self._losses(cat, step.state, units)
                if len(losses) == 1:
                    now._take(game, step, cat.index[cast(Lose, losses[0]).unit], result)
                else:
                    put(step, changed(now, result=result))
                return
            if lost == "pikes":
                now = changed(now, piked=self.piked | 1 << seat)
        step.say(Fired(cat.counters[shooter].id, die, result, lost))
        if now.dice:
            put(step, now)
        else:
            now._next(game, step)

    @rule("hawaii:11.3", "hawaii:R33")
    def _take(self, game: Hawaii, step: Step[State], unit: int, result: int) -> None:
        """A unit takes the result: it is flipped, or removed; a second panic removes it."""
        cat, bit = game.cat, 1 << unit
        lines, panicked = self.lines, self.panicked
        if result == PANIC and not panicked & bit:
            step.say(UnitHit(cat.counters[unit].id, False))
            self._next(game, step, panicked=panicked | bit, result=NONE)
            return
        step.say(UnitHit(cat.counters[unit].id, True))
        places = step.state.places
        step.state = altered(step.state, places=moved(places, bit, place_of(places, bit), cat.grave[unit]))
        if cat.leaders & bit and sudden_death(game, step):
            return
        lines = (lines[0] & ~bit, lines[1] & ~bit)
        self._next(game, step, lines=lines, panicked=panicked & ~bit, result=NONE)

    def _next(self, game: Hawaii, step: Step[State], **changes: object) -> None:
        """Go on to the next die, to the next unit, or to the end of the round."""
        cat = game.cat
        now = changed(self, **changes) if changes else self
        lines, fired, turn, shooter = now.lines, now.fired, now.turn, now.shooter
        if shooter >= 0:
            his = 1 - (lines[1] >> shooter & 1)
            if now.dice and lines[his]:
                put(step, now)
                return
            fired |= 1 << shooter
            # Gunpowder fire is no turn: whoever has the advantage begins the turns after it.
            turn = now.first if cat.guns >> shooter & 1 else his
        ready = (lines[0] | lines[1]) & ~now.panicked & ~fired
        if not ready or not lines[0] or not lines[1]:
            _round_over(game, step, now)
            return
        _, units = next_to_fire(cat, lines, ready, now.first, turn)
        unit, dice = -1, 0
        other = other_way(step.state)
        firing = cat.fire.apart(units, other) if other else cat.fire[units]
        if len(firing) == 1:
            unit = cat.index[cast(Fire, firing[0]).unit]
            dice = cat.strength[unit]
        put(step, changed(now, fired=fired, turn=turn, shooter=unit, dice=dice))


def begin(game: Hawaii, step: Step[State], fight: Fight, edge: int) -> None:
    """Begin a fight; a card may have given one seat (`edge`, else -1) the advantage of the first round."""
    step.push(fight)
    if edge >= 0:
        step.say(AdvantageRolled(edge, (), -1))
        fight._next(game, step, first=edge, turn=edge)  # pyright: ignore[reportPrivateUsage]


def put(step: Step[State], fight: Fight) -> None:
    """Go on with the fight as it stands now."""
    step.state = altered(step.state, stack=(*step.state.stack[:-1], fight))


@rule("hawaii:8.2", "hawaii:R12")
def turners(game: Hawaii, state: State, lines: tuple[int, int], seat: int) -> list[str]:
    """Return the cards with which this seat can turn the advantage round: one of the units they need must fight."""
    found: list[str] = []
    for card in events_for(game, state, seat, "rolled"):
        needs = cast(Advantage, game.cat.cards[game.cat.card[card]].effect("rolled")).needs
        if not needs or any(lines[seat] >> game.cat.index[unit] & 1 for unit in needs):
            found.append(card)
    return found


@rule("hawaii:11.1", "hawaii:R32", "hawaii:R41")
def _round_over(game: Hawaii, step: Step[State], fight: Fight) -> None:
    """A side without unpanicked units has lost; else another round begins, with a new roll."""
    lines, panicked = fight.lines, fight.panicked
    loser = -1
    for seat in (0, 1):
        if not lines[seat] & ~panicked:
            loser = seat
    if loser < 0 and fight.round == MOST_ROUNDS:
        loser = fight.attacker
    if loser < 0:
        put(step, changed(fight, round=fight.round + 1, fired=0, piked=0, first=-1, turn=0, shooter=-1, dice=0))
        return
    step.say(FightWon(1 - loser, game.cat.spaces[fight.at].id, fight.stage))
    stack = step.state.stack
    battle = cast("Battle", stack[-2])
    step.set(stack=(*stack[:-2], battle.decided(1 - loser, lines[loser])))
