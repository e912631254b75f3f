"""Checks of whole games: records, seeds, undo, and another process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from kemu.core.game import Game
from kemu.core.pending import Decide, Over
from kemu.core.record import Drawn, RecordError, load_record, replay, verify
from kemu.core.refusal import Refusal
from kemu.core.rng import QuickRng
from kemu.core.table import Table

Found = Iterator[tuple[str, str]]


def play(game: Game[Any, Any], settings: Mapping[str, Any], seed: int) -> Table:
    """Return a table at the end of a random game that this seed determines."""
    rng = QuickRng(seed)
    table = Table(game, settings, seed=seed)
    for _ in range(game.bound(game.parse_settings(settings)) + 1):
        pending = table.pending
        if isinstance(pending, Over):
            break
        table.play(pending.pick(rng))
    return table


def whole_game(game: Game[Any, Any], settings: Mapping[str, Any], seed: int) -> Found:
    """Run the checks of a whole game."""
    table = play(game, settings, seed)
    if table.outcome is None:
        yield "ends", f"seed {seed}: not over after {table.ply} choices, its bound"
        return
    yield from replays(game, table, seed)
    yield from undo(game, settings, seed)
    if play(game, settings, seed).record() != table.record():
        yield "same-seed", f"seed {seed} gives two different games"


def replays(game: Game[Any, Any], table: Table, seed: int) -> Found:
    """The record loads, verifies, gives the same states, and is refused when it is changed."""
    data = table.record().dump()
    try:
        record = load_record(data)
        if record != table.record():
            yield "replay", f"seed {seed}: the record is not read back as it was written"
        verdict = verify(record, game)
        if verdict.draws and verdict.dice not in {"proved", "unbound"}:
            yield "replay", f"seed {seed}: the dice are {verdict.dice}"
        states = [moment.state for moment in replay(record, game)]
    except RecordError as error:
        yield "replay", f"seed {seed}: its own record is refused: {error}"
        return
    if states != [*(past.before for past in table.past), table.state]:
        yield "replay", f"seed {seed}: replay goes through other states than play"
    rng = QuickRng(seed)
    for _ in range(5):
        changed = bytearray(data)
        changed[rng.below(len(data))] ^= 1 << rng.below(8)
        try:
            verify(load_record(bytes(changed)), game)
        except RecordError:
            continue
        yield "replay", f"seed {seed}: a changed record passes"


def undo(game: Game[Any, Any], settings: Mapping[str, Any], seed: int) -> Found:
    """Undo, wherever it is allowed, gives back the state before; it never crosses chance or another seat."""
    rng = QuickRng(seed + 1)
    table = Table(game, settings, seed=seed)
    undone = 0
    while isinstance(pending := table.pending, Decide) and undone < 50:
        before, length, seat = table.state, table.ply, pending.seat
        action = pending.pick(rng)
        table.play(action)
        after, entries = table.state, [past.entry for past in table.past]
        free = table.can_undo() is None
        crossed = any(isinstance(past.entry, Drawn) for past in table.past[length:])
        now = table.pending
        if free and (crossed or isinstance(now, Over) or now.seat != seat):
            yield "undo", f"seed {seed}, ply {table.ply}: undo is offered where knowledge has begun"
        if free:
            undone += 1
            table.undo()
            if table.state != before or table.ply != length:
                yield "undo", f"seed {seed}, ply {length}: undo does not give back the state before"
                return
            table.play(action)
            if table.state != after or [past.entry for past in table.past] != entries:
                yield "undo", f"seed {seed}, ply {length}: the same choice after undo leads elsewhere"
        else:
            try:
                table.undo()
            except Refusal:
                continue
            yield "undo", f"seed {seed}, ply {table.ply}: undo is refused by can_undo and works"
            return


def digest(game: Game[Any, Any], settings: Mapping[str, Any], seeds: list[int]) -> str:
    """Return a digest of the records of some seeds."""
    total = blake2b(digest_size=16)
    for seed in seeds:
        total.update(play(game, settings, seed).record().dump())
    return total.hexdigest()


def other_process(game: Game[Any, Any], settings: Mapping[str, Any], seeds: list[int]) -> Found:
    """The same seeds give the same records in another process with another hash seed."""
    task = {
        "game": f"{type(game).__module__}:{type(game).__qualname__}",
        "kit": None if game.kit.overlay is None else str(game.kit.overlay),
        "settings": dict(settings),
        "seeds": seeds,
    }
    env = {**os.environ, "PYTHONHASHSEED": "4711", "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    done = subprocess.run(
        [sys.executable, "-m", "kemu.conformance.other_process"],
        input=msgspec.json.encode(task),
        capture_output=True,
        env=env,
        check=False,
        cwd=Path.cwd(),
    )
    if done.returncode:
        last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
        yield "same-seed", f"another process cannot play it: {' '.join(last)}"
    elif done.stdout.decode().strip() != digest(game, settings, seeds):
        yield "same-seed", f"another process plays seeds {seeds} differently"
