// What every page makes its parts with.

/** An element with properties, `data` attributes and children. */
export function make(name, properties = {}, ...children) {
  const { data, ...plain } = properties;
  const made = Object.assign(document.createElement(name), plain);
  Object.assign(made.dataset, data);
  made.append(...children);
  return made;
}

/** A text in which words in backticks are shown as they are to be written. */
export const prose = (text) => text.split("`").map((part, index) => (index % 2 ? make("code", {}, part) : part));

export const $ = (id) => document.getElementById(id);

/** Gives the user a file. */
export function save(blob, name) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** What this browser keeps under a name. */
export function kept(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function keep(name, value) {
  localStorage.setItem(name, JSON.stringify(value));
}
