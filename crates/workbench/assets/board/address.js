// Everything that is shown stands in the fragment of the address, which no server sees:
//   e edition, law its fingerprint, f position, m lines of moves, l the line, at the ply, s stretch, all, forms.
// Lines follow each other with `.`; `4-` before a line's moves means the first four of the first line.

const text = (value) => (value === true ? "1" : String(value));

/** What an address says; what it does not say is left out. */
export function parse(fragment) {
  const said = new URLSearchParams(fragment.replace(/^#/, ""));
  const number = (name) => (said.has(name) ? Number.parseInt(said.get(name), 10) || 0 : undefined);
  const lines = [];
  for (const line of (said.get("m") ?? "").split(".")) {
    const [, shared, moves] = /^(?:(\d+)-)?(.*)$/.exec(line);
    lines.push([...(lines[0] ?? []).slice(0, Number(shared ?? 0)), ...(moves.match(/[a-i]\d[a-i]\d/g) ?? [])]);
  }
  const stretch = /^(\d+)-(\d+)$/.exec(said.get("s") ?? "");
  const line = Math.min(number("l") ?? 0, lines.length - 1);
  return {
    edition: said.get("e") ?? undefined,
    law: said.get("law") ?? undefined,
    fen: said.get("f")?.replace("_", " "),
    lines,
    line,
    at: Math.min(number("at") ?? lines[line].length, lines[line].length),
    stretch: stretch ? [Number(stretch[1]), Number(stretch[2])] : undefined,
    all: said.has("all"),
    forms: said.has("forms"),
  };
}

/** The address of what is shown. */
export function write(state) {
  const [first, ...others] = state.lines;
  const written = others.map((line) => {
    let shared = 0;
    while (shared < line.length && line[shared] === first[shared]) shared += 1;
    return `${shared}-${line.slice(shared).join("")}`;
  });
  const parts = {
    e: state.edition,
    law: state.law,
    f: state.fen?.split(" ").slice(0, 2).join("_"),
    m: [first.join(""), ...written].join("."),
    l: state.line || undefined,
    at: state.at === state.lines[state.line].length ? undefined : state.at,
    s: state.stretch?.join("-"),
    all: state.all || undefined,
    forms: state.forms || undefined,
  };
  const said = Object.entries(parts).filter(([, value]) => value !== undefined && value !== "");
  return `#${said.map(([name, value]) => `${name}=${encodeURI(text(value)).replace(/[&#+]/g, encodeURIComponent)}`).join("&")}`;
}
