// The page: asks, shows the answer with what proves it, and keeps what was asked in this tab.

import { ask, call, hasKey, Refused, setKey } from "./api.js";
import { brief } from "./codes.js";
import { cypher, draw, expand, highlight, proofOf } from "./graph.js";
import { showStart } from "./start.js";
import { download } from "./table.js";
import {
  element, lasting, part, press, say, showAnswer, showChoices, showEvidence, showFacts, showNode, showNodes, showNotes, showReadings, showSystems,
} from "./view.js";

const STAGES = {
  read: "reading the question", search: "looking up names", embed: "embedding the question", exact: "computing",
  expand: "reading the neighbourhood", score: "scoring paths", select: "choosing", pack: "packing facts",
};
const SHOWN = 12; // Labels in the head of the page.
const AGAIN_SAID = "The server has just started, or is asked by many: asking again …";
const AGAIN = 2000; // Milliseconds after which more questions to begin with are asked for.

let talk = []; // The turns of this conversation, which a follow-up question may refer to.
let shown; // What is on the page: question, evidence, answer, drawn (of Cytoscape).
let running;
let turnedAway = false; // Whether the server was too busy at the last try, and has sent nothing since.

part("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  start(part("question").value.trim());
});
part("stop").addEventListener("click", () => running?.abort());
part("fresh").addEventListener("click", () => {
  talk = [];
  part("fresh").hidden = true;
  begin();
  say("What was asked before is forgotten.");
  part("question").focus();
});
part("whole").addEventListener("click", () => focusOn(""));
part("near").addEventListener("click", () => drawAll(shown));
part("copy").addEventListener("click", async () => {
  if (!shown?.drawn) return;
  await navigator.clipboard.writeText(cypher(shown.drawn));
  say("Copied. Paste it into Neo4j Browser.");
});
part("csv").addEventListener("click", download);
part("link").addEventListener("click", async () => {
  await navigator.clipboard.writeText(location.href);
  say("Copied. The link opens this question; it does not hold the key.");
});
document.addEventListener("asking-again", () => {
  turnedAway = true;
  say(AGAIN_SAID);
});
part("login").addEventListener("close", () => {
  setKey(part("key").value);
  open();
});

// `again`: the turn whose question, which stands alone, is answered anew by reading number `choose`.
async function start(question, choose = 0, again = undefined) {
  if (!question) return;
  running?.abort();
  const mine = new AbortController();
  running = mine;
  const turn = { question, text: "", again };
  const begun = Date.now();
  turnedAway = false;
  const clock = setInterval(() => running === mine && !turn.answer && say(`${doing(turn)} … ${Math.round((Date.now() - begun) / 1000)} s`), 1000);
  say("Retrieving …");
  part("stop").hidden = false;
  try {
    const history = again ? [] : talk.slice(-6);
    const body = { question, history, only: chosen(), system: part("system").value, choose };
    await ask(body, (kind, data) => running === mine && take(turn, kind, data), mine.signal);
  } catch (error) {
    if (running === mine) fail(error);
  } finally {
    clearInterval(clock);
    if (running === mine) part("stop").hidden = true;
  }
}

// What is being done: "Retrieving (scoring paths)", "Writing", or that the server is busy.
function doing(turn) {
  if (turnedAway) return AGAIN_SAID.replace(/ …$/, "");
  if (turn.evidence) return "Writing";
  return turn.stage ? `Retrieving (${STAGES[turn.stage] ?? turn.stage})` : "Retrieving";
}

function take(turn, kind, data) {
  turnedAway = false;
  if (kind === "stage") {
    turn.stage = data.stage;
    say(`${doing(turn)} …`);
  } else if (kind === "evidence") {
    turn.evidence = data;
    remember(turn);
    show(turn);
    say("Writing …");
  } else if (kind === "text") {
    turn.text += data.text;
    showAnswer(turn.text, turn.evidence, focusOn);
  } else if (kind === "answer") {
    Object.assign(turn, { answer: data, text: data.answer });
    showAnswer(turn.text, turn.evidence, focusOn);
    showNotes(data, turn.text);
    if (part("graph").hidden && isProvedByNodes(turn)) showGrounds(turn);
    else showProof(turn);
    turn.line.querySelector("p").textContent = short(turn.text);
    turn.said = { question: data.question, answer: data.answer };
    talk = [...talk.filter((each) => each !== turn.again?.said), turn.said];
    part("fresh").hidden = false;
    say(`Evidence in ${lasting(turn.evidence.milliseconds.total ?? 0)}.`);
  } else {
    say(data.message, true);
  }
}

