"""What others build on keeps its name and its shape. A change here is a change of the public surface."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

import kemu
from kemu.core import pending, record
from kemu.core.mind import Mind
from kemu.core.pending import Chance, Decide, Free, Offers
from kemu.core.rng import QuickRng
from kemu.players import Player

CALLS: list[tuple[Any, str, list[str]]] = [
    (kemu.game, "game", ["id", "kit"]),
    (kemu.Game.start, "Game.start", ["self", "settings"]),
    (kemu.Game.pending, "Game.pending", ["self", "state"]),
    (kemu.Game.apply, "Game.apply", ["self", "state", "choice"]),
    (kemu.Game.view, "Game.view", ["self", "state", "seat"]),
    (kemu.Game.redeal, "Game.redeal", ["self", "view", "rng"]),
    (kemu.Game.why_not, "Game.why_not", ["self", "state", "seat", "intent"]),
    (kemu.Game.parse_settings, "Game.parse_settings", ["self", "given"]),
    (kemu.Game.drags, "Game.drags", ["self", "view", "decide"]),
    (Decide.pick, "Decide.pick", ["self", "rng"]),
    (Decide.check, "Decide.check", ["self", "action"]),
    (Chance.sample, "Chance.sample", ["self", "rng"]),
    (Chance.outcomes, "Chance.outcomes", ["self"]),
    (Chance.check, "Chance.check", ["self", "outcome"]),
    (Free.check, "Free.check", ["self", "action"]),
    (Free.reach, "Free.reach", ["self"]),
    (Free.sample, "Free.sample", ["self", "rng"]),
    (Free.at, "Free.at", ["self", "x", "y", "piece"]),
    (Free.adjust, "Free.adjust", ["self", "draft", "x", "y", "piece"]),
    (Offers.draw, "Offers.draw", ["self", "rng"]),
    (Offers.find, "Offers.find", ["self", "action"]),
    (Mind.features, "Mind.features", ["self", "state"]),
    (Mind.value, "Mind.value", ["self", "state", "pending", "rng"]),
    (Mind.candidates, "Mind.candidates", ["self", "view", "decide"]),
    (Mind.plans, "Mind.plans", ["self", "view", "decide"]),
    (Mind.quiet, "Mind.quiet", ["self", "state"]),
    (Mind.turn, "Mind.turn", ["self", "state"]),
    (Player.choose, "Player.choose", ["self", "game", "view", "decide"]),
    (QuickRng.below, "QuickRng.below", ["self", "n"]),
    (kemu.Table.play, "Table.play", ["self", "action", "seat"]),
]


NAMES = {
    *("Action", "Chance", "Clause", "Dealer", "Decide", "Event", "Frame", "Free", "Game", "Kit", "KitError", "Over"),
    *("QuickRng", "Reach", "Record", "RecordError", "Refusal", "Rng", "Step", "Table", "Touch", "View", "game"),
    *("list_games", "load_record", "replay", "rule", "verify"),
}


def test_these_names_are_there() -> None:
    assert set(kemu.__all__) >= NAMES
    assert all(getattr(kemu, name) is not None for name in kemu.__all__)
    assert set(dir(kemu)) >= NAMES


def test_a_table_can_be_asked_for_these() -> None:
    table = kemu.Table("moeraki", {"variant": "beginner"}, seed=1)
    assert list(inspect.signature(kemu.Table).parameters)[:2] == ["game", "options"]
    assert isinstance(table.pending, Decide)
    assert table.pending.options == table.options
    assert (table.ply, table.outcome, table.state.settings.variant) == (0, None, "beginner")
    assert table.view(0).seat == 0
    assert table.record().header.game == "moeraki"


@pytest.mark.parametrize(("call", "name", "arguments"), CALLS, ids=[name for _, name, _ in CALLS])
def test_a_public_call_takes_these_arguments(call: Any, name: str, arguments: list[str]) -> None:
    assert list(inspect.signature(call).parameters)[: len(arguments)] == arguments, name


def test_a_decision_and_an_end_have_these_fields() -> None:
    assert Decide.__struct_fields__ == ("seat", "prompt", "clause", "options", "free", "waiting", "seen", "no")
    assert kemu.Over.__struct_fields__ == ("winner", "reason", "clause", "scores", "text")
    assert set(pending.Pending.__args__) == {Decide, Chance, kemu.Over}


def test_a_record_has_these_fields() -> None:
    fields = {struct.__name__: struct.__struct_fields__ for struct in (record.Header, record.Move, record.Leave)}
    assert fields["Header"][:6] == ("kemu", "game", "rules", "kit", "options", "seats")
    assert {"commitment", "salt"} <= set(fields["Header"])
    assert fields["Move"][:3] == ("ply", "seat", "do")
    assert {"ply", "seat", "ends"} <= set(fields["Leave"])
    assert {"ply", "chance", "out"} <= set(record.Drawn.__struct_fields__)
    assert {"over", "secret"} <= set(record.End.__struct_fields__)


def test_a_game_declares_what_is_asked_of_it() -> None:
    assert {"hides", "pictured", "rules_version"} <= set(vars(kemu.Game))
    assert (kemu.Game.hides, kemu.Game.pictured) == (False, "")
