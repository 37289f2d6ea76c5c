"""The environment's variables: a misspelt one is an error, not a default that nobody asked for."""

from __future__ import annotations

import os
from collections.abc import Iterable
from difflib import get_close_matches

from steiner.errors import InvalidInput

SERVER = (
    *("NEO4J_URI", "NEO4J_USERNAME", "NEO4J_PASSWORD", "NEO4J_DATABASE"),
    *("NEO4J_BEARER", "NEO4J_KERBEROS", "NEO4J_CERTIFICATE", "NEO4J_CERTIFICATE_KEY"),
)
"""Variables that say how to reach Neo4j."""
KNOWN = (
    *SERVER,
    *("STEINER_CACHE", "STEINER_EMBEDDER_KEY", "STEINER_MCP_KEY", "STEINER_SERVE_KEY"),
    *("STEINER_EMBEDDER_PER_MINUTE", "STEINER_THREADS"),
)
_NEAR = 0.65
"""Likeness of what follows the prefix: URL is near to URI, and SERVICE_HOST not to SERVE_KEY."""


def check_environment() -> None:
    """Raise InvalidInput for a variable that is nearly one of KNOWN which is not set.

    Others are none of ours: Kubernetes gives a service `steiner` a STEINER_PORT, say.
    """
    for prefix in ("NEO4J_", "STEINER_"):
        missing = _after(prefix, (name for name in KNOWN if name not in os.environ))
        unknown = _after(prefix, (name for name in os.environ if name not in KNOWN))
        for name in unknown:
            if near := get_close_matches(name, missing, n=1, cutoff=_NEAR):
                raise InvalidInput(
                    f"The environment has {prefix}{name}, which nothing reads. Did you mean "
                    f"'{prefix}{near[0]}'?"
                )


def threads() -> int:
    """Return STEINER_THREADS, 0 where it is not set. Raises InvalidInput for no number above 0."""
    return _number("STEINER_THREADS")


def embedder_per_minute() -> int:
    """Return STEINER_EMBEDDER_PER_MINUTE, 0 where it is not set; raises as `threads` does."""
    return _number("STEINER_EMBEDDER_PER_MINUTE")


def _number(name: str) -> int:
    given = os.environ.get(name, "")
    if given and not (given.isdecimal() and int(given) > 0):
        raise InvalidInput(f"{name} must be a whole number above 0, got {given!r}.")
    return int(given or 0)


def bound_threads(most: int) -> None:
    """Let this process, and those that it starts, use so many threads of the processor."""
    os.environ["STEINER_THREADS"] = str(most)


def _after(prefix: str, names: Iterable[str]) -> list[str]:
    return [name.removeprefix(prefix) for name in names if name.startswith(prefix)]
