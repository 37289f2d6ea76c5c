// A computed table: sorted by a click on a column's head, and given as CSV.

import { withCodes } from "./codes.js";
import { element, part } from "./view.js";

const order = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
const WIDE = 3; // Columns that a single row may have side by side.

let shown = { columns: [], rows: [] };

export function drawTable(table) {
  shown = table;
  fill(-1, false);
}

// Rows as they came, or by the column `by`, downwards where `down`.
function fill(by, down) {
  const rows = by < 0 ? shown.rows : [...shown.rows].sort((one, other) => {
    const first = order.compare(cellText(one[by]), cellText(other[by]));
    return down ? -first : first;
  });
  const drawn = element("table");
  if (rows.length === 1 && shown.columns.length > WIDE) {
    drawn.append(...shown.columns.map((name, at) => sideways(name, rows[0][at])));
  } else {
    const head = element("tr");
    head.append(...shown.columns.map((name, at) => headOf(name, at, by, down)));
    drawn.append(head, ...rows.map(rowOf));
  }
  part("table").replaceChildren(drawn);
}

// A single row of many columns, such as all that is known of a thing, reads better downwards.
function sideways(name, cell) {
  const row = element("tr");
  row.append(element("th", name, { scope: "row" }), cellOf(cell));
  return row;
}

function headOf(name, at, by, down) {
  const cell = element("th", "", { scope: "col" });
  const arrow = at === by ? (down ? " ↓" : " ↑") : "";
  const button = element("button", name + arrow, { type: "button", className: "sort", title: "Sort by this column" });
  button.addEventListener("click", () => fill(at, at === by && !down));
  if (at === by) cell.setAttribute("aria-sort", down ? "descending" : "ascending");
  cell.append(button);
  return cell;
}

function rowOf(cells) {
  const row = element("tr");
  row.append(...cells.map(cellOf));
  return row;
}

function cellOf(cell) {
  const drawn = element("td", "", { className: typeof cell === "number" ? "number" : "" });
  drawn.append(...withCodes(cellText(cell)));
  return drawn;
}

// [1, null, {name: "Ann"}] are "1", "" and "Ann".
export function cellText(cell) {
  if (cell === null) return "";
  if (Array.isArray(cell)) return cell.map(cellText).join(", ");
  return typeof cell === "object" ? cell.name : String(cell);
}

// Values that a spreadsheet would take for a formula get an apostrophe before them.
function csvCell(text) {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?[\d.]+$/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csv() {
  const lines = [shown.columns, ...shown.rows.map((row) => row.map(cellText))];
  return lines.map((cells) => cells.map(csvCell).join(",")).join("\r\n") + "\r\n";
}

export function download() {
  const address = URL.createObjectURL(new Blob([`\ufeff${csv()}`], { type: "text/csv" }));
  element("a", "", { href: address, download: "answer.csv" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
