"""The log: who, what and whose, in sentences that can be read without the board."""

from __future__ import annotations

import pytest

from kemu import Table
from kemu.core.events import Event
from kemu.core.pending import Decide
from kemu.core.rng import QuickRng
from kemu.games.hawaii.model.battle_events import AdvantageRolled
from kemu.games.hawaii.model.events import PartBegan

from .positions import GAME, A, K, position, told

LANDING = position(
    "battle", K, rode="k-w1", sailed="k-c1", kona="k-kam", hilo="k-w9", waikiki="a-kal", maui="k-w1 k-c1 a-w1 a-c1"
)


def lines(events: list[Event]) -> list[str]:
    return [event.tell(GAME) for event in events]


@pytest.mark.rule("hawaii:11.7")
@pytest.mark.parametrize(("die", "words"), [(3, "is sighted"), (4, "is not sighted")])
def test_a_sighting_roll_says_what_it_comes_to(die: int, words: str) -> None:
    _, events = told(LANDING, die)
    assert lines(events)[0] == f"The Allied Chiefs roll {die}: the landing on Maui {words}."


@pytest.mark.rule("hawaii:11.7")
def test_whoever_waits_is_told_what_the_other_side_decides() -> None:
    state, _ = told(LANDING, 3)
    pending = GAME.pending(state)
    assert isinstance(pending, Decide)
    assert (
        pending.waiting == "The landing is sighted: the Allied Chiefs decide whether to meet it at sea, and with whom."
    )


@pytest.mark.rule("hawaii:R23")
def test_canoes_that_sail_off_are_somebodys() -> None:
    """Those of the Chiefs were caught alone, and have one space to go to."""
    state = position(
        "move", K, rode="k-w1", sailed="k-c1", walked="k-kam", fleet=0, kona="k-kam", hilo="k-w9", waikiki="a-kal",
        maui="k-w1 k-c1 a-c1",
    )  # fmt: skip
    _, events = told(state, "done")
    assert "The Allied Chiefs: War canoes to Waikīkī." in lines(events)


@pytest.mark.rule("hawaii:7.2")
def test_a_part_that_begins_is_the_part_of_its_own_side() -> None:
    """It follows a choice of the side before: the log marks it by the side whose part it is."""
    table, rng = Table(GAME, seed=3), QuickRng(3)
    while isinstance(pending := table.pending, Decide):
        table.play(pending.pick(rng))
    began = [event for past in table.past for event in past.events if isinstance(event, PartBegan)]
    assert {event.whose for event in began} == {K, A}
    assert all(event.whose == event.seat for event in began)


def test_a_line_that_chance_brought_is_about_a_side_too() -> None:
    landing = {"maui": "k-kam k-w1 k-c1 a-w3 a-c3", "kona": "k-w2", "waikiki": "a-kal"}
    state = position("battle", K, **landing, rode="k-kam k-w1", sailed="k-c1")
    _, sighted = told(state, 4)
    _, advantage = told(state, 4, (1, 6))
    _, drawn = told(position("card", A, kona="k-kam", waikiki="a-kal"), ("A2",))
    assert [event.whose for event in sighted[:2]] == [A, K]  # they look out; he attacks
    assert [event.whose for event in advantage if isinstance(event, AdvantageRolled)] == [A]
    assert drawn[0].whose == A
