"""What goes wrong, as a client sees it: a status, a code, a reason in words, a clause. Nothing of the inside."""

from __future__ import annotations

from msgspec import Struct

from kemu.core.refusal import Refusal

TOO_MUCH = 429
"""The status of what a limit has turned away."""


class Problem(Struct, frozen=True):
    """Why a request was not granted."""

    code: str
    reason: str
    clause: str = ""


class Failure(Struct, frozen=True):
    """The body of every answer with a status of 400 or more."""

    error: Problem


class ApiError(Exception):
    """Raised anywhere below a route: it becomes the answer, and nothing has changed."""

    def __init__(
        self, status: int, code: str, reason: str, clause: str = "", headers: dict[str, str] | None = None
    ) -> None:
        super().__init__(code)
        self.status = status
        self.problem = Problem(code, reason, clause)
        self.headers = headers or {}

    def __reduce__(self) -> tuple[object, ...]:
        """Travel whole from one process to another: an exception is made anew from its arguments there."""
        problem = self.problem
        return ApiError, (self.status, problem.code, problem.reason, problem.clause, self.headers)


def refused(refusal: Refusal, code: str = "refused") -> ApiError:
    """Return the answer to something that the rules do not allow."""
    return ApiError(409, code, refusal.reason, refusal.clause)


def stale() -> ApiError:
    """Return the answer to somebody who acted on an older position."""
    return ApiError(409, "stale", "The table has moved on; look again before you choose.")


def unknown_table() -> ApiError:
    """Return the answer to a table that does not exist."""
    return ApiError(404, "unknown-table", "There is no such table.")


def other_rules() -> ApiError:
    """Return the answer to an act at a table whose rules are not those that are installed."""
    words = "This table was begun under another version of the rules: it goes on when that release is served again."
    return ApiError(409, "other-rules", words)


def closed() -> ApiError:
    """Return the answer to an act at a table that an admin has ended."""
    return ApiError(409, "closed", "Whoever runs this server has ended this table.")


def over(words: str = "The game is over.") -> ApiError:
    """Return the answer to an act at a table where the game has ended."""
    return ApiError(409, "game-over", words)
