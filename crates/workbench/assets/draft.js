// The draft page: the texts are typed here; what they mean and what follows from them comes from the server.

import * as grid from "./board/grid.js";
import { $, keep, kept, make, prose, save } from "./board/make.js";
import * as server from "./board/server.js";
import { called, language, number, say } from "./board/words.js";
import { Editor } from "./draft/editor.js";

/** How long a text rests before what is unfinished counts as wrong, and before anything is judged. */
const REST = 300;

/** The file that makes an edition of a folder. */
const ABOUT = "edition.yaml";

/** The draft: its name, whether only this browser has it, its files with their texts as typed and as saved. */
let draft = null;
let file = null;
let wrong = {};
let doubtful = {};
let resting = 0;
let looking = null;
/** What follows, and the stretch that is shown on the boards. */
let found = null;
let shown = null;
let step = 0;
/** The file that was deleted last. */
let gone = null;

const colon = language === "zh" ? "：" : ": ";
const editor = new Editor($("text"), $("proposals"), { changed, moved: caret, asked: () => look(true, true), composes });
const boards = ["before", "after"].map((side) => new grid.Board($(`board-${side}`)));

// ---- the draft

const texts = (all) => Object.fromEntries(Object.entries(draft.files).filter(([, { text, saved }]) => all || text !== saved).map(([name, { text }]) => [name, text]));
const given = () => ({ name: draft.name, alone: draft.alone, files: texts(draft.alone) });
const isCase = (name) => name.startsWith("cases/");
const dirty = () => draft && !draft.alone && Object.keys(texts(false)).length > 0;

async function open(name, alone) {
  stop();
  if (alone) {
    const files = kept("qili.drafts", {})[name] ?? {};
    draft = { name, alone, files: Object.fromEntries(Object.entries(files).map(([file, text]) => [file, { text }])) };
  } else {
    const { files } = await server.look(`/draft/files?edition=${encodeURIComponent(name)}`);
    draft = { name, alone, files: Object.fromEntries(Object.entries(files).map(([file, { text, was }]) => [file, { text, was, saved: text }])) };
  }
  [wrong, doubtful, found, shown, gone] = [{}, {}, null, null, null];
  const about = draft.files[ABOUT]?.text ?? "";
  $("against").value = alone || /^status:\s*draft/m.test(about) ? "amended" : "saved";
  $("against").disabled = alone;
  for (const id of ["drafting", "consequences"]) $(id).hidden = false;
  $("save").hidden = alone;
  const wanted = new URLSearchParams(location.hash.slice(1)).get("file");
  const first = Object.keys(draft.files).find((name) => name.endsWith(".rule"));
  choose(draft.files[wanted] ? wanted : first ?? Object.keys(draft.files)[0]);
  rested();
}

function choose(name) {
  file = name;
  if (isCase(name)) $("cases-of").open = true;
  editor.value = draft.files[file].text;
  $("text").scrollTop = 0;
  const said = new URLSearchParams({ draft: draft.name, file });
  history.replaceState(null, "", `#${said}`);
  list();
  look();
}

/** The drafts and the files, as far as they are known. */
function list() {
  const own = Object.keys(kept("qili.drafts", {}));
  const folder = [...$("draft").options].filter(({ dataset }) => dataset.folder === "");
  const option = (name) => make("option", { value: `alone/${name}` }, `${name} (${say("stored")})`);
  $("draft").replaceChildren(...folder, ...own.map(option));
  if (draft) $("draft").value = `${draft.alone ? "alone" : "folder"}/${draft.name}`;
  const count = (name) => (wrong[name] ?? []).length;
  const counted = (text, wrong) => (wrong ? `${text} (${wrong})` : text);
  const label = (name) => {
    const changed = !draft.alone && draft.files[name].text !== draft.files[name].saved;
    return counted(`${changed ? "● " : ""}${name.replace(/^cases\//, "")}`, count(name));
  };
  const button = (name) => {
    const one = make("button", { type: "button", data: { file: name } });
    one.addEventListener("click", () => choose(name));
    return one;
  };
  /** A button stays what it is, also under a finger, while its file does. */
  const fill = (list, names) => {
    const known = new Map([...list.children].map((one) => [one.dataset.file, one]));
    const buttons = names.map((name) => known.get(name) ?? button(name));
    if (buttons.length !== known.size || buttons.some((one, at) => one !== list.children[at])) list.replaceChildren(...buttons);
    for (const one of buttons) {
      one.textContent = label(one.dataset.file);
      one.ariaPressed = String(one.dataset.file === file);
    }
  };
  const names = draft ? Object.keys(draft.files).sort() : [];
  const cases = names.filter(isCase);
  fill($("rule-files"), names.filter((name) => !isCase(name)));
  fill($("case-files"), cases);
  $("cases-of").hidden = cases.length === 0;
  $("cases-count").textContent = counted(say("cases", cases.length), cases.reduce((sum, name) => sum + count(name), 0));
  for (const id of ["rename", "delete"]) $(id).disabled = file === ABOUT;
  $("discard").hidden = !draft?.alone;
  $("put-back").hidden = !gone;
  if (gone) $("put-back").textContent = say("putBack", gone.name);
  $("saved").textContent = !draft ? "" : draft.alone ? say("stored") : dirty() ? say("unsaved") : say("saved");
  $("save").disabled = !dirty();
}

