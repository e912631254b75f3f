"""What has the wrong types is refused, whatever it is, and changes nothing."""

from __future__ import annotations

from typing import Any
from unittest import mock

import pytest

import kemu
from kemu import Refusal, Table, Touch, load_record, verify
from kemu.games.moeraki import Ball, Settings, Stone, Tane
from toys.ambush import AmbushGame, Play
from toys.dispatch import Attack, DispatchGame
from toys.march import Go, MarchGame
from toys.volley import VolleyGame


class Text(str):
    """A string that is not quite one."""


def deep() -> list[Any]:
    inner: list[Any] = []
    for _ in range(5000):
        inner = [inner]
    return inner


@pytest.mark.parametrize(
    "at", [7, 10**5000, None, ["f6"], b"f6", 1.5, object(), deep()], ids=lambda at: type(at).__name__
)
def test_a_field_of_the_wrong_type_is_refused(at: Any) -> None:
    game = kemu.game("moeraki")
    state = game.start()
    for action in (Ball(at), Stone(at), Tane(at, at)):
        with pytest.raises(Refusal):
            game.apply(state, action)
        assert game.why_not(state, 0, action) is not None
    assert game.why_not(state, 0, Touch(at)) is not None
    with pytest.raises(Refusal):
        Table("moeraki", seed=1).play(Ball(at))


def test_what_equals_everything_is_no_action() -> None:
    game = kemu.game("moeraki")
    with pytest.raises(Refusal):
        game.apply(game.start(), mock.ANY)


@pytest.mark.parametrize(
    ("game", "action"),
    [(DispatchGame(), Attack(True)), (DispatchGame(), Attack(1.0)), (kemu.game("moeraki"), Ball(Text("f6")))],
)
def test_what_equals_an_option_is_recorded_as_that_option(game: Any, action: Any) -> None:
    table = Table(game, seed=1)
    table.play(action)
    table.leave(0)
    verify(load_record(table.record().dump()), game)


@pytest.mark.parametrize("go", [Go(6000.5, 20000, True), Go(6000, 20000, "x"), Go("a", "b", True), Go(None, 1, True)])
def test_a_continuum_takes_nothing_of_the_wrong_type(go: Any) -> None:
    game = MarchGame()
    state = game.start()
    with pytest.raises(Refusal):
        game.apply(state, go)


def test_a_card_by_another_name_is_the_card() -> None:
    table = Table(AmbushGame(), seed=3)
    card = table.options[-1]
    assert isinstance(card, Play)
    table.play(Play(float(card.card)))  # type: ignore[arg-type]
    moves = [entry.do for entry in table.record().entries if hasattr(entry, "do")]
    assert moves == [{"act": "play", "card": card.card}]
    assert type(moves[0]["card"]) is int


@pytest.mark.parametrize("outcome", [([],), ({},), (10**5000,) * 12, (True,) * 12, (1.0,) * 12, (None,)])
def test_an_outcome_of_strange_things_is_refused(outcome: Any) -> None:
    volley, ambush = VolleyGame(), AmbushGame()
    state, _ = volley.apply(volley.start(), volley.parse({"act": "fire", "how": "aimed"}))
    for game, at in ((volley, state), (ambush, ambush.start())):
        with pytest.raises(Refusal):
            game.apply(at, outcome)


def test_options_are_held_to_their_choices_however_they_come() -> None:
    with pytest.raises(Refusal, match="'xx' is not one of"):
        Table("moeraki", Settings(variant="xx"))  # type: ignore[arg-type]
    with pytest.raises(Refusal, match="no number here is as large"):
        kemu.game("moeraki").parse_settings({"kemu": 10**5000})


def test_a_record_shares_nothing_with_its_table() -> None:
    table = Table("moeraki", seed=1)
    table.play("f6")
    record = table.record()
    record.entries[0].do["at"] = "e5"  # type: ignore[union-attr]
    record.header.options["variant"] = "master"
    assert table.record() != record
    verify(table.record(), table.game)
