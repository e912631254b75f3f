"""Driving the page as a player does: these helpers click, tap and type, and read only what a player can read."""

from __future__ import annotations

import json
import os
import random
import secrets
import urllib.request
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

SHOTS = Path(os.environ["KEMU_SHOTS"]) if "KEMU_SHOTS" in os.environ else None
"""The folder for pictures of the pages."""
# Without motion a test need not wait for pieces to arrive; the tests of motion ask for it.
DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce"}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
    "reduced_motion": "reduce",
}
MOERAKI = ".game-card a[href$='/moeraki']"
ANSWERED = """(ply) => Number(document.querySelector(".table").dataset.now) > ply
  || document.querySelector(".table").dataset.state === "sending"
  || Boolean(document.querySelector("dialog.several[open] li button, .confirm:not(.dragging) button.primary"))"""
"""The page has taken notice of a click: it plays, asks which of several, or asks whether it is meant."""
FANNED = ".fanned.picking:not([hidden]) .counter.open"
"""What can be picked from a stack that was clicked on."""
JUDGED = (
    "Boolean(document.querySelector('.reach .grab, .notice.refusal'))"
    " || /true|false/.test(document.querySelector('.dragging')?.dataset.ok)"
)
"""The rules have said whether something may be dragged there; or a piece was taken up, or cannot be."""
OPEN = ".target, .acts .choices button, .panel button.item"
"""What is marked as legal and may be clicked."""
AT_REST = """async ([chosen, number]) => {
  const seek = () => document.querySelectorAll(chosen)[number];
  seek()?.scrollIntoView({ block: "nearest", inline: "nearest" });
  const places = [];
  for (let frame = 0; frame < 3; frame += 1) {
    await new Promise(requestAnimationFrame);
    const box = seek()?.getBoundingClientRect();
    if (!box?.width || !box.height) return null;
    places.push([box.x + box.width / 2, box.y + box.height / 2]);
  }
  return places.every((one) => String(one) === String(places[0])) ? places[0] : null;
}"""
"""Where the n-th of what is chosen lies, once it has lain there for three frames; it may be drawn anew meanwhile."""
SETTLED = """() => ["yours", "over"].includes(document.querySelector(".table")?.dataset.state)
  && document.querySelector("kemu-board g.base")?.childElementCount > 0"""
"""Somebody here is asked, and the board is drawn."""

COVERED = """([over, things]) => {
  const box = document.querySelector(over).getBoundingClientRect();
  const under = (one) => one.left < box.right && one.right > box.left && one.top < box.bottom && one.bottom > box.top;
  const all = [...document.querySelectorAll(things)];
  return all.filter((one) => under(one.getBoundingClientRect())).map((one) => one.dataset.id);
}"""

LASTING = """(() => {
  const [wait, drop] = [setTimeout, clearTimeout];
  const held = new Map();
  globalThis.setTimeout = (done, ms, ...rest) => {
    if (!(ms >= 900 && ms <= 5000)) return wait(done, ms, ...rest);
    held.set(-held.size - 1, done);
    return -held.size;
  };
  globalThis.clearTimeout = (timer) => held.has(timer) ? void held.set(timer, () => {}) : drop(timer);
  globalThis.letPass = () => {
    for (const [timer, done] of [...held]) { held.set(timer, () => {}); done(); }
  };
})()"""
"""What is on show for a second or some seconds stays until `letPass`: no test depends on how fast the machine is."""


def open_table(
    server: str, seats: dict[str, dict[str, str]], game: str = "moeraki", deal: int = 0, **options: Any
) -> dict[str, Any]:
    """Open a table over the API, as the set-up page does, and return what the opener is told.

    Every person's salt has been added, as his page would do when he comes. `deal` says which dice and cards are drawn.
    """
    opened = open_unsalted(server, seats, game, **options)
    for seat in filter(None, opened["seats"].values()):
        path = f"{server}/api/tables/{opened['table']}/salt"
        post(path, {"salt": f"deal-{deal:012d}", "key": secrets.token_hex(8)}, seat["token"])
    return opened


