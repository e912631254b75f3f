"""Hidden facts on the wire: what a seat was sent is compared with what follows from its view of another deal."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import kemu
from kemu.core.pending import Decide
from kemu.core.table import Past
from kemu.scene.svg import render_svg
from kemu.server import snapshot as cut
from kemu.server.drawings import nearness, travelling
from kemu.server.plain import scene_of
from server.deals import another_history, pasts
from server.harness import Client, House, new_key
from server.play import move
from server.test_views import NoBases
from toys.ambush import AmbushGame
from toys.sealed import SealedGame

GAMES: dict[str, tuple[Any, dict[str, Any], int]] = {
    "ambush": (AmbushGame, {}, 10_000),
    "sealed": (SealedGame, {}, 10_000),
    "maurice": (lambda: kemu.game("maurice"), {"size": 8}, 40),
    "siege": (lambda: kemu.game("siege"), {"umpire": True, "layout": "mission", "squads": 4}, 24),
}
"""Each game with hidden facts: the options under which it has them, and after how many answers it is broken off."""
WHOLE = 25
"""Of so many games one is played to its end, however long it is: Siege's umpire speaks late."""
LOOKED_BACK = 4
"""Moments and pictures of the past that each viewer asks for in a game."""


def test_no_game_with_hidden_facts_is_left_out() -> None:
    assert {name for name in kemu.list_games() if kemu.game(name).hides} <= set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_sent_follows_from_the_view_alone(house: House, name: str) -> None:
    found = [compare(house, name, seed) for seed in range(3)]
    # The server's dice are its own: now and then a whole game ends before the umpire has spoken, and another is played.
    for seed in range(WHOLE, 5 * WHOLE, WHOLE):
        if name == "siege" and not any(one.low for one in found):
            found.append(compare(house, name, seed))
    assert sum(one.snapshots for one in found) > 100
    # The other deals are others: else nothing was compared.
    assert sum(one.states for one in found) > 20
    assert sum(one.steps for one in found) > 20
    assert name != "siege" or any(one.low for one in found)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_what_is_sent_follows_from_the_view_alone_in_a_thousand_games(house: House, name: str) -> None:
    found = [compare(house, name, seed) for seed in range(1_000)]
    assert sum(one.snapshots for one in found) > 20_000
    assert name != "siege" or sum(one.low for one in found) > 20


class Compared(msgspec.Struct):
    """What was compared in a game."""

    snapshots: int = 0
    states: int = 0
    """States dealt anew that are not the true ones."""
    steps: int = 0
    """Steps of another history that is not the true one, whose lines were held against the log."""
    low: bool = False
    """Whether Siege's umpire has spoken."""


def compare(house: House, name: str, seed: int) -> Compared:
    """Play a game by sockets; hold all that is on the wire against what is made from states that were dealt anew.

    Each ply is seen by every seat and by a spectator. The states are known only afterwards, from the record. A state
    in which everything that a seat does not know is dealt anew must give that seat the very same picture, and a
    history of such states the very same log.
    """
    made, options, most = GAMES[name]
    game = made()
    clients = house.open(name, options)
    rng = random.Random(seed)
    most = most if seed % WHOLE else 10_000
    sent: dict[str, list[dict[str, Any]]] = {who: [] for who in clients}
    entries: dict[str, list[dict[str, Any]]] = {who: [] for who in clients}
    with _lines(clients) as lines:
        ply = -1
        for _ in range(most):
            looks = {who: line.until_ply(ply + 1) for who, line in lines.items()}
            for who, line in lines.items():
                sent[who].append(looks[who])
                entries[who] += [e for raw in line.heard for e in msgspec.json.decode(raw).get("entries", ())]
                line.heard.clear()
            watched = looks["watcher"]
            ply = watched["ply"]
            if watched["pending"]["type"] == "over":
                break
            seat = watched["pending"]["seat"]
            assert clients[seat].answer(ply, chosen(clients[seat], looks[seat], rng)).status_code == 200
    logs = {who: client.look()["log"] for who, client in clients.items()}
    last = clients["watcher"].look()["ply"]
    asked = {who: _looked_back(client, last, rng) for who, client in clients.items()}
    if clients["watcher"].look()["pending"]["type"] != "over":
        assert next(iter(clients.values())).post("resign", key=new_key()).status_code == 200
    record = kemu.load_record(clients["watcher"].get("/record").content)
    states = {moment.ply: moment.state for moment in kemu.replay(record, game)}
    found = Compared(low=any(getattr(state, "low_at", -1) >= 0 for state in states.values()))
    for who in clients:
        viewer = None if who == "watcher" else game.seats.index(who)
        judge = Judge(game, viewer, states, kemu.QuickRng(seed), found)
        for look in sent[who]:
            judge.snapshot(look)
        for look, picture in asked[who]:
            judge.moment(look, picture)
        judge.log([line for line in logs[who] if line["ply"] <= last], pasts(record, game)[:last], entries[who])
    return found


