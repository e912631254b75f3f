"""Chapter 2: terrain by the die, sides, cards, and who has the first round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Action, Decide, Outcome
from kemu.parts.decks import Draw
from kemu.parts.dice import Dice

from ..model.actions import EndTerrain, PickPiece, SetPiece, TakeSide
from ..model.events import CardsDrawn, PieceSet, Rolled, SideTaken
from ..model.units import Unit
from .deck import held
from .morale import with_seat
from .placing import Places

if TYPE_CHECKING:
    from .. import Maurice
    from ..model.state import State


@rule("maurice:2.terrain", "maurice:R17")
class TerrainRoll(Frame, frozen=True, tag="terrain-roll"):
    """Both roll a die, ties again: the higher sets up the terrain."""

    def ask(self, game: Maurice, state: State) -> Dice:
        return Dice(2, "maurice:2.terrain", "A die each: the higher sets up the terrain.", ordered=True)

    def answer(self, game: Maurice, step: Step[State], choice: Outcome) -> None:
        one, other = int(choice[0]), int(choice[1])
        step.say(Rolled((one, other), "Terrain", "maurice:2.terrain"))
        if one != other:
            winner = 0 if one > other else 1
            step.swap(Sides(1 - winner), TerrainSetup(winner, max(one, other), one + other))


@rule("maurice:2.terrain", "maurice:R17")
class TerrainSetup(Frame, frozen=True, tag="terrain-setup"):
    """The winner sets up at least as many pieces as the higher die, and at most as many as both together."""

    seat: int
    least: int
    most: int
    form: str = ""
    """The piece in hand. One may also be set up straight from the palette."""

    def ask(self, game: Maurice, state: State) -> Decide | None:
        n = len(state.pieces)
        if n >= self.most:
            return None
        if self.form:
            prompt = f"Set up the {self.form.replace('-', ' ')}: where is it to lie?"
            return Decide(self.seat, prompt, "maurice:2.terrain", (), free=Places(game, state, (self.form,), 0))
        free = Places(game, state, tuple(game.cat.palette), 0)
        fit = [form for form in game.cat.palette if Places(game, state, (form,), 0).any() is not None]
        done = (EndTerrain(),) if n >= self.least or not fit else ()
        prompt = f"Choose a piece of terrain: {n} so far, {self.least} to {self.most} in all."
        options: tuple[Action, ...] = (*(PickPiece(form) for form in fit), *done)
        return Decide(self.seat, prompt, "maurice:2.terrain", options, free=free if fit else None)

    def run(self, game: Maurice, step: Step[State]) -> None:
        step.pop()

    def answer(self, game: Maurice, step: Step[State], choice: SetPiece | PickPiece | EndTerrain) -> None:
        if isinstance(choice, EndTerrain):
            step.pop()
            return
        form = choice.form if isinstance(choice, PickPiece) else ""
        step.swap(TerrainSetup(self.seat, self.least, self.most, form))
        if isinstance(choice, PickPiece):
            return
        piece = game.cat.piece(choice.form, choice.x, choice.y, choice.turn)
        step.set(pieces=(*step.state.pieces, piece))
        step.say(PieceSet(self.seat, game.cat.table.kinds[piece.kind].title))


@rule("maurice:2.sides", "maurice:R17")
class Sides(Frame, frozen=True, tag="sides"):
    """The other player takes a long side; then the winner says who sets up first."""

    seat: int

    def ask(self, game: Maurice, state: State) -> Decide:
        options: tuple[Action, ...] = (TakeSide(True), TakeSide(False))
        return Decide(self.seat, "Which side of the table is yours?", "maurice:2.sides", options)

    def answer(self, game: Maurice, step: Step[State], choice: TakeSide) -> None:
        from .deployment import FirstToDeploy

        step.set(south=self.seat if choice.south else 1 - self.seat)
        step.say(SideTaken(self.seat, choice.south))
        step.swap(FirstToDeploy(1 - self.seat))


@rule("maurice:2.deal", "maurice:3.hand")
class Deal(Frame, frozen=True, tag="deal"):
    """Each player is dealt his first hand."""

    seat: int = 0

    def ask(self, game: Maurice, state: State) -> Draw | None:
        if self.seat > 1:
            return None
        return Draw(state.deck, "maurice:2.deal", "Cards are dealt.", n=game.cat.hand, seen=(self.seat,))

    def run(self, game: Maurice, step: Step[State]) -> None:
        step.swap(FirstRound())

    def answer(self, game: Maurice, step: Step[State], choice: Outcome) -> None:
        from kemu.parts.decks import without

        state = step.state
        cards = tuple(sorted(int(card) for card in choice))
        step.set(deck=without(state.deck, cards), hands=with_seat(state.hands, self.seat, held((), cards)))
        step.say(CardsDrawn(self.seat, cards))
        step.swap(Deal(self.seat + 1))


@rule("maurice:2.first")
class FirstRound(Frame, frozen=True, tag="first-round"):
    """A die each, ties again: the higher has the first round."""

    def ask(self, game: Maurice, state: State) -> Dice:
        return Dice(2, "maurice:2.first", "A die each: the higher has the first round.", ordered=True)

    def answer(self, game: Maurice, step: Step[State], choice: Outcome) -> None:
        from .round import Round

        one, other = int(choice[0]), int(choice[1])
        step.say(Rolled((one, other), "First round", "maurice:2.first"))
        if one != other:
            step.set(active=0 if one > other else 1)
            step.swap(Round())


@rule("maurice:2.size", "maurice:2.morale")
def armies(game: Maurice, battle: str, size: int) -> tuple[Unit, ...]:
    """Return both armies of a ready battle: the first so many units of each. Blue's ids begin at 20."""
    from msgspec.structs import replace

    both = game.cat.battles[battle].armies
    return tuple(replace(unit, id=unit.id + 20 * side) for side in (0, 1) for unit in both[side][:size])
