"""Somebody else's words, as they can be shown: nothing in them that a terminal obeys."""

from __future__ import annotations

from unicodedata import category

LONGEST = 300
CONTROLS = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""The categories of letters that a terminal or a line of text obeys, and of halves of letters."""
UNSEEN = CONTROLS | {"Cf"}
"""Those, and such as turn a text round without being seen."""


def printable(words: str) -> str:
    """Return the words without control characters; whatever parts words or lines is a blank.

    >>> printable("no\\x1b[31m such\\n  thing")
    'no[31m such   thing'
    """
    if words.isprintable():
        return words
    return "".join(" " if letter.isspace() else letter for letter in words if _shows(letter))


def _shows(letter: str) -> bool:
    return letter.isspace() or category(letter) not in UNSEEN


def one_line(words: str, longest: int = LONGEST) -> str:
    """Return the words on one line, and not too long a one.

    >>> one_line("no\\x1b[31m such\\n  thing")
    'no[31m such thing'
    """
    line = " ".join(printable(words).split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def control_in(words: str, *, allowed: str = "") -> str:
    """Return the first control character in a text that is not allowed there, by its number; empty if there is none.

    >>> control_in("bell\\x07"), control_in("two\\nlines", allowed="\\n")
    ('U+0007', '')
    """
    if words.isprintable():
        return ""
    found = (letter for letter in words if category(letter) in CONTROLS and letter not in allowed)
    return next((f"U+{ord(letter):04X}" for letter in found), "")


def scored(score: float) -> str:
    """Return a score as it is written everywhere: whole, or with its half.

    >>> scored(12.0), scored(11.5), scored(0.5), scored(-0.5), scored(0.25)
    ('12', '11½', '½', '-½', '0.25')
    """
    whole = int(score)
    if abs(score - whole) != 0.5:
        return f"{score:g}"
    return f"{whole or ('-' if score < 0 else '')}½"
