// Long codes, such as a hash that a node is known by, are shown short: nobody reads 64 letters.

import { element } from "./view.js";

const LONG = /\b(?:[0-9a-f]{20,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/gi;
const WITH_MARK = new RegExp(`(${LONG.source}[;,.:)]?)`, "gi");

// The first and the last letters, since codes that count the time begin alike.
const shortened = (code) => `${code.slice(0, 6)}…${code.slice(-4)}`;

// "Crime b0083531fd314273c4e9a90a" is "Crime b00835…a90a".
export const brief = (text) => text.replaceAll(LONG, shortened);

// The same as parts of an element: a click on a code shows all of it.
export const withCodes = (text) => text.split(WITH_MARK).map((piece, at) => (at % 2 ? codeOf(piece) : piece));

// On one line with the mark behind it. Clicked it is one no longer: all of it may need several lines.
function codeOf(piece) {
  const [code] = piece.match(LONG);
  const line = element("span", "", { className: "unbroken" });
  const button = element("button", shortened(code), { type: "button", className: "code", title: code });
  button.addEventListener("click", () => line.replaceWith(piece));
  line.append(button, piece.slice(code.length));
  return line;
}