// ---- typing

function stop() {
  clearTimeout(resting);
  server.forget();
}

/** An input method begins to compose: nothing that was asked matters any more. */
function composes() {
  stop();
}

function changed() {
  draft.files[file].text = editor.value;
  clearTimeout(resting);
  resting = setTimeout(rested, REST);
  looking = look(true);
  stored();
}

/** A draft that only the browser has is kept as it is. */
function stored() {
  if (draft.alone) keep("qili.drafts", { ...kept("qili.drafts", {}), [draft.name]: texts(true) });
}

/** Shows the words, the mistakes and, where somebody types a word or asks for it, what can be written. */
async function look(typing = false, wanted = false) {
  const asked = { draft: given(), file, typing: typing ? editor.place : undefined };
  if (!asked.draft.alone) asked.draft.files[file] = draft.files[file].text;
  try {
    const answer = await server.know("/draft/read", asked, "read");
    if (editor.composing || asked.file !== file) return;
    wrong = answer.wrong;
    if (file.endsWith(".rule")) editor.colour(answer.words);
    else editor.colourPlainly();
    const fits = (text, label) => (wanted || text) && text !== label;
    if (typing) editor.propose(answer.proposals.filter(({ label, textEdit }) => fits(written(textEdit.range), label)));
    mark();
  } catch (error) {
    trouble(error);
  }
}

const written = ({ start, end }) => editor.value.split("\n")[start.line]?.slice(start.character, end.character);

/** The text rests: what is unfinished is wrong now, and consequences are drawn. */
async function rested() {
  // what can be written is shown first, however long it takes to come
  const rest = resting;
  await looking;
  if (editor.composing || resting !== rest) return;
  await look();
  const asked = { draft: given(), against: $("against").value, own: kept("qili.own", []).map(({ fen, moves }) => ({ fen, moves })) };
  $("summary").textContent = say("working");
  try {
    const answer = await server.know("/draft/follows", asked, "follows");
    if (editor.composing) return;
    found = answer;
    fine("follows");
    tell();
    const checked = await server.know("/draft/check", { draft: asked.draft }, "check");
    if (editor.composing) return;
    ({ doubtful } = checked);
    mark();
    uncovered();
  } catch (error) {
    trouble(error, "follows");
  }
}

/** What has failed stands until it succeeds. */
function trouble(error, what = "") {
  if (error.name === "AbortError") return;
  if (what === "follows") $("summary").textContent = "";
  $("problem").dataset.what = what;
  $("problem").replaceChildren(...prose(error.whole ?? error.message));
}

function fine(what) {
  if ($("problem").dataset.what === what) $("problem").textContent = "";
}

const here = () => [...(wrong[file] ?? []), ...(doubtful[file] ?? [])];

/** What is wrong, in the text and below it. */
function mark() {
  editor.mark(here());
  const all = { ...wrong };
  for (const [name, those] of Object.entries(doubtful)) all[name] = [...(all[name] ?? []), ...those];
  const items = Object.entries(all).flatMap(([name, those]) => those.map((one) => {
    const { line } = one.range.start;
    const place = make("button", { type: "button" }, `${name}${colon}${say("lineNumber", line + 1)}`);
    place.addEventListener("click", () => {
      if (name !== file && draft.files[name]) choose(name);
      if (name === file) editor.go(one.range.start);
    });
    return make("li", { className: one.severity === 1 ? "error" : "warning" }, place, " ", ...prose(one.message));
  }));
  $("wrong").replaceChildren(...items);
  const count = (severity) => Object.values(all).flat().filter((one) => (one.severity === 1) === severity).length;
  $("state").textContent = items.length === 0 ? say("fine") : say("counted", count(true), count(false));
  list();
  caret();
}

