"""What all that travels is made of: words with bounds, and the two kinds of message."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

# No control characters: they are of no use in a name or a line of chat, and some databases cannot hold them.
# `(?![\s\S])` is the end of the text in every dialect of regular expressions; `$` is not.
LINE = r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]*(?![\s\S])"
Key = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{8,64}(?![\s\S])",
        description="An id that the client makes: the same request again lands once.",
    ),
]
Secret = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{32,64}(?![\s\S])",
        description="Made by the client: 192 random bits. The server keeps a digest.",
    ),
]
Name = Annotated[str, Meta(max_length=40, pattern=LINE, description="What the player is called.")]
Place = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{0,64}(?![\s\S])",
        description="Made by a page when it is loaded: a line that is opened again from there is no second place.",
    ),
]
Ply = Annotated[int, Meta(ge=0, le=1_000_000_000, description="The ply that the client saw.")]
Coordinate = Annotated[float, Meta(ge=-1e6, le=1e6)]
Revision = Annotated[
    int, Meta(ge=0, le=2**53, description="The revision that the client saw; it grows even when a choice is undone.")
]


class Sent(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """Something that a client sends: a field that nobody knows is a mistake."""


class Told(Struct, frozen=True, rename="camel"):
    """Something that the server tells."""
