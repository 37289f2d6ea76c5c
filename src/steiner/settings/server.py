"""How to reach Neo4j."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any

from steiner.errors import InvalidInput
from steiner.keywords import known_keywords
from steiner.redaction import redacted
from steiner.settings.checks import positive
from steiner.settings.environment import SERVER, check_environment


@known_keywords
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
        if "@" in self.uri:
            raise InvalidInput(
                f"The address {redacted(self.uri.rpartition('@')[2])!r} came with a user in it "
                f"(user:password@host), where others would read the password. Give it by username "
                f"and password (--username, --password; NEO4J_USERNAME, NEO4J_PASSWORD)."
            )

    @classmethod
    def from_environment(cls, **given: Any) -> ConnectionSettings:
        """Read NEO4J_URI, NEO4J_USERNAME, NEO4J_PASSWORD, NEO4J_DATABASE; `given` comes first.

        `given` are settings; None, or an empty text, counts as not given. Raises InvalidInput for
        a keyword or a variable of the environment that is misspelt.
        """
        check_environment()
        read = {name: os.environ.get(name, "") for name in SERVER}
        variables = {name.removeprefix("NEO4J_").lower(): value for name, value in read.items()}
        said = {name: value for name, value in given.items() if value not in (None, "")}
        return cls(**{name: value for name, value in variables.items() if value} | said)
