"""A page in headless Chromium, driven over the pipe of its DevTools protocol."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

_UNTIL = """
new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error('this did not come about within a minute')), 60000);
  const look = () => { if (%s) { watch.disconnect(); resolve(true); } };
  const watch = new MutationObserver(look);
  watch.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
  look();
})
"""


class BrowserPage:
    """One page; a context manager that ends the browser. `profile` is an empty folder."""

    def __init__(self, chromium: str, profile: Path) -> None:
        commands, self._commands = os.pipe()
        answers, events = os.pipe()
        options = ("--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe")
        # Chromium reads from descriptor 3 and writes to 4.
        script = f'exec "$0" "$@" 3<&{commands} 4>&{events}'
        self._process = subprocess.Popen(
            ["bash", "-c", script, chromium, *options, f"--user-data-dir={profile}"],
            pass_fds=(commands, events),
            stderr=subprocess.DEVNULL,
        )
        os.close(commands)
        os.close(events)
        self._answers, self._number, self._session = os.fdopen(answers, "rb"), 0, ""
        self._waiting = b""
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        attached = self.send("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]

    def send(self, method: str, **parameters: Any) -> Any:
        """Send a command and return its result."""
        self._number += 1
        command = {"id": self._number, "method": method, "params": parameters}
        session = {"sessionId": self._session} if self._session else {}
        os.write(self._commands, json.dumps({**command, **session}).encode() + b"\0")
        while (message := self._read()).get("id") != self._number:
            pass
        assert "error" not in message, message
        return message["result"]

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._waiting:
            more = os.read(self._answers.fileno(), 65_536)
            assert more, "Chromium ended"
            self._waiting += more
        text, _, self._waiting = self._waiting.partition(b"\0")
        message: dict[str, Any] = json.loads(text)
        return message

    def open(self, address: str, condition: str) -> None:
        """Open an address and wait until a JavaScript condition is true."""
        self.send("Page.enable")
        self.send("Page.navigate", url=address)
        while self._read().get("method") != "Page.loadEventFired":
            pass
        self.wait(condition)

    def wait(self, condition: str) -> None:
        """Wait until a JavaScript condition is true of the page."""
        self.run(_UNTIL % condition)

    def run(self, script: str) -> Any:
        """Return the value of a JavaScript expression, a promise's too."""
        given = {"expression": script, "awaitPromise": True, "returnByValue": True}
        result = self.send("Runtime.evaluate", **given)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def __enter__(self) -> BrowserPage:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait()
        os.close(self._commands)
        self._answers.close()
