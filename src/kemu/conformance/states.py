"""Checks of a single state, on the way through a random game."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from itertools import islice
from typing import Any, cast

import msgspec

from kemu.core.events import Event
from kemu.core.game import Game
from kemu.core.pending import Action, Chance, Decide, Outcome, Over, Touch
from kemu.core.refusal import Refusal
from kemu.core.rng import QuickRng
from kemu.core.sources import Source, draw_from

AnyGame = Game[Any, Any]
Found = Iterator[tuple[str, str]]

GARBAGE: tuple[Any, ...] = (None, 42, "f6", object(), (), ("x",), {"act": "none"}, Decide, 1.5, b"\0", [1, 2])
RAW_GARBAGE: tuple[Any, ...] = (
    None,
    42,
    "",
    [],
    {},
    {"act": None},
    {"act": "no such act"},
    {"act": ["x"]},
    {"step": "turn"},
    {"act": {"act": {}}},
)

VALUED = 8
"""One decision in so many is valued as a search would."""
OPEN = b"the rules have shown it"


class Checker:
    """Holds what the checks of one game share: the game, a source of randomness, actions seen elsewhere."""

    def __init__(self, game: AnyGame, rng: QuickRng) -> None:
        self.game = game
        self.rng = rng
        self.seen = 0
        """How many decisions were looked at."""
        self.drawn: set[tuple[str, str, int]] = set()
        self.elsewhere: dict[Action, None] = {}
        """Actions that were legal somewhere: good candidates for being illegal here."""
        self.hid = False
        """Whether some view has left something out of its state."""

    def state(self, state: Any) -> Found:
        """Run every check of one state."""
        pending = self.game.pending(state)
        yield from self.encode(state)
        self.shown(state)
        yield from self.views(state)
        if isinstance(pending, Decide):
            yield from self.decision(state, pending)
        elif isinstance(pending, Over):
            yield from self.over(state, pending)
        else:
            yield from self.chance(state, pending)

    def encode(self, state: Any) -> Found:
        data = self.game.encode(state)
        again = self.game.decode(data)
        if again != state:
            yield "encode", f"decodes to another state: {_first_difference(state, again)}"
        elif self.game.encode(again) != data:
            yield "encode", "encodes differently after decoding"
        elif _asked(self.game.pending(again)) != _asked(self.game.pending(state)):
            yield "encode", "the decoded state waits for something else"

    def shown(self, state: Any) -> None:
        """A state can be shown to everybody in a terminal."""
        game = self.game
        for seat in (*range(len(game.seats)), None):
            game.picture(game.view(state, seat))

    def decision(self, state: Any, decide: Decide) -> Found:
        game, options = self.game, decide.options
        yield from self.clause(decide.clause, "a prompt")
        if not decide.prompt:
            yield "options", f"a decision under {decide.clause} has no prompt"
        if not options and decide.free is None:
            yield "dead-end", f"a decision under {decide.clause} without an answer"
            return
        if len(set(options)) != len(options):
            yield "options", f"an option stands there twice: {decide.prompt}"
        again = game.without_memory().pending(state)
        if isinstance(again, Decide) and again.options != options:
            yield "options", f"asked again, the options differ or stand in another order: {decide.prompt}"
        if len({game.notation(option) for option in options}) != len(options):
            yield "options", f"two options have the same notation: {decide.prompt}"
        if decide.no is not None and decide.no not in options:
            yield "options", f"a standing no would not be an option: {decide.prompt}"
        view = game.view(state, decide.seat)
        candidates = game.mind.candidates(view, decide)
        if any(decide.check(candidate) is not None for candidate in candidates) or (options and not candidates):
            yield "mind", f"the candidates are no answers to: {decide.prompt}"
        if any(not plan or decide.check(plan[0]) is not None for plan in game.mind.plans(view, decide)):
            yield "mind", f"a plan does not begin with an answer to: {decide.prompt}"
        for option in options:
            if game.parse(msgspec.json.decode(msgspec.json.encode(option))) != option:
                yield "options", f"{option} is not read back as it was written"
            if not game.label(view, option):
                yield "options", f"{option} has no label"
        if options:
            option = options[self.rng.below(len(options))]
            self.elsewhere[option] = None
            if game.why_not(state, decide.seat, option) is not None:
                yield "why-not", f"why_not refuses the legal {option}"
            for seat in range(len(game.seats)):
                if seat != decide.seat and game.why_not(state, seat, option) is None:
                    yield "wrong-seat", f"seat {seat} may answer for seat {decide.seat}"
        if decide.free is not None:
            yield from self.free(decide)
        elif game.drags(view, decide):
            yield "free", f"a decision without a continuum lets pieces be dragged: {decide.prompt}"
        yield from self.illegal(state, decide)
        yield from self.scene(state, decide)
        if self.seen % VALUED == 0:
            yield from self.valued(state, decide)
        self.seen += 1

    def valued(self, state: Any, decide: Decide) -> Found:
        """The mind's value is one number a seat, from -1 to 1, and by the same dice the same."""
        game, seed = self.game, self.rng.below(1 << 30)
        try:
            game.mind.features(state)
            value = game.mind.value(state, decide, QuickRng(seed))
        except Exception as error:  # a game played out at random may stumble where this one does not come
            yield "mind", f"a state cannot be valued: {type(error).__name__}: {error}"
            return
        if len(value) != len(game.seats) or not all(-1.0 <= number <= 1.0 for number in value):
            yield "mind", f"a state's value is {value}, not a number from -1 to 1 for each seat"
        elif value != game.mind.value(state, decide, QuickRng(seed)):
            yield "mind", "the same dice give a state different values"

    def free(self, decide: Decide) -> Found:
        free = decide.free
        assert free is not None
        if not all(reach.path for reach in free.reach()):
            yield "free", "a reach without a path"
        for x, y in ((0.0, 0.0), (-1e12, 1e12), (float("inf"), float("nan")), (17.3, 42.0)):
            dragged = free.at(x, y, "no such piece")
            if dragged is not None and free.check(dragged) is None:
                self.elsewhere[dragged] = None
        sampled = [action for action in (free.sample(self.rng) for _ in range(3)) if action is not None]
        if not sampled and not decide.options:
            yield "dead-end", f"the sampler finds no answer, and there is no other: {decide.prompt}"
        for action in sampled:
            refusal = free.check(action)
            if refusal is not None:
                yield "free", f"the sampler offers {action}, which is refused: {refusal}"
            if self.game.parse(msgspec.json.decode(msgspec.json.encode(action))) != action:
                yield "free", f"{action} is not read back as it was written"
            self.elsewhere[action] = None
            for x, y in ((-1e12, 1e12), (float("inf"), float("nan")), (17.3, 42.0)):
                free.adjust(action, x, y, "no such piece")

    def illegal(self, state: Any, decide: Decide) -> Found:
        """Offer what is not an option: other positions' actions, wild numbers, and garbage."""
        game = self.game
        before = game.encode(state)
        strange = [a for a in list(self.elsewhere)[-40:] if decide.check(a) is not None]
        strange += [a for option in list(self.elsewhere)[-10:] for a in _wild(option) if decide.check(a) is not None]
        for intent in strange[-60:]:
            reason = yield from self.refused(state, intent)
            said = game.why_not(state, decide.seat, intent)
            if said is None:
                yield "why-not", f"why_not allows {intent}, which is not an answer"
            elif reason is not None and said != reason:
                yield "why-not", f"why_not says {said!r}, apply says {reason!r}"
        for intent in GARBAGE:
            yield from self.refused(state, intent)
        for raw in RAW_GARBAGE:
            try:
                action = game.parse(raw)
            except Refusal:
                continue
            if decide.check(action) is None and raw != msgspec.to_builtins(action):
                yield "illegal", f"{raw!r} was read as the legal {action}"
        touched = game.why_not(state, decide.seat, Touch("no such thing"))
        if touched is None or not touched.reason:
            yield "why-not", "a click on nothing gets no reason"
        if game.encode(state) != before:
            yield "immutable", "a refused action changed the state"

    def refused(self, state: Any, intent: Any) -> Generator[tuple[str, str], None, Refusal | None]:
        """Apply something that must be refused; the value is the refusal."""
        try:
            self.game.apply(state, intent)
        except Refusal as refusal:
            if not refusal.reason:
                yield "illegal", f"{intent!r} is refused without a reason"
            yield from self.clause(refusal.clause, "a refusal")
            return refusal
        yield "illegal", f"{intent!r} was accepted"
        return None

    def chance(self, state: Any, chance: Chance) -> Found:
        yield from self.clause(chance.clause, "a chance")
        outcomes = list(islice(chance.outcomes(), 20_000))
        if len(outcomes) < 20_000 and sum(weight for _, weight in outcomes) != chance.total():
            yield "chance", f"{chance.kind} under {chance.clause}: the weights do not sum to the total"
        if len({outcome for outcome, _ in outcomes}) != len(outcomes):
            yield "chance", f"{chance.kind} under {chance.clause}: an outcome comes twice"
        for outcome in [chance.sample(self.rng) for _ in range(5)] + [outcome for outcome, _ in outcomes[:50]]:
            refusal = chance.check(outcome)
            if refusal is not None:
                yield "chance", f"{outcome} is drawn and refused: {refusal}"
        yield from self.source(chance)
        yield from self.fair(state, chance, outcomes)
        for outcome in ((), ("no such card",), (10**9,), (None,), None, 3, "x"):
            yield from self.refused(state, outcome)
        if chance.seen is not None:
            yield from self.hidden(state, [outcome for outcome, _ in outcomes[:6]], chance.seen)
            if len(outcomes) > 1:
                yield from self.twins(state, outcomes[0][0], outcomes[-1][0], chance.seen)

    def source(self, chance: Chance) -> Found:
        """What stands in the record as drawn from gives, by the same numbers, what is drawn."""
        where, sources = f"{chance.kind} under {chance.clause}", chance.drawn_from()
        if msgspec.json.decode(msgspec.json.encode(sources), type=tuple[Source, ...]) != sources:
            yield "chance", f"{where}: what it is drawn from is not read back as it was written"
        for seed in (self.rng.below(1 << 30) for _ in range(5)):
            if draw_from(sources, QuickRng(seed)) != chance.sample(QuickRng(seed)):
                yield "chance", f"{where}: it is not drawn from what it says"
                return

    def fair(self, state: Any, chance: Chance, outcomes: list[tuple[Outcome, int]]) -> Found:
        """What is likely is drawn; and outcomes that count as one lead to one state."""
        total = chance.total()
        listed = {outcome for outcome, _ in outcomes}
        key = (chance.kind, chance.clause, len(outcomes))
        if len(outcomes) <= 36 and key not in self.drawn:
            self.drawn.add(key)
            seen = {chance.counts_as(outcome) for outcome in self.samples(chance, 300)}
            for outcome, weight in outcomes:
                if weight * 10 >= total and outcome not in seen:
                    yield "chance", f"{chance.kind} under {chance.clause}: {outcome} is likely, and never drawn"
        for outcome in self.samples(chance, 2):
            same = chance.counts_as(outcome)
            if len(outcomes) < 20_000 and same not in listed:
                yield "chance", f"{chance.kind} under {chance.clause}: {outcome} counts as none of the outcomes"
            elif same != outcome and self.game.apply(state, outcome)[0] != self.game.apply(state, same)[0]:
                yield "chance", f"{chance.kind} under {chance.clause}: {outcome} is not the same as {same} to the rules"

    def samples(self, chance: Chance, number: int) -> list[Outcome]:
        return [chance.sample(self.rng) for _ in range(number)]

    def hidden(self, state: Any, choices: list[Any], seen: tuple[int, ...]) -> Found:
        """Whatever a seat may not see must leave its view, and the events that it sees, as they are.

        Unless the choice itself makes the rules show something to all.
        """
        for seat in (*(s for s in range(len(self.game.seats)) if s not in seen), None):
            pictures = {self.seen_after(state, choice, seat) for choice in choices}
            if len(pictures - {OPEN}) > 1:
                yield "hidden", f"seat {seat} can tell apart what only {seen} may see"

    def twins(self, state: Any, one: Any, other: Any, seen: tuple[int, ...]) -> Found:
        """Two games that differ in a hidden choice look alike, choice by choice, until something else is revealed."""
        game = self.game
        (left, shown), (right, _) = game.apply(state, one), game.apply(state, other)
        if _revealed(shown, None):
            return
        unseeing = (*(s for s in range(len(game.seats)) if s not in seen), None)
        for _ in range(25):
            asked = game.pending(left)
            if isinstance(asked, Over):
                return
            choice = asked.pick(self.rng) if isinstance(asked, Decide) else asked.sample(self.rng)
            try:
                right, also = game.apply(right, choice)
            except Refusal:
                return
            left, events = game.apply(left, choice)
            for seat in unseeing:
                if _revealed(events, seat) != _revealed(also, seat):
                    return
                if game.view(left, seat) != game.view(right, seat):
                    yield "hidden", f"seat {seat} comes to know what only {seen} may see"
                    return

    def seen_after(self, state: Any, choice: Any, seat: int | None) -> bytes:
        after, events = self.game.apply(state, choice)
        if _revealed(events, seat):
            return OPEN
        pending = self.game.pending(after)
        asked = _asked(pending.for_others() if isinstance(pending, Decide) and pending.seat != seat else pending)
        known = [event.seen_by(seat) for event in events]
        view = self.game.encode(self.game.view(after, seat).state)
        return view + msgspec.json.encode([known, str(asked)])

    def views(self, state: Any) -> Found:
        """A redeal of a view gives that view, and waits for the same seat."""
        game = self.game
        pending = game.pending(state)
        if isinstance(pending, Decide) and pending.seen is not None:
            yield from self.hidden(state, list(pending.options[:6]), pending.seen)
            if len(pending.options) > 1:
                yield from self.twins(state, pending.options[0], pending.options[-1], pending.seen)
        for seat in (*range(len(game.seats)), None):
            view = game.view(state, seat)
            if game.view(state, seat) != view:
                yield "redeal", f"two views of one state differ for seat {seat}"
            if view.state != state:
                self.hid = True
                if not game.hides:
                    yield (
                        "hidden",
                        f"seat {seat}'s view is not the state itself, and the game says that it hides nothing",
                    )
            other = game.redeal(view, self.rng)
            if game.view(other, seat) != view:
                yield "redeal", f"seat {seat}'s redeal does not give its view"
                continue
            asked = game.pending(other)
            if type(asked) is not type(pending):
                yield "redeal", f"seat {seat}'s redeal waits for {type(asked).__name__}, not {type(pending).__name__}"
            elif isinstance(pending, Decide) and isinstance(asked, Decide):
                own = seat == pending.seat
                mine, its = (pending, asked) if own else (pending.for_others(), asked.for_others())
                if _asked(mine) != _asked(its):
                    yield "redeal", f"seat {seat}'s redeal asks otherwise"

    def scene(self, state: Any, decide: Decide) -> Found:
        game = self.game
        view = game.view(state, decide.seat)
        try:
            scene = game.scene(view, decide)
        except NotImplementedError:
            return
        shown = sorted(choice.option for choice in scene.selectable)
        if shown != list(range(len(decide.options))):
            yield "scene", f"the choices are not the options, each once: {decide.prompt}"
        ids = [thing.id for thing in (*scene.zones, *scene.pieces, *(i for p in scene.panels for i in p.items))]
        if len(set(ids)) != len(ids):
            yield "scene", "two things have one id"
        strange = set(game.drags(view, decide)) - {piece.id for piece in scene.pieces}
        if strange:
            yield "scene", f"what can be dragged is no piece of the picture: {sorted(strange)[:3]}"
        lost = {one for choice in scene.selectable for one in (choice.target, *choice.also) if one} - set(ids)
        if lost:
            yield "scene", f"a choice points at nothing: {sorted(lost)[:3]}"
        drawn = msgspec.json.encode(scene)
        for seat in (*range(len(game.seats)), None):
            watched = game.view(state, seat)
            asked = decide if seat == decide.seat else None
            other = game.redeal(watched, self.rng)
            redealt = game.view(other, seat)
            if msgspec.json.encode(game.scene(watched, asked)) != msgspec.json.encode(game.scene(redealt, asked)):
                yield "scene", f"seat {seat}'s scene knows more than its view"
        if msgspec.json.encode(game.scene(view, decide)) != drawn:
            yield "scene", "two scenes of one view differ"

    def over(self, state: Any, over: Over) -> Found:
        game = self.game
        yield from self.clause(over.clause, "an outcome")
        if len(over.scores) != len(game.seats):
            yield "ends", "not one score a seat"
        if over.winner is not None and over.winner not in range(len(game.seats)):
            yield "ends", f"no such winner: {over.winner}"
        for intent in (*GARBAGE[:3], *list(self.elsewhere)[-3:]):
            yield from self.refused(state, intent)

    def events(self, events: tuple[Event, ...]) -> Found:
        for event in events:
            if not event.tell(self.game).strip():
                yield "events", f"{event} tells nothing"
            yield from self.clause(event.clause, f"the event {type(event).__name__}")
            try:
                msgspec.json.encode(event)
            except (TypeError, ValueError) as error:
                yield "events", f"{event} cannot be encoded: {error}"

    def clause(self, clause: str, what: str) -> Found:
        if clause and clause not in self.game.clauses:
            yield "clauses", f"{what} names {clause}, which is not in clauses.toml"


