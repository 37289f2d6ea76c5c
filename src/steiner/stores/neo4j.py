"""The one place that speaks to Neo4j: sessions, timeouts, errors and value types."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any, TypeVar

import neo4j
from neo4j import exceptions, spatial, time, unit_of_work
from neo4j.vector import Vector as DriverVector

from steiner.errors import ConnectionFailed, NotPermitted, QueryTimedOut, SteinerError
from steiner.graph import Point, Vector
from steiner.settings import ConnectionSettings
from steiner.stores.statements import statement

Identifiers = Mapping[str, str | Sequence[str]]
T = TypeVar("T")

_VECTOR_PROTOCOL = (6, 0)
_RETRY_SECONDS = 15.0
_SCHEMES = ("bolt", "neo4j")
_NOT_PERMITTED = (
    "Neo.ClientError.Security.Forbidden",
    "Neo.ClientError.Statement.AccessMode",
    "Neo.ClientError.General.ForbiddenOnReadOnlyDatabase",
    "Neo.ClientError.General.WriteOnReadOnlyAccessDatabase",
)


class Neo4jConnection:
    """One driver and one database. Connects at the first use.

    A driver that was handed in is used as it is and never closed.
    """

    def __init__(self, settings: ConnectionSettings, driver: neo4j.Driver | None = None) -> None:
        self.settings = settings
        self._given = driver
        self._closing: weakref.finalize[[], Neo4jConnection] | None = None

    @cached_property
    def driver(self) -> neo4j.Driver:
        """The driver, checked once. Raises ConnectionFailed if the server cannot be used."""
        if self._given is not None:
            return self._given
        with self._translated():
            driver = self._open()
            try:
                driver.verify_connectivity()
            except BaseException:
                driver.close()
                raise
        # A connection that nobody closes must not leave sockets or a warning behind.
        self._closing = weakref.finalize(self, driver.close)
        return driver

    def _open(self) -> neo4j.Driver:
        settings = self.settings
        try:
            if settings.uri.partition("://")[0].partition("+")[0] not in _SCHEMES:
                raise ValueError("it does not begin with bolt:// or neo4j://")
            return neo4j.GraphDatabase.driver(
                settings.uri,
                auth=(settings.username, settings.password) if settings.password else None,
                user_agent="steiner",
                telemetry_disabled=True,
                notifications_min_severity="OFF",
                connection_timeout=5.0,
                max_transaction_retry_time=_RETRY_SECONDS,
                liveness_check_timeout=60.0,
            )
        except (exceptions.ConfigurationError, ValueError) as error:
            raise ConnectionFailed(
                f"{settings.uri!r} is no address of a Neo4j server: {error}. "
                f"Expected a form such as bolt://localhost:7687 or neo4j+s://host."
            ) from error

    def read(
        self, name: str, identifiers: Identifiers | None = None, **parameters: Any
    ) -> list[dict[str, Any]]:
        """Run cypher/`name`.cypher in a read transaction; values become Python's own types."""
        return [_native(row) for row in self.read_columns(name, identifiers, **parameters)]

    def read_columns(
        self, name: str, identifiers: Identifiers | None = None, **parameters: Any
    ) -> list[dict[str, Any]]:
        """Like `read`, without converting values: for wide columns of numbers and strings."""
        text = statement(name, **(identifiers or {}))
        return self._managed("execute_read", lambda tx: _rows(tx.run(text, parameters)))

    def write(
        self, name: str, identifiers: Identifiers | None = None, **parameters: Any
    ) -> list[dict[str, Any]]:
        """Run cypher/`name`.cypher in one write transaction, without a time limit."""
        text = statement(name, **(identifiers or {}))
        rows = self._managed("execute_write", lambda tx: _rows(tx.run(text, parameters)))
        return [_native(row) for row in rows]

    def schema_write(
        self, name: str, identifiers: Identifiers | None = None, **parameters: Any
    ) -> None:
        """Run a statement that makes or drops an index, in a transaction of its own."""
        text = statement(name, **(identifiers or {}))
        with self._translated(), self._session(neo4j.WRITE_ACCESS) as session:
            session.run(text, parameters).consume()

    def try_write(self, name: str) -> None:
        """Run a writing statement and roll it back; NotPermitted if it is refused."""
        with (
            self._translated(),
            self._session(neo4j.WRITE_ACCESS) as session,
            session.begin_transaction() as transaction,
        ):
            transaction.run(statement(name)).consume()
            transaction.rollback()

    def stream(
        self, name: str, identifiers: Identifiers | None = None, **parameters: Any
    ) -> Iterator[dict[str, Any]]:
        """Run cypher/`name`.cypher and yield its rows as they come, without a time limit."""
        text = statement(name, **(identifiers or {}))
        with self._translated(), self._session(neo4j.READ_ACCESS) as session:
            for record in session.run(text, parameters):
                yield _native(_row(record))

    def vector(self, values: Vector) -> Any:
        """Return `values` float32[d] as a parameter: packed where the server takes it."""
        return DriverVector.from_numpy(values) if self.has_vector_type else values.tolist()

    @cached_property
    def version(self) -> tuple[int, int]:
        """The server's version, such as (5, 26) or (2026, 8)."""
        agent = self._translate(lambda: self.driver.get_server_info().agent)
        major, minor = agent.split("/")[1].split(".")[:2]
        return int(major), int("".join(c for c in minor if c.isdigit()) or 0)

    @cached_property
    def has_vector_type(self) -> bool:
        """Whether the server takes packed vectors as parameters (Bolt 6)."""
        info = self._translate(self.driver.get_server_info)
        return tuple(info.protocol_version) >= _VECTOR_PROTOCOL

    def close(self) -> None:
        """Close the driver, unless it was handed in."""
        if self._closing is not None:
            self.__dict__.pop("driver", None)
            self._closing()
            self._closing = None

    def _session(self, access: str) -> neo4j.Session:
        return self.driver.session(
            database=self.settings.database,
            default_access_mode=access,
            impersonated_user=self.settings.impersonated or None,
            bookmark_manager=self.driver.execute_query_bookmark_manager,
        )

    def _managed(self, verb: str, work: Callable[[neo4j.ManagedTransaction], T]) -> T:
        reads = verb == "execute_read"
        timed = unit_of_work(timeout=self.settings.timeout)(work) if reads else work
        access = neo4j.READ_ACCESS if reads else neo4j.WRITE_ACCESS
        with self._translated(), self._session(access) as session:
            result: T = getattr(session, verb)(timed)
            return result

    def _translate(self, call: Callable[[], T]) -> T:
        with self._translated():
            return call()

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except (exceptions.Neo4jError, exceptions.DriverError, OSError) as error:
            raise steiner_error(error, self.settings) from error
        except ValueError as error:
            # So the driver reports a host name that cannot be resolved.
            if isinstance(error.__cause__, OSError):
                raise steiner_error(error.__cause__, self.settings) from error
            raise


