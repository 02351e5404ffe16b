// The boards of a round: those in which a ruling may be asked for first.

import * as address from "./board/address.js";
import * as grid from "./board/grid.js";
import { $, make, prose } from "./board/make.js";
import * as server from "./board/server.js";
import { called, language, say } from "./board/words.js";

/** How often is asked whether anything has been written. */
const PAUSE = 2000;

let editions = [];
let men = null;
/** What is shown, by file and number of the game. */
const shown = new Map();
const svg = () => document.createElementNS("http://www.w3.org/2000/svg", "svg");

/** A game with its board, made once. */
function place(key) {
  if (shown.has(key)) return shown.get(key);
  const drawing = svg();
  drawing.setAttribute("viewBox", "34 0 548 676");
  drawing.setAttribute("class", "board");
  const one = { board: new grid.Board(drawing), title: make("h2"), said: make("p"), link: make("a") };
  one.item = make("li", {}, one.title, make("a", { className: "open" }, drawing), one.said);
  one.link = one.item.querySelector("a");
  shown.set(key, one);
  return one;
}

function show(game, edition, first) {
  const one = place(`${game.file} ${game.game}`);
  const { tags, moves, fen, claim, next, over, problems } = game;
  const text = JSON.stringify([game, edition.law, first]);
  if (one.text === text) return one;
  const news = one.text !== undefined && claim && !one.claimed;
  Object.assign(one, { text, claimed: Boolean(claim) });
  const names = [tags.Red ?? tags.White, tags.Black].filter((name) => name && name !== "?").join(" – ");
  one.title.textContent = [names || game.file, say("plies", moves.length)].join(" · ");
  one.item.className = claim ? "claim" : next ? "next" : "";
  const label = claim ? `${say("claimNow")}${language === "zh" ? "：" : ": "}${claim.text}` : next ? `${say("claimNext")}${language === "zh" ? "：" : ": "}${next.text}` : over ?? "";
  one.said.replaceChildren(...prose([label, ...problems.slice(0, 1).map(({ message }) => message)].filter(Boolean).join(" ")));
  const start = grid.parse(fen);
  one.board.draw(men, first);
  one.board.show({ men: grid.after(start, moves).men, last: moves.at(-1), label: one.title.textContent });
  const state = { edition: edition.id, law: edition.law, fen, lines: [moves], line: 0, at: moves.length };
  one.link.href = `./?lang=${language}${address.write(state)}`;
  if (news) $("answer").textContent = `${one.title.textContent}. ${label}`;
  return one;
}

async function look() {
  const edition = editions.find(({ id }) => id === $("edition").value);
  try {
    const { boards, unreadable } = await server.look(`/watch/boards?edition=${encodeURIComponent(edition.id)}`);
    const items = boards.map((game, index) => show(game, edition, index === 0).item);
    if (items.length !== $("games").childElementCount || items.some((item, index) => $("games").children[index] !== item)) $("games").replaceChildren(...items);
    $("unreadable").replaceChildren(...Object.entries(unreadable).map(([, why]) => make("li", {}, ...prose(why))));
    $("problem").textContent = boards.length === 0 ? say("noGames") : "";
  } catch (error) {
    $("problem").textContent = error.message;
  }
}

async function choose() {
  men = await server.men($("edition").value);
  await look();
}

async function start() {
  ({ editions } = await server.editions());
  editions = editions.filter(({ law, rules }) => law && rules);
  $("edition").replaceChildren(...editions.map((edition) => make("option", { value: edition.id }, called(edition))));
  $("edition").value = editions.find(({ in_force }) => in_force)?.id;
  $("edition").addEventListener("change", choose);
  await choose();
  document.body.dataset.ready = "";
  for (;;) {
    await new Promise((done) => setTimeout(done, PAUSE));
    await look();
  }
}

start().catch((error) => { $("problem").textContent = error.message; });