def _revealed(events: tuple[Event, ...], seat: int | None) -> list[Event | None]:
    """Return what these events show openly to the seat that was hidden before."""
    return [event.seen_by(seat) for event in events if event.reveals]


def _asked(pending: Any) -> Any:
    """What a pending asks, as something that can be compared."""
    if isinstance(pending, Decide):
        free = pending.free
        reach = None if free is None else tuple(reach.path for reach in free.reach())
        return (pending.seat, pending.prompt, pending.clause, pending.options, pending.seen, reach)
    if isinstance(pending, Over):
        return pending
    return (pending.kind, pending.clause, pending.seen)


def _wild(action: Action) -> Iterator[Action]:
    """Yield the action with a field that makes no sense: huge, negative, empty, very long."""
    changed: Callable[..., Any] = msgspec.structs.replace
    for field in msgspec.structs.fields(action):
        value = getattr(action, field.name)
        if isinstance(value, bool):
            continue
        if isinstance(value, int):
            wild: tuple[Any, ...] = (-1, 10**12, value + 10**6)
        elif isinstance(value, str):
            wild = ("", "z99", value * 50, "\0")
        elif isinstance(value, tuple):
            wild = ((), (*cast(tuple[Any, ...], value),) * 20)
        else:
            continue
        for one in wild:
            try:
                other = changed(action, **{field.name: one})
                msgspec.convert(msgspec.to_builtins(other), type(action))
            except msgspec.ValidationError:
                continue
            yield other


def _first_difference(a: Any, b: Any) -> str:
    for name in getattr(a, "__struct_fields__", ()):
        if getattr(a, name) != getattr(b, name, None):
            return f"{name}: {getattr(a, name)!r} became {getattr(b, name, None)!r}"
    return "?"