def chosen(client: Client, look: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Return an action; who can fire mostly does, for that is what uses up what is hidden."""
    options = [option["action"] for option in look["pending"]["options"]]
    for act, often in (("fire", 0.9), ("activate", 1.0), ("stay", 0.5), ("stop", 0.5)):
        wanted = [option for option in options if option["act"] == act]
        if wanted and rng.random() < often:
            return rng.choice(wanted)
    return move(client, look, rng)


def _looked_back(client: Client, last: int, rng: random.Random) -> list[tuple[dict[str, Any], str]]:
    """Ask for some moments of the past and for the present one, and for pictures of them."""
    plies = sorted({last, *rng.sample(range(last + 1), min(LOOKED_BACK, last + 1))})
    return [(client.get(f"/moments/{n}").json(), client.get(f"/picture.svg?ply={n}").text) for n in plies]


def _plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


COMPARED = {"pending", "scene", "base", "log", "ply", "near"}
ELSEWHERE = {"moved"}
"""Compared byte by byte in `test_views`, over two whole histories."""
SAME = {
    "table",
    "game",
    "title",
    "options",
    "revision",
    "seat",
    "seats",
    "commitment",
    "salts",
    "secret",
    "canUndo",
    "takeBack",
    "takeBackWhy",
    "backAsked",
    "draws",
    "drawOffer",
    "createdAt",
    "thinking",
    "stuck",
    "private",
    "chat",
    "places",
    "rematch",
    "listed",
    "hints",
    "clock",
}


class Judge:
    """Holds what one viewer was sent against what he could have been sent had the rest been dealt otherwise."""

    def __init__(
        self, game: Any, viewer: int | None, states: dict[int, Any], rng: kemu.QuickRng, found: Compared
    ) -> None:
        self.game, self.viewer, self.states, self.rng, self.found = game, viewer, states, rng, found

    def _other(self, ply: int) -> Any:
        truth = self.states[ply]
        other = self.game.redeal(self.game.view(truth, self.viewer), self.rng)
        self.found.states += other != truth
        return other

    def _prompt(self, pending: Decide) -> str:
        if pending.seat == self.viewer:
            return pending.prompt
        return pending.for_others().prompt or f"Waiting for {self.game.seats[pending.seat].capitalize()}."

    def _scene(self, state: Any, decide: Decide | None) -> Any:
        view = self.game.view(state, self.viewer)
        return _plain(travelling(scene_of(self.game, view, decide), NoBases()).body)

    def _base(self, state: Any) -> bytes:
        """What the digest of a scene's base is made of."""
        scene = scene_of(self.game, self.game.view(state, self.viewer), None)
        fixed = [zone for zone in scene.zones if zone.fixed]
        return msgspec.json.encode((scene.base, scene.defs, scene.symbols, fixed))

    def snapshot(self, look: dict[str, Any]) -> None:
        """What came by the socket while the game was played."""
        told = look["pending"]
        # A field that is neither compared nor the same for everybody would pass unseen: a new one has to be judged.
        assert set(look) <= COMPARED | SAME | ELSEWHERE
        if told["type"] == "over":
            return
        self.found.snapshots += 1
        other = self._other(look["ply"])
        pending = self.game.pending(other)
        assert isinstance(pending, Decide)
        own = pending.seat == self.viewer
        assert look["scene"] == self._scene(other, pending if own else None)
        assert self._base(other) == self._base(self.states[look["ply"]])
        assert (told["prompt"], told["clause"], told["yours"]) == (self._prompt(pending), pending.clause, own)
        view = self.game.view(other, self.viewer)
        assert look["near"] == _plain(nearness(self.game, view))
        said = {choice["option"]: choice["label"] for choice in look["scene"]["selectable"]}
        offered = [
            {
                "action": _plain(one),
                "notation": self.game.notation(one),
                "label": said.get(number, self.game.label(view, one)),
            }
            for number, one in enumerate(pending.options if own else ())
        ]
        assert told["options"] == offered
        if not own:
            assert told["free"] is None

    def moment(self, look: dict[str, Any], picture: str) -> None:
        """What was asked for afterwards: a moment of the past, and its picture."""
        other = self._other(look["ply"])
        told, pending = look["pending"], self.game.pending(other)
        assert look["scene"] == {**self._scene(other, None), "selectable": []}
        scene = scene_of(self.game, self.game.view(other, self.viewer), None)
        assert picture == render_svg(scene)
        if isinstance(pending, Decide) and told["type"] == "decide":
            assert (told["prompt"], told["options"], told["free"]) == (self._prompt(pending), [], None)
        assert all(line["ply"] <= look["ply"] for line in look["log"])

    def log(self, lines: list[dict[str, Any]], steps: list[Past], entries: list[dict[str, Any]]) -> None:
        """The whole log, and what of it came by the socket, against the log of another history."""
        end = self.states[len(steps)]
        others, changed = another_history(self.game, steps, end, self.viewer, self.rng)
        self.found.steps += changed
        told = [_plain(line) for past in others for line in cut.told_of(self.game, past, self.viewer)]
        assert lines == told
        assert all(entry in told for entry in entries if entry["ply"] <= len(steps))


class _lines:  # noqa: N801
    """The sockets of all clients, open together."""

    def __init__(self, clients: dict[str, Client]) -> None:
        self.contexts = {who: client.live() for who, client in clients.items()}

    def __enter__(self) -> dict[str, Any]:
        return {who: context.__enter__() for who, context in self.contexts.items()}

    def __exit__(self, *told: object) -> None:
        for context in self.contexts.values():
            context.__exit__(None, None, None)
