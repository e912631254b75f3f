"""The finer points: for each thing that a check can say, a game (or a core) that makes it say so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from msgspec.structs import force_setattr, replace

from kemu import Decide, Over, Reach, Refusal, Touch, View
from kemu.core.pending import Action
from kemu.core.sources import Faces
from kemu.parts.dice import Dice
from kemu.scene import Disc, Scene, Selectable, Zone
from toys.ambush import AmbushGame, Drew
from toys.dispatch import Attack, DispatchGame
from toys.march import Go, March, MarchGame
from toys.sealed import SealedGame
from toys.volley import LAST, VolleyGame

Base = type[Any]
Method = Callable[..., Any]


def but(base: Base, **methods: Method) -> Base:
    """Return a game like this one, but for some methods; each gets the base's own as its first argument."""

    def bound(name: str, method: Method) -> Method:
        def call(self: Any, *arguments: Any) -> Any:
            return method(getattr(super(made, self), name), self, *arguments)

        return call

    made: Base = type(f"{base.__name__}But", (base,), {name: bound(name, method) for name, method in methods.items()})
    return made


def pausing(base: Base, kind: type[Any], change: Callable[[Any], Any]) -> Base:
    """Return a game whose pauses of one kind are changed on their way out."""

    def pending(own: Method, self: Any, state: Any) -> Any:
        asked = own(state)
        return change(asked) if isinstance(asked, kind) else asked

    return but(base, pending=pending)


def asking(base: Base, change: Callable[[Any], Any]) -> Base:
    return pausing(base, Decide, change)


def throwing(die: type[Dice]) -> Base:
    return pausing(DispatchGame, Dice, lambda asked: die(1, asked.clause))


class _Twice(Dice):
    """The one comes twice, the six never."""

    def outcomes(self) -> Iterator[Any]:
        return iter([((face,), 1) for face in (1, 1, 2, 3, 4, 5)])


class _Shy(Dice):
    """What it throws it does not accept."""

    def check(self, outcome: Any) -> Any:
        return Refusal("No sixes here.", self.clause) if outcome == (6,) else super().check(outcome)


class _Unlisted(Dice):
    """A six counts as something that cannot be thrown."""

    def counts_as(self, outcome: Any) -> Any:
        return (7,) if outcome == (6,) else outcome


class _Elsewhere(Dice):
    """It says that it is drawn from other faces."""

    def drawn_from(self) -> Any:
        return (Faces(self.n, (6, 5, 4, 3, 2, 1)),)


class _Unreadable(Dice):
    """It says what it is drawn from in a list, which a record gives back as something else."""

    def drawn_from(self) -> Any:
        return (Faces(self.n, list(self.faces)),)  # type: ignore[arg-type]


class _Free(March):
    """A continuum, but for what is said."""

    def __init__(self, free: Any, **methods: Method) -> None:
        super().__init__(free.own, free.other)
        vars(self).update(methods)


def _nowhere(asked: Decide) -> Decide:
    return replace(asked, options=(), free=_Free(asked.free, sample=lambda rng: None))


def _moved(own: Method, self: Any, raw: Any) -> Any:
    action = own(raw)
    return replace(action, x=1) if isinstance(action, Go) else action


def flickering(show: Callable[[int], Any]) -> Method:
    """Return a method that says something else every time: what a broken game secretly remembers."""
    times = [0]

    def call(*arguments: Any) -> Any:
        times[0] += 1
        return show(times[0] % 2)

    return call


def forgetful() -> Base:
    """Return a game that asks otherwise when the state comes from its encoding."""

    def decode(own: Method, self: Any, data: bytes) -> Any:
        self.read = own(data)
        return self.read

    def pending(own: Method, self: Any, state: Any) -> Any:
        asked = own(state)
        again = isinstance(asked, Decide) and state is getattr(self, "read", None)
        return replace(asked, prompt="Again!") if again else asked

    return but(VolleyGame, decode=decode, pending=pending)


_SPOT = Disc(x=0, y=0, r=1)
_POST = Zone(id="post", label="A post", outline=_SPOT)


def drawn(base: Base = DispatchGame, **parts: Any) -> Base:
    """Return a game with a picture, complete but for what is said; what can be called is made anew each time."""

    def scene(own: Method, self: Any, view: Any, decide: Decide | None = None) -> Scene:
        options = decide.options if decide else ()
        choices = tuple(Selectable(option=i, label="attack", target="post") for i in range(len(options)))
        made = {key: part(self, view) if callable(part) else part for key, part in parts.items()}
        whole = {"title": "Toy", "width": 10, "height": 10, "zones": (_POST,), "selectable": choices, **made}
        return Scene(**whole)

    return but(base, scene=scene)


class _Peek(View[Any], frozen=True, eq=False):
    """A view with the truth in its pocket, which no comparison looks into."""

    truth: Any = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and (self.seat, self.state) == (other.seat, other.state)

    def __hash__(self) -> int:
        return hash((self.seat, self.state))


