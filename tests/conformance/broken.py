"""Games that are broken on purpose, one promise each: a check that none of them fails is no check."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from msgspec.structs import replace

from kemu import Action, Decide, Over, Refusal, Touch, View
from kemu.core.mind import Mind
from kemu.core.pending import Chance
from kemu.parts.dice import Dice
from kemu.scene import Scene, Selectable
from toys.ambush import AmbushGame, Drew, Let
from toys.ambush import State as AmbushState
from toys.dispatch import Attack, DispatchGame
from toys.march import Go, March, MarchGame
from toys.volley import Fire, VolleyGame


def _asking(game: type[Any], change: Any) -> type[Any]:
    """Return a game whose decisions are changed on their way out."""

    class Changed(game):  # type: ignore[misc]
        def pending(self, state: Any) -> Any:
            pending = super().pending(state)
            return change(self, state, pending) if isinstance(pending, Decide) else pending

    return Changed


class ForgetsBag(DispatchGame):
    """encode: what was encoded comes back with less in it."""

    def decode(self, data: bytes) -> Any:
        return replace(super().decode(data), bag=())


DoubledOption = _asking(DispatchGame, lambda g, s, d: replace(d, options=(*d.options, d.options[0])))
DeadEnd = _asking(DispatchGame, lambda g, s, d: replace(d, options=()) if s.deepest else d)
UnknownClause = _asking(DispatchGame, lambda g, s, d: replace(d, clause="dispatch:99"))


class SameNotation(DispatchGame):
    """options: a player could not type what he means."""

    def notation(self, action: Action) -> str:
        return "attack"


class _Anywhere(March):
    """A continuum that samples what it refuses."""

    def sample(self, rng: Any) -> Action:
        return Go(-5, -5, False)


class WildSampler(MarchGame):
    """free: the sampler leaves the table."""

    def pending(self, state: Any) -> Any:
        pending = super().pending(state)
        return (
            replace(pending, free=_Anywhere(pending.free.own, pending.free.other))
            if isinstance(pending, Decide)
            else pending
        )


class _Loaded(Dice):
    """A die whose outcomes forget the six."""

    def outcomes(self) -> Iterator[Any]:
        return iter([((value,), 1) for value in range(1, 6)])


class LoadedDie(DispatchGame):
    """chance: the weights do not add up."""

    def pending(self, state: Any) -> Any:
        pending = super().pending(state)
        return _Loaded(1, pending.clause) if isinstance(pending, Dice) else pending


class TakesAnything(DispatchGame):
    """illegal: an attack on a post that is none is taken for an attack on another."""

    def apply(self, state: Any, choice: Any) -> Any:
        pending = self.pending(state)
        if isinstance(pending, Decide) and isinstance(choice, Attack) and choice not in pending.options:
            choice = pending.options[0]
        return super().apply(state, choice)


class AnySeat(DispatchGame):
    """wrong-seat: nobody looks who asks."""

    def why_not(self, state: Any, seat: int, intent: Any) -> Refusal | None:
        pending = self.pending(state)
        return super().why_not(state, pending.seat if isinstance(pending, Decide) else seat, intent)


class AlwaysAllowed(DispatchGame):
    """why-not: it says yes to everything."""

    def why_not(self, state: Any, seat: int, intent: Any) -> Refusal | None:
        return None


class Scribbles(VolleyGame):
    """immutable: a state that is written into."""

    def encode(self, state: Any) -> bytes:
        return super().encode(state) + b" " * self.times

    def decode(self, data: bytes) -> Any:
        return super().decode(data)

    times = 0

    def apply(self, state: Any, choice: Any) -> Any:
        type(self).times += 1
        return super().apply(state, choice)


class SilentEvents(AmbushGame):
    """events: an event that tells nothing."""

    def apply(self, state: Any, choice: Any) -> Any:
        state, events = super().apply(state, choice)
        return state, tuple(_Silent(e.seat, e.card) if isinstance(e, Drew) else e for e in events)


class _Silent(Drew, frozen=True, tag="silent"):
    def tell(self, game: Any) -> str:
        return ""


class LazyRedeal(AmbushGame):
    """redeal: the seat's own hand is dealt anew too."""

    def redeal(self, view: View[AmbushState], rng: Any) -> AmbushState:
        state = super().redeal(view, rng)
        hand = state.hands[0]
        return replace(state, hands=((0,) * len(hand), state.hands[1])) if view.seat == 0 else state


class OpenHands(AmbushGame):
    """hidden: the view shows the other hand."""

    def view(self, state: AmbushState, seat: int | None) -> View[AmbushState]:
        return View(seat, state)

    def redeal(self, view: View[AmbushState], rng: Any) -> AmbushState:
        return view.state


