// The board page: what is shown follows from the address; what the rules say comes from the server.

import * as address from "./board/address.js";
import * as grid from "./board/grid.js";
import { $, keep, kept, make, save } from "./board/make.js";
import * as server from "./board/server.js";
import { called, language, say, short } from "./board/words.js";

/** All that the address says, and what is only for the moment. */
let state;
let editions = [];
/** What the server said of the position on the board, of the whole line, and of the stretch. */
let here = null;
let whole = null;
let explained = null;
/** The chosen man or point, the reason that is shown and how far its line has been stepped. */
let moment = {};
let setting = false;
let hand = null;
let wrong = [];

const moves = () => state.lines[state.line];
const start = () => grid.parse(state.fen);
const position = () => grid.after(start(), moves().slice(0, state.at));

const board = new grid.Board($("board"), {
  tapped: (square) => (setting ? place(square) : tap(square)),
  typed: (letter) => setting && take(letter),
  cleared: () => choose({}),
});

// ---- the address

function remember(push = true) {
  const written = address.write(state);
  if (written === location.hash) return;
  history[push ? "pushState" : "replaceState"](null, "", written);
}

/** Changes what is shown, and the address with it. */
function change(changes) {
  state = { ...state, ...changes };
  moment = {};
  remember();
  return refresh();
}

async function open() {
  const said = address.parse(location.hash);
  const known = (id) => editions.find((edition) => edition.id === id && edition.law);
  const edition = known(said.edition) ?? editions.find((edition) => edition.in_force) ?? editions.find((edition) => edition.law);
  state = { ...said, edition: edition.id, law: edition.law, fen: said.fen ?? edition.start };
  const changed = said.law && said.edition === edition.id && said.law !== edition.law;
  $("changed").hidden = !changed;
  if (changed) $("changed").textContent = say("changed", said.law, edition.law);
  moment = {};
  setting = false;
  await refresh();
}

// ---- asking

async function refresh() {
  $("edition").value = state.edition;
  $("all").checked = state.all;
  $("forms").checked = state.forms;
  document.body.classList.toggle("forms", state.forms);
  await board.use(state.edition);
  draw();
  const line = moves();
  const { edition, fen } = state;
  try {
    const [now, all] = await Promise.all([
      server.know("position", { edition, fen, moves: line.slice(0, state.at) }, "here"),
      state.at === line.length ? null : server.know("position", { edition, fen, moves: line }, "whole"),
    ]);
    [here, whole, wrong] = [now, all ?? now, []];
    state.fen = now.start;
    remember(false);
    $("problem").textContent = "";
  } catch (error) {
    return trouble(error);
  }
  draw();
  try {
    await judge();
  } catch (error) {
    return trouble(error);
  }
  draw();
  announce();
}

function trouble(error) {
  if (error.name === "AbortError") return;
  wrong = error.squares ?? [];
  here = null;
  explained = null;
  $("problem").textContent = error.help?.includes("\n") ? error.message : error.whole ?? error.message;
  draw();
}

/** The plies that are judged: marked by hand, or the last round. */
function stretch() {
  if (state.stretch) return state.stretch;
  const last = whole?.repetitions.at(-1);
  return last ? [last.since, last.ply] : null;
}

async function judge() {
  const found = stretch();
  explained = null;
  $("others").replaceChildren();
  if (!found) return;
  const [from, to] = found;
  const before = grid.after(start(), moves().slice(0, from - 1));
  const question = { fen: grid.write(before), moves: moves().slice(from - 1, to) };
  const own = server.know("explain", { edition: state.edition, ...question });
  explained = { from, to, ...(await own) };
  if (state.all) await compare(question);
}

