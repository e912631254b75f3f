"""The name of the variable that names the file for which the patient player waits. It registers nothing."""

from __future__ import annotations

GATE = "KEMU_TEST_GATE"
