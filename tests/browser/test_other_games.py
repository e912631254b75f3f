"""One client for every game: dragging, dice and odds, hidden hands, with games of which it knows nothing."""

from __future__ import annotations

import json
import random
import urllib.request
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.table import (
    DESKTOP,
    PHONE,
    after,
    choose,
    lasting,
    middle,
    open_table,
    pieces,
    ply,
    seat_link,
    settle,
    shoot,
    state,
)

Visit = Callable[..., Page]


def start(page: Page, server: str, game: str, seats: tuple[str, ...]) -> None:
    """Set a game up with every seat at this screen."""
    page.goto(f"{server}/#/new/{game}")
    for seat in seats:
        page.locator("label", has=page.locator(f"input[name=seat-{seat}][value=you]")).click()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_function("() => document.querySelector('.table, .curtain')")


@pytest.fixture
def drags(server: str) -> None:
    with urllib.request.urlopen(f"{server}/api/openapi.json") as told:
        if "/api/tables/{table}/drag" not in json.load(told)["paths"]:
            pytest.skip("this server does not take drags")


@pytest.mark.usefixtures("drags")
def test_a_piece_is_dragged_within_its_reach_and_confirmed(visit: Visit, server: str) -> None:
    page = visit(server)
    start(page, server, "march", ("west", "east"))
    settle(page)
    expect(page.locator(".area path").first).to_be_attached()
    x, y = middle(page.locator(".piece[data-id=block-west]"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 400, y, steps=6)
    page.mouse.up()
    expect(page.locator(".notice.refusal")).to_contain_text("farther than 9 paces")
    expect(page.get_by_role("button", name="Play it")).to_be_disabled()
    page.mouse.click(x + 60, y - 20)
    expect(page.get_by_role("button", name="Play it")).to_be_enabled()
    shoot(page, "drag")
    before = pieces(page)
    page.get_by_role("button", name="Play it").click()
    after(page, 0)
    assert pieces(page) != before


@pytest.mark.usefixtures("drags")
def test_a_continuum_is_answered_by_keys(visit: Visit, server: str) -> None:
    page = visit(server)
    start(page, server, "march", ("west", "east"))
    settle(page)
    page.locator(".board-window").focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="Play it")).to_be_enabled()
    page.keyboard.press("Enter")
    after(page, 0)


def test_odds_stand_beside_the_choices_and_reconstructions_say_so(visit: Visit, server: str) -> None:
    page = visit(server)
    start(page, server, "volley", ("blue", "grey"))
    settle(page)
    expect(page.get_by_role("button", name="Fire aimed")).to_contain_text("4.0 hits")
    expect(page.locator(".panel .label")).to_have_text("Reconstruction")
    for _ in range(90):
        if settle(page) == "over":
            break
        before = ply(page)
        page.locator(".choices button").first.click()
        after(page, before)
    assert state(page) == "over"
    shoot(page, "volley")


def test_hidden_hands_are_covered_between_turns_at_one_screen(visit: Visit, server: str) -> None:
    page = visit(server)
    start(page, server, "ambush", ("fox", "hare"))
    expect(page.get_by_role("heading", name="Pass the screen to Fox")).to_be_visible()
    assert page.locator(".panel").count() == 0
    page.get_by_role("button", name="Show the table").click()
    settle(page)
    card = page.locator(".panel-cards button.item").first
    shoot(page, "hand")
    card.click()
    # A card is taken up by a click, and played by one more, or by the button.
    page.locator(".confirm").get_by_role("button", name="Play it").click()
    expect(page.get_by_role("heading", name="Pass the screen to Hare")).to_be_visible()
    assert page.locator(".panel, .log").count() == 0
    page.reload()
    expect(page.get_by_role("heading", name="Pass the screen to Hare")).to_be_visible()


def test_the_twin_of_what_is_offered_stands_for_it_too(visit: Visit, server: str) -> None:
    seats = {"fox": {"kind": "you"}, "hare": {"kind": "you"}}
    for deal in range(60):
        opened = open_table(server, seats, "ambush", deal)
        wish = urllib.request.Request(
            f"{server}/api/tables/{opened['table']}",
            headers={"Authorization": f"Bearer {opened['seats']['fox']['token']}"},
        )
        with urllib.request.urlopen(wish) as told:
            twins = [choice["also"][0] for choice in json.load(told)["scene"]["selectable"] if choice.get("also")]
        if twins:
            break
    page = visit(seat_link(server, opened, "fox"))
    settle(page)
    page.locator(f"[data-item={twins[0]}] button.item").click()
    after(page, 0)


