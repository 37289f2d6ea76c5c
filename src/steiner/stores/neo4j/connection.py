"""The one place that speaks to Neo4j: sessions, timeouts, errors and value types."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cached_property
from threading import Lock
from typing import Any, TypeVar
from uuid import uuid4

import neo4j
from neo4j import exceptions, unit_of_work

from steiner.calls.stopping import check_wanted, given_up, seconds_left, statement_limit
from steiner.columns import Vector
from steiner.errors import Cancelled, ConnectionFailed, NotPermitted, QueryTimedOut, SteinerError
from steiner.settings import ConnectionSettings
from steiner.stores.neo4j.checked_driver import CheckedDriver
from steiner.stores.neo4j.deadline import Overdue, Wanted
from steiner.stores.neo4j.driver_values import native, packed, row, rows
from steiner.stores.neo4j.failures import translated
from steiner.stores.neo4j.statements import statement

Identifiers = Mapping[str, str | Sequence[str]]
T = TypeVar("T")

_VECTOR_PROTOCOL = (6, 0)
_ACCESS = {"execute_read": neo4j.READ_ACCESS, "execute_write": neo4j.WRITE_ACCESS}
_SEARCH_CLAUSE, _LTS, _CALENDAR = (2026, 2), (5, 26), (2025, 1)
_MOST_PLANS = 1_000
"""Statements whose plans are remembered; their values are parameters, so that they come again."""


class Neo4jConnection:
    """One driver and one database. Connects at the first use.

    A driver that was handed in is used as it is and never closed.
    """

    def __init__(self, settings: ConnectionSettings, driver: neo4j.Driver | None = None) -> None:
        self.settings = settings
        self._checked = CheckedDriver(settings, driver)
        self._planning, self._estimates = Lock(), dict[str, float]()

    @property
    def driver(self) -> neo4j.Driver:
        """The driver, checked once. Raises ConnectionFailed if the server cannot be used."""
        return self._checked.driver

    def read(
        self, name: str, identifiers: Identifiers | None = None, **parameters: Any
    ) -> list[dict[str, Any]]:
        """Run cypher/`name`.cypher in a read transaction; values become Python's own types.

        Raises QueryTimedOut at the limit of the settings.
        """
        return [native(row) for row in self.read_columns(name, identifiers, **parameters)]

    def read_columns(
        self, name: str, identifiers: Identifiers | None = None, **parameters: Any
    ) -> list[dict[str, Any]]:
        """Like `read`, without converting values: for wide columns of numbers and strings."""
        return self.read_text(statement(name, **(identifiers or {})), parameters)

    def read_text(
        self, text: str, parameters: Mapping[str, Any], seconds: float = math.inf
    ) -> list[dict[str, Any]]:
        """Like `read_columns`, for a statement put together from several files of cypher/.

        `seconds`: a limit below that of the settings.
        """
        return self._timely(text, parameters, rows, seconds)

    def estimated_rows(
        self, text: str, parameters: Mapping[str, Any], seconds: float = math.inf
    ) -> float:
        """Return the most rows that the planner expects of any step of a statement, not run."""
        with self._planning:
            known = self._estimates.get(text)
        if known is None:
            planned = f"EXPLAIN {text}"
            plan = self._timely(planned, parameters, lambda r: r.consume().plan or {}, seconds)
            known = _estimated(plan)
            with self._planning:
                if len(self._estimates) >= _MOST_PLANS:
                    self._estimates.clear()
                self._estimates[text] = known
        return known

    def _timely(
        self,
        text: str,
        parameters: Mapping[str, Any],
        taken: Callable[[neo4j.Result], T],
        seconds: float = math.inf,
    ) -> T:
        """Run a reading statement and return what is `taken` of it.

        It has the time of the settings, or what is left to the question that it is part of.
        """
        check_wanted()
        limit, mark = min(statement_limit(self.settings.timeout), seconds, seconds_left()), _mark()
        noted = {"steiner": mark} if mark else None

        def query(wanted: Wanted) -> T:
            @unit_of_work(timeout=limit, metadata=noted)
            def attempt(transaction: neo4j.ManagedTransaction) -> T:
                with _tried_again_only_if(wanted):
                    return taken(transaction.run(text, dict(parameters)))

            try:
                # One round trip; a managed transaction takes three.
                with self._session(neo4j.READ_ACCESS, driver) as session:
                    asked = neo4j.Query(text, timeout=limit, metadata=noted)
                    return taken(session.run(asked, dict(parameters)))
            except (exceptions.Neo4jError, exceptions.DriverError) as error:
                if not (error.is_retryable() and wanted()):
                    raise
            return self._managed("execute_read", attempt, driver)

        # Opened outside the limit, which is the query's. A query left behind keeps this driver:
        # after `close` it must not open another, which nobody would wait with closing for.
        workers, driver = self._checked.workers, self.driver
        # The server looks at its clock once in a while only: a limit of 1 s can take it 6 s.
        with self._translated():
            try:
                return workers.run(query, limit)
            except Cancelled:
                self._end(mark)
                raise

    def _end(self, mark: str) -> None:
        """End the transactions with this mark on the server; refused, their time limit does."""
        refused = suppress(exceptions.Neo4jError, exceptions.DriverError)
        with refused, self._session(neo4j.READ_ACCESS) as session:
            session.run(statement("retrieve/end_transaction"), mark=mark).consume()

    def read_long(
        self, name: str, identifiers: Identifiers | None = None, **parameters: Any
    ) -> list[dict[str, Any]]:
        """Like `read`, without a time limit: for indexing."""
        text = statement(name, **(identifiers or {}))
        return self._unlimited("execute_read", text, parameters)

    def write(
        self, name: str, identifiers: Identifiers | None = None, **parameters: Any
    ) -> list[dict[str, Any]]:
        """Run cypher/`name`.cypher in one write transaction, without a time limit."""
        text = statement(name, **(identifiers or {}))
        return self._unlimited("execute_write", text, parameters)

    def schema_write(
        self, name: str, identifiers: Identifiers | None = None, **parameters: Any
    ) -> None:
        """Run a statement that makes or drops an index, in a transaction of its own."""
        self.schema_write_text(statement(name, **(identifiers or {})), parameters)

    def schema_write_text(self, text: str, parameters: Mapping[str, Any]) -> None:
        """Like `schema_write`, for a statement put together from several files of cypher/."""
        with self._translated(), self._session(neo4j.WRITE_ACCESS) as session:
            session.run(text, dict(parameters)).consume()

    def try_write(self, name: str, **parameters: Any) -> None:
        """Run a writing statement and roll it back; NotPermitted if it is refused."""
        with (
            self._translated(),
            self._session(neo4j.WRITE_ACCESS) as session,
            session.begin_transaction() as transaction,
        ):
            transaction.run(statement(name), parameters).consume()
            transaction.rollback()

    def can_write(self, name: str, **parameters: Any) -> bool:
        """Say whether the server knows what a writing statement asks, which is rolled back."""
        try:
            self.try_write(name, **parameters)
        except (ConnectionFailed, NotPermitted, QueryTimedOut):
            raise
        except SteinerError:
            return False
        return True

    def stream(
        self, name: str, identifiers: Identifiers | None = None, **parameters: Any
    ) -> Iterator[dict[str, Any]]:
        """Run cypher/`name`.cypher and yield its rows as they come, without a time limit."""
        yield from self.stream_text(statement(name, **(identifiers or {})), parameters)

    def stream_text(self, text: str, parameters: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """Like `stream`, for a statement put together from several files of cypher/."""
        with self._translated(), self._session(neo4j.READ_ACCESS) as session:
            for record in session.run(text, dict(parameters)):
                yield native(row(record))

    def vector(self, values: Vector) -> Any:
        """Return `values` float32[d] as a parameter: packed where the server takes it."""
        return packed(values) if self.has_vector_type else values.tolist()

    @cached_property
    def version(self) -> tuple[int, int]:
        """The server's version, such as (5, 26) or (2026, 8)."""
        numbers = self._server().agent.partition("/")[2].split(".")[:2]
        digits = ["".join(c for c in number if c.isdigit()) for number in numbers]
        major, minor = (*map(int, filter(None, digits)), 0, 0)[:2]
        return major, minor

    @cached_property
    def has_search_clause(self) -> bool:
        """Whether Cypher has SEARCH, which filters inside a vector index (2026.02)."""
        return self.since(_SEARCH_CLAUSE, self._tries_search)

    def since(self, version: tuple[int, int], tried: Callable[[], bool]) -> bool:
        """Say whether the server has what came with a version of the calendar.

        The LTS line never has it, and the calendar's versions say it by their number. Else it is
        `tried`: managed servers have what is new under numbers of their own (5.27).
        """
        if self.version <= _LTS or self.version >= _CALENDAR:
            return self.version >= version
        return tried()

    def _tries_search(self) -> bool:
        try:
            self._timely(f"EXPLAIN {statement('retrieve/has_search')}", {}, lambda r: r.consume())
        except (ConnectionFailed, QueryTimedOut, Cancelled):
            raise
        except SteinerError as error:
            # That there is no such index yet is another error.
            return not any(code in str(error) for code in ("SyntaxError", "ArgumentError"))
        return True

    @cached_property
    def has_vector_type(self) -> bool:
        """Whether the server takes packed vectors as parameters (Bolt 6)."""
        return tuple(self._server().protocol_version) >= _VECTOR_PROTOCOL

    def close(self) -> None:
        """Close the driver, unless it was handed in; it opens again at the next use."""
        self._checked.close()

    @contextmanager
    def _session(self, access: str, driver: neo4j.Driver | None = None) -> Iterator[neo4j.Session]:
        driver = driver or self.driver
        session = driver.session(
            database=self.settings.database,
            default_access_mode=access,
            impersonated_user=self.settings.impersonated or None,
            bookmark_manager=driver.execute_query_bookmark_manager,
        )
        try:
            with _closed_after(session):
                yield session
        except KeyboardInterrupt:
            # A reply that was read by half: what follows, such as giving the lock back, would read
            # the rest of it.
            with suppress(Exception):
                self.close()
            raise

    def _unlimited(
        self, verb: str, text: str, parameters: Mapping[str, Any]
    ) -> list[dict[str, Any]]:
        with self._translated():
            answered = self._managed(verb, lambda tx: rows(tx.run(text, dict(parameters))))
        return [native(row) for row in answered]

    def _managed(
        self,
        verb: str,
        work: Callable[[neo4j.ManagedTransaction], T],
        driver: neo4j.Driver | None = None,
    ) -> T:
        """Run `work` in a transaction that is tried again after an error that may pass."""
        with self._session(_ACCESS[verb], driver) as session:
            result: T = getattr(session, verb)(work)
            return result

    def _server(self) -> neo4j.ServerInfo:
        with self._translated():
            return self.driver.get_server_info()

    def _translated(self) -> AbstractContextManager[None]:
        return translated(self.settings)


