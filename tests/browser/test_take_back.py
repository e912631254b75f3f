"""Taking back against a friend: it is asked for, declined or allowed, and the log says so; a greyed button says why."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from browser.table import DESKTOP, PHONE, after, open_table, ply, seat_link, settle, type_move

Visit = Callable[..., Page]
BOTH = {"black": {"kind": "you"}, "white": {"kind": "friend"}}


def test_a_friend_is_asked_and_declines_or_allows_it(visit: Visit, server: str) -> None:
    opened = open_table(server, BOTH, variant="beginner")
    black = visit(seat_link(server, opened, "black"), **DESKTOP)
    white = visit(seat_link(server, opened, "white"), **PHONE)
    settle(black)
    back = black.locator("button.take-back")
    expect(back).to_have_attribute("aria-disabled", "true")
    back.click(force=True)
    expect(black.locator(".notice.refusal")).to_contain_text("You have chosen nothing yet")
    type_move(black, "f6")
    after(black, 0)
    expect(back).to_have_text("Ask to take back")
    back.click()
    expect(white.locator(".notice.news")).to_contain_text("asks to take back")
    expect(back).to_have_attribute("title", "You have asked to take back; the other player answers.")
    white.get_by_role("button", name="Decline").tap()
    expect(black.locator(".notice.news")).to_have_text("Taking back was declined.")
    assert ply(black) == 1
    back.click()
    white.get_by_role("button", name="Allow it").tap()
    for page in (black, white):
        after(page, 1)
        expect(page.locator(".log")).to_contain_text("Black takes back")
    assert settle(black) == "yours"
    expect(black.locator(".prompt-what")).to_contain_text("Place the Moeraki ball")
