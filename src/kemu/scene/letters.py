"""The typeface of the pictures, and how wide its letters run: enough to break lines without a font engine."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent / "fonts"
FILES = ("AlegreyaSans-Regular.ttf", "AlegreyaSans-Bold.ttf")
FAMILY = "Alegreya Sans"
STACK = f"'{FAMILY}', 'Gill Sans', 'Segoe UI', Candara, 'Noto Sans', sans-serif"

# The advance of the letters from space to tilde in the regular weight, in thousandths of the size.
# fmt: off
_ADVANCE = (
    165, 256, 280, 516, 428, 824, 694, 166, 288, 306, 374, 480, 229, 307, 229, 287, 531, 356, 490, 429, 492, 424, 472,
    418, 474, 470, 229, 229, 480, 480, 480, 331, 825, 578, 537, 520, 646, 482, 434, 600, 684, 268, 310, 547, 416, 789,
    683, 635, 520, 639, 555, 472, 490, 626, 564, 893, 594, 528, 528, 288, 287, 288, 424, 450, 389, 462, 514, 385, 518,
    461, 303, 487, 520, 242, 265, 456, 247, 800, 516, 491, 509, 510, 323, 370, 319, 510, 423, 674, 435, 427, 412, 288,
    314, 288, 480,
)
# fmt: on
_OTHER = 520
_BOLD = 1.04


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """Return about how wide a line of text is."""
    total = sum(_ADVANCE[ord(c) - 32] if 32 <= ord(c) < 127 else _OTHER for c in text)
    return total * size / 1000 * (_BOLD if bold else 1)


def broken(text: str, size: float, room: float, *, bold: bool = False) -> list[str]:
    """Return the text as lines that fit the room. A single word that is too long stays whole.

    >>> broken("one two", 10, 20)
    ['one', 'two']
    """
    lines: list[str] = []
    for word in text.split():
        if lines and width_of(f"{lines[-1]} {word}", size, bold=bold) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def clipped(text: str, size: float, room: float, *, bold: bool = False) -> str:
    """Return the text, cut with an ellipsis if it is too long for the room."""
    if width_of(text, size, bold=bold) <= room:
        return text
    while text and width_of(f"{text}…", size, bold=bold) > room:
        text = text[:-1]
    return f"{text.rstrip()}…"
