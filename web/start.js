// What the page shows before anybody has asked: what is in the graph, and questions that it can answer.

import { element, part } from "./view.js";

// `start` is what the endpoint of that name gives: labels with counts and names, and questions.
export function showStart(start, onQuestion) {
  part("contents").replaceChildren(...start.labels.map(({ label, nodes, examples }) => {
    const line = element("li");
    line.append(element("b", label), ` ${nodes.toLocaleString("en")}`);
    if (examples.length) line.append(element("span", ` such as ${examples.join(", ")}`, { className: "quiet" }));
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
  part("start").hidden = !start.labels.length;
}
