// A drawing in rows: what many lie around is at the left, and they are beside it in columns.

const CELL = 150; // Pixels on the screen that a node with its name takes of a row.
const ROW = 50; // Pixels from one row to the next.
const DEEP = 3; // Rows from the first of its neighbours down to the node that they lie around, at most.
const LEAST = 0.5; // Zoom below which rows are not drawn smaller, but dragged into sight.

// As many columns as names fit beside each other. What is joined stays together, the largest part first;
// what is joined with nothing fills the rows behind.
export function setInRows(drawn, chosen) {
  const columns = Math.max(2, Math.floor(drawn.width() / CELL));
  const parts = chosen.components().map((part) => part.nodes().sort((one, other) => other.degree() - one.degree()));
  const joined = parts.filter((nodes) => nodes.length > 1).sort((one, other) => other.length - one.length);
  const alone = parts.filter((nodes) => nodes.length === 1);
  const places = [];
  const next = joined.reduce((row, nodes) => row + setAround(places, nodes, columns - 1, row), 0);
  alone.forEach(([node], at) => places.push([node, at % columns, next + Math.floor(at / columns)]));
  const rows = 1 + Math.max(...places.map(([, , row]) => row));
  // Many rows are drawn smaller, with letters as large as ever: names need as much more room.
  const zoom = Math.min(1, drawn.height() / ((rows + 1) * ROW));
  const wide = CELL / (zoom < LEAST ? 1 : zoom);
  for (const [node, column, row] of places) node.position({ x: column * wide, y: row * ROW });
  return zoom >= LEAST;
}

// Sets a part from a row on; returns how many rows it takes. Each second column is half a row lower, so that
// lines to the next one pass between names.
function setAround(places, [hub, ...others], columns, first) {
  const rows = Math.ceil(others.length / columns);
  places.push([hub, 0, first + Math.min((rows - 1) / 2, DEEP)]);
  others.forEach((node, at) => {
    const column = at % columns;
    places.push([node, 1 + column, first + Math.floor(at / columns) + (column % 2) / 2]);
  });
  return rows + (Math.min(columns, others.length) > 1 ? 0.5 : 0);
}

// The first rows, as wide as the drawing; the rest comes by dragging.
export function showTop(drawn, chosen) {
  const { x1, y1, w } = chosen.boundingBox();
  const zoom = Math.min(1, drawn.width() / w);
  drawn.zoom(zoom);
  drawn.pan({ x: (drawn.width() - w * zoom) / 2 - x1 * zoom, y: -y1 * zoom });
}
