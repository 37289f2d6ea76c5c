"""docker/compose.yaml, as far as it can be checked without a Docker engine."""

import re
from pathlib import Path
from typing import Any

import click
import pytest

from steiner.cli import cli
from steiner.settings.environment import KNOWN

ROOT = Path(__file__).parents[2]
COMPOSE = ROOT / "docker" / "compose.yaml"


@pytest.fixture
def services() -> Any:
    yaml = pytest.importorskip("yaml")
    return yaml.safe_load(COMPOSE.read_text())["services"]


@pytest.fixture
def service(services: Any) -> Any:
    return services["neo4j"]


def test_the_image_is_the_version_the_tests_run_on(service: Any) -> None:
    versions = re.findall(r"<neo4j.version>(.+)</", (ROOT / "procedures/pom.xml").read_text())
    lts, current = versions
    assert service["image"] == f"neo4j:${{NEO4J_VERSION:-{current}}}"
    assert f"NEO4J_VERSION={lts}" in COMPOSE.read_text()


def test_a_password_is_required_and_none_is_written_down(service: Any) -> None:
    assert service["environment"]["NEO4J_AUTH"].startswith("neo4j/${NEO4J_PASSWORD:?")


def test_ports_are_reachable_from_this_machine_only(service: Any) -> None:
    assert service["ports"] == ["127.0.0.1:7474:7474", "127.0.0.1:7687:7687"]


def test_data_lies_in_a_named_volume_and_plugins_in_a_folder(service: Any) -> None:
    assert service["volumes"] == ["data:/data", "./plugins:/plugins:ro"]
    assert (COMPOSE.parent / "plugins").is_dir()


def test_healthy_means_that_a_login_succeeded(service: Any) -> None:
    kind, command = service["healthcheck"]["test"]
    assert kind == "CMD-SHELL"
    assert command == "NEO4J_PASSWORD=\"$${NEO4J_AUTH#*/}\" cypher-shell -u neo4j 'RETURN 1'"


def test_the_page_waits_for_the_index_and_is_reachable_from_this_machine_only(
    services: Any,
) -> None:
    page, index = services["page"], services["index"]
    assert page["profiles"] == index["profiles"] == ["page"]
    assert "profiles" not in services["neo4j"]
    assert page["depends_on"] == {"index": {"condition": "service_completed_successfully"}}
    assert index["depends_on"] == {"neo4j": {"condition": "service_healthy"}}
    assert page["ports"] == ["127.0.0.1:8000:8000"]
    dockerfile = COMPOSE.parent / page["build"]["context"] / page["build"]["dockerfile"]
    assert dockerfile.is_file()


def test_commands_and_variables_of_its_services_are_steiners(services: Any) -> None:
    for name in ("index", "page"):
        service = services[name]
        command, *given = service["command"]
        known = cli.get_command(click.Context(cli), command)
        assert known
        options = {option for each in known.params for option in each.opts}
        assert {each for each in given if each.startswith("-")} <= options
        assert set(service["environment"]) <= set(KNOWN)
        # Of a bolt address nobody is sent on to the server's own localhost.
        assert service["environment"]["NEO4J_URI"] == "bolt://neo4j:7687"
