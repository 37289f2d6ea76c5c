"""OpenTelemetry spans of what is asked, by the GenAI conventions for retrieval.

Only `opentelemetry-api` is needed; without it, or without an SDK that the program has set up,
nothing is recorded. What people asked and what was found is recorded only where
OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT is "true" or "SPAN_ONLY". The conventions:
https://github.com/open-telemetry/semantic-conventions-genai (in development, so names may change).
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import replace
from functools import wraps
from typing import Any, TypeVar, cast

from steiner.calls.remarks import remarked
from steiner.evidence import Evidence

try:
    from opentelemetry import trace
except ModuleNotFoundError:  # The extra `trace`.
    trace = None  # type: ignore[assignment]

F = TypeVar("F", bound=Callable[..., Evidence])
_CAPTURE = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"
_INSIDE: ContextVar[bool] = ContextVar("inside_a_retrieval", default=False)


@contextmanager
def operation(
    name: str, attributes: Mapping[str, Any] | None = None, within: Any = None
) -> Iterator[Any]:
    """Open a span that is nowhere the current one, so that generators may hold it; yields it.

    Its parent is `within`, or else the current span. Without opentelemetry it yields None.
    """
    if trace is None:
        yield None
        return
    around = None if within is None else trace.set_span_in_context(within)
    kind = trace.SpanKind.CLIENT if attributes else trace.SpanKind.INTERNAL
    span = trace.get_tracer("steiner").start_span(name, around, kind, attributes)
    try:
        yield span
    except Exception as error:
        # Not its message, which may hold what was asked.
        span.set_attribute("error.type", type(error).__name__)
        span.set_status(trace.StatusCode.ERROR)
        raise
    finally:
        span.end()


def current(span: Any) -> AbstractContextManager[Any]:
    """Make a span the current one of a block, which ends neither it nor its status."""
    if trace is None or span is None:
        return nullcontext()
    return trace.use_span(span, False, record_exception=False, set_status_on_exception=False)


@contextmanager
def stage_span(name: str) -> Iterator[None]:
    """Open the span of a stage, such as "steiner.read"."""
    with operation(f"steiner.{name}") as span, current(span):
        yield


def traced(retrieve: F) -> F:
    """Return a retriever's `retrieve` in a span; one that calls another has one span.

    What was remarked meanwhile stands in the evidence's `cuts`.
    """

    @wraps(retrieve)
    def run(self: object, *args: Any, **given: Any) -> Evidence:
        if _INSIDE.get():
            return retrieve(self, *args, **given)
        token = _INSIDE.set(True)
        try:
            with operation(*_retrieval(self)) as span, current(span), remarked() as remarks:
                evidence = retrieve(self, *args, **given)
                if span is not None:
                    span.set_attributes(_found(evidence))
                return replace(evidence, cuts=(*evidence.cuts, *remarks)) if remarks else evidence
        finally:
            _INSIDE.reset(token)

    return cast(F, run)


def _retrieval(retriever: object) -> tuple[str, dict[str, str]]:
    """Return the name and the attributes of a retriever's span."""
    connection = getattr(getattr(retriever, "store", None), "connection", None)
    source = str(connection.settings.database or "home") if connection else "graph"
    attributes = {"gen_ai.operation.name": "retrieval", "gen_ai.provider.name": "steiner"}
    return f"retrieval {source}", {**attributes, "gen_ai.data_source.id": source}


def _found(evidence: Evidence) -> dict[str, Any]:
    """Return what a span says of the evidence; texts only where they were asked for."""
    counted: dict[str, Any] = {
        "steiner.facts": len(evidence.facts),
        "steiner.nodes": len(evidence.subgraph.nodes),
        "steiner.tokens": evidence.tokens,
        "steiner.exact": evidence.exact,
    }
    if evidence.confidence is not None:
        counted["steiner.confidence"] = evidence.confidence
    if os.environ.get(_CAPTURE, "").lower() not in ("true", "span_only", "span_and_event"):
        return counted
    facts = [{"id": f.tag, "score": f.score, "content": f.text} for f in evidence.facts]
    texts = {"query.text": evidence.question, "documents": json.dumps(facts, ensure_ascii=False)}
    return {**counted, **{f"gen_ai.retrieval.{name}": text for name, text in texts.items()}}
