"""What a draw is drawn from: dice by their faces, cards by their pool, or one of some listed throws.

A source is plain data and stands in the record beside its outcome, so that a program that knows nothing of a game
can draw again from the same numbers and compare. `docs/record.md` states how each is drawn from.
"""

from __future__ import annotations

from itertools import chain
from typing import Annotated

from msgspec import Meta, Struct

from .rng import Rng

Count = Annotated[int, Meta(ge=0, le=1_000_000)]


class Faces(Struct, frozen=True, tag_field="kind", tag="dice", forbid_unknown_fields=True):
    """`n` dice alike, each with these faces in their printed order."""

    n: Count
    faces: tuple[int | str, ...]

    def draw(self, rng: Rng) -> tuple[int | str, ...]:
        """Throw: for each die, `below(faces)` is an index into the faces."""
        return tuple([self.faces[rng.below(len(self.faces))] for _ in range(self.n)])


class Pool(Struct, frozen=True, tag_field="kind", tag="cards", forbid_unknown_fields=True):
    """`n` cards from a pool, numbers before names and each in order; none is put back. All of them: a shuffle."""

    n: Count
    pool: tuple[int | str, ...]

    def draw(self, rng: Rng) -> tuple[int | str, ...]:
        """Draw one after the other: `below(cards left)` is an index into what is left."""
        left = list(self.pool)
        return tuple([left.pop(rng.below(len(left))) for _ in range(self.n)])


class OneOf(Struct, frozen=True, tag_field="kind", tag="one-of", forbid_unknown_fields=True):
    """One of these throws, each as likely: dice that are thrown again until the rules accept them, for example."""

    throws: tuple[tuple[int | str, ...], ...]

    def draw(self, rng: Rng) -> tuple[int | str, ...]:
        """Take one: `below(throws)` is an index into them."""
        return self.throws[rng.below(len(self.throws))]


Source = Faces | Pool | OneOf


def draw_from(sources: tuple[Source, ...], rng: Rng) -> tuple[int | str, ...]:
    """Return what these sources give, one after the other from the same numbers.

    >>> from kemu.core.rng import QuickRng
    >>> draw_from((Faces(1, (4,)), Pool(1, ("ace",)), OneOf(((2, 1),))), QuickRng(1))
    (4, 'ace', 2, 1)
    """
    return tuple(chain.from_iterable([source.draw(rng) for source in sources]))
