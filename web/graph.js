// The subgraph as a drawing, by Cytoscape.js, which is loaded when the first one is drawn.

import { brief } from "./codes.js";
import { setInRows, showTop } from "./rows.js";

const MANY = 250; // Nodes above which the force layout, quadratic in them, takes too long.
const LEAST = 6; // Pixels: smaller letters nobody reads, and they hide what is drawn.
const FEW = 40; // Nodes that keep letters of a readable size where the drawing is small.
const GROWN = 2.5; // Times as large as they would be; larger ones would lie over each other.
const CLOSE = 0.7; // Zoom below which names of more than a few nodes lie over each other.
const FAR = 0.5; // Zoom below which they do, however few there are.
const LETTERS = { "font-size": 11, "text-max-width": 130 };

let library;
let restyle = () => {};

// A drawing keeps its colours: it gets those of the new scheme when the system changes it.
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => restyle());

export async function draw(box, evidence, onNode) {
  library ??= import("./cytoscape.esm.min.mjs");
  const cytoscape = (await library).default;
  const seeds = new Set(evidence.seeds.map((seed) => seed.id));
  const elements = [
    ...evidence.nodes.map((node) => nodeOf(node, seeds.has(node.id))),
    ...evidence.relationships.map(relationOf),
  ];
  box.replaceChildren();
  const drawn = cytoscape({
    container: box, elements, style: style(box), layout: layout(elements.length), maxZoom: 2, minZoom: 0.05,
  });
  keepPlaces(drawn.nodes());
  drawn.scratch("again", () => fit(drawn, drawn.elements()));
  restyle = () => drawn.style(style(box));
  drawn.on("zoom", () => legible(drawn));
  drawn.on("resize", () => drawn.scratch("again")());
  legible(drawn);
  drawn.on("tap", "node", (event) => onNode(event.target.id()));
  drawn.on("tap", (event) => event.target === drawn && highlight(drawn, []));
  return drawn;
}

// Shows what has one of these ids, large, and lets the rest fade; none: shows all. `around` adds what is
// next to it.
export function highlight(drawn, ids, around = false) {
  drawn.scratch("again", () => highlight(drawn, ids, around)); // As where a telephone is turned.
  const wanted = new Set(ids);
  const elements = drawn.elements().removeClass("faded away");
  drawn.nodes().positions((node) => ({ ...node.scratch("home") }));
  const matched = elements.filter((element) => wanted.has(element.id()));
  const chosen = around ? matched.closedNeighborhood() : matched.union(matched.connectedNodes());
  if (chosen.nonempty()) elements.not(chosen).addClass("faded");
  fit(drawn, chosen);
  if (chosen.nonempty() && drawn.zoom() < CLOSE) gather(drawn, chosen);
  legible(drawn);
}

// What lies so far apart that its names could not be read is laid out anew, by itself: in rows where it
// has few relationships, or where they draw it too far apart again, as many around one node do.
function gather(drawn, chosen) {
  drawn.elements().not(chosen).addClass("away");
  if (2 * chosen.edges().length >= chosen.nodes().length) {
    chosen.layout(layout(chosen.length)).run();
    fit(drawn, chosen);
    if (drawn.zoom() >= FAR) return;
  }
  const show = setInRows(drawn, chosen) ? fit : showTop;
  show(drawn, chosen);
}

// Where nodes were drawn first: there they are again when all is shown.
const keepPlaces = (nodes) => nodes.forEach((node) => node.scratch("home", { ...node.position() }));

function fit(drawn, chosen) {
  drawn.fit(chosen.nonempty() ? chosen : undefined, Math.min(50, drawn.width() / 10));
}

// The names of what stands out keep their size on the screen, as far as there are few of them.
function legible(drawn) {
  const told = drawn.nodes().not(".faded");
  const needed = Math.max(1, 1 / drawn.zoom());
  const grown = told.length <= FEW && needed <= GROWN ? needed : 1;
  drawn.nodes(".faded").removeStyle(Object.keys(LETTERS).join(" "));
  told.style(Object.fromEntries(Object.entries(LETTERS).map(([name, size]) => [name, size * grown])));
}

