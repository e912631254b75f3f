"""The study of a finished game: the course of its winning chances, its turning points, its missed chances, and why.

Every turn is judged where it begins, by a search that knows what the seat knew. The turns that cost their own side
most, or turned the game, are then looked at choice by choice: what was played is searched as well as what the search
would have done. What it finds there is looked at once more, afresh, and only what is found twice is told.

The work comes in small tasks (`judging`), so that a server can do them between other things, and show how far it is.
All of it knows the record alone: the same function answers in the terminal, in the library and on the network.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from time import thread_time
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from kemu.core.game import Game
from kemu.core.mind import rewards
from kemu.core.pending import Action, Decide, Over
from kemu.core.record import Course, Drawn, Leave, Move, Record, left
from kemu.core.record import replay as replayed
from kemu.core.rng import QuickRng

from .advice import Advice, Budget, advise, chance_of
from .expected import expected

SECONDS = 60.0
"""Of the processor, at most, for a game."""
CURVE = 0.4
"""So much of the time goes to the course of the game; the rest to the turns that matter."""
LONGEST_GLANCE = 0.6
"""Seconds for the beginning of a turn, at most: a short game need not take a minute."""
LONGEST_LOOK = 4.0
"""Seconds for one turn, at most."""
LOOKED_AT = 12
"""How many turns are looked at choice by choice."""
COSTLY = 0.04
"""A turn that cost its own side so much of its chance is looked at."""
MISSED = 0.08
"""A choice that cost so much is a missed chance."""
TURNS = 0.15
"""A turn that moved the chances so much is a turning point."""
MOST_TURNING = 5
"""How many turning points are marked."""
ALTERNATE = 6
"""Where fewer turns follow one of the other side and are followed by one, nothing is known of what a turn is worth."""
CHOICES = 24
"""How many choices of a turn are looked at."""


class Chosen(Struct, frozen=True):
    """A decision that a seat had: after which ply, and what it chose."""

    ply: int
    state: Any
    decide: Decide
    action: Action


class Turn(Struct, frozen=True):
    """A turn of the game: its choices, and up to which ply it goes."""

    seat: int
    first: int
    last: int
    choices: tuple[Chosen, ...]
    drawn: bool
    """Whether chance spoke in it."""


class Played(Struct, frozen=True):
    """A record, cut into turns. What was taken back is not in it."""

    game: Game[Any, Any]
    turns: tuple[Turn, ...]
    last: Any
    over: Over | None


class Missed(Struct, frozen=True):
    """A missed chance: what was played, what the search would have done, and what speaks for it."""

    ply: int
    """The choice comes after this ply."""
    played: str
    better: str
    line: tuple[str, ...]
    """How the search would have gone on in the same turn."""
    lost: float
    """How much of the chance of winning it cost."""
    reasons: tuple[str, ...]


class Judged(Struct, frozen=True):
    """A turn, judged: the first seat's chance of winning when it begins and when it is over."""

    seat: str
    first: int
    last: int
    before: float
    after: float
    turning: bool = False
    drawn: bool = False
    """Whether chance spoke in it."""
    missed: Missed | None = None


class Study(Struct, frozen=True):
    """A game, judged. `done` is from 0 to 1; at 1 nothing more will come."""

    done: float
    turns: tuple[Judged, ...]
    seconds: float = 0.0
    """Of the processor, so far."""


class Task(Struct, frozen=True):
    """One piece of the work: a glance at the beginning of a turn, or (with `choice`) a look at one choice of it."""

    turn: int
    seconds: float
    choice: int = -1
    again: bool = False


class Outline(Struct, frozen=True):
    """What the one who hands out tasks must know of a turn."""

    seat: str
    first: int
    last: int
    choices: int
    drawn: bool


class Outlined(Struct, frozen=True):
    """A record as it is handed out in tasks, and the chance of the first seat at its end."""

    seats: tuple[str, ...]
    turns: tuple[Outline, ...]
    end: float


class Found(Struct, frozen=True):
    """What a task has found: the first seat's chance, and, of a look, what was missed."""

    chance: float
    seconds: float
    missed: Missed | None = None