async function compare(question) {
  const all = editions.filter((edition) => edition.rules);
  const ask = ({ id }) => server.know("explain", { edition: id, ...question }, `explain ${id}`);
  const answers = await Promise.allSettled(all.map(ask));
  const columns = all.map((edition, index) => ({ ...edition, ...answers[index] }));
  const cell = (column, text) => {
    const said = column.status === "fulfilled" ? text(column.value) : column.reason.message;
    return make("td", { className: said === text(explained) ? "" : "differs" }, said);
  };
  const row = (heading, text) => make("tr", {}, make("th", { scope: "row" }, heading), ...columns.map((column) => cell(column, text)));
  const head = columns.map(({ id, title }) => {
    const chosen = make("button", { type: "button", title: title[language], ariaPressed: String(id === state.edition) }, short({ id, title }));
    chosen.addEventListener("click", () => choice(id));
    return make("th", { scope: "col" }, chosen);
  });
  $("others").replaceChildren(make("table", {},
    make("thead", {}, make("tr", {}, make("td"), ...head)),
    make("tbody", {},
      ...explained.plies.map((ply, index) => row(`${explained.from + index}. ${ply.written}`, (one) => one.plies[index]?.natures ?? "")),
      row(say("red"), (one) => one.red),
      row(say("black"), (one) => one.black),
      row(say("ruling", "").replace(/[：:]\s*$/, ""), (one) => ruled(one)),
    )));
}

const ruled = ({ ruling }) => [ruling.text, ...new Set(ruling.clauses.map(({ number }) => `[${number}]`))].join(" ");

// ---- playing

function choose(chosen) {
  moment = { ...moment, selected: undefined, ...chosen };
  draw();
}

function tap(square) {
  const from = moment.selected;
  const legal = here?.legal ?? [];
  const chosen = legal.find(({ move }) => move === from + square);
  if (chosen) return play(chosen.move);
  const own = legal.some(({ move }) => move.startsWith(square));
  choose({ selected: own && square !== from ? square : undefined });
}

/** Plays a move; where another follows already, a new line begins. */
function play(move) {
  const line = moves();
  if (line[state.at] === move) return change({ at: state.at + 1 });
  const played = [...line.slice(0, state.at), move];
  const lines = [...state.lines];
  const branches = state.at < line.length;
  lines[branches ? lines.length : state.line] = played;
  return change({ lines, line: branches ? lines.length - 1 : state.line, at: played.length, stretch: undefined });
}

function undo() {
  const line = moves();
  if (line.length === 0) return;
  const lines = [...state.lines];
  const at = Math.min(state.at, line.length - 1);
  lines[state.line] = line.slice(0, -1);
  const stretch = state.stretch?.[1] > line.length - 1 ? undefined : state.stretch;
  change({ lines, at, stretch });
}

const go = (at) => change({ at: Math.max(0, Math.min(at, moves().length)) });

async function typed(event) {
  event.preventDefault();
  const text = $("typed").value.trim();
  if (!text) return;
  const { edition, fen, at } = state;
  const played = moves().slice(0, at);
  try {
    const answer = await server.know("position", { edition, fen, moves: `${played.join(" ")} ${text}` }, "typed");
    $("typed").value = "";
    const all = answer.plies.map(({ move }) => move);
    const lines = [...state.lines];
    const branches = at < moves().length;
    lines[branches ? lines.length : state.line] = all;
    await change({ lines, line: branches ? lines.length - 1 : state.line, at: all.length, stretch: undefined });
  } catch (error) {
    if (error.name !== "AbortError") $("problem").textContent = error.message;
  }
}

function choice(edition) {
  const law = editions.find(({ id }) => id === edition).law;
  $("changed").hidden = true;
  change({ edition, law });
}

// ---- setting up

function setUp(on) {
  setting = on;
  moment = {};
  hand = null;
  if (on) {
    const men = position();
    state = { ...state, fen: grid.write(men), lines: [[]], line: 0, at: 0, stretch: undefined };
    const button = (letter) => {
      const input = make("input", { type: "radio", name: "hand", value: letter });
      input.addEventListener("change", () => take(letter));
      return make("label", { title: board.name(letter) }, input, board.man(letter), make("span", { className: "hidden" }, board.name(letter)));
    };
    $("hand").replaceChildren(...board.letters.map(button));
    take(board.letters[0]);
    $("answer").textContent = say("setUp");
    edited();
  } else {
    change({});
  }
}

function take(letter) {
  if (!board.letters.includes(letter)) return false;
  hand = letter;
  const chosen = document.querySelector(`#hand input[value="${letter}"]`);
  if (chosen) chosen.checked = true;
  $("answer").textContent = say("hand", board.name(letter));
  return true;
}

function place(square) {
  const { men, turn } = start();
  if (men.get(square) === hand) men.delete(square);
  else men.set(square, hand);
  state.fen = grid.write({ men, turn });
  edited();
}

