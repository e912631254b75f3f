"""Whatever is tried at whatever moment, the answer is a refusal with a clause, or the thing is legal and happens."""

from __future__ import annotations

from kemu.core.pending import Action, Decide, Over, Touch
from kemu.core.refusal import Refusal
from kemu.core.rng import QuickRng
from kemu.games.maurice import Settings, State
from kemu.games.maurice.model import actions, moves

from .positions import game

LEGS = ("ahead", "back", "right", "left", "face", "towards", "back_left", "sideways")


def anything(state: State, rng: QuickRng) -> list[Action]:
    """Return one answer of every kind that there is, most of them nonsense now."""
    ids = [unit.id for unit in state.units] or [0]

    def uid() -> int:
        return ids[rng.below(len(ids))] if rng.below(20) else rng.below(60) - 5

    def at() -> tuple[int, int]:
        return rng.below(47_000) - 1_000, rng.below(32_000) - 1_000

    legs = tuple((LEGS[rng.below(8)], rng.below(12_000) - 50) for _ in range(rng.below(3)))
    changes = ("", "about", "line_left", "massed_left", "fleet")
    card = rng.below(37) - 1
    return [
        actions.SetPiece(("wood", "hill", "moon")[rng.below(3)], *at(), rng.below(400) - 10),
        actions.PickPiece(("rocks", "hill", "moon")[rng.below(3)]),
        actions.EndTerrain(), actions.TakeSide(True), actions.DeployFirst(False), actions.DrawUp(),
        actions.Deploy(uid(), *at(), rng.below(40_000) - 9, rng.below(6) - 1), actions.DeployCinC(*at()),
        actions.Volleys(True), actions.PassRound(), actions.PlayEvent(card, uid()), actions.PlayEvent(card),
        actions.Act(("march", "rally", "charge", "bombard", "sing")[rng.below(5)]), actions.Remove(True),
        actions.Activate(tuple(sorted({uid() for _ in range(1 + rng.below(3))}))), actions.Activate(()),
        actions.Spend(card), actions.Refuse(), actions.Play(card), actions.Play(card, (uid(),)), actions.Decline(),
        actions.Direction(True), actions.Fire(uid(), tuple(uid() for _ in range(rng.below(6)))),
        actions.HoldFire(uid()), actions.ClearSmoke(), actions.Done(), actions.Keep((uid(),)), actions.Next(uid()),
        actions.Stay(), moves.Move(uid(), changes[rng.below(5)], rng.below(6) - 1, legs), moves.MoveCinC(*at()),
        moves.Advance((uid(),), rng.below(9_000) - 100), moves.Charge(uid(), rng.below(4_000) - 2_000),
        moves.Displace(*at()),
    ]  # fmt: skip


def test_whatever_is_tried_is_answered_with_a_clause() -> None:
    rng = QuickRng(7)
    state = game().start(Settings(battle="free", size=8))
    tried = 0
    while not isinstance(pending := game().pending(state), Over) and tried < 4_000:
        if not isinstance(pending, Decide):
            state, _ = game().apply(state, pending.sample(rng))
            continue
        if rng.below(3) == 0:
            touches = [Touch(f"u{rng.below(30)}"), Touch("cinc0"), Touch(f"card{rng.below(36)}"), Touch("nothing")]
            for intent in (*anything(state, rng), *touches):
                tried += 1
                answer = game().why_not(state, pending.seat, intent)
                if answer is None:
                    assert isinstance(intent, Action)
                    game().apply(state, intent)
                else:
                    assert isinstance(answer, Refusal)
                    assert answer.clause in game().clauses, (intent, answer)
                    assert answer.reason[0].isupper(), answer
                    assert answer.reason.endswith((".", "?")), answer
                assert game().why_not(state, 1 - pending.seat, intent) is not None
        state, _ = game().apply(state, pending.pick(rng))
    assert tried > 1_000
