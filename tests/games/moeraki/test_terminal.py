"""The board in a terminal: the same facts in colour, in plain signs and in ASCII."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from kemu.games.moeraki import State
from kemu.games.moeraki.model.state import Played
from kemu.parts.bits import bits

from .positions import BOARD, GAME, after, position

CROSSING = position("master", ball="d6", black="c5 e5 d4 g9", white="k3 k5 j4", tanes="black d5 ne, white k4 nw")


class AsciiFile(io.StringIO):
    encoding = "ascii"


def printed(state: State, width: int = 80, file: io.StringIO | None = None, **console: object) -> list[str]:
    out = io.StringIO() if file is None else file
    Console(width=width, file=out, **console).print(GAME.picture(GAME.view(state, 0)))  # type: ignore[arg-type]
    return out.getvalue().split("\n")


def cells(lines: list[str]) -> dict[str, str]:
    """The three letters at each file and rank."""
    return {
        f"{file}{11 - row}": lines[row + 1][4 + 3 * column : 7 + 3 * column]
        for row in range(11)
        for column, file in enumerate("abcdefghijk")
    }


def test_coordinates_stand_on_all_four_sides() -> None:
    lines = printed(position())
    assert lines[0][:41].split() == lines[12][:41].split() == list("abcdefghijk")
    for row in range(11):
        assert lines[row + 1][:4].strip() == lines[row + 1][37:41].strip() == str(11 - row)


def test_without_colour_every_hollow_tells_what_lies_in_it() -> None:
    state = after(position(black="c1 e1 d10 c11 g7", white="d2 g1 f2 e11", turn="white"), "k5")
    found = cells(printed(state))
    for hollow, name in enumerate(BOARD.hollows):
        black, white = (stones >> hollow & 1 for stones in state.stones)
        expected = (
            "●" if black else "○" if white else "◉" if hollow == state.ball else "∘" if name in BOARD.field else "·"
        )
        assert found[name].strip("() ") == expected
    assert found["k5"] == "(○)"
    assert found["d1"] == " ◆½"


def test_full_tiles_half_tiles_and_their_owners_differ() -> None:
    state = position(black="c1 e1 c3 e3", white="d2 g1 h2 i1 d4")
    found = cells(printed(state))
    assert (found["d1"], found["h1"], found["d3"]) == (" ◆½", " ◇ ", "   ")


@pytest.mark.rule("moeraki:T.2", "moeraki:T.5")
def test_tane_their_arrows_and_their_lines() -> None:
    found = cells(printed(CROSSING))
    assert (found["d5"], found["k4"], found["g8"]) == (" ♞↗", " ♘↖", " + ")
    barred = {name for name, text in found.items() if text == " × "}
    assert barred == {"e6", "f7", "h9", "i10", "j5", "i6", "h7", "f9", "e10", "d11"}


def test_the_winning_pattern_stands_in_brackets() -> None:
    won = after(position(black="d4 c5 e5", turn="black"), "d6")
    found = cells(printed(won))
    assert [found[at] for at in ("d4", "c5", "e5", "d6")] == ["[●]", "[●]", "[●]", "(●)"]
    assert any("Black wins by Tahuna." in line for line in printed(won))


def test_scores_turn_and_scale_stand_beside_the_board() -> None:
    state = position(black="c1 e1", white="d2", turn="white", kemu=5, played=(Played(0, "awa", (0, 0)),) * 2)
    text = "\n".join(printed(state))
    assert "Black    ½ point  26 stones" in text
    assert "White   0 points  27 stones ◂" in text
    assert "Kemu to 5 (Kiwi)" in text
    assert "● ● · · ·  Black 2" in text


@pytest.mark.parametrize("width", [80, 78, 60, 45])
def test_no_line_is_cut_or_wrapped(width: int) -> None:
    lines = printed(CROSSING, width)
    assert all(len(line) <= width for line in lines)
    assert not any("…" in line for line in lines)
    assert cells(lines) == cells(printed(CROSSING, 120))


def test_piped_or_with_no_color_there_are_no_escape_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b" not in "".join(printed(CROSSING))
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[38" not in "".join(printed(CROSSING, force_terminal=True))
    assert "♘↖" in "".join(printed(CROSSING, force_terminal=True))


def test_with_colour_black_and_white_are_black_and_white(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    text = "".join(printed(CROSSING, force_terminal=True, color_system="truecolor"))
    stones = sum(len(bits(own)) for own in CROSSING.stones)
    black, white = text.count("\x1b[1;38;2;0;0;0;48"), text.count("\x1b[1;38;2;255;255;255;48")
    assert (black, white) == (4 + 1 + 1, 3 + 1 + 1), "stones, a Tane and the sample beside the score"
    assert black + white == stones + 4


def test_a_terminal_without_unicode_gets_letters() -> None:
    lines = printed(CROSSING, file=AsciiFile())
    assert "".join(lines).isascii()
    found = cells(lines)
    assert (found["c5"], found["k3"], found["d5"], found["d6"]) == (" X ", " O ", "Tne", " @ ")