/** The position was changed by hand: what cannot stand is marked, not refused. */
async function edited() {
  $("fen").value = state.fen;
  $("turn").value = start().turn;
  remember(false);
  wrong = [];
  draw();
  try {
    here = await server.know("position", { edition: state.edition, fen: state.fen }, "here");
    $("problem").textContent = "";
  } catch (error) {
    if (error.name === "AbortError") return;
    wrong = error.squares ?? [];
    $("problem").textContent = error.message;
  }
  draw();
}

// ---- reading

async function load(bytes) {
  try {
    const { games, more } = await server.read(state.edition, bytes);
    const shown = ({ tags, game, recorded }) => {
      const names = [tags.Red ?? tags.White, tags.Black].filter(Boolean).join(" – ");
      return [say("games", game), names, tags.Event, recorded].filter((part) => part && part !== "?").join(" · ");
    };
    const option = (game) => {
      const button = make("button", { type: "button" }, shown(game));
      button.addEventListener("click", () => take_up(game));
      return make("li", {}, button);
    };
    $("games").replaceChildren(...(games.length > 1 ? games.map(option) : []));
    await take_up(games[0]);
    if (more) $("problem").textContent = say("more", games.length);
  } catch (error) {
    if (error.name !== "AbortError") $("problem").textContent = error.message;
  }
}

async function take_up(game) {
  setting = false;
  await change({ fen: game.fen, lines: [game.moves], line: 0, at: game.moves.length, stretch: undefined });
  const [problem] = game.problems;
  if (problem) $("problem").textContent = say("recorded", game.moves.length, problem.message);
}

// ---- giving

/** What stands below a picture: whatever the screen says that letters can say. */
function caption() {
  const ruling = explained?.ruling;
  const articles = ruling?.clauses.map(({ article }) => article) ?? [];
  return [state.edition, ...articles, ruling?.outcome, state.law].filter(Boolean).join(" ");
}

async function give(kind) {
  const { edition, fen, at, forms } = state;
  const played = moves();
  const name = `qili.${kind === "text" ? "txt" : kind}`;
  try {
    switch (kind) {
      case "link": return copy(location.href);
      case "keep": return keepStretch();
      case "fen": return copy(grid.write(position()));
      case "text": return save(new Blob([protocol()], { type: "text/plain" }), name);
      case "pgn": return save(await (await server.ask("convert", { edition, fen, moves: played, to: "pgn" })).blob(), name);
      default: {
        const { targets, arrows } = marks();
        const drawn = { edition, fen, moves: played.slice(0, at), line: arrows, targets, caption: caption(), forms, format: kind, width: 1232 };
        return save(await (await server.ask("draw", drawn)).blob(), name);
      }
    }
  } catch (error) {
    $("problem").textContent = error.message;
  }
}

async function copy(text) {
  $("out").value = text;
  $("out").hidden = false;
  $("out").select();
  await navigator.clipboard?.writeText(text).catch(() => {});
  $("answer").textContent = say("copied");
}

/** Keeps the stretch that is judged: what becomes of it by a draft is shown beside the draft. */
function keepStretch() {
  const [from, to] = stretch() ?? [1, moves().length];
  const before = grid.after(start(), moves().slice(0, from - 1));
  const one = { fen: grid.write(before), moves: moves().slice(from - 1, to), address: address.write(state) };
  const others = kept("qili.own", []).filter(({ fen, moves }) => fen !== one.fen || String(moves) !== String(one.moves));
  if (one.moves.length === 0) return;
  keep("qili.own", [...others, one]);
  $("answer").textContent = say("kept");
}

/** The record for the protocol: the address, who may claim, and the judgement as the command says it. */
function protocol() {
  const claims = [here?.claim, here?.next].filter(Boolean).map(({ text }) => text);
  return [location.href, grid.write(position()), ...claims, explained?.text ?? ""].join("\n\n");
}

// ---- showing

/** The ply on the board, where it is judged. */
const judged = () => explained?.plies[state.at - explained.from];

function marks() {
  const reasons = judged()?.reasons ?? [];
  const shown = reasons[moment.reason ?? reasons.findIndex(({ line }) => line.length > 0)];
  const targets = moment.reason === undefined
    ? reasons.filter(({ kind }) => kind === "target").flatMap(({ squares }) => squares)
    : shown?.squares ?? [];
  return { shown, targets, arrows: shown?.line.slice(0, moment.step ?? shown.line.length) ?? [] };
}

