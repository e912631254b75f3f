"""PNG: a picture of the size that was asked for, with our own letters in it, the same every time."""

from __future__ import annotations

import pytest

import kemu
from kemu.scene.letters import FAMILY, FILES, FOLDER, STACK
from kemu.scene.png import render_png
from kemu.scene.svg import render_svg

from .pixels import colours, pixels


def page(inside: str, width: int = 40, height: int = 20) -> str:
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{STACK}">{inside}</svg>'


def letter(text: str, attributes: str = "") -> bytes:
    return render_png(page(f'<text x="5" y="15" font-size="16" {attributes}>{text}</text>'), 80)


def test_a_picture_has_the_width_that_was_asked_for_and_keeps_its_shape() -> None:
    width, height, rows = pixels(render_png(page('<rect width="20" height="20" fill="#ff0000"/>'), 120))
    assert (width, height) == (120, 60)
    assert rows[30][:4] == b"\xff\x00\x00\xff"
    assert rows[30][-4:] == b"\x00\x00\x00\x00"


def test_the_same_picture_is_the_same_bytes() -> None:
    assert letter("Moeraki") == letter("Moeraki")


def test_letters_are_drawn_without_any_font_of_the_system() -> None:
    assert len(colours(letter("Kemu"))) > 10
    assert letter("Kemu") != letter("Kemu", 'font-weight="700"')
    assert letter("Kemu", "font-family='sans-serif'") == letter("Kemu", f"font-family='{FAMILY}'")


@pytest.mark.parametrize("sign", "āēīōūĀĒĪŌŪʻ½−×→↗·–’")
def test_the_typeface_has_the_signs_that_the_games_need(sign: str) -> None:
    assert letter(sign) not in (letter("\ue123"), letter(" "), letter("a"), letter("o"))


def test_figures_stand_on_the_line_and_are_all_of_one_height() -> None:
    def span(text: str) -> tuple[int, int]:
        _, _, rows = pixels(render_png(page(f'<text x="5" y="15" font-size="16">{text}</text>'), 400))
        inked = [y for y, row in enumerate(rows) if any(row[3::4])]
        return inked[0], inked[-1]

    spans = [span(figure) for figure in "0123456789"]
    assert max(top for top, _ in spans) - min(top for top, _ in spans) <= 6
    assert max(low for _, low in spans) - min(low for _, low in spans) <= 6


def test_a_width_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one pixel"):
        render_png(page(""), 0)


def test_the_typeface_comes_with_its_licence_and_is_small() -> None:
    assert "SIL OPEN FONT LICENSE" in (FOLDER / "OFL.txt").read_text(encoding="utf-8").upper()
    assert sum((FOLDER / name).stat().st_size for name in FILES) < 700_000


@pytest.mark.parametrize("panels", [True, False])
def test_a_board_is_drawn_in_many_colours(panels: bool) -> None:
    table = kemu.Table("moeraki", {"variant": "master"}, seed=1)
    for notation in ("f6", "c3", "d4", "k5", "k7"):
        table.play(notation)
    svg = render_svg(table.game.scene(table.view(0)), panels=panels)
    png = render_png(svg, 360)
    assert pixels(png)[0] == 360
    assert len(colours(png)) > 2000
    assert png == render_png(svg, 360)
