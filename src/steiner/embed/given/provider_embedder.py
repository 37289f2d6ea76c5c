"""Encoders of providers: LangChain's, by object or `provider:model`; OpenAI-compatible servers."""

from __future__ import annotations

import json
import os
import re
from http import HTTPStatus
from typing import Any, Protocol, runtime_checkable
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from steiner.embed.given.function_embedder import FunctionEmbedder
from steiner.errors import InvalidInput, MissingExtra
from steiner.settings.environment import embedder_per_minute

TRIES = 4
_SECONDS = 60
_PASSING = (HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS)
"""Refusals that pass: the texts are sent again after a pause."""
_KEYS = ("STEINER_EMBEDDER_KEY", "OPENAI_API_KEY")
# Of one letter it would be a drive ("C:\\model").
_PROVIDER = re.compile(r"[a-z][a-z0-9_-]+:\S+")
_SERVER = re.compile(r"(https?://[^\s@#]+)#(\S+)")


@runtime_checkable
class LangChainEmbeddings(Protocol):
    """What LangChain's Embeddings offer."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return a vector for each text."""

    def embed_query(self, text: str) -> list[float]:
        """Return the vector of a question."""


def langchain_embedder(
    embeddings: LangChainEmbeddings,
    name: str = "",
    batch: int = 64,
    tries: int = TRIES,
    per_minute: int = 0,
) -> FunctionEmbedder:
    """Return the encoder of an Embeddings object of LangChain's.

    `name` is kept with an index; without one it is the class and its model. It is asked at most
    `per_minute` times a minute (0: STEINER_EMBEDDER_PER_MINUTE, or no limit).
    """
    kind = type(embeddings).__name__
    model = getattr(embeddings, "model", None) or getattr(embeddings, "model_name", None)
    own = name or (f"{kind} {model}" if isinstance(model, str) else kind)
    documents, question = embeddings.embed_documents, embeddings.embed_query
    most = per_minute or embedder_per_minute()
    return FunctionEmbedder(own, documents, question, batch, tries, per_minute=most)


def is_provider(name: str) -> bool:
    """Say whether `name` is `provider:model`, or a server's address with its model after a #."""
    return bool(_PROVIDER.fullmatch(name))


def provider_embedder(name: str) -> FunctionEmbedder:
    """Open `provider:model` by LangChain, `https://host/v1#model` by OpenAI's HTTP interface.

    Raises MissingExtra without the package langchain, InvalidInput where it cannot be opened.
    """
    if name.startswith(("http://", "https://")):
        return _server_embedder(name)
    provider = name.split(":")[0]
    try:
        from langchain.embeddings import init_embeddings

        return langchain_embedder(init_embeddings(name), name)
    except ImportError as error:
        raise MissingExtra(
            f"The encoder {name!r} needs the packages langchain and langchain-{provider}. "
            f"Install them with: pip install langchain langchain-{provider}"
        ) from error
    except Exception as error:  # Which one, is the provider's own.
        raise InvalidInput(
            f"The encoder {name!r} could not be opened: {error}. Expected provider:model, such as "
            "openai:text-embedding-3-small."
        ) from error


def _server_embedder(name: str) -> FunctionEmbedder:
    said = _SERVER.fullmatch(name)
    if said is None:
        raise InvalidInput(
            f"Expected an address and, after #, the model, such as http://localhost:8000/v1#bge; "
            f"got {name!r}. A key stands in {_KEYS[0]}, not in the address."
        )
    address, model = said.groups()

    def documents(texts: list[str]) -> list[Any]:
        body = json.dumps({"model": model, "input": texts}).encode()
        request = Request(f"{address.rstrip('/')}/embeddings", body, _headers())
        try:
            with urlopen(request, timeout=_SECONDS) as answer:
                rows = json.load(answer)["data"]
        except HTTPError as error:
            if error.code in _PASSING or error.code >= HTTPStatus.INTERNAL_SERVER_ERROR:
                raise
            raise InvalidInput(
                f"The server of {name!r} refuses the texts: {error.code} {error.reason}. Check "
                f"address, model and key ({' or '.join(_KEYS)})."
            ) from error
        return [row["embedding"] for row in sorted(rows, key=lambda row: int(row["index"]))]

    return FunctionEmbedder(name, documents, tries=TRIES, per_minute=embedder_per_minute())


def _headers() -> dict[str, str]:
    key = next((os.environ[k] for k in _KEYS if os.environ.get(k)), "")
    said = {"Content-Type": "application/json"}
    return said | ({"Authorization": f"Bearer {key}"} if key else {})
