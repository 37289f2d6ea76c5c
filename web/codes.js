// Long codes, such as a hash that a node is known by, are shown short: nobody reads 64 letters.

import { element } from "./view.js";

const LONG = /\b([0-9a-f]{20,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/gi;

// The first and the last letters, since codes that count the time begin alike.
const shortened = (code) => `${code.slice(0, 6)}…${code.slice(-4)}`;

// "Crime b0083531fd314273c4e9a90a" is "Crime b00835…a90a".
export const brief = (text) => text.replaceAll(LONG, shortened);

// The same as parts of an element: a click on a code shows all of it.
export const withCodes = (text) => text.split(LONG).map((piece, at) => (at % 2 ? codeButton(piece) : piece));

function codeButton(code) {
  const button = element("button", shortened(code), { type: "button", className: "code", title: code });
  button.addEventListener("click", () => button.replaceWith(code));
  return button;
}
