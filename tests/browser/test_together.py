"""Two people who are not at one screen: who comes is told what he sits down at, and both see it."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Page, expect

from browser.table import DESKTOP, PHONE, choose, settle, shoot, without_pictures

Visit = Callable[..., Page]
SET_UP = "/#/new/moeraki"
"""Tests begin here: the front page's pictures, drawn one after the other, would keep them waiting."""


def invite(page: Page, name: str) -> str:
    """Open a table with a friend from the page that sets it up, under a name; return the link to send."""
    page.get_by_label("Your name").fill(name)
    page.locator("label", has=page.locator("input[name=seat-white][value=friend]")).click()
    page.get_by_role("button", name="Start the game").click()
    return page.get_by_label("Invite a friend to play White").input_value()


def test_a_friend_is_told_what_he_sits_down_at_and_both_see_that_he_has_come(visit: Visit, server: str) -> None:
    black = visit(server + SET_UP)
    link = invite(black, "Aroha")
    expect(black.locator(".players")).to_contain_text("not here yet")
    white = visit(link, **PHONE)
    expect(white.get_by_role("heading", name="Aroha invites you to play White")).to_be_visible()
    expect(white.locator(".join")).to_contain_text("Moeraki-Kemu.")
    expect(white.locator(".join")).to_contain_text("minutes")
    expect(white.locator(".join")).to_contain_text("Aroha plays Black and is here.")
    expect(white.locator(".join")).to_contain_text("Variant:")
    shoot(white, "join-phone")
    white.locator(".join summary").tap()
    # How one wins.
    expect(white.locator(".join ol li").first).to_be_visible()
    white.get_by_label("Your name").fill("Hemi")
    white.get_by_role("button", name="Take the seat").tap()
    expect(white.locator(".join")).to_have_count(0)
    expect(black.locator(".notice.news")).to_contain_text("Hemi has sat down as White.")
    expect(white.locator(".notice.news")).to_contain_text("You play White now.")
    for page in (black, white):
        expect(page.locator(".players")).to_contain_text("Aroha")
        expect(page.locator(".players")).to_contain_text("Hemi")
        expect(page.locator(".players .here .player-how")).to_have_text("here")
    settle(black)
    shoot(black, "both-here")
    white.goto("about:blank")
    expect(black.locator(".players .player-how")).to_have_text("away")


def test_who_only_looks_is_asked_no_more_and_the_seat_stays_free(visit: Visit, server: str) -> None:
    black = visit(server + SET_UP)
    link = invite(black, "Aroha")
    for look in (DESKTOP, {**DESKTOP, "color_scheme": "dark"}):
        page = visit(link, **look)
        expect(page.get_by_role("heading", name="Aroha invites you")).to_be_visible()
        shoot(page, f"join-{look.get('color_scheme', 'light')}")
        page.get_by_role("button", name="Only look").click()
        expect(page.locator(".join")).to_have_count(0)
        assert "#" not in page.url
    expect(black.get_by_label("Invite a friend to play White")).to_have_count(1)


def test_a_seat_that_is_open_in_two_browsers_says_so_in_both_and_is_taken_by_one(visit: Visit, server: str) -> None:
    black = visit(server + SET_UP)
    invite(black, "Aroha")
    expect(black.locator(".invite.places")).to_have_count(0)
    # The same secret in another browser: somebody has carried it there, or stolen it.
    secrets = black.evaluate("JSON.stringify(localStorage)")
    other = visit(server + SET_UP)
    other.evaluate("(kept) => Object.assign(localStorage, JSON.parse(kept))", secrets)
    other.goto(black.url)
    for page in (black, other):
        expect(page.locator(".invite.places")).to_contain_text("Your seat is open in 2 places")
    shoot(other, "two-places")
    black.get_by_role("button", name="Play here only").click()
    expect(other.get_by_role("heading", name="This seat is played from another place now.")).to_be_visible()
    expect(black.locator(".invite.places")).to_have_count(0)
    expect(black.locator(".notice.news")).to_contain_text("You play Black now.")
    black.reload()
    expect(black.locator(".players .own")).to_contain_text("Aroha")


def test_two_windows_of_one_browser_are_two_places_and_a_loaded_page_is_one(visit: Visit, server: str) -> None:
    black = visit(server + SET_UP)
    invite(black, "Aroha")
    black.reload()
    expect(black.locator(".players .own")).to_contain_text("Aroha")
    expect(black.locator(".invite.places")).to_have_count(0)
    window = black.context.new_page()
    window.goto(black.url)
    expect(window.locator(".invite.places")).to_be_visible()
    expect(black.locator(".invite.places")).to_be_visible()
    window.close()
    expect(black.locator(".invite.places")).to_have_count(0)


def test_both_agree_to_play_again_and_find_themselves_at_the_new_table_with_seats_swapped(
    visit: Visit, server: str
) -> None:
    black = visit(server + SET_UP)
    white = visit(invite(black, "Aroha"), **PHONE)
    white.get_by_label("Your name").fill("Hemi")
    white.get_by_role("button", name="Take the seat").tap()
    settle(black)
    first = black.url
    black.get_by_role("button", name="Resign").click()
    black.locator("dialog.resign button.danger").click()
    watcher = visit(first)
    black.get_by_role("button", name="Play again, seats swapped").click()
    expect(black.locator(".again-asked")).to_contain_text("It begins when White (Hemi) agrees.")
    expect(white.locator(".again-asked")).to_contain_text("Black (Aroha) would like to play again")
    shoot(white, "again-phone")
    shoot(black, "again")
    white.get_by_role("button", name="Yes, play again").tap()
    for page, now in ((black, "White"), (white, "Black")):
        page.wait_for_url(lambda url: url != first)
        expect(page.locator(".players .own")).to_contain_text("Aroha" if now == "White" else "Hemi")
    assert black.url == white.url
    assert settle(white) == "yours", "Hemi has Black now, who begins"
    watcher.get_by_role("link", name="To the next game").click()
    watcher.wait_for_url(white.url)
    # Who looks back at the old table is not sent away again.
    black.goto(first)
    expect(black.get_by_role("link", name="To the next game")).to_be_visible()