def knowing() -> Base:
    """Return a game with hidden hands whose picture is drawn from the true state."""

    def view(own: Method, self: Any, state: Any, seat: int | None) -> Any:
        return _Peek(seat, own(state, seat).state, state)

    return but(drawn(AmbushGame, title=lambda self, view: str(view.truth.hands)), view=view)


def opened(when: Callable[[Any, int | None], bool]) -> Base:
    """Return a game whose hidden hands lie open to some, or at times."""

    def view(own: Method, self: Any, state: Any, seat: int | None) -> Any:
        return View(seat, state) if when(state, seat) else own(state, seat)

    def redeal(own: Method, self: Any, view: Any, rng: Any) -> Any:
        return (
            view.state if -1 not in (*view.state.deck, *view.state.hands[0], *view.state.hands[1]) else own(view, rng)
        )

    return but(AmbushGame, view=view, redeal=redeal)


def before_a_draw(state: Any, seat: int | None) -> bool:
    """Say whether three cards lie open and the next is about to be drawn: two choices after the draw before."""
    return len(state.shown) == 3 and len(state.stack) == 1 and len(state.hands[state.stack[0].seat]) < 3


def lively(change: Callable[[Any], Any]) -> Base:
    """Return a game whose events are changed on their way out."""

    def apply(own: Method, self: Any, state: Any, choice: Any) -> Any:
        after, events = own(state, choice)
        return after, tuple(change(event) if isinstance(event, Drew) else event for event in events)

    return but(AmbushGame, apply=apply)


class _Lawless(Drew, frozen=True, tag="lawless"):
    under: ClassVar[str] = "ambush:99"


class _Unwritable(Drew, frozen=True, tag="unwritable"):
    extra: Any = None


def refusing(change: Callable[[Refusal], Refusal]) -> Base:
    return but(DispatchGame, explain=lambda own, self, *a: change(own(*a)))


def scribbling() -> Base:
    """Return a game that writes into the state that a choice is applied to."""

    def apply(own: Method, self: Any, state: Any, choice: Any) -> Any:
        after, events = own(state, choice)
        force_setattr(state, "volleys", state.volleys + 1)
        return after, events

    return but(VolleyGame, apply=apply)


def growing() -> Base:
    """Return a game that has one man more every time it is begun."""
    begun = [0]

    def opening(own: Method, self: Any, options: Any) -> Any:
        begun[0] += 1
        return replace(own(options), men=(12, 11 + begun[0]))

    return but(VolleyGame, opening=opening)


def _hides_the_hour(own: Method, self: Any, state: Any, seat: int | None) -> Any:
    return View(seat, replace(state, volleys=0))


def _at_night(own: Method, self: Any, view: Any, rng: Any) -> Any:
    return replace(view.state, volleys=LAST)


_flick = flickering(lambda n: n)

