"""How to reach Neo4j."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any

from steiner.errors import InvalidInput
from steiner.keywords import known_keywords
from steiner.redaction import redacted
from steiner.settings.checks import at_most, positive
from steiner.settings.environment import SERVER, check_environment

_LONGEST = 7 * 86_400
"""Seconds, a week: the driver counts in milliseconds of 64 bits, and fails at what is endless."""
_LOGINS = frozenset(("password", "bearer", "kerberos", "auth"))


@known_keywords
@dataclass(frozen=True, slots=True)
class ConnectionSettings:
    """How to reach Neo4j.

    `uri`: address of the server; `username`, `password`: of an account that may read, for indexing
    one that may write; `bearer`: a token of single sign-on, in place of a password; `kerberos`: a
    ticket in base64, in place of a password; `auth`: any other neo4j.Auth, or manager of such, in
    place of a password; `certificate`, `certificate_key`: files of a client's certificate, beside
    any of these; `database`: its name
    (None: the account's home database); `timeout`: seconds that a question may take in all, and any
    other query; `connect_timeout`: seconds to connect; `pool`: connections at once; `plugin`: use
    the server plugin where it is installed; `impersonated`: the user whose rights count in place of
    the account's own (Neo4j Enterprise).
    """

    uri: str = "bolt://localhost:7687"
    username: str = "neo4j"
    password: str = field(default="", repr=False)
    database: str | None = None
    timeout: float = 30.0
    plugin: bool = True
    impersonated: str = ""
    bearer: str = field(default="", repr=False)
    kerberos: str = field(default="", repr=False)
    auth: Any = field(default=None, repr=False)
    certificate: str = ""
    certificate_key: str = ""
    connect_timeout: float = 5.0
    pool: int = 100

    def __post_init__(self) -> None:
        positive(self, timeout=self.timeout, connect_timeout=self.connect_timeout, pool=self.pool)
        at_most(self, timeout=_LONGEST, connect_timeout=_LONGEST)
        if "@" in self.uri:
            raise InvalidInput(
                f"The address {redacted(self.uri.rpartition('@')[2])!r} came with a user in it "
                f"(user:password@host), where others would read the password. Give it by username "
                f"and password (--username, --password; NEO4J_USERNAME, NEO4J_PASSWORD)."
            )
        if sum(map(bool, (self.bearer, self.kerberos, self.auth is not None))) > 1:
            raise InvalidInput(
                "Give one of bearer, kerberos and auth: one login is used at a time."
            )
        if bool(self.certificate) != bool(self.certificate_key):
            raise InvalidInput(
                "A client's certificate has two files: give certificate and certificate_key "
                "(--client-certificate, --client-key)."
            )

    @property
    def database_name(self) -> str:
        """What messages call the database."""
        return f"database {self.database!r}" if self.database else "the home database"

    @classmethod
    def from_environment(cls, **given: Any) -> ConnectionSettings:
        """Read NEO4J_URI, NEO4J_USERNAME, NEO4J_PASSWORD and the others; `given` comes first.

        NEO4J_DATABASE, NEO4J_BEARER, NEO4J_KERBEROS, NEO4J_CERTIFICATE, NEO4J_CERTIFICATE_KEY. A
        login that is given takes the place of those of the environment.

        `given` are settings; None, or an empty text, counts as not given. Raises InvalidInput for
        a keyword or a variable of the environment that is misspelt.
        """
        check_environment()
        read = {name: os.environ.get(name, "") for name in SERVER}
        variables = {name.removeprefix("NEO4J_").lower(): value for name, value in read.items()}
        said = {name: value for name, value in given.items() if value not in (None, "")}
        if said.keys() & _LOGINS:
            variables = {name: value for name, value in variables.items() if name not in _LOGINS}
        return cls(**{name: value for name, value in variables.items() if value} | said)
