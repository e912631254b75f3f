"""What is done once: a scene for a view and a decision, words for an option, a judgement for a move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import kemu
from kemu.core.game import View
from kemu.core.pending import Decide
from kemu.scene import Piece, Scene
from kemu.server.bases import Bases
from kemu.server.drawings import moved, same_places, travelling
from kemu.server.presence import Presence
from kemu.server.settings import Limits
from kemu.server.storage import Database
from kemu.server.tables import Tables
from kemu.server.views import Views
from kemu.server.wire_acts import AddSalt, Answer, NewTable, Say, TableOpened, You
from server.harness import new_key
from server.test_views import NoBases
from toys.march import Go, March


class Room:
    """One server's tables, without the network; it counts how often a scene is drawn and a word is looked for."""

    def __init__(self, database: Database, monkeypatch: pytest.MonkeyPatch, game: str = "moeraki") -> None:
        self.counts: Counter[str] = Counter()
        self.tables = Tables(database, Limits(), lambda table, due: None)
        self.presence = Presence(database, shared=False)
        self.views = Views(self.tables, self.presence, Bases(database))
        self.game: Any = kemu.game(game)
        for name in ("scene", "label", "notation"):
            monkeypatch.setattr(type(self.game), name, self._counting(name, getattr(type(self.game), name)))
        self.told: TableOpened = self.tables.open(NewTable(game, dict.fromkeys(self.game.seats, You())), "here")
        self.table = self.told.table
        for seat in self.game.seats:
            self.tables.salt(self.table, self.token(seat), AddSalt("0123456789abcdef", new_key()))

    def _counting(self, name: str, plain: Any) -> Any:
        def counted(*args: Any, **more: Any) -> Any:
            self.counts[name] += 1
            return plain(*args, **more)

        return counted

    def token(self, seat: str) -> str:
        key = self.told.seats[seat]
        assert key is not None
        return key.token

    def look(self) -> list[Any]:
        """Show the table to both seats and to a spectator."""
        return [self.views.shown_to(self.table, seat).whole for seat in (0, 1, None)]


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    database = Database(f"sqlite:///{tmp_path}/t.sqlite3", shared=False)
    database.migrate()
    yield Room(database, monkeypatch)
    database.close()


def test_a_scene_is_drawn_for_whoever_decides_and_once_for_all_others(room: Room) -> None:
    black, white, watcher = room.look()
    assert room.counts["scene"] == 2
    assert bytes(white.scene) == bytes(watcher.scene)
    assert bytes(black.scene) != bytes(white.scene)


def test_a_line_of_chat_and_coming_and_going_draw_nothing(room: Room) -> None:
    room.look()
    room.counts.clear()
    room.tables.say(room.table, room.token("white"), Say("Kia ora", new_key()))
    room.presence.arrive(room.table, 0)
    black, *_ = room.look()
    assert black.chat[-1].text == "Kia ora"
    assert [seat.present for seat in black.seats] == [True, False]
    room.presence.leave(room.table, 0)
    room.look()
    assert not room.counts


def test_words_for_an_option_are_found_once(room: Room) -> None:
    black, *_ = room.look()
    options = msgspec.json.decode(black.pending)["options"]
    assert len(options) == 9
    assert all(option["label"] and option["notation"] for option in options)
    assert room.counts["label"] <= len(options)
    assert room.counts["notation"] <= len(options)


def test_a_drag_s_answer_is_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from toys.march import MarchGame

    table = kemu.Table(MarchGame(), seed=1)
    pending = table.pending
    assert isinstance(pending, Decide)
    assert pending.free is not None
    action = pending.free.at(9_000, 20_000, "")
    assert isinstance(action, Go)
    judged: list[object] = []
    check = March.check
    monkeypatch.setattr(March, "check", lambda self, action: (judged.append(action), check(self, action))[1])
    table.play(action)
    assert len(judged) == 1


def test_what_moved_last_is_told_to_one_who_comes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = Database(f"sqlite:///{tmp_path}/t.sqlite3", shared=False)
    database.migrate()
    room = Room(database, monkeypatch, "hawaii")
    rng = kemu.QuickRng(2)
    before: dict[str, Any] = {}
    compared = 0
    for _ in range(12):
        look = room.views.snapshot(room.table, None)
        deciding = msgspec.json.decode(look.pending)["seat"]
        seat = room.game.seats.index(deciding)
        mine = room.views.shown_to(room.table, seat).whole
        assert mine.moved is None, "who is there has seen it move"
        options = msgspec.json.decode(mine.pending)["options"]
        action = options[rng.below(len(options))]["action"]
        room.tables.answer(room.table, room.token(deciding), Answer(look.ply, action, new_key()))
        told = room.views.snapshot(room.table, None)
        now = places(told)
        assert told.moved is not None
        if before and now != before:
            compared += 1
            assert set(told.moved) == {piece for piece in now if now[piece] != before.get(piece)}
        before = now
    assert compared > 3
    database.close()


def places(look: Any) -> dict[str, Any]:
    """Return where each piece lies: its place, if that has a name."""
    scene = msgspec.json.decode(msgspec.json.encode(look.scene))
    return {piece["id"]: piece.get("area") or (piece["x"], piece["y"]) for piece in scene["pieces"]}


def test_what_only_makes_room_in_its_place_has_not_moved() -> None:
    def picture(*pieces: Piece) -> Any:
        return travelling(Scene(title="", width=1, height=1, pieces=pieces), NoBases())

    other = Piece(id="b", symbol="s", x=1, y=1, label="b")
    then = picture(Piece(id="a", symbol="s", x=0, y=0, label="a", area="here"), other)
    nudged = picture(Piece(id="a", symbol="s", x=3, y=0, label="a", area="here"), other)
    gone = picture(msgspec.structs.replace(other, x=2), Piece(id="c", symbol="s", x=2, y=1, label="c"))
    assert same_places(then, nudged)
    assert moved(then, gone) == {"b": other, "c": None}


@pytest.mark.parametrize("name", kemu.list_games())
def test_a_picture_depends_on_what_is_known_and_not_on_who_looks(name: str) -> None:
    """This is why all who see the same can share one picture."""
    game: Any = kemu.game(name)
    table = kemu.Table(game, seed=5)
    rng = kemu.QuickRng(5)
    for _ in range(30):
        pending = table.pending
        if not isinstance(pending, Decide):
            break
        table.play(pending.pick(rng))
    spectator = game.view(table.state, None)
    shared = 0
    for seat in range(len(game.seats)):
        view = game.view(table.state, seat)
        if view.state == spectator.state:
            shared += 1
            assert game.scene(View(seat, view.state)) == game.scene(spectator)
    assert shared or game.hides