FINER: list[tuple[Base, str, str]] = [
    (but(VolleyGame, encode=lambda own, self, s: own(s) + b" " * _flick()), "encode", "encodes differently"),
    (forgetful(), "encode", "waits for something else"),
    (asking(VolleyGame, lambda d: replace(d, prompt="")), "options", "has no prompt"),
    (
        asking(VolleyGame, lambda d: replace(d, options=d.options[:: 1 if _flick() else -1])),
        "options",
        "stand in another order",
    ),
    (but(DispatchGame, parse=lambda own, self, raw: replace(own(raw), post=0)), "options", "is not read back"),
    (but(DispatchGame, label=lambda own, self, v, a: ""), "options", "has no label"),
    (asking(VolleyGame, lambda d: replace(d, no=Action())), "options", "a standing no would not be an option"),
    (
        but(DispatchGame, why_not=lambda own, self, s, seat, i: own(s, seat, i) or Refusal("No.", "dispatch:1")),
        "why-not",
        "why_not refuses the legal",
    ),
    (
        but(DispatchGame, why_not=lambda own, self, s, seat, i: own(s, seat, i) and Refusal("So.", "dispatch:1")),
        "why-not",
        "why_not says",
    ),
    (
        but(DispatchGame, why_not=lambda own, self, s, seat, i: None if isinstance(i, Touch) else own(s, seat, i)),
        "why-not",
        "a click on nothing gets no reason",
    ),
    (
        asking(MarchGame, lambda d: replace(d, free=_Free(d.free, reach=lambda: (Reach(""),)))),
        "free",
        "a reach without a path",
    ),
    (but(MarchGame, parse=_moved), "free", "is not read back"),
    (asking(MarchGame, _nowhere), "dead-end", "the sampler finds no answer"),
    (refusing(lambda refusal: Refusal("", refusal.clause)), "illegal", "is refused without a reason"),
    (refusing(lambda refusal: Refusal("No.", "dispatch:99")), "clauses", "a refusal names dispatch:99"),
    (
        but(DispatchGame, parse=lambda own, self, raw: Attack(0) if raw == {} else own(raw)),
        "illegal",
        "was read as the legal",
    ),
    (throwing(_Twice), "chance", "an outcome comes twice"),
    (throwing(_Elsewhere), "chance", "it is not drawn from what it says"),
    (throwing(_Unreadable), "chance", "is not read back as it was written"),
    (throwing(_Shy), "chance", "is drawn and refused"),
    (throwing(_Unlisted), "chance", "counts as none of the outcomes"),
    (pausing(DispatchGame, Dice, lambda d: Dice(1, "dispatch:99")), "clauses", "a chance names dispatch:99"),
    (
        but(VolleyGame, view=lambda own, self, s, seat: View(seat, replace(s, volleys=_flick()))),
        "redeal",
        "two views of one state differ",
    ),
    (but(VolleyGame, view=_hides_the_hour, redeal=_at_night), "redeal", "'s redeal waits for Over, not Decide"),
    (
        but(SealedGame, view=lambda own, self, s, seat: View(seat, s), redeal=lambda own, self, v, rng: v.state),
        "hidden",
        "can tell apart what only (0,) may see",
    ),
    (opened(lambda state, seat: seat is None), "hidden", "seat None can tell apart"),
    (opened(before_a_draw), "hidden", "comes to know"),
    (pausing(VolleyGame, Over, lambda over: replace(over, scores=(1.0,))), "ends", "not one score a seat"),
    (pausing(VolleyGame, Over, lambda over: replace(over, winner=7)), "ends", "no such winner"),
    (
        pausing(VolleyGame, Over, lambda over: replace(over, clause="volley:99")),
        "clauses",
        "an outcome names volley:99",
    ),
    (lively(lambda e: _Lawless(e.seat, e.card)), "clauses", "the event _Lawless names ambush:99"),
    (lively(lambda e: _Unwritable(e.seat, e.card, object())), "events", "cannot be encoded"),
    (drawn(zones=(_POST, _POST)), "scene", "two things have one id"),
    (drawn(zones=()), "scene", "a choice points at nothing"),
    (drawn(title=lambda self, view: str(_flick())), "scene", "two scenes of one view differ"),
    (knowing(), "scene", "'s scene knows more than its view"),
    (
        but(drawn(MarchGame, selectable=()), drags=lambda own, self, view, decide: ("ghost",)),
        "scene",
        "what can be dragged is no piece of the picture",
    ),
    (scribbling(), "immutable", "a choice changed the state it was applied to"),
    (growing(), "same-seed", "gives two different games"),
    (but(VolleyGame), "same-seed", "another process cannot play it"),
]


def changed_record_passes(whole_games: Any) -> dict[str, Any]:
    good: list[Any] = []

    def load(data: bytes) -> Any:
        good[:] = good or [own(data)]
        return good[0]

    own = whole_games.load_record
    return {"load_record": load}


def record_without_end(whole_games: Any) -> dict[str, Any]:
    own = whole_games.load_record
    return {"load_record": lambda data: replace(own(data), end=None)}


def own_record_refused(whole_games: Any) -> dict[str, Any]:
    def verify(*_: Any) -> Any:
        raise whole_games.RecordError(1, "never")

    return {"verify": verify}


def unproved(whole_games: Any) -> dict[str, Any]:
    own = whole_games.verify
    return {"verify": lambda record, game: replace(own(record, game), dice="promised")}


def short_replay(whole_games: Any) -> dict[str, Any]:
    own = whole_games.replay
    return {"replay": lambda record, game: list(own(record, game))[1:]}


def undo_everywhere(whole_games: Any) -> dict[str, Any]:
    return {"Table.can_undo": lambda self, seat=None: None}


def undo_forgets(whole_games: Any) -> dict[str, Any]:
    return {"Table.undo": lambda self, seat=None: self.past.pop()}


def undo_ungoverned(whole_games: Any) -> dict[str, Any]:
    def undo(self: Any, seat: Any = None) -> None:
        self.state = self.past.pop().before

    return {"Table.can_undo": lambda self, seat=None: Refusal("Never."), "Table.undo": undo}


LOOSE: list[tuple[Callable[[Any], dict[str, Any]], str, str]] = [
    (changed_record_passes, "replay", "a changed record passes"),
    (record_without_end, "replay", "the record is not read back as it was written"),
    (own_record_refused, "replay", "its own record is refused"),
    (unproved, "replay", "the dice are promised"),
    (short_replay, "replay", "replay goes through other states than play"),
    (undo_everywhere, "undo", "undo is offered where knowledge has begun"),
    (undo_forgets, "undo", "undo does not give back the state before"),
    (undo_ungoverned, "undo", "undo is refused by can_undo and works"),
]
"""What the core would have to be for the checks of `whole_games` to speak: names there, and what stands for them."""
