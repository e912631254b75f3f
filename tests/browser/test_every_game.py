"""What a player can do, in every game that is listed: by keys alone, after a cut line, asking why not, taking back."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from browser.line import Line
from browser.table import ANSWERED, after, choose, open_table, pieces, ply, seat_link, settle, shoot, state
from kemu.core.registry import games

Visit = Callable[..., Page]
GAMES = sorted(games())
COMPUTER = {"kind": "computer", "level": "beginner"}
ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
SHORT: dict[str, dict[str, Any]] = {"hawaii": {"length": "short"}, "siege": {"layout": "mission", "squads": 4}}


@pytest.fixture
def line(server: str) -> Iterator[Line]:
    line = Line(urlsplit(server).port or 0)
    yield line
    line.close()


def alone(server: str, game: str, **options: Any) -> str:
    """Open a table against the computer; return the link to the first seat."""
    one, other = games()[game].seats
    return seat_link(server, open_table(server, {one: {"kind": "you"}, other: COMPUTER}, game, **options), one)


@pytest.mark.parametrize("game", GAMES)
def test_two_clicks_lead_from_the_front_page_to_the_first_decision(visit: Visit, server: str, game: str) -> None:
    page = visit(server)
    page.get_by_role("link", name=f"Play {games()[game].title}").click()
    page.get_by_role("button", name="Start the game").click()
    # Who is first may be drawn by lot, so the computer may have to move before.
    expect(page.locator(".target, .acts .choices button, .area path.edge").first).to_be_attached()
    assert settle(page) == "yours"


# -- by keyboard alone --------------------------------------------------------------------------------------------


CONFIRMS = ".confirm:not(.dragging) button.primary"


def tab_to(page: Page, selector: str, key: str = "Tab") -> bool:
    """Press Tab (or Tab backwards) until something of this kind has the focus."""
    for _ in range(60):
        page.keyboard.press(key)
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
            return True
    return False


def by_keys(page: Page, rng: random.Random) -> str:
    """Answer one decision by keys alone; return how."""
    key, before = page.keyboard, ply(page)
    # From the line on which moves are typed, Escape leads to the board.
    key.press("/")
    key.press("Escape")
    free = page.locator(".area path").count() > 0
    if page.locator(".target").count() and not (free and rng.random() < 0.5):
        page.wait_for_function("() => document.activeElement.matches('.target')")
        for _ in range(rng.randrange(4)):
            key.press(rng.choice(ARROWS))
        return _chosen(page, before, "board")
    if free and _dragged(page, rng):
        after(page, before)
        return "drag"
    assert tab_to(page, ".acts .choices button, .panel button.item")
    return _chosen(page, before, "button")


def _chosen(page: Page, before: int, how: str) -> str:
    page.keyboard.press("Enter")
    page.wait_for_function(ANSWERED, arg=before)
    if page.locator("dialog.several[open]").count():
        page.keyboard.press("Enter")
        page.wait_for_function(ANSWERED, arg=before)
    if page.locator(CONFIRMS).count():
        # Odds that could not be read in so short a time are told, and asked about.
        assert tab_to(page, CONFIRMS) or tab_to(page, CONFIRMS, "Shift+Tab")
        page.keyboard.press("Enter")
    after(page, before)
    return how


def _dragged(page: Page, rng: random.Random) -> bool:
    """Take something up and move it until the rules allow the place; give it up after a while."""
    key = page.keyboard
    key.press("n")
    for _ in range(40):
        for _ in range(rng.randrange(1, 4)):
            key.press(rng.choice(ARROWS))
        page.wait_for_function("() => /true|false/.test(document.querySelector('.dragging')?.dataset.ok)")
        if page.locator(".dragging").get_attribute("data-ok") == "true":
            key.press("Enter")
            return True
    key.press("Escape")
    expect(page.locator(".dragging")).to_have_count(0)
    return False


def play_by_keys(page: Page, seed: int, most: int) -> set[str]:
    rng = random.Random(seed)
    how = set[str]()
    for _ in range(most):
        if settle(page) == "over":
            break
        how.add(by_keys(page, rng))
    return how


@pytest.mark.parametrize(("game", "ways"), [("hawaii", {"board"}), ("siege", {"board", "drag"})])
def test_the_first_part_of_a_game_by_keyboard_alone(visit: Visit, server: str, game: str, ways: set[str]) -> None:
    page = visit(alone(server, game))
    assert ways <= play_by_keys(page, seed=3, most=12)
    shoot(page, f"keys-{game}")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_of_each_by_keyboard_alone(visit: Visit, server: str, game: str) -> None:
    page = visit(alone(server, game, **SHORT.get(game, {})))
    play_by_keys(page, seed=5, most=3_000)
    assert state(page) == "over"


# -- cut off and back ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game", ["siege", *(pytest.param(game, marks=pytest.mark.slow) for game in ("hawaii", "maori_wars", "maurice"))]
)
def test_one_who_was_cut_off_sees_what_happened_since(visit: Visit, server: str, line: Line, game: str) -> None:
    """Moeraki is played so from set-up to end in `test_far_away`."""
    seats = games()[game].seats
    opened = open_table(server, {seat: {"kind": "you"} for seat in seats}, game)
    pages = {
        seat: visit(seat_link(server if at == 0 else line.address, opened, seat), lenient=at == 1)
        for at, seat in enumerate(seats)
    }
    here, far = (pages[seat] for seat in seats)
    rng = random.Random(8)
    for _ in range(3):
        _until_asked(here, far, rng)
        line.cut()
        expect(far.locator(".banner.offline")).to_be_visible()
        seen = ply(far)
        for _ in range(2):
            if state(here) == "yours":
                choose(here, rng)
                here.wait_for_function("() => document.querySelector('.table').dataset.state !== 'sending'")
        assert ply(far) == seen < ply(here)
        line.mend()
        after(far, seen)
        expect(far.locator(".banner.offline")).to_have_count(0)
        far.wait_for_function("(n) => document.querySelector('.table').dataset.now === n", arg=str(ply(here)))
        assert pieces(far) == pieces(here)
        expect(far.locator(".log li")).to_have_count(here.locator(".log li").count())


def _until_asked(here: Page, far: Page, rng: random.Random) -> None:
    """Let the far one play until the near one is asked for something."""
    for page in (here, far):
        page.wait_for_selector(".table[data-now] kemu-board g.base > *", state="attached")
    for _ in range(40):
        if state(here) == "yours":
            far.wait_for_function("(n) => Number(document.querySelector('.table').dataset.now) === n", arg=ply(here))
            return
        settle(far)
        before = ply(far)
        choose(far, rng)
        after(here, before)
        here.wait_for_function("() => document.querySelector('.table').dataset.state !== 'sending'")
    raise AssertionError("the turn does not come")


# -- why not, and taking back -------------------------------------------------------------------------------------


IDLE = """() => {
  const held = new Set([...document.querySelectorAll('.target')].map((one) => one.dataset.id));
  const free = (one) => !held.has(one.dataset.id) && !one.matches('.draggable, .leaving');
  const seen = (one) => {
    const box = one.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const top = document.elementFromPoint(x, y)?.closest('[data-id]');
    return top === one ? [x, y] : null;
  };
  return [...document.querySelectorAll('.piece, .zones .zone, .moving .zone')].filter(free).map(seen).filter(Boolean);
}"""
"""Where the things lie that stand for no choice and are not under another."""


@pytest.mark.parametrize("game", GAMES)
def test_what_cannot_be_chosen_says_why_not_under_a_clause(visit: Visit, server: str, game: str) -> None:
    page = visit(alone(server, game))
    rng = random.Random(7)
    asked = 0
    for _ in range(30):
        if settle(page) == "over" or asked >= 4:
            break
        idle = page.evaluate(IDLE) if not page.locator(".area path").count() else []
        if idle:
            x, y = rng.choice(idle)
            page.mouse.click(x, y)
            notice = page.locator(".notice.refusal")
            expect(notice).to_be_visible()
            expect(notice.locator(".clause")).to_be_visible()
            assert len(notice.inner_text()) > 15
            notice.get_by_role("button", name="Close").click()
            asked += 1
        choose(page, rng)
    assert asked


@pytest.mark.parametrize(
    "game", [game if game != "moeraki" else pytest.param(game, marks=pytest.mark.slow) for game in GAMES]
)
def test_a_choice_is_taken_back_and_the_table_is_as_before(visit: Visit, server: str, game: str) -> None:
    options = {"moeraki": {"variant": "master"}}.get(game, {})
    seats = games()[game].seats
    opened = open_table(server, {seat: {"kind": "you"} for seat in seats}, game, **options)
    pages = [visit(seat_link(server, opened, seat)) for seat in seats]
    rng = random.Random(2)
    undone = 0
    for _ in range(60):
        pages[0].wait_for_function("() => document.querySelector('.table')")
        page = next((one for one in pages if state(one) in {"yours", "over"}), None)
        if page is None:
            pages[0].wait_for_timeout(50)
            continue
        if state(page) == "over":
            break
        settle(page)  # The board is drawn.
        before, moment = pieces(page), ply(page)
        choose(page, rng)
        for one in pages:
            after(one, moment)
            one.wait_for_function("() => document.querySelector('.table').dataset.state !== 'sending'")
        undo = page.locator(".take-back[data-may='undo']:not([disabled])")
        if state(page) != "yours" or not undo.count() or pieces(page) == before:
            continue
        undo.click()
        for one in pages:
            one.wait_for_function("(n) => document.querySelector('.table').dataset.now === n", arg=str(moment))
        settle(page)
        expect(page.locator(".piece:not(.leaving)")).to_have_count(len(before))
        assert pieces(page) == before
        undone += 1
        if undone == 2:
            return
    assert undone, "nothing could be taken back in this game: choose another seed"