# -- a record, cut into turns ------------------------------------------------------------------------------------


def cut(record: Record, game: Game[Any, Any]) -> Played:
    """Return a record's turns; raise a `RecordError` for one that cannot be replayed."""
    course = Course()
    states: dict[int, Any] = {}
    over: Over | None = None
    state: Any = None
    for moment in replayed(record, game):
        state = states[moment.ply] = moment.state
        if moment.entry is not None:
            course.add(moment.entry)
        if isinstance(moment.entry, Leave):
            over = left(game, state, game.seats.index(moment.entry.seat), moment.entry.ends)
    at, here = 0, states[0]
    turns: list[Turn] = []
    key: Any = None
    begun: list[tuple[Chosen, int]] = []
    drawn = False

    def end(last: int) -> None:
        if begun:
            seats = [seat for _, seat in begun]
            seat = max(dict.fromkeys(seats), key=seats.count)
            own = tuple(choice for choice, by in begun if by == seat)
            turns.append(Turn(seat, begun[0][0].ply, last, own, drawn))

    for entry in course.standing:
        pending = game.pending(here)
        if isinstance(entry, Move) and isinstance(pending, Decide) and (pending.free or len(pending.options) > 1):
            named = game.mind.turn(here)
            now = (entry.ply,) if named is None else (named,)
            if now != key:
                end(entry.ply - 1)
                key, begun, drawn = now, [], False
            begun.append((Chosen(entry.ply - 1, here, pending, game.parse(entry.do)), pending.seat))
        drawn = drawn or isinstance(entry, Drawn)
        at, here = entry.ply, states[entry.ply]
    end(at)
    pending = game.pending(here)
    if over is None and isinstance(pending, Over):
        over = pending
    return Played(game, tuple(turns), here, over)


def outlined(played: Played) -> Outlined:
    """Return what is told of a record to the one who hands out tasks."""
    game = played.game
    if played.over is not None:
        value = rewards(played.over, len(game.seats))[0]
    else:
        value = expected(game, played.last, 0, QuickRng(1))
    return Outlined(
        game.seats,
        tuple(
            Outline(game.seats[turn.seat], turn.first, turn.last, min(CHOICES, len(turn.choices)), turn.drawn)
            for turn in played.turns
        ),
        chance_of(value),
    )


# -- tasks -------------------------------------------------------------------------------------------------------


def carried_out(played: Played, task: Task, iterations: int = 0) -> Found:
    """Do one task: for its time, or for a number of iterations, which finds the same on any machine."""
    begun = thread_time()
    game, turn = played.game, played.turns[task.turn]
    budget = Budget(iterations) if iterations else Budget(seconds=task.seconds)
    choice = turn.choices[max(0, task.choice)]
    seat = choice.decide.seat
    view = game.view(choice.state, seat)
    seed = 2 * choice.ply + task.again
    glance = task.choice < 0
    told = advise(game, view, choice.decide, budget, seed, None if glance else choice.action)
    chance = told.chance if seat == 0 else 1.0 - told.chance
    missed = None if glance or told.action == choice.action else _missed(game, choice, told)
    return Found(chance, thread_time() - begun, missed)


def _missed(game: Game[Any, Any], choice: Chosen, told: Advice) -> Missed:
    view = game.view(choice.state, choice.decide.seat)
    played, better = game.label(view, choice.action), game.label(view, told.action)
    return Missed(choice.ply, played, better, told.line[1:], told.loss, told.reasons)


