"""What every game must keep, as checks that anyone can run over his own game.

`kemu check GAME` runs them from the command line; in a test of your own:

    from kemu.conformance import assert_conforms

    def test_my_game_conforms():
        assert_conforms(MyGame())

Each check plays random games through the contract and reports what it finds, under the check's name. What does not
conform fails: there are no warnings.
"""

from __future__ import annotations

from .report import CHECKS, Finding, Report
from .runner import assert_conforms, check_game

__all__ = ["CHECKS", "Finding", "Report", "assert_conforms", "check_game"]
