// Puts records into the page. Texts of the graph are only ever set as text, never as HTML.

import { brief, withCodes } from "./codes.js";
import { drawTable } from "./table.js";

const FACTS = 8; // Those shown at once; the rest folds.
const WORDS = [[0.95, "almost certain"], [0.8, "very likely"], [0.6, "likely"], [0.4, "possible"], [0, "unlikely"]];
const HOW_READ = /\bread (as|by)\b/; // In a cut that tells how the question was read.

export const part = (id) => document.getElementById(id);

export function element(name, text = "", options = {}) {
  return Object.assign(document.createElement(name), { textContent: text, ...options });
}

export function say(text, bad = false) {
  part("state").textContent = text;
  part("state").classList.toggle("bad", bad);
}

export function showEvidence(evidence) {
  part("sure").textContent = sureness(evidence);
  part("cuts").replaceChildren(...evidence.cuts.filter((cut) => !HOW_READ.test(cut)).map((cut) => element("li", cut)));
  part("times").replaceChildren(...Object.entries(evidence.milliseconds).flatMap(
    ([stage, time]) => [element("dt", stage), element("dd", lasting(time))]));
  showTable(evidence.table, evidence.exact, evidence.probable);
}

// The facts, each with its tag. Those that only say again what the table says, or lie near, are `folded`.
export function showFacts(facts, folded, onTag) {
  const lines = facts.map((fact) => {
    const line = element("li");
    line.append(tagButton(fact.tag, onTag), " ", ...withCodes(fact.text));
    return line;
  });
  const first = folded ? 0 : FACTS;
  part("facts").replaceChildren(...lines.slice(0, first));
  part("further").replaceChildren(...lines.slice(first));
  part("more").hidden = lines.length <= first;
  part("more").open = false;
  part("more").querySelector("summary").textContent = `${lines.length - first} ${first ? "more facts" : "facts"}`;
}

