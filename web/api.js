// The server's endpoints. The key comes by the address (#key=...) or is asked for, and stays in this tab.

const KEPT = "steiner-key";
// How often a server is asked again that says when (503 with Retry-After, or an error with `retry`): it has just started, or many ask.
const TRIES = 30;
const CUT = { message: "The connection ended before the answer did. Ask again." };

const given = new URLSearchParams(location.hash.slice(1)).get("key");
if (given) {
  sessionStorage.setItem(KEPT, given);
  history.replaceState(null, "", location.pathname + location.search);
}

export const hasKey = () => Boolean(sessionStorage.getItem(KEPT));
export const setKey = (key) => sessionStorage.setItem(KEPT, key);

export class Refused extends Error {
  constructor(status, error) {
    super(error.message);
    this.status = status;
  }
}

async function send(name, body, accept, signal, tries = TRIES) {
  const headers = {
    authorization: `Bearer ${sessionStorage.getItem(KEPT) ?? ""}`,
    "content-type": "application/json",
    accept,
  };
  const options = { method: "POST", headers, body: JSON.stringify(body), signal };
  const answer = await fetch(`api/${name}`, options);
  const again = Number(answer.headers.get("retry-after"));
  if (answer.status === 503 && again && tries) {
    await answer.text(); // Else the browser keeps its connection for it.
    await pause(1000 * again, signal);
    return send(name, body, accept, signal, tries - 1);
  }
  if (!answer.ok) {
    const { error } = await answer.json().catch(() => ({ error: { message: answer.statusText } }));
    throw new Refused(answer.status, error);
  }
  return answer;
}

async function pause(milliseconds, signal) {
  document.dispatchEvent(new Event("asking-again"));
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  signal?.throwIfAborted();
}

export async function call(name, body) {
  return (await send(name, body, "application/json")).json();
}

// Calls onPart(kind, data) for each event of an answer; where the last is neither an answer nor an error,
// it is refused. Aborting `signal` stops the server's work.
export async function ask(body, onPart, signal, tries = TRIES) {
  const answer = await send("ask", body, "text/event-stream;stages=1", signal);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = "";
  let last;
  for (;;) {
    const { value, done } = await reader.read();
    if (done && !["answer", "error"].includes(last)) throw new Refused(0, CUT);
    if (done) return;
    waiting += value.replaceAll("\r\n", "\n");
    const blocks = waiting.split("\n\n");
    waiting = blocks.pop();
    for (const { event, data, retry } of blocks.map(fieldsOf)) {
      if (event === "error" && retry && tries) {
        await pause(Number(retry), signal);
        return ask(body, onPart, signal, tries - 1);
      }
      last = event ?? last;
      if (event) onPart(event, JSON.parse(data));
    }
  }
}

// "event: text\ndata: {}" is { event: "text", data: "{}" }.
function fieldsOf(block) {
  return Object.fromEntries(
    block.split("\n").filter((line) => /^\w+: /.test(line)).map((line) => [line.split(": ")[0], line.slice(line.indexOf(": ") + 2)]),
  );
}
