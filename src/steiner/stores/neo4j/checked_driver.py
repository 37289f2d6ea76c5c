"""The driver of one server: opened and checked at the first use, closed under no query."""

from __future__ import annotations

import weakref
from threading import Lock
from typing import Any
from urllib.parse import urlsplit

import neo4j
from neo4j import exceptions
from neo4j.auth_management import ClientCertificate

from steiner.errors import ConnectionFailed
from steiner.settings import ConnectionSettings
from steiner.stores.neo4j.deadline import Workers
from steiner.stores.neo4j.failures import translated

_RETRY_SECONDS = 15.0
_SCHEMES = ("bolt", "neo4j")


class CheckedDriver:
    """A driver, and the threads that query by it. One that was handed in is never closed."""

    def __init__(self, settings: ConnectionSettings, given: neo4j.Driver | None) -> None:
        self.settings = settings
        self._given = given
        self._opened: neo4j.Driver | None = None
        self._opening, self.workers = Lock(), Workers(settings.pool)
        self._closing: weakref.finalize[[], CheckedDriver] | None = None
        self._refused = ""

    @property
    def driver(self) -> neo4j.Driver:
        """The driver, checked once. Raises ConnectionFailed if the server cannot be used."""
        driver = self._given if self._given is not None else self._opened
        if driver is not None:
            return driver
        with self._opening:
            if self._refused:  # Asked again and again, the server would lock the user out.
                raise ConnectionFailed(self._refused)
            if self._opened is None:  # Another thread may have opened it meanwhile.
                self._opened = self._checked()
            return self._opened

    def _checked(self) -> neo4j.Driver:
        try:
            return self._connected()
        except ConnectionFailed as error:
            if isinstance(error.__cause__, exceptions.AuthError):
                self._refused = str(error)
            raise

    def _connected(self) -> neo4j.Driver:
        with translated(self.settings):
            driver = self._open()
            try:
                driver.verify_connectivity()
            except BaseException:
                driver.close()
                raise
        # A connection that nobody closes must not leave sockets or a warning behind.
        self._closing = weakref.finalize(self, self.workers.close, driver.close)
        return driver

    def _open(self) -> neo4j.Driver:
        settings = self.settings
        try:
            if settings.uri.partition("://")[0].partition("+")[0] not in _SCHEMES:
                raise ValueError("it does not begin with bolt:// or neo4j://")
            # As it is looked up: else the first query would raise what is no name of a machine.
            (urlsplit(settings.uri).hostname or "").encode("idna")
            return neo4j.GraphDatabase.driver(
                settings.uri,
                auth=_login(settings),
                client_certificate=_certificate(settings),
                user_agent="steiner",
                telemetry_disabled=True,
                notifications_min_severity="OFF",
                connection_timeout=settings.connect_timeout,
                max_connection_pool_size=settings.pool,
                max_transaction_retry_time=_RETRY_SECONDS,
                liveness_check_timeout=60.0,
            )
        except (exceptions.ConfigurationError, ValueError) as error:
            raise ConnectionFailed(
                f"{settings.uri!r} is no address of a Neo4j server: {error}. "
                f"Expected a form such as bolt://localhost:7687 or neo4j+s://host."
            ) from error

    def close(self) -> None:
        """Close the driver, unless it was handed in; it opens again at the next use."""
        with self._opening:
            if self._closing is not None:
                # Never under a query left behind: the driver is not made for that.
                self._closing()
            self._opened, self._closing = None, None
            self.workers = Workers(self.settings.pool)


def _login(settings: ConnectionSettings) -> Any:
    """Return how the driver logs in; None where there is nothing to log in by."""
    if settings.auth is not None:
        return settings.auth
    if settings.bearer:
        return neo4j.bearer_auth(settings.bearer)
    if settings.kerberos:
        return neo4j.kerberos_auth(settings.kerberos)
    return (settings.username, settings.password) if settings.password else None


def _certificate(settings: ConnectionSettings) -> ClientCertificate | None:
    if not settings.certificate:
        return None
    return ClientCertificate(settings.certificate, settings.certificate_key)
