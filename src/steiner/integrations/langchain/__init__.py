"""LangChain: a retriever, a chain with proof, and graph language models as chat models."""

from steiner.errors import MissingExtra

try:
    import langchain_core  # noqa: F401
except ImportError as missing:
    raise MissingExtra.named("langchain-core", "langchain") from missing

from steiner.integrations.langchain.chain import SteinerChain
from steiner.integrations.langchain.chat_model import ChatSteiner
from steiner.integrations.langchain.retriever import SteinerRetriever
from steiner.integrations.langchain.tools import steiner_tools

__all__ = ["ChatSteiner", "SteinerChain", "SteinerRetriever", "steiner_tools"]
