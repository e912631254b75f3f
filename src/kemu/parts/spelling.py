"""Words as they are typed: without the marks that a keyboard may not have."""

from __future__ import annotations

import unicodedata

SIGNS = str.maketrans("", "", "ʻʼ'’‘`´")
"""ʻOkina and apostrophes, as people type them."""


def plain(text: str) -> str:
    """Return a text without ʻokina, apostrophes, macrons and accents.

    >>> plain("Koʻolau and Kalanikūpule")
    'Koolau and Kalanikupule'
    """
    parts = unicodedata.normalize("NFKD", text.translate(SIGNS))
    return "".join(part for part in parts if not unicodedata.combining(part))


def folded(text: str) -> str:
    """Return a text for comparison: plain, in lower case, with single spaces.

    >>> folded(" Land  KOʻOLAU ")
    'land koolau'
    """
    return " ".join(plain(text).casefold().split())
