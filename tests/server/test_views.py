"""Nothing hidden is on the wire: every byte that a seat is sent follows from what that seat may know."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import msgspec
import pytest

import kemu
import kemu.server.live as live_module
from kemu.core.record import Record
from kemu.scene import Scene
from kemu.server import snapshot as cut
from kemu.server.bases import Bases
from kemu.server.live import Live
from kemu.server.seats import Seat
from kemu.server.storage.rows import GameRow
from server.deals import another_history
from server.harness import Client, House, new_key
from server.play import choose
from toys.ambush import AmbushGame

SEATS = ("fox", "hare")


def everything(client: Client, ply: int) -> list[bytes]:
    """Return the bytes of all that a client can ask for (but the record, which is for the end)."""
    paths = ["", "/picture.svg", *(f"/moments/{n}" for n in range(ply + 1))]
    return [client.get(path).content for path in paths]


HIDDEN = {
    "ambush": AmbushGame,
    **{name: partial(kemu.game, name) for name in kemu.list_games() if kemu.game(name).hides},
}
"""Every game in which somebody knows what others do not."""
OPTIONS = {"siege": {"umpire": True}}
"""The options under which a game hides something, where it does not always."""


@pytest.mark.parametrize("name", HIDDEN)
def test_another_deal_of_what_is_hidden_gives_the_same_bytes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a seat is shown follows from its view alone: hidden facts dealt anew do not change one byte of it."""
    same_bytes(HIDDEN[name](), 20, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("name", HIDDEN)
def test_another_deal_gives_the_same_bytes_in_many_games(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    same_bytes(HIDDEN[name](), 1_000, monkeypatch)


def same_bytes(game: Any, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at a random moment of so many random games, as every seat and as a spectator."""
    rng = kemu.QuickRng(3)
    monkeypatch.setattr(live_module, "game_by_id", lambda _: game)
    compared = others = 0
    for seed in range(number):
        table = kemu.Table(game, OPTIONS.get(game.id), seed=seed)
        for _ in range(1 + rng.below(min(60, game.bound(game.parse_settings(table.header.options)) - 1))):
            pending = table.pending
            if not isinstance(pending, kemu.Decide):
                break
            table.play(pending.pick(rng))
        if table.outcome is not None:
            continue
        row = GameRow("t" * 16, table.header, table.dealer.secret, 0, table.ply, 0, 0, False, False, None, 0)
        seats = tuple(Seat(i, "you", "", "", None) for i in range(len(game.seats)))
        entries = [past.entry for past in table.past]
        assert Live(row, seats, entries).hides
        for seat in (*range(len(game.seats)), None):
            shown = shown_of(Live(row, seats, entries), seat)
            # Another game, which this seat could not tell from the true one: its whole past is another.
            live = Live(row, seats, entries)
            live.table.past[:], changed = another_history(game, table.past, table.state, seat, rng)
            live.table.state = game.redeal(game.view(table.state, seat), rng)
            assert shown_of(live, seat) == shown
            others += changed
            compared += 1
    assert compared > number
    assert others > number


def shown_of(live: Live, seat: int | None) -> list[bytes]:
    """Return the bytes of a snapshot with its log, and of a few moments before."""
    told: list[Any] = [cut.snapshot(live, seat, {}, (), NoBases())]
    told += [cut.moment(live, ply, seat, {}, NoBases()) for ply in {0, live.table.ply // 2}]
    return [msgspec.json.encode(one) for one in told]


class NoBases(Bases):
    """Stores nothing: a base stands for itself."""

    def __init__(self) -> None:
        pass

    def digest(self, scene: Scene) -> str:
        return msgspec.json.encode([scene.base, scene.defs, scene.symbols, scene.zones]).hex()


@pytest.mark.parametrize("seed", range(4))
def test_no_card_of_the_other_hand_is_on_the_wire(house: House, seed: int) -> None:
    play_and_look(house, seed)


@pytest.mark.slow
def test_no_card_of_the_other_hand_is_on_the_wire_in_many_games(house: House) -> None:
    for seed in range(1_000):
        play_and_look(house, seed, thorough=seed % 20 == 0)


def play_and_look(house: House, seed: int, thorough: bool = True) -> None:
    """Play a game by socket, keep every byte, and hold each against what its reader could know at that moment."""
    clients = house.open("ambush")
    rng = random.Random(seed)
    sent: dict[str, list[tuple[int, bytes]]] = {"fox": [], "hare": [], "watcher": []}
    with clients["fox"].live() as fox, clients["hare"].live() as hare, clients["watcher"].live() as watcher:
        lines = {"fox": fox, "hare": hare, "watcher": watcher}
        ply = -1
        while True:
            looks = {who: line.until_ply(ply + 1) for who, line in lines.items()}
            ply = looks["watcher"]["ply"]
            if looks["watcher"]["pending"]["type"] == "over":
                break
            for who, line in lines.items():
                sent[who] += [(ply, raw) for raw in line.heard]
                line.heard.clear()
                if thorough and rng.random() < 0.1:
                    sent[who] += [(ply, raw) for raw in everything(clients[who], ply)]
            seat = looks["watcher"]["pending"]["seat"]
            if thorough:
                name = SEATS[1 - SEATS.index(seat)]
                asked = clients[name].post("why", intent={"action": {"act": "play", "card": 3}})
                refused = clients[name].answer(ply, {"act": "play", "card": 3})
                told = clients[name].get("/record")
                assert told.status_code == 409
                sent[name] += [(ply, asked.content), (ply, refused.content), (ply, told.content)]
            assert clients[seat].answer(ply, choose(looks[seat], rng)).status_code == 200
    record = kemu.load_record(clients["watcher"].get("/record").content)
    states = {moment.ply: moment.state for moment in kemu.replay(record, AmbushGame())}
    check(record, states, sent)


def check(record: Record, states: dict[int, Any], sent: dict[str, list[tuple[int, bytes]]]) -> None:
    """Only three things may name a card: an open play, the seat's own draws, and the seat's own decision."""
    for who, messages in sent.items():
        assert messages
        for ply, raw in messages:
            seen = msgspec.json.decode(raw) if raw[:1] in b"[{" else {}
            at = _table(seen).get("ply", ply)
            for line in texts(raw):
                if " draws the " in line:
                    assert line.startswith(f"{who} "), (who, line)
                if "Play one of" in line:
                    hand = states[at].hands[SEATS.index(who)]
                    assert line.endswith(f"Play one of {hand}.")
            for hands in hands_in(seen):
                for seat, hand in enumerate(hands):
                    if SEATS[seat] != who:
                        assert set(hand) <= {-1}, (who, hands)


def texts(raw: bytes) -> list[str]:
    """Return every text in a JSON body, however deep."""
    found: list[str] = []

    def walk(node: Any) -> None:
        if isinstance(node, str):
            found.append(node)
        elif isinstance(node, dict):
            for value in node.values():
                walk(value)
        elif isinstance(node, list):
            for value in node:
                walk(value)

    if raw[:1] in b"[{":
        walk(msgspec.json.decode(raw))
    else:
        found.append(raw.decode())
    return found


def _table(seen: dict[str, Any]) -> dict[str, Any]:
    """Return the table that a message tells of, or what was asked for."""
    return seen.get("snapshot") or seen.get("position") or seen


def hands_in(seen: Any) -> list[list[list[int]]]:
    """Return the hands in the plain scene's text, which is the view as JSON."""
    if not isinstance(seen, dict):
        return []
    snapshot = _table(seen)
    if "scene" not in snapshot:
        return []
    state = msgspec.json.decode(snapshot["scene"]["text"])
    assert set(state["deck"]) <= {-1}
    return [state["hands"]]


def test_the_hand_is_told_at_the_end_only_by_the_record(house: House) -> None:
    clients = house.open("ambush")
    assert clients["watcher"].get("/record").status_code == 409
    clients["fox"].post("resign", key=new_key())
    record = kemu.load_record(clients["watcher"].get("/record").content)
    assert kemu.verify(record, AmbushGame()).dice == "proved"