/** Where the caret is, and what is wrong there. */
function caret() {
  const { line, character } = editor.place;
  const order = ({ line, character }) => line * 1e6 + character;
  const at = order({ line, character });
  const those = here().filter(({ range }) => order(range.start) <= at && at <= order(range.end));
  $("place").textContent = `${line + 1}${colon.trim()}${character + 1}`;
  $("here").replaceChildren(...prose(those.map(({ message }) => message).join("\n")));
}

// ---- consequences

/** What follows from the draft. */
function tell() {
  const { problems, compared, cases, old, new: name } = found;
  $("summary").textContent = problems.length > 0 ? say("cannot") : cases.length > 0 ? say("otherwise", cases.length, compared, old, name) : say("same", compared, old, name);
  const weight = ({ ruling, problem }) => (problem ? 0 : ruling ? 1 : 2);
  const sorted = [...cases].sort((one, other) => weight(one) - weight(other));
  $("cases").replaceChildren(...sorted.map((one) => item(one, `${one.called} ${one.title[language] || one.title.zh}`, one)));
  const kind = { added: "added", changed: "changedClause", repealed: "repealed" };
  $("clauses").replaceChildren(...found.clauses.map(({ change, old_article, new_article, title, text }) => make("li", {},
    make("details", {},
      make("summary", {}, [say(kind[change]), number(new_article ?? old_article), title[language] || title.zh].filter(Boolean).join(" ")),
      make("pre", {}, ...text.map(part))))));
  $("nothing-new").hidden = found.clauses.length > 0;
  own();
  const same = shown && [...sorted, ...kept("qili.own", [])].find(({ fen, moves }) => fen === shown.fen && String(moves) === String(shown.moves));
  if (same) show(same, shown.title);
  else hide();
}

/** A part of a text, as it was and as it is. */
function part(one) {
  const [[kind, text]] = Object.entries(one);
  return kind === "same" ? text : make(kind === "old" ? "del" : "ins", {}, text);
}

/** A case that comes out otherwise; a choice shows it on the boards. */
function item(stretch, title, { ruling, plies = [], patterns = [], problem }) {
  const button = make("button", { type: "button", data: { fen: stretch.fen } }, title);
  if (stretch.moves.length > 0) button.addEventListener("click", () => show(stretch, title));
  else button.disabled = true;
  const differs = ruling
    ? make("p", {}, make("b", {}, say("before")), " ", ...prose(ruling.old.because), make("br"), make("b", {}, say("after")), " ", ...prose(ruling.new.because))
    : make("p", {}, ...prose(problem ? say("unplayable", problem) : say("natures")));
  const lines = plies.map(({ ply, move, old, new: other }) => make("li", {}, `${say("ply", ply)} ${move}${colon}`, make("del", {}, old.says), " ", make("ins", {}, other.says)));
  const sides = plies.length > 0 ? [] : patterns.map(({ side, old, new: other }) => make("li", {}, `${side}${colon}`, make("del", {}, old), " ", make("ins", {}, other)));
  return make("li", {}, button, differs, make("ul", {}, ...lines, ...sides));
}

/** The user's own stretches. */
function own() {
  const stretches = kept("qili.own", []);
  $("own").replaceChildren(...stretches.map((one, index) => {
    const said = found.own[index];
    const title = one.fen;
    const remove = make("button", { type: "button" }, say("remove"));
    remove.addEventListener("click", () => {
      keep("qili.own", kept("qili.own", []).filter(({ fen, moves }) => fen !== one.fen || String(moves) !== String(one.moves)));
      rested();
    });
    const line = said?.change
      ? item(one, title, said.change)
      : make("li", {}, make("a", { href: `/${location.search}${one.address}` }, title), make("p", {}, ...prose(said?.rulings ? say("ownSame", said.rulings[0]) : said?.problem ?? "")));
    line.append(remove);
    return line;
  }));
  $("no-own").hidden = stretches.length > 0;
}

