"""A mouse that rests is told what a thing is and what a click does; what one may not have meant is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from browser.sieges import Look, hawaii_at
from browser.table import DESKTOP, after, middle, open_table, ply, seat_link, settle, shoot, type_move

Visit = Callable[..., Page]


def may_walk(look: Look) -> bool:
    """Kamehameha's people may walk, and nothing has odds: there is a name to tell, and no more."""
    choices: list[dict[str, Any]] = look["scene"]["selectable"]
    return any(choice["label"].startswith("Walk") for choice in choices) and not any(c.get("odds") for c in choices)


def test_a_mouse_that_rests_is_told_the_name_and_what_a_click_does(visit: Visit, server: str) -> None:
    opened, seat, look = hawaii_at(server, may_walk)
    choice = next(one for one in look["scene"]["selectable"] if one["label"].startswith("Walk"))
    page = visit(seat_link(server, opened, seat), **DESKTOP)
    settle(page)
    tip = page.locator(".tip")
    page.mouse.move(*middle(page.locator(f".target[data-id='{choice['target']}']")))
    expect(tip).to_be_visible()
    piece = next(one for one in look["scene"]["pieces"] if one["id"] == choice["target"])
    expect(tip.locator(".name")).to_have_text(piece["label"])
    expect(tip).to_contain_text(choice["label"])
    shoot(page, "hawaii-name")
    # What cannot be chosen has a name too.
    chosen = {one for each in look["scene"]["selectable"] for one in (each.get("target"), *each.get("also", ()))}
    other = next(one for one in look["scene"]["pieces"] if one["id"] not in chosen)
    page.mouse.move(*middle(page.locator(f".piece[data-id='{other['id']}']").first))
    expect(tip.locator(".name")).to_have_text(other["label"])
    expect(tip.locator(".more").last).to_contain_text("§")
    page.mouse.move(2, 2)
    expect(tip).to_be_hidden()


def test_what_one_may_not_have_meant_is_asked_before_it_is_done(visit: Visit, server: str) -> None:
    opened = open_table(server, {"blue": {"kind": "you"}, "grey": {"kind": "you"}}, "rash")
    page = visit(seat_link(server, opened, "blue"), **DESKTOP)
    settle(page)
    moment = ply(page)
    gun, box = page.locator(".target[data-id=gun-1]"), page.locator(".confirm")
    page.mouse.click(*middle(gun))
    expect(box).to_contain_text("Fire massed")
    expect(box).to_contain_text("This may burst the gun.")
    assert ply(page) == moment
    box.get_by_role("button", name="Cancel").click()
    expect(box).to_have_count(0)
    assert ply(page) == moment
    type_move(page, "massed")
    expect(box).to_contain_text("This may burst the gun.")
    assert ply(page) == moment
    box.get_by_role("button", name="Cancel").click()
    page.mouse.click(*middle(gun))
    box.get_by_role("button", name="Play it").click()
    after(page, moment)


def test_what_one_has_meant_is_done_by_one_click_more(visit: Visit, server: str) -> None:
    opened = open_table(server, {"blue": {"kind": "you"}, "grey": {"kind": "you"}}, "rash")
    page = visit(seat_link(server, opened, "blue"), **DESKTOP)
    settle(page)
    moment = ply(page)
    gun = middle(page.locator(".target[data-id=gun-0]"))
    page.mouse.click(*gun)
    expect(page.locator(".confirm")).to_be_visible()
    assert ply(page) == moment, "a click on a piece takes it up"
    page.mouse.click(*gun)
    after(page, moment)


def test_after_a_click_nothing_is_told_until_the_mouse_moves_on(visit: Visit, server: str) -> None:
    opened = open_table(server, {"blue": {"kind": "you"}, "grey": {"kind": "you"}}, "rash")
    page = visit(seat_link(server, opened, "blue"), **DESKTOP)
    page.clock.install()
    page.reload()
    settle(page)
    tip = page.locator(".tip")
    gun = middle(page.locator(".target[data-id=gun-0]"))
    page.mouse.move(*gun)
    page.clock.run_for(600)
    expect(tip).to_contain_text("gun 0")
    page.mouse.click(*gun)
    expect(page.locator(".confirm")).to_be_visible()
    # A hand is never quite still, and the browser tells of a mouse under which something new is drawn.
    page.mouse.move(gun[0] + 3, gun[1] + 2)
    page.clock.run_for(2_000)
    expect(tip).to_be_hidden()
    page.mouse.move(gun[0] + 14, gun[1])
    page.clock.run_for(600)
    expect(tip).to_be_visible()


def test_a_seat_is_called_by_its_title_wherever_somebody_reads_it(visit: Visit, server: str) -> None:
    seats = {"kamehameha": {"kind": "you"}, "allied": {"kind": "computer", "level": "casual"}}
    page = visit(f"{server}/#/new/hawaii")
    expect(page.locator("legend", has_text="Allied Chiefs")).to_be_visible()
    page.goto(seat_link(server, open_table(server, seats, "hawaii", length="short"), "kamehameha"))
    settle(page)
    expect(page.locator(".near-panel")).to_contain_text("Allied Chiefs: ")
    page.get_by_role("button", name="Resign").click()
    page.locator("dialog.resign button.danger").click()
    expect(page.locator(".prompt-what")).to_contain_text("Kamehameha resigns: Allied Chiefs win.")
    expect(page.locator(".log")).to_contain_text("Allied Chiefs win")
    page.get_by_role("tab", name="Table").click()
    expect(page.locator(".facts").first).to_contain_text("Allied Chiefs")
    page.goto(server)
    expect(page.locator(".running .stands")).to_have_text("Over: Allied Chiefs won")
