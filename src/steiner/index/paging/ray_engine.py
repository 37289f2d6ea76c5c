"""Indexes on Ray Data: pages of ids are read and embedded side by side, on one machine or more.

Readers and encoders are actors, which Ray starts again where they die; a page that was lost with
one is made again. This process writes, some portions at once: it has the lock of the index, and one
Neo4j server takes all writes whoever sends them.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from typing import Any

import numpy as np

from steiner.embed import Embedder
from steiner.errors import ConnectionFailed, InvalidInput, MissingExtra
from steiner.index.paging.overlapping import Behind
from steiner.index.paging.pages import Counted, cleared
from steiner.index.paging.portions import Engine, Kept, Part, pages
from steiner.index.paging.ray_actors import (
    OpenEmbedder,
    OpenStore,
    PackedRow,
    PageReader,
    PartShare,
    PortionEncoder,
    packed_page,
    unpacked,
)
from steiner.progress import Report
from steiner.settings import IndexSettings
from steiner.settings.environment import threads

_WRITERS = 2
"""Transactions at once: more wait for one another in the server."""
_STORE_BYTES = 512 * 1024 * 1024
"""Of Ray's shared memory on a machine where steiner starts it; more goes to disk."""
_CPUS = 2
"""Of Ray's counting for a worker: its reader and its encoder."""
_PAGE = 500
"""Members of a page at most: pages are shared among workers, and progress is seen by the page."""
_STALLED = 1_800.0
"""Seconds without any page done after which the run ends: one page may kill each worker it gets."""
_QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_BACKEND_LOG_LEVEL": "fatal",
    "RAY_DATA_LOG_LEVEL": "CRITICAL",
}
"""Nothing is sent to Ray's makers, and nothing of what it does by itself is on the console."""


@contextmanager
def on_ray(
    open_store: OpenStore, open_embedder: OpenEmbedder, workers: int | None = None
) -> Iterator[Engine]:
    """Start Ray, or join the cluster of RAY_ADDRESS, for the length of the block.

    `open_store` and `open_embedder` are called in other processes, on their machines. `workers`:
    encoders at once (None: one a GPU, without any one a core). Raises MissingExtra without Ray
    Data, InvalidInput where Ray has no room for so many workers, ConnectionFailed where Ray is not
    reached or ends the work.
    """
    for package in ("ray", "pandas", "pyarrow"):
        MissingExtra.require(package, "ray")
    os.environ.update({name: value for name, value in _QUIET.items() if name not in os.environ})
    import ray
    from ray.data.exceptions import ExecutionTimeoutError

    started = not ray.is_initialized()
    try:
        # Ray says on the console's standard output that a worker died.
        with redirect_stdout(sys.stderr):
            if started:
                _start(ray, workers)
            has_gpu = ray.cluster_resources().get("GPU", 0) >= 1
            yield _RayEngine(open_store, open_embedder, _checked(ray, workers, has_gpu), has_gpu)
    except (ray.exceptions.RayError, ExecutionTimeoutError, ConnectionError) as error:
        said = (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")
        raise ConnectionFailed(
            f"Ray could not go on: {said}. Run the same command again, what is written stays; "
            f"without --engine ray no Ray is needed."
        ) from error
    finally:
        if started:
            ray.shutdown()


def _start(ray: Any, workers: int | None) -> None:
    own = {
        "num_cpus": _CPUS * (workers or os.cpu_count() or 1),
        "object_store_memory": _STORE_BYTES,
        "include_dashboard": False,
    }
    joined = "RAY_ADDRESS" in os.environ
    ray.init(**({} if joined else own), log_to_driver=False, logging_level=logging.ERROR)


def _checked(ray: Any, workers: int | None, has_gpu: bool) -> int:
    has = ray.cluster_resources()
    cores = int(has.get("CPU", 0)) // _CPUS
    room = min(cores, int(has["GPU"])) if has_gpu else cores
    if room < (workers or 1):
        each = f"{_CPUS} CPUs of Ray's counting{' and a GPU' if has_gpu else ''}"
        raise InvalidInput(
            f"Ray has room for {room} workers, at {each} each, and {workers or 1} are asked for. "
            f"Leave --workers out for as many as there is room for, or start more nodes."
        )
    return workers or room


@dataclass(frozen=True, slots=True)
class _RayEngine:
    open_store: OpenStore
    open_embedder: OpenEmbedder
    workers: int
    has_gpu: bool

    def __call__(
        self, part: Part, embedder: Embedder, settings: IndexSettings, report: Report
    ) -> Kept:
        share = PartShare.of(part, settings.page_bytes, 4 * embedder.dimensions)
        kept, labels = [part.unread], set[str]()
        counted = Counted(part.stage, len(part.ids), report)
        with Behind(part.write, _WRITERS) as writer:
            packed = [packed_page(page) for page in pages(part.ids, min(settings.page, _PAGE))]
            for row in self._rows(packed, share):
                portion = unpacked(row)
                writer.do(portion.entries)
                kept.append(portion.ids)
                labels |= portion.labels
                counted.add(portion.read)
        # Portions come in any order.
        return cleared(part, np.sort(np.concatenate(kept)), labels, settings.page)

    def _rows(self, packed: list[PackedRow], share: PartShare) -> Iterator[PackedRow]:
        """Yield the portions of pages, embedded."""
        if not packed:
            return
        import ray.data

        context = ray.data.DataContext.get_current()
        context.enable_progress_bars = context.print_on_execution_start = False
        context.execution_no_progress_timeout_s = _STALLED
        # One reader feeds several encoders on processors, hardly one on a GPU: Ray adds as needed.
        readers = ray.data.ActorPoolStrategy(min_size=1, max_size=self.workers)
        embedded = (
            ray.data.from_items(packed, override_num_blocks=len(packed))
            .flat_map(
                PageReader,
                fn_constructor_args=(self.open_store, share),
                compute=readers,
                num_cpus=1,
            )
            .map(
                PortionEncoder,
                fn_constructor_args=(self.open_embedder, threads() or 1),
                compute=ray.data.ActorPoolStrategy(size=self.workers),
                num_cpus=1,
                num_gpus=1 if self.has_gpu else None,
            )
        )
        yield from embedded.iter_rows()