def open_unsalted(server: str, seats: dict[str, dict[str, str]], game: str, **options: Any) -> dict[str, Any]:
    """Open a table that waits for its players' salts."""
    opened = post(f"{server}/api/tables", {"game": game, "options": options, "seats": seats})
    for key in filter(None, opened["seats"].values()):
        if key["token"] is None:  # a friend's seat: he has pressed the button already
            key["token"] = secrets.token_urlsafe(24)
            claim = {"invite": key["invite"], "token": key["token"]}
            post(f"{server}/api/tables/{opened['table']}/claim", claim)
    return opened


def post(url: str, body: dict[str, Any], token: str = "none") -> dict[str, Any]:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    with urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode(), headers)) as told:
        return json.load(told)


def seat_link(server: str, opened: dict[str, Any], seat: str) -> str:
    return f"{server}/t/{opened['table']}#seat={opened['seats'][seat]['token']}"


def sit_at_both(page: Page, **options: str) -> None:
    """From the front page, open a table at which both seats play at this screen."""
    page.locator(MOERAKI).click()
    page.wait_for_selector(".setup")
    usual = page.get_by_role("button", name="Take the usual settings")
    if usual.count():
        usual.click()
    for seat in ("black", "white"):
        page.locator("label", has=page.locator(f"input[name=seat-{seat}][value=you]")).click()
    for name, choice in options.items():
        page.locator("label", has=page.locator(f"input[name=option-{name}][value='{choice}']")).click()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector(".table .target")


def lasting(page: Page) -> Page:
    """Load the page anew: what is on show for some seconds stays from now on until the test lets it pass."""
    page.add_init_script(LASTING)
    page.reload()
    return page


def ply(page: Page) -> int:
    return int(page.locator(".table").get_attribute("data-ply") or -1)


def state(page: Page) -> str:
    return page.locator(".table").get_attribute("data-state") or ""


def settle(page: Page) -> str:
    """Wait until this browser is asked for something or the game is over; return which."""
    page.wait_for_function(SETTLED)
    return state(page)


def after(page: Page, moment: int) -> None:
    """Wait until the table stands beyond a moment."""
    page.wait_for_function("(n) => Number(document.querySelector('.table').dataset.now) > n", arg=moment)


def choose(page: Page, rng: random.Random, *, touch: bool = False) -> None:
    """Click or tap on something that is marked as legal, or drag over a continuum; answer what the page then asks."""
    before = ply(page)
    # The board is drawn when its base has come.
    page.wait_for_selector(f"{OPEN}, .area path", state="attached")
    number = page.locator(OPEN).count()
    free = page.locator(".area path").count() > 0
    if not (free and (not number or rng.random() < 0.4) and _drag(page, rng, tries=8 if number else 80)):
        assert number, "no place in the reach is allowed, and there is nothing else to choose"
        press(page, OPEN, rng.randrange(number), touch)
        page.wait_for_function(f"(ply) => ({ANSWERED})(ply) || document.querySelector('{FANNED}')", arg=before)
        _pick(page, rng, before)
        _answer(page, rng, before)
    after(page, before)


def _pick(page: Page, rng: random.Random, before: int) -> None:
    """Pick one of a stack that has been fanned out."""
    fanned = page.locator(FANNED)
    if fanned.count() and not page.evaluate(ANSWERED, before):
        fanned.nth(rng.randrange(fanned.count())).click()
        page.wait_for_function(ANSWERED, arg=before)


