"""How to reach Neo4j."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from steiner.settings.checks import positive


@dataclass(frozen=True, slots=True)
class ConnectionSettings:
    """How to reach Neo4j.

    `uri`: address of the server; `username`, `password`: of an account that may read, for indexing
    one that may write; `database`: its name; `timeout`: seconds that a question may take in
    all, and any other query; `plugin`: use the server plugin where it is installed; `impersonated`:
    the user whose rights count in place of the account's own (Neo4j Enterprise).
    """

    uri: str = "bolt://localhost:7687"
    username: str = "neo4j"
    password: str = field(default="", repr=False)
    database: str = "neo4j"
    timeout: float = 30.0
    plugin: bool = True
    impersonated: str = ""

    def __post_init__(self) -> None:
        positive(self, timeout=self.timeout)

    @classmethod
    def from_environment(cls, **given: str | None) -> ConnectionSettings:
        """Read NEO4J_URI, NEO4J_USERNAME, NEO4J_PASSWORD, NEO4J_DATABASE; `given` comes first."""
        base = cls()

        def choose(name: str) -> str:
            return given.get(name) or os.environ.get(f"NEO4J_{name.upper()}") or getattr(base, name)

        return cls(choose("uri"), choose("username"), choose("password"), choose("database"))
