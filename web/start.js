// What the page shows before anybody has asked: what is in the graph, and questions that it can answer.

import { brief } from "./codes.js";
import { element, part } from "./view.js";

// `start` is what the endpoint of that name gives: labels with counts and names, and questions, of which
// more may come until it is `whole`.
export function showStart(start, onQuestion) {
  part("contents").replaceChildren(...start.labels.map(({ label, nodes, examples }) => {
    const line = element("li");
    line.append(element("b", label), ` ${nodes.toLocaleString("en")}`);
    if (examples.length) line.append(element("span", ` such as ${brief(examples.join(", "))}`, { className: "quiet" }));
    return line;
  }));
  part("examples").replaceChildren(...start.questions.map((text) => {
    const line = element("li");
    const button = element("button", text, { type: "button", className: "example" });
    button.addEventListener("click", () => onQuestion(text));
    line.append(button);
    return line;
  }));
  part("asking").hidden = !start.questions.length;
  part("inside").hidden = !start.labels.length;
  part("looking").textContent = start.whole ? "" : doing(start);
}

const doing = ({ labels }) => (labels.length ? "Trying questions that this graph may answer …" : "Looking at what is in this graph …");
