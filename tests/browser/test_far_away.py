"""Two browsers against each other, one of which is cut off and comes back."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from browser.line import Line
from browser.table import MOERAKI, after, choose, middle, pieces, ply, settle, shoot, state

Visit = Callable[..., Page]


@pytest.fixture
def line(server: str) -> Iterator[Line]:
    line = Line(urlsplit(server).port or 0)
    yield line
    line.close()


def invite(page: Page) -> str:
    """Open a table with a friend from the front page; return the link to send."""
    page.locator(MOERAKI).click()
    page.locator("label", has=page.locator("input[name=seat-white][value=friend]")).click()
    page.get_by_role("button", name="Start the game").click()
    return page.get_by_label("Invite a friend to play White").input_value()


def take_seat(page: Page) -> None:
    page.get_by_role("button", name="Take the seat").click()
    expect(page.locator(".join")).to_have_count(0)
    assert "#" not in page.url, "the link's secret has left the address bar"


def test_a_link_shows_the_table_and_only_its_button_takes_the_seat(visit: Visit, server: str) -> None:
    black = visit(server)
    link = invite(black)
    first, second = visit(link), visit(link, lenient=True)
    for page in (first, second):
        expect(page.locator(".prompt .label")).to_have_text("You are watching")
        expect(page.get_by_role("heading", name="invites you to play White")).to_be_visible()
    expect(black.get_by_label("Invite a friend to play White")).to_have_count(1)
    shoot(first, "invited")
    take_seat(first)
    expect(black.get_by_label("Invite a friend to play White")).to_have_count(0)
    settle(black)
    choose(black, random.Random(2))
    assert settle(first) == "yours"
    second.get_by_role("button", name="Take the seat").click()
    expect(second.locator(".notice")).to_contain_text("You may watch")
    expect(second.locator(".prompt .label")).to_have_text("You are watching")
    # On purpose the seat goes on to another device; here it is played no more.
    first.get_by_role("tab", name="Table").click()
    first.get_by_role("button", name="Play on from another device").click()
    third = visit(first.get_by_label("Play on from another device").input_value())
    take_seat(third)
    assert settle(third) == "yours"
    expect(first.get_by_role("heading", name="This seat is played from another place now.")).to_be_visible()


def test_two_browsers_play_while_one_is_cut_off_and_comes_back(visit: Visit, server: str, line: Line) -> None:
    black = visit(server)
    link = invite(black)
    white = visit(link.replace(server, line.address), lenient=True)
    take_seat(white)
    rng = random.Random(8)
    expect(black.get_by_label("Invite a friend to play White")).to_have_count(0)
    for _ in range(3):
        for page in (black, white):
            if settle(page) == "yours":
                choose(page, rng)
    # White is to see Black's move only after the line is back.
    settle(black)
    line.cut()
    expect(white.locator(".banner.offline")).to_be_visible()
    shoot(white, "offline")
    choose(black, rng)
    seen = ply(white)
    assert seen < ply(black)
    line.mend()
    after(white, seen)
    expect(white.locator(".banner.offline")).to_have_count(0)
    expect(white.get_by_text("Connected again; nothing was lost.")).to_have_count(0)
    assert settle(white) == "yours"
    assert pieces(white) == pieces(black)
    # A move that is sent into a dead line lands once, when the line is back.
    line.cut()
    expect(white.locator(".banner.offline")).to_be_visible()
    x, y = middle(white.locator(".target").first)
    white.mouse.click(x, y)
    white.wait_for_timeout(500)
    assert ply(black) == ply(white)
    moment = ply(black)
    line.mend()
    after(black, moment)
    after(white, moment)
    assert ply(black) == moment + 1
    for _ in range(60):
        if "over" in (state(black), state(white)):
            break
        for page in (black, white):
            if state(page) == "yours":
                choose(page, rng)
        black.wait_for_timeout(50)
    assert settle(black) == settle(white) == "over"
    assert pieces(white) == pieces(black)


def test_a_browser_that_was_away_sees_what_happened_since(visit: Visit, server: str) -> None:
    black = visit(server)
    white = visit(invite(black))
    take_seat(white)
    settle(black)
    address = white.url
    white.goto("about:blank")
    choose(black, random.Random(1))
    white.goto(address)
    assert settle(white) == "yours"
    assert pieces(white) == pieces(black)


def test_a_lost_network_is_said_at_once_and_forgotten_when_it_is_back(visit: Visit, server: str) -> None:
    """Nothing closes the socket here: it is the browser itself that says that there is no network."""
    black = visit(server)
    white = visit(invite(black), lenient=True)
    take_seat(white)
    settle(black)
    white.wait_for_selector(".table[data-state=waiting]")
    white.context.set_offline(True)
    # Far less than the silence after which any line is taken to be dead.
    expect(white.locator(".banner.offline")).to_be_visible(timeout=10_000)
    white.locator(".zone[data-id=hollow-c1]").click()
    expect(white.locator(".notice")).to_contain_text("The server cannot be reached.")
    choose(black, random.Random(3))
    assert ply(white) < ply(black)
    expect(white.locator(".banner.offline")).to_be_visible()
    white.context.set_offline(False)
    assert settle(white) == "yours"
    expect(white.locator(".banner.offline")).to_have_count(0)
    expect(white.get_by_text("The server cannot be reached.")).to_have_count(0)
    assert pieces(white) == pieces(black)
