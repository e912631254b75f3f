"""Whole games in the browser: by clicks, by touch, by keyboard alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.table import (
    DESKTOP,
    MOERAKI,
    PHONE,
    after,
    choose,
    open_table,
    pieces,
    play_to_the_end,
    ply,
    seat_link,
    settle,
    shoot,
    sit_at_both,
)
from kemu.core.registry import games

Visit = Callable[..., Page]


def start_against_the_computer(page: Page, level: str = "beginner") -> None:
    page.locator(MOERAKI).click()
    page.locator("fieldset.seat select").first.select_option(level)
    page.get_by_role("button", name="Start the game").click()


SHORT: dict[str, dict[str, str]] = {
    "hawaii": {"length": "short"},
    "maurice": {"size": "8"},
    "siege": {"layout": "mission", "squads": "4"},
}
"""Options with which a game is over sooner."""


BRIEF = "moeraki"
"""The game that is played to its end each time; the others are in the slow suite, and for their first part here.

It is played by touch: with a mouse, two browsers play it in `test_far_away`.
"""
WHOLE: list[Any] = [
    pytest.param(
        game, device, id=f"{game}-{name}", marks=[] if (game, name) == (BRIEF, "phone") else [pytest.mark.slow]
    )
    for game in sorted(games())
    for name, device in (("desktop", DESKTOP), ("phone", PHONE))
]


@pytest.mark.parametrize("game", sorted(set(games()) - {BRIEF}))
def test_the_first_part_of_a_game_by_touch(visit: Visit, server: str, game: str) -> None:
    one, other = games()[game].seats[:2]
    seats = {one: {"kind": "you"}, other: {"kind": "computer", "level": "beginner"}}
    page = visit(seat_link(server, open_table(server, seats, game), one), **PHONE)
    rng = random.Random(4)
    for _ in range(10):
        if settle(page) == "over":
            break
        choose(page, rng, touch=True)
    assert ply(page) > 5


@pytest.mark.parametrize(("game", "device"), WHOLE)
def test_a_whole_game_by_clicks(visit: Visit, server: str, game: str, device: dict[str, Any]) -> None:
    page = visit(server, **device)
    page.wait_for_selector(".game-card")
    page.locator(f".game-card a[href$='/{game}']").click()
    for name, choice in SHORT.get(game, {}).items():
        page.locator("label", has=page.locator(f"input[name=option-{name}][value='{choice}']")).click()
    page.locator("fieldset.seat select").first.select_option("beginner")
    page.get_by_role("button", name="Start the game").click()
    assert play_to_the_end(page, seed=4, touch="has_touch" in device, most=2_000) > 2
    expect(page.locator(".prompt.over .prompt-what")).to_contain_text(".")
    shoot(page, f"over-{game}-{'phone' if 'has_touch' in device else 'desktop'}")
    page.get_by_role("button", name="Play again").click()
    page.wait_for_function("() => document.querySelector('.table')?.dataset.now === '0'")
    assert settle(page) == "yours"


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["beginner", "master"])
def test_two_at_one_screen_play_every_variant(visit: Visit, server: str, variant: str) -> None:
    page = visit(server)
    sit_at_both(page, variant=variant)
    play_to_the_end(page, seed=11)
    shoot(page, f"over-{variant}")


def test_a_choice_of_several_is_listed_where_it_stands(visit: Visit, server: str) -> None:
    page = visit(server)
    sit_at_both(page, variant="master")
    # Sooner or later a full tile is due: the Tane that may come in its place looks four ways.
    rng = random.Random(2)
    for _ in range(80):
        if settle(page) == "over":
            pytest.fail("no Tane was due in this game: choose another seed")
        several = page.evaluate(
            "() => [...document.querySelectorAll('.target')].findIndex((one) => one.ariaLabel.includes('; '))"
        )
        if several >= 0:
            break
        choose(page, rng)
    page.locator(".target").nth(several).focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog.several[open] li button").first).to_be_focused()
    shoot(page, "several")
    before = ply(page)
    page.keyboard.press("Enter")
    after(page, before)


def test_a_whole_game_by_keyboard_alone(visit: Visit, server: str) -> None:
    page = visit(server)
    page.wait_for_selector(".game-card")
    key = page.keyboard
    for _ in range(20):
        key.press("Tab")
        if page.evaluate("() => document.activeElement.matches('.game-card a[href$=moeraki]')"):
            break
    key.press("Enter")
    page.wait_for_selector(".setup")
    for _ in range(30):
        key.press("Tab")
        if page.evaluate("() => document.activeElement.matches('select')"):
            key.press("Home")
        if page.evaluate("() => document.activeElement.textContent === 'Start the game'"):
            break
    key.press("Enter")
    page.wait_for_selector(".target")
    for _ in range(20):
        key.press("Tab")
        if page.evaluate("() => document.activeElement.matches('.board-window, .target')"):
            break
    rng = random.Random(6)
    for turn in range(80):
        if settle(page) == "over":
            break
        before = ply(page)
        if turn % 4 == 3:
            # Typed: the placeholder names a legal move as an example.
            key.press("/")
            example = page.locator("input.notation").get_attribute("placeholder") or ""
            key.type(example.rsplit(" ", 1)[-1])
            key.press("Enter")
            after(page, before)
            settle(page)
            key.press("Escape")
            continue
        for _ in range(rng.randrange(1, 5)):
            key.press(rng.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
        # The board keeps the keyboard.
        page.wait_for_function("() => document.activeElement.matches('.target')")
        key.press("Enter")
        after(page, before)
    assert settle(page) == "over"


@pytest.mark.parametrize(
    ("game", "most"),
    [
        pytest.param("moeraki", 100, marks=pytest.mark.slow),
        ("hawaii", 14),
        pytest.param("siege", 14, marks=pytest.mark.slow),
    ],
)
def test_a_reload_at_every_tenth_ply_shows_the_same_table(visit: Visit, server: str, game: str, most: int) -> None:
    """`most` is how often this browser chooses: a long game is looked at for its first part."""
    about = games()[game]
    one, other = about.seats
    opened = open_table(server, {one: {"kind": "you"}, other: {"kind": "computer", "level": "beginner"}}, game)
    page = visit(seat_link(server, opened, one))
    rng = random.Random(9)
    reloads = tens = 0
    for _ in range(most):
        if settle(page) == "over":
            break
        choose(page, rng)
        settle(page)
        if ply(page) // 10 > tens:
            tens = ply(page) // 10
            before, moment = pieces(page), ply(page)
            log = page.locator(".log li").count()
            page.reload()
            settle(page)
            page.wait_for_function("(n) => document.querySelectorAll('.piece').length === n", arg=len(before))
            assert (pieces(page), ply(page)) == (before, moment)
            expect(page.locator(".log li")).to_have_count(log)
            reloads += 1
    assert reloads >= 1


def test_a_table_is_found_again_from_the_front_page(visit: Visit, server: str) -> None:
    page = visit(server)
    start_against_the_computer(page)
    settle(page)
    page.get_by_role("link", name="Kemu: All games").click()
    page.locator(".running .table-link").click()
    assert settle(page) == "yours"


def test_a_spectator_sees_the_game_and_nothing_to_choose(visit: Visit, server: str) -> None:
    opened = open_table(server, {"black": {"kind": "you"}, "white": {"kind": "you"}})
    watcher = visit(f"{server}/t/{opened['table']}")
    player = visit(seat_link(server, opened, "black"))
    assert settle(player) == "yours"
    choose(player, random.Random(1))
    after(watcher, 0)
    expect(watcher.locator(".prompt")).to_contain_text("You are watching")
    expect(watcher.locator(".piece")).to_have_count(1)
    assert watcher.locator(".target").count() == 0