def test_a_wish_to_play_again_can_be_declined(visit: Visit, server: str) -> None:
    black = visit(server + SET_UP)
    white = visit(invite(black, "Aroha"))
    white.get_by_role("button", name="Take the seat").click()
    settle(black)
    black.get_by_role("button", name="Resign").click()
    black.locator("dialog.resign button.danger").click()
    black.get_by_role("button", name="Play again, seats swapped").click()
    white.get_by_role("button", name="No, thank you").click()
    for page in (black, white):
        expect(page.get_by_role("button", name="Play again, seats swapped")).to_be_visible()


NOTIFICATIONS = """
window.asked = 0; window.shown = [];
window.Notification = class {
  static permission = "default";
  static async requestPermission() { window.asked += 1; return (window.Notification.permission = "granted"); }
  constructor(title, settings) { window.shown.push([title, settings.body]); }
  close() {}
};
"""


def test_who_looks_elsewhere_is_told_that_it_is_his_turn_if_he_asked_for_it_by_a_click(
    visit: Visit, server: str
) -> None:
    black = visit(server + SET_UP)
    link = invite(black, "Aroha")
    white = visit(server + SET_UP, **PHONE)
    white.context.add_init_script(NOTIFICATIONS)
    pictures: list[str] = []
    white.on("request", lambda asked: pictures.append(asked.url) if "picture.png" in asked.url else None)
    white.goto(link)
    white.get_by_role("button", name="Take the seat").tap()
    expect(white.locator(".bell")).to_be_visible()
    assert white.evaluate("window.asked") == 0, "nothing is asked when a page is loaded"
    shoot(white, "bell-phone")
    white.locator(".bell").tap()
    expect(white.locator(".notice.news")).to_contain_text("You will be told when it is your turn")
    expect(white.locator(".bell")).to_have_count(0)
    white.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    assert settle(black) == "yours"
    expect(black).to_have_title("● Your move · Moeraki-Kemu · Kemu")
    expect(white).to_have_title("Moeraki-Kemu · Kemu")
    choose(black, random.Random(4))
    expect(white).to_have_title("● Your move · Moeraki-Kemu · Kemu")
    expect(white.locator("#favicon")).to_have_attribute("href", "/favicon-turn.svg")
    white.wait_for_function("window.shown.length === 1")
    assert white.evaluate("window.shown[0][0]") == "Your move: Moeraki-Kemu"
    assert not pictures, "a preview's picture is none of the page's business"


def test_the_page_can_be_installed(visit: Visit, server: str) -> None:
    page = visit(server + SET_UP)
    said = page.evaluate("fetch(document.querySelector('link[rel=manifest]').href).then((one) => one.json())")
    assert (said["name"], said["display"]) == ("Kemu", "standalone")
    drawn = """(src) => new Promise((done, fail) => { const one = new Image(); one.onerror = fail;
      one.onload = () => done([one.naturalWidth, one.naturalHeight]); one.src = src; })"""
    for icon in said["icons"]:
        width, height = page.evaluate(drawn, f"/{icon['src']}")
        assert icon["sizes"] in {"any", f"{width}x{height}"}
    assert page.evaluate("fetch('/turn.js').then((one) => one.status)") == 200


def test_a_stranger_finds_an_open_table_on_the_front_page_and_sits_down(visit: Visit, server: str) -> None:
    black = visit(server + SET_UP)
    black.get_by_label("Your name").fill("Moana")
    expect(black.get_by_label("Let anyone on this server")).to_have_count(0)
    black.locator("label", has=black.locator("input[name=seat-white][value=friend]")).click()
    black.get_by_label("Let anyone on this server").check()
    shoot(black, "setup-open")
    black.get_by_role("button", name="Start the game").click()
    expect(black.get_by_label("Let anyone on this server")).to_be_checked()
    strangers = [visit(server + SET_UP, **PHONE), visit(server + SET_UP)]
    for page in strangers:
        without_pictures(page)
        page.goto(server)
        expect(page.locator(".open-tables li", has_text="Moana waits for somebody to play White.")).to_be_visible()
    shoot(strangers[1], "open-tables")
    strangers[0].locator(".open-tables").scroll_into_view_if_needed()
    shoot(strangers[0], "open-tables-phone")
    for page in strangers:
        page.locator(".open-tables a", has_text="Moana").click()
        expect(page.get_by_role("heading", name="Moana invites you to play White")).to_be_visible()
    strangers[0].get_by_role("button", name="Take the seat").tap()
    expect(black.locator(".notice.news")).to_contain_text("has sat down as White.")
    # The other one is too late: there is nothing to press any more.
    expect(strangers[1].locator(".join")).to_have_count(0)
    strangers[1].goto(server)
    expect(strangers[1].locator(".game-card").first).to_be_visible()
    expect(strangers[1].locator(".open-tables a", has_text="Moana")).to_have_count(0)
