// The board as a grid of 90 named points: one stop of the tab key, arrow keys inside.

import * as server from "./server.js";
import { language, say } from "./words.js";

const NS = "http://www.w3.org/2000/svg";
const FILES = "abcdefghi";
const RANKS = "9876543210";
const [STEP, MARGIN] = [60, 68];

export const SQUARES = [...RANKS].map((rank) => [...FILES].map((file) => file + rank));

/** The men of a position and whose turn it is, from its FEN. */
export function parse(fen) {
  const men = new Map();
  const [ranks, turn] = fen.split(" ");
  ranks.split("/").forEach((rank, row) => {
    let column = 0;
    for (const letter of rank) {
      if (/\d/.test(letter)) column += Number(letter);
      else men.set(SQUARES[row][column++], letter);
    }
  });
  return { men, turn: turn === "b" ? "b" : "w" };
}

/** The FEN of a position. */
export function write({ men, turn }) {
  const row = (squares) => squares.map((square) => men.get(square) ?? "1").join("").replace(/1+/g, (empty) => empty.length);
  return `${SQUARES.map(row).join("/")} ${turn}`;
}

/** A position after moves that are known to be legal. */
export function after(position, moves) {
  const men = new Map(position.men);
  for (const move of moves) {
    men.set(move.slice(2), men.get(move.slice(0, 2)));
    men.delete(move.slice(0, 2));
  }
  const passed = moves.length % 2 === 1;
  return { men, turn: passed === (position.turn === "w") ? "b" : "w" };
}

const isRed = (letter) => letter === letter.toUpperCase();

function element(name, attributes, ...children) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function centre(square) {
  return [MARGIN + STEP * FILES.indexOf(square[0]), MARGIN + STEP * RANKS.indexOf(square[1])];
}

export class Board {
  #svg;
  #points = new Map();
  #men = new Map();
  #marks;
  #under;
  #edition;
  #still;
  #shown = { men: new Map() };

