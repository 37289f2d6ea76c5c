"""The errors that steiner raises.

    SteinerError                 base class: catch this one
    ├── ConnectionFailed         no server, wrong password, unknown database, lost connection
    ├── NotPermitted             the account or the database refuses what was asked
    ├── IndexMissing             the graph is not indexed, or its index is still populating
    ├── IndexMismatch            the index was made with another model, dimension or version
    ├── IndexBusy                another process is indexing the graph
    ├── ServerBusy               so many questions wait that another is refused
    ├── InvalidInput             a question, name or setting that cannot be used as given
    ├── QueryTimedOut            a question or a query passed its time limit
    ├── Cancelled                whoever asked no longer wants the answer
    ├── ModelFailed              the language model failed while it wrote
    ├── TrainingFailed           the loss is no number, or the memory does not suffice
    └── MissingExtra             an optional package is not installed

Every message says what was expected, what came, and how to mend it.
"""

from importlib.util import find_spec
from typing import Any


class SteinerError(Exception):
    """Base class of every error that steiner raises on purpose.

    `evidence`: the Evidence that was retrieved before it was raised, if there was any.
    """

    evidence: Any = None
    in_public = "The database refused what was asked."
    """What people read who may not know of the server; empty: the whole message."""

    def public(self) -> str:
        """Return the message without the address of the server, its own words or a provider's."""
        return self.in_public or str(self)


class ConnectionFailed(SteinerError):
    """The Neo4j server, its login or the named database could not be used."""

    in_public = (
        "The database, or the model's server, cannot be used now. Ask again; why it is so stands"
        " in the log of this service."
    )


class NotPermitted(SteinerError):
    """The account or the database does not allow the operation; names the missing right."""

    in_public = "The database does not allow this."


class IndexMissing(SteinerError):
    """The graph has no steiner index, or the index cannot be queried yet."""

    in_public = ""


class IndexMismatch(SteinerError):
    """The index was made with another model, dimension or version than the one asked with."""

    in_public = ""


class IndexBusy(SteinerError):
    """Another process is indexing the graph, or has taken the indexing over."""

    in_public = ""


class ServerBusy(SteinerError):
    """More questions wait than a server can answer in time; ask again in a few seconds."""

    in_public = ""


class InvalidInput(SteinerError, ValueError):
    """A question, a name or a setting that cannot be used as given."""

    in_public = ""


class QueryTimedOut(SteinerError, TimeoutError):
    """A question, or a query, passed its time limit and was given up."""

    in_public = "The question passed its time limit and was stopped. Ask again, or for less."


class Cancelled(SteinerError):
    """The caller gave the work up before it ended."""

    in_public = ""


class ModelFailed(SteinerError):
    """The language model failed while it wrote; `evidence`: the Evidence it was given."""

    def __init__(self, message: str, evidence: Any = None) -> None:
        super().__init__(message)
        self.evidence = evidence

    def public(self) -> str:
        """Return the message, of a provider's error its kind alone."""
        cause = type(self.__cause__).__name__
        return (
            f"The model failed: {cause}. What was retrieved stands."
            if self.__cause__
            else (str(self))
        )


class TrainingFailed(SteinerError):
    """A training cannot go on; its last checkpoint is kept."""

    in_public = ""


class MissingExtra(SteinerError, ImportError):
    """An optional package is not installed; the message holds the pip line."""

    in_public = ""

    @classmethod
    def named(cls, package: str, extra: str) -> "MissingExtra":
        """Build the error for `package`, which comes with the extra `extra`."""
        return cls(
            f"This needs the package {package!r}, which is not installed. "
            f"Install it with: pip install 'steiner[{extra}]' (in a checkout: '.[{extra}]')"
        )

    @classmethod
    def require(cls, package: str, extra: str) -> None:
        """Raise the error where `package` is not installed; it is not imported."""
        if find_spec(package) is None:
            raise cls.named(package, extra)
