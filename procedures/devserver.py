# SPDX-License-Identifier: GPL-3.0-or-later
"""A real Neo4j for development and tests, from Maven artefacts: no Docker, no installation."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Timer

from devserver_build import LINES, DevServerError, classpath, find_jdk

START_SECONDS = 300
STOP_SECONDS = 60
LOCKED = "Lock file has been locked by another process"
JVM_OPTIONS = (
    # Neo4j sizes its thread pools by it, and tests run several servers on one machine.
    "-XX:ActiveProcessorCount=2",
    "--add-modules=jdk.incubator.vector",
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--enable-native-access=ALL-UNNAMED",
)
# No collector beside the work, no check of jars as they are loaded: for the server of many tests.
FOR_TESTS = (
    "-XX:+UseSerialGC",
    "-XX:+UnlockDiagnosticVMOptions",
    "-XX:-BytecodeVerificationRemote",
)
# Without the optimising compiler, too: two thirds of the processor time for a start, and half as
# long again for hundreds of queries. For a server that is started, asked a little and stopped.
QUICK_START = (*FOR_TESTS, "-XX:TieredStopAtLevel=1")


class DevServer:
    """Neo4j on localhost with authentication; data and port stay the same over stop and start."""

    username = "neo4j"

    def __init__(
        self,
        home: Path,
        *,
        line: str = "2026",
        port: int = 0,
        password: str = "steiner-dev",
        config: Mapping[str, str] | None = None,
        plugins: Path | None = None,
        heap: str = "1g",
        jvm: Sequence[str] = (),
    ) -> None:
        """Store what to run.

        Port 0 takes a free one at the first start and keeps it. `config` holds settings as in
        neo4j.conf. The password counts at the first start of a home folder and is needed at every
        later one. `jvm`: more options of the JVM; FOR_TESTS and QUICK_START suit no benchmark,
        as collecting garbage stops a query.
        """
        if line not in LINES:
            raise DevServerError(f"expected a Neo4j line among {', '.join(LINES)}, got {line!r}")
        self.home, self.line, self.port, self.password = Path(home).resolve(), line, port, password
        self.config, self.plugins = dict(config or {}), plugins
        self.log = self.home / "devserver.log"
        self.jvm_options = [f"-Xmx{heap}", *JVM_OPTIONS, *jvm]
        self._process: subprocess.Popen[str] | None = None
        self._logged = 0

    @property
    def uri(self) -> str:
        """The Bolt address."""
        if not self.port:
            raise DevServerError(
                "a server with port 0 has no address before start(); start it, or give it a port"
            )
        return f"bolt://localhost:{self.port}"

    @property
    def pid(self) -> int | None:
        """The process id while the server runs."""
        return self._process.pid if self._process else None

    def start(self) -> DevServer:
        """Build if needed, start, and return once a login over Bolt has succeeded."""
        if self._process is not None:
            raise DevServerError(f"this server is already running at {self.uri}; call stop() first")
        jdk = find_jdk(self.line)
        command = self._command(jdk, classpath(self.line, jdk))
        self.home.mkdir(parents=True, exist_ok=True)
        try:
            self.port = self._await_ready(self._launch(command))
        except BaseException:
            self.kill()
            raise
        return self

    def stop(self) -> None:
        """Shut down cleanly and wait for the end; a server that is not running is left as it is."""
        if self._process is None:
            return
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            raise DevServerError(
                f"killed: no clean stop within {STOP_SECONDS} s\n{tail(self.log, self._logged)}"
            ) from None
        finally:
            self.kill()

    def kill(self) -> None:
        """End the process at once, as a power cut would."""
        if self._process is not None:
            with self._process as process:
                process.kill()
            self._process = None

    def wait(self) -> int:
        """Wait until the process ends and return its exit status."""
        process = self._process
        # By the second: a Ctrl-C that comes just before a wait without end would never be seen.
        while process and process.poll() is None:
            with suppress(subprocess.TimeoutExpired):
                process.wait(1)
        return process.returncode if process else 0

    def __enter__(self) -> DevServer:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _command(self, jdk: Path, path: str) -> list[str]:
        options: dict[str, Path | int] = {"--home": self.home, "--port": self.port}
        if self.plugins:
            options["--plugins"] = self.plugins.resolve()
        pairs = [*options.items(), *(("--config", f"{k}={v}") for k, v in self.config.items())]
        main_class = "org.steiner.devserver.DevServer"
        java = [str(jdk / "bin" / "java"), *self.jvm_options, "-cp", path, main_class]
        return java + [str(part) for pair in pairs for part in pair]

    def _launch(self, command: list[str]) -> subprocess.Popen[str]:
        environment = os.environ | {"NEO4J_PASSWORD": self.password}
        pipe = subprocess.PIPE
        with self.log.open("a") as log:
            self._logged = log.tell()
            self._process = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=log, text=True, env=environment
            )
        return self._process

    def _await_ready(self, process: subprocess.Popen[str]) -> int:
        assert process.stdout is not None
        deadline = Timer(START_SECONDS, process.kill)
        deadline.start()
        try:
            ready = re.fullmatch(r"READY bolt://localhost:(\d+)\n", process.stdout.readline())
        finally:
            deadline.cancel()
        if ready:
            return int(ready[1])
        status, told = process.wait(STOP_SECONDS), tail(self.log, self._logged)
        if LOCKED in told:
            raise DevServerError(
                f"another Neo4j runs on {self.home}, which one at a time can use: ask that one, or"
                f" stop it (Ctrl-C where it was started). It was told: {LOCKED}"
            )
        late = f"was not ready within {START_SECONDS} s" if status < 0 else "ended at its start"
        raise DevServerError(
            f"Neo4j {self.line} {late} (exit status {status}); the end of {self.log}:\n{told}"
        )


def tail(log: Path, since: int = 0, lines: int = 20) -> str:
    """The last lines of a log from a byte on, without the frames of stack traces."""
    written = log.read_bytes()[since:].decode(errors="replace")
    told = [line for line in written.splitlines() if line[:1] != "\t"]
    return "\n".join(told[-lines:])


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line's arguments."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--line", choices=LINES, default="2026")
    parser.add_argument(
        "--home", type=Path, required=True, help="folder of the data, kept between starts"
    )
    parser.add_argument("--port", type=int, default=7687, help="0 takes a free one")
    parser.add_argument("--password", default=os.environ.get("NEO4J_PASSWORD", "steiner-dev"))
    parser.add_argument("--config", nargs="+", default=[], action="extend", metavar="KEY=VALUE")
    parser.add_argument("--plugins", type=Path, help="folder of jars with procedures")
    parser.add_argument("--heap", default="1g")
    chosen = parser.parse_args(arguments)
    if wrong := [setting for setting in chosen.config if "=" not in setting]:
        parser.error(f"--config expects KEY=VALUE, got {wrong[0]!r}")
    chosen.config = dict(setting.split("=", 1) for setting in chosen.config)
    return chosen


def main(arguments: Sequence[str] | None = None) -> int:
    """Run in the foreground until Ctrl-C or SIGTERM."""
    # A parent that ignores SIGINT, as `nohup` and some CI runners do, hands that on: Ctrl-C, too,
    # is set here.
    for sent in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sent, signal.default_int_handler)
    try:
        with DevServer(**vars(parse(arguments))) as server:
            for name in ("uri", "username", "password"):
                value = shlex.quote(getattr(server, name))
                print(f"export NEO4J_{name.upper()}={value}", flush=True)
            print("Neo4j is ready; Ctrl-C stops it.", file=sys.stderr)
            status = server.wait()
            print(f"Neo4j ended with status {status}; see {server.log}", file=sys.stderr)
            return status
    except DevServerError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main())
