"""Secrets are left out of whatever is printed, logged or sent."""

from __future__ import annotations

import os
import re

_NAMED = re.compile(
    r"(KEY|TOKEN|SECRET|PASSWORD|PASSWD|PWD|CREDENTIALS?|BEARER|KERBEROS)$", re.IGNORECASE
)
_SHORTEST = 6
"""Characters of what is taken for a secret: less is met by chance, "neo4j" in each message."""
_IN_ADDRESS = re.compile(r"(?<=://)[^/\s@]*@")
HIDDEN = "***"


def redacted(text: str, *secrets: str) -> str:
    """Return a text without these secrets, those of the environment and those in addresses.

    redacted("no bolt://me:pw@host") is "no bolt://***@host". Of the environment a variable is
    secret whose name ends in KEY, TOKEN, SECRET, PASSWORD or the like.
    """
    known = {*secrets, *(value for name, value in os.environ.items() if _NAMED.search(name))}
    # The longest first: one may be a part of another.
    for secret in sorted(known, key=len, reverse=True):
        if len(secret) >= _SHORTEST:
            text = text.replace(secret, HIDDEN)
    return _IN_ADDRESS.sub(f"{HIDDEN}@", text)
