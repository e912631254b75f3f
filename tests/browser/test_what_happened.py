"""Nobody misses what happened: how a battle ended is seen and said, and nothing lies over the board meanwhile."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.table import DESKTOP, PHONE, after, choose, lasting, open_table, ply, seat_link, settle, shoot, state
from browser.test_other_games import start

Visit = Callable[..., Page]
SEATS = ("red", "blue")
MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}
FIGHT = ".above [data-layer=fight]"
NOTED = """() => {
  globalThis.states = [];
  const table = document.querySelector(".table");
  const note = () => {
    const state = table.dataset.state + (document.querySelector(".above [data-layer=fight]") ? " fight" : "");
    if (state !== globalThis.states.at(-1)) globalThis.states.push(state);
  };
  new MutationObserver(note).observe(table, { subtree: true, childList: true, attributes: true });
}"""
"""Keep what the table has shown, one thing after the other."""


UPPER = """(one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x + width / 2, y + height / 4];
}"""
"""A point of a place where no counter stands."""


IGNORED = """async (ply) => {
  const table = document.querySelector(".table");
  for (let frame = 0; frame < 30; frame += 1) {
    await new Promise(requestAnimationFrame);
    if (Number(table.dataset.now) > ply || table.dataset.state !== "yours") return false;
  }
  return true;
}"""
"""Whether the table takes no notice of a click."""


def sit(visit: Visit, server: str, screen: dict[str, Any]) -> Page:
    """Sit at both sides of a table at which a picture that is held stays until the test lets it pass."""
    page = lasting(visit(server, **{**screen, **MOVING}))
    start(page, server, "field", SEATS)
    settle(page)
    return page


def see_a_fight_end(page: Page) -> None:
    """Attack until the end of a combat is held on show."""
    fight_to_an_end(page)
    expect(page.locator(".prompt.held .prompt-what")).to_contain_text("throws")


def attack(page: Page) -> None:
    """Attack some post; from there on the toy goes its own way, until somebody must choose again."""
    before = ply(page)
    # A click that comes just after a held picture was meant for it, and plays nothing.
    for _ in range(5):
        x, y = page.locator(".target.place").first.evaluate(UPPER)
        page.mouse.click(x, y)
        if not page.evaluate(IGNORED, before):
            break
    after(page, before)


def fight_to_an_end(page: Page) -> None:
    """Attack until a combat is decided and the field, on which it was fought, is gone from the table."""
    for _ in range(40):
        page.wait_for_function(
            "() => ['yours', 'over', 'held'].includes(document.querySelector('.table').dataset.state)"
        )
        if state(page) == "held" or (page.locator(".log li").count() and not page.locator(FIGHT).count()):
            return
        attack(page)
    raise AssertionError("no combat was decided")


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_picture_of_a_battle_is_held_until_its_end_was_seen(
    visit: Visit, server: str, screen: dict[str, Any]
) -> None:
    page = sit(visit, server, screen)
    page.evaluate(NOTED)
    see_a_fight_end(page)
    assert state(page) == "held"
    assert page.locator(FIGHT).count() == 1
    assert page.locator(".target").count() == 0
    # It is read out once, with everything else that is told.
    expect(page.locator(".prompt-what")).to_have_attribute("aria-live", "off")
    expect(page.locator("h1 + [aria-live=polite]")).to_contain_text("throws")
    shoot(page, "held")
    page.evaluate("letPass()")
    assert settle(page) in {"yours", "over"}
    assert page.locator(FIGHT).count() == 0
    # The end is still said when the table has gone on, where it can be read without scrolling.
    expect(page.locator(".happened.matters li").last).to_be_in_viewport(ratio=1)
    expect(page.locator(".happened.matters li").last).to_contain_text("throws")
    assert "held fight" in page.evaluate("() => globalThis.states")


@pytest.mark.parametrize("how", ["click", "key"])
def test_a_click_or_a_key_goes_on_and_does_nothing_else(visit: Visit, server: str, how: str) -> None:
    page = sit(visit, server, DESKTOP)
    see_a_fight_end(page)
    now = page.locator(".table").get_attribute("data-now") or ""
    if how == "click":
        # A place that will be open lies under the mouse.
        box = page.locator(".board-window").bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.6)
    else:
        page.locator(".board-window").focus()
        page.keyboard.press("Enter")
    assert settle(page) in {"yours", "over"}
    assert page.evaluate(IGNORED, int(now))
    assert page.locator("dialog[open], .confirm").count() == 0


PRESSED = """(key) => {
  const press = new KeyboardEvent("keydown", { ...key, bubbles: true, cancelable: true });
  return document.body.dispatchEvent(press);
}"""
"""Press a key; return whether it may do what it does elsewhere."""
AT_ONCE = """async () => {
  const table = document.querySelector(".table");
  const click = () => {
    const press = new MouseEvent("click", { bubbles: true, composed: true, cancelable: true });
    document.querySelector(".target.place").dispatchEvent(press);
  };
  const gone = new Promise((done) => new MutationObserver(() => table.dataset.state === "held" || done())
    .observe(table, { attributes: true }));
  letPass();
  await gone;
  const before = table.dataset.now;
  click();
  await new Promise((done) => setTimeout(done, 600));
  const atOnce = table.dataset.now;
  click();
  while (table.dataset.now === atOnce) await new Promise(requestAnimationFrame);
  return [before, atOnce];
}"""
"""Where the table is when the held picture has gone by itself, and after a click at once. A later click is played."""


@pytest.mark.parametrize(("key", "passes"), [({"key": "r", "ctrlKey": True}, True), ({"key": "x"}, False)])
def test_the_browsers_own_keys_go_on_and_do_what_they_always_do(
    visit: Visit, server: str, key: dict[str, Any], passes: bool
) -> None:
    page = sit(visit, server, DESKTOP)
    see_a_fight_end(page)
    assert page.evaluate(PRESSED, key) == passes
    assert state(page) != "held"


def test_a_click_that_comes_just_too_late_for_a_held_picture_plays_nothing(visit: Visit, server: str) -> None:
    page = sit(visit, server, DESKTOP)
    see_a_fight_end(page)
    before, at_once = page.evaluate(AT_ONCE)
    assert before == at_once


def test_whoever_wishes_less_motion_is_not_held_up(visit: Visit, server: str) -> None:
    page = visit(server)
    start(page, server, "field", SEATS)
    settle(page)
    page.evaluate(NOTED)
    fight_to_an_end(page)
    assert settle(page) in {"yours", "over"}
    expect(page.locator(".happened.matters li").last).to_contain_text("throws")
    assert not [one for one in page.evaluate("() => globalThis.states") if one.startswith("held")]


def test_what_the_computer_did_is_said_beside_the_prompt_also_after_a_reload(visit: Visit, server: str) -> None:
    seats = {"black": {"kind": "you"}, "white": {"kind": "computer", "level": "beginner"}}
    page = visit(seat_link(server, open_table(server, seats), "black"), **PHONE)
    rng = random.Random(3)
    for _ in range(3):
        settle(page)
        choose(page, rng, touch=True)
    settle(page)
    said = page.locator(".happened li")
    expect(said.last).to_contain_text("White")
    expect(said.last).to_be_in_viewport(ratio=1)
    # Everything that is told is read out once, by the table itself.
    assert page.locator("[aria-live] .happened, [role=status] .happened, .happened[aria-live]").count() == 0
    words = said.all_inner_texts()
    page.reload()
    settle(page)
    assert page.locator(".happened li").all_inner_texts() == words


WHERE = """() => {
  const prompt = document.querySelector(".prompt-what");
  const top = (one) => Math.round(document.querySelector(one).getBoundingClientRect().top + scrollY);
  const lines = Math.round(prompt.offsetHeight / parseFloat(getComputedStyle(prompt).lineHeight));
  const choices = document.querySelectorAll(".choices button").length;
  return { lines, choices, board: top(".board-window"), rights: top(".rights") };
}"""


def test_a_long_line_of_what_happened_does_not_widen_a_phone(visit: Visit, server: str) -> None:
    page = visit(server, **PHONE)
    start(page, server, "field", SEATS)
    settle(page)
    fight_to_an_end(page)
    page.locator(".happened li").last.evaluate("(line) => line.append(' and goes on'.repeat(20))")
    # On a phone the window's inner width grows along with what is too wide: it is held to the screen's.
    assert page.evaluate("() => document.documentElement.scrollWidth") == PHONE["viewport"]["width"]
    shoot(page, "long-line")


def test_on_a_phone_nothing_that_is_tapped_jumps_as_prompts_and_choices_come_and_go(visit: Visit, server: str) -> None:
    page = visit(server, **PHONE)
    start(page, server, "hawaii", ("kamehameha", "allied"))
    rng = random.Random(4)
    seen: list[dict[str, int]] = []
    for _ in range(150):
        if settle(page) == "over" or len({one["choices"] for one in seen}) > 2:
            break
        seen.append(page.evaluate(WHERE))
        choose(page, rng)
    assert len({one["choices"] for one in seen}) > 2
    settle(page)
    for words in (1, 10, 18):
        page.evaluate("(n) => document.querySelector('.prompt-what').replaceChildren('Prompts '.repeat(n))", words)
        seen.append(page.evaluate(WHERE))
    assert [one["lines"] for one in seen[-3:]] == [1, 2, 3]
    # A prompt of more than three lines, as some cards have, is let in.
    usual = [one for one in seen if one["lines"] <= 3]
    assert len({one["board"] for one in usual}) == 1, usual
    assert len({one["rights"] for one in usual}) == 1, usual
