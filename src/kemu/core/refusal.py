"""A refusal: the answer to anything that the rules do not allow."""

from __future__ import annotations


class Refusal(Exception):
    """Why something is not allowed, in words, and under which clause.

    One class serves both ways of saying no. `check` and `why_not` *return* a refusal, because there the
    question was asked; `apply` and `play` *raise* it, because there nothing else may happen. Either way no
    state has changed. Two refusals are equal when they say the same thing.

    >>> Refusal("f6 holds the ball", "moeraki:C.3")
    Refusal('f6 holds the ball', 'moeraki:C.3')
    """

    def __init__(self, reason: str, clause: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.clause = clause

    def __str__(self) -> str:
        return f"{self.reason} [{self.clause}]" if self.clause else self.reason

    def __repr__(self) -> str:
        return f"Refusal({self.reason!r}, {self.clause!r})"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Refusal):
            return (self.reason, self.clause) == (other.reason, other.clause)
        return NotImplemented

    def __hash__(self) -> int:
        return hash((self.reason, self.clause))