// 57.3 is "57 ms", 1234 is "1.2 s".
export const lasting = (milliseconds) => (milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`);

function showTable(table, exact, probable) {
  // A reading that is not sure and has no rows says nothing.
  part("computed").hidden = !table || !(exact || table.rows.length);
  if (part("computed").hidden) return;
  drawTable(table);
  const asked = exact || probable;
  part("computed-head").textContent = asked ? "Table" : "Perhaps asked for";
  part("reading").textContent = asked ? "" : table.reading; // Else it stands beside the answer.
  const more = table.total - table.rows.length;
  part("rest").textContent = more > 0 ? `${more} more rows are not shown.` : "";
  part("cypher").textContent = `${table.cypher}\n\n${JSON.stringify(table.parameters)}`;
}

// The text with its tags as buttons, each on one line with its brackets: "Ann leads it [F1]." has one.
export function showAnswer(text, evidence, onTag) {
  part("read").textContent = readAs(evidence);
  const pieces = withoutReading(text, evidence).split(/(\[F\d+(?:, F\d+){4,}\])/);
  part("answer").replaceChildren(...pieces.flatMap((piece, at) => (at % 2 ? folded(piece, onTag) : cited(piece, onTag))));
}

// A line of the answer that says how sure its reading is: the page says it beside the answer, in words.
function withoutReading(text, { table, probable }) {
  return probable ? text.split("\n").filter((line) => !line.endsWith(table.reading)).join("\n") : text;
}

function cited(text, onTag) {
  return text.split(/(\[?\bF\d+\b[\],]?)/).map((piece, at) => (at % 2 ? [citing(piece, onTag)] : withCodes(piece))).flat();
}

// A long row of tags: "[F1, F2, F3, F4, F5]" shows two of them, and the rest by a click.
function folded(row, onTag) {
  const tags = row.match(/F\d+/g);
  const more = element("button", `and ${tags.length - 2} more`, { type: "button", className: "tag" });
  more.addEventListener("click", () => more.replaceWith(...cited(`, ${tags.slice(2).join(", ")}`, onTag)));
  return [...cited(`[${tags[0]}, ${tags[1]} `, onTag), more, "]"];
}

function citing(piece, onTag) {
  const [before, tag, after] = piece.split(/(F\d+)/);
  const line = element("span", "", { className: "unbroken" });
  line.append(before, tagButton(tag, onTag), after);
  return line;
}

// What is not in the evidence, and the tags that prove the answer where its text does not name them.
export function showNotes(answer, text) {
  const cited = answer.citations.map((citation) => citation.tag);
  const notes = answer.ungrounded.map((loose) => `Not in the evidence: ${loose}`);
  const named = new Set(text.match(/\bF\d+\b/g));
  if (cited.some((tag) => !named.has(tag))) notes.unshift(`Proved by ${cited.join(", ")}`);
  part("notes").replaceChildren(...notes.map((note) => element("li", note)));
}

// What a doubtful question may mean, each line a button that answers by it.
export function showReadings(evidence, onChoice) {
  part("readings").hidden = !evidence.readings.length;
  part("readings-head").textContent = evidence.asks_back.split("\n")[0] || "Other readings";
  part("meant").replaceChildren(...evidence.readings.map((text, at) => {
    const line = element("li");
    const meant = text.replace(/^\d+\. /, "");
    const button = element("button", meant, { type: "button", className: "link" });
    button.addEventListener("click", () => onChoice(at + 1));
    line.append(button);
    if (evidence.probable && meant.startsWith(`${evidence.table.reading}: `)) line.append(" (this is answered above)");
    return line;
  }));
}

function tagButton(tag, onTag) {
  const button = element("button", tag, { type: "button", className: "tag" });
  button.dataset.tag = tag;
  button.setAttribute("aria-pressed", "false");
  button.setAttribute("aria-label", `Show ${tag} in the drawing`);
  button.addEventListener("click", () => onTag(tag));
  return button;
}

// .82 is "very likely (82 %)"; .949 is not the 95 % that are sure.
function inWords(probability) {
  const [, word] = WORDS.find(([least]) => probability >= least);
  return `${word} (${Math.floor(100 * probability + 1e-9)} %)`;
}

function sureness(evidence) {
  const sure = evidence.confidence;
  if (evidence.exact) return "Computed by the database: all of it, and exact.";
  if (evidence.probable) return `Computed by the database. It is ${inWords(sure)} that this is what was asked.`;
  return sure === null ? "" : `It is ${inWords(sure)} that the graph holds the answer.`;
}

// How the question was read: as a query, or as the path along which its answers lie; and what was read
// otherwise than it is written, a mistyped name for one.
function readAs(evidence) {
  const otherwise = evidence.cuts.filter((cut) => HOW_READ.test(cut)).map((cut) => `${cut[0].toUpperCase()}${cut.slice(1)}.`);
  return [...otherwise, ...understood(evidence)].join("\n");
}

function understood({ table, exact, probable, paths }) {
  if (table && (exact || probable)) return [`Read as: ${table.reading}`];
  const followed = paths.slice(0, 1).filter(({ path }) => /->|<-/.test(path)); // Else it goes nowhere.
  return followed.map(({ path }) => `Followed: ${path}`);
}

export function press(tag) {
  if ([...part("further").querySelectorAll("[data-tag]")].some((button) => button.dataset.tag === tag)) part("more").open = true;
  for (const button of document.querySelectorAll("[data-tag]")) {
    button.setAttribute("aria-pressed", String(button.dataset.tag === tag));
  }
}

export function showNodes(nodes, onNode) {
  part("nodes").replaceChildren(...nodes.map((node) => {
    const line = element("li");
    const text = `${brief(node.name || node.id)} (${node.labels.join(", ")})`;
    const button = element("button", text, { type: "button", className: "link" });
    button.addEventListener("click", () => onNode(node.id));
    line.append(button);
    return line;
  }));
}

// A box to tick for each of the names that a question may be limited to; `id` is that of their fieldset.
export function showChoices(id, names) {
  const boxes = names.map((name) => {
    const line = element("label");
    line.append(element("input", "", { type: "checkbox", value: name }), ` ${name}`);
    return line;
  });
  part(id).replaceChildren(part(id).querySelector("legend"), ...boxes);
}

export function showSystems(names) {
  part("system").replaceChildren(...names.map((name) => element("option", name)));
  part("systems").hidden = names.length < 2;
}

// A node's properties, and a button that draws its next page of neighbours.
export function showNode(page, onMore) {
  const { entity } = page;
  const list = element("dl");
  list.append(...Object.entries({ labels: entity.labels.join(", "), ...entity.properties }).flatMap(
    ([name, value]) => [element("dt", name), element("dd", value)]));
  const many = `${page.at_least ? "at least " : ""}${page.total}`;
  const more = element("button", `Draw neighbours (${page.page} of ${page.pages} pages; ${many} relationships)`, { type: "button" });
  more.addEventListener("click", () => onMore(page));
  part("node").replaceChildren(element("h3", brief(entity.name || entity.element_id)), list, more);
  part("node").hidden = false;
}