SEEN = """() => {
  globalThis.seen = new Set();
  const note = () => document.querySelectorAll(".throw").forEach((one) => globalThis.seen.add(one.className));
  const all = { subtree: true, childList: true, attributes: true };
  new MutationObserver(note).observe(document.querySelector(".area-board"), all);
}"""


@pytest.mark.parametrize(("wish", "rolls"), [("no-preference", True), ("reduce", False)])
def test_dice_are_seen_to_roll_unless_less_motion_is_wished(visit: Visit, server: str, wish: str, rolls: bool) -> None:
    page = lasting(visit(server, **{**DESKTOP, "reduced_motion": wish}))
    start(page, server, "dispatch", ("red", "blue"))
    settle(page)
    page.evaluate(SEEN)
    # A chit may end a combat before the die is thrown: then the next one throws it.
    for _ in range(30):
        before = ply(page)
        page.locator(".choices button").first.click()
        after(page, before)
        if settle(page) == "over" or page.locator(".log li").count():
            break
    words = page.locator(".throw.dice.still .throw-words").first
    expect(words).to_be_visible()
    assert words.inner_text() in page.locator(".log").inner_text()
    seen = page.evaluate("() => [...globalThis.seen].join()")
    assert ("rolling" in seen) == rolls
    shoot(page, f"dice-{wish}")


def test_cards_are_seen_to_be_drawn(visit: Visit, server: str) -> None:
    opened = open_table(server, {"kamehameha": {"kind": "you"}, "allied": {"kind": "you"}}, "hawaii", length="short")
    page = visit(seat_link(server, opened, "kamehameha"), **{**DESKTOP, "reduced_motion": "no-preference"})
    rng = random.Random(4)
    settle(page)
    page.evaluate("() => localStorage.setItem('kemu.wishes', JSON.stringify({ pace: 'none' }))")
    page.evaluate(SEEN)
    other = visit(seat_link(server, opened, "allied"))
    for _ in range(150):
        if "cards" in page.evaluate("() => [...globalThis.seen].join()"):
            return
        for each in (page, other):
            if state(each) == "yours":
                choose(each, rng)
    pytest.fail("no card was seen to be drawn")


COVERS = """() => {
  const board = document.querySelector(".board-window").getBoundingClientRect();
  const rows = [...document.querySelectorAll(".throws > *")].map((one) => one.getBoundingClientRect());
  const over = (row) => row.bottom > board.top && row.top < board.bottom;
  const inside = (row) => row.top >= 0 && row.bottom <= innerHeight;
  return { battle: Boolean(document.querySelector(".below [data-layer=battle]")),
    throws: document.querySelectorAll(".throw").length, covered: rows.filter(over).length, seen: rows.every(inside) };
}"""


def test_on_a_phone_the_throws_are_seen_and_leave_the_board_free(visit: Visit, server: str) -> None:
    page = lasting(visit(server, **PHONE))
    start(page, server, "hawaii", ("kamehameha", "allied"))
    rng = random.Random(4)
    full = 0
    for _ in range(250):
        if settle(page) == "over" or full:
            break
        choose(page, rng)
        # What a player would not do, the helper does: it scrolls to what it presses.
        page.evaluate("() => scrollTo(0, 0)")
        told = page.evaluate(COVERS)
        assert told["throws"] <= 2
        assert not told["covered"]
        assert told["seen"]
        full += told["battle"] and told["throws"] == 2
    assert full
    shoot(page, "phone-throws")


def test_the_campaign_card_in_play_is_seen_without_scrolling(visit: Visit, server: str) -> None:
    seats = {"kamehameha": {"kind": "you"}, "allied": {"kind": "computer", "level": "beginner"}}
    page = visit(seat_link(server, open_table(server, seats, "hawaii"), "kamehameha"), **DESKTOP)
    rng = random.Random(4)
    looked = 0
    for _ in range(40):
        if settle(page) == "over":
            break
        card = page.locator(".panel-cards .item-detail").first
        if card.count():
            box, room = card.bounding_box(), page.locator(".area-panels").bounding_box()
            assert box is not None
            assert room is not None
            assert box["y"] + box["height"] <= room["y"] + room["height"]
            looked += 1
        if looked > 8:
            break
        choose(page, rng)
    assert looked
    shoot(page, "hawaii-card")


