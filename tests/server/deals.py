"""Another game that one seat could not tell from the true one: hidden facts dealt anew, hidden choices made anew.

Whatever a seat is sent of a game must be the same for both, to the last byte: else it was told what it may not know.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import msgspec

import kemu
from kemu.core.pending import Chance, Decide
from kemu.core.record import Drawn, Leave, Move
from kemu.core.table import Past

TRIES = 4
"""Deals that are tried for one step: not every deal fits what a seat learns in it."""


def pasts(record: kemu.Record, game: Any) -> list[Past]:
    """Return every step of a record with the state before it."""
    moments = list(kemu.replay(record, game))
    return [
        Past(moment.entry, before.state, moment.events)
        for before, moment in pairwise(moments)
        if moment.entry is not None
    ]


def another_past(game: Any, truth: Past, after: Any, seat: int | None, rng: kemu.QuickRng) -> Past | None:
    """Return a step that looks the same to a seat: its views before and after, and what it sees of the choice.

    `after` is the state to which the true step led. None if no deal was found that leads to the same view.
    """
    if isinstance(truth.entry, Leave):
        return None
    if any(event.reveals for event in truth.events if event.seen_by(seat) is not None):
        return None  # It tells what was hidden, and says so: no other deal would tell the same.
    view, wanted = game.view(truth.before, seat), game.view(after, seat)
    for _ in range(TRIES):
        before = game.redeal(view, rng)
        pending = game.pending(before)
        assert isinstance(pending, Decide | Chance)
        hidden = pending.seen is not None and seat not in pending.seen
        if isinstance(truth.entry, Drawn):
            choice = pending.sample(rng) if hidden and isinstance(pending, Chance) else truth.entry.out
        else:
            own = isinstance(pending, Decide) and hidden
            choice = pending.pick(rng) if own else game.parse(truth.entry.do)
        try:
            then, events = game.apply(before, choice)
        except kemu.Refusal:
            continue
        if game.view(then, seat) != wanted:
            continue
        entry: Any = truth.entry
        if isinstance(entry, Move):
            entry = msgspec.structs.replace(entry, do=msgspec.to_builtins(choice))
        else:
            entry = msgspec.structs.replace(entry, out=choice)
        return Past(entry, before, events)
    return None


def another_history(
    game: Any, steps: Iterable[Past], end: Any, seat: int | None, rng: kemu.QuickRng
) -> tuple[list[Past], int]:
    """Return the steps with all that can be dealt anew dealt anew, and how many states are not what they were."""
    truth = list(steps)
    states = [*(past.before for past in truth), end]
    found: list[Past] = []
    changed = 0
    for past, after in zip(truth, states[1:], strict=True):
        other = another_past(game, past, after, seat, rng)
        changed += other is not None and (other.before != past.before or other.entry != past.entry)
        found.append(past if other is None else other)
    return found, changed
