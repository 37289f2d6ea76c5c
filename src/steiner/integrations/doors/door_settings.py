"""How a server listens and what it bears of one client."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass, field

from steiner.errors import InvalidInput
from steiner.keywords import known_keywords
from steiner.settings import positive

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@known_keywords
@dataclass(frozen=True, slots=True)
class ServeSettings:
    """How a server listens and what it bears.

    `key`: clients must send it; `host`, `port`: where it listens; `per_minute`: requests of one
    address; `longest`: bytes of a body; `slowest`: seconds in which a request must have come whole;
    `at_once`: questions that are worked on at once; `connections`: open ones at once, a quarter of
    them of one address that is no trusted proxy.
    `workers`: processes that share the port; `per_minute` is divided among them, `at_once` and
    `connections` are each one's own. `trusted_proxies`: addresses or networks of proxies, whose
    X-Forwarded-For says who asks; without them nobody's is believed. `names`: those under which MCP
    may be asked for, beside this machine's own and addresses in numbers.
    """

    key: str = field(repr=False)
    host: str = "127.0.0.1"
    port: int = 8000
    per_minute: int = 240
    longest: int = 100_000
    slowest: float = 20.0
    at_once: int = 8
    connections: int = 500
    workers: int = 1
    trusted_proxies: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        positive(self, per_minute=self.per_minute, longest=self.longest, slowest=self.slowest)
        positive(self, at_once=self.at_once, connections=self.connections)
        positive(self, workers=self.workers)
        self.networks()

    def networks(self) -> tuple[Network, ...]:
        """Return the networks of the trusted proxies. Raises InvalidInput for what is none."""
        try:
            return tuple(ipaddress.ip_network(each) for each in self.trusted_proxies)
        except ValueError as error:
            raise InvalidInput(
                f"A trusted proxy is an address such as 10.0.0.7, or a network such as "
                f"10.0.0.0/24: {error}."
            ) from error
