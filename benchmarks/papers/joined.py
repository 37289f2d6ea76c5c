"""Data sets made of others, as Retrieval & Reasoning trains: WebQSP and CWQ in one, questions of
three hops that are drawn from MetaQA.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Sequence
from pathlib import Path

from steiner.errors import InvalidInput

DRAWN = 75_000
"""Questions of MetaQA's three hops that the paper trains on (section 5.4)."""
_SPLITS = ("train", "validation")


def joined(folders: Sequence[Path], output: Path) -> Path:
    """Make one folder of RoG's files in several: links to Parquet files, or JSONL end to end.

    The questions of the first come first. Raises InvalidInput where the forms differ.
    """
    if not (output / "whole").is_file():
        shutil.rmtree(output, ignore_errors=True)
        output.mkdir(parents=True)
        for split in _SPLITS:
            _join(split, folders, output)
        (output / "whole").touch()
    return output


def _join(split: str, folders: Sequence[Path], output: Path) -> None:
    parts = [sorted(f.glob(f"{split}-*.parquet")) for f in _with_data(folders)]
    if any(parts):
        for number, files in enumerate(parts):
            for file in files:
                (output / f"{split}-{number}-{file.name}").symlink_to(file.resolve())
    texts = [folder / f"{split}.jsonl" for folder in folders]
    there = [path for path in texts if path.is_file()]
    if (there and any(parts)) or (len(there) < len(texts) and not any(parts)):
        raise InvalidInput(
            f"Expected the {split} split of {', '.join(map(str, folders))} as Parquet in each, or "
            f"as {split}.jsonl in each."
        )
    if there:
        with (output / f"{split}.jsonl").open("wb") as whole:
            for path in there:
                whole.write(path.read_bytes())


def _with_data(folders: Sequence[Path]) -> list[Path]:
    """Return where Parquet files lie: in the folder, or in `data` below it."""
    return [f / "data" if (f / "data").is_dir() else f for f in folders]


def three_hops(metaqa: Path, output: Path, most: int = DRAWN) -> Path:
    """Make a folder with MetaQA's graph and at most so many of its questions of three hops."""
    if not (output / "whole").is_file():
        (output / "3-hop").mkdir(parents=True, exist_ok=True)
        shutil.copyfile(metaqa / "kb.txt", output / "kb.txt")
        for name in ("qa_train.txt", "qa_dev.txt"):
            lines = (metaqa / "3-hop" / name).read_text(encoding="utf-8").splitlines(keepends=True)
            drawn = random.Random(0).sample(lines, min(most, len(lines)))
            (output / "3-hop" / name).write_text("".join(drawn), encoding="utf-8")
        (output / "whole").touch()
    return output