function draw() {
  const { men, turn } = setting ? start() : position();
  const { targets, arrows } = setting ? { targets: [], arrows: [] } : marks();
  const goals = moment.selected ? (here?.legal ?? []).filter(({ move }) => move.startsWith(moment.selected)).map(({ move }) => move.slice(2)) : [];
  const last = setting ? undefined : moves()[state.at - 1];
  board.show({ men, last, selected: moment.selected, goals, targets: moment.selected ? [] : targets, wrong, arrows: moment.selected ? [] : arrows });
  document.body.classList.toggle("setting", setting);
  $("setting").hidden = !setting;
  $("playing").hidden = setting;
  $("set-up").ariaExpanded = String(setting);
  $("whose").textContent = [say("toMove", say(turn === "w" ? "red" : "black")), here?.check && !setting && say("check")].filter(Boolean).join(language === "zh" ? "，" : ", ");
  if (!setting) {
    $("fen").value = grid.write({ men, turn });
    list();
    ruling();
  }
}

/** The moves, the natures of those that are judged, and the reasons of the one on the board. */
function list() {
  const plies = whole?.plies ?? [];
  const items = plies.map((ply, index) => {
    const number = index + 1;
    const one = explained?.plies[number - explained.from];
    const text = `${number}. ${language === "zh" ? ply.chinese : ply.wxf}`;
    const button = make("button", { type: "button", data: { ply: number } }, text, ...(one ? [make("b", {}, one.natures)] : []));
    if (number === state.at) button.ariaCurrent = "step";
    button.addEventListener("click", () => go(number));
    return make("li", {}, button);
  });
  const first = make("button", { type: "button", data: { ply: 0 } }, say("start"));
  if (state.at === 0) first.ariaCurrent = "step";
  first.addEventListener("click", () => go(0));
  $("moves").replaceChildren(make("li", {}, first), ...items);
  const current = $("moves").querySelector("[aria-current]");
  if (current) $("moves").scrollTop = current.offsetTop - $("moves").offsetTop - 60;
  lines();
  reasons();
  const again = (whole?.repetitions ?? []).map(({ ply, occurrences, standing }) => {
    const what = { askable: "mayClaim", plain: "plain", "too-early": "tooEarly" }[standing];
    const button = make("button", { type: "button" }, [say("again", ply, occurrences), what && say(what)].filter(Boolean).join(language === "zh" ? "：" : ": "));
    button.addEventListener("click", () => go(ply));
    return make("li", {}, button);
  });
  $("repetitions").replaceChildren(...again);
  $("claims").hidden = again.length === 0;
}

function lines() {
  const button = (_, index) => {
    const one = make("button", { type: "button", ariaPressed: String(index === state.line) }, say("line", index + 1));
    one.addEventListener("click", () => change({ line: index, at: state.lines[index].length, stretch: undefined }));
    return one;
  };
  $("lines").replaceChildren(...(state.lines.length > 1 ? state.lines.map(button) : []));
}

function reasons() {
  const ply = judged();
  const { shown } = marks();
  const item = (reason, index) => {
    const parts = [make("p", {}, reason.kind === "clause" ? make("a", { href: reason.page }, reason.text) : reason.text)];
    if (reason.kind === "not") parts[0].append(" ", make("a", { href: reason.page }, `[${reason.number}]`));
    if (reason.line.length > 0) {
      const step = moment.reason === index ? moment.step ?? reason.line.length : reason.line.length;
      const on = make("button", { type: "button", ariaPressed: String(reason === shown) }, say("show"));
      on.addEventListener("click", () => choose({ reason: index, step: undefined }));
      const next = make("button", { type: "button" }, say("step", step, reason.line.length));
      next.addEventListener("click", () => choose({ reason: index, step: (step % reason.line.length) + 1 }));
      parts.push(make("p", { className: "row" }, on, ...(reason.line.length > 1 ? [next] : [])));
    }
    return make("li", { className: reason.kind }, ...parts);
  };
  $("reasons").replaceChildren(...(ply?.reasons ?? []).map(item));
  $("why").hidden = !ply;
  if (ply) $("why-of").textContent = `${state.at}. ${ply.written} ${ply.natures}`;
}

