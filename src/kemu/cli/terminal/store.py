"""Where the record of a game in play is kept: a file that is never somebody else's, and never behind the game."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from kemu.core.record import Record
from kemu.core.refusal import Refusal


class Store:
    """A record's file. It is made when the game begins, and written anew after every choice."""

    def __init__(self, path: Path, *, fresh: bool = True) -> None:
        """Take a new file (`fresh`), or go on with one that is there."""
        self.path = path
        self._written = not fresh
        if fresh:
            try:
                path.open("xb").close()
            except FileExistsError:
                raise Refusal(f"{path}: the file is there already; a record overwrites nothing.") from None

    @classmethod
    def for_game(cls, game_id: str) -> Store:
        """Take a new file in the current folder, named after the game and the time."""
        name = f"kemu-{game_id}-{datetime.now():%Y%m%d-%H%M%S}"
        for number in range(1, 1_000):
            path = Path(f"{name}{f'-{number}' if number > 1 else ''}.jsonl")
            if not path.exists():
                return cls(path)
        raise Refusal(f"{name}.jsonl: there are a thousand of these already.")

    def begin(self, record: Record) -> None:
        """Put the header into the file: if the program is killed before the first choice, a good record lies there."""
        done = self._written
        self.write(record)
        self._written = done

    def write(self, record: Record) -> None:
        """Put the record into the file, whole or not at all: whatever happens, a good record lies there."""
        beside = self.path.with_name(f".{self.path.name}.part")
        record.save(beside)
        os.replace(beside, self.path)
        self._written = True

    def close(self) -> bool:
        """Return whether there is a record; if nothing was ever done, the file goes."""
        if not self._written:
            self.path.unlink(missing_ok=True)
        return self._written


def save_copy(record: Record, path: Path) -> None:
    """Write a record to a file that is not there yet."""
    try:
        with path.open("xb") as file:
            file.write(record.dump())
    except FileExistsError:
        raise Refusal(f"{path}: the file is there already; a record overwrites nothing.") from None
    except OSError as error:
        raise Refusal(f"{path}: {error.strerror}.") from None