/** The clauses that are new or changed and that no case touches, as checking the draft finds. */
function uncovered() {
  const codes = ["qili::check::unexercised", "qili::check::exception_never_applies"];
  const those = Object.entries(doubtful).flatMap(([name, all]) => all.filter(({ code }) => codes.includes(code)).map((one) => [name, one]));
  const item = ([name, { range, message }]) => {
    const text = draft.files[name]?.text.split("\n")[range.start.line] ?? "";
    return make("li", {}, make("code", {}, text.trim()), " — ", ...prose(message.split("\n")[0]));
  };
  $("uncovered").replaceChildren(...those.map(item));
  $("all-covered").hidden = those.length > 0;
}

/** Shows a stretch by both. */
async function show({ fen, moves }, title) {
  try {
    const { before, after } = await server.know("/draft/boards", { draft: given(), against: $("against").value, fen, moves }, "boards");
    boards[0].draw(server.drawing(before.men));
    boards[1].draw(server.drawing(after.men, "after-"));
    step = shown?.fen === fen ? Math.min(step, moves.length) : 0;
    shown = { fen, moves, title, sides: [before.explanation, after.explanation] };
    $("boards").hidden = false;
    $("boards-title").textContent = title;
    draw();
  } catch (error) {
    trouble(error);
  }
}

function hide() {
  shown = null;
  $("boards").hidden = true;
}

function draw() {
  const { fen, moves, sides } = shown;
  const { men } = grid.after(grid.parse(fen), moves.slice(0, step));
  for (const [index, board] of boards.entries()) {
    const name = ["before", "after"][index];
    const explanation = sides[index];
    const ply = explanation.plies[step - 1];
    const reasons = ply?.reasons ?? [];
    const targets = reasons.filter(({ kind }) => kind === "target").flatMap(({ squares }) => squares);
    const arrows = reasons.find(({ line }) => line.length > 0)?.line ?? [];
    board.show({ men, last: moves[step - 1], targets, arrows, label: say(name) });
    const other = sides[1 - index].plies[step - 1];
    const natures = ply && make(ply.natures === other?.natures ? "b" : "mark", {}, ply.natures);
    $(`said-${name}`).replaceChildren(
      make("p", {}, ply ? `${step}. ${ply.written} ` : say("start"), ...(natures ? [natures] : [])),
      make("ul", {}, ...reasons.map(({ text }) => make("li", {}, ...prose(text)))),
      make("p", {}, `${say("red")}${colon}${explanation.red}`), make("p", {}, `${say("black")}${colon}${explanation.black}`),
      make("p", {}, make(explanation.ruling.outcome === sides[1 - index].ruling.outcome ? "b" : "mark", {}, say("ruling", explanation.ruling.text)), " ", ...explanation.ruling.clauses.flatMap(({ cited }) => prose(cited))),
    );
  }
  const button = (at) => {
    const one = make("button", { type: "button" }, at === 0 ? say("start") : `${at}. ${sides[0].plies[at - 1].written}`);
    if (at === step) one.ariaCurrent = "step";
    one.addEventListener("click", () => {
      step = at;
      draw();
    });
    return one;
  };
  $("steps").replaceChildren(...[0, ...moves.keys().map((at) => at + 1)].map(button));
}

// ---- keeping

async function store() {
  const files = texts(false);
  const was = Object.fromEntries(Object.keys(files).filter((name) => draft.files[name].was).map((name) => [name, draft.files[name].was]));
  try {
    const answer = await server.know("/draft/save", { draft: { name: draft.name, files }, was }, "save");
    for (const [name, mark] of Object.entries(answer.was)) Object.assign(draft.files[name], { was: mark, saved: files[name] });
    fine("save");
    list();
    rested();
  } catch (error) {
    trouble(error, "save");
  }
}

async function patch() {
  try {
    save(await (await server.ask("/draft/patch", { draft: given() })).blob(), `${draft.name}.patch`);
  } catch (error) {
    trouble(error);
  }
}

async function begin(event) {
  event.preventDefault();
  const [name, amends] = [$("name").value.trim(), $("amends").value];
  const drafts = kept("qili.drafts", {});
  try {
    if (!drafts[name]) {
      const { files } = await server.look(`/draft/files?new=${encodeURIComponent(name)}&amends=${encodeURIComponent(amends)}`);
      keep("qili.drafts", { ...drafts, [name]: Object.fromEntries(Object.entries(files).map(([file, { text }]) => [file, text])) });
    }
    $("begin").open = false;
    await open(name, true);
  } catch (error) {
    trouble(error);
  }
}

