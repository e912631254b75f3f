"""The rules of Maori Wars: one module a chapter of the rulebook."""
