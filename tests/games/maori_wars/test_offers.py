"""Answers that name a hex stand for the list of them, though each is made when it is looked at."""

from __future__ import annotations

from collections import Counter

from kemu import QuickRng
from kemu.games.maori_wars.model.actions import Burn, Done, Go, Stop
from kemu.games.maori_wars.rules.lanes import as_bits
from kemu.games.maori_wars.rules.offers import Places

from .positions import CAT

HEXES = [CAT.hex_of[label] for label in ("1417", "0906", "1519")]
LISTED = (Done(), *(Go(CAT.label[at]) for at in sorted(HEXES)), Stop())


def places(*labels: str) -> Places:
    hexes = [CAT.hex_of[label] for label in labels] or HEXES
    return Places(CAT, Go, as_bits(hexes), before=(Done(),), after=(Stop(),))


def test_the_answers_stand_in_the_order_of_the_hexes_between_the_others() -> None:
    assert tuple(places()) == LISTED
    assert len(places()) == len(LISTED)
    assert places() == LISTED


def test_each_answer_is_drawn_by_its_place_in_the_list() -> None:
    drawn = Counter(places().draw(QuickRng(seed)) for seed in range(200))
    assert set(drawn) == set(LISTED)
    assert all(places().draw(QuickRng(seed)) == LISTED[QuickRng(seed).below(len(LISTED))] for seed in range(20))


def test_an_answer_is_found_by_what_it_equals_and_nothing_else_is() -> None:
    assert all(places().find(action) == action for action in LISTED)
    others = (Go("1418"), Go("nowhere"), Burn("1417"), "1417", Go(["1417"]))  # type: ignore[arg-type]
    assert not any(places().find(other) for other in others)


def test_two_lists_are_equal_if_their_answers_are() -> None:
    assert places() == places()
    assert hash(places()) == hash(places())
    assert places() != places("1417", "0906")
    assert places() != Places(CAT, Burn, as_bits(HEXES), before=(Done(),), after=(Stop(),))
