"""Scripted clients that insist while servers are killed under them, and the books that they keep."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Sequence
from functools import partial
from typing import Any

import httpx

import kemu
from kemu.core.record import Move, replay
from server.harness import PATIENCE, Server, new_key
from server.ladder import LadderGame
from server.play import choose_or_drag
from toys.ambush import AmbushGame
from toys.volley import VolleyGame

OWN = tuple(kemu.list_games())
GAMES: dict[str, Any] = {name: partial(kemu.game, name) for name in OWN}
GAMES |= {"ambush": AmbushGame, "volley": VolleyGame, "ladder": LadderGame}


class Heard:
    """When anybody was answered last. One table's turn may be long in coming; nobody's is a server that is gone."""

    def __init__(self) -> None:
        self.last = time.monotonic()

    def check(self) -> None:
        """Fail if nobody has been answered for so long that nobody will be."""
        assert time.monotonic() - self.last < PATIENCE, "nobody answers any more"


class Insistent:
    """HTTP that does not give up: the same request goes out again, to any of the servers, until somebody answers."""

    def __init__(self, urls: Sequence[str], rng: random.Random, heard: Heard) -> None:
        self._urls = urls
        self._rng = rng
        self._heard = heard
        self.answered = 0
        """How many requests were answered."""
        self._clients = {url: httpx.Client(base_url=url, timeout=PATIENCE) for url in urls}

    def __call__(self, method: str, path: str, token: str = "", body: Any = None) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        while True:
            try:
                client = self._clients[self._rng.choice(self._urls)]
                response = client.request(method, path, headers=headers, json=body)
                if response.status_code < 500:
                    self.answered, self._heard.last = self.answered + 1, time.monotonic()
                    return response
                assert response.status_code == 503, response.text
            except httpx.TransportError:
                pass
            self._heard.check()
            time.sleep(0.02)

    def close(self) -> None:
        """Give back the connections."""
        for client in self._clients.values():
            client.close()


class Table(threading.Thread):
    """Plays both seats of tables of one game until told to stop; notes every answer that was acknowledged."""

    def __init__(self, urls: Sequence[str], game: str, seed: int, stop: threading.Event, heard: Heard) -> None:
        super().__init__(daemon=True)
        self.game = game
        self.rng = random.Random(seed)
        self.ask = Insistent(urls, self.rng, heard)
        self.stop = stop
        self.books: list[tuple[str, str, list[tuple[str, dict[str, Any], int]]]] = []
        """Each table with a seat's secret, and what was acknowledged there: seat, action, and the ply before it."""
        self.error: BaseException | None = None

    def run(self) -> None:
        """Play one table after another."""
        try:
            while not self.stop.is_set():
                self.play()
        except BaseException as error:
            self.error = error

    def _drag(self, where: str, token: str, point: dict[str, Any]) -> dict[str, Any]:
        return self.ask("POST", where, token, point).json()

    def play(self) -> None:
        """Play one table, to its end or until told to stop."""
        seats = {name: {"kind": "you"} for name in GAMES[self.game]().seats}
        told = self.ask("POST", "/api/tables", body={"game": self.game, "seats": seats}).json()
        tokens = {name: seat["token"] for name, seat in told["seats"].items()}
        path, acknowledged = f"/api/tables/{told['table']}", []
        self.books.append((told["table"], next(iter(tokens.values())), acknowledged))
        for token in tokens.values():
            self.ask("POST", f"{path}/salt", token, {"salt": new_key(), "key": new_key()})
        while not self.stop.is_set():
            pending = self.ask("GET", path).json()["pending"]
            if pending["type"] == "over":
                return
            seat = pending["seat"]
            look = self.ask("GET", path, tokens[seat]).json()
            where = f"{path}/drag"
            action = choose_or_drag(look, self.rng, partial(self._drag, where, tokens[seat]))
            body = {"ply": look["ply"], "action": action, "key": new_key()}
            answer = self.ask("POST", f"{path}/answers", tokens[seat], body)
            assert answer.status_code == 200, answer.text
            acknowledged.append((seat, action, look["ply"]))
            if self.rng.random() < 0.3:
                again = self.ask("POST", f"{path}/answers", tokens[seat], body)
                assert again.json() == answer.json(), "the same request got another answer"


def kill_and_restart(servers: Sequence[Server], times: int, seed: int, pause: tuple[float, float]) -> int:
    """Play on several tables while the servers are killed so many times; return how many answers were acknowledged."""
    rng = random.Random(seed)
    stop, heard = threading.Event(), Heard()
    urls = [server.url for server in servers]
    tables = [Table(urls, game, seed + i, stop, heard) for i, game in enumerate(GAMES)]
    for table in tables:
        table.start()
    for _ in range(times):
        _until_all_are_answered(tables, heard)
        time.sleep(rng.uniform(*pause))
        victim = rng.choice(servers)
        victim.kill()
        victim.start()
        heard.last = time.monotonic()
    _until_all_are_answered(tables, heard)
    stop.set()
    for table in tables:
        table.join()
        if table.error is not None:
            raise table.error
    return sum(audit(table) for table in tables)


def _until_all_are_answered(tables: Sequence[Table], heard: Heard) -> None:
    """Wait until every table was answered once more and some move was acknowledged, however slow the machine is; or
    until a table has met an error. A server that is killed before it has read a long game never answers its table."""

    def landed() -> int:
        return sum(len(acknowledged) for table in tables for _, _, acknowledged in list(table.books))

    before, moves = [table.ask.answered for table in tables], landed()
    while any(table.ask.answered == had for table, had in zip(tables, before, strict=True)) or landed() == moves:
        if any(table.error for table in tables):
            return
        heard.check()
        time.sleep(0.02)


def only_answers(record: kemu.Record, game: Any) -> set[int]:
    """Return the plies at which there was one answer only."""
    found: set[int] = set()
    before: Any = None
    for moment in replay(record, game):
        if isinstance(moment.entry, Move) and len(game.pending(before).options) == 1:
            found.add(moment.entry.ply - 1)
        before = moment.state
    return found


def audit(table: Table) -> int:
    """Hold a client's books against the records: all that was acknowledged is there, once, and nothing else."""
    total = 0
    for name, token, acknowledged in table.books:
        path = f"/api/tables/{name}"
        if table.ask("GET", path).json()["pending"]["type"] != "over":
            # A game with hidden facts tells its record at its end only: end it.
            seen = {name: table.ask("GET", path).json()[name] for name in ("ply", "revision")}
            assert table.ask("POST", f"{path}/resign", token, {"key": new_key(), **seen}).status_code == 200
        record = kemu.load_record(table.ask("GET", f"{path}/record").content)
        kemu.verify(record, GAMES[table.game]())
        moves = [(entry.seat, entry.do, entry.ply - 1) for entry in record.entries if isinstance(entry, Move)]
        # A table gives an answer that is the only one by itself: that is in nobody's books.
        plies, forced = {ply for _, _, ply in acknowledged}, only_answers(record, GAMES[table.game]())
        assert [move for move in moves if move[2] in plies or move[2] not in forced] == acknowledged
        total += len(moves)
    table.ask.close()
    return total