  /**
   * `tapped` learns the point; `typed` may take a letter before it moves the focus. Without them it is a picture, which
   * says of itself what it shows.
   */
  constructor(svg, { tapped, typed, cleared } = {}) {
    this.#svg = svg;
    this.#still = !tapped;
    this.#under = element("g", {});
    this.#marks = element("g", { "pointer-events": "none", "aria-hidden": "true" });
    if (this.#still) svg.setAttribute("role", "img");
    const grid = element("g", this.#still ? { "aria-hidden": "true" } : { role: "grid", "aria-label": svg.dataset.label });
    for (const squares of SQUARES) {
      const row = element("g", this.#still ? {} : { role: "row" });
      for (const square of squares) {
        const [x, y] = centre(square);
        const area = element("rect", { x: x - 30, y: y - 30, width: 60, height: 60, class: "area" });
        const point = element("g", { "data-square": square }, area);
        if (!this.#still) {
          point.setAttribute("role", "gridcell");
          point.addEventListener("click", () => tapped(square));
          point.addEventListener("focus", () => this.#stop(square));
        }
        this.#points.set(square, point);
        row.append(point);
      }
      grid.append(row);
    }
    if (!this.#still) {
      this.#stop("e0");
      grid.addEventListener("keydown", (event) => this.#key(event, tapped, typed, cleared));
    }
    svg.append(this.#under, grid, this.#marks);
  }

  /** Draws with the men of an edition. */
  async use(edition) {
    if (edition === this.#edition) return;
    this.draw(await server.men(edition));
    this.#edition = edition;
  }

  /** Draws with these men; their glyphs stand in the page once, with the board that brings them. */
  draw(drawing, brings = true) {
    this.#svg.querySelector("defs")?.remove();
    if (brings) this.#svg.prepend(document.importNode(drawing.querySelector("defs"), true));
    const ground = document.importNode(drawing.querySelector("[id$=ground]"), true);
    ground.removeAttribute("id");
    this.#under.replaceChildren(ground);
    this.#men = new Map([...drawing.querySelectorAll("[data-man]")].map((man) => [man.dataset.man, {
      href: man.getAttribute("href"),
      name: `${say(isRed(man.dataset.man) ? "red" : "black")} ${man.dataset[language]}`,
    }]));
  }

  /** The letters of all men. */
  get letters() {
    return [...this.#men.keys()];
  }

  /** What a man is called. */
  name(letter) {
    return this.#men.get(letter)?.name ?? letter;
  }

  /** A man by itself, for a button. */
  man(letter) {
    return element("svg", { viewBox: "-30 -30 60 60", "aria-hidden": "true" }, element("use", { href: this.#men.get(letter).href }));
  }

  /** Shows men and marks: last move, selected point, goals, targets, wrong points, arrows. */
  show(shown) {
    this.#shown = shown;
    const { men, last, selected, goals = [], targets = [], wrong = [], arrows = [] } = shown;
    const said = [];
    for (const [square, point] of this.#points) {
      const letter = men.get(square);
      const states = [
        square === selected && "selected",
        goals.includes(square) && "goal",
        targets.includes(square) && "target",
        wrong.includes(square) && "wrong",
      ].filter(Boolean);
      const name = [square, letter ? this.name(letter) : say("empty"), ...states.map((state) => say(state))];
      if (!this.#still) {
        point.setAttribute("aria-label", name.join(language === "zh" ? "，" : ", "));
        point.setAttribute("aria-selected", String(square === selected));
      } else if (letter) said.push(`${square} ${this.name(letter)}`);
      point.setAttribute("class", states.join(" "));
      const [x, y] = centre(square);
      const drawn = letter && this.#men.has(letter) ? [element("use", { href: this.#men.get(letter).href, x, y })] : [];
      point.replaceChildren(point.firstChild, ...drawn, ...states.map((state) => mark(state, x, y)));
    }
    if (this.#still) this.#svg.setAttribute("aria-label", [shown.label, ...said].filter(Boolean).join(language === "zh" ? "，" : ", "));
    this.#marks.replaceChildren(
      ...(last ? lastMove(last) : []),
      ...arrows.flatMap((move, index) => arrow(move, index + 1, arrows, men)),
    );
  }

  /** Makes a point the one that the tab key stops at, and moves the focus there. */
  focus(square) {
    this.#points.get(square).focus();
  }

  #stop(square) {
    for (const [other, point] of this.#points) point.setAttribute("tabindex", other === square ? 0 : -1);
  }

  #key(event, tapped, typed, cleared) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const square = event.target.dataset.square;
    const [column, row] = [FILES.indexOf(square[0]), RANKS.indexOf(square[1])];
    const to = {
      ArrowLeft: [column - 1, row], ArrowRight: [column + 1, row], ArrowUp: [column, row - 1], ArrowDown: [column, row + 1],
      Home: [0, row], End: [8, row], PageUp: [column, 0], PageDown: [column, 9],
    }[event.key];
    if (to) {
      const point = SQUARES[to[1]]?.[to[0]];
      if (point) this.focus(point);
    } else if (event.key === "Enter" || event.key === " ") {
      tapped(square);
    } else if (event.key === "Escape") {
      cleared();
    } else if (/^[A-Za-z]$/.test(event.key)) {
      if (!typed(event.key)) this.#next(square, event.key);
    } else return;
    event.preventDefault();
  }

  /** The next man of a kind, in the order of reading. */
  #next(from, letter) {
    const order = SQUARES.flat();
    const start = order.indexOf(from) + 1;
    const fits = (square) => this.#shown.men.get(square)?.toLowerCase() === letter.toLowerCase();
    const found = [...order.slice(start), ...order.slice(0, start)].find(fits);
    if (found) this.focus(found);
  }
}

function mark(state, x, y) {
  switch (state) {
    case "selected": return element("rect", { x: x - 28, y: y - 28, width: 56, height: 56, rx: 8, class: "mark-selected" });
    case "goal": return element("circle", { cx: x, cy: y, r: 9, class: "mark-goal" });
    case "target": return element("circle", { cx: x, cy: y, r: 30, class: "mark-target" });
    default: return element("path", { d: `M${x - 20} ${y - 20}l40 40m0-40l-40 40`, class: "mark-wrong" });
  }
}

function lastMove(move) {
  return [[move.slice(0, 2), 16, 8], [move.slice(2), 29, 12]].map(([square, radius, arm]) => {
    const [x, y] = centre(square);
    const corner = ([dx, dy]) => `M${x + dx * radius - dx * arm} ${y + dy * radius}h${dx * arm}v${-dy * arm}`;
    return element("path", { d: [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(corner).join(""), class: "mark-last" });
  });
}

/** A numbered arrow; the moves before it say whose it is. */
function arrow(move, number, arrows, men) {
  const moved = new Map(men);
  for (const earlier of arrows.slice(0, number - 1)) {
    moved.set(earlier.slice(2), moved.get(earlier.slice(0, 2)));
    moved.delete(earlier.slice(0, 2));
  }
  const side = isRed(moved.get(move.slice(0, 2)) ?? "K") ? "red" : "black";
  const [[x0, y0], [x1, y1]] = [centre(move.slice(0, 2)), centre(move.slice(2))];
  const length = Math.hypot(x1 - x0, y1 - y0);
  const [dx, dy] = [(x1 - x0) / length, (y1 - y0) / length];
  const at = (along, aside) => `${x0 + dx * along - dy * aside} ${y0 + dy * along + dx * aside}`;
  const [tail, tip, neck] = [18, length - 12, length - 30];
  const outline = [at(tail, 4), at(neck, 4), at(neck, 12), at(tip, 0), at(neck, -12), at(neck, -4), at(tail, -4)];
  const [x, y] = [x0 + dx * tail, y0 + dy * tail];
  const digit = element("text", { x, y: y + 5, class: "arrow-number" }, String(number));
  return [
    element("path", { d: `M${outline.join("L")}Z`, class: `arrow ${side}` }),
    element("circle", { cx: x, cy: y, r: 11, class: `arrow ${side}` }),
    digit,
  ];
}