function ruling() {
  const found = stretch();
  $("from").value = found?.[0] ?? "";
  $("to").value = found?.[1] ?? "";
  $("by-hand").checked = Boolean(state.stretch);
  $("nothing").hidden = Boolean(explained);
  $("judgement").hidden = !explained;
  if (!explained) return;
  $("open").hidden = explained.closed;
  $("said").textContent = say("ruling", explained.ruling.text);
  $("red").textContent = `${say("red")}${language === "zh" ? "：" : ": "}${explained.red}`;
  $("black").textContent = `${say("black")}${language === "zh" ? "：" : ": "}${explained.black}`;
  const clause = ({ cited, says, page }) => make("p", {}, make("a", { href: page }, say("by", cited)), ...(says ? [make("br"), says] : []));
  $("clauses").replaceChildren(...explained.ruling.clauses.map(clause));
  $("law").textContent = `${explained.title} · ${say("law")} ${explained.law}`;
}

/** Says for who cannot see the board what has come of it. */
function announce() {
  if (setting) return;
  const ply = whole?.plies[state.at - 1];
  const who = here?.next && (here.next.by.length === 1 ? say(here.next.by[0]) : say("either"));
  const claim = here?.claim?.text ?? (who && say("oneMore", who));
  const parts = [
    ply && `${state.at}. ${language === "zh" ? ply.chinese : ply.wxf}`,
    judged()?.natures,
    $("whose").textContent,
    here?.status.over && `${say("over")}${language === "zh" ? "：" : ": "}${here.status.text}`,
    claim,
    explained && say("ruling", ruled(explained)),
  ];
  $("answer").textContent = parts.filter(Boolean).join(language === "zh" ? "。" : ". ");
}

// ---- begin

function listen() {
  $("edition").addEventListener("change", () => choice($("edition").value));
  $("all").addEventListener("change", () => change({ all: $("all").checked }));
  $("forms").addEventListener("change", () => change({ forms: $("forms").checked }));
  $("first").addEventListener("click", () => go(0));
  $("back").addEventListener("click", () => go(state.at - 1));
  $("next").addEventListener("click", () => go(state.at + 1));
  $("last").addEventListener("click", () => go(moves().length));
  $("undo").addEventListener("click", undo);
  $("type").addEventListener("submit", typed);
  $("set-up").addEventListener("click", () => setUp(!setting));
  $("done").addEventListener("click", () => setUp(false));
  $("empty").addEventListener("click", () => {
    state.fen = grid.write({ men: new Map(), turn: start().turn });
    edited();
  });
  $("turn").addEventListener("change", () => {
    state.fen = grid.write({ ...start(), turn: $("turn").value });
    edited();
  });
  $("position").addEventListener("submit", (event) => {
    event.preventDefault();
    load($("fen").value);
  });
  $("paste").addEventListener("submit", (event) => {
    event.preventDefault();
    load($("game").value);
  });
  $("file").addEventListener("change", async () => {
    const [file] = $("file").files;
    if (file) await load(await file.arrayBuffer());
  });
  $("new").addEventListener("click", () => {
    const { start: fen } = editions.find(({ id }) => id === state.edition);
    $("games").replaceChildren();
    change({ fen, lines: [[]], line: 0, at: 0, stretch: undefined });
  });
  $("mark").addEventListener("submit", (event) => {
    event.preventDefault();
    const [from, to] = [Number($("from").value), Number($("to").value)];
    if (from >= 1 && to > from && to <= moves().length) change({ stretch: [from, to] });
  });
  $("by-hand").addEventListener("change", () => {
    const found = stretch() ?? [1, moves().length];
    change({ stretch: $("by-hand").checked && found[1] > found[0] ? found : undefined });
  });
  for (const button of document.querySelectorAll("[data-give]")) {
    button.addEventListener("click", () => give(button.dataset.give));
  }
  for (const link of document.querySelectorAll("a[hreflang]")) {
    link.addEventListener("click", () => { link.hash = location.hash; });
  }
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    await load(file ? await file.arrayBuffer() : event.dataTransfer.getData("text"));
  });
  addEventListener("popstate", open);
}

try {
  ({ editions } = await server.editions());
  const option = (edition) => make("option", { value: edition.id, disabled: Boolean(edition.problem) }, called(edition));
  $("edition").replaceChildren(...editions.map(option));
  listen();
  await open();
  document.body.dataset.ready = "";
} catch (error) {
  $("problem").textContent = error.message;
}