async function show(turn) {
  shown = turn;
  part("start").hidden = true;
  part("link").hidden = false;
  history.replaceState(null, "", `?${new URLSearchParams({ q: turn.question })}`);
  for (const line of part("history").children) line.ariaCurrent = String(line === turn.line);
  part("result").hidden = false;
  part("node").hidden = true;
  showEvidence(turn.evidence);
  showReadings(turn.evidence, (number) => start(turn.evidence.question, number, turn));
  showAnswer(turn.text, turn.evidence, focusOn);
  showNotes(turn.answer ?? { citations: [], ungrounded: [] }, turn.text);
  showNodes(turn.evidence.nodes, openNode);
  await showGrounds(turn);
}

// What was computed may rest on no single nodes, as counts by a property do. What lies near would be taken
// for what was counted: it is folded, and drawn where somebody wants it.
async function showGrounds(turn) {
  turn.drawn = undefined;
  const proved = isProvedByNodes(turn);
  showFacts(turn.evidence.facts, !proved, focusOn);
  if (proved) await drawAll(turn);
  else showDrawing(false);
}

function isProvedByNodes({ evidence, answer }) {
  const grounds = [...evidence.facts.slice(0, 1), ...(answer?.citations ?? [])];
  return !(evidence.exact || evidence.probable) || grounds.some(({ ids }) => ids.length);
}

async function drawAll(turn) {
  showDrawing(true);
  turn.drawn = await draw(part("graph"), turn.evidence, openNode);
  showProof(turn);
}

function showDrawing(there) {
  part("undrawn").hidden = there;
  for (const each of document.querySelectorAll(".drawing")) each.hidden = !there;
}

// What proves the answer stands out, once both the answer and the drawing are there.
function showProof(turn) {
  if (turn.drawn && turn.answer) highlight(turn.drawn, proofOf(turn.drawn, turn.answer));
}

async function focusOn(tag) {
  press(tag);
  const ids = shown.evidence.facts.find((each) => each.tag === tag)?.ids ?? [];
  if (ids.length && part("graph").hidden) await drawAll(shown);
  if (shown.drawn) highlight(shown.drawn, ids);
}

async function openNode(id, page = 1) {
  try {
    if (shown.drawn) highlight(shown.drawn, [id], true);
    showNode(await call("neighbours", { entity: id, page }), drawMore);
  } catch (error) {
    fail(error);
  }
}

function drawMore(page) {
  expand(shown.drawn, page);
  if (page.page < page.pages) openNode(page.entity.element_id, page.page + 1);
}

function remember(turn) {
  part("past").hidden = false;
  const line = element("li");
  const button = element("button", turn.question, { type: "button", className: "link" });
  button.addEventListener("click", () => {
    part("question").value = turn.question;
    show(turn);
  });
  line.append(button, element("p"));
  part("history").append(line);
  turn.line = line;
  part("history").scrollTop = part("history").scrollHeight;
}

// An answer in one line, without its tags.
function short(text) {
  const line = brief(text.replaceAll(/ ?\[F\d+(, F\d+)*\]/g, "")).split("\n").join(" · ");
  return line.length > 120 ? `${line.slice(0, 120)}…` : line;
}

function fail(error) {
  if (error.name === "AbortError") return say("Stopped.");
  if (error instanceof Refused && error.status === 401) return login("The key is wrong.");
  return say(error instanceof Refused ? error.message : `The server cannot be reached: ${error.message}`, true);
}

function askExample(question) {
  part("question").value = question;
  start(question);
}

const ticked = (id) => [...part(id).querySelectorAll(":checked")].map((box) => box.value);
const chosen = () => ({ labels: ticked("labels"), types: ticked("types") });

function login(reason) {
  say(reason, true);
  part("refused").textContent = reason; // While the dialog is open, what lies behind it is not read.
  part("login").showModal();
}

// What there is to begin with: a help, no need. A server that has just started still tries its questions.
async function begin() {
  part("start").hidden = false;
  try {
    const start = await call("start", {});
    showStart(start, askExample);
    if (part("state").textContent === AGAIN_SAID) say("");
    if (!start.whole && !part("start").hidden) setTimeout(begin, AGAIN);
  } catch (error) {
    // One that planned nothing in time does so later; whoever has asked meanwhile needs no help.
    if (error instanceof Refused && error.status >= 500) return setTimeout(() => part("start").hidden || begin(), 2 * AGAIN);
    part("start").hidden = true;
  }
  return undefined;
}

async function open() {
  if (!hasKey()) return login("");
  say(""); // Now, not once all is there: a question may be asked before, and says how it goes.
  const question = new URLSearchParams(location.search).get("q");
  if (question) part("question").value = question;
  else begin();
  try {
    const schema = await call("schema", { limit: 100 });
    const labels = Object.keys(schema.labels);
    const more = labels.length > SHOWN ? ` and ${labels.length - SHOWN} more` : "";
    part("schema").textContent = labels.slice(0, SHOWN).join(", ") + more;
    showChoices("labels", labels);
    showChoices("types", schema.relations);
    showSystems((await call("systems", {})).systems);
    if (!running) say("");
    if (question) await start(question);
  } catch (error) {
    fail(error);
  }
  return undefined;
}

open();