/** Asks the server whether a file may be called so, and does something. */
async function naming(name, then) {
  if (!name || (draft.files[name] && name !== file)) return $("problem").replaceChildren(...(name ? prose(say("taken", `\`${name}\``)) : []));
  try {
    await server.ask("/draft/patch", { draft: { name: draft.name, alone: draft.alone, files: { [name]: "" } } }, "name");
    await then();
    $("file-name").value = "";
    fine("name");
    stored();
    rested();
  } catch (error) {
    trouble(error, "name");
  }
}

const add = (name) => naming(name, () => {
  draft.files[name] ??= { text: "" };
  choose(name);
});

/** Gives the file another name, also in the list of files; in the folder at once, with what is saved. */
const rename = (name) => naming(name, async () => {
  const [old, about] = [file, draft.files[ABOUT]];
  if (name === old) return;
  const listed = (text) => text?.replace(/^files:.*(?:\n[ \t-].*)*/mu, (list) => list.replaceAll(/[^\s,[\]'"]+/gu, (word) => (word === old ? name : word)));
  const { text, saved, was } = draft.files[old];
  if (was !== undefined) {
    const files = { [name]: saved, ...(listed(about.saved) === about.saved ? {} : { [ABOUT]: listed(about.saved) }) };
    const answer = await server.know("/draft/save", { draft: { name: draft.name, files }, was: files[ABOUT] === undefined ? {} : { [ABOUT]: about.was }, gone: { [old]: was } }, "save");
    draft.files[name] = { text, saved, was: answer.was[name] };
    if (files[ABOUT] !== undefined) Object.assign(about, { saved: files[ABOUT], was: answer.was[ABOUT] });
  } else {
    draft.files[name] = { text };
  }
  about.text = listed(about.text);
  delete draft.files[old];
  choose(name);
});

/** Takes the file away once the reader has agreed; it can be put back. */
async function remove() {
  const { text, was } = draft.files[file];
  const onDisk = was !== undefined;
  if (!confirm(say(onDisk ? "deletesFolder" : "deletes", file))) return;
  try {
    if (onDisk) await server.know("/draft/save", { draft: { name: draft.name, files: {} }, was: {}, gone: { [file]: was } }, "save");
    gone = { name: file, text };
    delete draft.files[file];
    fine("save");
    choose(ABOUT);
    stored();
    rested();
  } catch (error) {
    trouble(error, "save");
  }
}

/** What was deleted last is there again; in the folder once it is saved. */
function putBack() {
  const { name, text } = gone;
  gone = null;
  draft.files[name] ??= { text };
  choose(name);
  stored();
  rested();
}

function discard() {
  if (!confirm(say("discards", draft.name))) return;
  const { [draft.name]: _, ...others } = kept("qili.drafts", {});
  keep("qili.drafts", others);
  location.hash = "";
  location.reload();
}

// ---- begin

function listen() {
  $("draft").addEventListener("change", () => {
    const [kind, ...name] = $("draft").value.split("/");
    if (dirty() && !confirm(say("leave"))) return list();
    open(name.join("/"), kind === "alone").catch(trouble);
  });
  $("against").addEventListener("change", rested);
  $("save").addEventListener("click", store);
  $("patch").addEventListener("click", patch);
  $("beginning").addEventListener("submit", begin);
  $("adding").addEventListener("submit", (event) => {
    event.preventDefault();
    (event.submitter?.id === "rename" ? rename : add)($("file-name").value.trim());
  });
  $("delete").addEventListener("click", remove);
  $("put-back").addEventListener("click", putBack);
  $("discard").addEventListener("click", discard);
  addEventListener("beforeunload", (event) => dirty() && event.preventDefault());
}

async function start() {
  listen();
  const { editions } = await server.editions();
  const folder = editions.filter(({ folder }) => folder);
  $("draft").replaceChildren(...folder.map(({ id }) => make("option", { value: `folder/${id}`, data: { folder: "" } }, id)));
  $("amends").replaceChildren(...editions.filter(({ shipped, rules }) => rules && shipped).map((edition) => make("option", { value: edition.id }, called(edition))));
  $("amends").value = editions.find(({ in_force }) => in_force)?.id;
  list();
  const wanted = new URLSearchParams(location.hash.slice(1)).get("draft");
  const own = Object.keys(kept("qili.drafts", {}));
  const name = [wanted, folder[0]?.id, own[0]].find((name) => folder.some(({ id }) => id === name) || own.includes(name));
  if (name) await open(name, !folder.some(({ id }) => id === name));
  else $("begin").open = true;
  document.body.dataset.ready = "";
}

start().catch(trouble);
