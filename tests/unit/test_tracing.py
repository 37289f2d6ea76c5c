"""The spans of a question, as an OpenTelemetry SDK collects them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
from index_doubles import HashEmbedder
from opentelemetry import trace
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from steiner.answer import Answer
from steiner.calls import tracing
from steiner.errors import InvalidInput
from steiner.evaluate.graphs import memory_store
from steiner.generate.evidence_only import EvidenceOnly
from steiner.integrations.answering import Answering
from steiner.settings import RetrieverSettings
from steiner.systems import SYSTEMS
from steiner.textual_graph import TextGraph

ASKED = "Who leads Aurora?"
STAGES = {"steiner.read", "steiner.expand", "steiner.score", "steiner.select"}
CAPTURE = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"


def retriever() -> Any:
    graph = TextGraph.from_triples([("Ann Lee", "leads", "Aurora"), ("Aurora", "is in", "Oslo")])
    store = memory_store(graph, HashEmbedder())
    return SYSTEMS["steiner"].retriever(store, HashEmbedder(), RetrieverSettings())


@pytest.fixture
def spans(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemorySpanExporter]:
    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    # A program sets one provider for good; a test must not.
    monkeypatch.setattr(trace, "get_tracer", provider.get_tracer)
    monkeypatch.delenv(CAPTURE, raising=False)
    yield exporter
    provider.shutdown()


def named(spans: InMemorySpanExporter, start: str) -> ReadableSpan:
    (span,) = [span for span in spans.get_finished_spans() if span.name.startswith(start)]
    return span


def parents(spans: Sequence[ReadableSpan]) -> dict[str, str]:
    """Each span's name and its parent's, "" for none."""
    names = {span.context.span_id: span.name for span in spans if span.context}
    return {s.name: names[s.parent.span_id] if s.parent else "" for s in spans}


def attributes(span: ReadableSpan) -> Mapping[str, Any]:
    return span.attributes or {}


def test_a_retrieval_is_one_span_with_its_stages_inside(spans: InMemorySpanExporter) -> None:
    retriever().retrieve(ASKED)
    tree = parents(spans.get_finished_spans())
    assert tree["retrieval graph"] == ""
    assert {name for name, parent in tree.items() if parent == "retrieval graph"} >= STAGES
    assert tree["steiner.embed"] == "steiner.read"
    span = named(spans, "retrieval")
    assert span.kind is trace.SpanKind.CLIENT
    assert attributes(span)["gen_ai.operation.name"] == "retrieval"
    assert attributes(span)["gen_ai.data_source.id"] == "graph"
    assert attributes(span)["steiner.facts"] >= 1


def test_no_text_is_recorded_unless_it_is_asked_for(
    spans: InMemorySpanExporter, monkeypatch: pytest.MonkeyPatch
) -> None:
    retriever().retrieve(ASKED)
    recorded = "".join(span.to_json() for span in spans.get_finished_spans())
    assert "Aurora" not in recorded
    spans.clear()
    monkeypatch.setenv(CAPTURE, "true")
    retriever().retrieve(ASKED)
    given = attributes(named(spans, "retrieval"))
    assert given["gen_ai.retrieval.query.text"] == ASKED
    assert "Ann Lee leads Aurora" in given["gen_ai.retrieval.documents"]


def test_a_failure_has_its_type_and_no_text(spans: InMemorySpanExporter) -> None:
    with pytest.raises(InvalidInput):
        retriever().retrieve("Aurora " * 10_000)
    span = named(spans, "retrieval")
    assert attributes(span)["error.type"] == "InvalidInput"
    assert span.status.status_code is trace.StatusCode.ERROR
    assert "Aurora" not in span.to_json()


def test_retrieving_and_writing_hang_together(spans: InMemorySpanExporter) -> None:
    *_, answer = Answering(retriever(), EvidenceOnly()).parts(ASKED)
    assert isinstance(answer, Answer)
    tree = parents(spans.get_finished_spans())
    assert tree["retrieval graph"] == tree["steiner.write"] == "steiner.ask"
    assert tree["steiner.ask"] == ""


def test_an_answer_nobody_reads_to_its_end_ends_its_spans(spans: InMemorySpanExporter) -> None:
    parts = Answering(retriever(), EvidenceOnly()).parts(ASKED)
    next(parts)
    parts.close()  # type: ignore[attr-defined]
    assert "error.type" not in attributes(named(spans, "steiner.ask"))


def test_without_opentelemetry_the_evidence_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = retriever().retrieve(ASKED).text
    monkeypatch.setattr(tracing, "trace", None)
    assert retriever().retrieve(ASKED).text == expected
    assert Answering(retriever(), EvidenceOnly()).ask(ASKED).citations
