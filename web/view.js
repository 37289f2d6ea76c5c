// Puts records into the page. Texts of the graph are only ever set as text, never as HTML.

export const part = (id) => document.getElementById(id);

export function element(name, text = "", options = {}) {
  return Object.assign(document.createElement(name), { textContent: text, ...options });
}

export function say(text, bad = false) {
  part("state").textContent = text;
  part("state").classList.toggle("bad", bad);
}

export function showEvidence(evidence, onTag) {
  const sure = evidence.confidence;
  const likely = evidence.probable ? `Probably (${Math.round(100 * sure)} %): computed by the database.` : "";
  const computed = evidence.exact ? "Computed by the database." : likely;
  part("sure").textContent = computed || (sure === null ? "" : `Confidence that the facts hold an answer: ${Math.round(100 * sure)} %`);
  part("facts").replaceChildren(...evidence.facts.map((fact) => {
    const line = element("li");
    line.append(tagButton(fact.tag, onTag), ` ${fact.text}`);
    return line;
  }));
  part("cuts").replaceChildren(...evidence.cuts.map((cut) => element("li", cut)));
  part("times").replaceChildren(...Object.entries(evidence.milliseconds).flatMap(
    ([stage, time]) => [element("dt", stage), element("dd", `${time.toFixed(1)} ms`)]));
  showTable(evidence.table, evidence.exact);
}

function showTable(table, exact) {
  // A reading that is not sure and has no rows says nothing.
  part("computed").hidden = !table || !(exact || table.rows.length);
  if (part("computed").hidden) return;
  const head = element("tr");
  head.append(...table.columns.map((name) => element("th", name, { scope: "col" })));
  const rows = table.rows.map((cells) => {
    const row = element("tr");
    row.append(...cells.map((cell) => element("td", cellText(cell))));
    return row;
  });
  const drawn = element("table");
  drawn.append(head, ...rows);
  part("table").replaceChildren(drawn);
  const more = table.total - table.rows.length;
  const sure = exact ? "" : "Perhaps asked for: ";
  part("reading").textContent = sure + table.reading + (more > 0 ? ` (${more} more rows are not shown)` : "");
  part("cypher").textContent = `${table.cypher}\n\n${JSON.stringify(table.parameters)}`;
}

// [1, null, {name: "Ann"}] are "1", "" and "Ann".
function cellText(cell) {
  if (cell === null) return "";
  if (Array.isArray(cell)) return cell.map(cellText).join(", ");
  return typeof cell === "object" ? cell.name : String(cell);
}

// The text with its tags as buttons, each on one line with its brackets: "Ann leads it [F1]." has one.
export function showAnswer(text, onTag) {
  const pieces = text.split(/(\[?\bF\d+\b[\],]?)/);
  part("answer").replaceChildren(...pieces.map((piece, at) => (at % 2 ? citing(piece, onTag) : piece)));
}

function citing(piece, onTag) {
  const [before, tag, after] = piece.split(/(F\d+)/);
  const line = element("span", "", { className: "citing" });
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
    const button = element("button", text.replace(/^\d+\. /, ""), { type: "button", className: "link" });
    button.addEventListener("click", () => onChoice(at + 1));
    line.append(button);
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

export function press(tag) {
  for (const button of document.querySelectorAll("[data-tag]")) {
    button.setAttribute("aria-pressed", String(button.dataset.tag === tag));
  }
}

export function showNodes(nodes, onNode) {
  part("nodes").replaceChildren(...nodes.map((node) => {
    const line = element("li");
    const button = element("button", `${node.name || node.id} (${node.labels.join(", ")})`, { type: "button", className: "link" });
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
  part("node").replaceChildren(element("h3", entity.name || entity.element_id), list, more);
  part("node").hidden = false;
}
