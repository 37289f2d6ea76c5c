"""Errors of the driver and the server, worded so that they can be mended."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from neo4j import exceptions

from steiner.errors import ConnectionFailed, NotPermitted, QueryTimedOut, SteinerError
from steiner.redaction import redacted
from steiner.settings import ConnectionSettings
from steiner.stores.neo4j.deadline import Overdue

_NOT_PERMITTED = (
    "Neo.ClientError.Security.Forbidden",
    "Neo.ClientError.Statement.AccessMode",
    "Neo.ClientError.General.ForbiddenOnReadOnlyDatabase",
    "Neo.ClientError.General.WriteOnReadOnlyAccessDatabase",
)
_OWN_LIMIT = "TransactionTimedOutClientConfiguration"


@contextmanager
def translated(settings: ConnectionSettings) -> Iterator[None]:
    """Raise a SteinerError for whatever the driver raises inside the block."""
    try:
        yield
    except Overdue:
        # Without the cause: that a thread was waited for says nothing to a reader.
        raise _timed_out(settings) from None
    except (
        SteinerError
    ):  # Worded already; that the question's time is up is an OSError of Python's.
        raise
    except (exceptions.Neo4jError, exceptions.DriverError, OSError) as error:
        raise steiner_error(error, settings) from error
    except ValueError as error:
        # So the driver reports a host name that cannot be resolved.
        if isinstance(error.__cause__, OSError):
            raise steiner_error(error.__cause__, settings) from error
        raise


def steiner_error(error: Exception, settings: ConnectionSettings) -> SteinerError:
    """Translate an error of the driver or the server into one that says how to mend it."""
    translated = _translated(error, settings)
    # A server may repeat what it was sent.
    translated.args = (
        redacted(str(translated), settings.password, settings.bearer, settings.kerberos),
    )
    return translated


def _translated(error: Exception, settings: ConnectionSettings) -> SteinerError:
    code = getattr(error, "code", None) or ""
    where = _where(settings)
    if isinstance(error, exceptions.AuthError) or "Security.Unauthorized" in code:
        return ConnectionFailed(
            f"The server at {settings.uri} refused user {settings.username!r}. "
            f"Check --username and --password (NEO4J_USERNAME, NEO4J_PASSWORD), or what logs in "
            f"in their place."
        )
    if "Database.DatabaseNotFound" in code:
        return ConnectionFailed(
            f"There is no {where}. Check --database (NEO4J_DATABASE); "
            f"SHOW DATABASES lists the existing ones."
        )
    if settings.impersonated and "impersonat" in _message(error).lower():
        return _not_impersonated(error, settings)
    if code in _NOT_PERMITTED:
        return NotPermitted(
            f"User {settings.impersonated or settings.username!r} may not do this in {where}: "
            f"{_message(error)}. Retrieval needs read rights only; indexing needs the rights to "
            f"write nodes and relationships and to create indexes, on a database that is not "
            f"read-only."
        )
    if "TransactionTimedOut" in code:
        return _timed_out(settings) if _OWN_LIMIT in code else _stopped_by_server(settings)
    if isinstance(error, exceptions.ServiceUnavailable | OSError | exceptions.SessionExpired):
        return ConnectionFailed(
            f"No Neo4j server answers at {settings.uri}: {_message(error)}. "
            f"Start it, or check --uri (NEO4J_URI)."
        )
    return SteinerError(f"Neo4j refused a query on {where}: {_message(error)} ({code})")


def _timed_out(settings: ConnectionSettings) -> QueryTimedOut:
    return QueryTimedOut(
        f"A query on {_where(settings)}, or the question that asked for it, passed its limit of "
        f"{settings.timeout:g} s and was stopped. Raise the limit with --timeout, or expand fewer "
        f"hops. A server that has just started reads its files first: ask again."
    )


def _stopped_by_server(settings: ConnectionSettings) -> QueryTimedOut:
    return QueryTimedOut(
        f"The server stopped a query on {_where(settings)} at its own limit. Raise "
        f"db.transaction.timeout in neo4j.conf, or expand fewer hops."
    )


def _not_impersonated(error: Exception, settings: ConnectionSettings) -> NotPermitted:
    return NotPermitted(
        f"User {settings.username!r} cannot act as {settings.impersonated!r} on "
        f"{_where(settings)}: {_message(error)}. It takes Neo4j Enterprise, an existing user and "
        f"GRANT IMPERSONATE ({settings.impersonated}) ON DBMS TO a role of {settings.username!r}."
    )


def _where(settings: ConnectionSettings) -> str:
    return f"{settings.database_name} at {settings.uri}"


def _message(error: Exception) -> str:
    return " ".join(str(getattr(error, "message", None) or error).split()).rstrip(".")
