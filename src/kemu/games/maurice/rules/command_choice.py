"""Chapter 4: the command choice of a round: pass, an event, or an action."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Action, Decide, Outcome
from kemu.parts.decks import Draw
from kemu.parts.dice import Dice

from ..model import effects
from ..model.actions import Act, PassRound, PlayEvent, Remove, SetPiece
from ..model.events import CardPlayed, Chosen, PieceSet, RemovedCard, Taken, TookDisr
from ..model.names import ACTIONS, name
from ..model.units import ARMS, BW, Unit
from .activation import NameForce
from .cards import spend, texts
from .deck import Draws, held
from .forces import possible
from .morale import put, shift_morale, with_seat
from .offers import Conditional, Offered
from .placing import Places

if TYPE_CHECKING:
    from .. import Maurice
    from ..model.state import State

DRAWS = {"march": 1, "rally": 2, "bombard": 2, "charge": 0}
PASS_DRAWS = 3


@rule("maurice:4.choice", "maurice:4.action", "maurice:4.noWay", "maurice:4.noCards", "maurice:4.draw", "maurice:R23")
class CommandChoice(Frame, frozen=True, tag="command-choice"):
    """Pass, an event or an action; who began the round without cards passes."""

    bare: bool = False
    """Whether the active player began the round without cards."""

    def ask(self, game: Maurice, state: State) -> Decide | None:
        if self.bare:
            return None
        answers: list[Conditional] = [
            (Act(action), lambda which: possible(game, state, which), action) for action in ACTIONS
        ]
        answers += [(event, None, None) for event in events_of(game, state)]
        answers.append((PassRound(), None, None))
        prompt = "Choose: an action, an event, or pass."
        return Decide(state.active, prompt, "maurice:4.choice", Offered(answers), waiting="The command choice is due.")

    def run(self, game: Maurice, step: Step[State]) -> None:
        self.answer(game, step, PassRound())

    def answer(self, game: Maurice, step: Step[State], choice: Act | PlayEvent | PassRound) -> None:
        seat = step.state.active
        if isinstance(choice, PassRound):
            step.say(Chosen(seat, "pass"))
            step.swap(Pass())
            return
        step.set(empty_passes=0)
        if isinstance(choice, Act):
            step.say(Chosen(seat, choice.action))
            drawn = DRAWS[choice.action]
            step.swap(NameForce(choice.action), *((Draws(seat, drawn),) if drawn else ()))
        else:
            spend(step, seat, choice.card, text=True, hold=True)
            on = () if choice.unit < 0 else (name(step.state.unit(choice.unit)),)
            step.say(CardPlayed(seat, choice.card, on, "maurice:4.event"))
            step.swap(PlayedEvent(choice.card, choice.unit))


@rule("maurice:4.pass", "maurice:4.nightfall", "maurice:R30", "maurice:R31", "maurice:4.noCards")
class Pass(Frame, frozen=True, tag="pass-round"):
    """Three cards are drawn, if there are any. A pass with the last deck empty counts toward nightfall."""

    def run(self, game: Maurice, step: Step[State]) -> None:
        state = step.state
        empty = state.pass_through == 2 and not state.deck
        step.set(empty_passes=state.empty_passes + 1 if empty else 0)
        step.swap(Draws(state.active, PASS_DRAWS))


@rule("maurice:3.event", "maurice:4.event")
def events_of(game: Maurice, state: State) -> Iterator[PlayEvent]:
    """Yield the events that the active player could play now."""
    for card in texts(state, state.active):
        for use in game.cat.cards[card].uses:
            if use.window != "command" or not all(_works(game, state, effect) for effect in use.effects):
                continue
            if use.whom is None:
                yield PlayEvent(card)
                continue
            side = state.active if use.whom.side == "own" else 1 - state.active
            for unit in state.side(side):
                if ARMS[unit.arm] in use.whom.arm and (unit.disr or not _recovers(use.effects)):
                    yield PlayEvent(card, unit.id)


def _recovers(found: tuple[effects.Effect, ...]) -> bool:
    return any(isinstance(effect, effects.Recover) for effect in found)


def _works(game: Maurice, state: State, effect: effects.Effect) -> bool:
    """Return whether an effect of an event could do anything now."""
    if isinstance(effect, effects.Take):
        return bool(state.hands[1 - state.active])
    if isinstance(effect, effects.Morale) and effect.n > 0:
        side = state.active if effect.side == "own" else 1 - state.active
        return state.morale[side] < state.start_morale[side]
    if isinstance(effect, effects.Place):
        return Places(game, state, (effect.piece,), effect.clear * BW).any() is not None
    return True


@rule("maurice:4.event", "maurice:4.notEvent", "maurice:3.event")
class PlayedEvent(Frame, frozen=True, tag="played-event"):
    """The text of an event is carried out, effect by effect."""

    card: int
    unit: int = -1
    done: int = 0

    def _effect(self, game: Maurice) -> effects.Effect | None:
        use = next(use for use in game.cat.cards[self.card].uses if use.window == "command")
        return use.effects[self.done] if self.done < len(use.effects) else None

    def ask(self, game: Maurice, state: State) -> Decide | Dice | Draw | None:
        effect, seat = self._effect(game), state.active
        if isinstance(effect, effects.Morale) and effect.even:
            return Dice(1, "maurice:4.event", "A die for army morale.")
        if isinstance(effect, effects.Take):
            pool = state.hands[1 - seat]
            return Draw(pool, "maurice:4.event", "A card is taken at random.", seen=(0, 1)) if pool else None
        if isinstance(effect, effects.Place):
            free = Places(game, state, (effect.piece,), effect.clear * BW)
            prompt = "Place the piece on the table."
            return Decide(seat, prompt, "maurice:4.event", (), free=free)
        return None

    def run(self, game: Maurice, step: Step[State]) -> None:
        effect = self._effect(game)
        if effect is None:
            step.swap(RemoveEvent(self.card, (step.state.active, 1 - step.state.active)))
            return
        step.swap(replace(self, done=self.done + 1))
        if isinstance(effect, effects.Recover):
            unit = step.state.unit(self.unit)
            self._recover(step, unit, min(effect.n, unit.disr))
        elif isinstance(effect, effects.Morale):
            self._morale(step, effect, effect.n)

    def _recover(self, step: Step[State], unit: Unit, n: int) -> None:
        put(step, replace(unit, disr=unit.disr - n))
        step.say(TookDisr(unit.side, name(unit), -n, "by the card", "maurice:4.event"))

    def _morale(self, step: Step[State], effect: effects.Morale, n: int) -> None:
        side = step.state.active if effect.side == "own" else 1 - step.state.active
        shift_morale(step, side, n, "maurice:4.event")

    def answer(self, game: Maurice, step: Step[State], choice: SetPiece | Outcome) -> None:
        effect, state = self._effect(game), step.state
        seat = state.active
        step.swap(replace(self, done=self.done + 1))
        if isinstance(choice, SetPiece):
            piece = game.cat.piece(choice.form, choice.x, choice.y, choice.turn)
            step.set(pieces=(*state.pieces, piece))
            step.say(PieceSet(seat, game.cat.table.kinds[piece.kind].title))
        elif isinstance(effect, effects.Morale):
            even = int(choice[0]) % 2 == 0
            self._morale(step, effect, effect.even if even else effect.n)
        else:
            self._take(step, int(choice[0]))

    def _take(self, step: Step[State], card: int) -> None:
        """The other player knows which card he has lost."""
        state = step.state
        seat = state.active
        spend(step, 1 - seat, card, text=True)
        discards = list(step.state.discards)
        discards.remove(card)
        step.set(
            discards=tuple(discards),
            hands=with_seat(step.state.hands, seat, held(step.state.hands[seat], (card,))),
            shown=with_seat(step.state.shown, seat, held(step.state.shown[seat], (card,))),
        )
        step.say(Taken(seat, card))


@rule("maurice:4.remove", "maurice:R29", "maurice:R31", "maurice:3.discard")
class RemoveEvent(Frame, frozen=True, tag="remove-event"):
    """Some events may be taken out of the game: the active player is asked, then the passive one; one yes does it."""

    card: int
    seats: tuple[int, ...]

    def ask(self, game: Maurice, state: State) -> Decide | None:
        if not game.cat.cards[self.card].remove or not self.seats:
            return None
        title = game.cat.cards[self.card].title
        options: tuple[Action, ...] = (Remove(True), Remove(False))
        return Decide(self.seats[0], f"Remove {title} from the game?", "maurice:4.remove", options)

    def run(self, game: Maurice, step: Step[State]) -> None:
        self._off(step, out=False)

    def _off(self, step: Step[State], *, out: bool) -> None:
        state = step.state
        played = list(state.played)
        played.remove(self.card)
        step.set(played=tuple(played))
        if out:
            step.set(removed=held(state.removed, (self.card,)))
        else:
            step.set(discards=held(state.discards, (self.card,)))
        step.pop()

    def answer(self, game: Maurice, step: Step[State], choice: Remove) -> None:
        if choice.out:
            step.say(RemovedCard(self.seats[0], self.card))
            self._off(step, out=True)
        else:
            step.swap(RemoveEvent(self.card, self.seats[1:]))
