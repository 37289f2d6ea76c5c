"""docker/Dockerfile, as far as it can be checked without a Docker engine."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
LINES = (ROOT / "docker" / "Dockerfile").read_text().splitlines()


def values(instruction: str) -> list[str]:
    return [line.split(maxsplit=1)[1] for line in LINES if line.startswith(f"{instruction} ")]


def test_what_is_copied_is_there_and_not_ignored() -> None:
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    for line in values("COPY"):
        for name in line.split()[:-1]:
            if not line.startswith("--from"):
                assert (ROOT / name).exists(), name
                assert f"!{name}" in ignored, name


def test_it_does_not_run_as_root_and_says_whether_it_is_well() -> None:
    users = values("USER")
    assert users
    assert int(users[-1]) > 0  # A name Kubernetes cannot check.
    assert values("HEALTHCHECK")


def test_it_installs_no_torch_and_holds_no_secret() -> None:
    whole = "\n".join(line for line in LINES if not line.startswith("#"))
    assert "[serve]" in whole
    assert not re.search(r"torch==|\[(?:all|train|local)\]", whole)
    assert not re.search(r"(?:PASSWORD|KEY)\s*=", whole)
