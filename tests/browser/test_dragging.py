"""Decisions over a continuum in Siege: what the order moves is taken up, by hand or by key; all else says why not."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from browser.sieges import marching, siege_at
from browser.table import DESKTOP, PHONE, after, middle, open_table, pieces, ply, seat_link, settle, shoot

Visit = Callable[..., Page]
JUDGED = "() => /true|false/.test(document.querySelector('.dragging')?.dataset.ok)"


def landed(page: Page, moment: int) -> None:
    """Wait until an answer has landed; whose turn it is then depends on the cards."""
    after(page, moment)
    page.wait_for_function("() => document.querySelector('.table').dataset.state !== 'sending'")


def piece(page: Page, name: str) -> Locator:
    return page.locator(f".pieces .piece[data-id='{name}']")


def test_a_click_on_a_piece_that_the_order_does_not_move_says_why_not(visit: Visit, server: str) -> None:
    opened, seat, look = siege_at(server, marching)
    page = visit(seat_link(server, opened, seat))
    settle(page)
    own = look["pending"]["free"]["pieces"]
    choices = {name for one in look["scene"]["selectable"] for name in (one.get("target", ""), *one.get("also", ()))}
    others = [p["id"] for p in look["scene"]["pieces"] if p["id"] not in own and p["id"] not in choices]
    assert {name.split("-")[0] for name in others} - {name.split("-")[0] for name in own}
    for name in (others[0], others[-1]):
        page.mouse.click(*middle(piece(page, name)))
        notice = page.locator(".notice.refusal")
        expect(notice).to_be_visible()
        expect(notice.locator(".clause")).to_be_visible()
        expect(page.locator(".reach .grab")).to_have_count(0)
        expect(page.locator(".dragging")).to_have_count(0)
    # The refusal is stale once something else is taken up.
    page.mouse.click(*middle(piece(page, own[0])))
    expect(page.locator(".reach .grab")).to_have_count(1)
    expect(page.locator(".notice.refusal")).to_have_count(0)
    assert ply(page) == look["ply"]


def test_the_whole_group_is_seen_where_it_would_stand(visit: Visit, server: str) -> None:
    opened, seat, look = siege_at(server, marching)
    page = visit(seat_link(server, opened, seat))
    settle(page)
    own = look["pending"]["free"]["pieces"]
    x, y = middle(piece(page, own[0]))
    page.mouse.move(x, y)
    page.mouse.down()
    for step in ((30, 0), (0, 30), (-30, 0), (0, -30), (18, 18), (-18, 18), (18, -18), (-18, -18), (10, 0), (0, 10)):
        page.mouse.move(x + step[0], y + step[1], steps=3)
        expect(page.locator(".reach .drafted")).to_have_count(len(own))
        page.wait_for_function(JUDGED)
        if page.locator(".dragging").get_attribute("data-ok") == "true":
            break
    page.mouse.up()
    expect(page.locator(".dragging")).to_have_attribute("data-ok", "true")
    shoot(page, "siege-ghosts")
    told = page.locator(".reach .drafted").evaluate_all(
        "(all) => all.map((one) => one.dataset.id + ' ' + one.firstElementChild.getAttribute('transform')).sort()"
    )
    page.get_by_role("button", name="Play it").click()
    landed(page, look["ply"])
    assert [one for one in pieces(page) if one.split()[0] in own] == told


def test_one_figure_of_a_draft_is_placed_by_keys(visit: Visit, server: str) -> None:
    opened, seat, look = siege_at(server, marching)
    page = visit(seat_link(server, opened, seat), **DESKTOP)
    settle(page)
    page.locator(".board-window").focus()
    page.keyboard.press("n")
    expect(page.locator("kemu-board [role=status]")).to_contain_text("Taken up")
    expect(page.locator(".reach .grab")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".reach .grab")).to_have_count(0)
    page.keyboard.press("n")
    found_by_keys(page)
    ghosts = by_name(page)
    assert len(ghosts) == 7
    # Another figure of the same draft, a little aside: it alone moves.
    for _ in range(7):
        page.keyboard.press("n")
        page.keyboard.press("Control+ArrowRight")
        page.wait_for_function(JUDGED)
        if page.locator(".dragging").get_attribute("data-ok") == "true":
            break
        page.keyboard.press("Control+ArrowLeft")
        expect(page.locator(".dragging")).to_have_attribute("data-ok", "true")
    changed = {name for name, place in by_name(page).items() if place != ghosts[name]}
    assert len(changed) == 1, changed
    shoot(page, "siege-by-keys")
    told = by_name(page)
    page.keyboard.press("Enter")
    landed(page, look["ply"])
    stands = dict(one.split(" ", 1) for one in pieces(page))
    assert {name: stands[name] for name in told} == told


def test_one_man_of_a_squad_that_is_placed_is_moved_by_hand_and_by_keys(visit: Visit, server: str) -> None:
    """Before it is confirmed: the squad is not on the table yet, only its ghost is."""
    opened = open_table(server, {"garrison": {"kind": "you"}, "attackers": {"kind": "you"}}, "siege")
    page = visit(seat_link(server, opened, "garrison"))
    settle(page)
    page.locator(".board-window").focus()
    page.keyboard.press("n")
    expect(page.locator("kemu-board [role=status]")).to_contain_text("no piece to take up")
    found_by_keys(page)
    first = by_name(page)
    assert len(first) == 7
    # By keys: the third man, a little aside.
    for _ in range(3):
        page.keyboard.press("n")
    frame, ghost = page.locator(".reach .grab").bounding_box(), page.locator(".reach .drafted").nth(1).bounding_box()
    assert frame is not None
    assert ghost is not None
    # The frame lies a few pixels beside what it marks.
    assert 0 < frame["width"] - ghost["width"] < 14
    for way in ("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"):
        page.keyboard.press(f"Control+{way}")
        page.wait_for_function(JUDGED)
        if page.locator(".dragging").get_attribute("data-ok") == "true" and by_name(page) != first:
            break
    second = by_name(page)
    assert len({name for name in first if first[name] != second[name]}) == 1
    # By hand: another.
    other = next(name for name in reversed(first) if first[name] == second[name])
    x, y = middle(page.locator(f".reach .drafted[data-id='{other}']"))
    page.mouse.move(x, y)
    page.mouse.down()
    for dx, dy in ((6, 0), (0, 6), (-6, 0), (0, -6), (9, 9), (-9, -9)):
        page.mouse.move(x + dx, y + dy, steps=2)
        page.wait_for_function(JUDGED)
        if page.locator(".dragging").get_attribute("data-ok") == "true":
            break
    page.mouse.up()
    expect(page.locator(".dragging")).to_have_attribute("data-ok", "true")
    third = by_name(page)
    assert {name for name in second if second[name] != third[name]} == {other}
    shoot(page, "siege-placing")
    page.locator(".board-window").focus()
    page.keyboard.press("Enter")
    landed(page, 0)
    assert dict(one.split(" ", 1) for one in pieces(page)) == third


def by_name(page: Page) -> dict[str, str]:
    """Where each ghost stands."""
    found = page.locator(".reach .drafted").evaluate_all(
        "(all) => all.map((one) => [one.dataset.id, one.firstElementChild.getAttribute('transform')])"
    )
    return dict(found)


def found_by_keys(page: Page) -> None:
    """Move what is taken up by arrow keys until the rules allow the place."""
    ways = ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowUp", "ArrowRight", "ArrowRight")
    for key in ways:
        page.keyboard.press(key)
        page.wait_for_function(JUDGED)
        if page.locator(".dragging").get_attribute("data-ok") == "true":
            return
    raise AssertionError("no place round about is allowed")


VISITED = "() => document.activeElement.getAttribute('aria-label')"
DRAWN_ANEW = f"""async () => {{
  const board = document.querySelector("kemu-board");
  board.scene = {{ ...board.scene }};
  await board.updateComplete;
  return ({VISITED})();
}}"""


def test_keys_go_from_piece_to_piece_and_ask_why_not(visit: Visit, server: str) -> None:
    """While a gun is placed nothing on the board can be chosen: keys reach every piece all the same."""
    opened, seat, look = siege_at(
        server,
        lambda look: bool(look["scene"]["pieces"] and look["pending"]["free"] and not look["scene"]["selectable"]),
    )
    page = visit(seat_link(server, opened, seat))
    settle(page)
    expect(page.locator(".pieces .piece")).to_have_count(len(look["scene"]["pieces"]))
    page.locator(".board-window").focus()
    labels = set[str]()
    for _ in look["scene"]["pieces"]:
        page.keyboard.press("w")
        labels.add(page.evaluate(VISITED))
        assert page.evaluate(DRAWN_ANEW) in labels, "who is visited stays so when the board is drawn anew"
    assert labels == {one["label"] for one in look["scene"]["pieces"]}
    page.keyboard.press("Enter")
    expect(page.locator(".notice.refusal")).to_be_visible()
    expect(page.locator(".notice.refusal .clause")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".board-window")).to_be_focused()
    assert ply(page) == look["ply"]


def test_a_hint_over_a_continuum_is_seen_on_the_board_and_can_be_played(visit: Visit, server: str) -> None:
    opened, seat, look = siege_at(
        server, lambda look: bool(look["pending"]["free"] and not look["pending"]["options"] and look["ply"] > 0)
    )
    page = visit(seat_link(server, opened, seat))
    settle(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".notice.hint")).to_be_visible()
    expect(page.locator(".dragging")).to_have_attribute("data-ok", "true")
    told = by_name(page)
    assert told
    shoot(page, "siege-hint")
    page.get_by_role("button", name="Play it").click()
    landed(page, look["ply"])
    stands = dict(one.split(" ", 1) for one in pieces(page))
    assert {name: stands.get(name) for name in told} == told


def test_on_a_phone_a_refusal_lies_beside_what_waits_to_be_confirmed(visit: Visit, server: str) -> None:
    opened, seat, _ = siege_at(server, marching)
    page = visit(seat_link(server, opened, seat), **PHONE)
    settle(page)
    frame = page.locator(".board-window").bounding_box()
    assert frame is not None
    page.locator(".area-board").evaluate("(board) => board.scrollIntoView({ block: 'start' })")
    frame = page.locator(".board-window").bounding_box()
    assert frame is not None
    page.touchscreen.tap(frame["x"] + 8, frame["y"] + 8)
    expect(page.locator(".dragging")).to_have_attribute("data-ok", "false")
    notice, box = page.locator(".notice.refusal"), page.locator(".confirm.dragging")
    expect(notice).to_be_visible()
    shoot(page, "siege-phone-refusal")
    above, below = notice.bounding_box(), box.bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] >= 0
    assert above["y"] + above["height"] <= below["y"]
    assert below["y"] + below["height"] <= 844
