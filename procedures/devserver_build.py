# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds a JDK and builds the development server with Maven, once per Neo4j line."""

from __future__ import annotations

import fcntl
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

PROCEDURES = Path(__file__).resolve().parent
TARGET = PROCEDURES / "server" / "target"


class DevServerError(RuntimeError):
    """The development server could not be built, started or stopped; says how to mend it."""


@dataclass(frozen=True)
class Line:
    """What a Neo4j line needs: the JDK versions that run it, and how much is fetched."""

    java: Sequence[int]
    java_in_words: str
    megabytes: int


LINES = {"5.26": Line((17, 21), "17 or 21", 125), "2026": Line(range(21, 100), "21 or newer", 155)}


def find_jdk(line: str) -> Path:
    """The folder of a JDK that runs the line: JAVA_HOME, the PATH, then /usr/lib/jvm."""
    found = {home: version for home in jdk_folders() if (version := jdk_version(home))}
    for home, version in found.items():
        if version in LINES[line].java:
            return home
    seen = ", ".join(f"{version} in {home}" for home, version in found.items()) or "none"
    package = f"openjdk-{LINES[line].java[0]}-jdk"
    raise DevServerError(
        f"Neo4j {line} needs JDK {LINES[line].java_in_words}, found {seen}; install one"
        f" (Debian, Ubuntu: apt-get install {package}) or point JAVA_HOME at it"
    )


def jdk_folders() -> Iterator[Path]:
    """Where a JDK may lie, in the order of preference."""
    if "JAVA_HOME" in os.environ:
        yield Path(os.environ["JAVA_HOME"])
    if java := shutil.which("java"):
        yield Path(java).resolve().parent.parent
    yield from sorted(Path("/usr/lib/jvm").glob("*"))


def jdk_version(home: Path) -> int | None:
    """The major version of the JDK in a folder; none where there is no compiler."""
    release = home / "release"
    if not (home / "bin" / "javac").exists() or not release.exists():
        return None
    version = re.search(r'^JAVA_VERSION="(\d+)', release.read_text(), re.MULTILINE)
    return int(version[1]) if version else None


def classpath(line: str, jdk: Path) -> str:
    """The built server's class path; Maven runs only where it is missing or outdated."""
    jars = TARGET / line / "classpath.txt"
    with one_maven():
        if is_stale(jars):
            build(line, jdk)
    return os.pathsep.join([str(TARGET / line / "classes"), jars.read_text().strip()])


@contextmanager
def one_maven() -> Iterator[None]:
    """One Maven at a time: two that fill the same empty local repository can spoil it."""
    TARGET.mkdir(parents=True, exist_ok=True)
    with (TARGET / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def is_stale(jars: Path) -> bool:
    """Whether the class path is missing, older than the sources, or names a jar that has gone."""
    if not jars.exists():
        return True
    poms = [PROCEDURES / "pom.xml", PROCEDURES / "server" / "pom.xml"]
    sources = [*poms, *(PROCEDURES / "server" / "src").rglob("*")]
    return is_older(jars, sources) or not all(
        Path(jar).exists() for jar in jars.read_text().strip().split(os.pathsep)
    )


def is_older(built: Path, sources: Sequence[Path]) -> bool:
    """Whether any of the sources changed after the file was built."""
    return any(source.stat().st_mtime > built.stat().st_mtime for source in sources)


def build(line: str, jdk: Path) -> None:
    """Compile the server and write its class path file."""
    fetching = f"fetching Neo4j {line}.x from Maven Central, about {LINES[line].megabytes} MB, once"
    first = not (TARGET / line).exists()
    doing = fetching if first else f"building the Neo4j {line}.x development server anew"
    print(doing, file=sys.stderr, flush=True)
    run_maven(line, jdk, "-pl", "server", "-am", "process-classes")


def run_maven(line: str, jdk: Path, *arguments: str) -> None:
    """Run Maven quietly for a line; what it said is told where it fails."""
    maven = shutil.which("mvn")
    if maven is None:
        raise DevServerError(
            "Maven builds it, but there is no mvn on the PATH: apt-get install maven"
        )
    command = [maven, "-q", "-B", "-P", line, *arguments]
    environment = os.environ | {"JAVA_HOME": str(jdk)}
    done = subprocess.run(
        command, cwd=PROCEDURES, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        output = (done.stdout + done.stderr)[-3000:]
        raise DevServerError(f"in {PROCEDURES} this failed: {shlex.join(command)}\n{output}")
