"""The clause list: whole, and what prompts, events and refusals name is in it."""

from __future__ import annotations

import pytest

from kemu import Decide, QuickRng

from .positions import GAME


def test_every_clause_is_told_in_whole_sentences() -> None:
    for clause in GAME.clauses.values():
        for text in (clause.summary, clause.reading, clause.why):
            assert not text or text.endswith("."), clause.id


@pytest.mark.parametrize("variant", ["beginner", "basic", "master"])
def test_whatever_happens_names_a_clause_of_the_list(variant: str) -> None:
    rng = QuickRng(8)
    named: set[str] = set()
    for _ in range(40):
        state = GAME.start(GAME.parse_settings({"variant": variant}))
        while isinstance(pending := GAME.pending(state), Decide):
            named.add(pending.clause)
            state, events = GAME.apply(state, pending.pick(rng))
            named |= {event.clause for event in events}
            assert all(event.tell(GAME).endswith(".") for event in events)
        named.add(pending.clause)
    assert named <= set(GAME.clauses)
    assert len(named) > 5