class TalkativeEvents(AmbushGame):
    """hidden: the view hides the card, and the event tells it."""

    def apply(self, state: Any, choice: Any) -> Any:
        state, events = super().apply(state, choice)
        return state, tuple(_Open(e.seat, e.card) if isinstance(e, Drew) else e for e in events)


class _Open(Drew, frozen=True, tag="open"):
    def seen_by(self, seat: int | None) -> Any:
        return self


class AskedOnlyIfHeld(AmbushGame):
    """redeal: who is asked tells what he holds."""

    def pending(self, state: Any) -> Any:
        pending = super().pending(state)
        if isinstance(pending, Decide) and pending.options[0] == Let() and len(pending.options) == 2:
            return replace(pending, waiting="He has one!")
        return pending


class Endless(VolleyGame):
    """ends: nobody is ever hit, and the volleys are not counted."""

    def apply(self, state: Any, choice: Any) -> Any:
        after, events = super().apply(state, choice)
        return replace(after, men=(12, 12), volleys=0), events


class GoesOn(VolleyGame):
    """ends: a game that is over still takes a volley."""

    def apply(self, state: Any, choice: Any) -> Any:
        if isinstance(self.pending(state), Over):
            return state, ()
        return super().apply(state, choice)


class OwnDice(VolleyGame):
    """replay: dice are rolled again inside the rules."""

    times = 0

    def apply(self, state: Any, choice: Any) -> Any:
        if isinstance(self.pending(state), Chance) and isinstance(choice, tuple) and len(choice) == state.men[0]:
            type(self).times += 1
            choice = tuple((die + self.times) % 6 + 1 for die in choice) if _dice(choice) else choice
        return super().apply(state, choice)


def _dice(choice: tuple[Any, ...]) -> bool:
    return all(type(die) is int and 1 <= die <= 6 for die in choice)


class Elsewhere(VolleyGame):
    """same-seed: another process has other rules."""

    def apply(self, state: Any, choice: Any) -> Any:
        if os.environ.get("PYTHONHASHSEED") == "4711" and isinstance(choice, Fire):
            choice = Fire("aimed")
        return super().apply(state, choice)


class Crashes(DispatchGame):
    """crash: a strange action gets an exception from the depths."""

    def explain(self, view: Any, decide: Decide, intent: Action | Touch) -> Refusal:
        if isinstance(intent, Attack):
            view.state.posts[0][intent.post]
        return super().explain(view, decide, intent)


class Restless(AmbushGame):
    """undo: the same choice does not lead to the same state twice."""

    times = 0

    def apply(self, state: Any, choice: Any) -> Any:
        after, events = super().apply(state, choice)
        if isinstance(choice, Let):
            type(self).times += 1
            after = replace(after, points=(after.points[0] + self.times, after.points[1]))
        return after, events


class HalfDrawn(DispatchGame):
    """scene: one option has no choice in the picture."""

    def scene(self, view: Any, decide: Decide | None = None) -> Scene:
        options = decide.options if decide else ()
        shown = tuple(Selectable(option=i, label="attack") for i in range(1, len(options)))
        return Scene(title="Dispatch", width=10, height=10, selectable=shown)


def _minded(game: type[Any], mind: type[Mind[Any]]) -> type[Any]:
    """Return a game whose opponents have this mind."""

    class Minded(game):  # type: ignore[misc]
        @cached_property
        def mind(self) -> Mind[Any]:
            return mind(self)

    Minded.__name__ = mind.__name__.strip("_")
    return Minded


class _Boasting(Mind[Any]):
    """A state is worth more than a won game."""

    def value(self, state: Any, pending: Any, rng: Any) -> Any:
        return (1e9, -1e9)


class _Stumbling(Mind[Any]):
    """A state cannot be valued."""

    def value(self, state: Any, pending: Any, rng: Any) -> Any:
        raise ZeroDivisionError("no troops")


class _OneSided(Mind[Any]):
    """A state is worth something to the first seat alone."""

    def value(self, state: Any, pending: Any, rng: Any) -> Any:
        return (0.5,)


class _Wavering(Mind[Any]):
    """A value does not depend on the dice that it is given alone."""

    told = 0

    def value(self, state: Any, pending: Any, rng: Any) -> Any:
        self.told += 1
        return (self.told % 2 / 2, -(self.told % 2) / 2)


class _Speechless(Mind[Any]):
    """A search is left without a candidate."""

    def candidates(self, view: Any, decide: Decide) -> Any:
        return ()


class _Misleading(Mind[Any]):
    """A search is told to think about an attack on a post that is none."""

    def candidates(self, view: Any, decide: Decide) -> Any:
        return (Attack(99),)


class _Dreaming(Mind[Any]):
    """A search is told of a plan that begins with nothing."""

    def plans(self, view: Any, decide: Decide) -> Any:
        return [()]


