"""Maurice Lite at its table: a unit is marched by mouse, by finger and by keys, and its combat is told beforehand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.sieges import Look, brought
from browser.table import DESKTOP, PHONE, after, middle, open_table, ply, seat_link, settle, shoot
from browser.test_touch import TABLET, Fingers

Visit = Callable[..., Page]
SEATS = ("red", "blue")


def marching(look: Look) -> bool:
    """A line or a block of horse is asked where it marches."""
    free = look["pending"]["free"]
    return bool(free) and any(name.endswith("-left") for name in free["pieces"])


def at_a_march(visit: Visit, server: str, **screen: object) -> tuple[Page, Look, str]:
    opened = open_table(server, {seat: {"kind": "you"} for seat in SEATS}, "maurice", deal=3, size=8)
    opened, seat, look = brought(server, opened, SEATS, marching, seed=4)
    page = visit(seat_link(server, opened, seat), **screen)
    settle(page)
    page.locator(".area-board").evaluate("(board) => board.scrollIntoView({ block: 'start' })")
    unit = next(name for name in look["pending"]["free"]["pieces"] if name.endswith("-left")).split("-")[0]
    return page, look, unit


@pytest.mark.parametrize("way", ["mouse", "finger", "keys"])
def test_a_unit_marches(visit: Visit, server: str, way: str) -> None:
    page, look, unit = at_a_march(visit, server, **(PHONE if way == "finger" else DESKTOP))
    x, y = middle(page.locator(f".pieces .piece[data-id='{unit}']"))
    ahead = -30 if look["seat"] == "red" else 30
    if way == "mouse":
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y + ahead, steps=4)
        page.mouse.up()
    elif way == "finger":
        Fingers(page).move([(x, y)], [(x, y + ahead)])
    else:
        page.locator(".board-window").focus()
        page.keyboard.press("n")
        for _ in range(3):
            page.keyboard.press("ArrowUp" if ahead < 0 else "ArrowDown")
    expect(page.locator(".dragging")).to_have_attribute("data-ok", "true")
    expect(page.locator(".dragging")).to_contain_text("march")
    shoot(page, f"maurice-march-{way}")
    page.get_by_role("button", name="Play it").click()
    after(page, look["ply"])


def fought(server: str, battle: str) -> dict[str, Any]:
    """Open a battle that has begun, against the computer."""
    return open_table(
        server, {"red": {"kind": "you"}, "blue": {"kind": "computer", "level": "beginner"}}, battle, deal=4
    )


def test_a_volley_shows_its_zone_and_odds_before_the_target_is_clicked(visit: Visit, server: str) -> None:
    page = visit(seat_link(server, fought(server, "volley-near"), "red"))
    page.get_by_role("button", name="From left to right").click()
    expect(page.locator(".prompt-what")).to_contain_text("Red infantry 1: click whom it fires at, or hold fire.")
    zones = page.locator("[data-layer='fire']")
    expect(zones).to_contain_text("4+")
    page.mouse.move(*middle(page.locator(".pieces .piece[data-id='u20']")))
    expect(page.locator(".tip")).to_contain_text("hits 0: 6 %")
    shoot(page, "maurice-volley")
    # What is told stands where it hides neither who fires nor how his zones lie.
    tip, shooter = (box_of(page.locator(one)) for one in (".tip", ".pieces .piece[data-id='u0']"))
    assert tip["y"] + tip["height"] <= shooter["y"] or tip["y"] >= shooter["y"] + shooter["height"]
    before = ply(page)
    page.mouse.click(*middle(page.locator(".pieces .piece[data-id='u20']")))
    expect(page.locator(".confirm")).to_contain_text("hits 0: 6 %")
    assert ply(page) == before, "a click on a piece does nothing yet"
    page.mouse.click(*middle(page.locator(".pieces .piece[data-id='u20']")))
    after(page, before)
    expect(page.locator(".log")).to_contain_text("Red infantry 1 fires at Blue infantry 1")
    expect(page.locator(".prompt-what")).to_contain_text("Red artillery 2: click whom it fires at")
    # Behind a wall: a five is needed, not a four.
    expect(zones).to_contain_text("5+ cover")
    page.get_by_role("button", name="Hold fire").click()
    expect(zones).to_have_count(0)


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_charge_shows_its_path_and_odds_before_it_is_confirmed(
    visit: Visit, server: str, device: dict[str, Any]
) -> None:
    page = visit(seat_link(server, fought(server, "charge-near"), "red"), **device)
    assert settle(page) == "yours"
    page.locator(".area-board").evaluate("(board) => board.scrollIntoView({ block: 'start' })")
    x, y = middle(page.locator(".pieces .piece[data-id='u0']"))
    if device is PHONE:
        Fingers(page).move([(x, y)], [(x, y - 30)])
    else:
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y - 60, steps=4)
        page.mouse.up()
    box = page.locator(".dragging")
    expect(box).to_have_attribute("data-ok", "true")
    expect(box).to_contain_text("Red cavalry 1 at 5: 1 DISR 42 %, 2 DISR 58 %")
    expect(page.locator(".drafted[data-id='u0']")).to_be_visible()
    shoot(page, f"maurice-charge-{'phone' if device is PHONE else 'desktop'}")
    page.get_by_role("button", name="Play it").click()
    page.get_by_role("button", name="Done: the others stand").click()
    # For the King may be played now: the combat is laid out, each modifier with its clause.
    page.get_by_role("button", name="Play no card").click(trial=True)
    slip = page.locator(".panel-text", has_text="Combat")
    expect(slip).to_contain_text("attacks higher ground -1 (§ 8.higher)")
    expect(slip).to_contain_text("5 + die")
    shoot(page, f"maurice-combat-{'phone' if device is PHONE else 'desktop'}")
    page.get_by_role("button", name="Play no card").click()
    expect(page.locator(".log")).to_contain_text("Red cavalry 1: 5 and a")


def test_terrain_is_set_up_by_finger_and_turned_by_its_handle(visit: Visit, server: str) -> None:
    seats = {"red": {"kind": "you"}, "blue": {"kind": "computer", "level": "beginner"}}
    # In this deal Red wins the roll.
    opened = open_table(server, seats, "maurice", deal=2, size=8, battle="free")
    page = visit(seat_link(server, opened, "red"), **PHONE)
    settle(page)
    page.get_by_role("button", name="Large wood", exact=True).tap()
    expect(page.locator(".prompt-what")).to_contain_text("Set up the large wood")
    page.locator(".area-board").evaluate("(board) => board.scrollIntoView({ block: 'nearest' })")
    x, y = middle(page.locator("kemu-board svg").first)
    page.touchscreen.tap(x, y)
    expect(page.locator(".dragging")).to_have_attribute("data-ok", "true")
    Fingers(page).move([middle(page.locator(".drafted[data-id='laid0-turn']"))], [(x + 40, y)])
    expect(page.locator(".dragging")).to_contain_text("Set up a large wood, turned 90°")
    shoot(page, "maurice-terrain")
    before = ply(page)
    page.get_by_role("button", name="Play it").tap()
    after(page, before)
    expect(page.locator(".log")).to_contain_text("Red set up terrain: Woods.")


def test_beside_the_board_a_hand_of_six_is_seen_whole(visit: Visit, server: str) -> None:
    opened = open_table(server, {seat: {"kind": "you"} for seat in SEATS}, "maurice", deal=3)
    page = visit(seat_link(server, opened, "red"), **DESKTOP)
    settle(page)
    hand, acts, tabs = (box_of(page.locator(one)) for one in (".panel-fan ul", ".area-acts", ".area-tabs"))
    for above in (hand, acts):
        assert above["y"] + above["height"] <= tabs["y"]


def test_beside_the_board_what_is_higher_than_the_window_scrolls_by_itself(visit: Visit, server: str) -> None:
    low = {**DESKTOP, "viewport": {"width": 1280, "height": 800}}
    page = visit(seat_link(server, fought(server, "charge-near"), "red"), **low)
    settle(page)
    board = box_of(page.locator(".area-board"))
    told = {"option": 0, "label": "March, and so on and so forth " * 8, "action": {}, "pieces": []}
    page.route("**/hint", lambda route: route.fulfill(json=told))
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".notice.hint")).to_contain_text("and so forth")
    assert page.evaluate("document.documentElement.scrollHeight === innerHeight"), "the page stays where it is"
    assert box_of(page.locator(".area-board")) == board
    tabs = page.locator(".area-tabs")
    tabs.scroll_into_view_if_needed()
    lowest = box_of(tabs)
    assert lowest["y"] + lowest["height"] <= 800
    assert box_of(page.locator(".prompt"))["y"] > 0, "what is asked stays in sight"


def test_the_hand_is_a_fan_whose_cards_a_finger_can_take(visit: Visit, server: str) -> None:
    page = visit(seat_link(server, fought(server, "charge-near"), "red"), **PHONE)
    assert settle(page) == "yours"
    cards = page.locator(".panel-fan .item")
    expect(cards).to_have_count(7)
    assert all(box["width"] >= 44 and box["height"] >= 44 for box in map(box_of, cards.all()))
    one = next(card for card in cards.all() if "Find a Way" in card.inner_text())
    one.tap()
    expect(page.locator(".fan-reads")).to_contain_text("difficult terrain")


def box_of(thing: Locator) -> dict[str, float]:
    """Where something lies."""
    box = thing.bounding_box()
    assert box is not None
    return {"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}


Drag = Callable[[Locator, int, int], None]


def hand(page: Page, finger: bool) -> Drag:
    """Drag what is seen by so many pixels, with the mouse or a finger."""

    def drag(thing: Locator, right: int, down: int) -> None:
        x, y = middle(thing)
        if finger:
            Fingers(page).move([(x, y)], [(x + right, y + down)])
            return
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + right, y + down, steps=4)
        page.mouse.up()

    return drag


def in_a_battle(visit: Visit, server: str, battle: str, screen: dict[str, Any]) -> Page:
    opened = open_table(server, {seat: {"kind": "you"} for seat in SEATS}, battle)
    page = visit(seat_link(server, opened, "red"), **screen)
    settle(page)
    page.locator(".area-board").evaluate("(board) => board.scrollIntoView({ block: 'start' })")
    return page


BY_HAND = pytest.mark.parametrize("screen", [DESKTOP, PHONE, TABLET], ids=["mouse", "390", "1024"])


@BY_HAND
def test_a_unit_wheels_by_its_corner_marches_on_and_wheels_back(
    visit: Visit, server: str, screen: dict[str, Any]
) -> None:
    page = in_a_battle(visit, server, "advance-near", screen)
    drag = hand(page, screen is not DESKTOP)
    box = page.locator(".dragging")
    corner = page.locator(".pieces .piece[data-id='u0-left']")
    drag(corner, 2, -20)
    expect(box).to_contain_text("wheel right")
    expect(box).to_have_attribute("data-ok", "true")
    # Its ghost has corners of its own, and is dragged on.
    expect(page.locator(".drafted[data-id='u0-left']")).to_be_visible()
    drag(page.locator(".drafted[data-id='u0']"), 8, -30)
    expect(box).to_contain_text("ahead")
    shoot(page, f"maurice-wheel-{screen['viewport']['width']}")
    page.get_by_role("button", name="Cancel").click()
    expect(box).to_have_count(0)
    drag(corner, 2, 20)
    expect(box).to_contain_text("wheel back right")
    before = ply(page)
    page.get_by_role("button", name="Play it").click()
    after(page, before)
    expect(page.locator(".log")).to_contain_text("Red infantry 1 retires")


def test_a_unit_wheels_by_keys(visit: Visit, server: str) -> None:
    page = in_a_battle(visit, server, "advance-near", DESKTOP)
    page.locator(".board-window").focus()
    taken = page.locator("kemu-board [role=status]")
    expect(taken).to_have_count(1)
    for _ in range(20):
        page.keyboard.press("n")
        if "infantry 1: wheel to the left" in taken.inner_text():
            break
    page.keyboard.press("ArrowUp")
    expect(page.locator(".dragging")).to_contain_text("wheel right")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".dragging")).to_have_attribute("data-ok", "true")
    before = ply(page)
    page.keyboard.press("Enter")
    after(page, before)
    expect(page.locator(".log")).to_contain_text("Red infantry 1")


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["mouse", "390"])
def test_a_drawn_up_army_is_changed_by_hand(visit: Visit, server: str, screen: dict[str, Any]) -> None:
    page = in_a_battle(visit, server, "army-near", screen)
    before = ply(page)
    page.get_by_role("button", name="Draw up the army").click()
    after(page, before)
    settle(page)
    page.locator(".area-board").evaluate("(board) => board.scrollIntoView({ block: 'start' })")
    drag, unit = hand(page, screen is not DESKTOP), page.locator(".pieces .piece[data-id='u0']")
    x, y = middle(unit)
    drag(unit, 0, 15)
    expect(page.locator(".dragging")).to_contain_text("Set up Red infantry 1")
    expect(page.locator(".dragging")).to_have_attribute("data-ok", "true")
    shoot(page, f"maurice-set-up-changed-{screen['viewport']['width']}")
    before = ply(page)
    page.get_by_role("button", name="Play it").click()
    after(page, before)
    settle(page)
    assert middle(unit) != (x, y)
    expect(page.locator(".prompt-what")).to_contain_text("Set up your commander.")
