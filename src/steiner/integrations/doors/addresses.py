"""Internet addresses: which client one stands for, and whether it is of a network."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence

from steiner.integrations.doors.door_settings import Network

_OWN_BITS = 64
"""Of an address of IPv6, what a client is known by: the rest it may choose."""


def is_of(address: str, networks: Sequence[Network]) -> bool:
    """Return whether one of the networks has the address."""
    parsed = _parsed(address)
    return parsed is not None and any(parsed in network for network in networks)


def known_by(address: str) -> str:
    """Return what the client of an address is known by; empty for what is no address."""
    parsed = _parsed(address)
    if parsed is None or parsed.version == 4:
        return str(parsed or "")
    return str(ipaddress.ip_network((parsed, _OWN_BITS), strict=False))


def _parsed(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return an address; None for what is none.

    A socket of both versions calls 1.2.3.4 ::ffff:1.2.3.4: all of IPv4 would be one client. Some
    proxies add the port, as in 1.2.3.4:5678 and [2001:db8::1]:443.
    """
    bare = text[1:].partition("]")[0] if text.startswith("[") else text
    bare = bare.partition(":")[0] if bare.count(":") == 1 else bare
    try:
        parsed = ipaddress.ip_address(bare)
    except ValueError:
        return None
    return getattr(parsed, "ipv4_mapped", None) or parsed
