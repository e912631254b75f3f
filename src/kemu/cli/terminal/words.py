"""Parts of the conversation: options in columns, a clause, an outcome."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from kemu.core.clauses import Clause
from kemu.core.game import Game, View
from kemu.core.pending import Action, Decide, Over
from kemu.core.printable import scored
from kemu.core.refusal import Refusal
from kemu.core.winning import meaning

if TYPE_CHECKING:
    from kemu.scene import Selectable

FEW, MANY = 9, 30
"""Up to the first number, options are listed a line each with labels; from the second on, in columns by notation."""
SHORT = 4
"""Between the two, notations of so few letters (a hollow, a hex) speak for themselves, and go into columns, too."""


def clauses_of(game: Game[Any, Any]) -> Mapping[str, Clause]:
    """Return a game's clauses; a game in the making may have none yet."""
    return game.clauses if (game.folder / "clauses.toml").is_file() else {}


def clause_line(game: Game[Any, Any], full: str) -> str:
    """Return a clause on one line: id, title and what holds (of a ruling, our reading); an unknown one by its id."""
    clause = clauses_of(game).get(full)
    return f"{full} {clause.title}: {clause.reading or clause.summary}" if clause else full


def found_clauses(game: Game[Any, Any], word: str) -> list[tuple[str, Clause]]:
    """Return the clauses with this id, or else those that have the word somewhere."""
    listed = clauses_of(game).items()
    wanted = word.casefold()
    exact = [(full, clause) for full, clause in listed if wanted in (full.casefold(), clause.id.casefold())]
    return exact or [
        (full, clause)
        for full, clause in listed
        if wanted in f"{clause.title} {clause.summary} {clause.reading}".casefold()
    ]


def option_list(game: Game[Any, Any], view: View[Any], decide: Decide) -> RenderableType:
    """Return the answers as a numbered list, or in columns if they are many; then each kind of action by itself."""
    numbered = list(enumerate(decide.options, 1))
    plain = all(len(game.notation(option)) <= SHORT for option in decide.options)
    if len(numbered) <= (FEW if plain else MANY):
        lines = [_entry(number, game.notation(option), game.label(view, option)) for number, option in numbered]
        return Text("\n").join(lines)
    kinds: dict[type[Action], list[Text]] = {}
    for number, option in numbered:
        kinds.setdefault(type(option), []).append(_entry(number, game.notation(option)))
    parts: list[RenderableType] = [Columns(entries, padding=(0, 2)) for entries in kinds.values()]
    return Group(*parts)


def choices_with_odds(game: Game[Any, Any], view: View[Any], decide: Decide) -> list[Selectable]:
    """Return those answers whose odds the game's picture tells, as a browser shows them; raise if it has no picture."""
    try:
        choices = game.scene(view, decide).selectable
    except NotImplementedError as error:
        raise Refusal(f"{error}, and so no odds.") from None
    return [choice for choice in choices if choice.odds]


def odds_list(choices: Sequence[Selectable]) -> RenderableType:
    """Return answers with their odds, under the numbers that they have in the list of answers."""
    return Text("\n").join(
        _entry(choice.option + 1, choice.notation or choice.label, choice.odds) for choice in choices
    )


def _entry(number: int, notation: str, label: str = "") -> Text:
    entry = Text.assemble((f"{number:>2} ", "dim"), (notation, "bold"))
    return entry.append(f"  {label}") if label and label.casefold() != notation.casefold() else entry


def outcome_lines(game: Game[Any, Any], over: Over, state: Any) -> list[str]:
    """Return how a game ended, and the scores where they say something."""
    won = "Nobody wins." if over.winner is None else f"{game.seat_title(over.winner)} wins."
    scores = ", ".join(f"{game.seat_title(seat)} {scored(score)}" for seat, score in enumerate(over.scores))
    clause = f" ({over.clause})" if over.clause else ""
    means = meaning(game, over)
    told = [f"Score: {scores}."] if game.keeps_score(state) else []
    return [f"{over.text or f'{won} ({over.reason})'}{clause}", *([means] if means else []), *told]
