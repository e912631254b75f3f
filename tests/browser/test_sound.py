"""Sounds are made in the page, for whoever wishes for them; nothing is told by sound alone."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Page, expect

from browser.table import DESKTOP, choose, sit_at_both

Visit = Callable[..., Page]
COUNT = """for (const made of ["createOscillator", "createBufferSource"]) {
  const own = AudioContext.prototype[made];
  AudioContext.prototype[made] = function () {
    globalThis.sounds = (globalThis.sounds ?? 0) + 1;
    return own.apply(this);
  };
}"""


def sounds(page: Page) -> int:
    """Count what has sounded since the page was opened."""
    return page.evaluate("() => globalThis.sounds ?? 0")


def test_nothing_sounds_before_somebody_wishes_it_and_the_wish_is_kept(visit: Visit, server: str) -> None:
    page = visit(server, **DESKTOP)
    page.add_init_script(COUNT)
    page.reload()
    sit_at_both(page)
    rng = random.Random(2)
    choose(page, rng)
    assert sounds(page) == 0
    switch = page.locator("button.sound")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    wished = sounds(page)
    assert wished > 0, "a yes is heard"
    choose(page, rng)
    assert sounds(page) > wished
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.get_by_role("tab", name="Table").click()
    box = page.get_by_role("checkbox", name="Sounds")
    expect(box).to_be_checked()
    page.locator(".board-window").focus()
    page.keyboard.press("s")
    expect(switch).to_have_attribute("aria-pressed", "false")
    expect(box).not_to_be_checked()
    choose(page, rng)
    assert sounds(page) == 0
