"""Who may import what."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import steiner

SOURCE = Path(steiner.__file__).parent
ALLOWED = {
    "neo4j": {"stores/neo4j/", "integrations/graphrag.py"},
    "torch": {
        "models/",
        "train/",
        "generate/local.py",
        "generate/graph_generator.py",
        "generate/vllm.py",
        "embed/sentence_model.py",
        "embed/language_model.py",
        "embed/devices.py",
    },
    "transformers": {
        "models/",
        "train/",
        "generate/local.py",
        "embed/sentence_model.py",
        "embed/language_model.py",
    },
    "onnxruntime": {"embed/onnx_session.py"},
    "tokenizers": {"embed/bert/bert_embedder.py", "embed/static/static_folder.py"},
    "huggingface_hub": {"embed/model_folder.py", "generate/model_identity.py"},
    "peft": {"models/graph_artefact.py"},
    "accelerate": {"train/"},
    "sentence_transformers": {"train/", "embed/sentence_model.py", "models/cross_encoder.py"},
    "langchain_core": {"integrations/langchain/", "generate/chat.py"},
    "pcst_fast": {"retrieve/subgraph/pcst.py"},
    "pyarrow": {"evaluate/datasets/files/parquet_rows.py"},
    "ray": {"index/paging/ray_engine.py"},
    "click": {"cli/"},
    "opentelemetry": {"calls/tracing.py"},
}
CORE = (
    "graph", "columns", "evidence", "answer", "text", "settings", "stores.memory",
    "retrieve.pipeline", "textualise.pack", "systems", "index.build",
)  # fmt: skip


@cache
def imports(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return names


@pytest.mark.parametrize("package", ALLOWED)
def test_heavy_packages_are_imported_in_their_own_room(package: str) -> None:
    allowed = tuple(ALLOWED[package])
    users = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if package in {name.split(".")[0] for name in imports(path)}
    }
    assert {user for user in users if not user.startswith(allowed)} == set()


def test_the_core_imports_without_heavy_packages() -> None:
    blocked = (
        "neo4j",
        "torch",
        "langchain_core",
        "transformers",
        "sentence_transformers",
        "opentelemetry",
    )
    code = "import sys\n" + "".join(f"sys.modules[{name!r}] = None\n" for name in blocked)
    code += "".join(f"import steiner.{module}\n" for module in CORE)
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("room", ["stores", "index", "retrieve", "textualise", "generate"])
def test_rooms_do_not_know_the_shells(room: str) -> None:
    shells = ("steiner.cli", "steiner.session", "steiner.integrations", "steiner.systems")
    for path in (SOURCE / room).rglob("*.py"):
        assert not {name for name in imports(path) if name.startswith(shells)}, path


def test_the_public_names_are_pinned() -> None:
    assert steiner.__all__ == [
        "Answer",
        "Citation",
        "Condition",
        "ConnectionSettings",
        "Evidence",
        "Fact",
        "Filter",
        "Node",
        "Options",
        "Relationship",
        "RetrieverSettings",
        "SteinerError",
        "Subgraph",
        "ask",
        "open_retriever",
    ]
    for name in steiner.__all__:
        assert getattr(steiner, name)
