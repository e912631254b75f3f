"""One clear line for whatever is wrong with the input."""

from __future__ import annotations

from typing import Any

import typer

# The common ancestor of what typer raises for a wrong call. Typer gives it no public name, and it moved between
# releases; a bad parameter is a usage error, and that is one of these.
CALL_ERROR: type[Exception] = typer.BadParameter.__mro__[2]


LONGEST = 800
"""Of a line: a path, and a list of what there is instead, have room in it."""


def complaint(error: Exception) -> tuple[str | None, int]:
    """Return what to tell about an exception, on one line, and the exit code; no line for one that is our own fault."""
    if isinstance(error, CALL_ERROR):
        return _about_the_call(error), 2
    if isinstance(error, typer.Abort):
        return "kemu: stopped.", 1
    # Imported here: a command that fails has loaded them, and one that prints its help should not.
    from kemu.core.printable import one_line

    if isinstance(error, OSError):
        place = f"{error.filename}: " if error.filename is not None else ""
        return f"kemu: {one_line(f'{place}{error.strerror or error}', LONGEST)}", 1
    from kemu.core.kit import KitError
    from kemu.core.record import RecordError
    from kemu.core.refusal import Refusal

    if isinstance(error, Refusal | KitError | RecordError):
        return f"kemu: {one_line(str(error), LONGEST)}", 1
    return None, 1


def _about_the_call(error: Any) -> str:
    from kemu.core.printable import one_line

    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "kemu"
    message = one_line(error.format_message(), LONGEST)
    return f"{path}: {message if message.endswith(('.', '?')) else f'{message}.'} ('{path} --help' explains.)"
