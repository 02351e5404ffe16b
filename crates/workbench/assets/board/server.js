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

/** Asks a question; an earlier one under the same name is not waited for any more. */
export async function ask(path, question, name = path) {
  asking.get(name)?.abort();
  const abort = new AbortController();
  asking.set(name, abort);
  const body = JSON.stringify({ lang: language, ...question });
  const headers = { "content-type": "application/json" };
  return answered(`/api/${path}`, { method: "POST", headers, body, signal: abort.signal });
}

/** The same, for an answer in JSON. */
export const know = async (path, question, name) => (await ask(path, question, name)).json();

/** The games of a file or of a text. */
export async function read(edition, bytes) {
  const address = `/api/read?edition=${encodeURIComponent(edition)}&lang=${language}`;
  return (await answered(address, { method: "POST", body: bytes })).json();
}

/** The editions that can be asked for. */
export const editions = async () => (await answered("/api/editions")).json();

/** The men and the board of an edition, as a drawing. */
export async function men(edition) {
  const response = await answered(`/api/men.svg?edition=${encodeURIComponent(edition)}`);
  return new DOMParser().parseFromString(await response.text(), "image/svg+xml").documentElement;
}
