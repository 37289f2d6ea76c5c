"""`make quick` knows each room and the tests that ask most of it."""

from __future__ import annotations

from pathlib import Path

from changed_rooms import ROOT, TESTS, files_for


def test_each_room_has_tests_that_exist() -> None:
    rooms = {str(p.parent.relative_to(ROOT)) for p in ROOT.glob("src/steiner/*/__init__.py")}
    assert rooms <= set(TESTS), "name the new room's tests in tests/changed_rooms.py"
    assert all((ROOT / room).exists() for room in TESTS)
    files = {name for names in TESTS.values() for name in names}
    assert files <= {path.name for path in Path(ROOT, "tests", "integration").glob("test_*.py")}


def test_a_changed_path_names_its_tests_and_a_changed_test_itself() -> None:
    paths = ["src/steiner/cli/main.py", "README.md", "tests/integration/test_index.py"]
    assert files_for(paths) == [f"tests/integration/test_{n}.py" for n in ("cli", "index")]
    assert files_for(["src/steiner/graph.py"]) == []
