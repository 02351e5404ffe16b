// Asks the server; whatever is about rules is answered there.

import { language, say } from "./words.js";

const asking = new Map();

/** What cannot be answered: a problem as the server says it. */
export class Problem extends Error {
  constructor(problem) {
    super(problem.detail);
    this.squares = problem.squares ?? [];
    this.help = problem.help;
  }

  /** With what to do about it. */
  get whole() {
    return [this.message, this.help].filter(Boolean).join(language === "zh" ? "。" : ". ");
  }
}

async function answered(request, options) {
  let response;
  try {
    response = await fetch(request, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem({ detail: say("failed", error.message) });
  }
  if (response.ok) return response;
  throw new Problem(await response.json());
}

/** What only pages ask is named whole. */
const whole = (path) => (path.startsWith("/") ? path : `/api/${path}`);

/** Asks a question; an earlier one under the same name is not waited for any more. */
export async function ask(path, question, name = path) {
  asking.get(name)?.abort();
  const abort = new AbortController();
  asking.set(name, abort);
  const body = JSON.stringify({ lang: language, ...question });
  const headers = { "content-type": "application/json" };
  return answered(`${whole(path)}?lang=${language}`, { method: "POST", headers, body, signal: abort.signal });
}

/** The same, for an answer in JSON. */
export const know = async (path, question, name) => (await ask(path, question, name)).json();

/** Nothing that was asked is waited for any more. */
export function forget() {
  for (const abort of asking.values()) abort.abort();
}

/** The games of a file or of a text. */
export async function read(edition, bytes) {
  const address = `/api/read?edition=${encodeURIComponent(edition)}&lang=${language}`;
  return (await answered(address, { method: "POST", body: bytes })).json();
}

/** What is looked up without a question: `editions`, `/watch/boards?edition=2020`. */
export const look = async (address) =>
  (await answered(`${whole(address)}${address.includes("?") ? "&" : "?"}lang=${language}`)).json();

/** The editions that can be asked for. */
export const editions = () => look("editions");

/** The men and the board of an edition, as a drawing. */
export async function men(edition) {
  const response = await answered(`/api/men.svg?edition=${encodeURIComponent(edition)}`);
  return drawing(await response.text());
}

/** A drawing from its text; `prefix` keeps its names apart from those of another one in the page. */
export function drawing(text, prefix = "") {
  const apart = text.replace(/(\bid="|href="#|url\(#)/g, `$1${prefix}`);
  return new DOMParser().parseFromString(apart, "image/svg+xml").documentElement;
}
