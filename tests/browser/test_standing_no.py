"""A standing "no": the page answers for a seat that is asked whatever it holds, and the seat can take it back."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from browser.sieges import Look, brought
from browser.table import open_table, ply, seat_link, settle

Visit = Callable[..., Page]
SEATS = ("red", "blue")


def bare_window(look: Look) -> bool:
    """A card could be played, and this hand holds none."""
    return look["pending"].get("no") is not None and len(look["pending"]["options"]) == 1


def at_a_window(server: str) -> tuple[dict[str, Any], str, Look]:
    opened = open_table(server, {seat: {"kind": "you"} for seat in SEATS}, "maurice", deal=3, size=8)
    return brought(server, opened, SEATS, bare_window, seed=4)


def past(page: Page, ply: int) -> None:
    page.wait_for_function("(n) => Number(document.querySelector('.table')?.dataset.now) > n", arg=ply)


def test_far_from_a_friend_a_seat_is_asked_until_it_gives_a_no(visit: Visit, server: str) -> None:
    """With somebody far away, whether a seat answers at once must not depend on its hand."""
    opened, seat, look = at_a_window(server)
    page = visit(seat_link(server, opened, seat))
    assert settle(page) == "yours"
    expect(page.get_by_role("button", name="Play no card")).to_be_visible()
    wish = page.get_by_label("Cards out of turn")
    assert wish.locator("option").all_inner_texts() == ["Always ask me", "No: do not ask"]
    expect(wish).to_have_value("ask")
    assert ply(page) == look["ply"]
    wish.select_option("always")
    past(page, look["ply"])
    # It stands until it is taken back.
    page.reload()
    expect(page.get_by_label("Cards out of turn")).to_have_value("always")
    page.get_by_label("Cards out of turn").select_option("ask")
    expect(page.get_by_label("Cards out of turn")).to_have_value("ask")


def test_at_one_screen_nobody_is_asked_who_holds_nothing_to_play(visit: Visit, server: str) -> None:
    opened, _, look = at_a_window(server)
    page = visit(server)
    known = {
        "table": opened["table"],
        "game": "maurice",
        "title": "Maurice Lite",
        "seats": {name: opened["seats"][name]["token"] for name in SEATS},
        "invites": {},
        "at": 0,
    }
    page.evaluate("(all) => localStorage.setItem('kemu.tables', all)", json.dumps({opened["table"]: known}))
    page.goto(f"{server}/t/{opened['table']}")
    # Red has nothing to play and is not asked for the screen: the next question is Blue's.
    expect(page.get_by_text("Pass the screen to Blue")).to_be_visible()
    page.get_by_role("button", name="Show the table").click()
    past(page, look["ply"])