def steiner_error(error: Exception, settings: ConnectionSettings) -> SteinerError:
    """Translate an error of the driver or the server into one that says how to mend it."""
    code = getattr(error, "code", None) or ""
    where = f"database {settings.database!r} at {settings.uri}"
    if isinstance(error, exceptions.AuthError) or "Security.Unauthorized" in code:
        return ConnectionFailed(
            f"The server at {settings.uri} refused user {settings.username!r}. "
            f"Check --username and --password (NEO4J_USERNAME, NEO4J_PASSWORD)."
        )
    if "Database.DatabaseNotFound" in code:
        return ConnectionFailed(
            f"There is no {where}. Check --database (NEO4J_DATABASE); "
            f"SHOW DATABASES lists the existing ones."
        )
    if code in _NOT_PERMITTED:
        return NotPermitted(
            f"User {settings.username!r} may not do this in {where}: {_message(error)}. "
            f"Retrieval needs read rights only; indexing needs the rights to write nodes and "
            f"relationships and to create indexes, on a database that is not read-only."
        )
    if "TransactionTimedOut" in code:
        return QueryTimedOut(
            f"A query on {where} passed its limit of {settings.timeout:g} s and was stopped. "
            f"Raise the limit with --timeout, or expand fewer hops."
        )
    if isinstance(error, exceptions.ServiceUnavailable | OSError | exceptions.SessionExpired):
        return ConnectionFailed(
            f"No Neo4j server answers at {settings.uri}: {_message(error)}. "
            f"Start it, or check --uri (NEO4J_URI)."
        )
    return SteinerError(f"Neo4j refused a query on {where}: {_message(error)} ({code})")


def _message(error: Exception) -> str:
    return " ".join(str(getattr(error, "message", None) or error).split()).rstrip(".")


def _rows(result: neo4j.Result) -> list[dict[str, Any]]:
    # Result.data() copies every value deeply, in case it holds graph objects; ours never do.
    return [_row(record) for record in result]


def _row(record: neo4j.Record) -> dict[str, Any]:
    return dict(zip(record.keys(), record.values(), strict=True))


def _native(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _native(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_native(item) for item in value]
    if isinstance(value, time.DateTime | time.Date | time.Time):
        return _moment(value)
    if isinstance(value, spatial.Point):
        return Point(tuple(float(c) for c in value), value.srid or 0)
    if isinstance(value, DriverVector):
        return value.to_native()
    return value.iso_format() if isinstance(value, time.Duration) else value


def _moment(value: time.DateTime | time.Date | time.Time) -> Any:
    try:
        return value.to_native()
    except (ValueError, OverflowError):
        return value.iso_format()
