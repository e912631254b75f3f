"""The page answers: it says what is true now, shows what was done, and marks without covering."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.request import urlopen

from playwright.sync_api import Page, WebSocketRoute, expect

from browser.sieges import siege_at
from browser.table import (
    MOERAKI,
    PHONE,
    after,
    open_table,
    post,
    seat_link,
    settle,
    type_move,
)

Visit = Callable[..., Page]
BOTH = {"black": {"kind": "you"}, "white": {"kind": "friend"}}
AGAINST = {"black": {"kind": "you"}, "white": {"kind": "computer", "level": "beginner"}}


def told(page: Page, change: Callable[[dict[str, Any]], None]) -> None:
    """Let the page be told another snapshot than the server's: what no short game brings about."""

    def between(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            heard = json.loads(message)
            if heard["type"] == "snapshot":
                change(heard["snapshot"])
            line.send(json.dumps(heard))

        server.on_message(pass_on)

    page.route_web_socket("**/live", between)


def battle(*lines: tuple[str, str, bool]) -> Callable[[dict[str, Any]], None]:
    def change(snapshot: dict[str, Any]) -> None:
        snapshot["ply"] = snapshot["ply"] + len(lines)
        snapshot["log"] = [
            {"ply": number, "seat": "allied", "text": text, "clause": clause, "matters": matters}
            for number, (text, clause, matters) in enumerate(lines, 1)
        ]

    return change


WON = ("The Allied Chiefs win the battle.", "hawaii:11.1", True)
TURN = ("March: the turn of Kamehameha.", "hawaii:7.2", False)
OTHER = ("Battle of Kona: the Allied Chiefs attack.", "hawaii:11.8", False)


def at_hawaii(visit: Visit, server: str, change: Callable[[dict[str, Any]], None]) -> Page:
    chiefs = {"kamehameha": {"kind": "you"}, "allied": {"kind": "you"}}
    opened = open_table(server, chiefs, "hawaii")
    page = visit(server, **PHONE)
    told(page, change)
    page.goto(seat_link(server, opened, "kamehameha"))
    page.wait_for_selector(".happened")
    return page


def test_how_a_battle_ended_is_said_until_another_is_on(visit: Visit, server: str) -> None:
    page = at_hawaii(visit, server, battle(WON, TURN))
    expect(page.locator(".happened.matters li")).to_have_text([WON[0]])
    page = at_hawaii(visit, server, battle(WON, TURN, OTHER))
    expect(page.locator(".happened li")).to_have_text([TURN[0], OTHER[0]])


def test_a_finished_game_is_not_watched(visit: Visit, server: str) -> None:
    opened = open_table(server, BOTH)
    page = visit(f"{server}/t/{opened['table']}")
    expect(page.locator(".prompt .label")).to_have_text("You are watching")
    end(server, opened)
    expect(page.locator(".table[data-state=over]")).to_be_visible()
    expect(page.locator(".prompt .label")).to_have_count(0)


def end(server: str, opened: dict[str, Any]) -> None:
    token = opened["seats"]["black"]["token"]
    path = f"{server}/api/tables/{opened['table']}"
    with urlopen(path) as told:
        seen = json.load(told)
    post(f"{path}/resign", {"key": "0123456789", "ply": seen["ply"], "revision": seen["revision"]}, token)


def test_share_says_what_it_has_done(visit: Visit, server: str) -> None:
    opened = open_table(server, BOTH)
    end(server, opened)
    page = visit(seat_link(server, opened, "black"))
    page.get_by_role("button", name="Share").click()
    expect(page.locator(".notice.news")).to_contain_text("link")
    expect(page.get_by_label("Link to this game")).to_be_visible()


def test_no_ring_lies_round_a_page_that_was_come_to_by_key(visit: Visit, server: str) -> None:
    page = visit(server)
    page.locator(MOERAKI).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".setup")
    ring = "() => getComputedStyle(document.querySelector('main')).outlineStyle"
    assert page.evaluate("() => document.activeElement.localName") == "main"
    assert page.evaluate(ring) == "none"


def test_the_list_of_tables_says_against_whom_and_how_it_stands(visit: Visit, server: str) -> None:
    opened = open_table(server, AGAINST)
    page = visit(seat_link(server, opened, "black"))
    settle(page)
    page.get_by_role("link", name="All games").click()
    row = page.locator(".table-link")
    expect(row).to_contain_text("Black against Beginner")
    expect(row).to_contain_text("Your move")
    end(server, opened)
    page.reload()
    expect(row).to_contain_text("Over: White won")
    expect(row).to_contain_text("Look back")


def choosing_a_group(look: dict[str, Any]) -> bool:
    """A squad of several men is chosen by any of them, and the other side stands about."""
    choices = look["scene"]["selectable"]
    return any(len(one.get("also", ())) > 3 for one in choices) and look["ply"] > 15


def test_a_group_is_one_button_to_a_reader_and_every_man_of_it_can_be_pressed(visit: Visit, server: str) -> None:
    opened, seat, look = siege_at(server, choosing_a_group)
    page = visit(seat_link(server, opened, seat))
    settle(page)
    page.wait_for_selector(".targets .target")
    on = {one["id"] for one in (*look["scene"]["pieces"], *look["scene"]["zones"])}
    firsts = {one["target"] for one in look["scene"]["selectable"] if one.get("target") in on}
    all_of_them = {
        name for one in look["scene"]["selectable"] for name in (one.get("target"), *one.get("also", ()))
    } & on
    assert len(all_of_them) > len(firsts)
    assert page.locator(".targets .target").count() >= len(all_of_them)
    assert page.locator(".targets [role=button]").count() == len(firsts)
    assert page.locator(".targets [aria-hidden=true][tabindex]").count() == 0


def test_marks_lie_beside_what_they_mark(visit: Visit, server: str) -> None:
    opened, seat, _ = siege_at(server, choosing_a_group)
    page = visit(seat_link(server, opened, seat), **PHONE)
    settle(page)
    page.wait_for_selector(".traces .last-moved", state="attached")
    order = "() => [...document.querySelector('.board-window svg').children].map((one) => one.classList[0])"
    layers = page.evaluate(order)
    assert max(layers.index("traces"), layers.index("marks")) < layers.index("pieces")
    for marked in page.locator(".traces .last-moved").all()[:3]:
        man = page.locator(f".piece[data-id='{marked.get_attribute('data-of')}'] use").bounding_box()
        mark = marked.bounding_box()
        assert man is not None
        assert mark is not None
        assert man["x"] - mark["x"] > 2
        assert man["y"] - mark["y"] > 2


def test_a_phone_returns_to_the_board_when_the_next_question_is_on_it(visit: Visit, server: str) -> None:
    small = {**PHONE, "viewport": {"width": 390, "height": 480}}
    page = visit(seat_link(server, open_table(server, AGAINST), "black"), **small)
    settle(page)
    type_move(page, "f6")
    after(page, 1)
    settle(page)
    seen = """() => {
      const { top, bottom, height } = document.querySelector("kemu-board").getBoundingClientRect();
      return (Math.min(bottom, innerHeight) - Math.max(top, 0)) / height > 0.5;
    }"""
    page.wait_for_function(seen)