@contextmanager
def _closed_after(session: neo4j.Session) -> Iterator[None]:
    stopped = False
    try:
        yield
    except KeyboardInterrupt:
        stopped = True
        raise
    finally:
        _close(session, stopped)


def _close(session: neo4j.Session, stopped: bool) -> None:
    """Close a session, once more where its connection went: the second time notes it.

    Of work that was `stopped` a reply is read by half: closing takes its rest for the reply to its
    own message, or cannot read at all, which is no error beside the stop.
    """
    try:
        session.close()
    except Exception:
        with suppress(*((Exception,) if stopped else ())):
            session.close()
        if not stopped:
            raise


@contextmanager
def _tried_again_only_if(wanted: Wanted) -> Iterator[None]:
    try:
        yield
    except (exceptions.DriverError, exceptions.Neo4jError):
        # The driver tries some errors again for seconds, and warns of it on the console.
        if not wanted():
            raise Overdue from None
        raise


def _estimated(plan: Mapping[str, Any]) -> float:
    own = float(plan.get("args", {}).get("EstimatedRows", 0.0))
    return max([own, *map(_estimated, plan.get("children", ()))])


def _mark() -> str:
    """Return what tells the queries of work that can be given up; "" for other work."""
    return uuid4().hex if given_up() is not None else ""
