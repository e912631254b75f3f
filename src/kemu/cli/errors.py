"""One clear line for whatever is wrong with the input."""

from __future__ import annotations

from typing import Any

import typer

# The common ancestor of what typer raises for a wrong call. Typer gives it no public name, and it moved between
# releases; a bad parameter is a usage error, and that is one of these.
CALL_ERROR: type[Exception] = typer.BadParameter.__mro__[2]


def complaint(error: Exception) -> tuple[str | None, int]:
    """Return what to tell about an exception, on one line, and the exit code; no line for one that is our own fault."""
    if isinstance(error, CALL_ERROR):
        return _about_the_call(error), 2
    if isinstance(error, typer.Abort):
        return "kemu: stopped.", 1
    if isinstance(error, OSError):
        place = f"{error.filename}: " if error.filename is not None else ""
        return f"kemu: {place}{error.strerror or error}", 1
    # Imported here: a command that fails has loaded them, and one that prints its help should not.
    from kemu.core.kit import KitError
    from kemu.core.record import RecordError
    from kemu.core.refusal import Refusal

    if isinstance(error, Refusal | KitError | RecordError):
        return f"kemu: {' '.join(str(error).split())}", 1
    return None, 1


def _about_the_call(error: Any) -> str:
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "kemu"
    message = " ".join(error.format_message().split())
    return f"{path}: {message if message.endswith(('.', '?')) else f'{message}.'} ('{path} --help' explains.)"
