"""What each process of `steiner serve` serves. It is pickled for workers: nothing in it is open."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from steiner.cli.lean_imports import lean_imports
from steiner.cli.options import ERRORS
from steiner.errors import SteinerError

if TYPE_CHECKING:
    from steiner.chosen import Chosen
    from steiner.integrations.answering import Answering
    from steiner.integrations.doors.door_settings import ServeSettings
    from steiner.settings import ConnectionSettings


@dataclass(frozen=True)
class Served:
    """A graph with what was chosen for its answers, and how it is listened."""

    connection: ConnectionSettings
    chosen: Chosen
    settings: ServeSettings
    decline_below: float
    rewrite_with: str | None

    def run(self, said: str) -> None:
        """Serve until Ctrl-C; `said` is written once the graph is open.

        Raises what opening it does.
        """
        from steiner import session
        from steiner.integrations.doors.workers import listen_by
        from steiner.serve.app import serve

        with session.retriever(self.connection, self.chosen) as retriever:
            answering = self.answering(retriever)
            ERRORS.print(said, markup=False)
            if self.settings.workers == 1:
                return serve(answering, self.settings)
        # What is wrong was said here once, and not by each.
        return listen_by(self, self.settings)

    def __call__(self) -> Callable[..., Awaitable[None]]:
        """Return the application of a worker's own process."""
        with lean_imports():
            from steiner import session
            from steiner.integrations.doors.workers import begin_worker, cannot_begin
            from steiner.serve.app import serve_app
        begin_worker()
        try:
            retriever = session.open_retriever(self.connection, self.chosen)
            return serve_app(self.answering(retriever), self.settings, warm=True)
        except SteinerError as error:
            ERRORS.print(f"{type(error).__name__}: {error}", markup=False, soft_wrap=True)
            return cannot_begin()

    def answering(self, retriever: Any) -> Answering:
        """Return what answers over an open retriever, with models of its own."""
        from steiner import session
        from steiner.integrations.agents.actions import StoreRetriever
        from steiner.integrations.answering import Answering

        return Answering(
            cast(StoreRetriever, retriever),
            session.open_generator(self.chosen),
            self.chosen.where,
            self.decline_below,
            session.open_rewriter(self.rewrite_with),
            session.systems_beside(retriever, self.chosen),
        )
