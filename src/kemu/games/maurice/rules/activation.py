"""Chapter 4: a force is named, paid for, perhaps interrupted, and acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kemu.core.clauses import rule
from kemu.core.frames import Frame, Step
from kemu.core.pending import Action, Decide

from ..model.actions import Activate, Keep, Refuse, Spend
from ..model.effects import Treat
from ..model.events import Dropped, Foiled, ForceNamed, Spent, Unpaid
from ..model.names import name
from ..model.units import BW
from . import measuring
from .cards import Window, in_force, spend
from .forces import ForceChoice, able, affordable, components, distance, payable, plain, serves
from .offers import Conditional, Offered

if TYPE_CHECKING:
    from .. import Maurice
    from ..model.state import State

BEFORE = {"march": "march.before_moves", "rally": "rally.before_dice", "bombard": "bombard.before_fire"}


@rule("maurice:4.activate", "maurice:4.part", "maurice:R24", "maurice:1.forces", "maurice:R15")
class NameForce(Frame, frozen=True, tag="name-force"):
    """After the draw the active player names the force that acts; if he can pay for any, he must."""

    action: str

    def ask(self, game: Maurice, state: State) -> Decide | None:
        some = next(payable(game, state, self.action), None)
        if some is None:
            return None
        free = ForceChoice(game, state, self.action)
        forces: list[Conditional] = [
            (Activate(units), lambda force: affordable(game, state, self.action, force), units)
            for units in dict.fromkeys((*plain(game, state, self.action), some))
        ]
        prompt, waiting = f"Which force is to {self.action}?", f"A force to {self.action} is named."
        return Decide(state.active, prompt, "maurice:4.activate", Offered(forces), free=free, waiting=waiting)

    def run(self, game: Maurice, step: Step[State]) -> None:
        """The cards reach no force: nothing is activated and no card is lost. Everybody hears it at once."""
        step.say(Unpaid(step.state.active))
        step.pop()

    def answer(self, game: Maurice, step: Step[State], choice: Activate) -> None:
        state = step.state
        away = distance(game, state, choice.units)
        assert away is not None
        step.say(ForceNamed(state.active, tuple(name(state.unit(uid)) for uid in choice.units), away))
        step.swap(Paying(self.action, choice.units, away))


@rule("maurice:3.span", "maurice:3.several", "maurice:4.least", "maurice:4.figActivate", "maurice:R22")
class Paying(Frame, frozen=True, tag="paying"):
    """Cards are played one after another until their spans reach the force; at least one, and none beyond.

    Nobody is asked which card of one.
    """

    action: str
    units: tuple[int, ...]
    distance: int
    spent: int = 0

    def ask(self, game: Maurice, state: State) -> Decide | None:
        if len(state.hands[state.active]) == 1:
            return None
        options = tuple(Spend(card) for card in sorted(set(state.hands[state.active])))
        left = max(0, self.distance - self.spent)
        prompt = f"Your order has {left / BW:.1f} BW (base widths) to go: play a card, whose span carries it so far."
        return Decide(state.active, prompt, "maurice:3.span", options, waiting="The force is paid for.")

    def run(self, game: Maurice, step: Step[State]) -> None:
        self.answer(game, step, Spend(step.state.hands[step.state.active][0]))

    def answer(self, game: Maurice, step: Step[State], choice: Spend) -> None:
        seat = step.state.active
        spend(step, seat, choice.card)
        step.say(Spent(seat, choice.card, "activates with", "maurice:3.span"))
        spent = self.spent + game.cat.cards[choice.card].span * BW
        if spent < self.distance:
            step.swap(Paying(self.action, self.units, self.distance, spent))
        else:
            step.swap(Activation(self.action, self.units, spent))


def foil(step: Step[State]) -> None:
    """The activation fails, with whatever is still asked about it: what was played for it is lost."""
    step.say(Foiled(step.state.active))
    step.set(effects=())
    while not isinstance(step.state.stack[-1], Activation):
        step.pop()
    step.pop()


@rule("maurice:4.foiled", "maurice:4.modify", "maurice:4.order", "maurice:R26", "maurice:R28")
class Activation(Frame, frozen=True, tag="activation"):
    """The force is paid for: the active player's modifier, the interrupt, the passive player's modifier, the action."""

    action: str
    units: tuple[int, ...]
    spent: int
    stage: int = 0

    def run(self, game: Maurice, step: Step[State]) -> None:
        active = step.state.active
        if self.stage == 0:
            step.swap(self.at(1), self._interrupts(1 - active), *self._modifier(active))
        elif self.stage == 1:
            if self.is_foiled(game, step.state):
                foil(step)
            else:
                step.swap(self.at(2), *self._modifier(1 - active))
        elif self.stage == 2:
            step.swap(self.at(3), self._acting(game, step.state))
        else:
            step.set(effects=())
            step.pop()

    def at(self, stage: int, units: tuple[int, ...] | None = None) -> Activation:
        """Return the activation at another stage, or with another force."""
        return Activation(self.action, self.units if units is None else units, self.spent, stage)

    def _modifier(self, seat: int) -> tuple[Window, ...]:
        window = BEFORE.get(self.action)
        return () if window is None else (Window((window,), (seat,), self.action, self.units),)

    def _interrupts(self, seat: int) -> Window:
        windows = ("force.paid", "charge.before_moves") if self.action == "charge" else ("force.paid",)
        return Window(windows, (seat,), self.action, self.units)

    @rule("maurice:4.foiled", "maurice:R28", "maurice:R63")
    def is_foiled(self, game: Maurice, state: State) -> bool:
        """An interrupt can leave the force nothing to do: in difficult terrain that has become impassable, say."""
        if not self.units:
            return True
        field = game.field(state)
        if self.action == "charge":
            return not any(able(game, state, uid) for uid in self.units)
        if self.action == "march" and in_force(game, state, Treat):
            smoke = any(state.unit(uid).smoke for uid in self.units)
            return not smoke and all(measuring.in_difficult(field, uid) for uid in self.units)
        return serves(game, state, self.action, self.units) is not None

    def _acting(self, game: Maurice, state: State) -> Frame:
        if self.action == "march":
            from .marching import Marching

            return Marching(self.units)
        if self.action == "charge":
            from .charging import Charging

            can = sum(able(game, state, uid) for uid in self.units)
            return Charging(
                self.units,
                tuple(uid for uid in self.units if able(game, state, uid)),
                min(can, (len(self.units) + 1) // 2),
            )
        if self.action == "rally":
            from .rallying import Rallying

            return Rallying(self.units)
        from .shooting import Shooting

        return Shooting(state.active, True, self.units)

    @rule("maurice:R63", "maurice:4.interrupting")
    def drop(self, game: Maurice, step: Step[State], units: tuple[int, ...]) -> None:
        """Units leave the force. What is left keeps to one linked part within the spans that were played."""
        state = step.state
        step.say(Dropped(state.active, tuple(name(state.unit(uid)) for uid in units)))
        left = [uid for uid in self.units if uid not in units]
        if self.action == "charge":
            step.swap(self.at(self.stage, tuple(left)))
            return
        parts = [
            part
            for part in components(game, state, [state.unit(uid) for uid in left])
            if (away := distance(game, state, part)) is not None and away <= self.spent
        ]
        if len(parts) > 1:
            step.push(KeepPart(tuple(parts)))
        else:
            step.swap(self.at(self.stage, parts[0] if parts else ()))


@rule("maurice:R63")
class KeepPart(Frame, frozen=True, tag="keep"):
    """A force that fell apart: the active player keeps one linked part."""

    parts: tuple[tuple[int, ...], ...]

    def ask(self, game: Maurice, state: State) -> Decide:
        options: tuple[Action, ...] = tuple(Keep(part) for part in self.parts)
        return Decide(state.active, "Which part of the force acts?", "maurice:R63", options)

    def answer(self, game: Maurice, step: Step[State], choice: Keep) -> None:
        step.pop()
        top = step.state.stack[-1]
        assert isinstance(top, Activation)
        step.swap(top.at(top.stage, choice.units))


@rule("maurice:4.interrupting", "maurice:4.foiled")
class Toll(Frame, frozen=True, tag="toll"):
    """An interrupt asks for more cards: the active player discards them, or his activation is foiled."""

    cards: int

    def ask(self, game: Maurice, state: State) -> Decide | None:
        hand = state.hands[state.active]
        if len(hand) < self.cards:
            return None
        options = (Refuse(), *(Spend(card) for card in sorted(set(hand))))
        prompt = "Discard a card, or the activation is foiled."
        waiting = "A card is discarded, or the activation foiled."
        return Decide(state.active, prompt, "maurice:4.interrupting", options, waiting=waiting)

    def run(self, game: Maurice, step: Step[State]) -> None:
        step.pop()
        foil(step)

    def answer(self, game: Maurice, step: Step[State], choice: Spend | Refuse) -> None:
        step.pop()
        if isinstance(choice, Refuse):
            foil(step)
            return
        seat = step.state.active
        spend(step, seat, choice.card)
        step.say(Spent(seat, choice.card, "discards", "maurice:4.interrupting"))
        if self.cards > 1:
            step.push(Toll(self.cards - 1))
