"""A keyword, variable or key that nothing reads is an error that names the nearest known one."""

from __future__ import annotations

import importlib
import inspect
from dataclasses import is_dataclass
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner
from langchain_core.language_models import FakeListChatModel
from test_chain import Counted

import steiner
from steiner import settings
from steiner.chosen import Chosen
from steiner.cli import cli
from steiner.errors import InvalidInput
from steiner.generate import GenerateSettings
from steiner.generate.evidence_only import EvidenceOnly
from steiner.integrations import langchain
from steiner.integrations.doors.door_settings import ServeSettings
from steiner.integrations.langchain import SteinerChain, SteinerRetriever
from steiner.integrations.langchain.chat_model import ChatSteiner
from steiner.keywords import refuse_unknown
from steiner.model_settings.graph_models import GraphModelSettings
from steiner.settings import ConnectionSettings
from steiner.settings.environment import check_environment, threads

RECORDS = {"Answer", "Citation", "Evidence", "Fact", "Node", "Relationship", "Subgraph"}
"""What comes back, and is not made by callers."""
LAZY = ("embed:OnnxEmbedder", "embed:SentenceTransformerEmbedder", "generate.local:LocalGenerator",
        "generate.chat:ChatGenerator", "generate.vllm:VllmGenerator",
        "integrations.langchain.middleware:EvidenceMiddleware",
        "integrations.graphrag:SteinerGraphRAGRetriever")  # fmt: skip


def constructors() -> list[type]:
    """Return every class that a caller makes: settings, retrievers, chains, models, encoders."""
    modules = (steiner, settings, langchain)
    public = [getattr(module, name) for module in modules for name in module.__all__]
    public += [Chosen, GenerateSettings, ServeSettings, EvidenceOnly]
    for name in LAZY:
        module, _, own = name.partition(":")
        public.append(getattr(importlib.import_module(f"steiner.{module}"), own))
    return [
        kind
        for kind in dict.fromkeys(public)
        if inspect.isclass(kind) and not issubclass(kind, Exception)
        if kind.__name__ not in RECORDS
    ]


@pytest.mark.parametrize("kind", constructors(), ids=lambda kind: kind.__name__)
def test_a_constructor_names_the_keyword_nearest_to_one_it_does_not_know(kind: Any) -> None:
    fields = getattr(kind, "model_fields", None) or inspect.signature(kind).parameters
    known = next(iter(fields))
    with pytest.raises(InvalidInput, match=f"keyword of {kind.__name__}: '{known}x'.*Did you mean"):
        kind(**{f"{known}x": 1})


@pytest.mark.parametrize("name", sorted(RECORDS))
def test_a_record_ignores_no_keyword(name: str) -> None:
    kind: Any = getattr(steiner, name)
    assert is_dataclass(getattr(steiner, name))
    with pytest.raises(TypeError, match="unknown_one"):
        kind(unknown_one=1)


def test_a_misspelt_command_names_the_nearest() -> None:
    assert "No such command 'aks'. Did you mean 'ask'?" in CliRunner().invoke(cli, ["aks"]).output
    assert "Did you mean" not in CliRunner().invoke(cli, ["zzz"]).output


def test_langchains_retriever_takes_no_keyword_in_vain() -> None:
    with pytest.raises(InvalidInput, match="search_kwargs"):
        SteinerRetriever(retriever=None, search_kwargs={"k": 3})  # type: ignore[call-arg]
    with pytest.raises(InvalidInput, match=r"'url'.*Did you mean 'uri'"):
        SteinerRetriever.from_neo4j(url="bolt://somewhere")
    assert SteinerRetriever(retriever=None, k=3, tags=["a"]).k == 3


def test_settings_of_a_connection_are_taken_or_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_DATABASE", "films")
    found = ConnectionSettings.from_environment(uri="bolt://x", timeout=5.0, password=None)
    assert (found.uri, found.timeout, found.database) == ("bolt://x", 5.0, "films")
    with pytest.raises(InvalidInput, match="Did you mean 'timeout'"):
        ConnectionSettings.from_environment(time_out=5.0)


@pytest.mark.parametrize(
    ("given", "near"),
    [
        ("NEO4J_URL", "NEO4J_URI"),
        ("NEO4J_USER", "NEO4J_USERNAME"),
        ("NEO4J_PASS", "NEO4J_PASSWORD"),
        ("STEINER_SERVE_KEYS", "STEINER_SERVE_KEY"),
        ("STEINER_THREAD", "STEINER_THREADS"),
    ],
)
def test_a_misspelt_variable_of_the_environment_is_an_error(
    given: str, near: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(near, raising=False)
    monkeypatch.setenv(given, "4")
    with pytest.raises(InvalidInput, match=f"{given}.*Did you mean '{near}'"):
        ConnectionSettings.from_environment()
    monkeypatch.setenv(near, "4")
    check_environment()


def test_variables_of_other_programs_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NEO4J_HOME", "NEO4J_AUTH", "NEO4J_CONF", "NEO4J_EDITION", "NEO4J_VERSION",
                 "NEO4J_PLUGINS", "NEO4J_SERVICE_HOST", "NEO4J_PORT_7687_TCP_ADDR",
                 "STEINER_PORT", "STEINER_SERVICE_HOST", "STEINER_SERVICE_PORT",
                 "STEINER_PORT_8000_TCP", "STEINER_LINES", "STEINER_VLLM"):  # fmt: skip
        monkeypatch.setenv(name, "x")
    check_environment()


def test_a_number_of_threads_is_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    for given in ("two", "0", "-1", "1.5"):
        monkeypatch.setenv("STEINER_THREADS", given)
        with pytest.raises(InvalidInput, match="STEINER_THREADS"):
            threads()


def test_a_call_of_the_chain_takes_no_keyword_in_vain() -> None:
    chain = SteinerChain(Counted(), FakeListChatModel(responses=["x"]))
    for name in ("invoke", "stream"):
        with pytest.raises(InvalidInput, match="'seeds' goes with the question"):
            list(getattr(chain, name)("Who?", seeds=["Ann"]))
        with pytest.raises(InvalidInput, match="Did you mean 'config'"):
            list(getattr(chain, name)("Who?", confg={}))
    with pytest.raises(InvalidInput, match="Did you mean 'seeds'"):
        chain.invoke({"question": "Who?", "seed": []})
    named = SimpleNamespace(model=SimpleNamespace(settings=SimpleNamespace(llm="none")))
    with pytest.raises(InvalidInput, match="Did you mean 'max_tokens'"):
        ChatSteiner(generator=named).invoke("Who?", max_token=3)


def test_a_key_of_an_artefact_names_the_nearest() -> None:
    with pytest.raises(InvalidInput, match="Did you mean"):
        GraphModelSettings.from_dict({"layer": 1})
    refuse_unknown(["a"], ["a"], "x")
