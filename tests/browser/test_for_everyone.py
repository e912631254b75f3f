"""Pages for everyone: axe-core finds nothing on any kind of page, in either theme, wide or narrow."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import kemu
from browser.table import (
    DESKTOP,
    MOERAKI,
    PHONE,
    choose,
    open_table,
    post,
    seat_link,
    settle,
    shoot,
    sit_at_both,
    without_pictures,
)

Visit = Callable[..., Page]

LOOKS: list[Any] = [
    pytest.param({**device, "color_scheme": scheme}, id=f"{name}-{scheme}")
    for name, device in (("desktop", DESKTOP), ("phone", PHONE))
    for scheme in ("light", "dark")
]


def check(page: Page, name: str) -> None:
    """Run axe-core on the page as it stands; keep a picture."""
    # What is on its way to its place is neither here nor there: let it arrive.
    page.evaluate("() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => null)))")
    shoot(page, f"axe-{name}")
    found = Axe().run(page).response["violations"]
    told = [
        f"{one['id']}: {one['help']}: {node['target']} {node.get('failureSummary', '')}"
        for one in found
        for node in one["nodes"]
    ]
    assert told == []


@pytest.mark.parametrize("look", LOOKS)
def test_front_page_and_set_up(visit: Visit, server: str, look: dict[str, Any], request: pytest.FixtureRequest) -> None:
    page = visit(server, **look)
    page.wait_for_selector(".game-card")
    check(page, f"home-{request.node.callspec.id}")
    page.locator(MOERAKI).click()
    page.wait_for_selector(".setup")
    check(page, f"setup-{request.node.callspec.id}")
    page.go_back()
    page.wait_for_selector(".game-card")


# Every kind of page in both themes and at both widths; not every pair of the two, for axe-core takes its time.
@pytest.mark.parametrize("look", [LOOKS[0], LOOKS[3]])
def test_the_table(visit: Visit, server: str, look: dict[str, Any], request: pytest.FixtureRequest) -> None:
    name = request.node.callspec.id
    page = visit(server, **look)
    sit_at_both(page)
    touch = bool(look.get("has_touch"))
    rng = random.Random(5)
    for _ in range(8):
        settle(page)
        choose(page, rng, touch=touch)
    settle(page)
    check(page, f"board-{name}")
    for tab in ("Rules", "Chat", "Table"):
        page.get_by_role("tab", name=tab).click()
        if tab == "Rules":
            page.wait_for_selector(".chapter")
        check(page, f"{tab.lower()}-{name}")
    page.locator(".piece").first.click()
    expect(page.locator(".notice.refusal")).to_be_visible()
    check(page, f"why-{name}")
    page.get_by_role("tab", name="Log").click()
    page.locator(".log-line").first.click()
    page.wait_for_selector(".banner.past")
    check(page, f"past-{name}")
    page.locator(".banner.past button").click()
    page.get_by_role("button", name="Keys").click()
    check(page, f"keys-{name}")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Resign").click()
    check(page, f"resign-{name}")
    page.locator("dialog.resign .danger").click()
    assert settle(page) == "over"
    check(page, f"over-{name}")


@pytest.mark.parametrize(
    ("game", "look"),
    [
        ("hawaii", LOOKS[0]),
        ("siege", LOOKS[3]),
        pytest.param("hawaii", LOOKS[2], marks=pytest.mark.slow),
        pytest.param("siege", LOOKS[1], marks=pytest.mark.slow),
    ],
)
def test_the_tables_of_the_other_games(
    visit: Visit, server: str, game: str, look: Any, request: pytest.FixtureRequest
) -> None:
    own, other = kemu.list_games()[game].seats
    opened = open_table(server, {own: {"kind": "you"}, other: {"kind": "computer", "level": "beginner"}}, game)
    page = visit(seat_link(server, opened, own), **look.values[0])
    rng = random.Random(6)
    for _ in range(6):
        settle(page)
        choose(page, rng, touch=bool(look.values[0].get("has_touch")))
    settle(page)
    check(page, f"{game}-{look.id}")
    page.get_by_role("tab", name="Rules").click()
    page.wait_for_selector(".chapter")
    check(page, f"{game}-rules-{look.id}")


@pytest.mark.parametrize("look", LOOKS[:2])
def test_an_invitation_and_a_spectator(
    visit: Visit, server: str, look: dict[str, Any], request: pytest.FixtureRequest
) -> None:
    opened = open_table(server, {"black": {"kind": "you"}, "white": {"kind": "friend"}})
    watcher = visit(f"{server}/t/{opened['table']}", **look)
    watcher.wait_for_selector(".table")
    check(watcher, f"watching-{request.node.callspec.id}")
    page = visit(seat_link(server, opened, "white"), **look)
    page.wait_for_selector(".table")
    check(page, f"waiting-{request.node.callspec.id}")


@pytest.mark.parametrize("look", [LOOKS[1], LOOKS[2]])
def test_an_open_table_and_sitting_down_there(
    visit: Visit, server: str, look: dict[str, Any], request: pytest.FixtureRequest
) -> None:
    wish = {"game": "moeraki", "seats": {"black": {"kind": "you", "name": "Rangi"}, "white": {"kind": "friend"}}}
    opened = post(f"{server}/api/tables", {**wish, "listed": True})
    page = visit(f"{server}/#/new/moeraki", **look)
    without_pictures(page)
    page.goto(server)
    page.wait_for_selector(".open-tables")
    check(page, f"open-tables-{request.node.callspec.id}")
    page.goto(f"{server}/t/{opened['table']}")
    page.locator(".join summary").click()
    check(page, f"join-{request.node.callspec.id}")


@pytest.mark.parametrize("game", sorted(kemu.list_games()))
def test_controls_are_at_least_44_pixels(visit: Visit, server: str, game: str) -> None:
    own, other = kemu.list_games()[game].seats
    opened = open_table(server, {own: {"kind": "you"}, other: {"kind": "computer", "level": "beginner"}}, game)
    page = visit(seat_link(server, opened, own), **PHONE)
    rng = random.Random(1)
    for _ in range(2):
        settle(page)
        choose(page, rng, touch=True)
    settle(page)
    small = page.evaluate(
        """() => {
          // A chip goes with text, and so is small; what a finger finds of it is its wider frame.
          const size = (one) => {
            const box = one.getBoundingClientRect();
            const frame = one.matches(".clause") ? getComputedStyle(one, "::after") : null;
            return frame ? [parseFloat(frame.width), parseFloat(frame.height)] : [box.width, box.height];
          };
          return [...document.querySelectorAll("button, select, summary, input:not([type=range]), a")]
            .filter((one) => one.offsetParent && !one.closest(".unseen") && !one.matches(".skip"))
            .map((one) => [one.textContent.trim() || one.ariaLabel, ...size(one)])
            .filter(([, width, height]) => Math.min(width, height) < 43.5)
            .map(([name, width, height]) => `${name} ${width}x${height}`);
        }"""
    )
    assert small == []


@pytest.mark.parametrize("game", sorted(kemu.list_games()))
def test_nothing_is_wider_than_the_window(visit: Visit, server: str, game: str) -> None:
    page = visit(server if game == "moeraki" else f"{server}/#/new/{game}")
    widths = (320, 390, 768, 1024, 1440, 3840) if game == "moeraki" else (320, 390, 1024, 3840)

    def fits() -> None:
        for width in widths:
            page.set_viewport_size({"width": width, "height": 2160 if width > 2000 else 844})
            page.wait_for_function(
                "(width) => innerWidth === width && document.documentElement.scrollWidth <= width", arg=width
            )

    if game == "moeraki":
        page.wait_for_selector(".game-card")
        fits()
        page.locator(f".game-card a[href$='/{game}']").click()
    page.wait_for_selector(".setup")
    fits()
    page.get_by_role("button", name="Start the game").click()
    settle(page)
    fits()
    shoot(page, f"width-{game}")


def animations(page: Page) -> int:
    """Count the movements of pieces since the page was opened."""
    return page.evaluate("() => globalThis.moved ?? 0")


COUNT = """const own = Element.prototype.animate;
Element.prototype.animate = function (...told) {
  if (this.matches(".piece")) globalThis.moved = (globalThis.moved ?? 0) + 1;
  return own.apply(this, told);
}"""


@pytest.mark.parametrize(("wish", "moves"), [("no-preference", True), ("reduce", False)])
def test_pieces_move_unless_less_motion_is_wished(visit: Visit, server: str, wish: str, moves: bool) -> None:
    page = visit(server, **{**DESKTOP, "reduced_motion": wish})
    page.add_init_script(COUNT)
    page.reload()
    sit_at_both(page)
    choose(page, random.Random(1))
    page.wait_for_selector(".piece")
    assert (animations(page) > 0) == moves


def test_the_theme_can_be_chosen_and_is_kept(visit: Visit, server: str) -> None:
    page = visit(server, **DESKTOP, color_scheme="light")
    page.wait_for_selector(".game-card")
    ground = "() => getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(ground)
    page.get_by_role("button", name="Colours: as the system").click()
    page.get_by_role("button", name="Colours: light").click()
    dark = page.evaluate(ground)
    assert dark != light
    page.reload()
    page.wait_for_selector(".game-card")
    assert page.evaluate(ground) == dark
