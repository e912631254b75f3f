"""The rules, one module a chapter: ball (B), stones and tiles (C), victory (D), kemu (E), tane (master's game)."""