// The ids of what is cited and of the ways from there to what the question names.
export function proofOf(drawn, answer) {
  const ids = new Set(answer.citations.flatMap((citation) => citation.ids));
  const cited = drawn.elements().filter((element) => ids.has(element.id()));
  const start = cited.union(cited.connectedNodes()).nodes().first();
  if (start.empty() || answer.evidence.exact || answer.evidence.probable) return [...ids];
  const ways = drawn.elements().dijkstra({ root: start });
  for (const seed of answer.evidence.seeds.filter((each) => each.channels.includes("name"))) {
    const end = drawn.getElementById(seed.id);
    if (end.nonempty() && Number.isFinite(ways.distanceTo(end))) ways.pathTo(end).forEach((element) => ids.add(element.id()));
  }
  return [...ids];
}

// Adds a page of neighbours (as `POST /api/neighbours` gives it) around their node.
export function expand(drawn, page) {
  const centre = page.entity.element_id;
  const known = new Set(drawn.nodes().map((node) => node.id()));
  const added = page.neighbours.flatMap(({ relation, outgoing, entity }) => {
    const [source, target] = outgoing ? [centre, entity.element_id] : [entity.element_id, centre];
    const node = known.has(entity.element_id)
      ? [] : [nodeOf({ id: entity.element_id, name: entity.name, labels: entity.labels }, false)];
    known.add(entity.element_id);
    const there = drawn.edges().some((e) => e.source().id() === source && e.target().id() === target && e.data("type") === relation);
    return there ? node : [...node, relationOf({ id: `${source} ${relation} ${target}`, type: relation, source, target })];
  }).filter((element, at, all) => all.findIndex((other) => other.data.id === element.data.id) === at);
  const start = { ...drawn.getElementById(centre).position() };
  const made = drawn.add(added);
  made.nodes().positions((_, at) => around(start, at, made.nodes().length));
  keepPlaces(made.nodes());
  drawn.fit(drawn.getElementById(centre).closedNeighborhood(), 30);
}

// A statement that shows the subgraph in Neo4j Browser.
export function cypher(drawn) {
  const quoted = (ids) => `[${ids.map((id) => `'${id.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`).join(", ")}]`;
  const nodes = quoted(drawn.nodes().map((node) => node.id()));
  const relations = quoted(drawn.edges().map((edge) => edge.id()).filter((id) => !id.includes(" ")));
  return `MATCH (n) WHERE elementId(n) IN ${nodes}\n`
    + `OPTIONAL MATCH (n)-[r]->(m) WHERE elementId(r) IN ${relations}\nRETURN n, r, m`;
}

const nodeOf = (node, seed) => ({
  data: { id: node.id, name: brief(node.name || node.key?.value || node.id), hue: hue(node.labels[0] ?? ""), seed: seed ? 1 : 0 },
});
const relationOf = (r) => ({ data: { id: r.id, source: r.source, target: r.target, type: r.type } });

// One colour a label, the same in every answer.
function hue(label) {
  let sum = 0;
  for (const letter of label) sum = (sum * 31 + letter.codePointAt(0)) % 360;
  return sum;
}

function around(start, at, count) {
  const angle = (2 * Math.PI * at) / count;
  const far = 110 + 12 * Math.floor(count / 8) + (at % 2) * 60;
  return { x: start.x + far * Math.cos(angle), y: start.y + far * Math.sin(angle) };
}

function layout(size) {
  const name = size > 2 * MANY ? "concentric" : "cose";
  return { name, animate: false, padding: 30, nodeDimensionsIncludeLabels: size <= MANY, idealEdgeLength: () => 90, nodeRepulsion: () => 9000 };
}

function style(box) {
  const page = getComputedStyle(box);
  const ink = page.color;
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const fill = (node) => `hsl(${node.data("hue")}, 45%, ${dark ? 35 : 75}%)`;
  return [
    { selector: "node", style: { label: "data(name)", color: ink, ...LETTERS, "min-zoomed-font-size": LEAST, "text-wrap": "ellipsis", "text-valign": "bottom", "text-margin-y": 4, "text-background-color": page.backgroundColor, "text-background-opacity": 0.75, "background-color": fill, "border-width": 1, "border-color": ink, width: 22, height: 22 } },
    { selector: "node[seed = 1]", style: { "border-width": 4 } },
    { selector: "edge", style: { label: "data(type)", color: ink, "font-size": 9, "min-zoomed-font-size": LEAST, "text-rotation": "autorotate", "text-background-color": page.backgroundColor, "text-background-opacity": 1, width: 1.5, "line-color": ink, "line-opacity": 0.5, "curve-style": "bezier", "target-arrow-shape": "triangle", "target-arrow-color": ink } },
    { selector: ".faded", style: { opacity: 0.15 } },
    { selector: ".away", style: { display: "none" } },
  ];
}
