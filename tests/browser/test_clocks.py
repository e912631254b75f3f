"""A clock as two people see it who are not at one screen. The page's own time is the test's: nobody waits for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from browser.table import DESKTOP, PHONE, post, settle, shoot

Visit = Callable[..., Page]
SET_UP = "/#/new/moeraki"
TELL = """(shown, spent) => {
  const was = shown.clock, clock = { ...was, spent };
  Object.defineProperty(shown, "clock", { get: () => clock, set: () => {}, configurable: true });
  shown.requestUpdate("clock", was);
}"""
SMALL: dict[str, Any] = {**DESKTOP, "viewport": {"width": 1280, "height": 800}}


def invite(page: Page, clock: str) -> str:
    """Open a table with a friend and a clock from the page that sets it up; return the link to send."""
    page.get_by_label("Your name").fill("Aroha")
    expect(page.locator(".clocks")).to_have_count(0)
    page.locator("label", has=page.locator("input[name=seat-white][value=friend]")).click()
    expect(page.locator(".clocks input").first).to_be_checked()
    page.locator(".clocks label", has_text=clock).click()
    shoot(page, f"clock-set-up-{clock}")
    page.get_by_role("button", name="Start the game").click()
    return page.get_by_label("Invite a friend to play White").input_value()


def sit(page: Page) -> None:
    page.get_by_label("Your name").fill("Hemi")
    page.get_by_role("button", name="Take the seat").click()
    expect(page.locator(".join")).to_have_count(0)


def of(page: Page, who: str) -> Any:
    """The clock of a player."""
    return page.locator(".players li", has_text=who).locator(".clock")


def told(page: Page, spent: int) -> None:
    """Let the clock of the first player have run for so many milliseconds, and the page's time stand still.

    Whatever the table tells of the clock after this is not shown: it may tell something at any time.
    """
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    page.locator("kemu-clock").first.evaluate(TELL, spent)


def test_who_comes_is_told_of_the_clock_and_it_runs_for_the_one_who_must_decide(visit: Visit, server: str) -> None:
    black = visit(server + SET_UP, **SMALL)
    link = invite(black, "15 min + 15 s")
    expect(of(black, "Aroha")).to_have_text("15:00")
    assert "runs" not in (of(black, "Aroha").get_attribute("class") or ""), "nobody has come yet"
    white = visit(link, **PHONE)
    expect(white.locator(".join-clock")).to_contain_text("15 min + 15 s. Each side has 15 min in all")
    expect(white.locator(".join-clock")).to_contain_text("To take the seat is to agree to it.")
    shoot(white, "clock-join-phone")
    # What time of day this browser believes it is does not matter.
    white.clock.install(time="2001-02-03T04:05:06")
    sit(white)
    for page in (black, white):
        expect(of(page, "Aroha")).to_have_class("clock runs ")
        expect(of(page, "Hemi")).to_have_class("clock  ")
        expect(of(page, "Hemi")).to_have_text("15:00")
    expect(of(white, "Aroha")).to_contain_text("+")
    shoot(white, "clock-phone")
    shoot(black, "clock")
    told(white, spent=15_000 + 14 * 60_000 - 1_000)
    expect(of(white, "Aroha")).to_have_text("1:01")
    white.clock.fast_forward(2_000)
    expect(of(white, "Aroha")).to_have_class("clock runs short")
    expect(of(white, "Aroha")).to_have_text("0:59")
    expect(white.locator(".players [aria-live]").first).to_have_text("Aroha: a minute left.")
    shoot(white, "clock-short-phone")
    white.clock.fast_forward(52_500)
    expect(of(white, "Aroha")).to_have_class("clock runs last")
    expect(of(white, "Aroha")).to_have_text("0:06.5")
    expect(white.locator(".players [aria-live]").first).to_have_text("Aroha: ten seconds left.")
    shoot(white, "clock-last-phone")


def test_with_days_a_turn_it_says_days_and_hours(visit: Visit, server: str) -> None:
    look = {**SMALL, "color_scheme": "dark"}
    black = visit(server + SET_UP, **look)
    link = invite(black, "3 days a turn")
    white = visit(link, **{**PHONE, "color_scheme": "dark"})
    expect(white.locator(".join-clock")).to_contain_text("Each turn may take 3 days.")
    black.clock.install()
    sit(white)
    expect(of(black, "Aroha")).to_have_text("2 days 23 h")
    expect(of(black, "Hemi")).to_have_text("3 days")
    shoot(white, "clock-days-phone")
    told(black, spent=(3 * 24 * 60 - 59) * 60_000)
    expect(of(black, "Aroha")).to_have_class("clock runs short")
    expect(of(black, "Aroha")).to_have_text("59:00")
    shoot(black, "clock-days-short")


def test_the_end_says_that_time_ran_out_and_the_next_game_has_the_same_clock(visit: Visit, server: str) -> None:
    wish = {"game": "moeraki", "seats": {"black": {"kind": "you", "name": "Aroha"}, "white": {"kind": "friend"}}}
    opened = post(f"{server}/api/tables", {**wish, "clock": {"bank": 1, "free": 0}})
    table, link = opened["table"], opened["seats"]["white"]["invite"]
    # A page may add its salt when the game is over already, and is refused.
    watcher = visit(f"{server}/t/{table}", **SMALL)
    pages = [watcher, visit(f"{server}/t/{table}#claim={link}&as=white", **PHONE, lenient=True)]
    expect(of(watcher, "Aroha")).to_be_visible()
    sit(pages[1])
    for page in pages:
        expect(page.locator(".prompt-what")).to_contain_text("Time has run out for Black: White wins.")
        assert settle(page) == "over"
        expect(of(page, "Aroha")).to_have_class("clock  last")
        expect(of(page, "Aroha")).to_have_text("0:00")
        expect(of(page, "Hemi")).to_have_text("0:00.0")
    expect(pages[1].locator(".prompt-who")).to_contain_text("You win")
    said = "With the same clock: 0 s. It starts when both are at the new table."
    expect(pages[1].locator(".again-clock")).to_have_text(said)
    shoot(pages[0], "clock-over")
    shoot(pages[1], "clock-over-phone")