def _answer(page: Page, rng: random.Random, before: int) -> None:
    """Answer what the page asks after a click: which of several, and whether it is meant."""
    several = page.locator("dialog.several[open] li button")
    if several.count():
        several.nth(rng.randrange(several.count())).click()
        page.wait_for_function(
            f"(ply) => !document.querySelector('dialog.several[open]') && ({ANSWERED})(ply)", arg=before
        )
    confirm = page.locator(".confirm:not(.dragging) button.primary")
    if confirm.count() and state(page) == "yours":
        confirm.nth(rng.randrange(confirm.count())).click()


def press(page: Page, chosen: str, number: int, touch: bool) -> None:
    """Click or tap on the n-th of what is marked, once it has come to rest."""
    x, y = page.wait_for_function(AT_REST, arg=[chosen, number]).json_value()
    if touch:
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)


def _drag(page: Page, rng: random.Random, tries: int) -> bool:
    """Click about in the reach until the rules allow the place, and confirm it; return False if none was found."""
    reach = page.locator(".area path.edge")
    before = ply(page)
    page.locator(".area-board").evaluate("(board) => board.scrollIntoView({ block: 'start' })")
    for _ in range(tries):
        if page.locator(".notice.refusal").count():
            page.locator(".notice.refusal button.icon").click()
            page.wait_for_function("() => !document.querySelector('.notice.refusal')")
        drawn = reach.count()
        box = reach.nth(rng.randrange(drawn)).bounding_box() if drawn else None
        if box is None:
            # The last click has chosen something after all.
            page.wait_for_function(ANSWERED, arg=before)
            _answer(page, rng, before)
            return True
        page.mouse.click(box["x"] + box["width"] * rng.random(), box["y"] + box["height"] * rng.random())
        # A click on a piece takes it up or asks why not; one on a choice chooses it; one beside them is judged.
        page.wait_for_function(f"(ply) => {JUDGED} || ({ANSWERED})(ply)", arg=before)
        confirm = page.locator(".dragging button.primary")
        if confirm.count() and confirm.is_enabled():
            confirm.click()
            return True
        if not confirm.count() and page.evaluate(ANSWERED, before):
            _answer(page, rng, before)
            return True
    if page.locator(".dragging").count():
        page.locator(".dragging button", has_text="Cancel").click()
    return False


def play_to_the_end(page: Page, seed: int, *, touch: bool = False, most: int = 120) -> int:
    """Play legal places at random until the game is over; return how many times this browser chose."""
    rng = random.Random(seed)
    for turns in range(most):
        if settle(page) == "over":
            return turns
        choose(page, rng, touch=touch)
    raise AssertionError("the game does not end")


def pieces(page: Page) -> list[str]:
    """What lies on the board, by id and place."""
    found: list[str] = page.evaluate(
        "() => [...document.querySelectorAll('.pieces .piece:not(.leaving)')]"
        ".map((one) => one.dataset.id + ' ' + one.getAttribute('transform')).sort()"
    )
    return found


def middle(thing: Locator, tries: int = 200) -> tuple[float, float]:
    """Where something lies, once it lies still: the page may be drawing it anew when it is looked for."""
    was = None
    for _ in range(tries):
        box = thing.bounding_box()
        if box is not None and box == was:
            return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        was = box
        thing.page.wait_for_timeout(20)
    raise AssertionError(f"{thing} does not come to rest")


def covered(page: Page, box: str, things: str) -> list[str]:
    """Return the ids of those things on the board that a box lies over."""
    return page.evaluate(COVERED, [box, things])


def type_move(page: Page, notation: str) -> None:
    page.locator("input.notation").fill(notation)
    page.locator("input.notation").press("Enter")


def without_pictures(page: Page) -> None:
    """Let the front page wait for none of its pictures: they are drawn one after the other."""
    empty = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"/>'
    page.context.route("**/picture.svg*", lambda route: route.fulfill(content_type="image/svg+xml", body=empty))


def shoot(page: Page, name: str) -> None:
    """Keep a picture of the page, to look at, where somebody wishes it: each costs as much as a click."""
    if SHOTS is None:
        return
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"{name.replace('/', '_')}.png", animations="disabled")