def test_a_counter_in_its_box_is_chosen_there_and_then_its_space(visit: Visit, server: str) -> None:
    """Set-up in Hawaii: the first click goes to the counter that the prompt names."""
    seats = {"kamehameha": {"kind": "you"}, "allied": {"kind": "you"}}
    page = visit(seat_link(server, open_table(server, seats, "hawaii"), "allied"), **DESKTOP)
    settle(page)
    moment = ply(page)
    page.locator("[data-item=a-kal] button").click()
    ways = page.locator(".confirm button.primary")
    expect(ways).to_have_text(["Kalanikūpule to Waikīkī", "Kalanikūpule to Koʻolau"])
    expect(page.locator(".target.place")).to_have_count(2)
    shoot(page, "hawaii-box")
    assert ply(page) == moment
    page.mouse.click(*middle(page.locator(".target.place[data-id=koolau]")))
    after(page, moment)
    expect(page.locator("[data-item=a-kal]")).to_have_count(0)


def test_a_whole_game_with_hands_against_the_computer(visit: Visit, server: str) -> None:
    opened = open_table(server, {"fox": {"kind": "you"}, "hare": {"kind": "computer", "level": "beginner"}}, "ambush")
    page = visit(seat_link(server, opened, "fox"), **DESKTOP)
    for _ in range(60):
        if settle(page) == "over":
            break
        before = ply(page)
        card = page.locator(".panel-cards button.item")
        if card.count():
            card.first.click()
            page.locator(".confirm button.primary").click()
        else:
            page.locator(".choices button").first.click()
        after(page, before)
    assert state(page) == "over"


NOTES = """globalThis.notes = [];
globalThis.Notification = class { static permission = "granted"; static requestPermission = async () => "granted";
  constructor(title, more) { globalThis.notes.push(title + " " + more.body); } close() {} };
Object.defineProperty(document, "hidden", { get: () => true });"""


def test_a_player_who_looks_elsewhere_is_notified_if_he_allowed_it(visit: Visit, server: str) -> None:
    opened = open_table(server, {"black": {"kind": "you"}, "white": {"kind": "friend"}})
    black, white = (visit(seat_link(server, opened, seat)) for seat in ("black", "white"))
    white.add_init_script(NOTES)
    white.reload()
    white.get_by_role("tab", name="Table").click()
    white.get_by_label("Tell me when it is my turn").check()
    settle(black)
    black.locator("input.notation").fill("f6")
    black.keyboard.press("Enter")
    settle(white)
    white.wait_for_function("() => globalThis.notes.length")
    assert white.evaluate("() => globalThis.notes") == ["Your move: Moeraki-Kemu Lay a stone in any open hollow."]


def test_at_one_screen_a_card_is_shown_once_and_the_rules_say_what_is_a_reconstruction(
    visit: Visit, server: str
) -> None:
    page = lasting(visit(server, **DESKTOP))
    page.locator(".game-card", has_text="Hawaii, 1795").click()
    for seat in ("kamehameha", "allied"):
        page.locator("label", has=page.locator(f"input[name=seat-{seat}][value=you]")).click()
    # The long game's first cards are prescribed, and not drawn.
    page.locator("label", has=page.locator("input[name=option-length][value=short]")).click()
    page.get_by_role("button", name="Start the game").click()
    rng = random.Random(4)
    cards = 0
    for _ in range(20):
        settle(page)
        choose(page, rng)
        shown = page.evaluate(
            "() => [...document.querySelectorAll('.throw')].map((one) => [one.dataset.ply, one.className])"
        )
        assert len(shown) == len({tuple(one) for one in shown}), shown
        cards += sum("cards" in name for _, name in shown)
    assert cards
    page.get_by_role("tab", name="Rules").click()
    page.wait_for_selector(".chapter")
    page.get_by_role("searchbox").fill("reconstruction")
    expect(page.locator(".rule", has_text="Battle Results Table").locator(".label")).to_have_text("Reconstruction")
