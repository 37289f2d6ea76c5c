"""Project files agree with one another."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from site_hooks import linked, site_link, unescaped_code

from steiner.cli import COMMANDS
from steiner.settings.environment import KNOWN

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def read(name: str) -> Any:
    yaml = pytest.importorskip("yaml")
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


def test_one_version_of_python_is_claimed_and_checked() -> None:
    (oldest,) = re.findall(r">=(3\.\d+)", PROJECT["project"]["requires-python"])
    assert PROJECT["tool"]["ruff"]["target-version"] == "py" + oldest.replace(".", "")
    assert f"Programming Language :: Python :: {oldest}" in PROJECT["project"]["classifiers"]
    assert f"PYTHON ?= python{oldest}" in (ROOT / "Makefile").read_text(encoding="utf-8")


def test_the_site_has_every_page() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    named = re.findall(r": (\S+\.md)$", navigation, re.MULTILINE)
    pages = {str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md")}
    assert len(named) == len(set(named))
    assert {name for name in named if not name.startswith("project/")} == pages
    for name in {*named} - pages:
        assert (ROOT / name.removeprefix("project/")).exists(), name


def test_links_of_a_checkout_hold_on_the_site() -> None:
    assert site_link("using.md", "../SECURITY.md", None) == "](project/SECURITY.md)"
    assert site_link("how-to/leave.md", "own-vectors.md", "#a") == "](own-vectors.md#a)"
    assert site_link("project/README.md", "docs/using.md", None) == "](../using.md)"
    assert site_link("results/parts.md", "../../benchmarks/results", None) == "]"
    assert site_link("index.md", "https://neo4j.com", None) == "](https://neo4j.com)"
    text = "[a](../SECURITY.md), [b](../benchmarks/results) and ![c](page.png)"
    assert linked("results.md", text) == "[a](project/SECURITY.md), b and ![c](page.png)"


def test_a_bar_within_code_is_no_backslash_on_the_site() -> None:
    assert unescaped_code(r"| `[a\|b]` | a \| b |") == r"| `[a|b]` | a \| b |"


def test_each_guarantee_names_tests_that_exist() -> None:
    text = (ROOT / "docs/guarantees.md").read_text(encoding="utf-8")
    head, rule = "| promise | test | figure |", "|---|---|---|"
    assert text.count(f"\n{head}\n{rule}\n|") == text.count("\n## ")
    for line in text.splitlines():
        if not line.startswith("|") or line in (head, rule):
            continue
        _, promise, tests, figure, _ = line.split("|")
        named = re.findall(r"`(tests/[a-z_/]+\.py)`", tests)
        assert promise.strip()
        assert figure.strip()
        assert named
        assert all((ROOT / name).is_file() for name in named), named


def test_the_citation_has_the_version_and_the_four_papers() -> None:
    citation = read("CITATION.cff")
    assert citation["version"] == PROJECT["project"]["version"]
    urls = {paper["url"] for paper in citation["references"]}
    assert urls == set(PROJECT["project"]["urls"].values())
    assert len(urls) == 4


def test_the_registry_of_mcp_servers_is_given_this_version_and_how_to_start_it() -> None:
    entry = json.loads((ROOT / "server.json").read_text(encoding="utf-8"))
    (package,) = entry["packages"]
    assert {entry["version"], package["version"]} == {PROJECT["project"]["version"]}
    assert len(entry["description"]) <= 100  # The registry refuses more.
    assert {each["name"] for each in package["environmentVariables"]} <= set(KNOWN)
    (asked,) = package["packageArguments"]
    assert asked["value"] in COMMANDS
    # Where it is published the owner is put in, and the package says that it is the owner's.
    workflow = (ROOT / ".github/workflows/publish.yml").read_text(encoding="utf-8")
    assert entry["name"] == "io.github.OWNER/steiner"
    assert "s/OWNER/$GITHUB_REPOSITORY_OWNER/" in workflow
    assert "mcp-name: io.github.$GITHUB_REPOSITORY_OWNER/steiner" in workflow


def test_publishing_needs_no_secret_and_only_the_last_job_has_the_right() -> None:
    text = (ROOT / ".github/workflows/publish.yml").read_text(encoding="utf-8")
    assert "secrets." not in text
    jobs = read(".github/workflows/publish.yml")["jobs"]
    assert jobs["publish"]["permissions"] == {"id-token": "write"}
    assert [name for name, job in jobs.items() if "permissions" in job] == ["publish"]
    assert [jobs[name]["needs"] for name in ("test", "build", "publish")] == [
        "name",
        "test",
        "build",
    ]
    assert "twine check --strict" in text


def test_each_push_is_checked_with_read_rights_alone() -> None:
    text = (ROOT / ".github/workflows/check.yml").read_text(encoding="utf-8")
    workflow = read(".github/workflows/check.yml")
    assert "secrets." not in text
    assert workflow["permissions"] == {"contents": "read"}
    assert {"push", "pull_request"} <= {*workflow[True]}  # YAML reads the key `on` as yes.
    jobs = workflow["jobs"]
    assert not any("permissions" in job for job in jobs.values())
    matrix = jobs["unit"]["strategy"]["matrix"]
    (oldest,) = re.findall(r">=(3\.\d+)", PROJECT["project"]["requires-python"])
    assert matrix["python"][0] == oldest
    others = {(each["system"], each["resolution"]) for each in matrix["include"]}
    assert {"windows-latest", "macos-latest"} <= {system for system, _ in others}
    assert ("ubuntu-latest", "lowest-direct") in others
    steps = " ".join(step.get("run", "") for step in jobs["supply"]["steps"])
    assert all(tool in steps for tool in ("pip-audit", "npm audit", "cyclonedx-py"))
    # --strict fails on whatever no index has, and so on steiner itself.
    assert "freeze --exclude steiner > served.txt" in steps
    assert "pip-audit --strict --disable-pip --no-deps --requirement served.txt" in steps
    # What the page's script is asked for by, is in it.
    script = (ROOT / "web/cytoscape.esm.min.mjs").read_text(encoding="utf-8")
    assert re.search(r'"version":"[0-9.]+"|version ?= ?"[0-9.]+"', script)


def test_each_extra_stands_in_the_table_of_what_to_install() -> None:
    text = (ROOT / "docs/using.md").read_text(encoding="utf-8")
    named = re.findall(r"\.\[(\w+)\]", text[text.index("| line |") : text.index("Each size")])
    assert sorted({*named}) == sorted({*PROJECT["project"]["optional-dependencies"]} - {"dev"})


def test_hooks_run_what_the_virtual_environment_has() -> None:
    (own,) = read(".pre-commit-config.yaml")["repos"]
    assert own["repo"] == "local"
    assert all(hook["entry"].startswith(".venv/bin/") for hook in own["hooks"])


def test_the_image_and_what_starts_it_are_linted_where_each_push_is_checked() -> None:
    steps = read(".github/workflows/check.yml")["jobs"]["files"]["steps"]
    lines = [step["run"] for step in steps if "run" in step]
    assert "hadolint docker/Dockerfile" in lines
    assert any("compose-spec docker/compose.yaml" in line for line in lines)
