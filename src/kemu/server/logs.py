"""The log: a line an event, with the time, and for a request its id and the address that it came from."""

from __future__ import annotations

import logging
import time
from contextvars import ContextVar
from typing import Any

import msgspec

from kemu.core.printable import one_line

LONGEST = 2_000
"""Characters of a line."""
request: ContextVar[tuple[str, str]] = ContextVar("request", default=("", ""))
"""The id and the address of the request that is being answered."""


class Lines(logging.Formatter):
    """One line a record, whatever it holds; an exception is told by its kind, its words and where it was raised."""

    def __init__(self, as_json: bool = False) -> None:
        super().__init__()
        self._json = as_json

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        request_id, address = request.get()
        seconds = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        fields: dict[str, Any] = {
            "time": f"{seconds}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "address": getattr(record, "address", address),
            "request": getattr(record, "request", request_id),
            "says": one_line(record.getMessage(), LONGEST),
        }
        if record.exc_info and record.exc_info[1] is not None:
            fields["error"] = one_line(in_a_line(record.exc_info[1]), LONGEST)
        if self._json:
            return msgspec.json.encode({name: value for name, value in fields.items() if value}).decode()
        who = " ".join(fields[name] for name in ("address", "request") if fields[name])
        words = " | ".join(fields[name] for name in ("says", "error") if fields.get(name))
        return f"{fields['time']} {fields['level']:7} {f'[{who}] ' if who else ''}{words}"


def in_a_line(error: BaseException) -> str:
    """Return what an exception says, and where it came from: the last places of our own code first.

    >>> in_a_line(ValueError("no such pa"))
    'ValueError: no such pa'
    """
    places: list[str] = []
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        places.append(f"{code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}")
        trace = trace.tb_next
    where = f" at {' < '.join(reversed(places[-8:]))}" if places else ""
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    because = f" because {in_a_line(cause)}" if cause is not None else ""
    return f"{type(error).__name__}: {error}{where}{because}"


def config(as_json: bool, level: str = "WARNING") -> dict[str, Any]:
    """Return the logging configuration of a server's process: all of it on stderr, in lines."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": {"()": Lines, "as_json": as_json}},
        "handlers": {"lines": {"class": "logging.StreamHandler", "formatter": "lines", "stream": "ext://sys.stderr"}},
        "loggers": {
            "kemu": {"level": "INFO"},
            "uvicorn": {"level": level},
            "alembic": {"level": "WARNING"},
            "asyncio": {"level": "WARNING"},
        },
        "root": {"level": "WARNING", "handlers": ["lines"]},
    }