Boasts = _minded(VolleyGame, _Boasting)
Stumbles = _minded(VolleyGame, _Stumbling)
OneSided = _minded(VolleyGame, _OneSided)
Wavers = _minded(DispatchGame, _Wavering)
Speechless = _minded(DispatchGame, _Speechless)
Misleads = _minded(DispatchGame, _Misleading)
Daydreams = _minded(DispatchGame, _Dreaming)


class Secretive(VolleyGame):
    """hidden: it says that it hides something, and hides nothing."""

    hides: ClassVar[bool] = True


class Gossips(AmbushGame):
    """hidden: it says that it hides nothing, and hides the hands."""

    hides: ClassVar[bool] = False


class NoSuchPicture(VolleyGame):
    """scene: the setting that is shown by pictures is none."""

    pictured: ClassVar[str] = "battlefield"


class Sticky(DispatchGame):
    """free: pieces can be dragged where nothing is to be dragged."""

    def drags(self, view: Any, decide: Decide) -> tuple[str, ...]:
        return ("post",)


class Peeping(VolleyGame):
    """rooms: its rules draw pictures."""

    folder: ClassVar[Path] = Path(__file__).parent / "peeping"


class AlwaysOne(DispatchGame):
    """chance: the die has six faces and shows one."""

    def pending(self, state: Any) -> Any:
        pending = super().pending(state)
        return _One(1, pending.clause) if isinstance(pending, Dice) else pending


class _One(Dice):
    def sample(self, rng: Any) -> Any:
        return (1,) * self.n


class FirstDieCounts(VolleyGame):
    """chance: the rules look at the order of dice that are said to be alike."""

    def apply(self, state: Any, choice: Any) -> Any:
        after, events = super().apply(state, choice)
        if isinstance(choice, tuple) and isinstance(self.pending(state), Chance) and choice[0] == 1:
            after = replace(after, men=(max(1, after.men[0] - 1), after.men[1]))
        return after, events


class PeeksLater(AmbushGame):
    """hidden: the view shows the other hand, but only while somebody is asked for an ambush."""

    def view(self, state: AmbushState, seat: int | None) -> View[AmbushState]:
        return View(seat, state) if len(state.stack) > 1 else super().view(state, seat)

    def redeal(self, view: View[AmbushState], rng: Any) -> AmbushState:
        return view.state if len(view.state.stack) > 1 else super().redeal(view, rng)


BROKEN: dict[type[Any], tuple[str, ...]] = {
    ForgetsBag: ("encode", "decodes to another state"),
    DoubledOption: ("options", "an option stands there twice"),
    SameNotation: ("options", "two options have the same notation"),
    DeadEnd: ("dead-end", "without an answer", "nothing can be answered"),
    UnknownClause: ("clauses", "a prompt names dispatch:99, which is not in clauses.toml"),
    WildSampler: ("free", "which is refused"),
    LoadedDie: ("chance", "the weights do not sum to the total"),
    TakesAnything: ("illegal", "was accepted"),
    AnySeat: ("wrong-seat", "may answer for seat"),
    AlwaysAllowed: ("why-not", "which is not an answer"),
    Scribbles: ("immutable", "a refused action changed the state"),
    SilentEvents: ("events", "tells nothing"),
    LazyRedeal: ("redeal", "'s redeal does not give its view"),
    AskedOnlyIfHeld: ("redeal", "'s redeal asks otherwise"),
    OpenHands: ("hidden", "can tell apart what only"),
    TalkativeEvents: ("hidden", "can tell apart what only"),
    Endless: ("ends", "choices, its bound", "choices, the game's bound"),
    GoesOn: ("illegal", "was accepted"),
    OwnDice: ("replay", "its own record is refused"),
    Elsewhere: ("same-seed", "another process plays seeds"),
    Crashes: ("crash", "IndexError"),
    Restless: ("undo", "the same choice after undo leads elsewhere"),
    HalfDrawn: ("scene", "the choices are not the options, each once"),
    Boasts: ("mind", "not a number from -1 to 1 for each seat"),
    Stumbles: ("mind", "a state cannot be valued: ZeroDivisionError"),
    OneSided: ("mind", "not a number from -1 to 1 for each seat"),
    Wavers: ("mind", "the same dice give a state different values"),
    Speechless: ("mind", "the candidates are no answers"),
    Misleads: ("mind", "the candidates are no answers"),
    Daydreams: ("mind", "a plan does not begin with an answer"),
    Secretive: ("hidden", "it hides something, and every seat was shown every state whole"),
    Gossips: ("hidden", "the game says that it hides nothing"),
    NoSuchPicture: ("scene", "pictured is no setting with a list of choices"),
    Sticky: ("free", "a decision without a continuum lets pieces be dragged"),
    Peeping: ("rooms", "may not know that"),
    AlwaysOne: ("chance", "is likely, and never drawn"),
    FirstDieCounts: ("chance", "to the rules"),
    PeeksLater: ("hidden", "comes to know what only"),
}
"""Each with the check that it fails, and what this check says of it."""