def judging(known: Outlined, seconds: float = SECONDS) -> Generator[tuple[Task, Study], Found, Study]:
    """Hand out the tasks of a study, one after the other, each with the study so far; return the whole."""
    turns = known.turns
    spent, chances = 0.0, [0.5] * len(turns) + [known.end]
    share = min(LONGEST_GLANCE, CURVE * seconds / max(1, len(turns)))
    for number in range(len(turns)):
        so_far = _study(known, chances, {}, 0.6 * number / max(1, len(turns)), spent, number)
        found = yield Task(number, share), so_far
        chances[number] = found.chance
        spent += found.seconds
    chances = levelled(known, chances)
    costs = [_cost(known, chances, number) for number in range(len(turns))]
    swings = [abs(chances[number + 1] - chances[number]) for number in range(len(turns))]
    worth = [max(costs[number], 0.5 * swings[number]) for number in range(len(turns))]
    wanted = [n for n in sorted(range(len(turns)), key=lambda n: (-worth[n], n)) if worth[n] >= COSTLY][:LOOKED_AT]
    missed: dict[int, Missed] = {}
    for place, number in enumerate(wanted):
        left = max(0.0, seconds - spent) / (len(wanted) - place)
        # A third of a turn's time is for looking once more at what was found.
        each = min(LONGEST_LOOK, left) * 2 / 3 / max(1, turns[number].choices)
        worst: tuple[float, int, Missed] | None = None
        for choice in range(turns[number].choices):
            part = (place + choice / turns[number].choices) / len(wanted)
            found = yield Task(number, each, choice), _study(known, chances, missed, 0.6 + 0.4 * part, spent)
            spent += found.seconds
            if found.missed is not None and (worst is None or found.missed.lost > worst[0]):
                worst = (found.missed.lost, choice, found.missed)
        if worst is not None and worst[0] >= MISSED:
            again = Task(number, min(LONGEST_LOOK, left) / 3, worst[1], again=True)
            found = yield again, _study(known, chances, missed, 0.6 + 0.4 * (place + 0.9) / len(wanted), spent)
            spent += found.seconds
            if found.missed is not None and found.missed.lost >= MISSED:
                missed[number] = found.missed
    return _study(known, chances, missed, 1.0, spent)


def levelled(known: Outlined, chances: Sequence[float]) -> list[float]:
    """Return the chances without what they owe to whose turn it is.

    A search hopes most for the side that it begins with, so where turns alternate the course would go up and down with
    them. By how much is told by the turns themselves: half of what one of them stands above its neighbours, as a rule.
    """
    turns, count = known.turns, len(known.turns)
    signs = [1.0 if turn.seat == known.seats[0] else -1.0 for turn in turns]
    above = sorted(
        signs[n] * (chances[n] - (chances[n - 1] + chances[n + 1]) / 2)
        for n in range(1, count - 1)
        if signs[n - 1] != signs[n] != signs[n + 1]
    )
    if len(above) < ALTERNATE:
        return list(chances)
    half = above[len(above) // 2] / 2
    return [min(1.0, max(0.0, chances[n] - signs[n] * half)) for n in range(count)] + [chances[count]]


def _cost(known: Outlined, chances: Sequence[float], number: int) -> float:
    """Return how much of its chance the side in turn had lost when its turn was over."""
    change = chances[number] - chances[number + 1]
    return change if known.turns[number].seat == known.seats[0] else -change


def _study(
    known: Outlined,
    chances: Sequence[float],
    missed: dict[int, Missed],
    done: float,
    spent: float,
    number: int | None = None,
) -> Study:
    told = len(known.turns) if number is None else max(0, number - 1)
    judged = [
        Judged(turn.seat, turn.first, turn.last, chances[n], chances[n + 1], False, turn.drawn, missed.get(n))
        for n, turn in enumerate(known.turns[:told])
    ]
    swings = sorted(range(len(judged)), key=lambda n: -abs(judged[n].after - judged[n].before))
    for n in swings[:MOST_TURNING]:
        if abs(judged[n].after - judged[n].before) >= TURNS:
            judged[n] = replace(judged[n], turning=True)
    return Study(round(done, 4), tuple(judged), round(spent, 3))


def study(
    record: Record,
    game: Game[Any, Any],
    seconds: float = SECONDS,
    iterations: int = 0,
    progress: Callable[[float], None] = lambda done: None,
) -> Study:
    """Judge a record: within so many seconds of the processor, or with so many iterations for each look."""
    played = cut(record, game)
    work = judging(outlined(played), seconds)
    try:
        task, so_far = next(work)
        while True:
            progress(so_far.done)
            task, so_far = work.send(carried_out(played, task, iterations))
    except StopIteration as done:
        return done.value
