"""How often a provider is asked: so many requests a minute, and when it said to come again."""

from __future__ import annotations

import time
from threading import Lock

from steiner.errors import InvalidInput

_LONGEST = 120.0
"""Seconds that a provider's own word is waited for at most; what passes later fails till then."""


class Pace:
    """Keeps requests apart, of all threads together: at most `per_minute` (0: no limit)."""

    def __init__(self, per_minute: int) -> None:
        if per_minute < 0:
            raise InvalidInput(f"Requests a minute must be 0 (no limit) or more, got {per_minute}.")
        self._apart = 60 / per_minute if per_minute else 0.0
        self._next, self._lock = 0.0, Lock()

    def wait(self) -> None:
        """Return once the next request may be sent."""
        with self._lock:
            now = time.monotonic()
            due, self._next = self._next, max(self._next, now) + self._apart
        if due > now:
            time.sleep(due - now)


def asked_wait(error: Exception) -> float:
    """Return the seconds of Retry-After in the answer behind a provider's error; 0 without.

    urllib keeps its headers at the error, the providers' packages at the error's `response`.
    """
    answer = getattr(error, "response", None)
    headers = getattr(error, "headers", None) or getattr(answer, "headers", None) or {}
    given = headers.get("Retry-After")
    try:
        return min(max(float(given or 0), 0.0), _LONGEST)
    except ValueError:
        return 0.0  # A date: the pause that grows does.
